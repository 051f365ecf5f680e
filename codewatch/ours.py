"""Tells what a session does with codewatch itself: its tools, its commands, its files. Nothing is learned from that."""

import os
import re
from collections.abc import Sequence

from codewatch.agents.rules.timeline import command_of, is_own_tool
from codewatch.messages import Message, Role

SKIPPED = "our own tool"
_FILE_ARGUMENTS = ("file_path", "notebook_path", "path")
# As the first word of a command, behind variables and what may start another command.
_OUR_COMMAND = re.compile(
    r"(?:^|[;&|(\n])\s*(?:\w+=\S*\s+)*(?:(?:sudo|time|nice|exec|env|uvx|npx|pnpx|uv\s+run|uv\s+tool\s+run|pipx\s+run)\s+"
    r"(?:-\S+\s+)*)*(?:[^\s;&|()]*/)?(?:codewatch(?:-memory)?(?:@\S+)?|python[\d.]*\s+(?:-\w+\s+)*-m\s+codewatch)(?=[\s;&|)]|$)"
)


class Ours:
    """Follows a session's messages in order, and knows which of them are calls of ours and their answers.

    `folders` hold our files: the data directory and that of the settings.
    """

    def __init__(self, folders: Sequence[str]) -> None:
        names = {name for folder in folders for name in (os.path.abspath(folder), os.path.realpath(folder))}
        self._folders = tuple(names)
        # In a command they may be written in short.
        home = os.path.expanduser("~")
        inside = [name[len(home) :] for name in names if name.startswith(f"{home}/")]
        written = [*names, *(f"{short}{rest}" for short in ("~", "$HOME", "${HOME}") for rest in inside)]
        self._written = re.compile(rf"(?:{'|'.join(re.escape(name) for name in written)})(?![\w.-])")
        self._calls: set[str] = set()

    def takes(self, message: Message) -> bool:
        """Return whether a message is about ourselves."""
        if message.role is Role.TOOL_RESULT:
            return message.call in self._calls
        if message.role is not Role.TOOL_CALL or not self._is_our_call(message):
            return False
        if message.call:
            self._calls.add(message.call)
        return True

    def _is_our_call(self, message: Message) -> bool:
        if is_own_tool(message.tool):
            return True
        command = command_of(message.tool, message.tool_input)
        if command:
            is_named = "codewatch" in command and _OUR_COMMAND.search(command) is not None
            return is_named or self._written.search(command) is not None
        return any(self._is_our_file(message.tool_input.get(name), message.cwd) for name in _FILE_ARGUMENTS)

    def _is_our_file(self, named: object, cwd: str) -> bool:
        if not isinstance(named, str) or not named:
            return False
        path = os.path.normpath(os.path.join(cwd, os.path.expanduser(named)))
        return any(path == folder or path.startswith(f"{folder}{os.sep}") for folder in self._folders)
