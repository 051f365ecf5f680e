"""Any text into the terms that the search index holds: one analyser for what is stored and for what is asked.

Every term is one token of FTS5's `unicode61 remove_diacritics 0`, unchanged: the index keeps exactly these strings.
"""

from codewatch.stems import stem

# Changes with what `index_columns` makes of a text: an index of an earlier one is made anew.
VERSION = "2"
MAX_QUERY_CHARS = 8_000
_MAX_TERM_CHARS = 64
_MAX_CHAIN_PARTS = 8
_MAX_SPLIT_CHARS = 200
_MAX_NAME_PIECES = 3

# English words that say nothing about a subject; dropped from queries, kept in the index.
STOP_WORDS = frozenset(
    """a an and are as at be been but by can cannot could did do does done for from had has have how i if in into is it
    its just let me my no not of on or our please should so some such than that the their them then there these they
    this those to too up us was we were what when where which while who why will with would you your am about also any
    each here now only very want like get got make makes made whether because okay ok yes yeah thanks thank hello hi
    hey sure via being yet still even really maybe look looks see go going dont doesnt didnt isnt arent wasnt werent
    cant couldnt wont wouldnt shouldnt havent hasnt hadnt im ive ill id youre youve youll theyre theyve weve lets
    thats theres whats""".split()
)
_CJK_STOP = frozenset(
    "的了是在吗呢吧我你他她它们请把就都也和与或这那个有要会能为给被让对从到上下中怎么什哪里のはをにがでともか"
)
# Marks that only decorate a letter; marks of other scripts (Thai, Hindi ...) are part of the spelling and stay.
_ACCENTS = ((0x300, 0x36F), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF), (0xFE00, 0xFE0F), (0xFE20, 0xFE2F))
_CJK = ((0x4E00, 0x9FFF), (0x3040, 0x30FA), (0x30FC, 0x30FF), (0xAC00, 0xD7A3), (0x3400, 0x4DBF), (0x3005, 0x3007),
        (0x31F0, 0x31FF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF))  # fmt: skip
_UNSPACED = ((0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF))  # Thai, Lao, Burmese, Khmer
_INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff"

_ASCII = "".join(chr(code) if chr(code).isalnum() or chr(code) in "_.-'" else " " for code in range(128))
_EDGE = "\x01"  # stands around a character of a script without spaces while a text is cut
_SPELLED = (("c++", "cplusplus"), ("c#", "csharp"), ("f#", "fsharp"), (".net", "dotnet"))
_CONTRACTIONS = ("t", "re", "ve", "ll", "d", "m")


class Terms:
    """The terms of one text: `words` (stems and character pairs), `identifiers` (whole compounds, folded to letters
    and digits), `singles` (lone characters of Chinese, Japanese and Korean), `joined` (`PostgreSQL` as the one word
    that people write it as, too)."""

    __slots__ = ("identifiers", "joined", "singles", "words")

    def __init__(self) -> None:
        self.words: list[str] = []
        self.identifiers: list[str] = []
        self.singles: list[str] = []
        self.joined: list[str] = []


def analyse(text: str, *, without: frozenset[str] = frozenset()) -> Terms:
    """Return the terms of `text` in order, repeats kept; plain words of `without` are left out."""
    found = Terms()
    for chunk in _chunks(text):
        if chunk.isascii() and chunk.isalpha() and chunk.islower():
            if chunk not in without:
                found.words.append(stem(chunk[:_MAX_TERM_CHARS]))
        elif chunk > "\x7f" and _within(chunk[0], _CJK):
            _add_pairs(found.words, chunk)
            found.singles += [_safe(character) for character in chunk]
        elif chunk > "\x7f" and _within(chunk[0], _UNSPACED):
            _add_pairs(found.words, chunk)
        else:
            for part in _without_apostrophes(chunk):
                _add_chain(found, part, without)
    return found


