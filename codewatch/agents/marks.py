"""Turns a text into lower case with its paths, versions and names of errors replaced by one word each."""

import re

PATH, VERSION, ERROR = "PATH", "VERSION", "ERROR"
# A path too, as `\b` sees it.
MANIFEST = "PATH-of-packages"

_BESIDE_EAST_ASIAN = re.compile(r"(?<=[\u3040-\u30ff\u3400-\u9fff])(?=[!-~])|(?<=[!-~])(?=[\u3040-\u30ff\u3400-\u9fff])")
_EDGES = "`\"'“”„«»‘’()[]{},;:!?、。，；："
_LIBRARY = re.compile(
    r"\b(node|next|nuxt|vue|react|moment|three|express|chart|ember|backbone|alpine|socket|discord|nest|pdf|day|solid"
    r"|d3|p5|knockout|asp|ml)\.(js|io|net)\b",
    re.IGNORECASE,
)
_FILE = re.compile(
    r"^(?:[\w~*<>{}\[\]()@$+-][\w.~*<>{}\[\]()@$+/,-]*)?\.(?:py|pyi|ipynb|[cm]?[jt]sx?|vue|svelte|go|rs|rb|erb|php|java"
    r"|kt|kts|scala|swift|mm?|c|cc|cpp|h|hpp|cs|fs|ex|exs|erl|hs|clj|lua|dart|sql|graphql|proto|ya?ml|toml|json5?|xml|ini"
    r"|cfg|conf|env|properties|md|mdx|rst|txt|csv|html?|s?css|less|sass|sh|bash|zsh|ps1|bat|lock|log|svg|png|jpe?g|gif|pdf"
    r"|tf|tfvars|hcl|gradle|mk|dockerfile|wgsl|glsl|ron|db|sqlite|mod|sum|gitignore|editorconfig|tmpl|tpl|hbs|ejs|j2|po)$",
    re.IGNORECASE,
)
_NAMED_FILE = re.compile(r"^(?:(?:GNU)?[Mm]akefile|\w*Dockerfile|Gemfile|Procfile|Rakefile|Jenkinsfile|Justfile|Vagrantfile)$")
_MANIFEST = re.compile(
    r"^(?:[\w./-]*/)?(?:package(?:-lock)?\.json|pyproject\.toml|(?:dev-)?requirements[\w-]*\.(?:txt|in)|requirements/\S+|go\.mod"
    r"|cargo\.(?:toml|lock)|gemfile(?:\.lock)?|pom\.xml|build\.gradle(?:\.kts)?|composer\.json|mix\.exs|pubspec\.yaml|podfile"
    r"|[\w.-]+\.csproj|setup\.(?:py|cfg)|(?:poetry|yarn|uv|pnpm)[\w-]*\.(?:lock|yaml)|environment\.ya?ml|\.tool-versions|\.nvmrc)$",
    re.IGNORECASE,
)
_DOT_FILE = re.compile(r"^\.[a-z][\w-]+(?:[./][\w.-]+)*/?$")
_FOLDERS = re.compile(
    r"^(?:(?:~|\.{1,2}|[a-z][a-z0-9+]*:/)?/)?(?:[\w.*<>{}()\[\]$@%+=,-]+/)+[\w.*<>{}()\[\]$@%+=,-]*$|^__\w+__$"
)
_NO_FOLDERS = re.compile(
    r"^(?:and/or|or/and|he/she|s?he/her|i/o|ci/cd|tcp/ip|n/a|w/o|on/off|yes/no|\w+ed/\w+ed|read/write|reads?/writes?"
    r"|input/output|client/server|true/false|enable/disable|start/stop|[\d.]+/[\d.]+|[a-z]+/[\d.]+|(?:feature|feat|fix|bugfix|hotfix"
    r"|release|origin|refs|user)/.*|(?:https?|wss?|ftp)://.*|(?:github|gitlab|bitbucket)\.\w+/.*|golang\.org/.*|@.*)$",
    re.IGNORECASE,
)
# What begins with a slash and has no more than an address of an interface has.
_ADDRESS = re.compile(r"^/(?!(?:var|etc|usr|home|opt|srv|tmp|data|mnt|root|run|Users|proc|dev)\b)[\w/{}:<>-]*$")
_PINNED = re.compile(
    r"^(@?[a-z][\w./\[\]-]*?)(?:@|[=~<>^!]=?=?|:|\s)[v^~<>=]{0,3}(\d[\w.+*-]*|latest)(?:,[<>=!]+[\d.]+)*$", re.IGNORECASE
)
_NUMBERED = re.compile(r"^[v^~<>=]{0,3}\d+(?:\.(?:\d+|x))+[\w.+-]*$|^v\d+$|^[<>=~^]=?v?\d[\w.]*$", re.IGNORECASE)
_ERROR_NAME = re.compile(
    r"^(?:\w+\.)*(?:[A-Z]\w*(?:Error|Exception|Fault|Interrupt)|E[A-Z]{4,}|SIG[A-Z]{3,}|ERR_\w+|NaN%?|undefined|OOM\w*|TS\d{4}"
    r"|segfault\w*|panic\w*|traceback)$",
)
_AMOUNT = re.compile(
    r"\bVERSION(?= ?(?:%|s|ms|µs|sec\w*|min\w*|h|hours?|x|[kmgt]i?b|times|percent|million|seconds?|days?|points?)\b)"
)
_TOOL = (
    r"node(?:js)?|deno|bun|npm|pnpm|yarn|python|pypy|pip|java|jdk|openjdk|kotlin|scala|gradle|maven|go|golang|rust|ruby"
    r"|rails|php|laravel|symfony|composer|swift|xcode|ios|android(?: sdk)?|api level|flutter|dart|elixir|otp|erlang|perl"
    r"|\.?net(?: core)?|c#|c\+\+|gcc|g\+\+|clang(?:-format)?|llvm|cmake|react(?: native)?|next(?:js)?|nuxt|vue|angular"
    r"|svelte(?:kit)?|solid|django|flask|fastapi|pydantic|spring(?: boot)?|hibernate|express|nest(?:js)?|vite|webpack"
    r"|rollup|esbuild|babel|jest|vitest|mocha|cypress|playwright|eslint|prettier|typescript|tailwind(?:css)?|bootstrap"
    r"|postgres(?:ql)?|mysql|mariadb|mongo(?:db)?|redis|sqlite|elasticsearch|kafka|rabbitmq|nginx|docker|kubernetes|k8s"
    r"|helm|terraform|ansible|ubuntu|debian|alpine|fedora|rhel|centos|macos|windows|cuda|cudnn|openssl|ffmpeg|numpy"
    r"|pandas|pytorch|torch|tensorflow|sqlalchemy|celery|pytest|mypy|ruff|black|poetry|electron|unity|qt|gtk"
    r"|log4j|junit|mockito|storybook|prisma|graphql|apollo|protobuf|grpc|bazel|zod|rxjs|redux|pgvector|hugo|jekyll"
)
_TOOL_NUMBER = re.compile(rf"(?<![\w-])({_TOOL}) (?:version )?v?\d{{1,3}}\b(?!:|%| (?:times|seconds|minutes|ms|s|%|of)\b)")


