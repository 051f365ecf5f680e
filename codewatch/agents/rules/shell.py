"""Turns a shell command line into its simple commands, free of wrappers, pipes and here-documents."""

import os.path
import re
import shlex
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

MAX_COMMAND_CHARS = 8_000

_HEREDOC = re.compile(r"<<-?[ \t]*(['\"]?)(\w+)\1")
_REDIRECT = re.compile(r"(?<!\S)(?:(?:\d|&)?>{1,2}\s*(?:&\d|[^\s;|&]+)|<\s*/dev/null)")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=")
_DURATION = re.compile(r"\d+(?:\.\d+)?[smhd]?$")
_OPERATORS = ("&&", "||", ";", "|", "\n", "&")
_KEYWORDS = frozenset("do then else elif if while until ! { ( time".split())
_WRAPPERS = frozenset("sudo doas nice nohup exec command env stdbuf xvfb-run timeout gtimeout caffeinate".split())
_LAUNCHERS = frozenset("npx bunx pnpx uvx".split())
_LAUNCHER_PAIRS = frozenset(
    (
        *((manager, "run") for manager in ("uv", "poetry", "pipenv", "pdm", "hatch", "rye", "pixi")),
        *(("bundle", "exec"), ("pnpm", "exec"), ("pnpm", "dlx"), ("yarn", "dlx"), ("npm", "exec"), ("bun", "x")),
    )
)
_VALUED_FLAGS = frozenset(
    "--with --python --extra --group --package --project --directory -p -n -u -k -e -v -w --name --env-file".split()
)
_SHELLS = frozenset("bash sh zsh dash".split())
_CONTAINERS = frozenset("docker podman docker-compose kubectl".split())
_LEADING_KEYWORD = re.compile(r"^(?:(?:do|then|else|if|while|until|!|\{)\s+)+")
_GIT_VALUED_FLAGS = frozenset(("-C", "-c", "--git-dir", "--work-tree"))
_FEEDERS = frozenset("echo cat printf yes true head curl".split())


class ShellCommand(NamedTuple):
    """One simple command: `words` without wrappers, `text` as written, `is_piped` if a pipe hides its exit code."""

    words: tuple[str, ...]
    text: str
    is_piped: bool


def read_commands(command_line: str) -> tuple[ShellCommand, ...]:
    """Return the first command of each pipeline in order; what `bash -c` runs stands for itself."""
    return _read_commands(command_line[:MAX_COMMAND_CHARS])


# Several rules read the same line, one after the other.
@lru_cache(maxsize=256)
def _read_commands(command_line: str) -> tuple[ShellCommand, ...]:
    found: list[ShellCommand] = []
    pipeline: list[str] = []
    for segment, operator in _segments(_without_heredocs(command_line)):
        if segment:
            pipeline.append(segment)
        if operator == "|":
            continue
        command = _head_of(pipeline)
        pipeline = []
        if command is not None and command.words[0] in _SHELLS and command.words[1:2] in (("-c",), ("-lc",)):
            found.extend(read_commands(command.words[2]) if len(command.words) > 2 else ())
        elif command is not None:
            found.append(command)
    return tuple(found)


def program_of(command: ShellCommand) -> str:
    """Return the program's name without its folder."""
    return command.words[0].rsplit("/", 1)[-1] if command.words else ""


def folder_of(command_line: str, cwd: str) -> str:
    """Return the folder in which the last command of a line runs."""
    folder = cwd
    for command in read_commands(command_line) if "cd " in command_line else ():
        target = command.words[1] if command.words[0] == "cd" and len(command.words) > 1 else ""
        # The client gives the folder as it is after the line.
        if target and not (folder.endswith(f"/{target.rstrip('/')}") and not target.startswith("/")):
            folder = os.path.normpath(os.path.join(folder, target))
    return folder


def variables_of(command: ShellCommand) -> tuple[str, ...]:
    """Return the variables that a command line sets for its program alone."""
    words = iter(command.text.split())
    return tuple(sorted(takewhile(lambda word: _ASSIGNMENT.match(word) is not None, words)))


def git_verb(command: ShellCommand) -> tuple[str, list[str]]:
    """Return the verb of a git command and what follows it, git's own options left out."""
    words = list(command.words[1:])
    while words and words[0].startswith("-"):
        words = words[2:] if words[0] in _GIT_VALUED_FLAGS else words[1:]
    return (words[0], words[1:]) if words else ("", [])


