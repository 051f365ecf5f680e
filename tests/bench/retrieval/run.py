"""Prints how well recall finds what a question is about, beside other ways to search, and how often it speaks unasked.

python tests/bench/retrieval/run.py DATA [--sets coding,ident,locomo,cjk] [--repos N] [--queries N] [--product-weights]

Questions about a repository are ranked by weights that were learned without it, unless --product-weights is given.
Means of the coding set are means over repositories, those of the other sets means over questions. Exits 1 when a target
is missed.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import corpora
import first_day
import injection
import measures
import model
import targets
from baselines import WAYS
from corpora import Corpus, Question
from measures import Asked, Figures
from remembered import remembered

OURS = "codewatch"
CODING = ("changelog", "prompt", "task")
SETS = {"changelog": "coding", "prompt": "coding", "task": "coding", "identifiers": "ident"}
_WIDTH = 22


class Way(Protocol):
    """A way to search a corpus."""

    def search(self, text: str) -> list[int]:
        """Return the places of the documents that fit `text`, best first."""
        ...


def main() -> int:
    """Measure, print, and return 1 where a target is missed."""
    options = parse()
    asked: dict[str, list[Asked]] = {}
    spoken: list[injection.Spoken] = []
    everything = list(corpora.read_corpora(options.data, options.sets, most=options.repos, questions=options.queries))
    coding = [corpus for corpus in everything if is_coding(corpus)]
    chatter = injection.chatter_prompts(model.held_chatter(options.chatter)) if options.chatter else []
    for corpus in everything:
        with remembered(corpus.documents) as memory, model.without(corpus.name, held_out=not options.product_weights):
            begun = time.perf_counter()
            ask(corpus.questions, corpus.name, OURS, memory, asked)
            each_ms = 1000 * (time.perf_counter() - begun) / max(1, len(corpus.questions))
            told(f"{corpus.name}: {each_ms:.1f} ms a question")
            if corpus in coding and len(coding) > 1:
                foreign = [other for other in coding if other is not corpus]
                spoken += injection.ask_all(memory, injection.prompts_of(corpus, foreign) + chatter)
        for name, way in WAYS.items():
            ask(corpus.questions, corpus.name, name, way(corpus.documents), asked)
    print_ranking(asked)
    print_differences(asked)
    if spoken:
        print_injection(injection.rows_of(spoken))
    if options.first_day and len(coding) > 1:
        with model.without("", held_out=False):
            print_first_day(first_day.measure(coding, chatter))
    return print_targets(targets.outcomes(reached(asked.get(OURS, []), injection.rows_of(spoken))))


def parse() -> argparse.Namespace:
    """Return the options."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="the folder of the data sets")
    parser.add_argument("--sets", type=lambda text: tuple(text.split(",")), default=corpora.SETS)
    parser.add_argument("--repos", type=int, default=0, help="corpora of each set at most")
    parser.add_argument("--queries", type=int, default=0, help="questions of each kind at most, in each corpus")
    parser.add_argument("--chatter", type=Path, help="a file of prompts that no memory is about, one a line")
    parser.add_argument("--first-day", action="store_true", help="measure memories of 1 to 10,000 items, too")
    parser.add_argument("--product-weights", action="store_true", help="rank by the weights that are shipped")
    options = parser.parse_args()
    if options.chatter is None:
        beside = options.data.absolute().parents[1] / "tools" / "retrieval" / "chatter.txt"
        options.chatter = beside if beside.exists() else None
    return options


def is_coding(corpus: Corpus) -> bool:
    """Return whether it is a repository with questions of the coding set."""
    return any(question.kind in CODING for question in corpus.questions)


def ask(questions: Sequence[Question], corpus: str, name: str, way: Way, asked: dict[str, list[Asked]]) -> None:
    """Add the figures of each question, asked of `way`, to the list of `name`."""
    rows = asked.setdefault(name, [])
    for question in questions:
        ranked = [place for place in way.search(question.text) if place not in question.excluded]
        rows.append(Asked(question.kind, corpus, measures.judge(ranked, question.relevant)))


