"""Tokens that a terminal, an editor or a program's source broke over lines."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from codewatch.privacy import edges
from codewatch.privacy.found import Found
from codewatch.privacy.links import BREAK

# Beginnings that occur in few texts; a token of another kind is found only when the first line holds enough of it.
_BEGINNINGS = {
    text.lower().encode(): text
    for text in (
        "AKIA ASIA ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- sk-ant- sk-proj- sk-or- sk-svcacct- sk-admin- xoxb-"
        " xoxp- xapp- AIza npm_ pypi- hf_ gsk_ pplx- nvapi- lsv2_ ya29. GOCSPX- dop_v1_ doo_v1_ dor_v1_ dapi shpat_"
        " shpss_ shpca_ shppa_ sk_live_ sk_test_ rk_live_ whsec_ hvs. hvb. dckr_pat_ rubygems_ lin_api_ ntn_ figd_"
        " PMAK- NRAK- sntrys_ sntryu_ glsa_ glc_ nfp_ sbp_ pscale_ bkua_ eyJ ATATT3 ATBB xkeysib- ops_eyJ AGE-SECRET-"
        " KEY-1 dp.pt. dp.st. tskey- pul- r8_ xai- HRKU- tvly- pcsk_ phx_ rnd_ napi_ SG. CCIPAT_ CFPAT- AKCp dt0c01."
        " LTAI sq0 EAA sl.B ABSK squ_ sqp_ sqa_ glcbt- gldt- glrt- sgp_ shippo_ tgp_v1_ hcaik_ fc- CLOJARS_"
        " jina_ tfp_ rdme_ fio-u- duffel_ dnkey- pnu_"
    ).split()
}
# These are letters alone: what a first line too short to be looked at as a long word has beside them.
_FIRST_WORDS = {
    b"eyj": b"eyj eyjhbgcioijiuzi eyjhbgcioijsuzi eyjhbgcioijfuzi",
    b"dapi": b"dapi dapia dapib dapic dapid dapie dapif",
    b"atbb": b"atbb",
    b"akcp": b"akcp",
    b"ltai": b"ltai",
    b"absk": b"abskqmvkcm",
}
BEGINNINGS = frozenset(_BEGINNINGS)
# The letters of a beginning that end before a sign or a digit are words of their own; all of them must be there.
_WORDS_OF = {hint: words for hint in _BEGINNINGS if (words := frozenset(re.findall(rb"[a-z]+(?=[^a-z])", hint)))}
_ONE_OF = {hint: frozenset(words.split()) for hint, words in _FIRST_WORDS.items()}
WORDS = frozenset(word for words in (*_WORDS_OF.values(), *_ONE_OF.values()) for word in words)
_OTHERS = (b"akia", b"aiza")


def hints_in(folded: bytes, words: Iterable[bytes]) -> list[bytes]:
    """Return the beginnings of tokens in a text, of which `words` are those of `WORDS` that stand in it."""
    there = WORDS.intersection(words)
    near = [hint for hint, parts in _WORDS_OF.items() if parts <= there and hint in folded]
    near += [hint for hint, words in _ONE_OF.items() if not words.isdisjoint(there)]
    return near + [hint for hint in _OTHERS if hint in folded]


_RUN = r"[A-Za-z0-9_.=+/%~$:-]"
_STRING_BREAK = (
    rf"(?:[\"'`]?[ \t]{{0,3}}[+.]?[ \t]{{0,3}}{BREAK}(?:[+.][ \t]{{0,3}}(?=[fbru]?[\"'`]))?(?:[fbru]?[\"'`])?"
    r"|[\"'][ \t]{0,2}[+.][ \t]{0,2}[\"'])"
)
_NEXT = re.compile(rf"{_STRING_BREAK}({_RUN}{{2,200}})")
_MOST_LINES = 4
# A token goes on after a line that it fills.
_WHOLE_LINE_CHARS = 40
_AROUND = " \t\r\n\\\"'+"
# The rest of a token that a terminal or an editor broke: a line of nothing but its letters, with a digit among them.
_END = r"(?:[\s\"'`,;)<]|\\{1,8}[nrt\"'`]|\Z)"
_NAME = r"(?![A-Z][A-Z0-9]*_[A-Z0-9_]*=)"
_MIXED = r"(?=[\w+/=-]{0,60}(?:[a-z][A-Z0-9]|\d[A-Z]))[\w+/=-]{10,200}"
_NEXT_LINE = re.compile(
    rf"(?:\\\r?\n[ \t]{{0,8}}[\w+/=.-]{{3,200}}|\\?\r?\n[ \t]{{0,8}}{_NAME}(?=[A-Za-z_+/=.-]{{0,200}}\d)"
    rf"(?:[A-Za-z0-9_+/=.-]{{6,200}}(?=[\"'`,;)]{{0,3}}\s*(?:\n|\Z))|{_MIXED}(?=[\s\"'`,;)]|\Z))"
    rf"|(?:\\{{1,8}}r)?\\{{1,8}}n[ \t]{{0,8}}{_NAME}(?=[A-Za-z_+/=.-]{{0,200}}\d)"
    rf"(?:[A-Za-z0-9_+/=.-]{{6,200}}(?=\\{{0,8}}[\"'`]|\\{{1,8}}[nr]|\Z)|{_MIXED}(?={_END})))",
    re.ASCII,
)
_JOINED = re.compile(
    r"\\{0,8}[\"'](?:[ \t]{0,3}[+.]?[ \t]{0,3}\\?(?:\r?\n|\\{1,8}n)[ \t+.]{0,20}|[ \t]{0,2}[+.][ \t]{0,2})"
    r"\\{0,8}[\"']([A-Za-z0-9_+/=.-]{3,200})(?=\\{0,8}[\"'])"
)


def end_of_rest(text: str, end: int) -> int:
    """Return where a token ends that goes on in the next line after `end`; 0 when it does not."""
    last = 0
    for _ in range(_MOST_LINES):
        rest = _NEXT_LINE.match(text, end) or _JOINED.match(text, end)
        if rest is None:
            return last
        last, end = rest.end(), rest.end()
        if len(rest[0].strip(_AROUND)) < _WHOLE_LINE_CHARS:
            return last
    return last


def find(text: str, near: Mapping[bytes, Sequence[tuple[str, re.Pattern[str], bool]]]) -> Iterator[Found]:
    """Yield the tokens of a text that go on in its next line.

    `near` are the hints that occur in it, each with the kinds that begin so: name, pattern, and whether it counts at
    a word's start only.
    """
    for hint, kinds in near.items():
        beginning = _BEGINNINGS[hint]
        position = text.find(beginning)
        while position >= 0:
            found = _at(text, position, kinds)
            if found is not None:
                yield found
            position = text.find(beginning, found.end if found else position + 1)


def _at(text: str, start: int, kinds: Sequence[tuple[str, re.Pattern[str], bool]]) -> Found | None:
    run = _FIRST.match(text, start)
    if run is None:
        return None
    joined, end = run[0], run.end()
    borders: list[tuple[int, int]] = [(len(joined), end)]
    while len(borders) <= _MOST_LINES and (more := _NEXT.match(text, end)) is not None:
        joined += more[1]
        end = more.end()
        borders.append((len(joined), end))
    if len(borders) == 1:
        return None
    begins_word = edges.begins_word(text, start)
    for name, pattern, at_start in kinds:
        match = pattern.match(joined)
        if match is None or (at_start and not begins_word):
            continue
        if (first := pattern.match(text, start, run.end())) is not None:
            # A whole one, or the beginning of one that is too short to be looked for.
            rest = end_of_rest(text, first.end())
            if rest:
                return Found(start, rest, name)
            continue
        length, end = next(border for border in borders if border[0] >= match.end())
        return Found(start, end - (length - match.end()), name)
    return None


_FIRST = re.compile(rf"{_RUN}{{4,400}}")
