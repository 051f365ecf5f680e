"""The models that a worker may ask, by its settings: who observes a job, and when nobody can."""

import logging
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

from codewatch import broken
from codewatch.agents.observer import Observer
from codewatch.agents.rules.rules_observer import RulesObserver
from codewatch.calls import Call, ProviderPause
from codewatch.config import Settings, Sources
from codewatch.llm import providers
from codewatch.llm.answers import Answers, KeepingAsker
from codewatch.llm.asking import ProvidersAsker
from codewatch.llm.budget import Budget, Ledger
from codewatch.llm.failures import as_clock
from codewatch.llm.lanes import Lanes
from codewatch.llm.providers import Provider
from codewatch.llm.question import Purpose
from codewatch.store import calls
from codewatch.store.database import transaction

from . import fitting
from .fitting import FittedObserver
from .loop import Loop

logger = logging.getLogger("codewatch.workers")


class Turn:
    """Whose turn it is to compute: two threads at once get on slower than one. A wait for a model is no turn."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._owner: int | None = None

    def __enter__(self) -> None:
        self._lock.acquire()
        self._owner = threading.get_ident()

    def __exit__(self, *_: object) -> None:
        self._owner = None
        self._lock.release()

    @contextmanager
    def waiting(self) -> Generator[None]:
        """Let others compute for a block, where it is this thread's turn."""
        if self._owner != threading.get_ident():
            yield
            return
        self.__exit__()
        try:
            yield
        finally:
            self.__enter__()


class Models:
    """What the settings say about models, brought up to date when they change."""

    def __init__(self, settings: Settings, folder: str) -> None:
        self.folder = folder
        self.loop = Loop()
        self.turn = Turn()
        self.lanes = Lanes(keep=_keep, forget=_forget, answered=calls.answered)
        budget = Budget(settings.daily_tokens, settings.daily_cost_usd)
        self.ledger = Ledger(budget, spent=calls.spent, begin=_begin, end=_end)
        self.answers = Answers()
        self.settings = settings
        self._providers: dict[Purpose, list[Provider]] = {}
        self.use(settings)

    def use(self, settings: Settings) -> None:
        """Take the settings as they are now."""
        self.settings = settings
        sources = Sources()
        purposes: tuple[Purpose, ...] = ("observe", "reflect")
        self._providers = {
            purpose: providers.named(
                settings.llm_provider, settings.fallback_provider, purpose=purpose, lookup=sources.find
            )
            for purpose in purposes
        }  # fmt: skip
        self.ledger.budget = Budget(settings.daily_tokens, settings.daily_cost_usd)
        self.lanes.budget_mark = self.ledger.budget.mark()
        names = [provider.name for provider in self._providers["observe"]]
        self._variables = sources.for_libraries(names)

    @property
    def are_named(self) -> bool:
        """Return whether any provider is named."""
        return bool(self._providers["observe"])

    def asker(self, purpose: Purpose, *, job: str, is_again: bool, before_each: Callable[[], None]) -> KeepingAsker:
        """Return who asks for a job: `is_again` after a try that failed; `before_each` is called before a request.

        `job` is the same for each try of a job, and for no other one.
        """
        asker = ProvidersAsker(
            self._providers[purpose], lanes=self.lanes, ledger=self.ledger, run=self._run,
            timeout_s=self.settings.model_timeout_s, asks_next_when_unreadable=is_again, before_each=before_each,
        )  # fmt: skip
        return KeepingAsker(asker, self.answers, job=job)

    def input_tokens(self, purpose: Purpose) -> int:
        """Return how many tokens of text one call can be given at most."""
        return fitting.input_tokens(self._providers[purpose], self.ledger.budget)

    @property
    def slice_chars(self) -> int:
        """Return how many characters of a transcript one call is given at most, if they are plain letters."""
        most = self.settings.slice_tokens * self.settings.chars_per_token
        return min(most, fitting.chars_of(self.input_tokens("observe"))) if self.are_named else most

    def observer(self, *, job: str, is_again: bool, before_each: Callable[[], None]) -> Observer:
        """Return who observes: the model where a provider is named, else the rules; the rest is as for `asker`."""
        if not self.are_named:
            return RulesObserver()
        return FittedObserver(
            self.asker("observe", job=job, is_again=is_again, before_each=before_each), most_chars=self.slice_chars,
            input_tokens=self.input_tokens("observe"),
        )  # fmt: skip

    def _run(self, coroutine: Any) -> Any:
        from codewatch.llm import completion  # noqa: PLC0415

        completion.load(self._variables)
        with self.turn.waiting():
            return self.loop.run(coroutine)

    def held_until(self, now: float, purpose: Purpose = "observe") -> float | None:
        """Return when to look again while no provider may be asked, else None; infinite until something changes."""
        return self.lanes.held_until(self._providers[purpose], now) if self.are_named else None

    def refresh(self) -> None:
        """Take over the pauses in the store, and say where nobody can be asked."""
        self.lanes.take(calls.pauses())
        if not self.are_named:
            return
        now = time.time()
        for provider in self._providers["observe"]:
            if provider.missing:
                self.lanes.enter(provider, now)  # notes the pause
        if self.held_until(now) == float("inf"):
            broken.note(self.folder, "; ".join(self.reasons(now)), now=self._since(now), is_certain=True)
        elif all(self._is_failing(provider, now) for provider in self._providers["observe"]):
            why = f"{'; '.join(self.reasons(now))}, the rules observe in its place"
            broken.note(self.folder, why, now=now, is_certain=True, is_by_rules=True)

    def reasons(self, now: float) -> list[str]:
        """Return why providers may not be asked now, one line each."""
        entries = [self.lanes.look(provider, now) for provider in self._providers["observe"]]
        return [entry.reason for entry in entries if entry.reason]

    def _is_failing(self, provider: Provider, now: float) -> bool:
        entry = self.lanes.look(provider, now)
        return entry.is_failing and not entry.is_tried

    def _since(self, now: float) -> float:
        return min((pause.since for pause in self.lanes.pauses().values()), default=now)


def _begin(call: Call) -> int:
    with transaction():
        return calls.add(call)


def _end(number: int, call: Call) -> None:
    with transaction():
        calls.settle(number, call)


def _keep(pause: ProviderPause) -> None:
    with transaction():
        calls.pause(pause)
    until = "something is changed" if pause.until is None else as_clock(pause.until)
    level = logging.ERROR if pause.until is None else logging.WARNING
    logger.log(level, "paused provider=%s kind=%s until %s: %s", pause.provider, pause.kind, until, pause.reason)


def _forget(provider: str) -> None:
    with transaction():
        calls.end_pause(provider)
    logger.info("provider=%s answers again", provider)