def figures_of(asked: Sequence[Asked], kind: str) -> Figures:
    """Return the mean figures of one kind of question."""
    rows = [one for one in asked if one.kind == kind]
    return measures.over_corpora(rows) if kind in CODING else measures.mean([one.figures for one in rows])


def reached(asked: Sequence[Asked], rows: Sequence[injection.Row]) -> dict[str, float]:
    """Return our figures by the names that the targets have."""
    kinds = dict.fromkeys(one.kind for one in asked)
    means = {kind: figures_of(asked, kind) for kind in kinds}
    found = {f"{kind} nDCG@10": figures.ndcg_10 for kind, figures in means.items()}
    found |= {f"{kind} R@5": figures.recall_5 for kind, figures in means.items()}
    if all(kind in means for kind in CODING):
        found["mean nDCG@10 of these"] = sum(means[kind].ndcg_10 for kind in CODING) / len(CODING)
    found |= {f"answered, {row.name}": row.answered for row in rows}
    return found | {f"disturbed, {row.name}": row.speaks for row in rows}


def print_ranking(asked: dict[str, list[Asked]]) -> None:
    """Print a table per kind of question, a row per way to search."""
    for kind in dict.fromkeys(one.kind for one in asked.get(OURS, [])):
        count = sum(one.kind == kind for one in asked[OURS])
        told(f"\n{kind} ({count} questions)".ljust(_WIDTH + 1) + "     R@5    R@10     MRR  nDCG@10")
        for name, rows in asked.items():
            told(name.ljust(_WIDTH) + "".join(f"{value:8.3f}" for value in figures_of(rows, kind)))


def print_differences(asked: dict[str, list[Asked]]) -> None:
    """Print by how much our nDCG@10 is above each other way's, with its 95 % interval."""
    ours = asked.get(OURS, [])
    told("\nnDCG@10 above                      mean  95 % interval         p")
    for kind in dict.fromkeys(one.kind for one in ours):
        for name in WAYS:
            pairs = [
                (one.figures.ndcg_10, other.figures.ndcg_10)
                for one, other in zip(ours, asked[name], strict=True)
                if one.kind == kind
            ]
            apart = measures.difference([one for one, _ in pairs], [other for _, other in pairs])
            told(f"{kind:<12}{name:<20}{apart.mean:+8.3f}  [{apart.low:+.3f}, {apart.high:+.3f}]  {apart.chance:.3f}")


def print_injection(rows: Sequence[injection.Row]) -> None:
    """Print how often the hook speaks, how often rightly, and how much it says."""
    told("\nprompts".ljust(_WIDTH + 1) + "   count  speaks answered precision  items  tokens")
    for row in rows:
        shares = f"{row.speaks:8.3f}{row.answered:9.3f}{row.precision:10.2f}{row.items:7.2f}{row.tokens:8.0f}"
        told(f"{row.name:<{_WIDTH}}{row.prompts:8}{shares}")


def print_first_day(rows: Sequence[first_day.Row]) -> None:
    """Print hit rate and false injections of memories of different sizes."""
    told("\nmemories  answered changelog  answered prompt  disturbed foreign  disturbed chatter")
    for row in rows:
        told(
            f"{row.size:8}{row.changelog:15.3f} ({row.changelogs}){row.prompt:11.3f} ({row.prompts})"
            f"{row.foreign:12.3f} ({row.foreigners}){row.chatter:12.3f} ({row.chatters})"
        )


def print_targets(outcomes: Sequence[targets.Outcome]) -> int:
    """Print each target beside what was reached, and return 1 where one is missed."""
    told("\ntarget".ljust(_WIDTH + 11) + "reached  wanted")
    for outcome in outcomes:
        missed = "" if outcome.is_met else "MISSED"
        told(f"{outcome.name:<{_WIDTH + 10}}{outcome.reached:7.3f}  {outcome.wanted:<9}{missed}".rstrip())
    return 0 if all(outcome.is_met for outcome in outcomes) else 1


def told(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
