"""The settings, from the process environment, the `env` file, `config.toml` and the defaults, in that order."""

import logging
import os
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from dotenv import dotenv_values
from dotenv.parser import parse_stream
from pydantic import Field, TypeAdapter, ValidationError, field_validator
from pydantic.fields import FieldInfo
from pydantic_settings import (
    BaseSettings,
    DotEnvSettingsSource,
    EnvSettingsSource,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from codewatch import exclusions, paths, privacy, surroundings
from codewatch.errors import ConfigError
from codewatch.privacy import own

PREFIX = "CODEWATCH_"
# It warns on standard error, at each reading, of lines that `written` finds and `codewatch status` tells.
logging.getLogger("dotenv.main").setLevel(logging.ERROR)


def editor() -> str:
    """Return the command of the user's editor, "" where none is named."""
    return os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""


class _TomlSource(PydanticBaseSettingsSource):
    """`config.toml`, whose keys are the setting names, in any case and with or without the prefix."""

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        return self().get(field_name), field_name, False

    def __call__(self) -> dict[str, Any]:
        file = config_file()
        if not file.is_file():
            return {}
        try:
            with file.open("rb") as stream:
                return {own.setting_name(key): value for key, value in tomllib.load(stream).items()}
        except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
            raise ConfigError(f"{file} cannot be read ({error}); mend or remove it") from error


class Settings(BaseSettings):
    """Every setting with its default. `Settings.load()` is called by entry points only."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="ignore", frozen=True)

    llm_provider: str = Field("none", description="model provider; none observes by rules")
    fallback_provider: str = Field("none", description="provider asked when the first one fails")
    reflect_threshold: int = Field(40_000, ge=1, description="unreflected tokens in a scope that start a reflection")
    auto_reflect: bool = Field(True, description="whether the worker reflects by itself")
    max_compression: int = Field(3, ge=0, le=3, description="highest compression level tried")
    chars_per_token: int = Field(4, ge=1, le=16, description="characters counted as one token")
    data_dir: str = Field("", description="where memory and queue are kept")
    default_branch: str = Field("main", min_length=1, description="branch name where there is no git")
    project_dir: str = Field("", description="project used instead of the current folder")
    llm_model: str = Field("", description="model of every provider, instead of the provider's own setting")
    observer_model: str = Field("", description="model that observes and sorts")
    reflector_model: str = Field("", description="model that reflects")
    concurrency: int = Field(4, ge=1, le=64, description="how many slices wait for models at once")
    model_timeout_s: float = Field(120.0, gt=0, le=500, description="seconds that one call of a model may take")
    slice_tokens: int = Field(16_000, ge=500, description="tokens of a transcript that one call is given at most")
    daily_tokens: int = Field(2_000_000, ge=0, description="tokens that models may use in a day; 0 is no limit")
    daily_cost_usd: float = Field(
        1.0, ge=0, allow_inf_nan=False, description="dollars that models may cost in a day; 0 is no limit"
    )
    rules_after_h: float = Field(24.0, ge=0, description="hours after which the rules observe what no model would")
    log_level: Literal["debug", "info", "warning", "error"] = Field("info", description="what the worker logs")
    worker_autostart: bool = Field(True, description="whether the save hook and the tools may start a worker")
    worker_idle_min: float = Field(15.0, gt=0, description="minutes without work after which the worker leaves")
    sweep_interval_min: int = Field(
        15, ge=0, le=60, description="minutes between looks for missed transcripts; 0 never"
    )
    checkpoints: bool = Field(True, description="whether a prompt saves a session that no other hook has saved")
    checkpoint_interval_s: float = Field(
        paths.CHECKPOINT_INTERVAL_S, gt=0, description="seconds without a save after which a prompt saves its session"
    )
    failed_kept_days: float = Field(30.0, gt=0, description="days that a job stays on the failed list")
    redact_patterns: Annotated[list[str], NoDecode] = Field(
        default=[], description="regular expressions of your own secrets, as `expression` or `name=expression`"
    )
    exclude: Annotated[list[str], NoDecode] = Field(
        default=[], description="folders and files left alone, as `pattern`, `capture:pattern` or `recall:pattern`"
    )
    claude_memory: bool = Field(True, description="whether Claude Code's own memory files are read")
    codex_memory: bool = Field(True, description="whether Codex's own memory files are read")
    subagents: Literal["result", "all", "none"] = Field("result", description="what of subagents is observed")
    wait_for_more_min: float = Field(10.0, ge=0, description="minutes that a very short turn waits for company")

    @field_validator("redact_patterns", "exclude", mode="before")
    @classmethod
    def _are_listed(cls, value: object) -> object:
        return _split(value)

    @field_validator("exclude")
    @classmethod
    def _are_patterns(cls, value: list[str]) -> list[str]:
        for pattern in value:
            exclusions.parse(pattern)
        return value

    @field_validator("llm_provider", "fallback_provider")
    @classmethod
    def _lower(cls, value: str) -> str:
        name = value.strip().lower() or "none"
        if not re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,40}", name):
            raise ValueError("no name of a provider: letters, digits, - and _")
        return name

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Return the sources in their order; the current folder's own `.env` is never one of them."""
        env_file = DotEnvSettingsSource(settings_cls, env_file=env_path(), env_file_encoding="utf-8")
        return init_settings, EnvSettingsSource(settings_cls), env_file, _TomlSource(settings_cls)

    @classmethod
    def load(cls, **given: Any) -> "Settings":
        """Read every source once, and give the gate the user's own patterns; what is `given` comes before all.

        Raises:
            ConfigError: a value is out of range or a file cannot be read; the message names the setting.
        """
        try:
            settings = cls.model_validate(given)
        except ValidationError as error:
            first = error.errors()[0]
            if not first["loc"]:
                raise ConfigError(f"{env_path()} cannot be read ({first['msg']}); mend or remove it") from error
            name = PREFIX + "_".join(str(part) for part in first["loc"]).upper()
            # A pattern may say itself what it is to hide.
            shown = "" if first["loc"][0] == "redact_patterns" else f" (got {first.get('input')!r})"
            raise ConfigError(f"{name}: {first['msg']}{shown}{_standing(str(first['loc'][0]))}") from error
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"the settings in {paths.config_dir()} cannot be read ({error})") from error
        privacy.use(settings.redact_patterns)
        return settings

    @property
    def folder(self) -> str:
        """Return the data directory as an absolute path."""
        return os.path.abspath(os.path.expanduser(self.data_dir)) if self.data_dir else paths.data_dir()


