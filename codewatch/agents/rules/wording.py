"""How much a sentence sounds like a rule that somebody wrote down, by its words: a sum of weights.

The weights are a logistic regression, made by `tests/bench/wording.py` from sentences of style guides, readmes and
prompts. `statements` asks them where no table of forms knows a rule, and whether what one knows is a readme's.
"""

import math
import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from codewatch.agents.rules.moment import MOMENTARY, SPECIFIC
from codewatch.agents.rules.wording_weights import INTERCEPT, TABLE

# From here on a sentence is taken for a rule by its words alone.
SOUNDS_LIKE_A_RULE = 1.0

_WEIGHTS = {sign: float(weight) for weight, *signs in map(str.split, TABLE.splitlines()) for sign in signs}
_WORD = re.compile(r"[a-z']+|[:()–—/.+#`@]|\d+")
_VERBS = frozenset(
    """use write add create make update run check review verify test validate handle extract fix change ask read follow
    commit import export expose mock consult consider provide regenerate bump rebase squash format lint split include
    preserve treat reference prefer highlight describe document maintain favor favour minimize leverage organize group
    separate define declare annotate explain name return raise throw catch log limit choose specify reuse respect
    encapsulate keep avoid ensure put place store set get call pass wrap inject mark tag sign cover assert structure
    match model map sort order align indent capitalize prefix suffix end start begin open close merge push pull branch
    build compile deploy release publish ship install configure enable disable remove delete drop move rename refactor
    replace convert migrate introduce implement design register require restrict rely depend apply pin cite quote state
    summarize mention note look find search stick adhere conform comply respond answer reply report tell show give link
    refer submit request wait stop try do be have let leave skip ignore hide print render await emit bind attach parse
    serialize encode decode escape sanitize cache batch persist propagate surface fail exit target support isolate clean
    bring combine compose divide break inherit extend override hardcode mutate modify edit touch think focus strive aim
    optimize simplify deduplicate normalize amend send receive fetch load save draft discuss propose gate guard prove
    measure benchmark profile inline flatten nest only always never don't not please""".split()
)
_SIGNS = (
    ("NO_FULL_STOP", re.compile(r"[^.!]$")),
    ("LABEL", re.compile(r"^[\w /`-]{2,30}: ")),
    ("PASSIVE", re.compile(r"\w (?:is|are) \w+ed\b")),
    ("WHEN_DOING", re.compile(r"\b(?:if|when|before|after|unless|while|without|by|whenever) \w+ing\b")),
    ("OF_ONE_THING", SPECIFIC),
    ("OF_THE_MOMENT", MOMENTARY),
)
_NAMES = re.compile(r"\b[A-Z][a-z]+[A-Z]|[a-z] [A-Z][a-z]")


@lru_cache(maxsize=1_024)
def score(sentence: str, plain: str) -> float:
    """Return how much a sentence sounds like a rule: above zero more so than not, in log odds.

    `plain` is the sentence in lower case with its quotations masked.
    """
    # Exact, whatever the order: that of a set differs from run to run.
    return math.fsum((INTERCEPT, *(_WEIGHTS.get(sign, 0.0) for sign in signs_of(sentence, plain))))


def signs_of(sentence: str, plain: str) -> set[str]:
    """Return the signs of a sentence: words, pairs of them, the first two as `1:word` and `2:word`, and its form."""
    return set(_signs(sentence, plain))


def _signs(sentence: str, plain: str) -> Iterator[str]:
    found = _WORD.findall(plain)
    yield from found
    yield from map("+".join, pairwise(found))
    words = [word for word in found if word[0].isalpha()]
    if words:
        yield f"1:{words[0]}"
        if words[0] in _VERBS:
            yield "VERB_FIRST"
        elif words[0].endswith("s") and not words[0].endswith("ss"):
            yield "S_FIRST"
        if words[0].endswith("ing"):
            yield "ING_FIRST"
    if len(words) > 1:
        yield f"2:{words[1]}"
        if words[1].endswith("s") and words[0] not in _VERBS:
            yield "S_SECOND"
    yield f"LENGTH_{min(6, len(words) // 5)}"
    yield from (name for name, pattern in _SIGNS if pattern.search(plain))
    if sentence[:1].isupper():
        yield "CAPITAL"
    if _NAMES.search(sentence):
        yield "NAMES"
