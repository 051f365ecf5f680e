"""Tokens that a terminal, an editor or a program's source broke over lines."""

import re
from collections.abc import Iterable, Iterator

from codewatch.privacy.found import Found
from codewatch.privacy.links import BREAK

# Beginnings that occur in few texts; a token of another kind is found only when the first line holds enough of it.
_BEGINNINGS = {
    b"akia": "AKIA", b"asia": "ASIA", b"ghp_": "ghp_", b"gho_": "gho_", b"ghu_": "ghu_", b"ghs_": "ghs_", b"ghr_": "ghr_",
    b"github_pat_": "github_pat_", b"glpat-": "glpat-", b"sk-ant-": "sk-ant-", b"sk-proj-": "sk-proj-", b"sk-or-": "sk-or-",
    b"sk-svcacct-": "sk-svcacct-", b"sk-admin-": "sk-admin-", b"xoxb-": "xoxb-", b"xoxp-": "xoxp-", b"xapp-": "xapp-", b"aiza": "AIza",
    b"npm_": "npm_", b"pypi-": "pypi-", b"hf_": "hf_", b"gsk_": "gsk_", b"pplx-": "pplx-", b"nvapi-": "nvapi-",
    b"lsv2_": "lsv2_", b"ya29.": "ya29.", b"gocspx-": "GOCSPX-", b"dop_v1_": "dop_v1_", b"doo_v1_": "doo_v1_", b"dor_v1_": "dor_v1_", b"dapi": "dapi",
    b"shpat_": "shpat_", b"shpss_": "shpss_", b"shpca_": "shpca_", b"shppa_": "shppa_", b"sk_live_": "sk_live_", b"sk_test_": "sk_test_", b"rk_live_": "rk_live_",
    b"whsec_": "whsec_", b"hvs.": "hvs.", b"hvb.": "hvb.", b"dckr_pat_": "dckr_pat_", b"rubygems_": "rubygems_", b"lin_api_": "lin_api_",
    b"ntn_": "ntn_", b"figd_": "figd_", b"pmak-": "PMAK-", b"nrak-": "NRAK-", b"sntrys_": "sntrys_", b"sntryu_": "sntryu_", b"glsa_": "glsa_", b"glc_": "glc_",
    b"nfp_": "nfp_", b"sbp_": "sbp_", b"pscale_": "pscale_", b"bkua_": "bkua_", b"eyjh": "eyJh", b"atatt3": "ATATT3",
    b"atbb": "ATBB", b"xkeysib-": "xkeysib-", b"ops_eyj": "ops_eyJ", b"age-secret-key-1": "AGE-SECRET-KEY-1",
    b"dp.pt.": "dp.pt.", b"dp.st.": "dp.st.", b"tskey-": "tskey-", b"pul-": "pul-", b"r8_": "r8_", b"xai-": "xai-", b"hrku-": "HRKU-",
    b"tvly-": "tvly-", b"pcsk_": "pcsk_", b"phx_": "phx_", b"rnd_": "rnd_", b"napi_": "napi_", b"sg.": "SG.", b"ccipat_": "CCIPAT_",
    b"cfpat-": "CFPAT-", b"akcp": "AKCp", b"dt0c01.": "dt0c01.", b"ltai": "LTAI", b"sq0": "sq0", b"eaaa": "EAAA", b"sl.b": "sl.B",
    b"absk": "ABSK", b"squ_": "squ_", b"sqp_": "sqp_", b"sqa_": "sqa_", b"glcbt-": "glcbt-", b"gldt-": "gldt-", b"glrt-": "glrt-",
}  # fmt: skip
# The last letters of a beginning before a sign or a digit are a word of its own.
_OF_WORD: dict[bytes, list[bytes]] = {}
for _hint in _BEGINNINGS:
    if _found := re.match(rb".*?([a-z]+)[^a-z]+\Z", _hint):
        _OF_WORD.setdefault(_found[1], []).append(_hint)
WORDS = frozenset(_OF_WORD)
_OTHERS = (b"akia", b"aiza")


def hints_in(folded: bytes, words: Iterable[bytes]) -> list[bytes]:
    """Return the beginnings of tokens in a text, of which `words` are those of `WORDS` that stand in it."""
    near = [hint for word in WORDS.intersection(words) for hint in _OF_WORD[word] if hint in folded]
    return near + [hint for hint in _OTHERS if hint in folded]


_RUN = r"[A-Za-z0-9_.=+/%~$:-]"
_STRING_BREAK = rf"(?:[\"'`]?[ \t]{{0,3}}[+.]?[ \t]{{0,3}}{BREAK}(?:[+.][ \t]{{0,3}})?[fbru]?[\"'`]?|[\"'][ \t]{{0,2}}[+.][ \t]{{0,2}}[\"'])"
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