def publish_exclusions(folder: str) -> None:
    """Let the hooks know what the settings files exclude; they know by themselves what the environment does.

    Raises:
        ConfigError: a file cannot be read, or what stands there is no list of patterns.
        OSError: it cannot be written into the data directory.
    """
    in_env_file = DotEnvSettingsSource(Settings, env_file=env_path(), env_file_encoding="utf-8")()
    value: object = in_env_file["exclude"] if "exclude" in in_env_file else _TomlSource(Settings)().get("exclude", [])
    try:
        exclusions.publish(folder, TypeAdapter(list[str]).validate_python(_split(value)))
    except ValueError as error:
        raise ConfigError(f"{PREFIX}EXCLUDE in {paths.config_dir()}: {error}") from error


def _split(value: object) -> object:
    return privacy.split_patterns(value) if isinstance(value, str) else value


# What a library may find in the `env` file beside keys: how to get out of the house.
WAYS_OUT = ("HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR")


class Found(NamedTuple):
    """A setting's value and where it stands; both are "" when it is not set."""

    value: str = ""
    source: str = ""


class Sources:
    """Finds single settings, for names that are made up as they are needed: those of any provider."""

    def __init__(self) -> None:
        self._file = {name: value or "" for name, value in dotenv_values(env_path(), interpolate=False).items()}
        self._toml = _TomlSource(Settings)()

    def find(self, name: str) -> Found:
        """Return a `CODEWATCH_…` setting, or the key of a provider that is named.

        A key counts in the environment only where the environment names its provider too (DESIGN §4).
        """
        if value := os.environ.get(name, "") if name.startswith(PREFIX) or name in _named_by_environment() else "":
            return Found(value, "environment")
        if value := self._file.get(name, ""):
            return Found(value, "env")
        value = self._toml.get(name.removeprefix(PREFIX).lower()) if name.startswith(PREFIX) else None
        return Found(str(value), "config.toml") if value else Found()

    def for_libraries(self, providers: Iterable[str]) -> dict[str, str]:
        """Return what the `env` file says about proxies, certificates, and the clouds of these providers."""
        names = [*WAYS_OUT, *(name for provider in providers for name in surroundings.credential_variables(provider))]
        return {name: self._file[name] for name in names if self._file.get(name)}


