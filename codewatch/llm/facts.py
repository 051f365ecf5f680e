"""What is known about a model without asking it: its price and its context, from settings, litellm's list, or here."""

import importlib.util
import json
import os
from functools import lru_cache
from typing import Any, NamedTuple

from codewatch.llm.providers import Provider

_LIST = "model_prices_and_context_window_backup.json"
# What a model takes in that nobody knows, one behind a coding client, and one of ollama's: there memory is dear.
DEFAULT_CONTEXT = 32_000
CLIENT_CONTEXT = 150_000
OLLAMA_CONTEXT = 8_192
MOST_OLLAMA_CONTEXT = 16_384


class Price(NamedTuple):
    """Dollars for one token, in and out."""

    per_input: float
    per_output: float


class _Facts(NamedTuple):
    price: Price | None
    context: int


# What a token of a model counts whose price nobody knows: as much as one of the dearest that are asked for such work.
UNKNOWN_PRICE = Price(5e-6, 25e-6)
# They run on one's own machines.
_FREE = frozenset("ollama ollama_chat llamafile lm_studio lemonade docker_model_runner hosted_vllm vllm".split())
# The models of presets that litellm's list lacks, as their providers listed them in December 2025.
_LACKING = {"groq/llama-3.3-70b-versatile": _Facts(Price(0.59e-6, 0.79e-6), 131_072)}


def price_of(provider: Provider) -> Price | None:
    """Return what a model costs; None where nobody knows it.

    What a client's own command costs is known after each call only.
    """
    if provider.input_usd_per_m is not None and provider.output_usd_per_m is not None:
        return Price(provider.input_usd_per_m / 1e6, provider.output_usd_per_m / 1e6)
    if provider.route == "client":
        return None
    return _of(provider).price or (Price(0.0, 0.0) if provider.prefix in _FREE else None)


def counted_price(provider: Provider) -> Price:
    """Return the price that a budget counts: the known one, else a high one; nothing before a client's own command."""
    return price_of(provider) or (Price(0.0, 0.0) if provider.route == "client" else UNKNOWN_PRICE)


def is_priced(provider: Provider) -> bool:
    """Return whether it is known what a call costs, if only after it."""
    return provider.route == "client" or price_of(provider) is not None


def cost(provider: Provider, tokens_in: int, tokens_out: int) -> float:
    """Return what a budget counts for a call, in dollars: what it costs where that is known."""
    price = counted_price(provider)
    return tokens_in * price.per_input + tokens_out * price.per_output


def known_context(provider: Provider) -> int:
    """Return how many tokens a model takes in and gives out together; 0 where nobody knows it."""
    if provider.context_tokens:
        return provider.context_tokens
    if provider.route == "client":
        return CLIENT_CONTEXT
    found = _of(provider).context
    return min(found or OLLAMA_CONTEXT, MOST_OLLAMA_CONTEXT) if provider.prefix == "ollama_chat" else found


def context_tokens(provider: Provider) -> int:
    """Return what is taken for a model's context: what is known, else a cautious number."""
    return known_context(provider) or DEFAULT_CONTEXT


def _of(provider: Provider) -> _Facts:
    known = _listed()
    plain = provider.prefix.removesuffix("_chat")
    for name in (f"{provider.prefix}/{provider.model}", f"{plain}/{provider.model}", provider.model):
        if name in known:
            return known[name]
    return _Facts(None, 0)


@lru_cache(maxsize=1)
def _listed() -> dict[str, _Facts]:
    """Return litellm's list by name, read from its file: to import litellm takes seconds, and commands ask too."""
    found = importlib.util.find_spec("litellm")
    folder = next(iter(found.submodule_search_locations or ()), "") if found is not None else ""
    try:
        with open(os.path.join(folder, _LIST), "rb") as stream:
            rows: dict[str, Any] = json.load(stream)
    except (OSError, ValueError):
        rows = {}
    return {**_LACKING, **{name: _facts(row) for name, row in rows.items() if isinstance(row, dict)}}


def _facts(row: dict[str, Any]) -> _Facts:
    per_input, per_output = row.get("input_cost_per_token"), row.get("output_cost_per_token")
    is_priced = isinstance(per_input, int | float) and isinstance(per_output, int | float)
    context = row.get("max_input_tokens")
    return _Facts(
        Price(float(per_input or 0), float(per_output or 0)) if is_priced else None,
        context if isinstance(context, int) else 0,
    )
