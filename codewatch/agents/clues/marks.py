"""Turns a text into lower case with its paths, versions and names of errors replaced by one word each."""

import re

from codewatch.agents.clues.tool_names import AMBIGUOUS, TOOLS

PATH, VERSION, ERROR, TOOL = "PATH", "VERSION", "ERROR", "TOOL"
# A path too, as `\b` sees it.
MANIFEST = "PATH-of-packages"

_BESIDE_EAST_ASIAN = re.compile(
    r"(?<=[\u3040-\u30ff\u3400-\u9fff])(?=[!-~])|(?<=[!-~])(?=[\u3040-\u30ff\u3400-\u9fff])"
)
_EDGES = "`\"'“”„«»‘’()[]{},;:!?、。，；："
_LIBRARY = re.compile(
    r"\b(node|next|nuxt|vue|react|moment|three|express|chart|ember|backbone|alpine|socket|discord|nest|pdf|day|solid"
    r"|d3|p5|knockout|asp|ml)\.(js|io|net)\b",
    re.IGNORECASE,
)
_FILE = re.compile(
    r"^(?:[\w~*<>{}\[\]()@$+-][\w.~*<>{}\[\]()@$+/,-]*)?\.(?:py|pyi|ipynb|[cm]?[jt]sx?|vue|svelte|go|rs|rb|erb|php|java"
    r"|kt|kts|scala|swift|mm?|c|cc|cpp|h|hpp|cs|fs|ex|exs|erl|hs|clj|lua|dart|sql|graphql|proto|ya?ml|toml"
    r"|json5?|xml|ini"
    r"|cfg|conf|env|properties|md|mdx|rst|txt|csv|html?|s?css|less|sass|sh|bash|zsh|ps1|bat|lock|log|svg"
    r"|png|jpe?g|gif|pdf"
    r"|tf|tfvars|hcl|gradle|mk|dockerfile|wgsl|glsl|ron|db|sqlite|mod|sum|gitignore|editorconfig|tmpl|tpl"
    r"|hbs|ejs|j2|po)$",
    re.IGNORECASE,
)
_NAMED_FILE = re.compile(
    r"^(?:(?:GNU)?[Mm]akefile|\w*Dockerfile|Gemfile|Procfile|Rakefile|Jenkinsfile|Justfile|Vagrantfile)$"
)
_MANIFEST = re.compile(
    r"^(?:[\w./-]*/)?(?:package(?:-lock)?\.json|pyproject\.toml|(?:dev-)?requirements[\w-]*\.(?:txt|in)"
    r"|requirements/\S+|go\.mod"
    r"|cargo\.(?:toml|lock)|gemfile(?:\.lock)?|pom\.xml|build\.gradle(?:\.kts)?|composer\.json|mix\.exs"
    r"|pubspec\.yaml|podfile"
    r"|[\w.-]+\.csproj|setup\.(?:py|cfg)|(?:poetry|yarn|uv|pnpm)[\w-]*\.(?:lock|yaml)|environment\.ya?ml"
    r"|\.tool-versions|\.nvmrc)$",
    re.IGNORECASE,
)
# How packages of one family are named.
_PACKAGE = re.compile(
    r"^(?:lib(?!rar|s$)[a-z0-9]{2,}(?:-dev)?|(?:react|vue|eslint|jest|babel|django|flask|pytest|rollup"
    r"|webpack|vite|postcss|gulp|grunt"
    r"|fastify|express|types|spring-boot|sqlite|pg|mkdocs|sphinx|laravel|symfony|google|azure|aws)-[a-z0-9-]{2,}"
    r"|[a-z]+-(?:plugin-[a-z-]+|loader|sdk|js|py|rs|client-lib))$"
)
_DOT_FILE = re.compile(r"^\.[a-z][\w-]+(?:[./][\w.-]+)*/?$")
_FOLDERS = re.compile(
    r"^(?:(?:~|\.{1,2}|[a-z][a-z0-9+]*:/)?/)?(?:[\w.*<>{}()\[\]$@%+=,-]+/)+[\w.*<>{}()\[\]$@%+=,-]*$|^__\w+__$"
)
_NO_FOLDERS = re.compile(
    r"^(?:and/or|or/and|he/she|s?he/her|i/o|ci/cd|tcp/ip|n/a|w/o|on/off|yes/no|\w+ed/\w+ed|read/write|reads?/writes?"
    r"|input/output|client/server|true/false|enable/disable|start/stop|[\d.]+/[\d.]+|[a-z]+/[\d.]+"
    r"|(?:feature|feat|fix|bugfix|hotfix"
    r"|release|origin|refs|user)/.*|(?:https?|wss?|ftp)://.*|(?:github|gitlab|bitbucket)\.\w+/.*|golang\.org/.*|@.*)$",
    re.IGNORECASE,
)
# What begins with a slash and has no more than an address of an interface has.
_ADDRESS = re.compile(r"^/(?!(?:var|etc|usr|home|opt|srv|tmp|data|mnt|root|run|Users|proc|dev)\b)[\w/{}:<>-]*$")
_PINNED = re.compile(
    r"^(@?[a-z][\w./\[\]-]*?)(?:@|[=~<>^!]=?=?|:|\s)[v^~<>=]{0,3}(\d[\w.+*-]*|latest)(?:,[<>=!]+[\d.]+)*$",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"^[v^~<>=]{0,3}\d+(?:\.(?:\d+|x))+[\w.+-]*$|^v\d+$|^[<>=~^]=?v?\d[\w.]*$", re.IGNORECASE)