def _named_by_environment() -> list[str]:
    return [
        name
        for provider in surroundings.named_providers()
        for name in (*surroundings.key_variables(provider), *surroundings.credential_variables(provider))
    ]


def files_state() -> tuple[tuple[int, int, int] | None, ...]:
    """Return what changes when a settings file is written, made or removed."""
    return tuple(_state_of(path) for path in (env_path(), config_file()))


def _state_of(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def config_file() -> Path:
    """Return the path of `config.toml`, whether it exists or not."""
    return Path(paths.config_dir(), "config.toml")


def env_path() -> Path:
    """Return the path of the `env` file, whether it exists or not."""
    return Path(paths.config_dir(), "env")


class Written(NamedTuple):
    """A key in a settings file: the file, the number of its line, the key; "" is a line that cannot be read."""

    path: Path
    line: int
    key: str


def written() -> list[Written]:
    """Return the keys that stand in the settings files, as they are written; files that cannot be read have none."""
    return [*_written_in_env(), *_written_in_toml()]


def _written_in_env() -> list[Written]:
    try:
        with env_path().open(encoding="utf-8") as stream:
            found = list(parse_stream(stream))
    except (OSError, UnicodeDecodeError):
        return []
    rows: list[Written] = []
    for one in found:
        if one.key or one.error:
            # What is read begins with the blank lines before it.
            skipped = one.original.string[: len(one.original.string) - len(one.original.string.lstrip())].count("\n")
            rows.append(Written(env_path(), one.original.line + skipped, "" if one.error else one.key or ""))
    return rows


def _written_in_toml() -> list[Written]:
    try:
        text = config_file().read_text("utf-8")
        keys = list(tomllib.loads(text))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError):
        return []
    lines = text.split("\n")
    return [Written(config_file(), _line_of(key, lines), key) for key in keys]


def _line_of(key: str, lines: list[str]) -> int:
    begins = re.compile(rf"""\s*\[*\s*["']?{re.escape(key)}["']?\s*[=.\]]""")
    return next((number for number, line in enumerate(lines, start=1) if begins.match(line)), 1)


def _standing(name: str) -> str:
    """Return where the value of a setting stands, as the end of a sentence."""
    if any(variable.upper() == PREFIX + name.upper() for variable in os.environ):
        return ", in the environment"
    found = [one for one in written() if own.setting_name(one.key) == name and not _is_bare(one)]
    first = [one for one in found if one.path == env_path()][-1:] or found[:1]
    return f", in {first[0].path}, line {first[0].line}" if first else ""


def _is_bare(one: Written) -> bool:
    """Return whether a key of the `env` file lacks the prefix, and so means nothing there."""
    return one.path == env_path() and not one.key.upper().startswith(PREFIX)


def describe() -> tuple[list[tuple[str, str, str]], list[str]]:
    """Return (name, value, source) of every setting, and what is wrong with those that cannot be used.

    The source is environment, env, config.toml or default; a value that is wrong is shown as it stands there.

    Raises:
        ConfigError: a file cannot be read.
    """
    settings, wrong = _whatever_fits()
    in_environment = EnvSettingsSource(Settings)()
    in_env_file = DotEnvSettingsSource(Settings, env_file=env_path(), env_file_encoding="utf-8")()
    in_toml = _TomlSource(Settings)()
    rows: list[tuple[str, str, str]] = []
    for name in Settings.model_fields:
        sources = (("environment", in_environment), ("env", in_env_file), ("config.toml", in_toml))
        source, found = next(((told, read[name]) for told, read in sources if name in read), ("default", None))
        value = found if name in wrong else getattr(settings, name)
        # As the files and docs have it.
        written = str(value).lower() if isinstance(value, bool) else str(value)
        rows.append((PREFIX + name.upper(), written, source))
    return rows, list(wrong.values())


def _whatever_fits() -> tuple[Settings, dict[str, str]]:
    """Return the settings with the default in place of each value that is wrong, and what is wrong, by the name."""
    given: dict[str, Any] = {}
    wrong: dict[str, str] = {}
    while True:
        try:
            return Settings.load(**given), wrong
        except ConfigError as error:
            cause = error.__cause__
            name = str(cause.errors()[0]["loc"][0]) if isinstance(cause, ValidationError) and _has_place(cause) else ""
            if not name or name in wrong:
                raise
            wrong[name] = str(error)
            given[name] = Settings.model_fields[name].default


def _has_place(error: ValidationError) -> bool:
    return bool(error.errors()[0]["loc"])