def _head_of(pipeline: list[str]) -> ShellCommand | None:
    for segment in pipeline:
        words = unwrap(_words(segment))
        if words and (words[0] not in _FEEDERS or segment is pipeline[-1]):
            return ShellCommand(words, _as_shown(segment), len(pipeline) > 1)
    return None


def _as_shown(segment: str) -> str:
    return _LEADING_KEYWORD.sub("", " ".join(_REDIRECT.sub(" ", segment).split()))


def _words(segment: str) -> list[str]:
    plain = _REDIRECT.sub(" ", segment)
    if not _QUOTING.search(plain):
        return plain.split()
    try:
        return shlex.split(plain, comments=False)
    except ValueError:
        return plain.split()


def unwrap(words: list[str]) -> tuple[str, ...]:
    """Drop what stands before the program that does the work: assignments, `sudo`, `timeout 60`, `uv run`…"""
    rest = words
    while rest:
        if _ASSIGNMENT.match(rest[0]) or rest[0] in _KEYWORDS:
            rest = rest[1:]
        elif rest[0] in _WRAPPERS or rest[0] in _LAUNCHERS:
            rest = _without_flags(rest[1:])
        elif tuple(rest[:2]) in _LAUNCHER_PAIRS:
            rest = _without_flags(rest[2:])
        elif re.match(r"(?:.*/)?(?:python|py)[\d.]*$", rest[0]) and rest[1:2] == ["-m"]:
            rest = rest[2:]
        elif rest[0] in _CONTAINERS and (inner := _inside_container(rest)):
            rest = inner
        else:
            break
    return tuple(rest)


def _inside_container(words: list[str]) -> list[str]:
    """Return what `docker exec web pytest` runs, or nothing when the container runs its own command."""
    at = next((at for at, word in enumerate(words[:4]) if word in ("exec", "run")), -1)
    return [word for word in _without_flags(words[at + 1 :])[1:] if word != "--"] if at > 0 else []


def _without_flags(words: list[str]) -> list[str]:
    at = 0
    while at < len(words) and (words[at].startswith("-") or _DURATION.match(words[at])):
        at += 2 if words[at] in _VALUED_FLAGS else 1
    return words[at:]


def _without_heredocs(line: str) -> str:
    kept: list[str] = []
    at = 0
    while (mark := _HEREDOC.search(line, at)) is not None:
        body = line.find("\n", mark.end())
        end = _heredoc_end(line, body, mark[2]) if body >= 0 else -1
        if end < 0:
            kept.append(line[at : mark.start()])
            return "".join(kept) if body >= 0 else line
        kept.append(line[at : mark.start()] + line[mark.end() : body])
        at = end
    kept.append(line[at:])
    return "".join(kept)


def _heredoc_end(line: str, body: int, word: str) -> int:
    at = body
    while at >= 0:
        stop = line.find("\n", at + 1)
        row = line[at + 1 : stop] if stop >= 0 else line[at + 1 :]
        if row.strip() == word:
            return stop if stop >= 0 else len(line)
        at = stop
    return -1


_QUOTING = re.compile(r"[\\'\"]")
# Between these nothing changes.
_SPECIAL = re.compile(r"[\\'\"`();|&\n]")


def _segments(line: str) -> list[tuple[str, str]]:
    """Split at unquoted operators; each piece comes with the operator that ends it."""
    pieces: list[tuple[str, str]] = []
    start, at, depth, quote = 0, 0, 0, ""
    while (special := _SPECIAL.search(line, at)) is not None:
        at = special.start()
        char = line[at]
        operator = next((mark for mark in _OPERATORS if line.startswith(mark, at)), "")
        is_redirect = operator == "&" and (line[at - 1 : at] == ">" or line[at + 1 : at + 2] == ">")
        if char == "\\" and quote != "'":
            at += 2
            continue
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"`":
            quote = char
        elif char in "()":
            is_opening = char == "(" and (depth > 0 or line[at - 1 : at] == "$")
            depth = max(0, depth + (1 if is_opening else -1))
        elif operator and not depth and not is_redirect:
            pieces.append((line[start:at].strip(" \t\n()"), operator))
            at += len(operator)
            start = at
            continue
        at += 1
    pieces.append((line[start:].strip(" \t\n()"), ";"))
    return pieces
