"""Puts a question to the providers in their order: lanes, budget, ledger, one repair try. Retries are the job's."""

import itertools
import json
import threading
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from codewatch.calls import Call, Spent
from codewatch.errors import ContextTooLong, ModelOutputError, ProviderBusy, ProviderError
from codewatch.llm import command_line, completion, prompts
from codewatch.llm.completion import Reply
from codewatch.llm.failures import Failure, Kind
from codewatch.llm.lanes import Lanes
from codewatch.llm.providers import Provider
from codewatch.llm.question import Answer, Question
from codewatch.llm.reading import Refused

# More than any tokenizer makes of ordinary text: a bound that holds must not be guessed too low.
_CHARS_PER_TOKEN_AT_LEAST = 2.5
_SHOWN_REPLY_CHARS = 4_000
_tickets = itertools.count()

Run = Callable[[Coroutine[Any, Any, Reply]], Reply]


class Budget(NamedTuple):
    """What a day may take at most; 0 is no limit."""

    tokens: int
    cost_usd: float


class Ledger:
    """Counts what is under way together with what is written: a bound holds for all calls at once.

    `spent` returns what a day (YYYY-MM-DD, UTC) took, `write` adds a call to it.
    """

    def __init__(self, budget: Budget, *, spent: Callable[[str], Spent], write: Callable[[Call], None]) -> None:
        self.budget = budget
        self._spent, self._write = spent, write
        self._reserved: dict[int, tuple[int, float]] = {}
        self._lock = threading.Lock()

    def reserve(self, ticket: int, tokens: int, cost_usd: float, *, day: str) -> str:
        """Set aside what a call may take; return "" or the budget that it would break."""
        with self._lock:
            spent = self._spent(day)
            under_way = [*self._reserved.values(), (tokens, cost_usd)]
            if self.budget.tokens and spent.tokens + sum(one for one, _ in under_way) > self.budget.tokens:
                return f"the day's budget of {self.budget.tokens} tokens"
            if self.budget.cost_usd and spent.cost_usd + sum(one for _, one in under_way) > self.budget.cost_usd:
                return f"the day's budget of ${self.budget.cost_usd:g}"
            self._reserved[ticket] = (tokens, cost_usd)
            return ""

    def settle(self, ticket: int, call: Call) -> None:
        """Write what a call took in place of what was set aside for it."""
        with self._lock:
            self._write(call)
            self._reserved.pop(ticket, None)


