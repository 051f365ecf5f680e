"""What is to be reached, figure by figure, and a table of what was."""

from typing import NamedTuple

# The figures of a prototype on the same data; a share of foreign prompts is to stay below its own.
LEAST = {
    "changelog nDCG@10": 0.69, "prompt nDCG@10": 0.46, "task nDCG@10": 0.24,
    "mean nDCG@10 of these": 0.467, "LoCoMo nDCG@10": 0.52, "identifiers nDCG@10": 0.88, "CJK nDCG@10": 0.72,
    "answered, changelog": 0.55, "answered, prompt": 0.63,
}  # fmt: skip
MOST = {"disturbed, foreign changelog": 0.06, "disturbed, foreign prompt": 0.025, "disturbed, chatter": 0.08}


class Outcome(NamedTuple):
    """One figure beside what it has to be."""

    name: str
    reached: float
    wanted: str
    is_met: bool


def outcomes(reached: dict[str, float]) -> list[Outcome]:
    """Return the outcome of each target that was measured; figures are compared as they are printed."""
    least = [
        Outcome(name, reached[name], f">= {limit}", round(reached[name], 3) >= limit)
        for name, limit in LEAST.items()
        if name in reached
    ]
    most = [
        Outcome(name, reached[name], f"<= {limit}", round(reached[name], 3) <= limit)
        for name, limit in MOST.items()
        if name in reached
    ]
    return least + most
