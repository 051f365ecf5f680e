"""Writes codewatch/agents/clues/weights.py: what each clue says of each category, learned from the tuned texts.

python tests/bench/weigh_categories.py

It is to be run after a change of the clues, the marks or the tuned texts. The held and the later texts take no part.
"""

import math
import random
from pathlib import Path

from codewatch.agents.clues import weights as weights_module
from codewatch.agents.clues.table import CLUES, clues_of
from codewatch.categories import Category

# How much a large weight costs: the more, the less the weights follow single texts.
DECAY = 0.06
# The decay makes the rules less sure than they may be; with one voice left out of the texts this makes up for it.
BOLDNESS = 1.3
ROUNDS = 40
STEP = 0.15
# Any number; with another one the weights differ a little.
SEED = 1

HEAD = '''"""What each clue says of each category, in tenths; a category's sum is the logarithm of its odds.

Written by tests/bench/weigh_categories.py from the texts of tests/bench/categories_tuned.tsv. A weight may be changed
by hand, until that is run again.
"""

# In the order of `Category`: architecture, user_preference, bugfix, convention, dependency, file_pattern, task_context,
# learning.
'''


def read() -> list[tuple[list[str], int]]:
    """Return the clues of each tuned text, and the place of its category."""
    path = Path(__file__).with_name("categories_tuned.tsv")
    lines = path.read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line[:1] not in ("", "#")]
    return [(["", *clues_of(row[1])], list(Category).index(Category(row[0]))) for row in rows]


def weigh(texts: list[tuple[list[str], int]]) -> dict[str, list[float]]:
    """Return the weights under which the categories of the texts are likeliest; "" is what each text has."""
    size = len(Category)
    weights = {name: [0.0] * size for name in ("", *CLUES)}
    squares = {name: [1e-6] * size for name in ("", *CLUES)}
    order = list(range(len(texts)))
    shuffler = random.Random(SEED)
    for _ in range(ROUNDS):
        shuffler.shuffle(order)
        for at in order:
            names, right = texts[at]
            odds = [math.exp(sum(weights[name][place] for name in names)) for place in range(size)]
            for place in range(size):
                miss = odds[place] / sum(odds) - (place == right)
                for name in names:
                    slope = miss + DECAY * weights[name][place]
                    squares[name][place] += slope * slope
                    weights[name][place] -= STEP * slope / math.sqrt(squares[name][place])
    return weights


def main() -> None:
    """Learn the weights and write them."""
    weights = weigh(read())
    rows = {name: ", ".join(str(round(10 * BOLDNESS * weight)) for weight in row) for name, row in weights.items()}
    lines = [f'    "{name}": ({row}),' for name, row in rows.items() if name]
    body = [f"ALWAYS = ({rows['']})", "WEIGHTS = {", *lines, "}  # fmt: skip", ""]
    Path(weights_module.__file__).write_text(HEAD + "\n".join(body), encoding="utf-8")


if __name__ == "__main__":
    main()