class ProvidersAsker:
    """Asks the first provider that may be asked now, and the next one when it does not answer.

    `run` waits for a coroutine on the worker's loop; `before_each` is called before each request. With
    `asks_next_when_unreadable` an unreadable reply goes on to the next provider.
    """

    def __init__(
        self, providers: list[Provider], *, lanes: Lanes, ledger: Ledger, run: Run, timeout_s: float,
        asks_next_when_unreadable: bool = False, before_each: Callable[[], None] = lambda: None,
    ) -> None:  # fmt: skip
        self.before_each = before_each
        self.providers = providers
        self.lanes = lanes
        self.ledger = ledger
        self.run = run
        self.timeout_s = timeout_s
        self.asks_next_when_unreadable = asks_next_when_unreadable

    def ask(self, question: Question) -> Answer:
        """Return the first answer; its value is None when the model refused or said that there is nothing.

        Raises:
            ProviderBusy: every provider is paused; `retry_at` says until when.
            ProviderError: one was asked and did not answer.
            ModelOutputError: what came back is of no use, twice; `reply` holds it.
            ContextTooLong: the text does not fit the model.
        """
        trouble: ProviderError | ModelOutputError | None = None
        retry_at, reasons = float("inf"), list[str]()
        for provider in self.providers:
            entry = self.lanes.enter(provider, time.time())
            if not entry.is_open:
                if entry.is_failing:
                    trouble = trouble or ProviderError(entry.reason)
                retry_at = min(retry_at, entry.retry_at)
                reasons.append(entry.reason)
                continue
            try:
                return self._ask_one(provider, question)
            except Failure as failure:
                if failure.kind is Kind.TOO_LONG:
                    raise ContextTooLong(str(failure)) from failure
                if failure.kind in (Kind.NETWORK, Kind.REQUEST):
                    trouble = ProviderError(f"{provider.name}: {failure}")
                reasons.append(str(failure))
            except _OutOfBudget as over:
                reasons.append(str(over))
            except ModelOutputError as error:
                if not self.asks_next_when_unreadable:
                    raise
                trouble = error
            now = time.time()
            retry_at = min(retry_at, self.lanes.look(provider, now).retry_at or now)
        if trouble is not None:
            raise trouble
        raise ProviderBusy("; ".join(dict.fromkeys(reasons)) or "no provider is named", retry_at=retry_at)

    def _ask_one(self, provider: Provider, question: Question) -> Answer:
        try:
            return self._call(provider, question)
        except ModelOutputError as error:
            entry = self.lanes.enter(provider, time.time())
            if not entry.is_open:
                raise
            again = replace(question, text=question.text + _repair(question, error))
            return self._call(provider, again)

    def _call(self, provider: Provider, question: Question) -> Answer:
        """Ask once, and write down what that took and how it ended."""
        now, ticket = datetime.now(UTC), next(_tickets)
        self._reserve(provider, question, ticket, now)
        self.before_each()
        outcome, reply, begun = "interrupted", None, time.monotonic()
        try:
            reply = self.run(_complete(provider, question, self.timeout_s))
            self.lanes.succeeded(provider)
            outcome = "answered"
            value = None if reply.is_refused else question.read(reply.text, reply.is_cut)
            outcome = "refused" if reply.is_refused else outcome
            return Answer(value, provider.name, provider.model, reply.is_cut)
        except Refused:
            outcome = "refused"
            return Answer(None, provider.name, provider.model)
        except ModelOutputError:
            outcome = "unreadable"
            raise
        except ContextTooLong:
            outcome = "cut off"
            raise
        except Failure as failure:
            outcome = str(failure.kind)
            self.lanes.failed(provider, failure, time.time())
            raise
        finally:
            if outcome == "interrupted":
                self.lanes.left(provider)
            took = (reply.input_tokens, reply.output_tokens, reply.cost_usd) if reply else (0, 0, 0.0)
            seconds = time.monotonic() - begun
            at = f"{now:%Y-%m-%dT%H:%M:%S}.{now.microsecond // 1000:03d}Z"
            asked = (at, provider.name, provider.model, question.purpose)
            self.ledger.settle(ticket, Call(*asked, *took, seconds, outcome))

    def _reserve(self, provider: Provider, question: Question, ticket: int, now: datetime) -> None:
        tokens_in = int((len(question.instructions) + len(question.text)) / _CHARS_PER_TOKEN_AT_LEAST)
        most = completion.most_it_costs(provider, tokens_in, question.max_output_tokens)
        over = self.ledger.reserve(ticket, tokens_in + question.max_output_tokens, most, day=f"{now:%Y-%m-%d}")
        if over:
            midnight = datetime.combine(now.date() + timedelta(days=1), datetime.min.time(), UTC)
            self.lanes.out_of_budget(provider, over, now.timestamp(), midnight.timestamp())
            raise _OutOfBudget(over)


def _complete(provider: Provider, question: Question, timeout_s: float) -> Coroutine[Any, Any, Reply]:
    ask = command_line.complete if provider.route == "client" else completion.complete
    return ask(provider, question, timeout_s=timeout_s)


class _OutOfBudget(ProviderError):
    """The day's budget does not hold this call."""


def _repair(question: Question, error: ModelOutputError) -> str:
    schema = json.dumps(question.shape.model_json_schema())
    return "\n\n" + prompts.fill("repair", what=str(error), reply=error.reply[:_SHOWN_REPLY_CHARS], schema=schema)
