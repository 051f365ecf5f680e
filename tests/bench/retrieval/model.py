"""The weights that recall ranks by, swapped for those learned without one repository; and the chatter to learn from."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from held_out import HELD_OUT

from codewatch.recall.weights import WEIGHTS


@contextmanager
def without(name: str, *, held_out: bool) -> Generator[None]:
    """Rank by the weights that were learned without the repository `name` for a block, where there are any."""
    shipped = dict(WEIGHTS)
    WEIGHTS.update(HELD_OUT.get(name, {}) if held_out else {})
    try:
        yield
    finally:
        WEIGHTS.update(shipped)


def learned_chatter(path: Path) -> list[str]:
    """Return the prompts of `path` that weights may be learned from: every other one."""
    return _lines(path)[::2]


def held_chatter(path: Path) -> list[str]:
    """Return the prompts of `path` that weights are never learned from."""
    return _lines(path)[1::2]


def _lines(path: Path) -> list[str]:
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def chatter_beside(data: Path) -> Path:
    """Return where the chatter lies that belongs to the data sets in `data`."""
    return data.absolute().parents[1] / "tools" / "retrieval" / "chatter.txt"
