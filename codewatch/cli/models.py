"""What commands know about models: which are named, which are paused, and what they have used."""

import os
import time
from datetime import UTC, datetime, timedelta
from typing import Any

from codewatch.calls import ProviderPause, Spent
from codewatch.cli.health import Finding
from codewatch.cli.telling import tell
from codewatch.config import Settings, Sources
from codewatch.errors import WorkerUnavailable
from codewatch.llm import facts, providers
from codewatch.llm.budget import Budget
from codewatch.llm.failures import LASTING, Kind, as_clock
from codewatch.llm.lanes import holds, lane_of
from codewatch.llm.question import Purpose
from codewatch.store import calls
from codewatch.store.database import memory_path, open_memory

_PURPOSES: tuple[Purpose, ...] = ("observe", "reflect")
_MANY_FAILURES = 3
_LOOK_EVERY_S = 0.5
# As the worker does: a pause that ends so soon is waited for.
_SHORT_PAUSE_S = 60.0


def provider_rows(folder: str, settings: Settings) -> list[dict[str, Any]]:
    """Return the providers that the settings name, in their order; `reason` says why one is not asked now."""
    named = {
        lane_of(provider): provider
        for purpose in _PURPOSES
        for provider in providers.named(
            settings.llm_provider, settings.fallback_provider, purpose=purpose, lookup=Sources().find
        )
    }
    pauses: dict[str, ProviderPause] = _read(folder, calls.pauses) or {}
    budget_mark = Budget(settings.daily_tokens, settings.daily_cost_usd).mark()
    rows: list[dict[str, Any]] = []
    for lane, provider in named.items():
        pause = pauses.get(lane)
        is_over = pause is None or not holds(pause, provider, now=time.time(), budget_mark=budget_mark)
        reason = f"{provider.name}: {provider.missing}" if provider.missing else "" if is_over else _said(pause)
        rows.append(
            {
                "lane": lane, "provider": provider.name, "model": provider.model, "address": provider.base_url or None,
                "key_from": provider.key_source or None, "is_priced": facts.is_priced(provider),
                "is_usable": not provider.missing, "state": "paused" if reason else "open", "reason": reason,
                "until": None if is_over or pause is None else pause.until,
                "since": None if is_over or pause is None else pause.since,
            }
        )  # fmt: skip
    return rows


def _said(pause: ProviderPause | None) -> str:
    return pause.reason if pause is not None else ""


def _mending(row: dict[str, Any]) -> str:
    return "mend it in the settings, or codewatch resume" if row["is_usable"] else "mend it in the settings"


def judge(rows: list[dict[str, Any]]) -> list[Finding]:
    """Return what is wrong with the providers: an error when none of them may be asked, until something changes."""
    lasting = [row for row in rows if row["state"] == "paused" and row["until"] is None]
    severity = "error" if rows and len(lasting) == len(rows) else "warning"
    found = [
        Finding("provider-paused", severity, row["reason"], _mending(row))
        for row in lasting
    ]  # fmt: skip
    found += [
        Finding("provider-waits", "warning", row["reason"], f"nothing: it is asked again at {as_clock(row['until'])}")
        for row in rows
        if row["state"] == "paused" and row["until"] is not None
    ]
    return found


def judge_calls(folder: str) -> list[Finding]:
    """Return the finding that the last calls have all failed, and what becomes of the jobs: nobody else says so.

    What closes a provider for a while or until a change is said by its pause.
    """
    model, count, outcome = _read(folder, calls.failing) or ("", 0, "")
    if count < _MANY_FAILURES or outcome in (Kind.RATE_LIMIT, *LASTING):
        return []
    what = f"the last {count} calls of {model} failed ({outcome}); jobs try again, and then the rules observe"
    return [Finding("model-failing", "error", what, "codewatch usage; look at the provider's address and key")]


class Patience:
    """Looks now and then, while a command waits for a job, whether a model may be asked at all."""

    def __init__(self, folder: str, settings: Settings) -> None:
        self._folder, self._settings = folder, settings
        self._next_look = 0.0
        self._said = ""

    def look(self) -> None:
        """Say once on standard error that a provider is left alone for a moment.

        Raises:
            WorkerUnavailable: nobody may be asked for longer than that; the job stays in the queue.
        """
        now = time.time()
        if now < self._next_look or not self._settings.rules_after_h:
            return
        self._next_look = now + _LOOK_EVERY_S
        rows = provider_rows(self._folder, self._settings)
        if not rows or any(row["state"] == "open" for row in rows):
            return
        why = "; ".join(dict.fromkeys(row["reason"] for row in rows))
        until = min(float("inf") if row["until"] is None else row["until"] for row in rows)
        if until - now > _SHORT_PAUSE_S:
            raise WorkerUnavailable(
                f"no model may be asked now: {why}. The job stays in the queue; after"
                f" {self._settings.rules_after_h:g} hours the rules do it"
            )
        if why != self._said:
            self._said = why
            tell(f"waiting: {why}")


def usage(folder: str, settings: Settings, *, days: int) -> dict[str, Any]:
    """Return the calls of the last days, and what is left of today's budget; None is no limit.

    Where nobody knows a model's price its cost is None, and `cost_usd_counted` is what the budget takes for it.
    """
    now = datetime.now(UTC)
    since = (now - timedelta(days=days - 1)).strftime("%Y-%m-%d")
    today = now.strftime("%Y-%m-%d")
    rows: list[dict[str, Any]] = _read(folder, lambda: calls.by_day(since)) or []
    lookup = Sources().find
    for row in rows:
        row["cost_usd_counted"] = row["cost_usd"]
        if not facts.is_priced(providers.of_model(row["provider"], row["model"], lookup=lookup)):
            row["cost_usd"] = None
    spent: Spent = _read(folder, lambda: calls.spent(today)) or Spent(0, 0.0)
    return {
        "days": rows,
        "budget": {
            "day": today, "tokens_used": spent.tokens, "cost_usd_used": round(spent.cost_usd, 6),
            "is_cost_known": all(row["cost_usd"] is not None for row in rows if row["day"] == today),
            "daily_tokens": settings.daily_tokens or None, "daily_cost_usd": settings.daily_cost_usd or None,
            "tokens_left": max(0, settings.daily_tokens - spent.tokens) if settings.daily_tokens else None,
            "cost_usd_left": (
                round(max(0.0, settings.daily_cost_usd - spent.cost_usd), 6) if settings.daily_cost_usd else None
            ),
        },
    }  # fmt: skip


def _read(folder: str, what: Any) -> Any:
    if not os.path.exists(memory_path(folder)):
        return None
    with open_memory(folder, for_reading=True):
        return what()
