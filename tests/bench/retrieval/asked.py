"""Prints how often a developer's question in plain words is answered from what a small team would have remembered.

    python tests/bench/retrieval/asked.py [--held] [--show]

`asked.tsv` has 48 memories, each with two prompts about it, written for this; every second one is held back and only
looked at with --held. The memory holds one half; the prompts of the other half are the foreign ones, and so is every
memory for a prompt but its own.
"""

import argparse
import sys
from pathlib import Path

from corpora import Document
from remembered import remembered

FILE = Path(__file__).with_name("asked.tsv")
AT = "2026-11-30T00:00:00.000Z"


def main() -> None:
    """Ask and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--held", action="store_true", help="measure the half that is held back")
    parser.add_argument("--show", action="store_true", help="print each prompt that got nothing, or something else")
    options = parser.parse_args()
    rows = [line.split("\t") for line in FILE.read_text(encoding="utf-8").splitlines()]
    halves = rows[::2], rows[1::2]
    own, foreign = halves[options.held], halves[not options.held]
    with remembered([Document(text, (), AT) for text, *_ in own]) as memory:
        asked = [(number, prompt, memory.say(prompt).places) for number, row in enumerate(own) for prompt in row[1:]]
        strange = [(prompt, memory.say(prompt).places) for row in foreign for prompt in row[1:]]
    answered = [number in places for number, _, places in asked]
    beside = [any(place != number for place in places) for number, _, places in asked]
    if options.show:
        for number, prompt, places in asked:
            wrong = [own[place][0] for place in places if place != number]
            sys.stdout.write(f"{'    ' if number in places else 'none'} {prompt} {wrong or ''}\n")
        for prompt, places in strange:
            sys.stdout.write(f"foreign {prompt} {[own[place][0] for place in places]}\n" if places else "")
    sys.stdout.write(
        f"{len(asked)} prompts: {sum(answered)} answered, {sum(beside)} with something else beside; "
        f"{len(strange)} foreign prompts: {sum(bool(places) for _, places in strange)} answered\n"
    )


if __name__ == "__main__":
    main()
