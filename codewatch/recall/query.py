"""A prompt or a search text into a Query: terms per column, the paths it names, the phrases it quotes."""

from codewatch.terms import MAX_QUERY_CHARS, Terms, analyse, base_name, fold, query_terms

_MAX_PATHS = 8
_MAX_PHRASES = 8
_MAX_PARTS = 6
_CLAUSE_ENDS = (". ", "! ", "? ", ": ", "; ", ", and ", ", but ", ", or ", "\u3002", "\uff1f", "\uff01")
_AROUND = "\"'`()[]{}<>,;:!?*|="
_QUOTES = (('"', '"'), ("`", "`"), ("\u201c", "\u201d"), ("\u00ab", "\u00bb"), ("\u300c", "\u300d"))
_EXTENSIONS = frozenset(
    """bash c cc cfg cjs conf cpp cs css csv dart env ex exs fish go gradle h hpp hs html ini ipynb java jl js
    json jsonl jsx kt less lock lua md mdx mjs mk ml mts nix php pl plist proto ps1 py pyi pyx r rb rs rst
    sass scala scss sh sql sqlite svelte swift tf toml ts tsx txt vue xml yaml yml zig zsh""".split()
)


class Query:
    """What a text asks for.

    `words` go to the text and path columns, `identifiers` and `singles` to the identifier column, `names` (folded base
    names of `paths`) to the path column. `phrases` are quoted runs of two words or more, as terms.
    """

    __slots__ = ("identifiers", "names", "paths", "phrases", "singles", "words")

    def __init__(self, terms: Terms, paths: list[str], phrases: list[list[str]]) -> None:
        self.words = terms.words
        self.identifiers = terms.identifiers
        self.singles = terms.singles
        self.paths = paths
        self.names = [name for name in dict.fromkeys(fold(base_name(path)) for path in paths) if name]
        self.phrases = phrases

    def is_empty(self) -> bool:
        """Return whether there is nothing to look for."""
        return not (self.words or self.identifiers or self.singles or self.names)

    def kind(self) -> str:
        """Return what it names: a `path`, a code `identifier`, or nothing of the kind (`plain`)."""
        return "path" if self.paths else "identifier" if self.identifiers else "plain"


def parse(text: str) -> Query:
    """Return the Query of `text`; a long text is read at its head and its tail."""
    if len(text) > MAX_QUERY_CHARS:
        half = MAX_QUERY_CHARS // 2
        text = f"{text[:half]} {text[-half:]}"
    paths = find_paths(text)
    terms = query_terms(text)
    if paths:
        _drop_folder_words(terms, text, paths)
    return Query(terms, paths, find_phrases(text))


def parse_parts(text: str) -> list[Query]:
    """Return the Query of each sentence or clause of `text` that asks for something, at most six; of one, the whole."""
    text = text[:MAX_QUERY_CHARS]
    for end in _CLAUSE_ENDS:
        text = text.replace(end, "\n")
    parts = [parse(line) for line in text.splitlines() if line.strip()]
    return [part for part in parts if not part.is_empty()][:_MAX_PARTS]


def find_paths(text: str) -> list[str]:
    """Return the paths that `text` names: with a slash in them, or a known file extension; at most eight."""
    found: dict[str, None] = {}
    for raw in text.split():
        word = raw.strip(_AROUND).rstrip(".").replace("\\", "/")
        if "://" in word or not ("/" in word or "." in word):
            continue
        word = word.partition(":")[0].lstrip("./").rstrip("/")
        name, _, extension = base_name(word).rpartition(".")
        if not any(character.isalpha() for character in word):
            continue
        if "/" in word or (name and extension.lower() in _EXTENSIONS):
            found[word] = None
    return list(found)[:_MAX_PATHS]


def find_phrases(text: str) -> list[list[str]]:
    """Return what `text` puts in quotes, as word terms; quotes of one word are ordinary words."""
    phrases: list[list[str]] = []
    for opening, closing in _QUOTES:
        place = text.find(opening)
        while place >= 0 and len(phrases) < _MAX_PHRASES:
            end = text.find(closing, place + 1)
            if end < 0:
                break
            words = analyse(text[place + 1 : end][:200]).words
            if len(words) > 1:
                phrases.append(words)
            place = text.find(opening, end + 1)
    return phrases


def _drop_folder_words(terms: Terms, text: str, paths: list[str]) -> None:
    # Folders are shared by hundreds of files: a path is asked for by its name, and compared as a whole when ranking.
    without = text.replace("\\", "/")
    for path in sorted(paths, key=len, reverse=True):
        name = base_name(path)
        without = without.replace(path, f" {name.rpartition('.')[0] or name} ")
    terms.words = query_terms(without).words
