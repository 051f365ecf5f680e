"""Puts a question to the providers in their order: lanes, budget, ledger, one repair try. Retries are the job's."""

import json
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from codewatch.calls import Call
from codewatch.errors import ContextTooLong, ModelOutputError, ProviderBusy, ProviderError, ProviderRefused
from codewatch.llm import command_line, completion, facts, prompts, tokens
from codewatch.llm.budget import Ledger, NoRoom, OutOfBudget
from codewatch.llm.completion import Reply
from codewatch.llm.failures import Failure, Kind
from codewatch.llm.lanes import Entry, Lanes
from codewatch.llm.providers import Provider
from codewatch.llm.question import Answer, Question
from codewatch.llm.reading import Refused

_SHOWN_REPLY_CHARS = 4_000

Run = Callable[[Coroutine[Any, Any, Any]], Any]


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
            ProviderBusy: every provider is paused, or one is being tried; `retry_at` says until when.
            ProviderError: one was asked and did not answer.
            ModelOutputError: what came back is of no use, twice; `reply` holds it.
            ContextTooLong: the text does not fit the model.
        """
        trouble: ProviderError | ModelOutputError | None = None
        retry_at, reasons, refused = float("inf"), list[str](), list[str]()
        for provider in self.providers:
            try:
                return self._ask_one(provider, question)
            except _Shut as shut:
                entry = shut.entry
                if entry.is_tried and not entry.is_failing and not refused:
                    raise ProviderBusy(entry.reason, retry_at=entry.retry_at) from None
                if entry.is_failing and not entry.is_tried:
                    trouble = trouble or ProviderError(entry.reason)
                retry_at = min(retry_at, entry.retry_at)
                reasons.append(entry.reason)
                continue
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
            try:
                return self._call(provider, replace(question, text=question.text + _repair(question, error)))
            except (_Shut, OutOfBudget):
                raise error from None

    def _enter(self, provider: Provider, question: Question) -> tuple[int, Call, float]:
        """Let one request in, and return its number in the ledger, what was written there, and when (UNIX time).

        Raises:
            _Shut: the provider may not be asked now.
            OutOfBudget: the day's budget does not hold the call.
            ContextTooLong: the question does not fit what is known of the model.
        """
        while True:
            now = datetime.now(UTC)
            entry = self.lanes.enter(provider, now.timestamp())
            if not entry.is_open:
                raise _Shut(entry)
            is_in = False
            try:
                self.before_each()
                at = f"{now:%Y-%m-%dT%H:%M:%S}.{now.microsecond // 1000:03d}Z"
                most = _most(provider, question)
                sent = Call(at, provider.name, provider.model, question.purpose, *most, 0.0, UNDER_WAY)
                number = self.ledger.reserve(sent)
                is_in = True
                return number, sent, now.timestamp()
            except NoRoom:
                pass
            except OutOfBudget as over:
                midnight = datetime.combine(now.date() + timedelta(days=1), datetime.min.time(), UTC)
                self.lanes.out_of_budget(provider, str(over), now.timestamp(), midnight.timestamp())
                is_in = True
                raise
            finally:
                if not is_in:
                    self.lanes.left(provider)
            self.run(self.ledger.settles())

    def _call(self, provider: Provider, question: Question) -> Answer:
        """Ask once, and write down what that took and how it ended."""
        number, sent, begun = self._enter(provider, question)
        outcome, reply, may_be_billed = "interrupted", None, True
        try:
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
            outcome, may_be_billed = str(failure.kind), failure.may_be_billed
            self.lanes.failed(provider, failure, time.time(), begun)
            raise
        finally:
            if outcome == "interrupted":
                self.lanes.left(provider)
            took = _took(sent, reply, may_be_billed=may_be_billed)
            self.ledger.settle(number, took._replace(seconds=time.time() - begun, outcome=outcome))


class _Shut(Exception):
    """A provider may not be asked now."""

    def __init__(self, entry: Entry) -> None:
        super().__init__(entry.reason)
        self.entry = entry


UNDER_WAY = "under way"
# What the form of an answer costs where it is asked for by schema, and what stands around every message.
_SCHEMA_TOKENS = 400
_AROUND_TOKENS = 50


def _most(provider: Provider, question: Question) -> tuple[int, int, float]:
    """Return the most tokens that a question and its answer may take, and what those cost in dollars.

    Raises:
        ContextTooLong: that is more than the model is known to take.
    """
    around = tokens.about(question.instructions) + _AROUND_TOKENS
    if provider.route == "litellm" or provider.name == "openai":
        around += _SCHEMA_TOKENS + tokens.about(json.dumps(question.shape.model_json_schema()))
    likely, tokens_out = around + tokens.about(question.text), question.max_output_tokens
    context = facts.known_context(provider)
    if context and likely + tokens_out > context:
        what = f"{likely} + {tokens_out} tokens may be more than the {context} of {provider.name}/{provider.model}"
        raise ContextTooLong(what)
    # Nobody knows what others say, so it counts at a true bound; our own words are known.
    tokens_in = around + tokens.at_most(question.text)
    return tokens_in, tokens_out, facts.cost(provider, tokens_in, tokens_out)


def _took(sent: Call, reply: Reply | None, *, may_be_billed: bool) -> Call:
    """Return what a call took: as its provider counts; else what was sent, where that may be billed, and nothing."""
    if reply is not None:
        return sent._replace(
            input_tokens=reply.input_tokens, output_tokens=reply.output_tokens, cost_usd=reply.cost_usd
        )  # fmt: skip
    if may_be_billed:
        share = sent.input_tokens / (sent.input_tokens + sent.output_tokens)
        return sent._replace(output_tokens=0, cost_usd=sent.cost_usd * share)
    return sent._replace(input_tokens=0, output_tokens=0, cost_usd=0.0)


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
