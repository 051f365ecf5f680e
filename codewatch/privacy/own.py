"""The user's own patterns for the gate, read without pydantic: the hooks have the standard library only.

The commands read the same files with more rules than are worth repeating here: what is written in a way that only those
rules explain is no guess but an error, and then the hook keeps its text back.
"""

import os
import re
import tomllib
from typing import cast

from codewatch import paths, privacy

_NAME = "CODEWATCH_REDACT_PATTERNS"
# A line of the `env` file that means the same to everybody: no comment behind it, no escapes, no ${...}.
_PLAIN_LINE = re.compile(
    r"""[ \t]*(?:export[ \t]+)?(?P<name>\w+)[ \t]*=[ \t]*"""
    r"""(?:'(?P<single>(?:[^'\\\n]|\\[^'\\\n])*)'|"(?P<double>[^"\\\n]*)"|(?P<bare>[^\s'"#][^#\n]*)?)[ \t\r]*"""
)


def patterns() -> list[str]:
    """Return the setting's patterns: from the environment, else the `env` file, else `config.toml`.

    Raises:
        ValueError: what stands there is no list of patterns, or cannot be read with certainty.
    """
    in_environment = [value for name, value in os.environ.items() if name.upper() == _NAME]
    if len(set(in_environment)) > 1:
        raise ValueError("it is set more than once")
    raw = in_environment[0] if in_environment else _in_env_file()
    return _in_config_file() if raw is None else privacy.split_patterns(raw)


def setting_name(key: str) -> str:
    """Return the name of the setting that a key of `config.toml` means: in any case, with or without the prefix."""
    return key.lower().replace("-", "_").removeprefix("codewatch_")


def _in_env_file() -> str | None:
    text = _read("env")
    lines = [line for line in text.split("\n") if line.strip() and not line.lstrip().startswith("#")]
    if not any(_NAME in line.upper() for line in lines):
        return None
    found: list[str] = []
    for line in lines:
        plain = _PLAIN_LINE.fullmatch(line)
        if plain is None or "${" in line:
            raise ValueError("the env file cannot be read with certainty; write it as NAME='value', one a line")
        if plain["name"].upper() == _NAME:
            found.append(next((value for value in plain.group("single", "double", "bare") if value is not None), ""))
    if len(found) != 1:
        raise ValueError("the env file names it more than once, or within another value")
    return found[0].rstrip() if found[0] else ""


def _in_config_file() -> list[str]:
    try:
        read = tomllib.loads(_read("config.toml"))
    except RecursionError as error:
        raise ValueError("config.toml is nested too deeply") from error
    values = {setting_name(key): value for key, value in read.items()}
    value: object = values.get("redact_patterns", [])
    if isinstance(value, str):
        return privacy.split_patterns(value)
    if not isinstance(value, list) or not all(isinstance(one, str) for one in cast("list[object]", value)):
        raise ValueError("config.toml holds something else than a list of texts")
    return cast("list[str]", value)


def _read(name: str) -> str:
    try:
        with open(os.path.join(paths.config_dir(), name), encoding="utf-8", newline="") as stream:
            return stream.read()
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except OSError as error:
        raise ValueError(f"{name} cannot be read ({error.strerror})") from error
