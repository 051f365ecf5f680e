"""Asks through a coding client's own command line, headless: its login pays, and no key is needed.

Claude Code 2.1: `-p --output-format json` prints one object with `result`, `is_error`, `usage` and `total_cost_usd`.
No hook, tool, MCP server or session file of the user's takes part, and the marker in the environment keeps our own
hooks silent whoever calls them.
"""

import asyncio
import contextlib
import json
import os
import re
import shutil
import time
from datetime import UTC, datetime, timedelta
from typing import Any, cast
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from codewatch import paths, surroundings
from codewatch.errors import ModelOutputError
from codewatch.llm.completion import Reply
from codewatch.llm.failures import Failure, Kind, classify
from codewatch.llm.providers import Provider
from codewatch.llm.question import MOST_BYTES, TOO_LONG, Question

_PROGRAM = "claude"
_SHOWN_BYTES = 4_000
_LEAVING_S = 5.0
_OPTIONS = (
    "-p", "--output-format", "json", "--tools", "", "--strict-mcp-config", "--mcp-config", '{"mcpServers":{}}',
    "--settings", '{"disableAllHooks":true}', "--no-session-persistence", "--disable-slash-commands",
)  # fmt: skip


async def complete(provider: Provider, question: Question, *, timeout_s: float) -> Reply:
    """Ask the client once and return its reply; it is stopped after `timeout_s` seconds.

    Raises:
        Failure: the program is missing, not logged in, limited, or did not answer.
        ModelOutputError: it prints more than any answer, and was stopped.
    """
    program = shutil.which(_PROGRAM)
    if program is None:
        raise Failure(Kind.KEY, f"the program {_PROGRAM} is not on the worker's PATH")
    folder = os.path.join(paths.data_dir(), paths.RUN_FOLDER)
    paths.make_private_folder(folder)
    command = [program, *_OPTIONS, "--model", provider.model, "--system-prompt", paths.OUR_OPENING]
    process = await asyncio.create_subprocess_exec(
        *command, cwd=folder, env={**surroundings.child_environment(), **_bounds(question)}, start_new_session=True,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    text = f"{question.instructions}\n\n{question.text}"
    try:
        out, err = await asyncio.wait_for(_exchange(process, text.encode("utf-8", "replace")), timeout_s)
    except TimeoutError as error:
        what = f"{_PROGRAM} did not answer within {timeout_s:g} s"
        raise Failure(Kind.NETWORK, what, may_be_billed=True) from error
    finally:
        if process.returncode is None:
            await _end(process)
    return _read(out.decode("utf-8", "replace"), err.decode("utf-8", "replace"), process.returncode or 0)


async def _exchange(process: asyncio.subprocess.Process, text: bytes) -> tuple[bytes, bytes]:
    """Write `text` to a process, and return what it prints to its two outputs.

    Raises:
        ModelOutputError: that has no end.
    """
    _, out, err = await asyncio.gather(_tell(process, text), _all_of(process, 1), _all_of(process, 2))
    if max(len(out), len(err)) > MOST_BYTES:
        raise ModelOutputError(TOO_LONG, reply=out[:_SHOWN_BYTES].decode(errors="replace"))
    await process.wait()
    return out, err


async def _tell(process: asyncio.subprocess.Process, text: bytes) -> None:
    if process.stdin is not None:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            process.stdin.write(text)
            await process.stdin.drain()
        process.stdin.close()


async def _all_of(process: asyncio.subprocess.Process, number: int) -> bytes:
    """Return what a process prints to an output; one that goes on beyond the bound is killed there."""
    stream = process.stdout if number == 1 else process.stderr
    parts: list[bytes] = []
    size = 0
    while stream is not None and (part := await stream.read(1 << 16)):
        if size <= MOST_BYTES:
            parts.append(part)
        size += len(part)
        if size > MOST_BYTES:
            _kill(process)
    return b"".join(parts)


def _kill(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, 9)


async def _end(process: asyncio.subprocess.Process) -> None:
    """Kill a process that runs still, and wait until it is gone."""
    _kill(process)
    # It counts as gone only when what it has printed is read.
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(asyncio.gather(_all_of(process, 1), _all_of(process, 2), process.wait()), _LEAVING_S)


def _bounds(question: Question) -> dict[str, str]:
    """Return what keeps the client from retrying by itself, thinking, and answering at length."""
    return {
        "CLAUDE_CODE_MAX_RETRIES": "0", "MAX_THINKING_TOKENS": "0",
        "CLAUDE_CODE_MAX_OUTPUT_TOKENS": str(question.max_output_tokens),
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    }  # fmt: skip


def _read(out: str, err: str, status: int) -> Reply:
    try:
        found = cast("dict[str, Any]", json.loads(out))
        text, is_error = str(found["result"]), bool(found.get("is_error"))
        usage = cast("dict[str, Any]", found.get("usage") or {})
        tokens_in = sum(int(usage.get(name) or 0) for name in _INPUT_TOKENS)
        tokens_out, cost = int(usage.get("output_tokens") or 0), float(found.get("total_cost_usd") or 0.0)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise _failure(err or out or f"exit code {status}", None) from error
    if is_error and "output token maximum" in text:
        return Reply("", True, False, 0, 0, 0.0)
    if is_error:
        code = found.get("api_error_status")
        raise _failure(text, int(code) if isinstance(code, int) else None)
    return Reply(text, False, False, tokens_in, tokens_out, cost)


_INPUT_TOKENS = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
_LOGGED_OUT = ("/login", "log in", "login", "api key", "api_key", "oauth", "authenticat")


# "Claude AI usage limit reached|1796050000": the moment when it is over.
_RESETS = re.compile(r"limit reached\|(\d{10})\b")


# "You've hit your limit · resets 3pm (Europe/Berlin)", "resets 3:30pm", "resets Oct 9, 3pm (UTC)".
_RESETS_AT = re.compile(
    r"\bresets?(?: at)? (?:([A-Z][a-z]{2})[a-z]* (\d{1,2})(?:,| at)? )?(\d{1,2})(?::(\d{2}))? ?([ap]m)?\b"
    r"(?: ?\(([A-Za-z_+/-]{1,40})\))?", re.IGNORECASE
)  # fmt: skip
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]


