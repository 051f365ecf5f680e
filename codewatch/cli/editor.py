"""A text in the user's editor → what they have made of it; the file stays when it cannot be stored."""

import contextlib
import os
import shlex
import subprocess
import tempfile
from collections.abc import Generator
from contextlib import contextmanager

from codewatch import config, paths
from codewatch.cli.telling import tell
from codewatch.errors import CodewatchError, ConfigError

NO_EDITOR = "no editor is named: set VISUAL or EDITOR, or say the text with --text or --file"


def read_text(path: str, *, most_bytes: int, what: str) -> str:
    """Return the text of a file, of which no more than one byte beyond `most_bytes` is read.

    Raises:
        ConfigError: it is larger, or not UTF-8.
        OSError: it cannot be read.
    """
    with open(path, "rb") as stream:
        return as_text(stream.read(most_bytes + 1), most_bytes=most_bytes, what=what)


def as_text(raw: bytes, *, most_bytes: int, what: str) -> str:
    """Return bytes as text.

    Raises:
        ConfigError: there are more than `most_bytes`, or they are not UTF-8.
    """
    if len(raw) > most_bytes:
        raise ConfigError(f"{what} is too large; at most {most_bytes} bytes are read")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ConfigError(f"{what} is not UTF-8 text (byte {error.start})") from error


@contextmanager
def edited(text: str, *, name: str, folder: str, most_bytes: int) -> Generator[str]:
    """Let the user edit `text` and give what they made of it; where the block fails, the file with it stays.

    Raises:
        ConfigError: no editor is named, it cannot be started, or it fails.
    """
    command = _command()
    number, path = tempfile.mkstemp(prefix=f"edit-{name}-", suffix=".md", dir=folder)
    with os.fdopen(number, "wb") as stream:
        stream.write(f"{text}\n".encode())
    try:
        _run(command, path)
        yield read_text(path, most_bytes=most_bytes, what="the edited text")
    except CodewatchError:
        if _holds(path, text):
            tell(f"what you wrote is kept in {path}; `codewatch edit {name} --file` takes it")
        else:
            _remove(path)
        raise
    _remove(path)


def _command() -> list[str]:
    try:
        command = shlex.split(config.editor())
    except ValueError as error:
        raise ConfigError(f"VISUAL or EDITOR cannot be read: {error}") from error
    if not command:
        raise ConfigError(NO_EDITOR)
    return command


def _run(command: list[str], path: str) -> None:
    try:
        code = subprocess.run([*command, path], check=False).returncode
    except OSError as error:
        raise ConfigError(f"the editor {command[0]} cannot be started: {paths.explain(error, command[0])}") from error
    if code:
        raise CodewatchError(f"the editor {command[0]} failed (exit {code}); nothing was changed")


def _holds(path: str, text: str) -> bool:
    """Return whether somebody has written something into the file that is not there yet."""
    with contextlib.suppress(OSError), open(path, "rb") as stream:
        raw = stream.read()
        return bool(raw.strip()) and raw.strip() != text.strip().encode()
    return False


def _remove(path: str) -> None:
    with contextlib.suppress(FileNotFoundError):
        os.remove(path)
