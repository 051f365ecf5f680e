"""An observation into what two that say the same share: what they are about, what they name, what they deny."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from codewatch import terms
from codewatch.agents.sacred import is_sacred
from codewatch.categories import Category, Origin
from codewatch.literals import denials_of
from codewatch.observations import StoredObservation

# How a thing is said, not what.
_WEAK = terms.STOP_WORDS | frozenset(
    terms.stem(word)
    for word in """always never please use using used prefer want wants wish need needs must again said say says decided
    decide decision rather instead all every everywhere nowhere anywhere strictly new avoid add
    bitte immer nie niemals nicht kein keine keinen alle stets grundsätzlich verwenden wir ich und der die das den
    werden wird toujours jamais pas tous toutes utiliser siempre nunca usar""".split()
)
_DENYING = frozenset(
    """not no never none nor neither cannot avoid without over than instead rather dont doesnt didnt wont isnt arent
    nicht nie niemals kein keine keinen keiner ohne statt pas jamais ne sans sin nunca""".split()
)
# What two that say the same may differ in, where what they say must survive: politeness, articles, stress.
_HARMLESS = frozenset(
    """a an the please always every all again remember note we i you our your my this that it is are be
    bitte immer stets wir ich der die das den toujours nous le la les siempre""".split()
)
_BEFORE, _BEHIND = "\"'`([{“„«", ".,;:!?\"'`)]}“”»。，；：！？"
_DO_NOT = re.compile(r"\b(?:do(?:es)? not|don['’]?t|doesn['’]?t)\b", re.IGNORECASE)
# Small words that turn what is said into something else.
_TURNING = frozenset(
    """off up down out any only both under over above below less more least most than too
    aus auf ab nur mehr weniger beide seulement plus moins solo más menos""".split()
)
_WORD = re.compile(r"[\w'’]+")
_APOSTROPHE = re.compile("['’]")
_CLAUSE = re.compile(r"[,.;:!?—–]+\s|\b(?:but|sondern|aber|mais|sino)\b")


class Fact(NamedTuple):
    """One observation: its words that count, its literals, how it denies, and what it denies first."""

    observation: StoredObservation
    words: frozenset[str]
    literals: frozenset[str]
    denials: frozenset[str]
    denied: frozenset[str]
    order: tuple[str, ...]
    turns: tuple[str, ...]
    exact: tuple[str, ...]
    is_sacred: bool

    @property
    def is_by_user(self) -> bool:
        """Return whether the user said it."""
        return self.observation.origin == Origin.USER

    @property
    def exact_key(self) -> object:
        """Return what only observations share that say the same in the same words."""
        return (self.observation.category, self.exact or self.observation.content)

    @property
    def key(self) -> object:
        """Return what only observations share that say the same, as far as what may be left out goes."""
        if not self.words and not self.literals:
            return self.observation.content
        return (self.observation.category, self.order, self.turns, self.literals, self.denials, self.denied)


def facts_of(pending: Iterable[StoredObservation]) -> list[Fact]:
    """Return the facts of observations, in their order."""
    return [fact_of(observation) for observation in pending]


def fact_of(observation: StoredObservation) -> Fact:
    """Return the facts of one observation."""
    content = observation.content
    found = terms.analyse(content, without=terms.STOP_WORDS).words
    counted = [word for word in found if word not in _WEAK]
    denials = denials_of(content)
    plain = content.lower()
    return Fact(
        observation,
        frozenset(counted),
        frozenset(observation.named),
        denials,
        _denied(plain, frozenset(counted)) if denials or " over " in plain or " than " in plain else frozenset(),
        tuple(counted),
        tuple(word for word in _WORD.findall(plain) if word in _TURNING),
        _exact(content),
        is_sacred(observation),
    )


def says_all_of(one: Fact, other: Fact) -> bool:
    """Return whether `one` says all that `other` does, word by word and in its order, and denies nothing else.

    What is sacred stands in it in one piece: "tabs in Go and spaces in Python" does not say "tabs in Python".
    """
    return (
        other.words <= one.words
        and other.literals <= one.literals
        and other.denials == one.denials
        and not (other.denied & (one.words - one.denied))
        and not (one.denied & (other.words - other.denied))
        and one.turns == other.turns
        and (_in_one_piece(other.exact, one.exact) if other.is_sacred else _in_order(other.order, one.order))
        and _fit(one.observation.category, other.observation.category)
    )


def _exact(content: str) -> tuple[str, ...]:
    """Return a text word by word with the signs in and before them, without what is harmless and marks around."""
    words = (_bare(word) for word in _DO_NOT.sub("never", content).split())
    return tuple(word for word in words if word and word not in _HARMLESS)


def _bare(word: str) -> str:
    bare = word.rstrip(_BEHIND).lstrip(_BEFORE) or word
    # Capitals at the start of a sentence say nothing; FOO is not foo.
    return bare.lower() if bare[1:] == bare[1:].lower() else bare


def _in_one_piece(part: Sequence[str], whole: Sequence[str]) -> bool:
    return any(whole[at : at + len(part)] == part for at in range(len(whole) - len(part) + 1))


def _in_order(part: Sequence[str], whole: Sequence[str]) -> bool:
    rest = iter(whole)
    return bool(part) and all(word in rest for word in part)


def _fit(one: Category, other: Category) -> bool:
    rules = (Category.USER_PREFERENCE, Category.CONVENTION)
    return one is other or (one in rules and other in rules)


def _denied(plain: str, counted: frozenset[str]) -> frozenset[str]:
    """Return those of the words that come first behind a denial in its clause, and are said nowhere else."""
    denied: set[str] = set()
    affirmed: set[str] = set()
    for clause in _CLAUSE.split(plain):
        words = _WORD.findall(clause)
        at = next((place for place, word in enumerate(words) if _APOSTROPHE.sub("", word) in _DENYING), len(words))
        affirmed.update(terms.analyse(" ".join(words[:at])).words)
        behind = [word for word in terms.analyse(" ".join(words[at + 1 :])).words if word in counted]
        denied.update(behind[:1])
        affirmed.update(behind[1:])
    return frozenset((denied - affirmed) & counted)
