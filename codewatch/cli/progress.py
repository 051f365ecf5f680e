"""How far a long task is, on standard error: a bar on a terminal, a line now and then anywhere else."""

import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from codewatch.cli.telling import say

LINE_EVERY_S = 10.0


class Show(Protocol):
    """Shows how many of how many files and bytes are done; `is_last` at the end."""

    def __call__(self, files: int, size: int, *, is_last: bool = False) -> None:
        """Show it, where it is time to."""
        ...


@contextmanager
def shown(all_files: int, all_bytes: int) -> Generator[Show]:
    """Give the way to show progress for a block."""
    begun = time.monotonic()

    def said(files: int, size: int) -> str:
        return describe(files, all_files, size, all_bytes, time.monotonic() - begun)

    console = Console(stderr=True)
    if console.is_terminal:
        bar = Progress(BarColumn(bar_width=None), TextColumn("{task.description}"), console=console)
        task = bar.add_task(said(0, 0), total=max(1, all_bytes))

        def draw(files: int, size: int, *, is_last: bool = False) -> None:
            bar.update(task, completed=max(1, all_bytes) if is_last else size, description=said(files, size))

        with bar:
            yield draw
        return
    told_at = begun

    def tell(files: int, size: int, *, is_last: bool = False) -> None:
        nonlocal told_at
        if is_last or time.monotonic() - told_at >= LINE_EVERY_S:
            told_at = time.monotonic()
            say(f"codewatch: {said(files, size)}")
            sys.stderr.flush()

    yield tell


def describe(files: int, all_files: int, size: int, all_bytes: int, elapsed_s: float) -> str:
    """Return how far it is, how fast it goes, and how long the rest takes at that rate."""
    rate = size / elapsed_s if elapsed_s > 0 else 0.0
    left = f", {duration((all_bytes - size) / rate)} left" if rate and size < all_bytes else ""
    speed = f", {rate / 1e6:.1f} MB/s, {files / elapsed_s:.1f} files/s" if rate else ""
    return f"{files} of {all_files} files, {megabytes(size)} of {megabytes(all_bytes)} MB{speed}{left}"


def megabytes(size: int) -> str:
    """Return a number of bytes in megabytes, with a decimal where it is small."""
    return f"{size / 1e6:.1f}" if size < 100e6 else f"{size / 1e6:.0f}"


def duration(seconds: float) -> str:
    """Return a length of time as people say it."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"
