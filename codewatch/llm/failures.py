"""What a failing provider said, sorted into the kinds that are treated differently."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from enum import StrEnum

from codewatch import privacy
from codewatch.errors import ProviderError

LONGEST_WAIT_S = 6 * 3600.0


class Kind(StrEnum):
    """Why a provider did not answer."""

    RATE_LIMIT = "rate limit"
    QUOTA = "quota"
    KEY = "authentication"
    MODEL = "unknown model"
    NETWORK = "network"
    REQUEST = "request"
    TOO_LONG = "too long"
    REFUSAL = "refused"


# Nothing changes by asking again; somebody has to change something.
LASTING = frozenset({Kind.QUOTA, Kind.KEY, Kind.MODEL})


class Failure(ProviderError):
    """A call that failed: its `kind`, how long the provider asks to wait, and a parameter that it does not know.

    `may_be_billed` says that the provider may have done the work all the same.
    """

    def __init__(
        self, kind: Kind, message: str, *, wait_s: float | None = None, parameter: str = "", may_be_billed: bool = False
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.wait_s = wait_s
        self.parameter = parameter
        self.may_be_billed = may_be_billed


_QUOTA = re.compile(
    r"insufficient[_ ]quota|exceeded your (?:current |monthly )?(?:quota|budget)|billing|credit balance|out of credits"
    r"|insufficient (?:credits?|balance|funds)|key limit|spend(?:ing)? limit|payment required|usage limit",
    re.IGNORECASE,
)
_KEY = re.compile(
    r"(?:invalid|incorrect|missing|expired|no|bad|wrong|revoked)[\w ']{0,20}(?:api|auth)\w*[ _-]?(?:key|token)"
    r"|api key not (?:valid|found)|api_key_invalid|unauthori[sz]ed|authentication|permission denied"
    r"|could not resolve auth",
    re.IGNORECASE,
)
_MODEL = re.compile(
    r"model[^.\n]{0,120}(?:not exist|not found|not supported|unknown|decommissioned|deprecated|retired|no longer"
    r"|no access)"
    r"|(?:unknown|invalid|no such|unsupported) model|model_not_found|model_decommissioned",
    re.IGNORECASE,
)
_TOO_LONG = re.compile(
    r"context[_ ](?:length|window)|maximum context|prompt is too long|too many tokens|input is too long"
    r"|exceeds? the (?:maximum|model'?s?)[\w ]{0,30}(?:tokens?|length)|request too large"
    r"|token count[^.\n]{0,40}exceeds",
    re.IGNORECASE,
)
_REFUSAL = re.compile(
    r"content[_ -]?(?:filter|policy|management)|responsible ?ai ?policy|\bmoderation\b|flagged (?:as|by|for)\b"
    r"|safety (?:system|filter|polic)|\b(?:usage|content) polic(?:y|ies)|invalid_prompt|prompt (?:was|is) blocked",
    re.IGNORECASE,
)
_PARAMETERS = ("max_completion_tokens", "max_tokens", "temperature", "response_format", "json_schema", "tool_choice")
_UNKNOWN_PARAMETER = re.compile(
    r"unsupported|not supported|unrecognized|unrecognised|unknown|unexpected|not permitted|extra (?:inputs|fields)"
    r"|does not support|invalid parameter|deprecated|must be",
    re.IGNORECASE,
)
_SECONDS = re.compile(
    r"(?:retry|try again)[\w \"':-]{0,20}?(?:in|after|delay)[\"']?\s?:?\s?[\"']?\s{0,2}"
    r"(\d+(?:\.\d+)?(?:ms|[hms])?(?:\d+(?:\.\d+)?(?:ms|[ms]))*)",
    re.IGNORECASE | re.ASCII,
)
# Providers say which key they do not like, in part or as a whole.
_KEY_SHOWN = re.compile(r"\b(?:sk|pk|gsk|xai|key|AIza)[-_*][\w*.-]{4,}|[\w*-]*\*{3,}[\w*-]*")
_SPAN = re.compile(r"(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+(?:\.\d+)?)(ms|s)?)?", re.ASCII)


def classify(status: int | None, headers: Mapping[str, str], body: str, *, now: float) -> Failure:
    """Return what a reply with an HTTP `status` of 400 and more means; None is no reply at all.

    `headers` have names in lower case, `body` is the text that came with them, `now` a UNIX time.
    """
    text = body[:20_000]
    wait_s = wait_of(headers, text, now=now)
    said = _shown(status, text)
    if status is None or status in (408, 425) or status >= 500:
        is_limited = status in (503, 529) and wait_s is not None
        # No answer may be one that was lost; an error is no work that is billed.
        kind = Kind.RATE_LIMIT if is_limited else Kind.NETWORK
        return Failure(kind, said, wait_s=wait_s, may_be_billed=status in (None, 408))
    if status == 429:
        # Some say quota where they mean a minute's: what names a moment is over then.
        is_quota = wait_s is None and bool(_QUOTA.search(text))
        return Failure(Kind.QUOTA if is_quota else Kind.RATE_LIMIT, said, wait_s=wait_s)
    if status == 402:
        return Failure(Kind.QUOTA, said)
    if status == 413 or _TOO_LONG.search(text):
        return Failure(Kind.TOO_LONG, said)
    if status in (400, 403, 422) and _REFUSAL.search(text) and not _KEY.search(text):
        return Failure(Kind.REFUSAL, said)
    if status in (401, 403):
        return Failure(Kind.QUOTA if _QUOTA.search(text) else Kind.KEY, said)
    if status == 404:
        return Failure(Kind.MODEL, said)
    if _KEY.search(text):
        return Failure(Kind.KEY, said)
    if _QUOTA.search(text):
        return Failure(Kind.QUOTA, said)
    named = [(text.find(name), name) for name in _PARAMETERS if name in text]
    parameter = min(named)[1] if named and _UNKNOWN_PARAMETER.search(text) else ""
    if parameter:
        return Failure(Kind.REQUEST, said, parameter=parameter)
    return Failure(Kind.MODEL if _MODEL.search(text) else Kind.REQUEST, said)


def wait_of(headers: Mapping[str, str], body: str, *, now: float) -> float | None:
    """Return how many seconds the provider asks to wait, at most six hours; None where it names no time.

    Seconds or a date in `Retry-After` (RFC 9110, 10.2.3), `retry-after-ms`, or a span in the body: "6.2s", "1m30s".
    """
    in_ms = _number(headers.get("retry-after-ms", ""))
    if in_ms is not None:
        return _bounded(in_ms / 1000)
    named = headers.get("retry-after", "").strip()
    seconds = _number(named)
    wait_s = _until(named, now) if seconds is None else _bounded(seconds)
    if named and wait_s is not None:
        return wait_s
    found = _SECONDS.search(body)
    span = _SPAN.fullmatch(found[1]) if found and found[1] else None
    if span is None:
        return None
    hours, minutes, seconds, unit = span.groups()
    return _bounded(
        int(hours or 0) * 3600 + int(minutes or 0) * 60 + float(seconds or 0) / (1000 if unit == "ms" else 1)
    )


def _number(said: str) -> float | None:
    try:
        number = float(said)
    except ValueError:
        return None
    return number if number == number else None


def _until(date: str, now: float) -> float | None:
    try:
        moment = parsedate_to_datetime(date)
    except (ValueError, TypeError):
        return None
    return _bounded((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() - now)


def _bounded(seconds: float) -> float:
    return min(max(seconds, 0.0), LONGEST_WAIT_S)


def _shown(status: int | None, text: str) -> str:
    """Return one line of what a provider said, without secrets."""
    message = re.search(r"\"message\"\s?:\s?\"((?:[^\"\\]|\\.){1,300})", text)
    line = " ".join(_KEY_SHOWN.sub("[key]", privacy.clean(message[1] if message else text[:300]).text).split())
    return f"{status}: {line}" if status and line else line or (str(status) if status else "no answer")


def as_clock(moment: float) -> str:
    """Return a UNIX time as people read it."""
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%d %H:%M UTC")
