"""Lines of a reflection against the observations they stand for: what vanished, and what came from nowhere (B2)."""

import re
from collections.abc import Iterable, Mapping, Sequence

from codewatch import terms
from codewatch.agents.sacred import is_sacred
from codewatch.literals import denials_of, known, literals_of, without_literals
from codewatch.observations import StoredObservation
from codewatch.reflections import HEADING_MARK, HEADINGS, Contract, ReflectionLine

# A decision comes with its reason and a cause with its fix: each clause has to be found again, not only the first.
_CLAUSE_END = re.compile(
    r"[.,;:!?]\s+|[。，；！？]|因为|\b(?:because|since|so that|due to|in order to|unless|until|weil|denn|damit"
    r"|sondern|car|porque|parce que)\b",
    re.IGNORECASE,
)
# That somebody says it, and how politely, is owed to nobody.
_SAID = re.compile(
    r"\b(?:s['’]il (?:te|vous) pla[iî]t|por favor|per favore|wir haben entschieden|(?:as )?i said (?:it )?before"
    r"|that was not what i meant|no, that['’]s wrong|by the way|thank you)\b",
    re.IGNORECASE,
)
_CLAUSE_WORDS = 2
_WORD = re.compile(r"\w+")
_OURS = frozenset(HEADINGS.values())
_KEPT_SHARE = 1 / 3


def check(lines: Sequence[ReflectionLine], observations: Sequence[StoredObservation]) -> Contract:
    """Return how `lines` keep what they owe to `observations`; the same for a model's lines and the rules'.

    A pinned line is a source by itself: nothing in it is invented, and what it names it tells.
    """
    by_id = {observation.id: observation for observation in observations}
    pinned = {source for line in lines if line.is_pinned for source in line.sources}
    sacred = [observation for observation in observations if is_sacred(observation) and observation.id not in pinned]
    owed = {observation.id: observation.named for observation in sacred}
    told = _told(lines)
    missing = [
        (observation.id, literal)
        for observation in sacred
        if observation.id in told
        for literal in _missing(observation, owed[observation.id], told[observation.id])
    ]
    unrepresented = [
        observation.id
        for observation in sacred
        if observation.id not in told or not _is_represented(observation.content, told[observation.id])
    ]
    unsourced = [number for number, line in enumerate(lines) if not line.is_heading and not _is_sourced(line, by_id)]
    everything = observations if any(_is_odd(line) for line in lines) else ()
    invented = [
        (number, literal)
        for number, line in enumerate(lines)
        if number not in unsourced
        for literal in _invented(line, by_id, everything)
    ]
    return Contract(
        sacred=len(sacred), literals=sum(len(literals) for literals in owed.values()), missing=tuple(missing),
        unrepresented=tuple(unrepresented), invented=tuple(invented), unsourced=tuple(unsourced),
    )  # fmt: skip


def _told(lines: Iterable[ReflectionLine]) -> dict[int, str]:
    """Return what is told of each observation: the texts of all lines that name it."""
    texts: dict[int, list[str]] = {}
    for line in lines:
        for source in line.sources:
            texts.setdefault(source, []).append(line.text)
    return {source: "\n".join(parts) for source, parts in texts.items()}


def _missing(observation: StoredObservation, owed: Sequence[str], told: str) -> list[str]:
    if observation.content in told:
        return []
    text = known(told)
    lost = [literal for literal in owed if not text.holds(literal)]
    return [*lost, *sorted(denials_of(observation.content) - denials_of(told))]


def _is_represented(content: str, told: str) -> bool:
    """Return whether each clause of `content` shares enough of its words with what is told of it.

    Literals are looked for one by one, and do not make up for a reason that is gone.
    """
    if content in told:
        return True
    # Every word as it stands: nothing has to be taken apart to see that each clause is there.
    if set(_WORD.findall(content.lower())) - terms.STOP_WORDS <= set(_WORD.findall(told.lower())):
        return True
    words = frozenset(terms.analyse(told, without=terms.STOP_WORDS).words)
    for clause in _CLAUSE_END.split(_SAID.sub(" ", without_literals(content))):
        said = frozenset(terms.analyse(clause, without=terms.STOP_WORDS).words)
        if len(said) >= _CLAUSE_WORDS and len(said & words) <= _KEPT_SHARE * len(said):
            return False
    return True


def _is_sourced(line: ReflectionLine, by_id: Mapping[int, StoredObservation]) -> bool:
    return line.is_pinned or (bool(line.sources) and all(source in by_id for source in line.sources))


def _is_odd(line: ReflectionLine) -> bool:
    """Return whether a line is a heading, and none of ours."""
    return line.is_heading and line.text.removeprefix(HEADING_MARK) not in _OURS


def _invented(
    line: ReflectionLine, by_id: Mapping[int, StoredObservation], everything: Sequence[StoredObservation]
) -> list[str]:
    if line.is_pinned or (line.is_heading and not _is_odd(line)):
        return []
    sources = everything if line.is_heading else [by_id[source] for source in line.sources]
    # A line that stands so in its source invents nothing.
    if len(sources) == 1 and line.text.removeprefix("- ") in sources[0].content:
        return []
    text = known("\n".join(_support(source) for source in sources))
    invented = [literal for literal in literals_of(line.text) if not text.holds(literal)]
    # How many it stands for is the one number that a line may add.
    invented = [literal for literal in invented if literal != str(len(line.sources))]
    # "Decimal, not float" may stand for "Decimal instead of float", and never for "Decimal or float".
    if line.is_heading or any(denials_of(source.content) for source in sources):
        return invented
    return [*invented, *sorted(denials_of(line.text))]


def _support(source: StoredObservation) -> str:
    return "\n".join((source.content, *source.files, source.observed_at[:10]))
