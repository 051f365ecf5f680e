"""Hits of a prompt into those worth saying unasked: most prompts deserve none."""

from codewatch.recall.background import is_common_file
from codewatch.recall.hits import Hit
from codewatch.recall.query import Query
from codewatch.recall.rank import MIN_WORDS
from codewatch.terms import base_name

# By what the prompt names. tests/bench/retrieval measures how often each lets something foreign through: a path with
# its folder is of one project, a file's name perhaps of several, and names like `cli.py` are of many.
MIN_CHANCE = {"plain": 0.27, "identifier": 0.27, "path": 0.16, "file name": 0.28, "common file name": 0.45}
# What the user wants, and what was decided, is worth a line sooner.
MIN_CHANCE_HIGH = 0.04
# Nearly every word of a longer prompt in one memory is no accident, however common each of them is here.
MANY_WORDS = 4
MOST_OF_THEM = 0.7


def worth_saying(hits: list[Hit], query: Query) -> list[Hit]:
    """Return the `hits` that are probably about `query`; never one that shares a single plain word with it."""
    least, words = MIN_CHANCE[_named_by(query)], len(query.words)
    return [
        hit
        for hit in hits
        if not hit.is_bare_question()
        and (
            (hit.chance >= least and (hit.is_named or hit.matched_words >= MIN_WORDS))
            or hit.part_chance >= (MIN_CHANCE_HIGH if hit.priority == "high" else MIN_CHANCE["plain"])
            or (hit.matched_words >= MANY_WORDS and hit.matched_words >= MOST_OF_THEM * words)
        )
    ]


def _named_by(query: Query) -> str:
    """Return the key of `MIN_CHANCE` for a query."""
    if not query.paths or any("/" in path for path in query.paths):
        return query.kind()
    return "common file name" if all(is_common_file(base_name(path)) for path in query.paths) else "file name"
