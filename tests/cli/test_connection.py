"""`codewatch status` about the clients' hooks: none, broken ones, and ones that save elsewhere."""

import json
import shutil
import sys

import pytest

RECORDING = "codewatch is recording and recalling"


def first(product, *words, **environment):
    """Return the exit code of `status`, its first line, and its findings."""
    done = product.run("status", *words, check=False, **environment)
    state = json.loads(product.run("status", "--json", *words, check=False, **environment).stdout)
    return done.returncode, done.stdout.splitlines()[0], state["findings"]


@pytest.fixture
def settings(product):
    """Give the path of Claude Code's settings, with hooks of ours in them."""
    product.run("setup", "--yes")
    return product.home / ".claude" / "settings.json"


def test_without_hooks_nothing_is_said_to_be_recorded(product):
    code, line, found = first(product)

    assert code == 0
    assert "not connected" in line
    assert [(one["id"], one["severity"], one["fix"]) for one in found] == [
        ("not-connected", "warning", "codewatch setup")
    ]


@pytest.mark.parametrize("scope", ["user", "project", "local"])
def test_with_hooks_of_any_scope_it_is(product, scope):
    product.run("setup", "--yes", "--scope", scope)

    assert first(product) == (0, RECORDING, [])


def test_hooks_of_another_project_do_not_count(product, tmp_path):
    product.run("setup", "--yes", "--scope", "local")
    (tmp_path / "other").mkdir()

    assert [one["id"] for one in first(product, "--project", str(tmp_path / "other"))[2]] == ["not-connected"]


def test_an_interpreter_that_is_gone_is_an_error(product, settings):
    settings.write_text(settings.read_text().replace(sys.executable, "/gone/python3"))

    code, line, found = first(product)

    assert (code, line) == (1, "codewatch is not working; see below")
    assert [(one["id"], one["fix"]) for one in found] == [("hooks-broken", "codewatch setup")]
    assert "/gone/python3" in found[0]["what"]


def test_a_script_that_is_gone_is_an_error_and_setup_mends_it(product, settings):
    settings.write_text(settings.read_text().replace("/codewatch/hooks/", "/gone/codewatch/hooks/"))

    code, _, found = first(product)
    product.run("setup", "--yes")

    assert code == 1
    assert {one["id"] for one in found} == {"hooks-broken"}
    assert first(product)[0] == 0


def test_an_event_without_its_hook_is_told(product, settings):
    hooks = json.loads(settings.read_text())
    del hooks["hooks"]["Stop"]
    settings.write_text(json.dumps(hooks))

    _, line, found = first(product)

    assert line != RECORDING
    assert found[0]["what"] == "there is no hook of codewatch for Stop of Claude Code"


@pytest.mark.parametrize("text", ["{", '{"disableAllHooks": true, "hooks": {}}'])
def test_settings_of_which_no_hook_runs_are_an_error(product, settings, text):
    settings.write_text(text)

    code, _, found = first(product)

    assert code == 1
    assert found[0]["id"] == "hooks-broken"
    assert str(settings) in found[0]["what"]


def test_a_broken_file_beside_one_with_hooks_is_a_warning(product, settings):
    (product.project / ".claude").mkdir()
    (product.project / ".claude" / "settings.json").write_text("{")

    code, _, found = first(product)

    assert (code, [(one["id"], one["severity"]) for one in found]) == (0, [("hooks-broken", "warning")])


def test_hooks_that_save_elsewhere_are_an_error(product, settings, tmp_path):
    code, line, found = first(product, CODEWATCH_DATA_DIR=str(tmp_path / "wrong"))

    assert (code, line) == (1, "codewatch is not working; see below")
    assert [one["id"] for one in found] == ["other-data-dir"]
    assert str(product.data) in found[0]["what"]
    assert str(tmp_path / "wrong") in found[0]["what"]


def test_hooks_that_follow_the_environment_are_a_warning(product, settings, tmp_path):
    settings.write_text(settings.read_text().replace(f"CODEWATCH_DATA_DIR={product.data} ", ""))

    code, line, found = first(product)

    assert (code, line != RECORDING) == (0, True)
    assert [(one["id"], one["severity"]) for one in found] == [("other-data-dir", "warning")]


def test_before_there_is_a_data_directory_an_exclusion_is_told(product, settings):
    shutil.rmtree(product.data, ignore_errors=True)
    folder = product.home / ".config" / "codewatch-memory"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text(f'exclude = ["{product.project}/**"]\n')

    code, line, found = first(product)

    assert (code, line) == (0, "codewatch works; capture and recall are excluded here")
    assert [one["id"] for one in found] == ["excluded", "excluded"]


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("/no/such/folder/**", "fits nothing: there is no /no/such/folder"),
        ("capture:/no/such*/x", "fits nothing: there is no /no"),
        ("clients/acme", "fits clients/acme in every folder"),
    ],
)
def test_a_pattern_that_fits_nothing_or_anywhere_is_told(product, settings, pattern, said):
    found = first(product, CODEWATCH_EXCLUDE=pattern)[2]

    assert len(found) == 1
    assert found[0]["what"] == f"the exclusion {pattern!r} {said}"
