"""Prints how much of what is worth telling next week the rules find in slices of sessions, and what they should not.

python tests/bench/extraction.py [--json] [--verbose] [--open-held]

The cases lie beside this program, half of them in `extraction_tuned.jsonl` (for work on the rules) and half in
`extraction_held.jsonl` (only to measure: what a rule misses there is not printed, or it would be tuned to it). They
were written without a look at the rules, and split at random by kind. A line is one of

  {"case": name, "kind": what it is about, "branch": ...}  begins a slice, in /repo on that branch
  {"u": text}, {"a": text}                                 the user or the assistant says it
  {"t": tool, "in": {...}, "out": text, "err": true}       a tool is called, and answers or fails
      on any of these: "seen": true (an earlier slice covered it), "on": branch (from here on)
  {"must": kind, "words": [...], "category": [...]}        one observation has all the words, in content or files
  {"not": kind, "words": [...], "category": [...], "unless": [...]}
                                                           no observation has them all, but one with a word of `unless`
  {"also": [words], "category": [...]}                     may be stored, and need not

A word may be several, "times out|timed out"; letter case does not count. Without `category` any will do; "rules" are
what binds the user's assistant (preference, convention, architecture), "facts" all but the session's task context.
Slices pass the privacy gate first, as they do in the product. Of each half it prints

  recall     share of the `must` that are found (also by kind)
  restraint  share of the `not` that are kept out (also by kind)
  precision  share of the observations that are wanted (also by category): that match a `must` or an `also`, and no
             `not`. What merely records the work counts neither way: task context that names a file the session
             changed, or most of whose words are in what the user or the to-do list said.
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from codewatch.agents.rules.rules_observer import RulesObserver
from codewatch.categories import Category
from codewatch.clients.calls import pair_calls
from codewatch.messages import Message, Role
from codewatch.observations import Observation
from codewatch.privacy import conversation

HALVES = ("tuned", "held")
ROOT = "/repo"
_MARKS = {
    "rules": (Category.USER_PREFERENCE, Category.CONVENTION, Category.ARCHITECTURE),
    "facts": tuple(one for one in Category if one is not Category.TASK_CONTEXT),
}
_CHANGES_A_FILE = ("Edit", "Write", "MultiEdit", "NotebookEdit", "apply_patch", "replace", "write_file")
_ENOUGH_WORDS = 0.6
# Words of four letters and more, and pairs of Chinese or Japanese letters.
_WORD = re.compile(r"[^\W_\u3040-\u30ff\u4e00-\u9fff]{4,}|(?=([\u3040-\u30ff\u4e00-\u9fff]{2}))")


@dataclass(frozen=True, slots=True)
class Wish:
    """What one observation must have, must not have or may have."""

    kind: str
    words: tuple[str, ...]
    categories: tuple[Category, ...]
    unless: tuple[str, ...] = ()

    def fits(self, seen: Observation) -> bool:
        """Tell whether an observation has the words, and one of the categories."""
        text = _text_of(seen)
        return (
            (not self.categories or seen.category in self.categories)
            and all(_has(text, word) for word in self.words)
            and not any(_has(text, word) for word in self.unless)
        )


@dataclass(slots=True)
class Case:
    """A slice of a session, and what should become of it."""

    name: str
    kind: str
    messages: list[Message] = field(default_factory=list[Message])
    must: list[Wish] = field(default_factory=list[Wish])
    must_not: list[Wish] = field(default_factory=list[Wish])
    also: list[Wish] = field(default_factory=list[Wish])


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the rules made of a case."""

    case: Case
    observations: list[Observation]
    missed: list[Wish]
    taken: list[Wish]
    wanted: list[Observation]
    unwanted: list[Observation]


def load(half: str) -> list[Case]:
    """Return the cases of a half."""
    cases: list[Case] = []
    branch = ""
    for line in Path(__file__).with_name(f"extraction_{half}.jsonl").read_text(encoding="utf-8").splitlines():
        row: dict[str, Any] = json.loads(line)
        if "case" in row:
            cases.append(Case(row["case"], row["kind"]))
            branch = row.get("branch", "main")
        elif "must" in row:
            cases[-1].must.append(_wish(row, row["must"], row["words"]))
        elif "not" in row:
            cases[-1].must_not.append(_wish(row, row["not"], row["words"]))
        elif "also" in row:
            cases[-1].also.append(_wish(row, "also", row["also"]))
        else:
            branch = row.get("on", branch)
            cases[-1].messages += _messages_of(row, cases[-1], branch)
    return cases


def _wish(row: Mapping[str, Any], kind: str, words: Iterable[str]) -> Wish:
    categories = tuple(one for name in row.get("category", ()) for one in _MARKS.get(name) or (Category(name),))
    return Wish(kind, tuple(words), categories, tuple(row.get("unless", ())))


def _messages_of(row: Mapping[str, Any], case: Case, branch: str) -> list[Message]:
    number = len(case.messages)
    if "t" in row:
        call, given = f"{case.name}-call-{number}", row["in"]
        said: list[tuple[Role, str, dict[str, Any]]] = [
            (Role.TOOL_CALL, "", {"call": call, "tool": row["t"], "tool_input": given}),
            (Role.TOOL_RESULT, row.get("out", ""), {"call": call, "is_error": row.get("err", False)}),
        ]
    else:
        said = [(Role.USER, row["u"], {}) if "u" in row else (Role.ASSISTANT, row["a"], {})]
    return [
        Message(
            key=f"{case.name}-{place}", role=role, text=text, at=f"2026-11-24T10:{place:02}:00Z", session=case.name,
            cwd=ROOT, branch=branch, is_observed=row.get("seen", False), start=place * 100, end=place * 100 + 100,
            **more,
        )
        for place, (role, text, more) in enumerate(said, number)
    ]  # fmt: skip


