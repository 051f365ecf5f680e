"""Texts that the rules are unsure about become categories by one question to a model (FEATURES F43)."""

import secrets
from collections.abc import Callable, Sequence
from typing import cast

from pydantic import BaseModel, ConfigDict, ValidationError

from codewatch.categories import MEANING, Category
from codewatch.errors import ModelOutputError
from codewatch.llm import prompts
from codewatch.llm.question import Asker, Question
from codewatch.llm.reading import read_json
from codewatch.observations import shorten

TEMPERATURE = 0.0
OUTPUT_TOKENS_PER_ITEM = 20


class Labels(BaseModel):
    """What a model is asked to answer: one label for each text, in order."""

    model_config = ConfigDict(extra="ignore")

    labels: list[str]


def recategorize(
    items: Sequence[str], asker: Asker, *, fence: Callable[[], str] = lambda: secrets.token_hex(8)
) -> list[Category | None]:
    """Return each text's category, None where the model gave no label that we know.

    Raises:
        ProviderError, ProviderBusy, ModelOutputError, ContextTooLong: as `Asker.ask`.
    """
    if not items:
        return []
    word = fence()
    categories = "\n".join(f"- {category}: {meaning}" for category, meaning in MEANING.items())
    instructions = prompts.fill("categorizer", categories=categories, fence=word, example=Category.BUGFIX)
    rows = [f"{number}. {shorten(item)}" for number, item in enumerate(items, 1)]
    question = Question(
        purpose="categorize", instructions=instructions, text="\n".join([f"<notes {word}>", *rows, f"</notes {word}>"]),
        shape=Labels, read=lambda reply, is_cut: read_labels(reply, is_cut, expected=len(items)),
        temperature=TEMPERATURE, max_output_tokens=OUTPUT_TOKENS_PER_ITEM * len(items),
    )  # fmt: skip
    # A model that will not answer leaves all of them as they are.
    return cast("list[Category | None] | None", asker.ask(question).value) or [None] * len(items)


def read_labels(reply: str, is_cut: bool, *, expected: int) -> list[Category | None]:
    """Return the categories of a raw reply; what a cut one does not reach is None.

    Raises:
        ModelOutputError: it has no labels, or not one for each text: then none can be told to belong to its text.
    """
    found = read_json(reply, is_cut=is_cut)
    try:
        labels = Labels.model_validate({"labels": found} if isinstance(found, list) else found).labels
    except ValidationError as error:
        raise ModelOutputError(f"the labels do not fit: {error.errors()[0]['msg']}", reply=reply) from error
    if len(labels) > expected or (len(labels) < expected and not is_cut):
        raise ModelOutputError(f"{len(labels)} labels for {expected} texts", reply=reply)
    known = {str(category): category for category in Category}
    categories = [known.get(label.strip().casefold().replace(" ", "_")) for label in labels]
    return [*categories, *[None] * (expected - len(categories))]
