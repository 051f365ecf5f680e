"""Which models may be asked: the providers that the settings name, with their model, address and key."""

import os
from collections.abc import Callable
from typing import Literal, NamedTuple

from codewatch import paths, surroundings
from codewatch.config import Found
from codewatch.llm.prefixes import PREFIXES
from codewatch.llm.question import Purpose

Route = Literal["litellm", "openai", "client"]


class Preset(NamedTuple):
    """What is known about a provider: litellm's prefix, its model, its own address where it speaks OpenAI's form.

    `needs_key` is false where credentials come another way: a local server, a cloud's own chain, a client's login.
    """

    prefix: str
    model: str = ""
    base_url: str = ""
    route: Route = "litellm"
    needs_key: bool = True


# FEATURES F61-F68, F72. Any other name is taken for a prefix of litellm's.
PRESETS: dict[str, Preset] = {
    "anthropic": Preset("anthropic", "claude-haiku-4-5"),
    "openai": Preset("openai", "gpt-4o-mini", "https://api.openai.com/v1", "openai"),
    "google": Preset("gemini", "gemini-2.5-flash"),
    "groq": Preset("groq", "llama-3.3-70b-versatile", "https://api.groq.com/openai/v1", "openai"),
    "vertex": Preset("vertex_ai", "gemini-2.5-flash", needs_key=False),
    "anthropic-vertex": Preset("vertex_ai", "claude-haiku-4-5", needs_key=False),
    "bedrock": Preset("bedrock", "anthropic.claude-haiku-4-5-20251001-v1:0", needs_key=False),
    "anthropic-bedrock": Preset("bedrock", "anthropic.claude-haiku-4-5-20251001-v1:0", needs_key=False),
    "ollama": Preset("ollama_chat", "llama3.1", "http://127.0.0.1:11434", needs_key=False),
    "claude": Preset("claude", "haiku", route="client", needs_key=False),
}
NONE, AUTO = "none", "auto"
# What a setting may say of a model, behind its provider's name.
NUMBERS = ("INPUT_USD_PER_M", "OUTPUT_USD_PER_M", "CONTEXT_TOKENS")
_AUTO_ORDER = ("anthropic", "openai")


Lookup = Callable[[str], Found]


class Provider(NamedTuple):
    """One provider. `key_source` says where its key stands, `missing` what keeps it from being asked.

    Prices, in dollars for a million tokens, and `context_tokens` are what the settings say; None and 0 for nothing.
    """

    name: str
    prefix: str
    route: Route
    model: str
    base_url: str = ""
    key: str = ""
    key_source: str = ""
    region: str = ""
    project: str = ""
    missing: str = ""
    model_setting: str = ""
    input_usd_per_m: float | None = None
    output_usd_per_m: float | None = None
    context_tokens: int = 0

    def __repr__(self) -> str:
        """Return the provider without its key: it may stand in a log or a traceback."""
        return f"Provider({self.name!r}, {self.model!r}, key from {self.key_source or 'nowhere'})"


def named(primary: str, fallback: str, *, purpose: Purpose, lookup: Lookup) -> list[Provider]:
    """Return the providers to ask, in order; one that lacks something is among them and says so in `missing`.

    `lookup` finds a setting (`CODEWATCH_…`) or a key variable of a provider that is named; nothing else is read.
    """
    names = [name for one in (primary, fallback) for name in _expand(one, lookup)]
    return [_provider(name, purpose, lookup) for name in dict.fromkeys(names)]


def of_model(name: str, model: str, *, lookup: Lookup) -> Provider:
    """Return a provider as the settings have it now, with the model that a call of it named."""
    return _provider(name, "observe", lookup)._replace(model=model)


def _expand(name: str, lookup: Lookup) -> list[str]:
    if name in (NONE, ""):
        return []
    if name != AUTO:
        return [name]
    return [one for one in _AUTO_ORDER if _key(one, lookup).value][:1] or [AUTO]


def _provider(name: str, purpose: Purpose, lookup: Lookup) -> Provider:
    if name == AUTO:
        return Provider(AUTO, "", "litellm", "", missing="no key of anthropic or openai is set")
    preset = PRESETS.get(name, Preset(name))
    stem = _stem(name)
    base_url = lookup(f"{stem}_BASE_URL").value
    model, setting = _model(stem, purpose, lookup)
    model = model or preset.model
    key = _key(name, lookup)
    numbers = {name: _number(f"{stem}_{name}", lookup) for name in NUMBERS}
    wrong = [f"{stem}_{name}" for name, value in numbers.items() if value is not None and not 0 <= value < _TOO_MUCH]
    missing = ""
    if name not in PRESETS and name not in PREFIXES and not base_url:
        missing = (
            f"no provider is called {name}, as {_named_in(name, lookup)} says; known are"
            f" {', '.join([*PRESETS, AUTO, NONE])}, the prefixes of litellm, and any name that has an address in"
            f" {stem}_BASE_URL"
        )
    elif wrong:
        missing = f"{wrong[0]} is no number that can be used"
    elif not model:
        missing = f"no model: set {stem}_MODEL"
    elif preset.needs_key and not key.value and not base_url:
        missing = f"no key: set {stem}_API_KEY"
    is_compatible = base_url and name not in ("anthropic", "google", "ollama", "vertex", "bedrock")
    return Provider(
        name, preset.prefix, "openai" if is_compatible and preset.route != "client" else preset.route, model,
        base_url or preset.base_url, key.value, key.source, _region(name, lookup),
        lookup("CODEWATCH_VERTEX_PROJECT").value if "vertex" in name else "", missing, setting,
        numbers["INPUT_USD_PER_M"], numbers["OUTPUT_USD_PER_M"], 0 if wrong else int(numbers["CONTEXT_TOKENS"] or 0),
    )  # fmt: skip


def _named_in(name: str, lookup: Lookup) -> str:
    """Return the setting that names a provider, and where it stands."""
    for variable in ("CODEWATCH_LLM_PROVIDER", "CODEWATCH_FALLBACK_PROVIDER"):
        found = lookup(variable)
        if found.value.strip().lower() == name:
            place = "environment" if found.source == "environment" else os.path.join(paths.config_dir(), found.source)
            return f"{variable} ({place})"
    return "a setting"


_TOO_MUCH = 1e9


def _number(variable: str, lookup: Lookup) -> float | None:
    """Return the number that a setting holds, None where it is not set, and an infinite one for what is none."""
    found = lookup(variable).value.strip()
    try:
        return float(found) if found else None
    except ValueError:
        return float("inf")


def _model(stem: str, purpose: Purpose, lookup: Lookup) -> tuple[str, str]:
    """Return the model that is set, "" for none, and the setting that names it or would."""
    own = "CODEWATCH_REFLECTOR_MODEL" if purpose == "reflect" else "CODEWATCH_OBSERVER_MODEL"
    for variable in (own, "CODEWATCH_LLM_MODEL", f"{stem}_MODEL"):
        if found := lookup(variable).value:
            return found, variable
    return "", f"{stem}_MODEL"


def _key(name: str, lookup: Lookup) -> Found:
    for variable in (f"{_stem(name)}_API_KEY", *surroundings.key_variables(name)):
        found = lookup(variable)
        if found.value:
            return found
    return Found()


def _region(name: str, lookup: Lookup) -> str:
    if "vertex" in name:
        return lookup("CODEWATCH_VERTEX_REGION").value
    if "bedrock" in name:
        return lookup("CODEWATCH_BEDROCK_REGION").value or lookup("AWS_REGION").value
    return ""


def _stem(name: str) -> str:
    return "CODEWATCH_" + name.upper().replace("-", "_")
