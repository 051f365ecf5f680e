"""Prints how much shorter reflections are, what they keep and invent, and whether search still finds what it found.

    python tests/bench/reflecting.py [TRANSCRIPTS] [--seed 1] [--small] [--print FOLDER] [--observations 12000]

A row is a corpus, who reflected it and at which level. TRANSCRIPTS is a folder of Claude Code's sessions, observed by
the rules; the other corpora are made (`reflecting_corpus.py`), and the same seed makes the same. The columns:

  obs, before, after   observations, their tokens, the tokens of the reflection; `less` is what was saved
  x                    characters of the transcripts' texts over those of the reflection
  bound                what would be saved if all that need not survive were left out, and the rest stood as it is
  told, names, inv     sacred observations told, their literals kept, literals invented: by the check in
                       `reflecting_check.py`, which shares nothing with the product's
  mended               observations put back / lines taken out by the product; "rejected" where it took no answer
  search               queries made of the memories that find them among ten, before > after; `own` in how many a line
                       of the reflection itself answers
"""

import argparse
import asyncio
import gzip
import importlib.util
import json
import random
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import reflecting_corpus
import reflecting_model
from reflecting_check import Kept, look, names

from codewatch import capture, pipeline, terms
from codewatch.agents import reflector
from codewatch.agents.categorizer import categorize
from codewatch.agents.model_reflector import ModelReflector
from codewatch.agents.rules.rules_observer import RulesObserver
from codewatch.agents.sacred import is_sacred
from codewatch.calls import Spent
from codewatch.categories import DEFAULT_PRIORITY, Origin
from codewatch.clients import transcripts
from codewatch.clients.table import find_client
from codewatch.llm.asking import ProvidersAsker
from codewatch.llm.budget import Budget, Ledger
from codewatch.llm.lanes import Lanes
from codewatch.llm.providers import Provider
from codewatch.observations import Observation, StoredObservation
from codewatch.recall.search import search
from codewatch.reflections import Reflection, ReflectionLine
from codewatch.store import observations, reflections, sessions
from codewatch.store.database import connection, open_memory, transaction

NOW = "2026-11-30T10:00:00.000Z"
PROJECT = reflecting_corpus.ROOT
THRESHOLD = 40_000
QUERIES = 200
AMONG = 10
KEPT_BY_SEARCH = 0.95


class Corpus(NamedTuple):
    """What was observed, and how long the texts of the transcripts are that it was observed in; 0 without any."""

    name: str
    seen: Sequence[Observation]
    chars: int


class Query(NamedTuple):
    """A text to search for, and the memory that it was made of."""

    text: str
    wanted: int


class Row(NamedTuple):
    """One line of the table."""

    corpus: str
    maker: str
    level: int
    pending: Sequence[StoredObservation]
    made: Reflection | None
    seconds: float
    chars: int
    found: tuple[float, float | None, float]
    kept: Kept | None


def corpora(folder: Path | None, seed: int, *, small: bool) -> Iterator[Corpus]:
    """Yield the real sessions, one by one where they are long, and the made ones."""
    if folder:
        everything: list[Observation] = []
        size = 0
        for path in sorted(folder.rglob("*.jsonl*")):
            raw = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
            one = observe(path.name.split(".")[0][-12:], [raw])
            everything += one.seen
            size += one.chars
            if len(one.seen) > 12:
                yield one
        yield Corpus("all real", everything, size)
    days, rounds = (3, 1) if small else (12, 2)
    yield observe("tool-heavy", (s.text().encode() for s in reflecting_corpus.work(seed, days=days, tasks=9)))
    talk = list(reflecting_corpus.talk(seed, days=days, rounds=rounds))
    spoken = observe("talk", (s.text().encode() for s in talk))
    yield spoken
    yield Corpus("talk, all kept", list(_as_said(talk)), spoken.chars)
    yield Corpus("any notes", [_bare(one) for one in reflecting_corpus.notes(seed, 150 if small else 220)], 0)


