"""A day's budget: a call stands in the ledger from before it is made, at the most that it may take."""

import asyncio
import hashlib
import threading
from collections.abc import Callable
from typing import NamedTuple

from codewatch.calls import Call, Spent
from codewatch.errors import ProviderError

_LOOK_EVERY_S = 0.05


class Budget(NamedTuple):
    """What a day may take at most; 0 is no limit."""

    tokens: int
    cost_usd: float

    def mark(self) -> str:
        """Return what changes when the budget does."""
        return hashlib.sha256(f"budget {self.tokens} {self.cost_usd!r}".encode()).hexdigest()[:16]


class OutOfBudget(ProviderError):
    """What the day has used leaves too little for this call."""


class NoRoom(ProviderError):
    """The calls under way might use up what this one needs; they may also leave it."""


class Ledger:
    """Keeps a day's bounds.

    `spent` returns what a day (YYYY-MM-DD, UTC) took, calls under way included; `begin` writes a call and returns its
    number, `end` writes what it took instead. A call whose worker was killed so keeps what was set aside for it.
    """

    def __init__(
        self, budget: Budget, *, spent: Callable[[str], Spent], begin: Callable[[Call], int],
        end: Callable[[int, Call], None],
    ) -> None:  # fmt: skip
        self.budget = budget
        self._spent, self._begin, self._end = spent, begin, end
        self._under_way: dict[int, Call] = {}
        self._settled = 0
        # By how much a model took more than was thought to be the most, and what one that has no price costs a token.
        self._excess: dict[str, float] = {}
        self._rates: dict[str, float] = {}
        self._lock = threading.Lock()

    def reserve(self, call: Call) -> int:
        """Write down a call that is about to be made, and return its number.

        Raises:
            OutOfBudget: it could take more than the day has left.
            NoRoom: it could, if the calls under way took the most that they may; `settles` waits for one of them.
        """
        with self._lock:
            call = self._raised(call)
            day = call.at[:10]
            spent = self._spent(day)
            aside = [one for one in self._under_way.values() if one.at[:10] == day]
            used = Spent(
                spent.tokens - sum(_tokens(one) for one in aside),
                spent.cost_usd - sum(one.cost_usd for one in aside),
            )  # fmt: skip
            if over := self._lacks(used, call):
                raise OutOfBudget(over)
            if self._lacks(spent, call):
                raise NoRoom("the calls under way may use up the day's budget")
            number = self._begin(call)
            self._under_way[number] = call
            return number

    def settle(self, number: int, call: Call) -> None:
        """Write what a call took in place of what was set aside for it."""
        with self._lock:
            sent = self._under_way.pop(number, call)
            self._settled += 1
            self._end(number, call)
            lane = _lane(call)
            excess = max(
                call.input_tokens / max(1, sent.input_tokens), call.output_tokens / max(1, sent.output_tokens), 1.0
            )
            if excess > 1.0:
                self._excess[lane] = self._excess.get(lane, 1.0) * excess
            if not sent.cost_usd and call.cost_usd:
                self._rates[lane] = max(self._rates.get(lane, 0.0), call.cost_usd / max(1, _tokens(call)))

    async def settles(self) -> None:
        """Wait until one of the calls under way has come to its end."""
        before = self._settled
        while self._under_way and self._settled == before:
            await asyncio.sleep(_LOOK_EVERY_S)

    def _raised(self, call: Call) -> Call:
        """Return a call with what is known of its model: that it took more than the most, or what it costs."""
        excess, rate = self._excess.get(_lane(call), 1.0), self._rates.get(_lane(call), 0.0)
        return call._replace(
            input_tokens=int(call.input_tokens * excess), output_tokens=int(call.output_tokens * excess),
            cost_usd=(call.cost_usd or rate * _tokens(call)) * excess,
        )  # fmt: skip

    def _lacks(self, spent: Spent, call: Call) -> str:
        """Return which bound a call could break on top of what is spent, "" for none."""
        tokens, cost_usd = self.budget
        if tokens and spent.tokens + _tokens(call) > tokens:
            return (
                f"the day's budget of {tokens} tokens holds no further call ({spent.tokens} are used, and one may take"
                f" {_tokens(call)}): set CODEWATCH_DAILY_TOKENS higher, or wait"
            )
        if cost_usd and spent.cost_usd + call.cost_usd > cost_usd:
            return (
                f"the day's budget of ${cost_usd:g} holds no further call (${spent.cost_usd:.4f} is used, and one may"
                f" cost ${call.cost_usd:.4f}): set CODEWATCH_DAILY_COST_USD higher, or wait"
            )
        return ""


def _lane(call: Call) -> str:
    return f"{call.provider}/{call.model}"


def _tokens(call: Call) -> int:
    return call.input_tokens + call.output_tokens
