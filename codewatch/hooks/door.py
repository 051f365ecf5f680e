"""The door of every hook: standard input into fields, one answer out, and no way to fail."""

import os
import time

from codewatch import paths
from codewatch.lightsqlite import SQLiteError, connect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

STDIN_S = 1.0
_STDIN = 0
_STDOUT = 1
_CHUNK_BYTES = 1 << 20
_FIRST_WAIT_S = 0.0005
_LONGEST_WAIT_S = 0.02
# A payload that is still coming is let in for so much longer; one that never ends is not.
_GRACE_S = 2.0
_FIELDS = "select key, atom from json_each(:text) where json_type(:text) = 'object' and atom is not null"


class BadPayload(Exception):
    """What came on standard input is not one JSON object; the message says how much came, never what."""


def run(main: "Callable[[str], None]", client: str) -> None:
    """Call `main` for a client and leave with status 0 whatever happens; an error becomes one line of the log."""
    try:
        main(client)
    except BaseException as error:  # noqa: BLE001  (a hook that fails would block the user's prompt)
        complain(str(error) if isinstance(error, BadPayload) else f"{type(error).__name__}: {error}")
    finally:
        os._exit(0)  # Whatever else went wrong; and the interpreter's own way out costs 4 ms.


def complain(text: str) -> None:
    """Write one line to the log of the data directory, where that exists; what a payload said in it is cleaned."""
    paths.log_line(paths.data_dir(), "error:hook", gated(text)[0], now())


def gated(text: str) -> tuple[str, str]:
    """Return `text` through the gate, and what is wrong with the user's own patterns: "" for nothing."""
    # Rare, so that it may cost the imports of `re` and more.
    from codewatch import privacy  # noqa: PLC0415
    from codewatch.errors import ConfigError  # noqa: PLC0415
    from codewatch.privacy import own  # noqa: PLC0415

    wrong = ""
    try:
        privacy.use(own.patterns())
    except (ConfigError, ValueError) as error:
        # What a parser of a file says may quote it.
        is_ours = isinstance(error, ConfigError) or type(error) is ValueError
        wrong = str(error) if is_ours else type(error).__name__
    return privacy.clean(text).text, wrong


def is_off(kind: str, folder: str, cwd: str) -> bool:
    """Return whether `kind` (capture or recall) is paused or excluded for a session in the folder `cwd`."""
    if not paths.may_be_off(folder):
        return False
    from codewatch import pauses  # noqa: PLC0415  (most never paused, and then no hook pays for it)

    return pauses.is_paused(folder, kind, cwd)


def now() -> str:
    """Return the time as UTC in ISO 8601, whole seconds."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def read_payload() -> dict[str, str]:
    """Return the scalar fields of the JSON object on standard input as texts; of no input, none.

    Raises:
        BadPayload: it is not a JSON object.
    """
    return parse_payload(read_stdin())


def parse_payload(raw: bytes) -> dict[str, str]:
    """Return the scalar fields of the JSON object in `raw` as texts; bad UTF-8 is replaced, a BOM skipped.

    Raises:
        BadPayload: it is not a JSON object.
    """
    text = raw.decode("utf-8", "replace").lstrip("\ufeff").strip()
    if not text:
        return {}
    connection = connect(":memory:")
    try:
        fields = {key: str(value) for key, value in connection.execute(_FIELDS, {"text": text})}
    except SQLiteError as error:
        raise BadPayload(f"payload of {len(raw)} bytes is not JSON") from error
    finally:
        connection.close()
    if not fields and not text.startswith("{"):
        raise BadPayload(f"payload of {len(raw)} bytes is not a JSON object")
    return fields


def read_stdin(limit_s: float = STDIN_S) -> bytes:
    """Return what comes on standard input until its end or for `limit_s` seconds; of a terminal nothing."""
    try:
        if os.isatty(_STDIN):
            return b""
        if paths.is_windows():  # Its pipes cannot be asked without waiting before Python 3.12.
            return _read_until(0)
        was_blocking = os.get_blocking(_STDIN)
        os.set_blocking(_STDIN, False)
    except OSError:
        return b""  # Closed, or not there at all.
    try:
        return _read_until(time.monotonic() + limit_s)
    finally:
        os.set_blocking(_STDIN, was_blocking)


def json_string(text: str) -> str:
    """Return `text` as a JSON string of ASCII characters; a lone surrogate becomes U+FFFD."""
    special = {ord(character): _escaped(ord(character)) for character in set(text) if not " " <= character <= "~"}
    special[ord('"')], special[ord("\\")] = '\\"', "\\\\"
    return f'"{text.translate(special)}"'


def answer(event: str, context: str) -> None:
    """Write the one JSON object that adds `context` to the model's input at `event` (Claude Code's shape)."""
    body = f'"hookEventName": {json_string(event)}, "additionalContext": {json_string(context)}'
    write_out(f'{{"hookSpecificOutput": {{{body}}}}}\n')


def write_out(text: str) -> None:
    """Write `text` (ASCII) to standard output, past every buffer; a reader that has gone is no error."""
    rest = text.encode("ascii")
    try:
        while rest:
            rest = rest[os.write(_STDOUT, rest) :]
    except OSError:
        return


def _read_until(deadline: float) -> bytes:
    chunks: list[bytes] = []
    wait = _FIRST_WAIT_S
    while True:
        try:
            chunk = os.read(_STDIN, _CHUNK_BYTES)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                break
            time.sleep(wait)
            wait = min(2 * wait, _LONGEST_WAIT_S)
            continue
        except OSError:
            break
        if not chunk or time.monotonic() >= deadline + _GRACE_S:
            break
        chunks.append(chunk)
        wait = _FIRST_WAIT_S
    return b"".join(chunks)


def _escaped(code: int) -> str:
    if 0xD800 <= code <= 0xDFFF:
        return "\\ufffd"
    if code > 0xFFFF:
        return f"\\u{0xD800 + ((code - 0x10000) >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"
    return f"\\u{code:04x}"
