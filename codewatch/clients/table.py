"""The clients that codewatch knows, by id."""

from codewatch.clients import claude_code, codex, gemini
from codewatch.clients.protocol import Client
from codewatch.errors import ConfigError

CLIENTS: dict[str, Client] = {claude_code.name: claude_code, codex.name: codex, gemini.name: gemini}


def find_client(name: str) -> Client:
    """Return the client called `name`.

    Raises:
        ConfigError: there is none; the message lists those there are.
    """
    if name not in CLIENTS:
        raise ConfigError(f"unknown client {name!r}; known are {', '.join(sorted(CLIENTS))}")
    return CLIENTS[name]
