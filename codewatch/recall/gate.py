"""Hits of a prompt into those worth saying unasked: most prompts deserve none."""

from codewatch.recall.hits import Hit
from codewatch.recall.query import Query
from codewatch.recall.rank import MIN_WORDS

# By what the prompt names. tests/bench/retrieval measures how often each lets something foreign through.
MIN_CHANCE = {"plain": 0.24, "identifier": 0.24, "path": 0.21}
# What the user wants, and what was decided, is worth a line sooner.
MIN_CHANCE_HIGH = 0.04
# Nearly every word of a longer prompt in one memory is no accident, however common each of them is here.
MANY_WORDS = 4
MOST_OF_THEM = 0.7


def worth_saying(hits: list[Hit], query: Query) -> list[Hit]:
    """Return the `hits` that are probably about `query`; never one that shares a single plain word with it."""
    least, words = MIN_CHANCE[query.kind()], len(query.words)
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
