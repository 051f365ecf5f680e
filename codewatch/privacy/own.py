"""The user's own patterns for the gate, read without pydantic: the hooks have the standard library only."""

import os
import tomllib
from typing import cast

from codewatch import paths, privacy

_NAME = "CODEWATCH_REDACT_PATTERNS"


def patterns() -> list[str]:
    """Return the setting's patterns: from the environment, else the `env` file, else `config.toml`.

    Raises:
        ValueError: what stands there is no list of patterns, or a file cannot be read as what it is.
    """
    raw = os.environ.get(_NAME) or _in_env_file()
    if raw:
        return privacy.split_patterns(raw)
    try:
        with open(os.path.join(paths.config_dir(), "config.toml"), "rb") as stream:
            value: object = tomllib.load(stream).get("redact_patterns", [])
    except OSError:
        return []
    if isinstance(value, str):
        return privacy.split_patterns(value)
    return [str(pattern) for pattern in cast("list[object]", value)]


def _in_env_file() -> str:
    try:
        with open(os.path.join(paths.config_dir(), "env"), encoding="utf-8", errors="replace") as stream:
            lines = stream.read().splitlines()
    except OSError:
        return ""
    for line in reversed(lines):
        name, separator, value = line.removeprefix("export ").partition("=")
        if separator and name.strip() == _NAME:
            return value.strip().strip("'\"") if value.strip()[:1] in "'\"" else value.strip()
    return ""
