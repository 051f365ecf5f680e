"""Which session a forked one comes from: it still has what that one was told.

Clients do not say it at the start of a fork. `/branch` of Claude Code and Codex name the session in the transcript's
first rows; `--fork-session` writes no transcript before the first answer, and says how long ago the last answer was.
"""

import os

_HEAD_BYTES = 1 << 18
# Of Claude Code's `/branch` and of Codex, as they stand in a row of JSON.
_MARKS = (b'"forkedFrom":{"sessionId":"', b'"forked_from_id":"')
_MAX_ID = 100
# A transcript is written on a little after the answer, and the hook starts a little later.
_SLACK_S = 3.0


def parent_of(payload: dict[str, str], now: float) -> str:
    """Return the session id that the session starting in `payload` at `now` (Unix time) was forked from, or ""."""
    path = payload.get("transcript_path", "")
    return _named_in(path) or _latest_beside(path, payload.get("seconds_since_last_response", ""), now)


def _named_in(path: str) -> str:
    try:
        file = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except (OSError, ValueError):
        return ""
    try:
        head = os.read(file, _HEAD_BYTES)
    except OSError:
        return ""
    finally:
        os.close(file)
    for mark in _MARKS:
        _, found, rest = head.partition(mark)
        name = rest[: _MAX_ID + 1].partition(b'"')[0]
        if found and len(name) <= _MAX_ID:
            return name.decode("utf-8", "replace")
    return ""


def _latest_beside(path: str, seconds: str, now: float) -> str:
    """Return the transcript beside `path` that was written when the last answer came, else the one written last."""
    answered = now - int(seconds) if seconds.isascii() and seconds.isdigit() and len(seconds) < 10 else 0.0
    latest = at_answer = (0.0, "")
    try:
        for entry in os.scandir(os.path.dirname(path)):
            if entry.name.endswith(".jsonl") and entry.path != path and entry.is_file():
                found = (entry.stat().st_mtime, entry.name.removesuffix(".jsonl"))
                latest = max(latest, found)
                if abs(found[0] - answered) <= _SLACK_S:
                    at_answer = max(at_answer, found)
    except (OSError, ValueError):
        return ""
    return at_answer[1] or latest[1]
