"""The observer that asks a model: one stateless call for a slice, cut to what the model takes in."""

import logging
import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, cast

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError, field_validator

from codewatch.agents.categorizer import UNSURE_BELOW, categorize
from codewatch.agents.degenerate import is_degenerate
from codewatch.agents.evidence import Evidence
from codewatch.agents.model_categorizer import recategorize
from codewatch.agents.rendering import Numbered, fenced, number
from codewatch.agents.rules.draft import draft
from codewatch.agents.rules.rules_observer import RulesObserver
from codewatch.agents.support import is_users
from codewatch.categories import MEANING, Category, Origin, Priority, default_priority
from codewatch.errors import ContextTooLong, ModelOutputError, ProviderError, ProviderRefused
from codewatch.llm import prompts
from codewatch.llm.question import Answer, Asker, Question
from codewatch.llm.reading import read_json
from codewatch.messages import Message, Role
from codewatch.observations import MAX_CHARS, Observation

logger = logging.getLogger("codewatch.agents")

TEMPERATURE = 0.3
OUTPUT_TOKENS = 4_096
CONTEXT_SHARE = 8
MOST_HALVINGS = 3
# More than fit into the output that was asked for.
MOST_ITEMS = 100
_CONFIDENCE = 0.8
# What models call things when they do not keep to the list (FEATURES F74).
_OTHER_NAMES = {
    "decision": Category.ARCHITECTURE, "preference": Category.USER_PREFERENCE, "pattern": Category.CONVENTION,
    "bug": Category.BUGFIX, "fix": Category.BUGFIX, "todo": Category.TASK_CONTEXT, "task": Category.TASK_CONTEXT,
}  # fmt: skip
_ORIGINS = {Role.ASSISTANT: Origin.ASSISTANT}
# Longer ones are cut where they are kept; what is far longer costs time only.
_LONGEST_TEXT = 4 * MAX_CHARS


def random_fence() -> str:
    """Return a mark that nobody can know before."""
    return secrets.token_hex(8)


class Item(BaseModel):
    """One thing that the model found worth remembering."""

    model_config = ConfigDict(extra="ignore")

    text: str = Field(validation_alias=AliasChoices("text", "content", "observation"), min_length=1)
    category: str = Field(default="", validation_alias=AliasChoices("category", "kind", "type"))
    priority: str = ""
    message: int | None = None
    files: list[str] = []

    @field_validator("message", mode="before")
    @classmethod
    def _number(cls, value: object) -> object:
        """Return a message's number; what is none is left out, since the text says where it comes from too."""
        found = value.strip(" []#") if isinstance(value, str) else value
        is_whole = isinstance(found, int) or (isinstance(found, str) and found.isdecimal() and len(found) < 10)
        return found if is_whole else None

    @field_validator("text", mode="before")
    @classmethod
    def _bounded(cls, value: object) -> object:
        return value[:_LONGEST_TEXT] if isinstance(value, str) else value

    @field_validator("category", "priority", mode="before")
    @classmethod
    def _word(cls, value: object) -> object:
        return value if isinstance(value, str) else ""

    @field_validator("files", mode="before")
    @classmethod
    def _list(cls, value: object) -> object:
        given = cast("list[object]", value) if isinstance(value, list) else []
        return [item for item in given if isinstance(item, str)]


class Extraction(BaseModel):
    """What the model is asked to answer."""

    model_config = ConfigDict(extra="ignore")

    observations: list[Item]


class _Piece(NamedTuple):
    """A part of a slice that one call is given."""

    shown: tuple[Numbered, ...]

    def halves(self) -> list["_Piece"]:
        middle = (len(self.shown) + 1) // 2
        return [_Piece(half) for half in (self.shown[:middle], self.shown[middle:]) if half]


