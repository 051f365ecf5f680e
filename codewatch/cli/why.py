"""`codewatch why ID`: where a memory comes from, and each injection of it: when, why, for how much, and its use."""

from collections.abc import Mapping
from typing import Any

import click

from codewatch.cli.injecting import fold_in
from codewatch.cli.names import NAME, Named
from codewatch.cli.place import find_folder, json_option
from codewatch.cli.show import as_row, console, counted, print_json
from codewatch.cli.show_reflection import as_row as reflection_as_row
from codewatch.injected import BRANCH, EVERYWHERE, PROJECT
from codewatch.store import injections, observations, reflections
from codewatch.store.database import open_memory
from codewatch.terms import analyse

_PLACES = {BRANCH: "branch", PROJECT: "project", EVERYWHERE: "global"}


@click.command()
@click.argument("memory_id", metavar="ID", type=NAME)
@json_option
def why(memory_id: Named, as_json: bool) -> None:
    """Show where a memory or a reflection (R12) comes from, and each time it was injected and why."""
    folder = find_folder()
    fold_in(folder)
    with open_memory(folder, for_reading=True):
        row = _of_reflection(memory_id.id) if memory_id.is_reflection else _of_memory(memory_id.id)
    if as_json:
        print_json(row)
        return
    out = console()
    out.print(row["content"], style="bold", soft_wrap=True)
    names = ("branch", "session", "source", "origin", "observer", "observed_at", "state", "confidence")
    for name in names:
        if row.get(name) not in (None, ""):
            out.print(f"{name:>12}  {row[name]}", soft_wrap=True)
    for path in row["transcripts"]:
        out.print(f"{'transcript':>12}  {path}", soft_wrap=True)
    for line in row.get("lines", []):
        if line["sources"]:
            out.print(f"{'stands for':>12}  {' '.join(map(str, line['sources']))}", soft_wrap=True)
    used = sum(each["use"] in ("followed", "mentioned") for each in row["injections"])
    times = counted(len(row["injections"]), "time")
    out.print(
        f"{'injected':>12}  {times}, {row['tokens_injected']} tokens, used {counted(used, 'time')}", soft_wrap=True
    )
    for each in row["injections"]:
        out.print(_in_words(each, str(row["branch"])), style="dim", soft_wrap=True)


def _of_memory(row_id: int) -> dict[str, Any]:
    memory = observations.get(row_id)
    known = as_row(memory)
    names = ("id", "content", "branch", "session", "origin", "observer", "observed_at", "state", "confidence")
    given = [_as_json(each, memory.content) for each in injections.of_row(row_id)]
    return {
        **{name: known[name] for name in names}, **injections.origin_of(row_id),
        "tokens_injected": sum(each["tokens"] for each in given), "injections": given,
    }  # fmt: skip


def _of_reflection(row_id: int) -> dict[str, Any]:
    known = reflection_as_row(reflections.get(row_id))
    names = ("id", "content", "branch", "observer", "state", "lines")
    given = [_as_json(each, "") for each in injections.of_row(row_id, is_reflection=True)]
    return {
        **{name: known[name] for name in names}, "observed_at": known["reflected_at"], "transcripts": [],
        "tokens_injected": sum(each["tokens"] for each in given), "injections": given,
    }  # fmt: skip


def _as_json(each: Mapping[str, Any], content: str) -> dict[str, Any]:
    files = [term[1:] for term in each["terms"] if term.startswith("/")]
    stems = [term for term in each["terms"] if not term.startswith("/")]
    return {
        "at": each["at"], "session": each["session"], "event": each["event"],
        "terms": _spelt(stems, content), "files": files, "in_sight": _PLACES.get(each["place"], ""),
        "chance": each["chance"] / 100 if each["chance"] else None, "tokens": each["tokens"],
        "use": each["use"] or None, "used_at": each["used_at"], "confidence_step": each["confidence_step"],
    }  # fmt: skip


def _spelt(stems: list[str], content: str) -> list[str]:
    """Return terms of the index as the memory's own words have them."""
    words: dict[str, str] = {}
    for word in content.split():
        for stem in analyse(word).words:
            words.setdefault(stem, word.strip(".,;:!?()[]`\"'"))
    return list(dict.fromkeys(words.get(stem, stem) for stem in stems))


def _in_words(each: Mapping[str, Any], branch: str) -> str:
    shared = [*each["files"], *each["terms"]]
    reasons = [f"shares {', '.join(shared)}"] if shared else []
    reasons += [f"chance {each['chance']:.0%}"] if each["chance"] else []
    sight = {"branch": f"on branch {branch}", "project": "holds in the project", "global": "holds everywhere"}
    reasons += [sight[each["in_sight"]]] if each["in_sight"] else []
    step = f" (confidence {each['confidence_step']:+.2f})" if each["confidence_step"] else ""
    return (
        f"{each['at']}  {each['event']} in {each['session']}: {'; '.join(reasons) or 'not noted'};"
        f" {each['tokens']} tokens; {each['use'] or 'not judged yet'}{step}"
    )
