"""What the setting CODEWATCH_EXCLUDE matches, in words: a pattern that fits nothing, or more than was meant."""

import os

from codewatch import exclusions
from codewatch.cli.health import Finding

_FIX = "mend CODEWATCH_EXCLUDE; codewatch config get exclude shows it"


def judge(patterns: list[str]) -> list[Finding]:
    """Return what is odd about the patterns of the setting."""
    return [finding for pattern in patterns if (finding := _judge(pattern)) is not None]


def _judge(pattern: str) -> Finding | None:
    (_, resolved), *_ = exclusions.parse(pattern)
    place = exclusions.fixed_part(resolved)
    if place and not os.path.lexists(place):
        what = f"the exclusion {pattern!r} fits nothing: there is no {place}"
        return Finding("exclusion-fits-nothing", "warning", what, _FIX)
    if resolved.startswith("**/") and not pattern.rpartition(":")[2].startswith("**/"):
        what = f"the exclusion {pattern!r} fits {resolved.removeprefix('**/')} in every folder"
        return Finding("exclusion-fits-anywhere", "info", what, "for one folder, write it from / or ~")
    return None
