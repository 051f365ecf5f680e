"""docs/clients.md says of each client which of its events are used: those that setup writes, and no others."""

import re
from pathlib import Path

import pytest

from codewatch.clients.setups import SETUPS

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "clients.md").read_text("utf-8")
PLUGIN = (ROOT / "deploy" / "plugins" / "opencode.js").read_text("utf-8")
TABLE = TEXT.split("| | briefing at the start |")[1].split("\n\n")[0]
WITH_FILES = sorted({*SETUPS} - {"opencode"})


def row_of(title):
    """Return the events that the table names for a client, by its name there."""
    (row,) = [line for line in TABLE.splitlines() if line.startswith(f"| {title}")]
    return set(re.findall(r"`([\w.]+)`", row))


def section_of(title):
    """Return the part of the document that is about a client."""
    return TEXT.split(f"\n## {title}")[1].split("\n## ")[0]


def row_or_section(title):
    """Return all that the document says about a client's events."""
    return " ".join(f"`{event}`" for event in row_of(title)) + section_of(title)


@pytest.mark.parametrize("client", WITH_FILES)
def test_the_events_of_the_table_are_those_that_setup_writes(client):
    setup = SETUPS[client]

    in_table = row_of(setup.title)

    assert in_table <= {*setup.events}
    assert [event for event in setup.events if f"`{event}`" not in row_or_section(setup.title)] == []


def test_the_events_of_opencode_are_those_of_its_plugin():
    in_table = row_of("opencode")

    assert in_table == {
        "chat.message", "session.idle", "dispose", "experimental.session.compacting", "session.compacted"
    }  # fmt: skip
    assert [event for event in in_table if not re.search(rf'"?{re.escape(event)}"?: ', PLUGIN)] == []


@pytest.mark.parametrize("client", sorted(SETUPS))
def test_each_client_has_a_section_that_names_its_files(client):
    assert "| file | what setup writes |" in section_of(SETUPS[client].title)
