"""What each feature of a memory says of its being about a query: a logistic model's bias and factors, for each kind.

Written by tests/bench/retrieval/weigh.py. The factors are in the order of the features of `rank.describe`.
"""

WEIGHTS = {
    "path": (-10.474, (
        1.015, 1.635, -0.647, 0.758, 2.958, 0.678, 0.283, 3.9, -0.789, 1.759,
        1.981, -1.829, 0.0, 0.47, 3.62, -0.659, -2.548, 0.394, 0.153, -0.373,
    )),
    "identifier": (-12.171, (
        3.912, 1.615, 1.49, -1.0, 5.124, 2.785, 0.39, 0.0, 0.0, 2.608,
        0.931, 2.336, 0.0, 1.994, -5.406, 0.0, -3.227, 0.911, 0.0, 0.0,
    )),
    "plain": (-11.924, (
        3.031, 0.711, 0.351, 0.936, 4.808, 3.242, 0.0, 0.0, 0.0, 0.991,
        3.572, 4.815, 0.0, 0.451, -3.248, 0.0, -2.905, 0.657, 0.0, 0.0,
    )),
}  # fmt: skip
