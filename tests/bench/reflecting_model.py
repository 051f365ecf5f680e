"""Scripted models that compress: one that behaves, one that drops, one that invents, one that loops."""

import json
import random
import re
import zlib
from typing import Any

from reflecting_corpus import note

from codewatch.agents.reflecting.compress import compress
from codewatch.agents.reflecting.facts import facts_of
from codewatch.categories import Category, Priority
from codewatch.llm.question import Answer, Question
from codewatch.reflections import is_left_out

_ROW = re.compile(r"(\d+) \| (\S+) \| (\w+) \| (\w+) \| (\w+) \| (.*)")
_LEVEL = re.compile(r"Level (\d)")
# No model copies a row of letters.
_NOISE = re.compile(r"\S{120,}|(\S{12,}) \1 \1")
_LOOPS = 60
_OFTEN = 0.1
KINDS = ("behaves", "drops", "invents", "loops")


def answer(instructions: str, text: str, kind: str) -> str:
    """Return what a model of a kind answers, as JSON. The one that behaves words what it is given as the rules do."""
    level = int(found[1]) if (found := _LEVEL.search(instructions)) else 0
    rows = [found.groups() for row in text.splitlines() if (found := _ROW.fullmatch(row))]
    lines = _behaving(rows, level)
    # Not by the text: its fence is random.
    chance = random.Random(zlib.crc32(repr(rows).encode()))
    if kind == "loops":
        lines = [{"text": "The parser keeps the order of the rows", "sources": lines[0]["sources"]}] * _LOOPS
    if kind == "drops":  # a tenth of the lines, and of another tenth the second half
        kept = [line for line in lines if chance.random() >= _OFTEN] or lines[:1]
        lines = [
            {**line, "text": line["text"][: len(line["text"]) // 2 + 1]} if chance.random() < _OFTEN else line
            for line in kept
        ]
    if kind == "invents":
        extra = " (see src/made_up_{}.py, since 9.{})"
        lines = [
            {**line, "text": line["text"] + extra.format(chance.randint(1, 99), chance.randint(1, 99))}
            if chance.random() < _OFTEN
            else line
            for line in lines
        ]
    return json.dumps({"lines": lines}, ensure_ascii=False)


def _behaving(rows: list[tuple[Any, ...]], level: int) -> list[dict[str, Any]]:
    notes = [
        note(
            int(number),
            re.sub(r" \[[^\[\]]*\]$", "", content),
            Category(category),
            Priority(priority),
            day,
            origin=origin,
        )
        for number, day, category, priority, origin, content in rows
    ]
    heading = ""
    lines: list[dict[str, Any]] = []
    for line in compress(facts_of(notes), level):
        if line.is_heading:
            heading = line.text
        elif not is_left_out(line) and line.text.strip("- ") and not _NOISE.search(line.text):
            lines.append({"heading": heading, "text": line.text, "sources": line.sources})
    return lines


class Scripted:
    """An asker in this process that answers as its kind does."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def ask(self, question: Question) -> Answer:
        """Answer a question, read as it says."""
        reply = answer(question.instructions, question.text, self.kind)
        return Answer(question.read(reply, False), "scripted", self.kind, False, reply)