_ERROR_NAME = re.compile(
    r"^(?:\w+\.)*(?:[A-Z]\w*(?:Error|Exception|Fault|Interrupt)|E[A-Z]{4,}|SIG[A-Z]{3,}|ERR_\w+|NaN%?"
    r"|undefined|OOM\w*|TS\d{4}"
    r"|segfault\w*|panic\w*|traceback)$",
)
_AMOUNT = re.compile(
    r"\bVERSION(?= ?(?:%|s|ms|µs|sec\w*|min\w*|h|hours?|x|[kmgt]i?b|times|percent|million|seconds?|days?|points?)\b)"
)
_TOOL_NUMBER = re.compile(
    rf"(?<![\w-])(tool|android sdk|sdk|api level|jdk|{'|'.join(sorted(AMBIGUOUS))})(?: version)? v?\d{{1,3}}\b"
    r"(?!:|%|\.\d| (?:times|seconds|minutes|ms|s|%|of|out)\b)",
    re.IGNORECASE,
)
# How people write in a hurry.
_SHORT_FORMS = {
    "bc": "because", "cuz": "because", "cos": "because", "coz": "because", "b/c": "because", "w/": "with",
    "w/o": "without", "pls": "please", "plz": "please", "thru": "through", "u": "you", "ur": "your", "r": "are",
    "tmrw": "tomorrow", "tmr": "tomorrow", "rn": "right now", "gotta": "have to", "wanna": "want to",
    "gonna": "going to", "dont": "don't", "doesnt": "doesn't", "didnt": "didn't", "cant": "can't", "wont": "won't",
    "isnt": "isn't", "arent": "aren't", "wasnt": "wasn't", "shouldnt": "shouldn't", "couldnt": "couldn't",
    "hasnt": "hasn't", "havent": "haven't", "im": "i'm", "ive": "i've", "thats": "that's", "idk": "i don't know",
    "dev": "developer", "devs": "developers", "repos": "repositories", "deps": "dependencies", "dep": "dependency",
    "msgs": "messages", "msg": "message", "swaped": "swapped", "upgrated": "upgraded", "alway": "always",
    "cannot": "can't", "dir": "directory", "dirs": "directories", "cfg": "config", "impl": "implemented",
    "todos": "todo", "to-do": "todo", "ofc": "of course", "afaik": "apparently",
}  # fmt: skip


def marked(content: str) -> str:
    """Return a text's words in lower case, where one word stands for each path, version, tool and name of an error."""
    spaced = _BESIDE_EAST_ASIAN.sub(" ", _LIBRARY.sub(r"\1\2", content))
    words = spaced.split()
    text = " ".join(_mark(word, is_inside=at > 0 and words[at - 1][-1:] not in ".:!?") for at, word in enumerate(words))
    text = _TOOL_NUMBER.sub(f"{TOOL} {VERSION}", text)
    return _AMOUNT.sub("0", text)


def _mark(word: str, *, is_inside: bool) -> str:
    bare = word.strip(_EDGES).rstrip(".")
    if not bare or word in _SHORT_FORMS:
        return _SHORT_FORMS.get(word, word)
    mark = _named(bare, is_inside=is_inside)
    if mark is None:
        small = bare.lower().replace("\u2019", "'")
        return word.replace(bare, _SHORT_FORMS.get(small, small), 1).replace("`", "")
    return word.replace(bare, mark, 1).replace("`", "")


def _named(word: str, *, is_inside: bool) -> str | None:
    """Return what stands for a word, None for one that is only a word."""
    if _ERROR_NAME.match(word):
        return ERROR
    if _NUMBERED.match(word):
        return VERSION
    if pinned := _PINNED.match(word):
        return f"{TOOL if is_tool(pinned[1]) else pinned[1].lower()} {VERSION}"
    if _MANIFEST.match(word):
        return MANIFEST
    if is_tool(word) or (is_inside and word[:1].isupper() and word.lower() in AMBIGUOUS):
        return TOOL
    if _FILE.match(word) or _NAMED_FILE.match(word) or _DOT_FILE.match(word):
        return PATH
    if _FOLDERS.match(word) and not _NO_FOLDERS.match(word) and not _ADDRESS.match(word):
        return PATH
    return None


def is_tool(word: str) -> bool:
    """Return whether a word is the name of a package, and nothing else."""
    return word.lower() in TOOLS or _PACKAGE.match(word) is not None or (word.startswith("@") and "/" in word)
