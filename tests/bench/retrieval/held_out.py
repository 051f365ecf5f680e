"""The weights of codewatch/recall/weights.py as learned without the questions of one repository, by its name.

Written by weigh.py.
"""

HELD_OUT: dict[str, dict[str, tuple[float, tuple[float, ...]]]] = {}
