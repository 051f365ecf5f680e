"""`codewatch demo`: a bundled session through the real hooks, queue and worker, in a temporary data directory."""

import json
import tempfile
from datetime import UTC, datetime
from typing import Any

import click
from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from codewatch.cli.show import counted, screen
from codewatch.cli.status import print_screen
from codewatch.demo import replay

PROMPT = "Print the price with segno, not qrcode? And do we keep money as floats or as cents? Why were loaves lost?"
_STYLE = {"high": "bold red", "medium": "yellow", "low": "green"}


@click.command()
def demo() -> None:
    """Replay a bundled session and show what is remembered, recalled and reported. No key, no network, no traces."""
    out = screen()
    with tempfile.TemporaryDirectory(prefix="codewatch demo ") as folder:
        stage = replay.set_stage(folder)
        try:
            _save(stage, out)
            _show_memory(stage, out)
            _show_recall(stage, out)
            out.rule("[bold]4  Is it healthy?[/]  codewatch status", align="left")
            print_screen(json.loads(replay.run_command(stage, "status", "--json")))
            _show_coverage(stage, out)
        finally:
            replay.run_command(stage, "worker", "stop")


def _save(stage: replay.Stage, out: Console) -> None:
    out.rule("[bold]1  A session is saved[/]  (the save hook runs after each answer and only enqueues)", align="left")
    for turn in replay.turns(stage, ends_at=datetime.now(UTC)):
        replay.play(turn, stage)
        out.print(Text("  › ", style="cyan") + Text(turn.prompt or "(the end)", overflow="ellipsis", no_wrap=True))
    with out.status("the worker observes, by rules, without a model"):
        replay.run_hook("save_script.py", replay.payload(stage, "SessionEnd", reason="other"), stage)
        replay.run_command(stage, "worker", "run", "--until-empty")


def _show_memory(stage: replay.Stage, out: Console) -> None:
    memories: list[dict[str, Any]] = json.loads(replay.run_command(stage, "list", "--json"))
    out.rule(
        f"[bold]2  What is remembered[/]  ({counted(len(memories), 'memory', 'memories')}; codewatch list)",
        align="left",
    )
    table = Table(show_header=False, box=None, padding=(0, 1))
    table.add_column(no_wrap=True)
    table.add_column()
    for memory in sorted(memories, key=lambda memory: ("high", "medium", "low").index(memory["priority"])):
        table.add_row(Text(memory["category"], style=_STYLE[memory["priority"]]), Text(memory["content"]))
    out.print(table)


def _show_recall(stage: replay.Stage, out: Console) -> None:
    out.rule("[bold]3  Another day, another session[/]  (the recall hook runs before each prompt)", align="left")
    out.print(Text("  › ", style="cyan") + Text(PROMPT))
    block = replay.recall(PROMPT, stage, session="crumb-demo-2")
    out.print(Panel(Text(block or "(nothing)"), title="given to the assistant with the prompt", title_align="left"))


def _show_coverage(stage: replay.Stage, out: Console) -> None:
    result = json.loads(replay.run_command(stage, "coverage", "--json"))
    out.print(
        f"    coverage  {result['percent']:.3f} % of {result['bytes']} transcript bytes accounted for", style="green"
    )
    out.print(
        "\nThis was a temporary folder. `codewatch setup` connects Claude Code; `codewatch --help` shows what there is."
    )
