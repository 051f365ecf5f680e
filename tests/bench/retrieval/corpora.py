"""The data sets' files into corpora: documents that are remembered, and questions whose right answers are known."""

import gzip
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

SETS = ("coding", "ident", "locomo", "cjk")
_CODING = ("changelog", "prompt", "task")


class Document(NamedTuple):
    """What is remembered: `at` is UTC in ISO 8601."""

    text: str
    files: tuple[str, ...]
    at: str


class Question(NamedTuple):
    """What is asked: `relevant` are places of documents; those of `excluded` count neither for nor against."""

    text: str
    kind: str
    relevant: frozenset[int]
    excluded: frozenset[int]


class Corpus(NamedTuple):
    """One repository, conversation or list of facts."""

    name: str
    documents: list[Document]
    questions: list[Question]


def read_corpora(folder: Path, sets: tuple[str, ...], *, most: int = 0, questions: int = 0) -> Iterator[Corpus]:
    """Yield the corpora of `sets` in `folder`: at most `most` of each set, at most `questions` of a kind in each.

    Questions about identifiers are asked in the corpora of the coding set. 0 is no limit.
    """
    readers = ((("coding", "ident"), _coding), (("locomo",), _locomo), (("cjk",), _cjk))
    for names, reader in readers:
        wanted = tuple(name for name in names if name in sets)
        for number, corpus in enumerate(reader(folder, wanted) if wanted else ()):
            if most and number == most:
                break
            yield corpus._replace(questions=_first_of_each_kind(corpus.questions, questions))


def _coding(folder: Path, sets: tuple[str, ...]) -> Iterator[Corpus]:
    about_names = _rows(folder / "ident-dev.queries.jsonl.gz") if "ident" in sets else []
    for path in sorted((folder / "coding").glob("*.docs.jsonl.gz")):
        name = path.name.removesuffix(".docs.jsonl.gz").replace("+", "/")
        documents = [
            Document(row["text"], tuple(row["files"]), datetime.fromtimestamp(row["t"], UTC).isoformat()[:19] + "Z")
            for row in _rows(path)
        ]
        asked = _rows(path.with_name(path.name.replace(".docs.", ".queries."))) if "coding" in sets else []
        questions = [_question(row, row["kind"]) for row in asked if row["kind"] in _CODING]
        questions += [_question(row, "identifiers") for row in about_names if row["repo"] == name]
        yield Corpus(name, documents, questions)


def _locomo(folder: Path, _sets: tuple[str, ...]) -> Iterator[Corpus]:
    turns, asked = _rows(folder / "locomo-dev.docs.jsonl.gz"), _rows(folder / "locomo-dev.queries.jsonl.gz")
    for name in dict.fromkeys(row["conv"] for row in turns):
        documents = [
            Document(f"{row['text']} ({row['date']})", (), _moment(row["date"])) for row in turns if row["conv"] == name
        ]
        # An adversarial question has no answer in the conversation.
        own = [row for row in asked if row["conv"] == name and row["kind"] != "adversarial"]
        yield Corpus(f"conversation {name}", documents, [_question(row, "LoCoMo") for row in own])


def _cjk(folder: Path, _sets: tuple[str, ...]) -> Iterator[Corpus]:
    documents = [
        Document(row["text"], tuple(row["files"]), "2026-01-01T00:00:00Z")
        for row in _rows(folder / "cjk.docs.jsonl.gz")
    ]
    yield Corpus("facts", documents, [_question(row, "CJK") for row in _rows(folder / "cjk-dev.queries.jsonl.gz")])


def _question(row: dict[str, Any], kind: str) -> Question:
    return Question(row["q"], kind, frozenset(row["rel"]), frozenset(row.get("exclude", ())))


def _moment(written: str) -> str:
    return datetime.strptime(written, "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC).isoformat()[:19] + "Z"


def _first_of_each_kind(questions: list[Question], most: int) -> list[Question]:
    if not most:
        return questions
    kinds = dict.fromkeys(question.kind for question in questions)
    return [one for kind in kinds for one in [question for question in questions if question.kind == kind][:most]]


def _rows(path: Path) -> list[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        return [json.loads(line) for line in stream]
