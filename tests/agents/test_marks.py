"""How paths, versions, tools and errors are told from words before a text is sorted."""

import pytest

from codewatch.agents.clues.marks import marked


@pytest.mark.parametrize(
    ("content", "read_as"),
    [
        ("Routes live in `src/routes/`", "routes live in PATH"),
        ("Styles: app/globals.css, theme/*.scss", "styles: PATH, PATH"),
        ("Read ~/.config/app/config.toml and .env", "read PATH and PATH"),
        ("Added zod@3.23.8 to package.json", "added TOOL VERSION to PATH-of-packages"),
        ("Requires Python >= 3.11 and Node 20", "requires TOOL >= VERSION and TOOL VERSION"),
        ("KeyError in get_settings()", "ERROR in get_settings()"),
        ("所有工具放在src/utils目录下", "所有工具放在 PATH 目录下"),
    ],
)
def test_a_name_is_replaced_by_its_kind(content, read_as):
    assert marked(content) == read_as


@pytest.mark.parametrize(
    ("content", "read_as"),
    [
        ("CI/CD and I/O, and/or both", "ci/cd and i/o, and/or both"),
        ("GET /users answers in 1.8 s", "get /users answers in 0 s"),
        ("HTTP/2 on branch feature/login", "http/2 on branch feature/login"),
        ("React to errors, go on", "react to errors, go on"),
    ],
)
def test_what_only_looks_like_a_name_stays(content, read_as):
    assert marked(content) == read_as


def test_short_forms_are_written_out():
    assert marked("pls dont push w/o tests, bc CI is slow") == "please don't push without tests, because ci is slow"
