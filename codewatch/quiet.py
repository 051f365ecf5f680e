"""What a transcript holds that must not be observed: said while capture was paused, or about what is excluded.

Where it is not known when or where something was said, every pause counts that may have held: a memory too few can be
told again, one too many cannot be taken back from who has read it.
"""

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple, cast

from codewatch import capture, exclusions, git, pauses
from codewatch.clients import transcripts
from codewatch.clients.table import find_client
from codewatch.errors import TranscriptError
from codewatch.messages import Message, Role
from codewatch.pauses import Pause
from codewatch.slices import TranscriptSlice

PAUSED, EXCLUDED = "paused", "excluded"
# Before and after every time that is written like this.
_EVER, _NEVER = "", "~"
_FRACTION = re.compile(r"T\d\d:\d\d:\d\d(?:\.(\d+))?")
# A time without a zone may be that of any clock on earth.
_WESTERNMOST, _EASTERNMOST = timedelta(hours=12), timedelta(hours=14)
_LONGEST_PATH = 4096
_FILE_ARGUMENTS = ("file_path", "notebook_path", "path")
_FILE_LIST = "files"
_MOST_FILES = 100
# What a client says last, without a time, was said in the session's last turn.
_LONGEST_TURN = timedelta(days=1)
_PROMPT_EVENTS = ("Stop", "SubagentStop")


class Span(NamedTuple):
    """The time in which something was said, as precisely as it is known: UTC in ISO 8601, both ends included."""

    earliest: str
    latest: str


class _Rules(NamedTuple):
    """The pauses of capture, lasting or over, the patterns that exclude it, and the folders that the session is in."""

    pauses: Sequence[Pause]
    patterns: Sequence[str]
    session: Sequence[str]


def reasons(folder: str, piece: TranscriptSlice, messages: Sequence[Message]) -> dict[int, str]:
    """Return why records are not to be observed, by where they start; `messages` are in the transcript's order.

    `folder` is the data directory.
    """
    rules = _read_rules(folder, piece)
    if not rules.pauses and not rules.patterns:
        return {}
    places: dict[str, list[str] | None] = {}
    found: dict[int, str] = {}
    calls: dict[str, str] = {}
    for message, span in zip(messages, spans(messages), strict=True):
        if message.cwd not in places:
            places[message.cwd] = _places(message.cwd, piece)
        reason = _reason(rules, places[message.cwd], span) or _reason_of_file(rules, message, span, piece)
        if message.role is Role.TOOL_CALL and reason:
            calls[message.call] = reason
        elif message.role is Role.TOOL_RESULT and message.call:
            reason = reason or calls.get(message.call, "")
        if reason:
            found[message.start] = reason
    return found


def is_last_message_quiet(folder: str, piece: TranscriptSlice) -> bool:
    """Return whether the slice's last message, which has no transcript and no time, is not to be observed."""
    rules = _read_rules(folder, piece)
    if not rules.pauses and not rules.patterns:
        return False
    told = datetime.fromtimestamp(piece.since, UTC)
    since = told if piece.event in _PROMPT_EVENTS else told - _LONGEST_TURN
    return _reason(rules, _places(piece.cwd, piece), Span(_as_text(since), _as_text(told))) != ""


def spans(messages: Iterable[Message]) -> list[Span]:
    """Return when each message was said; one without a time was said between its neighbours."""
    known = [_span_of(message.at) for message in messages]
    before, earliest = [_EVER] * len(known), _EVER
    for index, span in enumerate(known):
        before[index] = earliest
        earliest = span.earliest if span else earliest
    latest = _NEVER
    for index in range(len(known) - 1, -1, -1):
        span = known[index]
        if span is None:
            # Clocks are set back: then the later neighbour has the earlier time.
            known[index] = Span(min(before[index], latest), max(before[index], latest))
        else:
            latest = span.latest
    return [span or Span(_EVER, _NEVER) for span in known]