def judge(case: Case) -> Outcome:
    """Observe a case's slice as the product does, and compare what is found with what should be."""
    gated = [one for one, _ in conversation.clean_messages(case.messages)]
    found = RulesObserver().observe(pair_calls(gated), project_root=ROOT)
    barred = [one for one in found if any(wish.fits(one) for wish in case.must_not)]
    rest = [one for one in found if one not in barred]
    wanted = [one for one in rest if any(wish.fits(one) for wish in (*case.must, *case.also))]
    return Outcome(
        case,
        found,
        missed=[wish for wish in case.must if not any(wish.fits(one) for one in found)],
        taken=[wish for wish in case.must_not if any(wish.fits(one) for one in found)],
        wanted=wanted,
        unwanted=[*barred, *(one for one in rest if one not in wanted and not _is_record(one, case))],
    )


def _is_record(seen: Observation, case: Case) -> bool:
    """Tell whether an observation is the record of the work: task context about a change or a request of the slice."""
    if seen.category is not Category.TASK_CONTEXT:
        return False
    text = _text_of(seen)
    if any(Path(name).name.lower() in text for name in _changed_files(case.messages)):
        return True
    words = _words_in(seen.content)
    told = (_words_in(request) for request in _requests(case.messages))
    return any(words and len(words & request) >= _ENOUGH_WORDS * len(words) for request in told)


def _words_in(text: str) -> set[str]:
    return {found[1] or found[0] for found in _WORD.finditer(text.lower())}


def _changed_files(messages: Iterable[Message]) -> list[str]:
    failed = {one.call for one in messages if one.is_error}
    given = [one.tool_input for one in messages if one.tool in _CHANGES_A_FILE and one.call not in failed]
    return [name for one in given for name in (*one.get("files", ()), one.get("file_path")) if name]


def _requests(messages: Iterable[Message]) -> list[str]:
    prompts = [one.text for one in messages if one.role is Role.USER and not one.is_observed]
    lists = [one.tool_input.get("todos") or one.tool_input.get("plan") for one in messages]
    return [*prompts, *(json.dumps(one, ensure_ascii=False) for one in lists if one)]


def _text_of(seen: Observation) -> str:
    return " ".join(f"{seen.content} {' '.join(seen.files)}".lower().split())


def _has(text: str, word: str) -> bool:
    return any(one.lower() in text for one in word.split("|"))


def figures(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Return the shares of a half, over all and by kind or category; each as [how many, of how many]."""
    found, musts = Counter[str](), Counter(wish.kind for one in outcomes for wish in one.case.must)
    kept_out, nots = Counter[str](), Counter(wish.kind for one in outcomes for wish in one.case.must_not)
    wanted = Counter(str(each.category) for one in outcomes for each in one.wanted)
    judged = wanted + Counter(str(each.category) for one in outcomes for each in one.unwanted)
    for one in outcomes:
        found.update(wish.kind for wish in one.case.must if wish not in one.missed)
        kept_out.update(wish.kind for wish in one.case.must_not if wish not in one.taken)
    shares = {"recall": (found, musts), "restraint": (kept_out, nots), "precision": (wanted, judged)}
    return {
        "slices": len(outcomes),
        **{name: part.total() / max(1, whole.total()) for name, (part, whole) in shares.items()},
        "by": {
            name: {kind: [part[kind], count] for kind, count in sorted(whole.items())}
            for name, (part, whole) in shares.items()
        },
    }


def _show(half: str, measured: Mapping[str, Any]) -> None:
    sys.stdout.write(f"{half}: {measured['slices']} slices\n")
    for name, kinds in measured["by"].items():
        part, whole = sum(count for count, _ in kinds.values()), sum(count for _, count in kinds.values())
        sys.stdout.write(f"  {name} {measured[name]:.1%} ({part} of {whole})\n")
        sys.stdout.write("".join(f"    {kind:16} {part:3} of {whole:3}\n" for kind, (part, whole) in kinds.items()))


def _explain(outcome: Outcome) -> None:
    if not (outcome.missed or outcome.taken or outcome.unwanted):
        return
    sys.stdout.write(f"{outcome.case.name}\n")
    for mark, wishes in (("missed", outcome.missed), ("taken", outcome.taken)):
        for wish in wishes:
            among = f" [{', '.join(wish.categories)}]" if wish.categories else ""
            sys.stdout.write(f"  {mark} {wish.kind}: {' & '.join(wish.words)}{among}\n")
    for one in outcome.observations:
        mark = "unwanted" if one in outcome.unwanted else "wanted" if one in outcome.wanted else "record"
        sys.stdout.write(f"  {mark} [{one.category}] {one.content} {' '.join(one.files)}\n")


def main() -> int:
    """Judge the cases of both halves, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--verbose", action="store_true", help="say what is not as wanted, of the tuned half only")
    parser.add_argument("--open-held", action="store_true", help="say it of the held half too, which then is spent")
    options = parser.parse_args()
    outcomes = {half: [judge(case) for case in load(half)] for half in HALVES}
    measured = {half: figures(outcomes[half]) for half in HALVES}
    if options.json:
        sys.stdout.write(json.dumps(measured) + "\n")
        return 0
    for half in HALVES:
        if (half == "tuned" and options.verbose) or (half == "held" and options.open_held):
            for outcome in outcomes[half]:
                _explain(outcome)
        _show(half, measured[half])
    return 0


if __name__ == "__main__":
    sys.exit(main())
