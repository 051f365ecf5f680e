"""Prints how well it is told what became of an injected memory, by label, on a small labelled set.

    python tests/bench/injections.py [--wrong]

A case is a memory, what it shares with the prompt, and the turns after its injection. The set is written by hand and
small: it shows what the rules are for and where they fail, not how often that is so in real sessions. What nobody can
see from a transcript is not in it: a memory that was followed without naming anything of it, and one that the model
would have known anyway.
"""

import argparse
import sys
from collections import Counter
from typing import NamedTuple

from codewatch.judging import judge
from codewatch.messages import Message, Role
from codewatch.store.injections import Given

AT = "2026-11-29T09:00:00Z"
_ROLES = {"u": Role.USER, "a": Role.ASSISTANT, "c": Role.TOOL_CALL, "r": Role.TOOL_RESULT}


class Case(NamedTuple):
    """One injection with what followed, each turn as (who, text): user, assistant, tool call, tool result."""

    label: str
    memory: str
    terms: str
    turns: tuple[tuple[str, str], ...]


ROLLOUT = "Deploy the harbour service with `tools/rollout.sh --canary` after the smoke tests."
PNPM = "The project uses pnpm; run `pnpm test:unit` for the unit tests."
PORT = "The metrics endpoint listens on METRICS_PORT, see config/metrics.yaml."
CACHE = "Flaky payment tests were caused by a shared redis cache between parallel workers."
TABS = "The user prefers tabs over spaces in Go files."
NO_ORM = "Never use the ORM in migrations; write plain SQL in db/migrate."

CASES = (
    Case("followed", ROLLOUT, "harbour deploy", (("u", "deploy the harbour"), ("c", "tools/rollout.sh --canary"),
                                                 ("r", "ok"), ("a", "Deployed."))),
    Case("followed", PNPM, "unit tests", (("u", "run the unit tests"), ("c", "cd shop && pnpm test:unit"), ("r", "ok"),
                                          ("a", "All pass."))),
    Case("followed", PORT, "metrics", (("u", "change the metrics port"), ("c", "/w/shop/config/metrics.yaml"),
                                       ("r", "port: 1"), ("a", "Changed."))),
    Case("followed", NO_ORM, "migrations", (("u", "add a column by migration"), ("c", "ls db/migrate"), ("r", "1.sql"),
                                            ("a", "Written."))),
    Case("followed", TABS, "go", (("u", "write the parser in go"), ("c", "func main() {\n\tparse()\n}"), ("r", "ok"),
                                  ("a", "Done."))),
    Case("followed", CACHE, "payment tests", (("u", "payment tests fail"), ("c", "redis-cli flushall"), ("r", "ok"),
                                              ("a", "Emptied it."))),
    Case("mentioned", ROLLOUT, "harbour deploy", (("u", "how is harbour deployed?"),
                                                  ("a", "With `tools/rollout.sh --canary`."))),
    Case("mentioned", PORT, "metrics", (("u", "where is the metrics port set?"), ("a", "METRICS_PORT decides it."))),
    Case("mentioned", CACHE, "payment tests", (("u", "why do payment tests flake?"), (
        "a", "It was caused by the shared redis cache of the parallel workers, which was flaky before."))),
    Case("mentioned", CACHE, "payment tests", (("u", "why do payment tests flake?"), (
        "a", "Because workers share one redis."))),
    Case("mentioned", PNPM, "tests", (("u", "how do I run the tests?"), ("a", "Use `pnpm test:unit`."))),
    Case("mentioned", TABS, "go files", (("u", "format these go files"), ("a", "You like tabs, so I use tabs."))),
    Case("contradicted", PNPM, "tests", (("u", "run the tests"), ("a", "I run `pnpm test:unit`."),
                                         ("u", "No, we no longer use pnpm test:unit, it is bun now."))),
    Case("contradicted", ROLLOUT, "deploy", (("u", "deploy"), ("a", "I would use tools/rollout.sh."),
                                             ("u", "Don't use tools/rollout.sh, it is gone."))),
    Case("contradicted", TABS, "go", (("u", "write go"), ("a", "With tabs."), ("u", "That's wrong, spaces not tabs."))),
    Case("contradicted", CACHE, "payment tests", (("u", "payment tests flake"), ("a", "The redis cache."), (
        "u", "No, it was not the redis cache."))),
    Case("contradicted", PORT, "metrics", (("u", "metrics port?"), ("a", "METRICS_PORT."), (
        "u", "Actually we moved that to the command line last week."))),
    Case("ignored", ROLLOUT, "harbour", (("u", "what is the harbour service for?"), ("a", "It keeps the tide feed."))),
    Case("ignored", PORT, "metrics", (("u", "fix config/metrics.yaml"), ("c", "config/metrics.yaml"), ("r", ""),
                                      ("a", "Fixed config/metrics.yaml."))),
    Case("ignored", PNPM, "tests", (("u", "why do the tests fail?"), ("c", "cat package.json"), (
        "r", '"test": "pnpm test:unit"'), ("a", "`pnpm test:unit` fails on node 22."))),
    Case("ignored", CACHE, "tests", (("u", "rename the tests folder"), ("c", "git mv tests spec"), ("r", ""),
                                     ("a", "Renamed."))),
    Case("ignored", NO_ORM, "migrations", (("u", "list the migrations"), ("c", "git log --oneline"), ("r", "a b"),
                                           ("a", "There are two."))),
    Case("ignored", ROLLOUT, "deploy", (("u", "deploy"), ("a", f"- [convention] {ROLLOUT} (2026-11-29)"))),
    Case("ignored", TABS, "go", (("u", "write go"), ("a", "Done."), ("u", "Don't forget the tests for the files."))),
    Case("ignored", PNPM, "tests", (("u", "run tests"), ("a", "Done."), ("u", "Why does pnpm test:unit not work?"))),
    Case("ignored", CACHE, "workers", (("u", "start two workers"), ("c", "make workers N=2"), ("r", "ok"), (
        "a", "Two parallel workers run."))),
)  # fmt: skip