def _span_of(at: str) -> Span | None:
    """Return the span that a time written by a client names: a second has a length, and no zone may be any."""
    try:
        moment = datetime.fromisoformat(at)
        written = _FRACTION.search(at)
        digits = min(len(written[1] or ""), 6) if written else 0
        length = timedelta(microseconds=10 ** (6 - digits) - 1)
        if moment.tzinfo is not None:
            return Span(_as_text(moment), _as_text(moment + length))
        moment = moment.replace(tzinfo=UTC)
        return Span(_as_text(moment - _EASTERNMOST), _as_text(moment + length + _WESTERNMOST))
    except (ValueError, OverflowError):
        return None


def _as_text(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _read_rules(folder: str, piece: TranscriptSlice) -> _Rules:
    found = [one for one in pauses.read(folder) if one.kind == pauses.CAPTURE]
    patterns = [pattern for kind, pattern in exclusions.read(folder) if kind == pauses.CAPTURE]
    if not found and not patterns:
        return _Rules((), (), ())
    started_in = _start_of(piece)
    folders = [name for name in (piece.project, piece.cwd, started_in) if name]
    return _Rules(found, patterns, [place for name in folders for place in git.places(name)])


def _start_of(piece: TranscriptSlice) -> str:
    """Return the folder in which the session began: it may have gone elsewhere before the first hook ran."""
    if not piece.path:
        return ""
    try:
        with find_client(piece.client).open_transcript(piece.path) as stream:
            first = capture.first_message(piece.client, stream, transcripts.size_of(stream))
    except TranscriptError:
        return ""  # whoever reads the slice says so
    return first.cwd if first else ""


def _places(cwd: str, piece: TranscriptSlice) -> list[str] | None:
    """Return the folder and projects that `cwd` is in; None for a folder that is gone and may have been a link."""
    if not cwd:
        return []
    # The hook has found out the project of its own folder while that was there.
    is_known = os.path.exists(cwd) or (cwd == piece.cwd and os.path.exists(piece.project))
    return git.places(cwd) if is_known else None


def _reason(rules: _Rules, places: Sequence[str] | None, span: Span) -> str:
    everywhere = [*rules.session, *(places or ())]
    if any((places is None or one.covers(everywhere)) and _overlaps(one, span) for one in rules.pauses):
        return PAUSED
    return EXCLUDED if exclusions.first_match(rules.patterns, everywhere) else ""


def _reason_of_file(rules: _Rules, message: Message, span: Span, piece: TranscriptSlice) -> str:
    """Return why a tool's call is not observed: the file it is about lies in a paused or excluded place."""
    files = _files_of(message.tool_input)
    if not files:
        return ""
    cwd = message.cwd or piece.cwd
    places = [place for file in files for place in git.places(os.path.join(cwd, os.path.expanduser(file)))]
    if any(one.covers(places) and _overlaps(one, span) for one in rules.pauses):
        return PAUSED
    return EXCLUDED if exclusions.first_match(rules.patterns, places) else ""


def _files_of(tool_input: Mapping[str, object]) -> list[str]:
    named = [tool_input.get(name) for name in _FILE_ARGUMENTS]
    listed = tool_input.get(_FILE_LIST)
    if isinstance(listed, list):
        named += cast("list[object]", listed)[:_MOST_FILES]
    return [name for name in named if isinstance(name, str) and 0 < len(name) <= _LONGEST_PATH]


def _overlaps(pause: Pause, span: Span) -> bool:
    # A clock that was set back may have ended a pause before it began.
    since, until = _padded(pause.since) or _EVER, _padded(pause.until) or _NEVER
    return span.latest >= min(since, until) and span.earliest < max(since, until)


def _padded(moment: str) -> str:
    """Return a pause's time with as many digits as a span's, so that texts compare as times do."""
    return f"{moment[:19]}.{moment[20:-1]:0<6}Z" if moment else ""
