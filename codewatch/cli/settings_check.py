"""The keys in the settings files and the environment into a line for each that codewatch does not know."""

import difflib
import os
from collections.abc import Iterable
from pathlib import Path

from codewatch import config, surroundings
from codewatch.config import PREFIX, Settings
from codewatch.llm.providers import NUMBERS, PRESETS
from codewatch.privacy import own

_OF_PROVIDER = ("_MODEL", "_API_KEY", "_BASE_URL", *(f"_{name}" for name in NUMBERS))
_CLOUDS = ("VERTEX_PROJECT", "VERTEX_REGION", "BEDROCK_REGION")
# Set by codewatch itself for what it starts.
_OURS = ("CHILD",)
_ALIKE = 0.75


def unknown(*, environment: bool) -> list[str]:
    """Return a line for every key that means nothing, with the nearest one that does; also of the environment."""
    lines = [line for one in config.written() if (line := _said(one))]
    names = sorted(name for name in os.environ if environment and name.upper().startswith(PREFIX))
    wrong = [name for name in names if not _is_known(name.upper().removeprefix(PREFIX))]
    return [*lines, *(f"the environment: {_no_setting(name, _nearest(name))}" for name in wrong)]


def nearest(name: str) -> str:
    """Return the name of the setting that `name` is most like, as the end of a sentence; "" for none."""
    near = _nearest(name)
    return f"; did you mean {near}?" if near else ""


def provider_names() -> list[str]:
    """Return the settings of providers, without the prefix, that somebody has set somewhere."""
    keys = [own.setting_name(one.key).upper() for one in config.written()]
    keys += [name.removeprefix(PREFIX) for name in os.environ if name.startswith(PREFIX)]
    return sorted({key for key in keys if _is_of_provider(key)})


def is_of_provider(name: str) -> bool:
    """Return whether a name without the prefix is that of a provider's setting."""
    return _is_of_provider(name)


def _said(one: config.Written) -> str:
    where = f"{one.path}, line {one.line}"
    if not one.key:
        return f"{where}: not NAME=value, and ignored"
    name = own.setting_name(one.key).upper()
    is_env_file = one.path == config.env_path()
    if is_env_file and not one.key.upper().startswith(PREFIX):
        if one.key in _for_libraries() or one.key.endswith("_API_KEY"):
            return ""
        return f"{where}: {_no_setting(one.key, _nearest(one.key, also=_for_libraries()))}"
    return "" if _is_known(name) else f"{where}: {_no_setting(one.key, _as_written(_nearest(name), one.path))}"


def _no_setting(key: str, near: str) -> str:
    return f"{key} is no setting, and ignored{f'; did you mean {near}?' if near else ''}"


def _as_written(near: str, path: Path) -> str:
    return near.removeprefix(PREFIX).lower() if path == config.config_file() else near


def _nearest(name: str, *, also: Iterable[str] = ()) -> str:
    bare = own.setting_name(name).upper()
    known = [*map(str.upper, Settings.model_fields), *_CLOUDS, *_presets()]
    near = difflib.get_close_matches(bare, known, n=1, cutoff=_ALIKE)
    other = difflib.get_close_matches(name, list(also), n=1, cutoff=_ALIKE)
    return f"{PREFIX}{near[0]}" if near else other[0] if other else ""


def _is_known(name: str) -> bool:
    return name.lower() in Settings.model_fields or name in _OURS or _is_of_provider(name)


def _is_of_provider(name: str) -> bool:
    if name.lower() in Settings.model_fields:
        return False
    if name in _CLOUDS or name in _presets():
        return True
    # Any prefix of litellm's is a provider, unless its setting looks like a slip of the pen.
    return name.endswith(_OF_PROVIDER) and not difflib.get_close_matches(
        name, [*map(str.upper, Settings.model_fields), *_presets()], n=1, cutoff=0.85
    )


def _presets() -> list[str]:
    return [f"{name.upper().replace('-', '_')}{part}" for name in PRESETS for part in _OF_PROVIDER]


def _for_libraries() -> list[str]:
    names = [name for provider in PRESETS for name in surroundings.key_variables(provider)]
    names += [name for provider in PRESETS for name in surroundings.credential_variables(provider)]
    return [*names, *config.WAYS_OUT]
