"""What has to be known of a language to read what its sentences assert: one value of `Tongue` a language.

A pattern is searched in a sentence in lower case, quotations masked, letters plain ("é" is e, "ä" is ae, "ß" is ss).
The tables `order`, `short`, `task`, `habit`, `wish` and `decision` must match where a clause starts, after `leads`.
"""

from typing import NamedTuple

Patterns = tuple[str, ...]


def patterns(*alternatives: str) -> Patterns:
    """Return the alternatives as they are; they are compiled when a sentence of the language is first read."""
    return alternatives


class Tongue(NamedTuple):
    """One language. What it leaves empty never matches."""

    words: str = (
        ""  # Frequent words that are no English ones: two of them, or one beside no English, tell the language.
    )
    letters: str = ""  # Or the letters that tell it.
    leads: Patterns = ()  # Words that open a clause and carry no meaning of their own.
    question: Patterns = ()
    hypothetical: Patterns = ()
    reported: Patterns = ()
    momentary: Patterns = ()  # Binds an order to this task, this file or today.
    specific: Patterns = ()  # The one thing that an order is about: "the key".
    complaint: Patterns = ()  # What goes wrong, or what a page should look like, is no rule, however often it is so.
    lasting: Patterns = ()  # "always", "from now on", "before every commit".
    general: Patterns = ()  # "all", "every": lasts, unless work on all of them is ordered.
    order: Patterns = ()  # An order: it lasts when a lasting word follows.
    short: Patterns = ()  # An order without a verb: the lasting word is in it.
    task: Patterns = ()  # An order of work: a prompt that has one is about that work.
    habit: Patterns = ()  # An order that lasts by itself, unless it is about one thing: "use X instead of Y", "no X".
    wish: Patterns = ()
    convention: Patterns = ()
    decision: Patterns = ()
    undecided: Patterns = ()
    cause: Patterns = ()
    unknown: Patterns = ()  # A cause that is looked for.
    reason: Patterns = ()