def observe(name: str, sessions_of: Iterable[bytes]) -> Corpus:
    """Return what the rules observe in transcripts, as `codewatch observe` does."""
    found: list[Observation] = []
    size = 0
    with tempfile.TemporaryDirectory() as folder:
        for number, raw in enumerate(sessions_of):
            path = Path(folder) / f"{number}.jsonl"
            path.write_bytes(raw)
            piece = capture.slice_of(str(path), client="claude", project=None, branch="main")
            with open_memory(f"{folder}/memory"):
                found += pipeline.preview(piece, observer=RulesObserver())
            size += _text_size(str(path))
    return Corpus(name, found, size)


def _text_size(path: str) -> int:
    """Return how long the texts in a transcript are: what was said, given to tools and answered by them."""
    client = find_client("claude")
    with client.open_transcript(path) as stream:
        read = client.reader(stream, 0)
        records = [read(line) for line in transcripts.read_lines(stream, 0, transcripts.size_of(stream))]
    return sum(
        len(message.text) + len(json.dumps(dict(message.tool_input), ensure_ascii=False) if message.tool_input else "")
        for record in records
        for message in record.messages
    )


def _as_said(talk: Iterable[reflecting_corpus.Session]) -> Iterator[Observation]:
    """Yield each lasting sentence of made sessions as a memory, as a model that misses nothing would keep it."""
    for session in talk:
        for row, text, origin in session.lasting:
            category = categorize(text).category
            yield Observation(text, category, DEFAULT_PRIORITY[category], row["timestamp"], origin=Origin(origin))


def _bare(one: StoredObservation) -> Observation:
    return Observation(
        one.content, one.category, one.priority, one.observed_at, files=one.files, origin=Origin(one.origin)
    )


def store(corpus: Corpus) -> list[StoredObservation]:
    """Put a corpus into the open memory and return its observations, oldest first."""
    with transaction():
        project = sessions.project_id(PROJECT, now=NOW)
        session = sessions.session_id("claude", "s", project=project, branch="main", at=NOW)
        for number, one in enumerate(sorted(corpus.seen, key=lambda one: one.observed_at)):
            observations.add(
                one, project=project, session=session, branch="main", who="user", now=NOW, key=f"bench:{number}"
            )
    return observations.unreflected(project, "main")


def queries(pending: Sequence[StoredObservation], seed: int, count: int = QUERIES) -> list[Query]:
    """Return queries made of memories: their rarest words, what they name, and half of their words."""
    chance = random.Random(seed)
    often: dict[str, int] = {}
    words = {one.id: re.findall(r"\w{4,}", one.content) for one in pending}
    for of_one in words.values():
        for word in set(of_one):
            often[word] = often.get(word, 0) + 1
    made: list[Query] = []
    for one in chance.sample(list(pending), min(count, len(pending))):
        of_one = list(dict.fromkeys(words[one.id]))
        if named := names(one.content):
            made.append(Query(named[0], one.id))
        if len(of_one) >= 4:
            made.append(Query(" ".join(sorted(of_one, key=lambda word: often[word])[:3]), one.id))
            made.append(Query(" ".join(word for word in of_one if chance.random() < 0.5) or of_one[0], one.id))
    return made


def hits(asked: Sequence[Query], pending: Sequence[StoredObservation]) -> float:
    """Return in how many queries the wanted memory, or one of the same words, is among the first ten."""
    text_of = {one.id: one.content for one in pending}
    found = 0
    for query in asked:
        first = search(connection(), query.text, project=PROJECT, branch="main", limit=AMONG)
        found += any(hit.id == query.wanted or hit.content == text_of[query.wanted] for hit in first)
    return found / max(1, len(asked))


