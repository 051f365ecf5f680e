"""A command line in a client's file, whether it is one of ours: by what it runs, never by where it stands.

Ours are what `setup` writes, in any folder and with any interpreter; the same by hand; and those of the TypeScript
program of our name, which are replaced. A line that runs something else as well is somebody's own.
"""

import re
import shlex
from collections.abc import Sequence
from typing import NamedTuple

DATA_DIR = "CODEWATCH_DATA_DIR"
_SCRIPTS = ("/codewatch/hooks/save_script.py", "/codewatch/hooks/recall_script.py")
# A client's id, which a hook's script is told.
_CLIENT = re.compile(r"[a-z]{1,20}")
_HOOKS = (["hook", "save"], ["hook", "recall"], ["--hook"], ["--recall"])
_PROGRAMS = ("codewatch", "codewatch-memory")
_RUNNERS = ("npx", "pnpx", "bunx", "npm", "pnpm", "yarn", "node", "bun")
_ASSIGNMENT = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)=(.*)", re.DOTALL)
_PACKAGE = re.compile(r"(?:.*[/\\])?codewatch-memory(?:@[^/\\]*)?(?:[/\\].*)?")


class Line(NamedTuple):
    """A command line: the variables it sets, the program's bare name, the words behind it, the program as written."""

    variables: dict[str, str]
    program: str
    words: list[str]
    path: str = ""


def read_line(command: str, arguments: Sequence[str] = ()) -> Line:
    """Return the line of a shell command; of one that runs several programs, an empty one."""
    words = [*_split(command), *arguments]
    variables: dict[str, str] = {}
    while words and (words[0] == "env" or _ASSIGNMENT.fullmatch(words[0])):
        name, _, value = words.pop(0).partition("=")
        variables[name] = value
    return Line(variables, _bare(words[0]) if words else "", words[1:], words[0] if words else "")


def is_hook(line: Line) -> bool:
    """Return whether the line runs one of our hooks and nothing else."""
    if _is_python(line):
        words = line.words[:-1] if len(line.words) > 1 and _CLIENT.fullmatch(line.words[-1]) else line.words
        script = words[-1] if words else ""
        is_script = script.replace("\\", "/").endswith(_SCRIPTS) and _are_flags(words[:-1])
        return is_script or _after_module(line) in _HOOKS
    return (line.program in _PROGRAMS and line.words in _HOOKS) or is_typescript(line)


def script_of(line: Line) -> str:
    """Return the script of ours that a hook's line runs, "" where it runs the module or the command."""
    script = line.words[-1] if line.words else ""
    return script if _is_python(line) and script.replace("\\", "/").endswith(_SCRIPTS) else ""


def is_server(line: Line) -> bool:
    """Return whether the line runs our MCP server, or the TypeScript program's."""
    if _is_python(line):
        rest = _after_module(line)
        return rest is not None and rest[:1] in ([], ["mcp"])
    return (line.program in _PROGRAMS and line.words[:1] in ([], ["mcp"])) or is_typescript(line)


def is_typescript(line: Line) -> bool:
    """Return whether the line runs the TypeScript program of our name."""
    return line.program in _RUNNERS and any(_PACKAGE.fullmatch(word) for word in line.words)


def _is_python(line: Line) -> bool:
    return line.program.startswith(("python", "pypy"))


def _after_module(line: Line) -> list[str] | None:
    """Return what follows `-m codewatch`, or None where that is not what the line runs."""
    if "-m" not in line.words:
        return None
    at = line.words.index("-m")
    is_ours = _are_flags(line.words[:at]) and line.words[at + 1 : at + 2] == ["codewatch"]
    return line.words[at + 2 :] if is_ours else None


def _are_flags(words: Sequence[str]) -> bool:
    return all(word.startswith("-") and not word.startswith("-c") for word in words)


def _split(command: str) -> list[str]:
    lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    lexer.commenters = ""
    try:
        words = list(lexer)
    except ValueError:
        return []
    return [] if any(word and not word.strip("();<>|&") for word in words) else words


def _bare(program: str) -> str:
    name = re.split(r"[/\\]", program)[-1].lower()
    return re.sub(r"\.(?:exe|cmd|ps1|bat)$", "", name)
