"""How much text one call is given: what surely fits the models that may be asked, and half of the budget."""

from collections.abc import Sequence

from codewatch.agents.model_observer import OUTPUT_TOKENS, ModelObserver
from codewatch.llm import facts, tokens
from codewatch.llm.answers import KeepingAsker
from codewatch.llm.budget import Budget
from codewatch.llm.providers import Provider
from codewatch.messages import Message
from codewatch.observations import Observation

# The instructions, and the form of the answer.
PROMPT_TOKENS = 3_000
LEAST_TOKENS = 800
_DENSITY = 0.5


def input_tokens(named: Sequence[Provider], budget: Budget) -> int:
    """Return how many tokens of text one call can be given: the least of what each of the providers takes."""
    return max(LEAST_TOKENS, min((_of_one(one, budget) for one in named if not one.missing), default=LEAST_TOKENS))


def chars_of(count: int) -> int:
    """Return how many plain letters surely are no more than so many tokens."""
    return int(count / _DENSITY)


def _of_one(provider: Provider, budget: Budget) -> int:
    most = facts.context_tokens(provider)
    if budget.tokens:
        most = min(most, budget.tokens // 2)
    price = facts.counted_price(provider)
    found = most - OUTPUT_TOKENS - PROMPT_TOKENS
    if budget.cost_usd and price.per_input:
        dollars = budget.cost_usd / 2 - OUTPUT_TOKENS * price.per_output
        found = min(found, int(dollars / price.per_input) - PROMPT_TOKENS)
    return found


class FittedObserver:
    """Observes by a model, in pieces that fit it: how many characters those have depends on what is said."""

    name = ModelObserver.name

    def __init__(self, asker: KeepingAsker, *, most_chars: int, input_tokens: int) -> None:
        self._asker = asker
        self._most_chars, self._input_tokens = most_chars, input_tokens

    def observe(self, messages: Sequence[Message], *, project_root: str) -> list[Observation]:
        """Return what the model finds; it raises what `ModelObserver.observe` does."""
        density = tokens.densest([message.text for message in messages])
        chars = min(self._most_chars, int(self._input_tokens / density))
        observer = ModelObserver(self._asker, slice_tokens=chars, chars_per_token=1)
        return observer.observe(messages, project_root=project_root)

    def put_to_use(self) -> None:
        """Say that what was found is kept: the answers are needed no more."""
        self._asker.forget()
