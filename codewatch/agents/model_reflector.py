"""Unreflected observations become one reflection by a model, at the lowest level whose answer is sound and short."""

import logging
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from codewatch import thresholds
from codewatch.agents import reflector, rolling
from codewatch.agents.degenerate import is_degenerate
from codewatch.agents.repair import repair
from codewatch.agents.rules.rules_observer import STANDS_IN
from codewatch.categories import Category
from codewatch.errors import ContextTooLong, ModelOutputError, ProviderBusy, ProviderError, ProviderRefused
from codewatch.llm import prompts
from codewatch.llm.question import Answer, Asker, Question
from codewatch.llm.reading import read_json
from codewatch.observations import StoredObservation
from codewatch.reflections import (
    HEADING_MARK,
    HEADINGS,
    Contract,
    Reflection,
    ReflectionLine,
    StoredReflection,
)

logger = logging.getLogger("codewatch.agents")

TEMPERATURE = 0.0
CALL_TOKENS = 30_000
EARLIER_CHARS = 16_000
LEAST_OUTPUT_TOKENS = 4_096
MOST_OUTPUT_TOKENS = 8_192
_MOST_ROUNDS = 6
_MOST_HALVINGS = 3
# What had to be mended so much says little of its sources; the next level is asked.
_MOST_DROPPED = 1 / 3
_MOST_RESTORED = 1 / 2
_CATEGORY_OF = {heading: category for category, heading in HEADINGS.items()}


class Line(BaseModel):
    """One compressed line of a model's answer."""

    model_config = ConfigDict(extra="ignore")

    heading: str = ""
    text: str = Field(min_length=1)
    sources: list[int] = []

    @field_validator("sources", mode="before")
    @classmethod
    def _bare(cls, value: object) -> object:
        given = cast("list[object]", value) if isinstance(value, list) else [value]
        return [item.strip().lstrip("#") if isinstance(item, str) else item for item in given]


class Compressed(BaseModel):
    """What a model is asked to answer."""

    model_config = ConfigDict(extra="ignore")

    lines: list[Line] = Field(min_length=1)


class Outcome(NamedTuple):
    """A reflection, or None and the reason why there is none; then the observations stay as they were.

    `reply` is the model's answer that was of no use, for the failed list.
    """

    reflection: Reflection | None
    reason: str = ""
    reply: str = ""


class _Task(NamedTuple):
    """What is to be compressed, the earlier reflection that is taken over, what both stand for, and what is known."""

    pending: Sequence[StoredObservation]
    taken_over: StoredReflection | None
    everything: Sequence[StoredObservation]
    told: str


