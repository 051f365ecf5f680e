"""Other ways to search the same documents: SQLite's own tokenizers, BM25 over plain words, the TypeScript program's."""

import json
import math
import re
import sqlite3
from collections import Counter
from collections.abc import Sequence

from corpora import Document

from codewatch.terms import STOP_WORDS

DEPTH = 50
_WORD = re.compile(r"\w+")
_RUN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+|[A-Za-z0-9_./-]+")
_PATH = re.compile(r"[\w./-]+\.\w{1,10}", re.ASCII)
_QUOTED = re.compile(r"\"([^\"]+)\"|'([^']+)'")
_KEYWORDS = 8
_EACH = 5
# What the TypeScript program leaves out beside the articles and pronouns.
_TYPESCRIPT_STOP = STOP_WORDS | frozenset(
    """add change come continue cool create delete fine give good great into keep kind last may might must need new
    nice nope off old out over put remove right run shall show start stop take tell think try under update use using
    want work thing something anything everything""".split()
)


class _FullText:
    """An FTS5 table of texts and files under one tokenizer."""

    def __init__(self, documents: Sequence[Document], tokenizer: str, weights: str = "") -> None:
        self.weights = weights
        self.connection = sqlite3.connect(":memory:")
        self.connection.execute(f"create virtual table found using fts5(text, files, tokenize='{tokenizer}')")
        rows = [(place, one.text, " ".join(one.files)) for place, one in enumerate(documents)]
        self.connection.executemany("insert into found (rowid, text, files) values (?, ?, ?)", rows)

    def match(self, words: Sequence[str]) -> list[int]:
        """Return the documents that hold one of `words`, in the order of bm25."""
        if not words:
            return []
        asked = " OR ".join(f'"{word}"' for word in words)
        sql = f"select rowid from found where found match ? order by bm25(found{self.weights}) limit {DEPTH}"
        return [row[0] for row in self.connection.execute(sql, (asked,))]


class PorterWords(_FullText):
    """FTS5 with its Porter stemmer over all words of the question but stop words, 32 at most."""

    def __init__(self, documents: Sequence[Document]) -> None:
        super().__init__(documents, "porter unicode61", ", 1.0, 0.5")

    def search(self, text: str) -> list[int]:
        """Return the places of the documents that fit `text`, best first."""
        words = dict.fromkeys(part for word in _WORD.findall(text.lower()) for part in word.split("_"))
        return self.match([word for word in words if len(word) > 1 and word not in STOP_WORDS][:32])


class Trigrams(_FullText):
    """FTS5 with its trigram tokenizer: any word of four letters, any three characters of Chinese and its like."""

    def __init__(self, documents: Sequence[Document]) -> None:
        super().__init__(documents, "trigram")

    def search(self, text: str) -> list[int]:
        """Return the places of the documents that fit `text`, best first."""
        words: list[str] = []
        for run in _RUN.findall(text):
            if run[0] > "\x7f":
                words += [run[place : place + 3] for place in range(len(run) - 2)]
            elif len(run) > 3 and run.lower() not in STOP_WORDS:
                words.append(run.lower().strip("./-"))
        return self.match([word for word in dict.fromkeys(words) if len(word) > 2][:32])


class PlainBm25:
    """Okapi BM25 over lower-case words, without stems, with k1 = 1.5 and b = 0.75."""

    def __init__(self, documents: Sequence[Document]) -> None:
        counted = [Counter(_plain_words(f"{one.text} {' '.join(one.files)}")) for one in documents]
        lengths = [counts.total() for counts in counted]
        mean = sum(lengths) / max(1, len(lengths)) or 1.0
        self.parts: dict[str, list[tuple[int, float]]] = {}
        for place, counts in enumerate(counted):
            norm = 1.5 * (0.25 + 0.75 * lengths[place] / mean)
            for word, often in counts.items():
                self.parts.setdefault(word, []).append((place, often * 2.5 / (often + norm)))
        for word, holders in self.parts.items():
            rarity = math.log(1 + (len(documents) - len(holders) + 0.5) / (len(holders) + 0.5))
            self.parts[word] = [(place, rarity * part) for place, part in holders]

    def search(self, text: str) -> list[int]:
        """Return the places of the documents that fit `text`, best first."""
        scores: dict[int, float] = {}
        for word in dict.fromkeys(_plain_words(text)):
            for place, part in self.parts.get(word, ()):
                scores[place] = scores.get(place, 0.0) + part
        return sorted(scores, key=lambda place: (-scores[place], place))[:DEPTH]


class TypeScriptWay:
    """The TypeScript original's: the first eight keywords, joined by OR; where FTS5 refuses them, three one by one."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self.connection = sqlite3.connect(":memory:")
        self.connection.execute("create virtual table found using fts5(content, summary, files)")
        rows = [
            (place, one.text, "", json.dumps(one.files) if one.files else "") for place, one in enumerate(documents)
        ]
        self.connection.executemany("insert into found (rowid, content, summary, files) values (?, ?, ?, ?)", rows)

    def search(self, text: str) -> list[int]:
        """Return the places of the documents that fit `text`, best first."""
        keywords = _keywords(text)
        bare = [clean for keyword in keywords if (clean := re.sub(r"['\"()*^]", "", keyword).strip())]
        asked = " OR ".join(f'"{word}"' if re.search(r"[/. ]", word) else word for word in bare)
        found = self._ask(asked, DEPTH) if asked else []
        if not found and len(keywords) > 1:
            return list(dict.fromkeys(place for word in keywords[:3] for place in self._ask(word, _EACH)))
        return found

    def _ask(self, asked: str, limit: int) -> list[int]:
        sql = "select rowid from found where found match ? order by rank limit ?"
        try:
            return [row[0] for row in self.connection.execute(sql, (asked, limit))]
        except sqlite3.OperationalError:  # A hyphen or a colon is grammar to FTS5.
            return []


def _plain_words(text: str) -> list[str]:
    return [word for word in _WORD.findall(text.lower()) if word not in ("the", "a", "an", "is", "of", "to", "in")]


def _keywords(text: str) -> list[str]:
    quoted = [(one or other).strip() for one, other in _QUOTED.findall(text)]
    words = re.sub(r"[^a-z0-9_\-.]", " ", text.lower()).split()
    plain = [word for word in words if len(word) > 2 and word not in _TYPESCRIPT_STOP]
    return list(dict.fromkeys([*_PATH.findall(text), *filter(None, quoted), *plain]))[:_KEYWORDS]


WAYS = {
    "TypeScript original": TypeScriptWay, "BM25, plain words": PlainBm25, "FTS5 porter": PorterWords,
    "FTS5 trigram": Trigrams,
}  # fmt: skip
