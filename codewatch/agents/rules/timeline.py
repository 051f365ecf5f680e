"""Turns a flat sequence of messages into turns: a prompt and the tool uses that followed it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from codewatch.agents.rules.excerpt import excerpt
from codewatch.agents.rules.holding import holds_any
from codewatch.agents.rules.touched import touched_by
from codewatch.messages import REJECTED, Message, Role

SHELL_TOOLS = frozenset(
    "bash shell exec exec_command local_shell run_shell_command execute_command run_terminal_cmd run_in_terminal"
    " run_command terminal powershell".split()
)
OUTPUT_TOOLS = frozenset(("taskoutput", "bashoutput"))

_BACKGROUND = re.compile(
    r"\b(?:running in (?:the )?background|moved to (?:the )?background|backgrounded by (?:the )?user)"
    r"(?: with ID: (?P<id>\w+)| \(PID: (?P<pid>\d+)\))"
)
_REJECTED_WORDS = (
    "the user doesn't want to proceed", "the user doesn't want to take this action", "tool use was rejected",
    "request interrupted by user", "sibling tool call errored", "cancelled: parallel tool call", "requires approval",
    "has been denied", "user rejected", "user declined", "user denied", "user cancelled", "user aborted",
    "command was aborted", "command was interrupted",
)  # fmt: skip


class ToolUse(NamedTuple):
    """A tool call with its answer. `output` is the answer's excerpt, `command` a shell's command line.

    `home` is where the session stood first: the top of a worktree, which the shell may have left since. `touched` are
    the files that the call writes, as `touched_by` says them.
    """

    tool: str
    tool_input: Mapping[str, Any]
    output: str
    result: Message
    command: str = ""
    home: str = ""
    touched: tuple[tuple[str, str], ...] = ()


class Turn(NamedTuple):
    """A prompt (None before the first, and for a subagent's work) and what tools did until the next."""

    prompt: Message | None
    uses: tuple[ToolUse, ...]


def read_turns(messages: Sequence[Message]) -> list[Turn]:
    """Group messages by prompt. A subagent's work forms turns of its own after the main thread's."""
    calls = {message.call: message for message in messages if message.role is Role.TOOL_CALL and message.call}
    prompts: list[Message | None] = [None]
    uses: list[list[ToolUse]] = [[]]
    subagent_uses: list[ToolUse] = []
    background: dict[str, str] = {}
    home = next((message.cwd for message in messages if message.cwd), "")
    for message in messages:
        if message.role is Role.USER and not message.is_sidechain:
            prompts.append(message)
            uses.append([])
        elif message.role is Role.TOOL_RESULT:
            use = _tool_use(message, calls.get(message.call), background)
            if use is not None:
                (subagent_uses if message.is_sidechain else uses[-1]).append(use._replace(home=home))
    turns = [Turn(prompt, tuple(done)) for prompt, done in zip(prompts, uses, strict=True)]
    return [*turns, Turn(None, tuple(subagent_uses))]


def all_uses(turns: Iterable[Turn]) -> list[ToolUse]:
    """Return the tool uses of all turns in order."""
    return [use for turn in turns for use in turn.uses]


def is_own_tool(tool: str) -> bool:
    """Tell whether a tool is one of ours: what memory says is never learned again."""
    return tool.startswith("mcp__") and "codewatch" in tool


def is_rejected(output: str) -> bool:
    """Tell whether the user or the client stopped the tool, so that nothing happened."""
    if output == REJECTED:
        return True
    start = output[:600].lower()
    return holds_any(start, _REJECTED_WORDS)


def _tool_use(result: Message, call: Message | None, background: dict[str, str]) -> ToolUse | None:
    tool = result.tool or (call.tool if call else "")
    tool_input = result.tool_input or (call.tool_input if call else {})
    output = excerpt(result.text)
    if is_own_tool(tool) or is_rejected(output):
        return None
    command = command_of(tool, tool_input)
    started = _BACKGROUND.search(output, 0, 400) if command else None
    if started:
        background[started["id"] or started["pid"]] = command
        return None
    if tool.lower() in OUTPUT_TOOLS:
        command = _finished_command(tool_input, output, background)
        if not command:
            return None
        tool = "Bash"
    touched = touched_by(tool, tool_input, command, output)
    return ToolUse(tool, tool_input, output, result, command, touched=touched)


def command_of(tool: str, tool_input: Mapping[str, Any]) -> str:
    """Return the command line that a shell's tool was given, "" for any other tool."""
    if tool.lower() not in SHELL_TOOLS:
        return ""
    command: object = tool_input.get("command") or tool_input.get("cmd") or ""
    if isinstance(command, str):
        return command
    if not isinstance(command, (list, tuple)):
        return ""
    words = [str(word) for word in command]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    # Codex wraps a command line as ["bash", "-lc", "<line>"].
    return words[-1] if len(words) == 3 and words[1] in ("-c", "-lc") else " ".join(words)


def _finished_command(tool_input: Mapping[str, Any], output: str, background: dict[str, str]) -> str:
    if "<exit_code>" not in output:
        return ""
    task = tool_input.get("task_id") or tool_input.get("bash_id") or tool_input.get("shell_id") or ""
    return background.pop(str(task), "")
