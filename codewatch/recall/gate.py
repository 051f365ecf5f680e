"""Hits of a prompt into those worth saying unasked: most prompts deserve none."""

# By what the prompt names. A path alone makes many memories likely, so it has to be surer (docs: false injections).
MIN_CHANCE = {"plain": 0.15, "identifier": 0.25, "path": 0.35}
MIN_WORDS = 2


def worth_saying(hits, query):
    """Return the `hits` that are probably about `query`; never one that shares a single plain word with it."""
    least = MIN_CHANCE[query.kind()]
    return [hit for hit in hits if hit.chance >= least and (hit.is_named or hit.matched_words >= MIN_WORDS)]
