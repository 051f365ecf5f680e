"""`codewatch usage`: what models were asked, what it took, and what is left of the day's budget."""

from typing import Any

import click

from codewatch.cli import models
from codewatch.cli.place import find_folder, json_option
from codewatch.cli.show import console, print_json
from codewatch.config import Settings


@click.command()
@click.option("--days", type=click.IntRange(1, 3650), default=7, show_default=True, help="How many days back.")
@json_option
def usage(days: int, as_json: bool) -> None:
    """Show model calls, tokens and cost per day, and the budget that is left."""
    found = models.usage(find_folder(), Settings.load(), days=days)
    if as_json:
        print_json(found)
        return
    out = console()
    for row in found["days"]:
        failed = f", {row['failed']} of them failed" if row["failed"] else ""
        failed += f", {row['refused']} refused" if row["refused"] else ""
        cost = f"${row['cost_usd']:.4f}" if row["cost_usd"] is not None else _unknown(row)
        out.print(
            f"{row['day']}  {row['provider']}/{row['model']}: {row['calls']} calls{failed},"
            f" {row['input_tokens']} + {row['output_tokens']} tokens, {cost}",
            soft_wrap=True,
        )
    if not found["days"]:
        out.print("no model was asked")
    budget = found["budget"]
    tokens = "no limit" if budget["daily_tokens"] is None else f"{budget['tokens_left']} of {budget['daily_tokens']}"
    cost = (
        "no limit"
        if budget["daily_cost_usd"] is None
        else f"${budget['cost_usd_left']:.4f} of ${budget['daily_cost_usd']:g}"
    )
    out.print(f"left today: tokens {tokens}, cost {cost}", soft_wrap=True)


def _unknown(row: dict[str, Any]) -> str:
    stem = "CODEWATCH_" + row["provider"].upper().replace("-", "_")
    return (
        f"cost unknown (counted as ${row['cost_usd_counted']:.4f}; set {stem}_INPUT_USD_PER_M and"
        f" {stem}_OUTPUT_USD_PER_M)"
    )
