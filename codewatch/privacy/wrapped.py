"""Tokens that a terminal, an editor or a program's source broke over lines."""

import re
from collections.abc import Iterable, Iterator

from codewatch.privacy.found import Found
from codewatch.privacy.links import BREAK

# Beginnings that occur in few texts; a token of another kind is found only when the first line holds enough of it.
_BEGINNINGS = {
    text.lower().encode(): text
    for text in (
        "AKIA ASIA ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- sk-ant- sk-proj- sk-or- sk-svcacct- sk-admin- xoxb-"
        " xoxp- xapp- AIza npm_ pypi- hf_ gsk_ pplx- nvapi- lsv2_ ya29. GOCSPX- dop_v1_ doo_v1_ dor_v1_ dapi shpat_"
        " shpss_ shpca_ shppa_ sk_live_ sk_test_ rk_live_ whsec_ hvs. hvb. dckr_pat_ rubygems_ lin_api_ ntn_ figd_"
        " PMAK- NRAK- sntrys_ sntryu_ glsa_ glc_ nfp_ sbp_ pscale_ bkua_ eyJh ATATT3 ATBB xkeysib- ops_eyJ AGE-SECRET-"
        " KEY-1 dp.pt. dp.st. tskey- pul- r8_ xai- HRKU- tvly- pcsk_ phx_ rnd_ napi_ SG. CCIPAT_ CFPAT- AKCp dt0c01."
        " LTAI sq0 EAAA sl.B ABSK squ_ sqp_ sqa_ glcbt- gldt- glrt-"
    ).split()
}
# The letters of a beginning that end before a sign or a digit are words of their own; all of them must be there.
_WORDS_OF = {hint: frozenset(re.findall(rb"[a-z]+(?=[^a-z])", hint)) for hint in _BEGINNINGS}
WORDS = frozenset(word for words in _WORDS_OF.values() for word in words)
_OTHERS = (b"akia", b"aiza")


def hints_in(folded: bytes, words: Iterable[bytes]) -> list[bytes]:
    """Return the beginnings of tokens in a text, of which `words` are those of `WORDS` that stand in it."""
    there = WORDS.intersection(words)
    near = [hint for hint, parts in _WORDS_OF.items() if parts and parts <= there and hint in folded]
    return near + [hint for hint in _OTHERS if hint in folded]


_RUN = r"[A-Za-z0-9_.=+/%~$:-]"
_STRING_BREAK = (
    rf"(?:[\"'`]?[ \t]{{0,3}}[+.]?[ \t]{{0,3}}{BREAK}(?:[+.][ \t]{{0,3}})?[fbru]?[\"'`]?|[\"'][ \t]{{0,2}}[+.][ "
    rf"\t]{{0,2}}[\"'])"
)
_NEXT = re.compile(rf"{_STRING_BREAK}({_RUN}{{2,200}})")
_MOST_LINES = 4


def find(text: str, near: list[bytes], kinds: list[tuple[str, re.Pattern[str]]]) -> Iterator[Found]:
    """Yield the tokens of a text that go on in its next line; `near` are the hints that occur in it."""
    for hint in near:
        beginning = _BEGINNINGS[hint]
        position = text.find(beginning)
        while position >= 0:
            found = _at(text, position, kinds)
            if found is not None:
                yield found
            position = text.find(beginning, found.end if found else position + 1)


def _at(text: str, start: int, kinds: list[tuple[str, re.Pattern[str]]]) -> Found | None:
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
    for name, pattern in kinds:
        match = pattern.match(joined)
        if match is None or pattern.match(run[0]) is not None:
            continue
        length, end = next(border for border in borders if border[0] >= match.end())
        return Found(start, end - (length - match.end()), name)
    return None


_FIRST = re.compile(rf"{_RUN}{{4,400}}")
