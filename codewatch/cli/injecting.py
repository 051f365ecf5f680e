"""What was injected lately, and the folding that every command which shows it begins with."""

import os
from datetime import UTC, datetime, timedelta
from typing import Any

from codewatch import folding, paths
from codewatch.errors import StoreError
from codewatch.store import injections
from codewatch.store.clock import utc_now
from codewatch.store.database import memory_path, open_memory

_DAYS = {"today": 0, "last_7_days": 6}


def fold_in(folder: str) -> None:
    """Fold in what was injected since the worker did so; a memory that cannot be written shows what it has."""
    if not os.path.exists(memory_path(folder)) or paths.fault_of(folder) is not None:
        return
    try:
        with open_memory(folder, for_reading=not os.access(folder, os.W_OK)):
            folding.fold_all(folder, now=utc_now())
    except (StoreError, OSError):
        return


def lately(folder: str, now: datetime) -> dict[str, dict[str, Any]]:
    """Return what was injected today and in the last seven days, days in UTC; nothing of a memory that is no use."""
    fold_in(folder)
    if not os.path.exists(memory_path(folder)) or paths.fault_of(folder) is not None:
        return {when: _as_json(injections.NOTHING) for when in _DAYS}
    try:
        with open_memory(folder, for_reading=True):
            since = {when: (now.astimezone(UTC) - timedelta(days=days)).date() for when, days in _DAYS.items()}
            return {when: _as_json(injections.sums(day.isoformat())) for when, day in since.items()}
    except StoreError:
        return {when: _as_json(injections.NOTHING) for when in _DAYS}  # the finding about the memory says why


def _as_json(sums: injections.Sums) -> dict[str, Any]:
    return {
        "count": sums.injections,
        "tokens": sums.tokens,
        "judged": sums.judged,
        "used": sums.used,
        "contradicted": sums.contradicted,
        "used_share": round(sums.used / sums.judged, 3) if sums.judged else None,
    }
