"""Prints what the rules find in real sessions, and how many rule sentences of other people they take for rules.

python tests/bench/observer.py TRANSCRIPTS GOLD [--verbose]
python tests/bench/observer.py TRANSCRIPTS GOLD --sample 100 [--seed 1]

TRANSCRIPTS is a folder of sessions, GOLD one of `*.gold.json` and `*.plants.json` beside `real_rules*.jsonl.gz`.
A fact counts as found when one observation of at most 80 tokens holds its words; a planted question or order of the
moment counts against when most of its words stand in a preference or decision. `--sample` prints observations of all
sessions, chosen at random, for somebody to read: each with its rule and the start of the message it came from.
"""

import argparse
import gzip
import json
import math
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from codewatch import capture, pipeline
from codewatch.agents.rules.rules_observer import RulesObserver
from codewatch.agents.rules.statements import user_statements
from codewatch.categories import Category
from codewatch.observations import Observation
from codewatch.pipeline import Explained
from codewatch.store.database import open_memory

MOST_TOKENS = 80
ENOUGH_WORDS = 0.8
_OF_THE_USER = (Category.USER_PREFERENCE, Category.ARCHITECTURE)


def tokens(text: str) -> int:
    """Return about how many tokens a text is: a letter outside ASCII is one, four others are one."""
    plain = sum(letter < "\u0590" for letter in text)
    return math.ceil(plain / 4 + len(text) - plain)


def with_plants(session: Path, plants: Path, target: Path) -> None:
    """Write a session with the planted messages at their places."""
    with gzip.open(session, "rt", encoding="utf-8") as stream:
        lines = [line.rstrip("\n") for line in stream]
    for place, record in json.loads(plants.read_text(encoding="utf-8")):
        lines.insert(place, json.dumps(record, ensure_ascii=False))
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")


def observe(path: Path) -> list[Observation]:
    """Return what the rules find in a transcript."""
    piece = capture.slice_of(str(path), client="claude", project="", branch="")
    with open_memory(str(path.parent / "memory")):
        return pipeline.preview(piece, observer=RulesObserver())


def holds(fact: dict[str, Any], text: str) -> bool:
    """Tell whether a text says a fact: enough of its words, each whole."""
    if tokens(text) > MOST_TOKENS:
        return False
    plain = " ".join(text.lower().split())
    found = sum(
        re.search(rf"(?<!\w){re.escape(word.lower())}(?!\w)", plain) is not None if word.isascii() else word in plain
        for word in fact["must"]
    )
    return found >= max(1, math.ceil(len(fact["must"]) * fact.get("min_share", 1.0) - 1e-9))


def words(text: str) -> set[str]:
    """Return the words of a text, without repetitions."""
    return set(re.findall(r"\w+", text.lower()))


def is_planted_in(negative: str, observation: Observation) -> bool:
    """Tell whether an observation of the user's repeats a sentence that is no fact."""
    said = words(negative)
    return observation.category in _OF_THE_USER and len(said & words(observation.content)) > ENOUGH_WORDS * max(
        1, len(said)
    )


def score_session(gold: dict[str, Any], found: Sequence[Observation], *, verbose: bool) -> tuple[Counter[str], ...]:
    """Print a session's figures; return how many facts there are of each kind and how many were found."""
    texts = [f"{one.content} {' '.join(one.files)}" for one in found]
    there = Counter(fact["type"] for fact in gold["facts"])
    missed = [fact for fact in gold["facts"] if not any(holds(fact, text) for text in texts)]
    hit = there - Counter(fact["type"] for fact in missed)
    false = [(said, one.content) for said in gold["negatives"] for one in found if is_planted_in(said, one)]
    useful = sum(any(holds(fact, text) for fact in gold["facts"]) for text in texts)
    long = sum(tokens(text) > MOST_TOKENS for text in texts)
    _say(
        f"  {len(found)} observations, {sum(map(tokens, texts)) / max(1, len(texts)):.0f} tokens each, {long} over "
        f"{MOST_TOKENS}; {useful} say a gold fact; {len(false)} of {len(gold['negatives'])} planted non-facts taken"
    )
    if verbose:
        _print_all("  missed: ", (f"{fact['type']} {fact.get('sentence') or fact['must']}" for fact in missed))
        _print_all("  taken: ", (f"{said} -> {content}" for said, content in false))
    return there, hit