def index_columns(content: str, summary: str, files: list[str]) -> tuple[str, str, str]:
    """Return the three columns of the index (text, identifiers, paths), terms joined by a space.

    Path words stand once each, followed by the folded base name of each file (`app.py` as `apppy`).
    """
    text = analyse(f"{content}\n{summary}" if summary else content)
    paths = analyse("\n".join(files))
    names = [fold(base_name(file)) for file in files]
    of_paths = dict.fromkeys([*paths.words, *paths.identifiers, *paths.singles, *names])
    of_paths.pop("", None)
    return " ".join(text.words + text.joined), " ".join(text.identifiers + text.singles), " ".join(of_paths)


def query_terms(text: str) -> Terms:
    """Return what to look for, each term once and in order; stop words only where there is nothing else.

    Of a text over `MAX_QUERY_CHARS` characters the head and the tail are read.
    """
    if len(text) > MAX_QUERY_CHARS:
        half = MAX_QUERY_CHARS // 2
        text = f"{text[:half]} {text[-half:]}"
    found = analyse(text, without=STOP_WORDS)
    found.words = [word for word in dict.fromkeys(found.words) if not _says_nothing(word)]
    found.identifiers = list(dict.fromkeys([*found.identifiers, *found.joined]))
    found.singles = [single for single in dict.fromkeys(found.singles) if single not in _CJK_STOP]
    if not (found.words or found.identifiers or found.singles):
        every = analyse(text)
        found.words, found.singles = list(dict.fromkeys(every.words)), list(dict.fromkeys(every.singles))
    return found


def fold(text: str) -> str:
    """Return `text` as letters and digits alone, without case and accents: the form of an identifier term."""
    chunks = "".join(_chunks(text)).casefold()
    return _safe("".join(character for character in chunks if character not in "_.-'"))[:_MAX_TERM_CHARS]


def base_name(path: str) -> str:
    """Return the last part of `path`, whatever its separator."""
    return path.replace("\\", "/").rstrip("/").rpartition("/")[2]


def _chunks(text: str) -> list[str]:
    """Cut `text` where no identifier can go on; scripts without spaces become chunks of their own."""
    for written, spelled in _SPELLED:
        if written[-2:] in text.lower() and written in text.lower():
            text = _spell(text, written, spelled)
    if text.isascii():
        text = text.translate(_ASCII)
    else:
        text = _plain(text)
        text = text.translate(_character_map(text)).replace(_EDGE + _EDGE, "").replace(_EDGE, " ")
    if ".." in text or "--" in text:
        text = text.replace("..", " ").replace("--", " ")
    return [chunk for chunk in (raw.strip("_.-'") for raw in text.split()) if chunk]


def _spell(text: str, written: str, spelled: str) -> str:
    # C++, C#, .NET have no letters that tell them from C and net.
    folded, place, out = text.lower(), 0, ""
    if len(folded) != len(text):
        return text
    while (hit := folded.find(written, place)) >= 0:
        end = hit + len(written)
        alone = not (hit and folded[hit - 1].isalnum()) and not (written == ".net" and folded[end : end + 1].isalnum())
        out += text[place:hit] + (f" {spelled} " if alone else text[hit:end])
        place = end
    return out + text[place:]


def _plain(text: str) -> str:
    """Return `text` with compatibility forms, accents and lone surrogates gone, NFC and NFD spellings alike."""
    import unicodedata  # noqa: PLC0415  (only a text that is not ASCII pays for it)

    whole = text.encode("utf-8", "ignore").decode("utf-8")
    apart = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", whole))
    gone = {ord(mark): None for mark in set(apart) if mark > "\x7f" and (_within(mark, _ACCENTS) or mark in _INVISIBLE)}
    return unicodedata.normalize("NFC", apart.translate(gone))


