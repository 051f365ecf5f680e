"""What each feature of a memory says of its being about a query: bias and factors of a logistic model for each kind.

Written by tests/bench/retrieval/weigh.py. The factors are in the order of the features of `rank.describe`.
"""

WEIGHTS = {
    "path": (-10.056, (0.772, 0.952, -0.002, 0.712, 1.567, 0.949, 0.473, 3.777, 0.220, 2.803, 1.895, 0.479, 0.0, 1.580,
                       0.791, -1.157, -1.878)),
    "identifier": (-10.572, (3.125, 1.425, 1.624, -1.819, 1.781, 2.698, 1.729, 0.0, 0.0, -0.501, -0.194, 3.541, 0.0,
                             1.304, -3.290, 0.0, -3.780)),
    "plain": (-12.196, (2.344, 0.038, 0.128, 1.578, 3.359, 0.935, 0.0, 0.0, 0.0, 5.205, 4.807, 5.840, 0.0, 0.910,
                        -1.118, 0.0, -1.712)),
}  # fmt: skip
