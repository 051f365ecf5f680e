"""Marks the memories that the client tells its model by itself, so that a hook does not say them a second time."""

import hashlib
import re

from codewatch import git
from codewatch.clients import claude_code, claude_memory, codex, codex_memory
from codewatch.recall.search import TOLD_MARK
from codewatch.store import memory_files, observations
from codewatch.store.database import transaction

_SHORTEST = 12
_LABEL = re.compile(r"^[\w ]{2,30}: ")
_NOT_WORDS = re.compile(r"[^\w]+")


def mark() -> int:
    """Compare every memory with what each client tells its model in its project; return how many are told.

    Of Claude Code that is CLAUDE.md, AGENTS.md and the index of its memory, of Codex AGENTS.md and the summary of its
    memory. Nothing is done while neither those files nor the memories have changed.
    """
    rows = memory_files.tellable()
    roots = {root for _, _, root in rows if root}
    return sum(
        _mark(TOLD_MARK[client], rows, texts)
        for client, texts in ((claude_code.name, _of_claude(roots)), (codex.name, _of_codex(roots)))
    )


def _mark(kind: str, rows: list[tuple[int, str, str]], texts: dict[str, str]) -> int:
    state = hashlib.sha256(repr((observations.newest_id(), len(rows), sorted(texts.items()))).encode()).hexdigest()
    if memory_files.told_for(kind) == state:
        return 0
    told = [row_id for row_id, content, root in rows if _is_told(content, texts[root])]
    with transaction():
        memory_files.mark_told(kind, told, state)
    return len(told)


def _of_claude(roots: set[str]) -> dict[str, str]:
    indexes = _indexes()
    texts = {
        root: _plain(*[_read(path) for path in claude_memory.told_files(root)], indexes.get(root, "")) for root in roots
    }
    return {**texts, "": _plain(*[_read(path) for path in claude_memory.told_files("")[:1]])}


def _of_codex(roots: set[str]) -> dict[str, str]:
    summary = codex_memory.told_summary()
    return {root: _plain(*[_read(path) for path in codex_memory.told_files(root)], summary) for root in {*roots, ""}}


def _indexes() -> dict[str, str]:
    """Return what the index of each project's memory shows a model, by the project's root."""
    found: dict[str, str] = {}
    for place in claude_memory.find_places():
        if place.cwd:
            lines = _read(f"{place.folder}/{claude_memory.INDEX}").splitlines()[: claude_memory.INDEX_LINES]
            root = git.locate(place.cwd)[0]
            found[root] = found.get(root, "") + "\n" + "\n".join(lines)
    return found


def _is_told(content: str, text: str) -> bool:
    if not text:
        return False
    ways = (_plain(content), _plain(_LABEL.sub("", content)))
    return any(len(way.strip()) >= _SHORTEST and way in text for way in ways)


def _plain(*texts: str) -> str:
    """Return texts as words in lower case with single spaces around, so that one is found in another as whole words."""
    words = " ".join(_NOT_WORDS.sub(" ", text.casefold()).strip() for text in texts)
    return f" {words.strip()} " if words.strip() else ""


def _read(path: str) -> str:
    raw = claude_memory.read_file(path)
    return raw.decode("utf-8", "replace") if raw else ""