@dataclass(frozen=True, slots=True)
class ModelReflector:
    """Asks a model to compress; what it answers is held to the same contract as the rules' lines.

    One call is given `call_tokens` at most. `fence` makes the random word that no note can imitate.
    """

    asker: Asker
    chars_per_token: int = 4
    call_tokens: int = CALL_TOKENS
    fence: Callable[[], str] = lambda: secrets.token_hex(8)

    def reflect(
        self, pending: Sequence[StoredObservation], *, threshold: int, max_level: int = reflector.MAX_LEVEL,
        first_level: int = 0, earlier: StoredReflection | None = None, originals: Sequence[StoredObservation] = (),
    ) -> Outcome:  # fmt: skip
        """Return the reflection of `pending` (oldest first).

        `earlier` is the newest reflection so far, `originals` what it stands for: the model is told what it says, and
        while it has room its lines are taken over.

        Each level from `first_level` up starts from the originals; the first sound answer within 60 % of the smaller
        of threshold and input is taken, else the last sound one (F52, F57).

        Raises:
            ProviderError, ProviderBusy, ContextTooLong: no level was answered; as `Asker.ask`.
            ModelOutputError: no level's answer could be read.
        """
        if not pending:
            return Outcome(None, "nothing to reflect")
        taken_over = rolling.taken_over(earlier, pending, threshold=threshold)
        task = _Task(pending, taken_over, [*originals, *pending] if taken_over else pending, _told(earlier))
        # What was taken over has its size already.
        target = thresholds.reflection_target(sum(one.tokens for one in pending), threshold=threshold)
        before = taken_over.output_tokens if taken_over else 0
        best: Reflection | None = None
        reasons: list[str] = []
        reply = ""
        for level in range(first_level, max_level + 1):
            try:
                found = self._at_level(level, task, target=target)
            except (ProviderError, ModelOutputError, ContextTooLong):
                # What cannot be read at one level is no better at the next: the job comes again.
                if best is None:
                    raise
                break
            if found.reflection is None:
                logger.warning("rejected a reflection level=%d: %s", level, found.reason)
                reasons.append(f"level {level}: {found.reason}")
                reply = found.reply
                continue
            best = found.reflection
            if best.output_tokens - before <= target:
                break
        return Outcome(best) if best else Outcome(None, "; ".join(reasons), reply)

    def _at_level(self, level: int, task: _Task, *, target: int) -> Outcome:
        """Return what a level gives, or why it is rejected."""
        answered: list[Line] = []
        answers: list[Answer] = []
        new_tokens = sum(observation.tokens for observation in task.pending)
        room = max(self.call_tokens // 2, self.call_tokens - thresholds.count_tokens(task.told))
        for part in _parts(task.pending, room):
            share = max(1, target * sum(observation.tokens for observation in part) // max(1, new_tokens))
            for answer in self._ask(level, part, target=share, earlier=task.told, halvings=_MOST_HALVINGS):
                answered += cast("list[Line]", answer.value or [])
                answers.append(answer)
                # After each call: the next one costs, and is of no use after a loop.
                if reason := is_degenerate(_without_copies([line.text for line in answered], task.pending)):
                    return Outcome(None, reason, _raw(answers))
        lines, kept = repair(_sections(answered, task.pending), task.pending, level=level)
        if reason := _too_much_mended(kept, len(answered), len(task.pending)):
            return Outcome(None, reason, _raw(answers))
        if task.taken_over is not None:
            by_id = {observation.id: observation for observation in task.everything}
            whole = repair(rolling.weave(task.taken_over.lines, lines, by_id), task.everything, level=level)
            lines, kept = whole.lines, replace(whole.contract, restored=kept.restored, dropped=kept.dropped)
            if not kept.is_kept:
                return Outcome(None, "what breaks the contract could not be mended", _raw(answers))
        input_tokens = sum(observation.tokens for observation in task.everything)
        size = sum(thresholds.count_tokens(line.text, chars_per_token=self.chars_per_token) for line in lines)
        names = dict.fromkeys(f"{answer.provider}/{answer.model}" for answer in answers)
        asked = ", ".join(dict.fromkeys(answer.prompt for answer in answers))
        replaces = task.taken_over.id if task.taken_over else None
        made = Reflection(level, lines, input_tokens, size, ", ".join(names), kept, prompt=asked, replaces=replaces)
        return Outcome(made)

    def _ask(
        self, level: int, part: Sequence[StoredObservation], *, target: int, earlier: str, halvings: int
    ) -> list[Answer]:
        """Return the answers about `part`: more than one where it did not fit, or where an answer was cut."""
        answers: list[Answer] = []
        rest = list(part)
        for _ in range(_MOST_ROUNDS):
            try:
                question, version = self._question(level, rest, target=target, earlier=earlier)
                answer = self.asker.ask(question)._replace(prompt=version)
            except ContextTooLong:
                if not halvings or len(rest) < 2:
                    raise
                middle = len(rest) // 2
                for half in (rest[:middle], rest[middle:]):
                    answers += self._ask(
                        level, half, target=max(1, target // 2), earlier=earlier, halvings=halvings - 1
                    )
                break
            answers.append(answer)
            told = {source for line in cast("list[Line]", answer.value or []) for source in line.sources}
            left = [observation for observation in rest if observation.id not in told]
            if not answer.is_cut or not left or len(left) == len(rest):
                break
            rest = left
        return answers

    def _question(
        self, level: int, part: Sequence[StoredObservation], *, target: int, earlier: str
    ) -> tuple[Question, str]:
        """Return what is asked, and the version of the texts it is made of."""
        fence = self.fence()
        prompt, of_level = prompts.load("reflector"), prompts.load(f"reflector-level-{level}")
        instructions = prompt.fill(
            level=of_level.fill().strip(), target=str(target), fence=fence, headings=", ".join(HEADINGS.values())
        )
        output_tokens = min(max(2 * target, LEAST_OUTPUT_TOKENS), MOST_OUTPUT_TOKENS)
        text = _fenced(part, earlier, fence)
        question = Question("reflect", instructions, text, Compressed, read_lines, TEMPERATURE, output_tokens)
        return question, prompts.version_of(prompt, of_level)


def reflect_or_stand_in(
    pending: Sequence[StoredObservation], asker: Asker, *, threshold: int, is_last_try: bool,
    max_level: int = reflector.MAX_LEVEL, first_level: int = 0, chars_per_token: int = 4,
    call_tokens: int = CALL_TOKENS, earlier: StoredReflection | None = None,
    originals: Sequence[StoredObservation] = (),
) -> Outcome:  # fmt: skip
    """Return the model's reflection; on the last try, where it does not answer or not readably, the rules', marked.

    What it refuses the rules reflect at once.

    Raises:
        ProviderError, ProviderBusy, ModelOutputError, ContextTooLong: it is not the last try; or busy, then wait.
    """
    model = ModelReflector(asker, chars_per_token, call_tokens)
    try:
        return model.reflect(
            pending, threshold=threshold, max_level=max_level, first_level=first_level, earlier=earlier,
            originals=originals,
        )  # fmt: skip
    except ProviderBusy:
        raise
    except (ProviderError, ModelOutputError, ContextTooLong) as error:
        if not is_last_try and not isinstance(error, ProviderRefused):
            raise
        logger.warning("the rules reflect in a model's place: %s", error)
        made = reflector.reflect(
            pending, threshold=threshold, max_level=max_level, chars_per_token=chars_per_token,
            first_level=first_level, earlier=earlier, originals=originals,
        )  # fmt: skip
        reply = getattr(error, "reply", "")
        return Outcome(replace(made, observer=STANDS_IN) if made else None, str(error), reply)


def read_lines(reply: str, is_cut: bool) -> list[Line]:
    """Return the lines of a raw reply, in an object, a list, or whatever stands around them.

    Raises:
        ModelOutputError: there are none, or their keys are others.
    """
    found = read_json(reply, is_cut=is_cut)
    try:
        return Compressed.model_validate({"lines": found} if isinstance(found, list) else found).lines
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise ModelOutputError(f"the reflection does not fit: {place}: {first['msg']}", reply=reply) from error


def _told(earlier: StoredReflection | None) -> str:
    """Return what a model is told of the earlier reflection: its lines as far as there is room, the newest first."""
    if earlier is None:
        return ""
    told: list[str] = []
    room = EARLIER_CHARS
    for line in reversed(earlier.content.splitlines()):
        room -= len(line) + 1
        if room < 0:
            break
        told.append(line)
    return "\n".join(reversed(told))


def _raw(answers: Sequence[Answer]) -> str:
    return "\n".join(answer.reply for answer in answers)


def _too_much_mended(kept: Contract, lines: int, observations: int) -> str:
    if not kept.is_kept:
        return "what breaks the contract could not be mended"
    if kept.dropped > _MOST_DROPPED * lines:
        return f"{kept.dropped} of {lines} lines name no source, or say what it does not"
    if kept.restored > _MOST_RESTORED * observations:
        return f"{kept.restored} of {observations} observations are not told, or not with all that they name"
    return ""


def _without_copies(lines: Sequence[str], pending: Sequence[StoredObservation]) -> list[str]:
    """Return the lines without those that tell a memory word for word, each memory once: a second time is a loop."""
    copies = {observation.content for observation in pending}
    own: list[str] = []
    for line in lines:
        if line in copies:
            copies.discard(line)
        else:
            own.append(line)
    return own


def _parts(pending: Sequence[StoredObservation], call_tokens: int) -> Iterator[list[StoredObservation]]:
    """Yield `pending` in parts of at most `call_tokens`, cut between days, and within one where a day is too long."""
    part: list[StoredObservation] = []
    size = 0
    for _, day in groupby(pending, key=lambda observation: observation.observed_at[:10]):
        of_day = list(day)
        tokens = sum(observation.tokens for observation in of_day)
        if part and size + tokens > call_tokens:
            yield part
            part, size = [], 0
        for observation in of_day:
            if part and size + observation.tokens > call_tokens:
                yield part
                part, size = [], 0
            part.append(observation)
            size += observation.tokens
    if part:
        yield part


def _fenced(part: Sequence[StoredObservation], earlier: str, fence: str) -> str:
    rows = [
        f"{each.id} | {each.observed_at[:10]} | {each.category} | {each.priority} | {each.origin} | "
        + " ".join(each.content.split())
        + (f" [{', '.join(each.files)}]" if each.files else "")
        for each in part
    ]
    before = ["earlier:", earlier, "notes:"] if earlier else []
    return "\n".join([f"<notes {fence}>", *before, *rows, f"</notes {fence}>"])


def _sections(answered: Sequence[Line], pending: Sequence[StoredObservation]) -> list[ReflectionLine]:
    """Return a model's lines under our headings, in our order.

    Under a heading that is none of ours, and under the user's preferences where no note is one, a line goes where its
    first source belongs: what a tool's output says is no wish of the user.
    """
    category_of = {observation.id: observation.category for observation in pending}
    sections: dict[Category, list[ReflectionLine]] = {category: [] for category in HEADINGS}
    for line in answered:
        categories = [category_of[source] for source in line.sources if source in category_of]
        own = categories[0] if categories else Category.LEARNING
        named = _CATEGORY_OF.get(line.heading.strip().lstrip("# "), own)
        is_claimed = named is Category.USER_PREFERENCE and named not in categories
        text = " ".join(line.text.split()).lstrip("-*•# ")
        sections[own if is_claimed else named].append(ReflectionLine(f"- {text}", tuple(dict.fromkeys(line.sources))))
    return [
        line
        for category, lines in sections.items()
        if lines
        for line in (ReflectionLine(f"{HEADING_MARK}{HEADINGS[category]}", ()), *lines)
    ]
