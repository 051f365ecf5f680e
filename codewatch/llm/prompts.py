"""A named text for a model, with its fields filled in: the user's own where there is a sound one, else the shipped."""

import difflib
import hashlib
import os
import re
import stat
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from codewatch import paths

FOLDER = "prompts"
# Far more than any prompt needs, and little enough to leave a small model room for the text.
MAX_BYTES = 32_000
VERSION_CHARS = 8
OWN = "+own"
_FIELD = re.compile(r"\{([a-z_]+)\}")
_ENDING = ".md"
_ABOUT = "about.md"
_ALIKE = 0.6


class Prompt(NamedTuple):
    """A text before its fields are filled in, and whether the user wrote it."""

    name: str
    text: str
    is_own: bool

    @property
    def version(self) -> str:
        """Return what tells this text from others: the same text has the same version everywhere."""
        return version_of(self)

    def fill(self, **fields: str) -> str:
        """Return the text with `{field}` replaced by what was given for it.

        Each but the parts of others begins with the words by which our own sessions are known.
        """
        # One pass: what a field holds is never looked at for fields.
        filled = _FIELD.sub(lambda found: fields.get(found[1], found[0]), self.text)
        is_part = self.name == "repair" or self.name.startswith("reflector-level-")
        return filled if is_part else f"{paths.OUR_OPENING}\n\n{filled}"


class Fault(NamedTuple):
    """What is wrong with a file among the user's prompts, in one line, and what is done about it."""

    what: str
    fix: str


class _Unsound(Exception):
    """The user's own text cannot be used; the message says why."""


def load(name: str) -> Prompt:
    """Return the text `prompts/<name>.md`: the user's own if it is sound, else the shipped one (FEATURES F150).

    It is read at each call, so that a change counts from the next question on. What is wrong with the user's own is
    said by `faults`: no job fails for it.
    """
    shipped = _shipped(name)
    try:
        return Prompt(name, _own(_folder() / f"{name}{_ENDING}", shipped), is_own=True)
    except (_Unsound, FileNotFoundError, NotADirectoryError):
        return Prompt(name, shipped, is_own=False)


def fill(name: str, **fields: str) -> str:
    """Return the text `prompts/<name>.md` filled in, as `load` and `Prompt.fill` do."""
    return load(name).fill(**fields)


def version_of(*parts: Prompt) -> str:
    """Return the version of a question made of these texts, named for the first: `observer@3fa9c1d2`.

    It ends in `+own` where any of them is the user's.
    """
    digest = hashlib.sha256("\0".join(part.text for part in parts).encode()).hexdigest()[:VERSION_CHARS]
    return f"{parts[0].name}@{digest}{OWN if any(part.is_own for part in parts) else ''}"


def names() -> list[str]:
    """Return the names of all prompts that ship."""
    found = (entry.name for entry in files("codewatch.prompts").iterdir())
    return sorted(name.removesuffix(_ENDING) for name in found if name.endswith(_ENDING) and name != _ABOUT)


def files_state() -> object:
    """Return what is another one when something among the user's own prompts has changed."""
    try:
        with os.scandir(_folder()) as entries:
            looked = [(entry.name, entry.stat(follow_symlinks=False), _target(entry)) for entry in entries]
    except OSError as error:
        return error.errno
    return {name: (found.st_ctime_ns, found.st_size, target) for name, found, target in looked}


def _target(entry: os.DirEntry[str]) -> int:
    """Return when what a link leads to has changed, 0 for what is no link or leads nowhere."""
    try:
        return entry.stat().st_ctime_ns if entry.is_symlink() else 0
    except OSError:
        return 0


def faults() -> list[Fault]:
    """Return what is wrong with the user's own prompts; hidden files, backups and `about.md` are nobody's prompt."""
    folder = _folder()
    try:
        entries = sorted(os.listdir(folder))
    except FileNotFoundError:
        return [Fault(f"{folder} is a link to nothing", "remove it")] if folder.is_symlink() else []
    except OSError as error:
        return [Fault(f"{folder} cannot be read ({error.strerror}); the shipped prompts are used", "mend or remove it")]
    known = {f"{name}{_ENDING}": name for name in names()}
    return [
        fault
        for entry in entries
        if not entry.startswith(".") and not entry.endswith("~") and entry != _ABOUT
        if (fault := _fault(folder / entry, known)) is not None
    ]


def _fault(path: Path, known: Mapping[str, str]) -> Fault | None:
    where = _printable(path)
    if path.name not in known:
        near = difflib.get_close_matches(path.name.lower(), known, n=1, cutoff=_ALIKE)
        meant = f"; did you mean {near[0]}?" if near else ""
        fix = f"name it {near[0]}, or remove it" if near else f"name it one of {', '.join(known)}, or remove it"
        return Fault(f"{where} is the name of no prompt, and ignored{meant}", fix)
    shipped = _shipped(known[path.name])
    try:
        text = _own(path, shipped)
    except FileNotFoundError:
        is_link = path.is_symlink()
        return Fault(f"{where} is a link to nothing; the shipped prompt is used", "remove it") if is_link else None
    except _Unsound as error:
        return Fault(f"{where} {error}; the shipped prompt is used", "mend or remove it")
    unknown = _braced(set(_FIELD.findall(text)) - set(_FIELD.findall(shipped)))
    if unknown:
        fields = _braced(set(_FIELD.findall(shipped))) or "none"
        return Fault(f"{where} has {unknown}, which is no field of it and is sent as written", f"its fields: {fields}")
    return None


def _own(path: Path, shipped: str) -> str:
    """Return a user's own text.

    Raises:
        _Unsound: it cannot be used, and why.
        FileNotFoundError, NotADirectoryError: there is none.
    """
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):  # a pipe would be waited for
            raise _Unsound("is no file")
        with path.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        raise
    except OSError as error:
        raise _Unsound(f"cannot be read ({error.strerror})") from error
    if len(raw) > MAX_BYTES:
        raise _Unsound(f"is larger than {MAX_BYTES // 1000} kB")
    try:
        text = raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise _Unsound("is not UTF-8") from error
    if "\0" in text:
        raise _Unsound("is no text")
    if not text.strip():
        raise _Unsound("is empty")
    lacking = _braced(set(_FIELD.findall(shipped)) - set(_FIELD.findall(text)))
    if lacking:
        raise _Unsound(f"lacks {lacking}")
    return text


def _folder() -> Path:
    return Path(paths.config_dir(), FOLDER)


def _shipped(name: str) -> str:
    return (files("codewatch.prompts") / f"{name}{_ENDING}").read_text(encoding="utf-8")


def _braced(fields: set[str]) -> str:
    return ", ".join(f"{{{field}}}" for field in sorted(fields))


def _printable(path: Path) -> str:
    """Return a path that can be written anywhere: a name may be no UTF-8."""
    return os.fsencode(path).decode("utf-8", "replace")
