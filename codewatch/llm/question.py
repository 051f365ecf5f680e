"""What a model is asked, and what it answers: the two nouns that agents and providers share."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol

from pydantic import BaseModel

Purpose = Literal["observe", "categorize", "reflect"]
# Far more than any answer that was asked for, each of its letters escaped: what is longer is not read to its end.
MOST_BYTES = 4_000_000
TOO_LONG = f"the answer is longer than {MOST_BYTES // 1_000_000} MB; the rest was not read"


@dataclass(frozen=True, slots=True)
class Question:
    """One stateless call: the instructions, the text they are about, and the shape that the answer must have.

    `read` turns the raw reply, and whether it was cut off, into a value of `shape`; it raises `ModelOutputError` for
    what is none, and then the model is asked once more. `max_output_tokens` is a hard bound.
    """

    purpose: Purpose
    instructions: str
    text: str
    shape: type[BaseModel]
    read: Callable[[str, bool], Any]
    temperature: float
    max_output_tokens: int


class Answer(NamedTuple):
    """What a model answered, read; `is_cut` says that its output ended at the bound, `reply` is it as it came.

    `prompt` is the version of the text it was asked with, where whoever asked notes it.
    """

    value: Any
    provider: str
    model: str
    is_cut: bool = False
    reply: str = ""
    prompt: str = ""


class Asker(Protocol):
    """Whoever puts a question to the first provider that may be asked now."""

    def ask(self, question: Question) -> Answer:
        """Return the answer.

        Raises:
            ProviderBusy: every provider is paused; `retry_at` says until when.
            ProviderRefused: the models refused this text; the rules may take it.
            ProviderError: the provider did not answer; the job's next try comes later.
            ModelOutputError: what came back is of no use, twice; `reply` holds it.
            ContextTooLong: the text does not fit the model; ask about less of it.
        """
        ...
