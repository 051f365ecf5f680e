"""Which of its environment a worker keeps, and a client that it asks. Standard library only: a hook starts workers."""

import os

# What a worker's environment keeps of the process that started it (DESIGN §4); CODEWATCH_* is added to these.
_KEPT_ENVIRONMENT = (
    "HOME", "USER", "LOGNAME", "PATH", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "TZ",
    "XDG_CONFIG_HOME", "XDG_DATA_HOME", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "GEMINI_CLI_HOME", "OPENCODE_DB",
    "SYSTEMROOT", "APPDATA", "LOCALAPPDATA", "USERPROFILE",
)  # fmt: skip
_KEY_VARIABLES = {
    "google": ("GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY"), "none": (), "claude": (), "ollama": (),
    "vertex": (), "anthropic-vertex": (), "bedrock": (), "anthropic-bedrock": (),
}  # fmt: skip
_AWS = (
    "AWS_REGION", "AWS_PROFILE", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_CONFIG_FILE",
    "AWS_SHARED_CREDENTIALS_FILE", "AWS_BEARER_TOKEN_BEDROCK",
)  # fmt: skip
_GOOGLE_CLOUD = ("GOOGLE_APPLICATION_CREDENTIALS", "CLOUDSDK_CONFIG")


def worker_environment() -> dict[str, str]:
    """Return the environment a worker is started with.

    That is a few names of the system's, every `CODEWATCH_*`, and the key of the provider that those name.
    """
    names = [*_KEPT_ENVIRONMENT, *(name for name in os.environ if name.startswith("CODEWATCH_"))]
    for provider in named_providers():
        names += [*key_variables(provider), *credential_variables(provider)]
    return {name: os.environ[name] for name in names if name in os.environ}


def child_environment() -> dict[str, str]:
    """Return the environment of a client that a model call of ours starts: its hooks stay silent in it."""
    return {**worker_environment(), "CODEWATCH_CHILD": "1"}


def limit_environment() -> None:
    """Take everything else than `worker_environment` out of this process's environment."""
    kept = worker_environment()
    for name in list(os.environ):
        if name not in kept:
            del os.environ[name]


def named_providers() -> list[str]:
    """Return the providers that the environment itself names, in lower case."""
    names: list[str] = []
    for variable in ("CODEWATCH_LLM_PROVIDER", "CODEWATCH_FALLBACK_PROVIDER"):
        name = os.environ.get(variable, "").strip().lower()
        names += ["anthropic", "openai"] if name == "auto" else [name] if name else []
    return names


def key_variables(provider: str) -> tuple[str, ...]:
    """Return the names under which a provider's key usually stands in an environment."""
    return _KEY_VARIABLES.get(provider, (f"{provider.upper().replace('-', '_')}_API_KEY",))


def credential_variables(provider: str) -> tuple[str, ...]:
    """Return what a cloud's own credentials are found by, for a provider that has no key."""
    if "bedrock" in provider:
        return _AWS
    return _GOOGLE_CLOUD if "vertex" in provider else ()