def marked(content: str) -> str:
    """Return a text's words in lower case; a path reads PATH, a version VERSION, an error's name ERROR."""
    spaced = _BESIDE_EAST_ASIAN.sub(" ", _LIBRARY.sub(r"\1\2", content))
    text = " ".join(_mark(word) for word in spaced.split())
    text = _TOOL_NUMBER.sub(rf"\1 {VERSION}", text)
    return _AMOUNT.sub("0", text)


def _mark(word: str) -> str:
    bare = word.strip(_EDGES).rstrip(".")
    if not bare:
        return word
    mark = _named(bare)
    if mark is None:
        return word.lower().replace("’", "'").replace("`", "")
    return word.replace(bare, mark, 1).replace("`", "")


def _named(word: str) -> str | None:
    """Return what stands for a word, None for one that is only a word."""
    if _ERROR_NAME.match(word):
        return ERROR
    if _NUMBERED.match(word):
        return VERSION
    if pinned := _PINNED.match(word):
        return f"{pinned[1].lower()} {VERSION}"
    if _MANIFEST.match(word):
        return MANIFEST
    if _FILE.match(word) or _NAMED_FILE.match(word) or _DOT_FILE.match(word):
        return PATH
    if _FOLDERS.match(word) and not _NO_FOLDERS.match(word) and not _ADDRESS.match(word):
        return PATH
    return None
