"""What commands know about models: which are named, which are paused, and what they have used."""

import os
import time
from datetime import UTC, datetime, timedelta
from typing import Any

from codewatch.calls import ProviderPause, Spent
from codewatch.cli.health import Finding
from codewatch.config import Settings, Sources
from codewatch.llm import providers
from codewatch.llm.failures import as_clock
from codewatch.llm.lanes import lane_of, mark
from codewatch.llm.question import Purpose
from codewatch.store import calls
from codewatch.store.database import memory_path, open_memory

_PURPOSES: tuple[Purpose, ...] = ("observe", "reflect")
_MANY_FAILURES = 3


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
    rows: list[dict[str, Any]] = []
    for lane, provider in named.items():
        pause = pauses.get(lane)
        is_over = pause is None or (pause.mark != mark(provider) if pause.until is None else pause.until <= time.time())
        reason = f"{provider.name}: {provider.missing}" if provider.missing else "" if is_over else _said(pause)
        rows.append(
            {
                "provider": provider.name, "model": provider.model, "address": provider.base_url or None,
                "key_from": provider.key_source or None, "state": "paused" if reason else "open", "reason": reason,
                "until": None if is_over or pause is None else pause.until,
                "since": None if is_over or pause is None else pause.since,
            }
        )  # fmt: skip
    return rows


def _said(pause: ProviderPause | None) -> str:
    return pause.reason if pause is not None else ""


def judge(rows: list[dict[str, Any]]) -> list[Finding]:
    """Return what is wrong with the providers: an error when none of them may be asked, until something changes."""
    lasting = [row for row in rows if row["state"] == "paused" and row["until"] is None]
    severity = "error" if rows and len(lasting) == len(rows) else "warning"
    found = [
        Finding("provider-paused", severity, row["reason"], "mend it in the settings, or codewatch resume")
        for row in lasting
    ]  # fmt: skip
    found += [
        Finding("provider-waits", "warning", row["reason"], f"it is asked again at {as_clock(row['until'])}")
        for row in rows
        if row["state"] == "paused" and row["until"] is not None
    ]
    return found


def judge_calls(folder: str) -> list[Finding]:
    """Return the finding that the last calls have all failed: then the rules do the work, and nobody else says so."""
    model, count, outcome = _read(folder, calls.failing) or ("", 0, "")
    if count < _MANY_FAILURES:
        return []
    what = f"the last {count} calls of {model} failed ({outcome}); the rules observe in its place"
    return [Finding("model-failing", "error", what, "codewatch usage; look at the provider's address and key")]


def usage(folder: str, settings: Settings, *, days: int) -> dict[str, Any]:
    """Return the calls of the last days, and what is left of today's budget; None is no limit."""
    now = datetime.now(UTC)
    since = (now - timedelta(days=days - 1)).strftime("%Y-%m-%d")
    today = now.strftime("%Y-%m-%d")
    rows: list[dict[str, Any]] = _read(folder, lambda: calls.by_day(since)) or []
    spent: Spent = _read(folder, lambda: calls.spent(today)) or Spent(0, 0.0)
    return {
        "days": rows,
        "budget": {
            "day": today, "tokens_used": spent.tokens, "cost_usd_used": round(spent.cost_usd, 6),
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
