"""`codewatch status`: health in one screen."""

import sys
from datetime import UTC, datetime
from typing import Any

import click
from rich.text import Text

from codewatch import pauses
from codewatch.cli import connection, excluding, health, injecting, models, settings_check
from codewatch.cli.health import Finding
from codewatch.cli.place import find_place, json_option, place_options
from codewatch.cli.show import console, counted, print_json
from codewatch.clients.rows import UNREADABLE
from codewatch.config import Settings
from codewatch.errors import StoreError
from codewatch.llm import prompts

_MEND = "mend or remove it; codewatch config list shows what counts"
_COLOURS = {"error": "red", "warning": "yellow", "info": "cyan"}
_JOBS = {"pending": "waiting", "leased": "running", "scheduled": "scheduled", "failed": "failed"}


@click.command()
@place_options
@json_option
def status(project: str | None, branch: str | None, as_json: bool) -> None:
    """Show whether memory is being recorded and recalled; exit 1 when it is not."""
    place = find_place(project, branch)
    settings = Settings.load()
    state = {**health.examine(place.folder, settings, place.here), "project": place.project, "branch": place.branch}
    try:
        rows = models.provider_rows(place.folder, settings)
        state["usage_today"] = models.usage(place.folder, settings, days=1)["budget"]
        findings = [*models.judge(rows), *(models.judge_calls(place.folder) if rows else [])]
    except StoreError:
        rows, findings = [], []  # said among the findings
    unknown = [Finding("unknown-setting", "warning", line, _MEND) for line in settings_check.unknown(environment=True)]
    texts = [Finding("prompt", "warning", fault.what, fault.fix) for fault in prompts.faults()]
    connected = [*connection.judge(place), *excluding.judge(settings.exclude), *unknown, *texts]
    state["providers"] = rows
    state["injected"] = injecting.lately(place.folder, datetime.now(UTC))
    first, last = ([finding._asdict() for finding in found] for found in (findings, connected))
    state["findings"] = [*first, *state["findings"], *last]
    state["ok"] = not any(finding["severity"] == "error" for finding in state["findings"])
    print_json(state) if as_json else print_screen(state)
    if not state["ok"]:
        sys.exit(1)


def print_screen(state: dict[str, Any]) -> None:
    """Print what `health.examine` found, for people."""
    out = console()
    out.print(_headline(state))
    worker, queue, memory = state["worker"], state["queue"], state["memory"]
    running = health.describe_worker(worker) + ("" if worker["running"] else " (the next save starts it)")
    age = "" if queue.get("oldest_age_s") is None else f", the oldest for {queue['oldest_age_s']:.0f} s"
    total = ", ".join(f"{count} {name}" for name, count in memory.get("observations", {}).items())
    lines = {
        "project": f"{state['project']}  on {state['branch']}",
        "memory": f"{memory.get('here', 0)} in this project; in all: {total}" if total else "nothing yet",
        "reflections": str(memory.get("reflections", 0)),
        "worker": running,
        "queue": ", ".join(f"{queue.get(name, 0)} {said}" for name, said in _JOBS.items()) + age,
        "injected": injected_in_words(state["injected"]),
        "last saved": state["last_success_at"] or "never",
        "observer": ", then ".join(map(_describe, state["providers"])) or "rules (no model, no cost)",
        "data": f"{state['data_dir']} ({memory.get('bytes', 0) / 1e6:.1f} MB)",
    }
    if state["providers"]:
        used = state["usage_today"]
        cost = f"${used['cost_usd_used']:.4f}"
        cost = cost if used["is_cost_known"] else f"cost unknown, counted as {cost} (codewatch usage)"
        lines["used today"] = f"{used['tokens_used']} tokens, {cost}"
    unreadable = memory.get("skipped_records", {}).get(UNREADABLE, 0)
    if unreadable:
        lines["skipped"] = counted(unreadable, "unreadable transcript line")
    for name, text in lines.items():
        out.print(Text.assemble((f"{name:>12}  ", "dim"), text), soft_wrap=True)
    for finding in state["findings"]:
        colour = _COLOURS[finding["severity"]]
        out.print(
            Text.assemble((f"{finding['severity']:>12}  ", colour), finding["what"], (f"  → {finding['fix']}", "dim")),
            soft_wrap=True,
        )


def injected_in_words(sums: dict[str, dict[str, Any]]) -> str:
    """Return what was injected today and in the last days."""
    today, week = sums["today"], sums["last_7_days"]
    if not week["count"]:
        return "nothing in the last 7 days"
    shared = f"; {week['used_share']:.0%} of {week['judged']} judged were used" if week["judged"] else ""
    told = ", ".join(
        f"{when} {counted(each['count'], 'memory', 'memories')} ({each['tokens']} tokens)"
        for when, each in (("today", today), ("last 7 days", week))
    )
    return told + shared


def _describe(row: dict[str, Any]) -> str:
    key = f" (key from {row['key_from']})" if row["key_from"] else ""
    return f"{row['provider']}/{row['model']}{key}"


def _headline(state: dict[str, Any]) -> Text:
    if not state["ok"]:
        return Text("codewatch is not working; see below", style="bold red")
    said = [text for how in ("paused", "excluded") if (text := _off(state["findings"], how))]
    if any(finding["id"] in connection.IDS for finding in state["findings"]):
        said.append("it is not connected as it should be, see below")
    if said:
        return Text(f"codewatch works; {', '.join(said)}", style="bold yellow")
    return Text("codewatch is recording and recalling", style="bold green")


def _off(findings: list[dict[str, Any]], how: str) -> str:
    named = [finding["what"] for finding in findings if finding["id"] == how]
    off = [kind for kind in pauses.KINDS if any(what.startswith(kind) for what in named)]
    return f"{' and '.join(off)} {'are' if len(off) > 1 else 'is'} {how} here" if off else ""
