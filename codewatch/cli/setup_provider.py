"""`codewatch setup --provider`: a model provider into the file `env` of the settings; what else stands there stays."""

import difflib
import re
from typing import NamedTuple

from codewatch import config, paths
from codewatch.clientfiles import changes
from codewatch.clientfiles.changes import Change, Target
from codewatch.config import PREFIX
from codewatch.errors import ClientFileError, ConfigError
from codewatch.llm import providers

_PROVIDER = f"{PREFIX}LLM_PROVIDER"
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,40}")
_VALUE = re.compile(r"[A-Za-z0-9._:/@+-]{1,200}")
_OTHER = re.compile(r"=.*$")
_ALIKE = 0.7


class _Lines(NamedTuple):
    """Lines `NAME=value` that the file is to have: those of other names stay as they are."""

    wanted: dict[str, str]

    def snippet(self) -> str:
        return "".join(f"{name}={value}\n" for name, value in self.wanted.items())

    def is_mentioned(self, text: str) -> bool:
        return True  # so no backup is kept: it would hold keys

    def is_empty(self, text: str) -> bool:
        return not text.strip()

    def are_all_of(self, text: str) -> bool:
        return True

    def taken_from(self, text: str) -> "_Lines":
        return self

    def data_dirs(self, text: str) -> list[str]:
        return []

    def add(self, text: str) -> str:
        """Return the text with each name set in its place, or at the end.

        Raises:
            ClientFileError: a value goes over several lines, so that nobody knows where it ends.
        """
        for name, value in self.wanted.items():
            line = re.compile(rf"^[ \t]*(?:export[ \t]+)?{name}[ \t]*=.*$", re.MULTILINE | re.IGNORECASE)
            found = list(line.finditer(text))
            if any(match[0].count(quote) % 2 for match in found for quote in "'\""):
                raise ClientFileError(f"{name} stands there in more than one line")
            # The last one counts; the others go.
            for match in reversed(found[:-1]):
                text = text[: match.start()] + text[match.end() :].removeprefix("\n")
            if found:
                text = line.sub(lambda _, put=f"{name}={value}": put, text)
            else:
                text += ("" if not text or text.endswith("\n") else "\n") + f"{name}={value}\n"
        return text

    def remove(self, text: str, original: str | None = None) -> str:
        return text


def settings_for(
    provider: str | None, *, model: str | None, vertex_project: str | None, vertex_region: str | None,
    bedrock_region: str | None,
) -> dict[str, str]:  # fmt: skip
    """Return the settings that the options of `setup` mean, with the names they have in the file.

    Raises:
        ConfigError: the provider is not known, or an option is no value of a setting.
    """
    given = {
        "LLM_PROVIDER": None if provider is None else _known(provider, model), "LLM_MODEL": model,
        "VERTEX_PROJECT": vertex_project, "VERTEX_REGION": vertex_region, "BEDROCK_REGION": bedrock_region,
    }  # fmt: skip
    for value in given.values():
        if value is not None and not _VALUE.fullmatch(value):
            raise ConfigError(f"{value!r} cannot be the value of such a setting")
    return {PREFIX + name: value for name, value in given.items() if value is not None}


def write(wanted: dict[str, str], *, dry_run: bool) -> Change | None:
    """Put the settings into the file, or only say what that would change; return None when they are there."""
    if not dry_run:
        paths.make_folders(str(config.env_path().parent))
    change = changes.install(Target(str(config.env_path()), "settings", _Lines(wanted)), dry_run=dry_run)
    return change and change._replace(before=_hidden(change.before, wanted), after=_hidden(change.after, wanted))


def _hidden(text: str | None, wanted: dict[str, str]) -> str | None:
    """Return the text as it may be shown: a line that is not ours may hold a key."""
    if text is None:
        return None
    lines = [line if line.partition("=")[0] in wanted else _OTHER.sub("=…", line) for line in text.split("\n")]
    return "\n".join(lines)


def left_to_do(provider: str) -> list[str]:
    """Return what the provider that was just written still needs."""
    sources = config.Sources()
    found = sources.find(_PROVIDER)
    lines: list[str] = []
    if found.value.strip().lower() != provider.strip().lower():
        lines.append(f"{_PROVIDER} is {found.value!r} in the {found.source}, and that comes before the settings files")
    named = providers.named(provider.strip().lower(), "none", purpose="observe", lookup=sources.find)
    return [*lines, *(f"{one.name}: {one.missing}, in {config.env_path()}" for one in named if one.missing)]


def _known(provider: str, model: str | None) -> str:
    name = provider.strip().lower()
    known = [*providers.PRESETS, providers.AUTO, providers.NONE]
    if name in known:
        return name
    near = difflib.get_close_matches(name, known, n=1, cutoff=_ALIKE)
    if near or not _NAME.fullmatch(name):
        hint = f"; did you mean {near[0]}?" if near else ""
        raise ConfigError(f"--provider {provider}: there is no such provider{hint}")
    if not model:
        raise ConfigError(
            f"--provider {provider}: codewatch knows {', '.join(known)};"
            " for another one that litellm has, say --model too"
        )
    return name
