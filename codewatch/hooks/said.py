"""The side file of a session: what was injected into it, one line each, so that nothing is said twice.

A line is time, event, ids and perhaps why (`codewatch.injected`), apart by tabs. Events are the client's; `task` and
`reflection` name rows of those tables, `reset` says that the client has dropped everything before, and `prompt ID` that
the next lines went with that prompt. An event behind `had ` tells what a session had from the start, or after a reset.
The worker folds the files into the store.
"""

import os

from codewatch import paths
from codewatch.injected import HAD, side_file

RESET = "reset"
PROMPT = "prompt "
_MAX_READ_BYTES = 1 << 20


def read_said(folder: str, session: str) -> set[str]:
    """Return what `session` was told since its last reset: ids of observations, and `task:ID`, `reflection:ID`."""
    return told_by(lines_since_reset(folder, session))


def told_by(lines: list[tuple[str, list[int]]]) -> set[str]:
    """Return what lines say that a session was told, as `read_said` does."""
    said: set[str] = set()
    for event, ids in lines:
        kind = event.removeprefix(HAD)
        prefix = f"{kind}:" if kind in ("task", "reflection") else ""
        said.update([f"{prefix}{one}" for one in ids])
    return said


def as_had(lines: list[tuple[str, list[int]]]) -> list[tuple[str, list[int]]]:
    """Return lines about what was told elsewhere, or before, as lines about what a session has of it."""
    return [(event if event.startswith(HAD) else HAD + event, ids) for event, ids in lines if ids]


def lines_since_reset(folder: str, session: str) -> list[tuple[str, list[int]]]:
    """Return what `session` was told since its last reset, as lines for `write_said`."""
    lines: list[tuple[str, list[int]]] = []
    for event, ids in _read_lines(folder, session):
        if event == RESET:
            lines.clear()
        else:
            lines.append((event, [int(one[:18]) for one in ids if one.isdigit()]))
    return lines


def lines_with_prompt(folder: str, session: str, prompt: str) -> list[tuple[str, list[int]]]:
    """Return what went with the prompt whose id the client gave as `prompt`, as lines for `write_said`."""
    mark = prompt_mark(prompt)
    lines = lines_since_reset(folder, session) if mark else []
    return lines[lines.index(mark[0]) :] if mark and mark[0] in lines else []


def prompt_mark(prompt: str) -> list[tuple[str, list[int]]]:
    """Return the line before those that go with a prompt, by the id that its client gave it; none without one."""
    return [(PROMPT + prompt, [])] if prompt.isascii() and prompt.replace("-", "").isalnum() else []


def _read_lines(folder: str, session: str) -> list[tuple[str, list[str]]]:
    if not session:
        return []
    try:
        file = os.open(side_file(folder, session), os.O_RDONLY)
    except OSError:
        return []
    try:
        size = os.fstat(file).st_size
        os.lseek(file, max(0, size - _MAX_READ_BYTES), os.SEEK_SET)
        text = os.read(file, _MAX_READ_BYTES).decode("ascii", "replace")
    finally:
        os.close(file)
    lines: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        _, _, rest = line.partition("\t")
        event, _, rest = rest.partition("\t")
        lines.append((event, [one for one in rest.partition("\t")[0].split(",") if one]))
    return lines


def write_said(
    folder: str, session: str, lines: list[tuple[str, list[int]]], now: str, why: "dict[str, str] | None" = None
) -> None:  # fmt: skip
    """Append (event, ids) lines for `session`; a folder that cannot be written keeps no record.

    `why` says of the lines of an event why these ids.
    """
    if not session or not lines:
        return
    text = ""
    for event, ids in lines:
        reason = (why or {}).get(event)
        fields = [now, event, ",".join([str(one) for one in ids]), *([reason] if reason else [])]
        text += "\t".join(fields) + "\n"
    try:
        paths.make_private_folder(os.path.join(folder, paths.INJECTED_FOLDER))
        file = paths.open_private(side_file(folder, session), os.O_WRONLY | os.O_APPEND)
    except OSError:
        return
    try:
        os.write(file, text.encode("utf-8", "replace"))
    except OSError:
        return
    finally:
        os.close(file)
