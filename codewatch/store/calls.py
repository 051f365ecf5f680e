"""The ledger of model calls, which holds no text, and the providers' pauses, which outlast the worker."""

from itertools import takewhile
from typing import Any

from codewatch.calls import Call, ProviderPause, Spent
from codewatch.store.models import database

_ADD = """insert into model_call (at, provider, model, purpose, input_tokens, output_tokens, cost_usd, seconds, outcome)
values (?, ?, ?, ?, ?, ?, ?, ?, ?)"""
_SETTLE = """update model_call set input_tokens = ?, output_tokens = ?, cost_usd = ?, seconds = ?, outcome = ?
where id = ?"""
_LATEST = "select provider || '/' || model, outcome from model_call order by id desc limit ?"
_USUAL_OUTPUT = """select avg(output_tokens) from model_call
where provider = ? and model = ? and purpose = 'observe' and outcome = 'answered'"""
_ANSWERED = "select distinct provider || '/' || model from model_call where outcome in ('answered', 'refused')"
_SPENT = """select coalesce(sum(input_tokens + output_tokens), 0), coalesce(sum(cost_usd), 0.0) from model_call
where at >= ? and at < ?"""
_DAYS = """select substr(at, 1, 10) as day, provider, model, count(*), sum(input_tokens), sum(output_tokens),
sum(cost_usd), sum(outcome not in ('answered', 'refused', 'under way')), sum(outcome = 'refused')
from model_call where at >= ? group by 1, 2, 3 order by 1 desc, 2, 3"""
_LAST = "select at, provider, model, outcome from model_call order by id desc limit 1"
_PAUSE = """insert or replace into provider_pause (provider, kind, reason, since, until, times, mark)
values (?, ?, ?, coalesce((select since from provider_pause where provider = ?), ?), ?, ?, ?)"""
_PAUSES = "select provider, kind, reason, since, until, times, mark from provider_pause order by provider"


def add(call: Call) -> int:
    """Write one call into the ledger and return its number; call it inside a transaction."""
    return int(database.execute_sql(_ADD, call).lastrowid)


def settle(number: int, call: Call) -> None:
    """Write what a call took, and how it ended."""
    took = (call.input_tokens, call.output_tokens, call.cost_usd, call.seconds, call.outcome)
    database.execute_sql(_SETTLE, (*took, number))


def failing(limit: int = 20) -> tuple[str, int, str]:
    """Return which model has failed how often in a row just now, and how; ("", 0, "") when the last call did not."""
    rows: list[tuple[str, str]] = database.execute_sql(_LATEST, (limit,)).fetchall()
    failed = list(takewhile(_has_failed, rows))
    return (failed[0][0], len(failed), failed[0][1]) if failed else ("", 0, "")


def usual_output(provider: str, model: str) -> int:
    """Return how many tokens a model has answered to what was to be observed, on average; 0 before it has."""
    row = database.execute_sql(_USUAL_OUTPUT, (provider, model)).fetchone()
    return round(row[0] or 0)


def answered() -> set[str]:
    """Return the models that have ever answered, as `provider/model`."""
    return {row[0] for row in database.execute_sql(_ANSWERED).fetchall()}


def spent(day: str) -> Spent:
    """Return what was used on a day, given as YYYY-MM-DD in UTC."""
    return Spent(*database.execute_sql(_SPENT, (day, day + "T99")).fetchone())


def by_day(since: str) -> list[dict[str, Any]]:
    """Return the calls from the day `since` on, newest day first, one row for each model of a day."""
    names = ("day", "provider", "model", "calls", "input_tokens", "output_tokens", "cost_usd", "failed", "refused")
    return [dict(zip(names, row, strict=True)) for row in database.execute_sql(_DAYS, (since,)).fetchall()]


def newest() -> dict[str, str] | None:
    """Return when which model was asked last, and how that ended."""
    row = database.execute_sql(_LAST).fetchone()
    return None if row is None else dict(zip(("at", "provider", "model", "outcome"), row, strict=True))


def _has_failed(row: tuple[str, str]) -> bool:
    return row[1] not in ("answered", "refused", "under way")


def pause(found: ProviderPause) -> None:
    """Note a pause; one that goes on keeps the moment since when."""
    database.execute_sql(
        _PAUSE, (*found[:3], found.provider, found.since, found.until, found.times, found.mark)
    )  # fmt: skip


def end_pause(provider: str | None = None) -> int:
    """Take a provider's pause away, or all of them; return how many there were."""
    if provider is None:
        return int(database.execute_sql("delete from provider_pause").rowcount)
    return int(database.execute_sql("delete from provider_pause where provider = ?", (provider,)).rowcount)


def pauses() -> dict[str, ProviderPause]:
    """Return the pauses by provider."""
    return {row[0]: ProviderPause(*row) for row in database.execute_sql(_PAUSES).fetchall()}
