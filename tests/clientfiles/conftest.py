"""What the tests of clients' files share: entries of ours, and settings files as people and programs write them."""

import json
import random

import pytest

from codewatch.clientfiles.hooks import Entry, HookEntries

EVENTS = ("Stop", "SubagentStop", "PreCompact", "SessionEnd", "UserPromptSubmit", "SessionStart")
COMMAND = "/opt/it/bin/python -I -S /opt/it/codewatch/hooks/save_script.py"


def own_group(command=COMMAND, **more):
    """Return a group with one hook of ours."""
    return {**more, "hooks": [{"type": "command", "command": command, "timeout": 10}]}


class Layout:
    """Writes a value as somebody might: any indentation, comments, trailing commas, lists on one line or over many."""

    def __init__(self, seed, *, odd_empties):
        self.random = random.Random(seed)
        self.step = self.random.choice(["", " ", "  ", "    ", "\t"])
        self.newline = self.random.choice(["\n", "\r\n"])
        self.comments = self.random.random() < 0.5
        self.trailing = self.random.random() < 0.5
        self.odd_empties = odd_empties
        self.colon = self.random.choice([": ", ":", " : "])

    def text(self):
        """Return a settings file."""
        mark = self.random.choice(["", "", "\ufeff"])
        lead = self._comment("") if self.comments else ""
        return f"{mark}{lead}{self.write(self._settings(), '')}{self.random.choice(['', self.newline])}"

    def write(self, value, indent):
        """Return a value, whose first line is indented already."""
        if not isinstance(value, (dict, list)):
            return json.dumps(value, ensure_ascii=self.random.random() < 0.5)
        opening, closing = "{}" if isinstance(value, dict) else "[]"
        if not value:
            inner = self.random.choice(["", " ", self.newline + indent]) if self.odd_empties else ""
            return opening + inner + closing
        over_lines = self.random.random() < 0.7
        inner = indent + self.step if over_lines else indent
        space = self.newline + inner if over_lines else self.random.choice(["", " "])
        keys = list(value) if isinstance(value, dict) else range(len(value))
        text = opening
        for key in keys:
            name = f"{json.dumps(key)}{self.colon}" if isinstance(value, dict) else ""
            comma = "," if key != keys[-1] or (self.trailing and self.random.random() < 0.5) else ""
            remark = self._comment(inner) if self.comments and over_lines and self.random.random() < 0.3 else ""
            behind = self.random.choice([" // why, not", " /* a, b } */"]) if self.comments and over_lines else ""
            behind = behind if self.random.random() < 0.3 else ""
            text += f"{space}{remark}{name}{self.write(value[key], inner)}{comma}{behind}"
        return text + (self.newline + indent if over_lines else space.rstrip("\r\n")) + closing

    def _comment(self, indent):
        return self.random.choice([f'// "hooks": {{{self.newline}{indent}', f"/* ours, }} */{self.newline}{indent}"])

    def _settings(self):
        settings = {"model": "opus", "nested": [1, 2.50, {"k": None}], "é": "\u2028", "env": {}, "list": []}
        if self.random.random() < 0.8:
            events = self.random.sample([*EVENTS, "PreToolUse"], self.random.randrange(0, 5))
            settings["hooks"] = {event: self._groups() for event in events}
        names = list(settings)
        self.random.shuffle(names)
        return {name: settings[name] for name in names[: self.random.randrange(0, len(names) + 1)]}

    def _groups(self):
        foreign = {"hooks": [{"type": "command", "command": "~/bin/lint.sh", "timeout": 20}]}
        return [{"matcher": "compact", **foreign}, foreign, {"hooks": []}][: self.random.randrange(0, 4)]


@pytest.fixture
def entries():
    """Give the six groups of a set-up."""
    groups = [own_group(**({"matcher": "startup|resume"} if event == "SessionStart" else {})) for event in EVENTS]
    return HookEntries(tuple(Entry(event, group) for event, group in zip(EVENTS, groups, strict=True)))


@pytest.fixture(scope="session")
def make_group():
    """Give the way to make a group with one hook of ours."""
    return own_group


@pytest.fixture(scope="session")
def layout():
    """Give the way to write a settings file for a seed."""
    return Layout
