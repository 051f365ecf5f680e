"""Turns a text into the names of the clues that are in it.

A clue is looked for in a text as `marks.marked` returns it: in lower case, where PATH stands for a path, VERSION for a
version, TOOL for the name of a package and ERROR for that of an error. It counts once, however often it fits. What each
clue says of each category stands in `weights`.
"""

import re
from functools import cache

from codewatch.agents.clues.marks import marked
from codewatch.agents.clues.people import PEOPLE
from codewatch.agents.clues.things import THINGS
from codewatch.agents.clues.thoughts import THOUGHTS
from codewatch.agents.clues.work import WORK

CLUES = PEOPLE | THINGS | WORK | THOUGHTS
# A category is told by what a text opens with; a longer one is no single fact.
_LOOKED_AT = 800


def clues_of(content: str) -> list[str]:
    """Return the names of the clues in a text."""
    text = marked(content[:_LOOKED_AT])
    return [name for name, pattern in _patterns().items() if pattern.search(text)]


# On first use, because a worker without a model, and most commands, ask for none.
@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    return {name: re.compile(pattern) for name, pattern in CLUES.items()}
