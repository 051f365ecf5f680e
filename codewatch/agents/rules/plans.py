"""Turns plans that the user approved, by a tool or in the talk, into observations; one only written down is none."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from codewatch.agents.rules import prompts
from codewatch.agents.rules.draft import MAX_CHARS, draft
from codewatch.agents.rules.excerpt import cut
from codewatch.agents.rules.moment import any_of
from codewatch.agents.rules.rules_table import Rule
from codewatch.agents.rules.timeline import ToolUse
from codewatch.categories import Category, Origin, Priority, Scope
from codewatch.messages import Message, Role
from codewatch.observations import Observation

MAX_HEADING_CHARS = 90
MAX_STEP_CHARS = 60
MAX_PLAN_CHARS = 20_000
MAX_LINE_CHARS = 400

_PLAN_TOOLS = frozenset(("exitplanmode", "exit_plan_mode", "plan_exit"))
_WRITING_TOOLS = frozenset(("write", "write_file", "create_file", "write_to_file"))
_APPROVED = re.compile(r"\bhas approved\b|^(?:your )?plan approved\b|^user approved\b", re.IGNORECASE)
_IN_ANSWER = re.compile(r"^## Approved Plan[^\n]*\n", re.MULTILINE)
_SAVED = re.compile(r"\bsaved to:? `?(\S+\.md)\b")
_PATH_KEYS = ("planFilePath", "plan_path", "plan_filename", "planPath", "file_path")
_HEADING = re.compile(r"#{1,6}\s+(?:(?:implementation )?plan(?: for)?\b[:\s–—-]*)?(?P<title>.*\S)?\s*$", re.IGNORECASE)
_STEP = re.compile(
    r"(?:\d{1,2}[.)]|[-*•]|#{2,4}\s+(?:step|phase)?\s*\d{1,2}[.:)]?)\s+(?:\[[ xX]\]\s+)?(?P<step>\S.*)$", re.IGNORECASE
)
_FENCE = re.compile(r"\s*(?:```|~~~)")
_EMPHASIS = re.compile(r"\*\*|__")
_ANNOUNCES = any_of(
    r"(?:[^\n]{0,60}\b)?(?:plan|steps|approach|proposal)\b[^\n]{0,60}(?::|$)|#{1,6} .{0,40}\bplan\b",
    r"(?:i would|i'd|i'll|i will|i propose|i suggest)\b[^\n]{0,60}:",
)
_AGREES = any_of(
    r"(?:ok(?:ay)?|yes|yep|yeah|sure|good|great|perfect|nice|fine|lgtm|approved|agreed|sounds (?:good|great|fine)"
    r"|looks (?:good|great|fine)|go(?: ahead| for it)?|do it|let's (?:go|do)|please do|ja|oui|s[ií]|好|はい)\b"
)
_OBJECTS = re.compile(
    r"\?|\b(?:but|except|instead|skip|without|change|drop|not|don't|no|rather|first tell|wait|aber)\b"
)


def observe_plans(uses: Sequence[ToolUse]) -> list[Observation]:
    """Return one observation for each plan that the user approved."""
    found: list[Observation] = []
    for at, use in enumerate(uses):
        if not _is_approved(use):
            continue
        told = _told(_text_of(use, uses[:at]))
        if told:
            found.append(
                draft(
                    use.result,
                    told,
                    rule=Rule.PLANS,
                    category=Category.TASK_CONTEXT,
                    priority=Priority.MEDIUM,
                    origin=Origin.USER,
                    scope=Scope.BRANCH,
                    files=_files_of(use),
                )
            )
    return found


def observe_agreed_plans(messages: Sequence[Message]) -> list[Observation]:
    """Return one observation for each plan in the assistant's last text that the next prompt agreed to as it is."""
    talk = [one for one in messages if one.role in (Role.USER, Role.ASSISTANT) and not one.is_sidechain]
    asked = ""
    found: list[Observation] = []
    for said, reply in pairwise(talk):
        if said.role is Role.USER:
            asked = prompts.quote(said.text, MAX_HEADING_CHARS) or asked
        is_plan = said.role is Role.ASSISTANT and reply.role is Role.USER and not reply.is_observed
        told = _talked(said.text, asked) if is_plan and _is_agreed(reply.text) else ""
        if told:
            found.append(
                draft(
                    reply,
                    told,
                    rule=Rule.PLANS,
                    category=Category.TASK_CONTEXT,
                    priority=Priority.MEDIUM,
                    origin=Origin.USER,
                    scope=Scope.BRANCH,
                )
            )
    return found


