"""`codewatch show R12`: one reflection, with where each of its lines comes from and how it keeps its contract."""

from collections.abc import Mapping
from typing import Any

from codewatch.cli.show import console, counted
from codewatch.reflections import StoredReflection
from codewatch.store import journal, reflections

_MOST_SOURCES = 12


def as_row(known: StoredReflection) -> dict[str, Any]:
    """Return a reflection as JSON shows it."""
    newer = reflections.replaced_by(known.id)
    return {
        "id": f"R{known.id}", "content": known.content, "branch": known.branch, "level": known.level,
        "input_tokens": known.input_tokens, "output_tokens": known.output_tokens,
        "compression_ratio": round(known.output_tokens / known.input_tokens, 3) if known.input_tokens else 1.0,
        "observer": known.observer, "prompt": known.prompt, "contract": known.contract,
        "reflected_at": known.reflected_at, "state": known.state,
        "replaces": f"R{known.replaces}" if known.replaces else None, "replaced_by": f"R{newer}" if newer else None,
        "lines": [
            {"text": line.text, "sources": list(line.sources), "is_pinned": line.is_pinned} for line in known.lines
        ],
        "history": journal.of_row(reflections.KIND, known.id),
    }  # fmt: skip


def print_reflection(row: Mapping[str, Any]) -> None:
    """Print a reflection for people."""
    out = console()
    for line in row["lines"]:
        out.print(line["text"] or "(told no more)", style="bold", soft_wrap=True, end="")
        out.print(_origin(line), style="dim", soft_wrap=True)
    facts = {
        "id": row["id"], "branch": row["branch"], "state": row["state"], "replaces": row["replaces"],
        "replaced by": row["replaced_by"], "reflected at": row["reflected_at"], "observer": row["observer"],
        "prompt": row["prompt"], "level": row["level"],
        "tokens": f"{row['input_tokens']} became {row['output_tokens']} ({row['compression_ratio']:.0%})",
        "contract": contract_in_words(row["contract"]),
    }  # fmt: skip
    for name, fact in facts.items():
        if fact not in (None, ""):
            out.print(f"{name:>12}  {fact}", soft_wrap=True)
    for entry in row["history"]:
        out.print(f"{entry['at']}  {entry['action']} by {entry['who']}", style="dim", soft_wrap=True)


def contract_in_words(kept: Mapping[str, int] | None) -> str:
    """Return the verdict of a contract and its counts in a line."""
    if kept is None:
        return "not checked"
    owed = f"{counted(kept['sacred'], 'memory', 'memories')} that must survive, {counted(kept['literals'], 'literal')}"
    broken = [f"{kept[name]} {name}" for name in ("missing", "unrepresented", "invented", "unsourced") if kept[name]]
    mended = [f"{kept[name]} {word}" for name, word in (("restored", "put back"), ("dropped", "taken out"))
              if kept.get(name)]  # fmt: skip
    verdict = "kept" if kept["is_kept"] else f"broken: {', '.join(broken)}"
    return f"{verdict}; {owed}" + (f"; {', '.join(mended)}" if mended else "")


def _origin(line: Mapping[str, Any]) -> str:
    sources = [str(source) for source in line["sources"]]
    told = " ".join(sources[:_MOST_SOURCES]) + (f" and {len(sources) - _MOST_SOURCES} more" if
                                                 len(sources) > _MOST_SOURCES else "")  # fmt: skip
    parts = [part for part in (told, "pinned" if line["is_pinned"] else "") if part]
    return f"  [{'; '.join(parts)}]" if parts else ""
