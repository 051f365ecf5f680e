"""Results for people: coloured on a terminal, plain elsewhere; for programs: JSON."""

import json

ESCAPE = "\x1b["
CYAN = "\x1b[36m"


def test_a_terminal_gets_colours(on_terminal, remembered):
    assert CYAN in on_terminal("list")[1]


def test_no_color_is_honoured(on_terminal, remembered):
    assert CYAN not in on_terminal("list", NO_COLOR="1")[1]


def test_a_pipe_gets_no_escapes(product, remembered):
    assert ESCAPE not in product.run("list").stdout


def test_a_pipe_gets_one_line_a_memory_however_long(product):
    product.run("remember", "word " * 90)

    assert len(product.run("list").stdout.splitlines()) == 1


def test_brackets_and_colons_in_a_memory_are_shown_as_they_are(product):
    product.run("remember", "[red]use :smile: and [/] here")

    assert "[red]use :smile: and [/] here" in product.run("list").stdout


def test_json_keeps_every_script(product):
    product.run("remember", "Größe in 公斤 angeben 🥨")

    done = product.run("list", "--json")

    assert "Größe in 公斤 angeben 🥨" in done.stdout
    assert json.loads(done.stdout)[0]["content"] == "Größe in 公斤 angeben 🥨"
