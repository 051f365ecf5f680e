"""Puts a question to the providers in their order: lanes, budget, ledger, one repair try. Retries are the job's."""

import json
import threading
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from codewatch.calls import Call, Spent
from codewatch.errors import ContextTooLong, ModelOutputError, ProviderBusy, ProviderError, ProviderRefused
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

Run = Callable[[Coroutine[Any, Any, Reply]], Reply]


class Budget(NamedTuple):
    """What a day may take at most; 0 is no limit."""

    tokens: int
    cost_usd: float


class Ledger:
    """Keeps a day's bounds: a call stands in it from before it is made, at the most that it may take.

    `spent` returns what a day (YYYY-MM-DD, UTC) took, calls under way included; `begin` writes a call and returns its
    number, `end` writes what it took instead. A call whose worker was killed so keeps what was set aside for it.
    """

    def __init__(
        self, budget: Budget, *, spent: Callable[[str], Spent], begin: Callable[[Call], int],
        end: Callable[[int, Call], None],
    ) -> None:  # fmt: skip
        self.budget = budget
        self._spent, self._begin, self._end = spent, begin, end
        self._lock = threading.Lock()

    def reserve(self, call: Call) -> int:
        """Write down a call that is about to be made, and return its number.

        Raises:
            OutOfBudget: it could take more than the day has left.
        """
        with self._lock:
            spent = self._spent(call.at[:10])
            tokens, cost = spent.tokens + call.input_tokens + call.output_tokens, spent.cost_usd + call.cost_usd
            if self.budget.tokens and tokens > self.budget.tokens:
                raise OutOfBudget(f"the day's budget of {self.budget.tokens} tokens")
            if self.budget.cost_usd and cost > self.budget.cost_usd:
                raise OutOfBudget(f"the day's budget of ${self.budget.cost_usd:g}")
            return self._begin(call)

    def settle(self, number: int, call: Call) -> None:
        """Write what a call took in place of what was set aside for it."""
        self._end(number, call)


class OutOfBudget(ProviderError):
    """The day's budget does not hold this call."""


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
        """Return the first answer; its value is None when the model said that there is nothing.

        What one provider refuses goes to the next one at once, and waits for none that may not be asked now: each try
        would be billed for the refusal anew.

        Raises:
            ProviderRefused: whoever could be asked refused.
            ProviderBusy: every provider is paused; `retry_at` says until when.
            ProviderError: one was asked and did not answer.
            ModelOutputError: what came back is of no use, twice; `reply` holds it.
            ContextTooLong: the text does not fit the model.
        """
        trouble: ProviderError | ModelOutputError | None = None
        retry_at, reasons, refused = float("inf"), list[str](), list[str]()
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
            except OutOfBudget as over:
                reasons.append(str(over))
            except ProviderRefused as refusal:
                refused.append(str(refusal))
                continue
            except ModelOutputError as error:
                if not self.asks_next_when_unreadable and not refused:
                    raise
                trouble = error
            now = time.time()
            retry_at = min(retry_at, self.lanes.look(provider, now).retry_at or now)
        if refused:
            raise ProviderRefused("; ".join(refused))
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
        begun, now = time.time(), datetime.now(UTC)
        at = f"{now:%Y-%m-%dT%H:%M:%S}.{now.microsecond // 1000:03d}Z"
        sent = Call(at, provider.name, provider.model, question.purpose, *_most(provider, question), 0.0, UNDER_WAY)
        outcome, reply, number = "interrupted", None, 0
        try:
            self.before_each()
            number = self.ledger.reserve(sent)
            reply = self.run(_complete(provider, question, self.timeout_s))
            self.lanes.succeeded(provider, begun)
            outcome = "answered"
            if reply.is_refused:
                raise Refused("a filter")
            return Answer(_value(question, reply), provider.name, provider.model, reply.is_cut, reply.text)
        except Refused as refusal:
            outcome = str(Kind.REFUSAL)
            raise ProviderRefused(f"{provider.name} refused") from refusal
        except ModelOutputError:
            if reply is None:
                self.lanes.left(provider)
            outcome = "unreadable"
            raise
        except ContextTooLong:
            outcome = "cut off"
            raise
        except Failure as failure:
            outcome = str(failure.kind)
            self.lanes.failed(provider, failure, time.time(), begun)
            raise
        except OutOfBudget as over:
            midnight = datetime.combine(now.date() + timedelta(days=1), datetime.min.time(), UTC)
            self.lanes.out_of_budget(provider, str(over), now.timestamp(), midnight.timestamp())
            raise
        finally:
            if outcome == "interrupted":
                self.lanes.left(provider)
            if number:
                self.ledger.settle(number, _settled(sent, reply, outcome, time.time() - begun))


UNDER_WAY = "under way"
# It was sent, and may be billed, though nothing came back.
_MAY_BE_BILLED = frozenset(("interrupted", "unreadable", str(Kind.NETWORK)))


def _most(provider: Provider, question: Question) -> tuple[int, int, float]:
    """Return the most tokens that a question and its answer may take, and what those cost in dollars."""
    tokens_in = int((len(question.instructions) + len(question.text)) / _CHARS_PER_TOKEN_AT_LEAST)
    return (
        tokens_in,
        question.max_output_tokens,
        completion.most_it_costs(provider, tokens_in, question.max_output_tokens),
    )


def _settled(sent: Call, reply: Reply | None, outcome: str, seconds: float) -> Call:
    if reply is not None:
        took = (reply.input_tokens, reply.output_tokens, reply.cost_usd)
    elif outcome in _MAY_BE_BILLED:
        took = (sent.input_tokens, 0, sent.cost_usd * sent.input_tokens / (sent.input_tokens + sent.output_tokens))
    else:
        took = (0, 0, 0.0)
    tokens_in, tokens_out, cost = took
    return sent._replace(
        input_tokens=tokens_in, output_tokens=tokens_out, cost_usd=cost, seconds=seconds, outcome=outcome
    )


def _value(question: Question, reply: Reply) -> Any:
    try:
        return question.read(reply.text, reply.is_cut)
    except (RecursionError, ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
        # Whatever else a reader stumbles over is the answer's fault.
        raise ModelOutputError(f"the answer cannot be read ({type(error).__name__})", reply=reply.text) from error


def _complete(provider: Provider, question: Question, timeout_s: float) -> Coroutine[Any, Any, Reply]:
    ask = command_line.complete if provider.route == "client" else completion.complete
    return ask(provider, question, timeout_s=timeout_s)


def _repair(question: Question, error: ModelOutputError) -> str:
    schema = json.dumps(question.shape.model_json_schema())
    return "\n\n" + prompts.fill("repair", what=str(error), reply=error.reply[:_SHOWN_REPLY_CHARS], schema=schema)
