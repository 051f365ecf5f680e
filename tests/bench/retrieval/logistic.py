"""Rows of features and answers into the weights of a logistic model (Newton's method, standard library only)."""

import math
from collections.abc import Sequence
from typing import NamedTuple

# What large weights cost, for features of unit variance.
DECAY = 2e-4
_ENOUGH = 1e-4
_ROUNDS = 25


class Weights(NamedTuple):
    """The log odds are `bias` plus the sum of each factor times its feature."""

    bias: float
    factors: tuple[float, ...]


def fit(rows: Sequence[Sequence[float]], answers: Sequence[bool]) -> Weights:
    """Return the weights under which `answers` are likeliest, less the cost of large ones."""
    count, width = len(rows), len(rows[0])
    means = [sum(column) / count for column in zip(*rows, strict=True)]
    spreads = [
        math.sqrt(sum((value - mean) ** 2 for value in column) / count) or 1.0
        for column, mean in zip(zip(*rows, strict=True), means, strict=True)
    ]
    scaled = [
        [1.0, *((value - mean) / spread for value, mean, spread in zip(row, means, spreads, strict=True))]
        for row in rows
    ]
    held = [0.0] * (width + 1)
    for _ in range(_ROUNDS):
        step = _step(scaled, answers, held)
        held = [weight - change for weight, change in zip(held, step, strict=True)]
        if max(abs(change) for change in step) < _ENOUGH:
            break
    factors = [weight / spread for weight, spread in zip(held[1:], spreads, strict=True)]
    bias = held[0] - sum(factor * mean for factor, mean in zip(factors, means, strict=True))
    return Weights(round(bias, 3), tuple(round(factor, 3) for factor in factors))


def _step(rows: Sequence[Sequence[float]], answers: Sequence[bool], held: Sequence[float]) -> list[float]:
    """Return Newton's step: the inverse of the curvature times the slope."""
    size, count = len(held), len(rows)
    slope = [0.0] * size
    curve = [[0.0] * size for _ in range(size)]
    for row, answer in zip(rows, answers, strict=True):
        odds = sum(map(float.__mul__, held, row))
        chance = 1 / (1 + math.exp(-max(-30.0, min(30.0, odds))))
        miss, doubt = chance - answer, chance * (1 - chance)
        for one, value in enumerate(row):
            slope[one] += miss * value
            scaled, line = doubt * value, curve[one]
            for other in range(one, size):
                line[other] += scaled * row[other]
    for one in range(size):
        decay = 2 * DECAY if one else 0.0
        slope[one] = slope[one] / count + decay * held[one]
        for other in range(one, size):
            curve[one][other] = curve[other][one] = curve[one][other] / count
        curve[one][one] += decay + 1e-9
    return _solve(curve, slope)


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Return x of matrix x = right (Gauss's way, with the largest pivot)."""
    size = len(right)
    lines = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for place in range(size):
        pivot = max(range(place, size), key=lambda row: abs(lines[row][place]))
        lines[place], lines[pivot] = lines[pivot], lines[place]
        for below in range(place + 1, size):
            share = lines[below][place] / lines[place][place]
            lines[below] = [one - share * other for one, other in zip(lines[below], lines[place], strict=True)]
    found = [0.0] * size
    for place in reversed(range(size)):
        known = sum(lines[place][other] * found[other] for other in range(place + 1, size))
        found[place] = (lines[place][size] - known) / lines[place][place]
    return found