def _is_agreed(reply: str) -> bool:
    plain = reply[:MAX_LINE_CHARS].strip().lower().replace("’", "'")
    return len(reply) <= MAX_LINE_CHARS and _AGREES.match(plain) is not None and not _OBJECTS.search(plain)


def _talked(text: str, asked: str) -> str:
    """Return what a text tells of a plan of two numbered steps or more that it announces, or ""."""
    lines = [line for line in text[:MAX_PLAN_CHARS].splitlines() if line.strip()]
    numbered = [at for at, line in enumerate(lines) if re.match(r"(?:\*\*)?\d{1,2}[.)] ", line)]
    if len(numbered) < 2 or not asked:
        return ""
    opening = _EMPHASIS.sub("", lines[numbered[0] - 1][:MAX_LINE_CHARS]).strip().lower() if numbered[0] else ""
    return _told("\n".join([f"# {asked}", *lines[numbered[0] :]])) if _ANNOUNCES.match(opening) else ""


def _is_approved(use: ToolUse) -> bool:
    is_main = not use.result.is_observed and not use.result.is_sidechain and not use.result.is_error
    return is_main and use.tool.lower() in _PLAN_TOOLS and _APPROVED.search(use.output, 0, 300) is not None


def _files_of(use: ToolUse) -> list[str]:
    """Return the file that the client keeps the plan in, where the call or its answer names one."""
    given = (value for key in _PATH_KEYS if isinstance(value := use.tool_input.get(key), str))
    saved = _SAVED.search(use.output)
    path = saved[1] if saved is not None else next(given, "")
    return [path] if path else []


def _text_of(use: ToolUse, earlier: Iterable[ToolUse]) -> str:
    """Return the plan: from the answer, which has what the user changed, from the call, or from its file."""
    mark = _IN_ANSWER.search(use.output)
    if mark is not None:
        return use.output[mark.end() :]
    given: object = use.tool_input.get("plan")
    if isinstance(given, str):
        return given
    path = next((value for key in _PATH_KEYS if isinstance(value := use.tool_input.get(key), str)), "")
    name = path.replace("\\", "/").rsplit("/", 1)[-1]
    written = [_written(one, name) for one in earlier if name and one.tool.lower() in _WRITING_TOOLS]
    return next((text for text in reversed(written) if text), "")


def _written(use: ToolUse, name: str) -> str:
    path: object = use.tool_input.get("file_path") or use.tool_input.get("path") or ""
    text: object = use.tool_input.get("content") or ""
    is_it = isinstance(path, str) and path.replace("\\", "/").rsplit("/", 1)[-1] == name
    return text if is_it and isinstance(text, str) and not use.result.is_error else ""


def _told(plan: str) -> str:
    title, steps = _read(plan[:MAX_PLAN_CHARS])
    if not title:
        return ""
    told = f'The user approved the plan "{cut(title, MAX_HEADING_CHARS)}"'
    for number, step in enumerate(steps, start=1):
        more = f"{': ' if number == 1 else '; '}{number}. {cut(step, MAX_STEP_CHARS)}"
        left = f" (+{len(steps) - number + 1} more)"
        if len(told) + len(more) + (len(left) if number < len(steps) else 0) > MAX_CHARS:
            return told + left
        told += more
    return told


def _read(plan: str) -> tuple[str, list[str]]:
    """Return the plan's title, which is its first line where it has no heading, and its steps."""
    title, first = "", ""
    steps: list[tuple[bool, str]] = []
    is_code = False
    for line in plan.splitlines():
        if _FENCE.match(line):
            is_code = not is_code
        if is_code or not line.strip():
            continue
        plain = _EMPHASIS.sub("", line[:MAX_LINE_CHARS])
        step = _STEP.match(plain)
        heading = _HEADING.match(plain)
        if heading is not None and heading["title"] and not title and not steps:
            title = heading["title"]
        elif step is not None:
            steps.append((plain[0] in "0123456789#", step["step"].replace('"', "'").rstrip(".:")))
        elif heading is None and not first:
            first = plain.strip()
    # Where steps are numbered, other items only say more about them.
    numbered = [step for is_numbered, step in steps if is_numbered]
    told = numbered if len(numbered) > 1 else [step for _, step in steps]
    return (title or first or (told[0] if told else "")).replace('"', "'"), told
