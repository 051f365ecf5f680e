"""Old transcripts, looked at without storing anything: what they hold, and what a model would take for them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from codewatch import chunks
from codewatch.agents import rendering
from codewatch.agents.model_observer import CONTEXT_SHARE, OUTPUT_TOKENS
from codewatch.backfill import Old
from codewatch.categories import MEANING
from codewatch.clients import transcripts
from codewatch.clients.table import find_client
from codewatch.config import Settings, Sources
from codewatch.llm import facts, prompts, providers
from codewatch.llm.providers import Provider
from codewatch.messages import Message
from codewatch.observations import MAX_CHARS

# What a call answers where no call was made so far: a quarter of what it may.
ASSUMED_OUTPUT_TOKENS = OUTPUT_TOKENS // 4


@dataclass(slots=True)
class Held:
    """What a client's old transcripts hold; `calls` and `shown_chars` are what a model would be asked and shown."""

    transcripts: int = 0
    bytes: int = 0
    messages: int = 0
    skipped: int = 0
    calls: int = 0
    shown_chars: int = 0
    sessions: set[str] = field(default_factory=set[str])

    def as_row(self) -> dict[str, int]:
        """Return the counts for JSON."""
        return {
            "transcripts": self.transcripts, "sessions": len(self.sessions), "bytes": self.bytes,
            "messages": self.messages, "skipped": self.skipped,
        }  # fmt: skip


class Price(NamedTuple):
    """What a model would take for it, about: `cost_usd` is None where no price is known."""

    provider: str
    model: str
    calls: int
    input_tokens: int
    output_tokens: int
    cost_usd: float | None


def look(old: Old, held: Held, settings: Settings) -> None:
    """Add what one transcript holds behind its cursor; a text that stands in two files counts in both.

    Raises:
        TranscriptError: it cannot be read.
    """
    budget = settings.slice_tokens * settings.chars_per_token
    client = find_client(old.client)
    shown = 0
    with client.open_transcript(old.path) as stream:
        read_record = client.reader(stream, old.cursor)
        for line in transcripts.read_lines(stream, old.cursor, old.end):
            record = read_record(line)
            held.messages += bool(record.messages)
            held.skipped += not record.messages
            held.sessions.update(message.session for message in record.messages)
            shown += _shown_chars(
                [one for one in record.messages if settings.subagents == "all" or not one.is_sidechain], budget
            )
    held.transcripts += 1
    held.bytes += old.bytes
    held.shown_chars += shown
    if shown:
        by_size = -(-old.bytes // chunks.for_model(budget).bytes)
        held.calls += max(by_size, -(-shown // (budget - budget // CONTEXT_SHARE)))


def _shown_chars(messages: Sequence[Message], budget: int) -> int:
    return sum(len(one.shown) + 1 for one in rendering.number(messages, budget_chars=budget // 2))


def named_model(settings: Settings) -> Provider | None:
    """Return the provider that would be asked first, None where none is named."""
    found = providers.named(settings.llm_provider, settings.fallback_provider, purpose="observe", lookup=Sources().find)
    return found[0] if found else None


def price(provider: Provider, held: Sequence[Held], settings: Settings, *, usual_output: int) -> Price:
    """Return what a provider would take for all of it; `usual_output` is what its calls answered so far, 0 for none."""
    calls = sum(one.calls for one in held)
    categories = "\n".join(f"- {category}: {meaning}" for category, meaning in MEANING.items())
    instructions = prompts.fill("observer", categories=categories, longest=str(MAX_CHARS))
    shown = sum(one.shown_chars for one in held)
    context = min(shown, calls * settings.slice_tokens * settings.chars_per_token // CONTEXT_SHARE)
    tokens_in = (shown + context + calls * len(instructions)) // settings.chars_per_token
    tokens_out = calls * (usual_output or ASSUMED_OUTPUT_TOKENS)
    known = facts.price_of(provider)
    cost = round(tokens_in * known.per_input + tokens_out * known.per_output, 4) if known else None
    return Price(provider.name, provider.model, calls, tokens_in, tokens_out, cost)
