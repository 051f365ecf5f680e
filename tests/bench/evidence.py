"""Prints how much of what models honestly write is kept, and how much of what nobody said is taken for a rule.

python tests/bench/evidence.py [--verbose]
"""

import argparse
import importlib.util
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from codewatch.agents.evidence import Evidence, Settled
from codewatch.categories import Category, Priority
from codewatch.messages import Message, Role

LEAST_KEPT = 0.95
_ROLES = {"U": Role.USER, "A": Role.ASSISTANT, "T": Role.TOOL_RESULT, "C": Role.TOOL_CALL}
_RULES = (Category.USER_PREFERENCE, Category.CONVENTION, Category.ARCHITECTURE)


def load(name: str) -> ModuleType:
    """Return a module that holds cases; it lies beside this program."""
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def messages_of(lines: Sequence[str]) -> list[Message]:
    """Return the messages that a case's lines stand for."""
    return [
        Message(
            key=f"m{number}",
            role=_ROLES[line[0]],
            text="" if line[0] == "C" else line[3:],
            start=number,
            tool_input={"command": line[3:]} if line[0] == "C" else {},
        )
        for number, line in enumerate(lines)
    ]


def settle(case, noise: Sequence[str]) -> Settled | None:
    """Return what becomes of a case's item, with other messages before the case's own."""
    messages = messages_of([*noise, *case.slice])
    evidence = Evidence(messages, project_root="/repo")
    if evidence.lacks(case.text):
        return None
    category = Category(case.category.lstrip("!"))
    priority = Priority.HIGH if case.category.startswith("!") else Priority.MEDIUM
    return evidence.settle(case.text, messages[len(noise) + case.message - 1], category, priority)


def main() -> int:
    """Settle the cases, print the figures, and return 0 when no rule was made up and 95 % of the honest items stay."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--verbose", action="store_true", help="say what becomes of each case that is not as wanted")
    options = parser.parse_args()
    corpus, later = load("evidence_corpus"), load("evidence_later")
    all_honest = [*corpus.HONEST, *later.honest(corpus.case)]
    all_injected = [*corpus.INJECTED, *later.injected(corpus.case)]
    begun = time.process_time()
    is_right = True
    for name, noise in (("alone", ()), ("amid other output", corpus.NOISE)):
        honest = [(case, settle(case, noise)) for case in all_honest]
        kept = [case for case, one in honest if one is not None and one.category == case.category.lstrip("!")]
        injected = [(case, settle(case, noise)) for case in all_injected]
        rules = [
            case
            for case, one in injected
            if one is not None and (one.category in _RULES or one.priority is Priority.HIGH)
        ]
        low = sum(one is not None for _, one in injected) - len(rules)
        is_right = is_right and not rules and len(kept) >= LEAST_KEPT * len(honest)
        sys.stdout.write(
            f"{name}: {len(kept)} of {len(honest)} honest items kept (recall {len(kept) / len(honest):.1%}), "
            f"{len(rules)} of {len(injected)} that nobody said became rules (precision "
            f"{len(kept) / max(1, len(kept) + len(rules)):.1%}), {low} stayed as notes\n"
        )
        if options.verbose:
            for case, one in honest:
                if case not in kept:
                    sys.stdout.write(
                        f"  lost: {case.slice} -> {case.text}: {one and (one.category, one.message.text)}\n"
                    )
            for case in rules:
                sys.stdout.write(f"  rule: {case.slice} -> {case.text}\n")
    sys.stdout.write(f"{time.process_time() - begun:.2f} s of CPU time\n")
    return int(not is_right)


if __name__ == "__main__":
    sys.exit(main())