class ModelObserver:
    """Asks what of a slice is worth remembering; what the slice does not support is dropped."""

    name = "model"

    def __init__(
        self, asker: Asker, *, slice_tokens: int, chars_per_token: int = 4, fence: Callable[[], str] = random_fence
    ) -> None:
        self.asker = asker
        self.budget_chars = slice_tokens * chars_per_token
        self.fence = fence

    def observe(self, messages: Sequence[Message], *, project_root: str) -> list[Observation]:
        """Return what the model finds, oldest first; what it refuses to look at the rules observe.

        Raises:
            ProviderError, ProviderBusy, ModelOutputError: as `Asker.ask`.
            ContextTooLong: a single message is too long for the model.
        """
        evidence = Evidence(messages, project_root=project_root)
        numbered = number(messages, budget_chars=self.budget_chars // 2)
        context = _tail([one for one in numbered if one.message.is_observed], self.budget_chars // CONTEXT_SHARE)
        new = [one for one in numbered if not one.message.is_observed]
        by_number = {one.number: one.message for one in new}
        answered: list[tuple[Item, Answer]] = []
        refused: set[str] = set()
        for piece in _pieces(new, self.budget_chars - self.budget_chars // CONTEXT_SHARE):
            try:
                answered += self._ask(piece, context, MOST_HALVINGS)
            except ProviderRefused as refusal:
                logger.warning("the rules observe %d messages in the model's place: %s", len(piece.shown), refusal)
                refused |= {one.message.key for one in piece.shown}
        categories = self._categories([item for item, _ in answered])
        found = [
            observation
            for (item, answer), category in zip(answered, categories, strict=True)
            if (observation := _observation(item, category, answer, by_number, evidence)) is not None
        ]
        if refused:
            left = [message for message in messages if message.is_observed or message.key in refused]
            found += RulesObserver(stands_in=True).observe(left, project_root=project_root)
        place = {message.key: at for at, message in reversed(list(enumerate(messages)))}
        unique: dict[tuple[str, Category], Observation] = {}
        for one in found:
            unique.setdefault((one.content, one.category), one)
        return sorted(unique.values(), key=lambda one: place[one.source])

    def _categories(self, items: Sequence[Item]) -> list[Category]:
        """Return the categories: as named, else by the rules, else by one more question for all of them (F43)."""
        named = [_named_category(item) for item in items]
        verdicts = {at: categorize(items[at].text) for at, name in enumerate(named) if name is None}
        unsure = [at for at, verdict in verdicts.items() if verdict.confidence < UNSURE_BELOW]
        labels: list[Category | None] = [None] * len(unsure)
        try:
            labels = recategorize([items[at].text for at in unsure], self.asker)
        except (ProviderError, ModelOutputError, ContextTooLong) as error:
            logger.info("the rules sort %d items: %s", len(unsure), error)
        sorted_out = dict(zip(unsure, labels, strict=True))
        return [name or sorted_out.get(at) or verdicts[at].category for at, name in enumerate(named)]

    def _ask(self, piece: _Piece, context: Sequence[Numbered], halvings: int) -> list[tuple[Item, Answer]]:
        fence = self.fence()
        categories = "\n".join(f"- {category}: {meaning}" for category, meaning in MEANING.items())
        prompt = prompts.load("observer")
        instructions = prompt.fill(categories=categories, longest=str(MAX_CHARS))
        text = fenced((*context, *piece.shown), fence=fence)
        question = Question("observe", instructions, text, Extraction, read_items, TEMPERATURE, OUTPUT_TOKENS)
        try:
            answer = self.asker.ask(question)._replace(prompt=prompt.version)
        except ContextTooLong:
            if not halvings or len(piece.shown) < 2:
                raise
            return [found for half in piece.halves() for found in self._ask(half, context, halvings - 1)]
        items = cast("list[Item]", answer.value or [])
        found = [(item, answer) for item in items]
        if answer.is_cut and halvings:
            last = max((item.message or 0 for item in items), default=0)
            rest = _Piece(tuple(one for one in piece.shown if one.number > last))
            for half in rest.halves() if len(rest.shown) < len(piece.shown) or len(rest.shown) > 1 else []:
                found += self._ask(half, context, halvings - 1)
        return found


def read_items(reply: str, is_cut: bool) -> list[Item]:
    """Return the items of a raw reply.

    Raises:
        ModelOutputError: it holds no JSON, its keys are others, or it repeats itself.
        ContextTooLong: it was cut off before its first item was whole.
    """
    # What is not whole is dropped: a loop in it would pass for an answer that was merely too long, and be asked again.
    if is_cut and (reason := is_degenerate(reply[reply.rfind("}") + 1 :])):
        raise ModelOutputError(f"the answer repeats itself: {reason}", reply=reply)
    try:
        value: Any = read_json(reply, is_cut=is_cut)
    except ModelOutputError as error:
        if is_cut:
            raise ContextTooLong(str(error)) from error
        raise
    rows = _rows_of(value)
    read = [_item(row) for row in rows]
    items = [item for item in read if item is not None]
    if rows and not items:
        raise ModelOutputError("the answer's keys are not those asked for", reply=reply)
    if is_cut and not items:
        raise ContextTooLong("the answer was cut off before its first item was whole")
    if reason := is_degenerate([item.text for item in items]):
        raise ModelOutputError(f"the answer repeats itself: {reason}", reply=reply)
    return items[:MOST_ITEMS]


def _item(row: Any) -> Item | None:
    """Return what one row of an answer says, None for one that is no item."""
    try:
        return Item.model_validate(row)
    except ValidationError:
        return None


def _rows_of(value: Any) -> list[Any]:
    if not value:
        return []
    if isinstance(value, list):
        return cast("list[Any]", value)
    if isinstance(value, dict):
        fields = cast("dict[str, Any]", value)
        for name in ("observations", "items", "facts", "memories"):
            if name in fields:
                return fields[name] if isinstance(fields[name], list) else []
        return [] if list(fields.values()) == [[]] else [fields]
    return [value]


def _observation(
    item: Item, category: Category, answer: Answer, by_number: dict[int, Message], evidence: Evidence
) -> Observation | None:
    lacking = evidence.lacks(item.text)
    settled = evidence.settle(item.text, by_number.get(item.message or 0), category, _priority(item, category))
    if lacking or settled is None:
        logger.info("dropped an item category=%s unsupported=%d", category, len(lacking))
        return None
    source = settled.message
    spoken = Origin.USER if is_users(source) else _ORIGINS.get(source.role, Origin.TOOL)
    origin = Origin.SUBAGENT if source.is_sidechain else spoken
    made = draft(
        source, item.text, category=settled.category, priority=settled.priority, origin=origin,
        files=evidence.files(item.files), confidence=_CONFIDENCE, longest=MAX_CHARS,
    )  # fmt: skip
    return replace(made, observer=f"{answer.provider}/{answer.model}", prompt=answer.prompt)


def _named_category(item: Item) -> Category | None:
    name = item.category.strip().lower().replace(" ", "_").replace("-", "_")
    try:
        return Category(name)
    except ValueError:
        return _OTHER_NAMES.get(name)


def _priority(item: Item, category: Category) -> Priority:
    try:
        return Priority(item.priority.strip().lower())
    except ValueError:
        return default_priority(category, item.text)


def _pieces(new: Sequence[Numbered], budget_chars: int) -> list[_Piece]:
    pieces: list[list[Numbered]] = []
    size = budget_chars
    for one in new:
        if not pieces or size + len(one.shown) > budget_chars:
            pieces.append([])
            size = 0
        pieces[-1].append(one)
        size += len(one.shown)
    return [_Piece(tuple(piece)) for piece in pieces]


def _tail(context: Sequence[Numbered], budget_chars: int) -> list[Numbered]:
    kept: list[Numbered] = []
    size = 0
    for one in reversed(context):
        size += len(one.shown)
        if size > budget_chars:
            break
        kept.append(one)
    return kept[::-1]