def answered(asked: Sequence[Query], lines: Sequence[ReflectionLine]) -> float:
    """Return in how many queries the lines that name the wanted memory hold half of the query's terms."""
    told: dict[int, set[str]] = {}
    for line in lines:
        words = set(terms.analyse(line.text).words)
        for source in line.sources:
            told.setdefault(source, set()).update(words)
    found = 0
    for query in asked:
        wanted = set(terms.analyse(query.text, without=terms.STOP_WORDS).words)
        found += 2 * len(wanted & told.get(query.wanted, set())) >= len(wanted)
    return found / max(1, len(asked))


def by_rules(pending: Sequence[StoredObservation], level: int) -> Reflection | None:
    """Reflect by rules at one level."""
    return reflector.reflect(pending, threshold=THRESHOLD, first_level=level, max_level=level)


def by_model(kind: str) -> Callable[[Sequence[StoredObservation], int], Reflection | None]:
    """Return what reflects by a scripted model at one level."""
    model = ModelReflector(reflecting_model.Scripted(kind))
    return lambda pending, level: (
        model.reflect(pending, threshold=THRESHOLD, first_level=level, max_level=level).reflection
    )


def measure(corpus: Corpus, *, seed: int, small: bool = False) -> Iterator[Row]:
    """Yield a row for each level by rules, then for each kind of model."""
    makers = [("rules", level, by_rules) for level in range(4)]
    makers += [(f"model {kind}", level, by_model(kind)) for kind in reflecting_model.KINDS for level in (1, 3)]
    with tempfile.TemporaryDirectory() as folder, open_memory(f"{folder}/memory"):
        pending = store(corpus)
        asked = queries(pending, seed, 30 if small else QUERIES)
        before = hits(asked, pending)
        for maker, level, reflect in makers:
            begun = time.process_time()
            made = reflect(pending, level)
            seconds = time.process_time() - begun
            if made is None:
                yield Row(corpus.name, maker, level, pending, None, seconds, corpus.chars, (before, before, 0.0), None)
                continue
            after = None if small and maker != "rules" else _search_after(made, asked, pending)
            found = (before, after, answered(asked, made.lines))
            yield Row(corpus.name, maker, level, pending, made, seconds, corpus.chars, found, look(made.lines, pending))


def _search_after(made: Reflection, asked: Sequence[Query], pending: Sequence[StoredObservation]) -> float:
    """Return what search finds while a reflection stands; it is taken back again."""
    with transaction():
        number = reflections.add(made, project=_project(), branch="main", now=NOW)
    found = hits(asked, pending)
    with transaction():
        reflections.take_back(number, who="user", now=NOW)
    return found


def _project() -> int:
    return sessions.project_id(PROJECT, now=NOW)


HEAD = (
    f"{'corpus':<14} {'maker':<14} level  obs {'before':>6} {'after':>6} {'less':>6} {'bound':>6} {'x':>6}   told "
    f" names inv {'mended':>8} {'search':>15} {'own':>5} {'s':>5}"
)


def as_text(row: Row) -> str:
    """Return a row as it is printed."""
    tokens = sum(one.tokens for one in row.pending)
    head = f"{row.corpus:<14} {row.maker:<14} {row.level:>5} {len(row.pending):>4} {tokens:>6}"
    if row.made is None or row.kept is None:
        return f"{head} {'rejected':>6}: the observations stay as they are {row.seconds:>5.2f} s"
    bound = 1 - sum(one.tokens for one in row.pending if is_sacred(one)) / max(1, tokens)
    times = f"{row.chars / max(1, len(row.made.content)):6.1f}" if row.chars else f"{'-':>6}"
    kept = row.made.contract
    mended = f"{kept.restored}/{kept.dropped}" if kept else "-"
    before, after, own = row.found
    later = "-" if after is None else f"{after:.1%}"
    return (
        f"{head} {row.made.output_tokens:>6} {1 - row.made.ratio:6.1%} {bound:6.1%} {times} {row.kept.shares}"
        f" {mended:>8} {before:6.1%} > {later:>6} {own:5.0%} {row.seconds:5.2f}"
    )