def print_sample(transcripts: Path, count: int, seed: int) -> None:
    """Print observations of all the sessions in a folder, chosen at random."""
    found: list[tuple[str, Explained]] = []
    for session in sorted(transcripts.rglob("*.jsonl*")):
        with tempfile.TemporaryDirectory() as folder:
            plain = Path(folder) / session.name.removesuffix(".gz")
            plain.write_bytes(
                gzip.decompress(session.read_bytes()) if session.suffix == ".gz" else session.read_bytes()
            )
            piece = capture.slice_of(str(plain), client="claude", project="", branch="")
            with open_memory(f"{folder}/memory"):
                found += [(session.name, one) for one in pipeline.explain(piece, observer=RulesObserver())]
    chosen = random.Random(seed).sample(found, min(count, len(found)))
    for number, (name, (one, said)) in enumerate(chosen, start=1):
        _say(f"{number}. [{one.category} {one.priority}] {one.content}  files={list(one.files)} branch={one.branch}")
        text = f"{said.role} {' '.join(said.text.split())[:300]}" if said else ""
        _say(f"    {one.rule}, {name[-44:]}: {text}")


def score_rules(path: Path, *, verbose: bool) -> None:
    """Print how many rule sentences are taken for one, and how many others are."""
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        rows = [json.loads(line) for line in stream]
    taken = {label: [row["text"] for row in rows if row["label"] == label and is_rule(row["text"])] for label in (0, 1)}
    all_of = Counter(row["label"] for row in rows)
    _say(
        f"{path.name}: {len(taken[1])} of {all_of[1]} rules found ({len(taken[1]) / max(1, all_of[1]):.1%}), "
        f"{len(taken[0])} of {all_of[0]} others taken ({len(taken[0]) / max(1, all_of[0]):.1%})"
    )
    if verbose:
        missed = [row["text"] for row in rows if row["label"] == 1 and row["text"] not in taken[1]]
        _print_all("  missed: ", missed)
        _print_all("  taken: ", taken[0])


def is_rule(text: str) -> bool:
    """Tell whether a user's words make a rule, a preference or a decision."""
    return bool(user_statements(text))


def _print_all(mark: str, lines: Iterable[str]) -> None:
    for line in lines:
        _say(f"{mark}{line}")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def main() -> int:
    """Print the figures of each session, of all together, and of the rule sentences."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("transcripts", type=Path)
    parser.add_argument("gold", type=Path)
    parser.add_argument("--verbose", action="store_true", help="print what was missed and what was wrongly taken")
    parser.add_argument("--sample", type=int, default=0, help="print so many observations for somebody to read")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.sample:
        print_sample(options.transcripts, options.sample, options.seed)
        return 0
    all_there, all_hit = Counter[str](), Counter[str]()
    for plants in sorted(options.gold.glob("*.plants.json")):
        name = plants.name.removesuffix(".plants.json")
        session = next(options.transcripts.rglob(f"*{name}.jsonl.gz"))
        with tempfile.TemporaryDirectory() as folder:
            with_plants(session, plants, Path(folder) / f"{name}.jsonl")
            found = observe(Path(folder) / f"{name}.jsonl")
        _say(name)
        gold = json.loads(plants.with_name(f"{name}.gold.json").read_text(encoding="utf-8"))
        there, hit = score_session(gold, found, verbose=options.verbose)
        _say("  " + ", ".join(f"{kind} {hit[kind]}/{there[kind]}" for kind in sorted(there)))
        all_there, all_hit = all_there + there, all_hit + hit
    _say("all: " + ", ".join(f"{kind} {all_hit[kind]}/{all_there[kind]}" for kind in sorted(all_there)))
    for path in sorted(options.gold.glob("real_rules*.jsonl.gz")):
        score_rules(path, verbose=options.verbose)
    return 0


if __name__ == "__main__":
    sys.exit(main())