def main() -> None:
    """Judge every case, and print counts, precision and recall by label."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wrong", action="store_true", help="print the cases that were judged wrongly too")
    options = parser.parse_args()
    told = [(case, told_of(case)) for case in CASES]
    for label, (precision, recall, count) in scores([(case.label, use) for case, use in told]).items():
        sys.stdout.write(f"{label:<13} {count:>3} cases  precision {precision:.2f}  recall {recall:.2f}\n")
    wrong = [(case, use) for case, use in told if case.label != use]
    sys.stdout.write(f"right: {len(told) - len(wrong)} of {len(told)}\n")
    for case, use in wrong if options.wrong else []:
        sys.stdout.write(f"{case.label} was judged {use}: {case.memory} | {case.turns[-1][1]}\n")


def told_of(case: Case) -> str:
    """Return what became of a case's memory, as the product judges it."""
    given = Given(1, 1, AT, tuple(case.terms.split()), "", case.memory)
    messages = [
        Message(str(number), _ROLES[who], "" if who == "c" else text, at=f"2026-11-29T09:00:{number:02d}.000Z",
                tool_input={"command": text} if who == "c" else {})
        for number, (who, text) in enumerate(case.turns)
    ]  # fmt: skip
    return next((str(use) for _, use in judge([given], messages)), "")


def scores(pairs: list[tuple[str, str]]) -> dict[str, tuple[float, float, int]]:
    """Return precision, recall and number of cases for each label, of pairs (label, judged)."""
    right = Counter(label for label, judged in pairs if label == judged)
    labels, judged = Counter(label for label, _ in pairs), Counter(use for _, use in pairs)
    return {
        label: (right[label] / max(1, judged[label]), right[label] / count, count) for label, count in labels.items()
    }


if __name__ == "__main__":
    main()