def _character_map(text: str) -> dict[int, str]:
    import unicodedata  # noqa: PLC0415  (as above)

    kept: dict[int, str] = {code: _ASCII[code] for code in range(128)}
    for character in set(text):
        if character <= "\x7f":
            continue
        is_word = character.isalnum() or unicodedata.category(character) in ("Mn", "Mc")
        if character == "\u2019":
            kept[ord(character)] = "'"
        elif not is_word:
            kept[ord(character)] = " "
        elif _within(character, _CJK) or _within(character, _UNSPACED):
            kept[ord(character)] = _EDGE + character + _EDGE
    return kept


def _within(character: str, ranges: tuple[tuple[int, int], ...]) -> bool:
    code = ord(character)
    return any(first <= code <= last for first, last in ranges)


def _add_pairs(words: list[str], run: str) -> None:
    if len(run) == 1:
        words.append(_safe(run))
    words += [_safe(run[place : place + 2]) for place in range(len(run) - 1)]


def _without_apostrophes(chunk: str) -> list[str]:
    """Return the parts of `chunk`: `Baker's` is Baker, `don't` is dont, `l'homme` is l and homme."""
    if "'" not in chunk:
        return [chunk]
    parts: list[str] = []
    for part in chunk.split("'"):
        if parts and part.lower() in _CONTRACTIONS:
            parts[-1] += part
        elif part and not (parts and part in "sS"):
            parts.append(part)
    return [part for part in (raw.strip("_.-") for raw in parts) if part]


def _add_chain(found: Terms, chain: str, without: frozenset[str]) -> None:
    """Add the pieces of `get_user.byId-2` as words and its wholes as identifiers."""
    if len(chain) > _MAX_SPLIT_CHARS:  # A blob: no piece of it is a word.
        found.words.append(fold(chain))
        return
    parts = chain.replace("-", ".").split(".")
    pieces_of_all = 0
    for part in parts:
        pieces = [piece for name in part.split("_") if name for piece in _pieces(name)]
        pieces_of_all += len(pieces)
        if len(pieces) > 1:
            found.identifiers.append("".join(pieces)[:_MAX_TERM_CHARS])
            if len(pieces) <= _MAX_NAME_PIECES and part.isascii() and part.isalpha():
                found.joined.append(stem("".join(pieces)[:_MAX_TERM_CHARS]))
        for piece in pieces:
            if piece not in without:
                is_english = piece.isascii() and piece.isalpha()
                found.words.append(stem(piece[:_MAX_TERM_CHARS]) if is_english else piece[:_MAX_TERM_CHARS])
    if 1 < len(parts) <= _MAX_CHAIN_PARTS and pieces_of_all > 1:
        found.identifiers.append(fold(chain))


def _pieces(name: str) -> list[str]:
    """Return the parts of a camelCase name with digits, folded: `HTTPServer2` is http, server, 2."""
    if name.isalpha() and (name.islower() or name.isupper() or (name[0].isupper() and name[1:].islower())):
        return [_safe(name.casefold())]
    cuts = [0]
    for place in range(1, len(name)):
        before, here = name[place - 1], name[place]
        if before.isdigit() != here.isdigit() or (
            here.isupper() and (before.islower() or (before.isupper() and name[place + 1 : place + 2].islower()))
        ):
            cuts.append(place)
    cuts.append(len(name))
    spans = zip(cuts[:-1], cuts[1:], strict=True)  # noqa: RUF007  (a hook imports no itertools)
    return [_safe(name[start:end].casefold()) for start, end in spans]


def _safe(term: str) -> str:
    """Return `term` with what FTS5 would cut at (vowel signs of Thai, Hindi ...) moved to private-use characters."""
    if term.isascii():
        return term
    return "".join(
        character
        if character.isalnum() and not 0x19B0 <= ord(character) <= 0x1CFF
        else chr(0xE000 + ord(character) % 6400)
        for character in term
    )


def _says_nothing(word: str) -> bool:
    if len(word) == 1:
        return (word.isascii() and word.isalpha()) or word in _CJK_STOP
    return len(word) == 2 and word[0] in _CJK_STOP and word[1] in _CJK_STOP
