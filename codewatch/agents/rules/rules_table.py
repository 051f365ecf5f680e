"""The table of the rules: what each reads, what it is remembered as, and when it speaks."""

from enum import StrEnum
from typing import NamedTuple


class Rule(StrEnum):
    """The name of a rule, as an observation and `codewatch observe --dry-run` give it."""

    ANSWERS = "answers"
    BRANCHES = "branches"
    CAUSE = "root cause"
    COMMANDS = "commands"
    COMMITS = "commits"
    CONCLUSIONS = "conclusions"
    CONVENTION = "convention"
    CORRECTIONS = "corrections"
    DECISION = "decision"
    EDITS = "edits"
    FILE_PATTERN = "file pattern"
    INSTALLS = "installs"
    PIN = "pinned version"
    PLANS = "plans"
    PREFERENCE = "preference"
    RED_TO_GREEN = "red to green"
    REQUESTS = "requests"
    RETRIES = "retries"
    REVERTS = "reverts"
    TODOS = "to-do list"
    WARNING = "warning"


class Description(NamedTuple):
    """What a rule reads, the categories of what it finds, and in one line when it speaks."""

    reads: str
    categories: str
    short: str


RULES: dict[Rule, Description] = {
    Rule.ANSWERS: Description(
        "answered questions, replies", "architecture", "the user answered the assistant's question"
    ),
    Rule.BRANCHES: Description("shell results", "task_context", "git made a branch or a worktree, or merged one"),
    Rule.CAUSE: Description("the user's sentences", "bugfix", "the user names what was wrong"),
    Rule.COMMANDS: Description("shell results", "learning", "a command failed with an error, or a check passed"),
    Rule.COMMITS: Description("shell results", "task_context, bugfix", "git made a commit"),
    Rule.CONCLUSIONS: Description(
        "the assistant's texts, subagents' answers",
        "bugfix, architecture, learning",
        "a cause, a decision or a finding, without a hedge",
    ),
    Rule.CONVENTION: Description("the user's sentences", "convention", "how this project does things"),
    Rule.CORRECTIONS: Description(
        "the user's prompts after the assistant's texts", "learning", "the user says that something else is so"
    ),
    Rule.DECISION: Description("the user's sentences", "architecture", "the user decides between ways"),
    Rule.EDITS: Description("edit tools' results", "task_context", "files that a turn wrote, and what was asked"),
    Rule.FILE_PATTERN: Description("the user's sentences", "file_pattern", "where files belong and how they are named"),
    Rule.INSTALLS: Description("shell results", "dependency", "a package manager installed or removed packages"),
    Rule.PIN: Description("the user's sentences", "dependency", "a version that the user holds to"),
    Rule.PLANS: Description("plan tools' results, replies to plans", "task_context", "the user approved a plan"),
    Rule.PREFERENCE: Description("the user's sentences", "user_preference", "an order that outlasts its task"),
    Rule.RED_TO_GREEN: Description(
        "shell and edit results", "bugfix", "a command failed, and passes after edits or an install"
    ),
    Rule.REQUESTS: Description("prompts", "task_context", "what was asked in a turn without edits"),
    Rule.RETRIES: Description("shell results", "learning", "a command failed, and works when written differently"),
    Rule.REVERTS: Description("shell and edit results, prompts", "learning", "what was tried and taken back"),
    Rule.TODOS: Description("to-do tools' calls", "task_context", "what is done and open at the end of the stretch"),
    Rule.WARNING: Description(
        "the user's sentences", "learning", "the user warns, or tells what a service or a machine does"
    ),
}


def describe(rule: str) -> str:
    """Return when a rule speaks, in one line; "" for what is none."""
    return RULES[Rule(rule)].short if rule in RULES else ""