def problems(row: Row) -> Iterator[str]:
    """Yield what a taken reflection must not do: lose or invent what is named, leave out what is sacred, hide."""
    before, after, _ = row.found
    if row.maker == "model loops" and row.made is not None:
        yield "a loop was taken"
    if row.maker == "rules" and row.made is None and row.pending:
        yield "the rules made none"
    if row.made is None or row.kept is None:
        return
    if not (row.made.contract and row.made.contract.is_kept):
        yield "the contract is broken"
    if row.maker == "rules" and row.kept.told < row.kept.sacred:
        yield f"{row.kept.sacred - row.kept.told} sacred observations are not told"
    if after is not None and after < KEPT_BY_SEARCH * before:
        yield f"search finds {after:.1%} of what was {before:.1%}"
    yield from (f"lost: {name}" for name in row.kept.lost)
    yield from (f"invented: {name}" for name in row.kept.invented)


def through_litellm(pending: Sequence[StoredObservation]) -> Reflection | None:
    """Reflect by the scripted model that behaves, behind the real litellm and a server on loopback."""

    def choose(body: dict[str, Any]) -> dict[str, Any]:
        instructions, text = (str(message["content"]) for message in body["messages"][:2])
        return {"content": reflecting_model.answer(instructions, text, "behaves")}

    server = _load_server().ModelServer(choose=choose)
    lanes = Lanes(keep=lambda pause: None, forget=lambda name: None, answered=set)
    ledger = Ledger(
        Budget(0, 0.0), spent=lambda day: Spent(0, 0.0), begin=lambda call: 1, end=lambda number, call: None
    )
    provider = Provider(name="openai", prefix="openai", route="openai", model="small-1", base_url=server.url, key="k")
    asker = ProvidersAsker([provider], lanes=lanes, ledger=ledger, run=asyncio.run, timeout_s=60.0)
    try:
        return ModelReflector(asker).reflect(pending, threshold=THRESHOLD, first_level=2).reflection
    finally:
        server.close()


def _load_server() -> Any:
    path = Path(__file__).parents[1] / "fakes" / "model_server.py"
    spec: Any = importlib.util.spec_from_file_location("model_server", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> int:
    """Print the table; return 1 when a taken reflection has a problem."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("transcripts", type=Path, nargs="?")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--small", action="store_true", help="short corpora, as the test takes them")
    parser.add_argument("--print", type=Path, help="write the reflections by rules into this folder, to be read")
    parser.add_argument("--observations", type=int, default=0, help="how long the rules take for so many notes")
    options = parser.parse_args()
    # What lies beside this program has names of the standard library, which litellm asks for.
    sys.path.remove(str(Path(__file__).parent))
    broken = 0
    _say(HEAD)
    for corpus in corpora(options.transcripts, options.seed, small=options.small):
        for row in measure(corpus, seed=options.seed, small=options.small):
            _say(as_text(row))
            found = list(problems(row))
            broken += len(found)
            for problem in found[:8]:
                _say(f"    {problem}")
            if options.print and row.made and row.maker == "rules":
                options.print.mkdir(parents=True, exist_ok=True)
                (options.print / f"{row.corpus.replace(' ', '_')}-{row.level}.md").write_text(row.made.content, "utf-8")
    made = through_litellm(reflecting_corpus.notes(options.seed, 120))
    _say(f"through litellm: {'rejected' if made is None else f'level {made.level}, {1 - made.ratio:.1%} less'}")
    if options.observations:
        notes = reflecting_corpus.notes(options.seed, options.observations)
        begun = time.process_time()
        made = reflector.reflect(notes, threshold=THRESHOLD)
        took = time.process_time() - begun
        _say(f"{len(notes)} notes by rules: {took:.1f} s of CPU time, level {made.level if made else '-'}")
    return int(broken > 0)


if __name__ == "__main__":
    sys.exit(main())