def resets_at(said: str, now: datetime) -> float | None:
    """Return when a limit is over (UNIX time) by what the client says, None where it names no moment.

    A clock time is one of its zone, or of this machine's where none is named: the next one after `now`.
    """
    if stamp := _RESETS.search(said):
        return float(stamp[1])
    found = _RESETS_AT.search(said)
    if found is None or not (found[4] or found[5]):
        return None
    month, day, hour, minute, half, zone = found.groups()
    if half and not 1 <= int(hour) <= 12:
        return None
    try:
        here = now.astimezone(ZoneInfo(zone) if zone else None)
        of_day = int(hour) % 12 + (12 if half.lower() == "pm" else 0) if half else int(hour)
        moment = here.replace(hour=of_day, minute=int(minute or 0), second=0, microsecond=0)
        if month:
            moment = moment.replace(month=_MONTHS.index(month.lower()) + 1, day=int(day))
            return (moment if moment > here else moment.replace(year=moment.year + 1)).timestamp()
    except (ValueError, ZoneInfoNotFoundError):
        return None
    return (moment if moment > here else moment + timedelta(days=1)).timestamp()


def _failure(said: str, status: int | None) -> Failure:
    lowered = said.lower()
    now = datetime.now(UTC)
    if "limit" in lowered and (until := resets_at(said, now)) is not None:
        wait_s = max(1, int(until - now.timestamp()) + 1)
        return classify(429, {"retry-after": str(wait_s)}, said, now=now.timestamp())
    if status is None and any(words in lowered for words in _LOGGED_OUT):
        status = 401
    if status is None and ("limit" in lowered and ("reset" in lowered or "reached" in lowered)):
        status = 429
    return classify(status, {}, said, now=time.time())
