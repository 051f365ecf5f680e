"""Decides which provider may be asked now: a lane each, which a failure closes for a while, or until a change."""

import hashlib
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from codewatch.calls import ProviderPause
from codewatch.llm.failures import LASTING, Failure, Kind, as_clock
from codewatch.llm.providers import Provider

SHORTEST_PAUSE_S = 1.0
LONGEST_PAUSE_S = 600.0
# Each try of a client's own command starts a process.
SHORTEST_CLIENT_PAUSE_S = 60.0
# So many failures of the network in a row, and the others need not find out one by one.
MANY_FAILURES = 3
BUDGET = "budget"
KEY_MISSING = "no key"


class Entry(NamedTuple):
    """Whether a provider may be asked; if not, why, and when to look again (UNIX time, infinite until a change).

    `is_failing` says that it did not answer lately: for a job that is a failure of its own, not a wait. `is_tried` says
    that a request is under way that finds out: what comes of it is waited for, unless the one before failed.
    """

    is_open: bool
    reason: str = ""
    retry_at: float = 0.0
    is_failing: bool = False
    is_tried: bool = False


class Lanes:
    """The state of every provider in this process; `keep` and `forget` bring pauses to and from the store.

    After a pause, and while a lane has never answered (`answered` names those that have, also before this process),
    one request at a time finds out: `enter` lets one in, and it must be followed by `succeeded`, `failed` or `left`.
    `budget_mark` stands for the day's budget as it is set now.
    """

    def __init__(
        self, *, keep: Callable[[ProviderPause], None], forget: Callable[[str], None],
        answered: Callable[[], set[str]] = set[str],
    ) -> None:  # fmt: skip
        self._keep, self._forget, self._answered = keep, forget, answered
        self._known: set[str] = set()
        self.budget_mark = ""
        self._pauses: dict[str, ProviderPause] = {}
        self._doubtful: set[str] = set()
        self._inside: dict[str, int] = {}
        self._failures: dict[str, int] = {}
        self._shut_until: dict[str, float] = {}
        self._paused_at: dict[str, float] = {}
        self._lock = threading.RLock()

    def take(self, pauses: Mapping[str, ProviderPause]) -> None:
        """Take over the pauses that the store holds: another process may have ended some."""
        with self._lock:
            for name in self._pauses.keys() - pauses.keys():
                self._shut_until.pop(name, None)
            self._pauses = dict(pauses)
            self._doubtful |= self._pauses.keys()

    def pauses(self) -> dict[str, ProviderPause]:
        """Return the pauses by provider."""
        with self._lock:
            return dict(self._pauses)

    def look(self, provider: Provider, now: float) -> Entry:
        """Return whether `provider` could be asked, and change nothing."""
        with self._lock:
            if provider.missing:
                return Entry(False, f"{provider.name}: {provider.missing}", float("inf"))
            lane = lane_of(provider)
            pause = self._pauses.get(lane)
            if pause is not None and holds(pause, provider, now=now, budget_mark=self.budget_mark):
                return Entry(False, pause.reason, float("inf") if pause.until is None else pause.until)
            shut = self._shut_until.get(lane, 0.0)
            if shut > now:
                return Entry(False, f"{provider.name} does not answer", shut, is_failing=True)
            if self._inside.get(lane) and (lane in self._doubtful or not self._has_answered(lane)):
                is_failing = bool(shut or self._failures.get(lane))
                return Entry(False, f"{provider.name} is being tried", now, is_failing=is_failing, is_tried=True)
            return Entry(True)

    def enter(self, provider: Provider, now: float) -> Entry:
        """Return whether `provider` may be asked, and count the one who asks in."""
        with self._lock:
            if provider.missing:
                self._pause(provider, KEY_MISSING, f"{provider.name}: {provider.missing}", now, None, 1)
            entry = self.look(provider, now)
            if entry.is_open:
                self._inside[lane_of(provider)] = self._inside.get(lane_of(provider), 0) + 1
            return entry

    def succeeded(self, provider: Provider, begun: float) -> None:
        """Note that `provider` answers one who was let in at `begun`; a pause that came later stays."""
        with self._lock:
            self.left(provider)
            if self._is_before_the_pause(provider, begun):
                return
            self._known.add(lane_of(provider))
            self._doubtful.discard(lane_of(provider))
            self._failures.pop(lane_of(provider), None)
            self._shut_until.pop(lane_of(provider), None)
            if self._pauses.pop(lane_of(provider), None) is not None:
                self._forget(lane_of(provider))

    def failed(self, provider: Provider, failure: Failure, now: float, begun: float) -> None:
        """Note a failure of one who was let in at `begun`: close the lane for as long as its kind asks for.

        Of many that were under way together, only the first one counts.
        """
        with self._lock:
            self.left(provider)
            if self._is_before_the_pause(provider, begun):
                return
            shortest_s = SHORTEST_CLIENT_PAUSE_S if provider.route == "client" else SHORTEST_PAUSE_S
            if failure.kind is Kind.RATE_LIMIT:
                self._doubtful.add(lane_of(provider))
                before = self._pauses.get(lane_of(provider))
                times = before.times + 1 if before is not None and before.kind == Kind.RATE_LIMIT else 1
                growing_s = min(shortest_s * 2 ** min(times - 1, 20), LONGEST_PAUSE_S)
                # A whole number of seconds is not over before its last one is.
                until = now + max(failure.wait_s + 0.1 if failure.wait_s else 0.0, growing_s)
                self._pause(
                    provider,
                    failure.kind,
                    f"{provider.name} limits the rate until {as_clock(until)}",
                    now,
                    until,
                    times,
                )
            elif failure.kind in LASTING:
                self._doubtful.add(lane_of(provider))
                self._pause(provider, failure.kind, _advice(provider, failure), now, None, 1)
            elif failure.kind is Kind.NETWORK:
                self._failures[lane_of(provider)] = count = self._failures.get(lane_of(provider), 0) + 1
                if count >= MANY_FAILURES:
                    self._doubtful.add(lane_of(provider))
                    shut_s = max(2.0 ** min(count - MANY_FAILURES + 1, 20), shortest_s)
                    self._shut_until[lane_of(provider)] = now + min(shut_s, LONGEST_PAUSE_S)

    def out_of_budget(self, provider: Provider, what: str, now: float, until: float) -> None:
        """Close the lane until the next day, or until the budget is another one."""
        with self._lock:
            self.left(provider)
            self._doubtful.add(lane_of(provider))
            self._pause(provider, BUDGET, f"{what} until {as_clock(until)}", now, until, 1)

    def left(self, provider: Provider) -> None:
        """Count out one who was let in."""
        with self._lock:
            self._inside[lane_of(provider)] = max(0, self._inside.get(lane_of(provider), 0) - 1)

    def held_until(self, providers: Sequence[Provider], now: float) -> float | None:
        """Return when to look again while none of `providers` may be asked, else None; infinite until a change.

        One that is being tried is waited for, though the next one could be asked: that may cost more.
        """
        entries = [self.look(provider, now) for provider in providers]
        for entry in entries:
            if entry.is_open:
                return None
            if entry.is_tried and not entry.is_failing:
                return now
        if not entries or any(entry.is_failing and not entry.is_tried for entry in entries):
            return None
        return min(entry.retry_at for entry in entries)

    def _pause(self, provider: Provider, kind: str, reason: str, now: float, until: float | None, times: int) -> None:
        before = self._pauses.get(lane_of(provider))
        self._paused_at[lane_of(provider)] = now
        stamp = self.budget_mark if kind == BUDGET else mark(provider)
        pause = ProviderPause(lane_of(provider), kind, reason, before.since if before else now, until, times, stamp)
        if before != pause:
            self._pauses[lane_of(provider)] = pause
            self._keep(pause)

    def _has_answered(self, lane: str) -> bool:
        if lane not in self._known:
            self._known |= self._answered()
        return lane in self._known

    def _is_before_the_pause(self, provider: Provider, begun: float) -> bool:
        lane = lane_of(provider)
        return lane in self._pauses and begun <= self._paused_at.get(lane, -1.0)


def lane_of(provider: Provider) -> str:
    """Return the name of a provider's lane: each of its models has one of its own."""
    return f"{provider.name}/{provider.model}" if provider.model else provider.name


def holds(pause: ProviderPause, provider: Provider, *, now: float, budget_mark: str) -> bool:
    """Return whether a pause still holds for a provider as it is set now."""
    if pause.mark != (budget_mark if pause.kind == BUDGET else mark(provider)):
        return False
    return pause.until is None or pause.until > now


def mark(provider: Provider) -> str:
    """Return what changes when a provider's settings change; nothing can be read from it."""
    text = "\0".join((provider.model, provider.base_url, provider.key, provider.region, provider.missing))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _advice(provider: Provider, failure: Failure) -> str:
    stem = "CODEWATCH_" + provider.name.upper().replace("-", "_")
    what = {
        Kind.QUOTA: "top it up or name another provider",
        Kind.KEY: f"set {stem}_API_KEY anew" if provider.route != "client" else "log in with its own command",
        Kind.MODEL: f"set {provider.model_setting} to a model that it has",
    }[failure.kind]
    return f"{provider.name} {failure.kind} ({failure}): {what}, or run `codewatch resume`"
