"""Folders and files that are left alone: `CODEWATCH_EXCLUDE`, for capture, recall or both."""

import json

import pytest

from codewatch import exclusions, paths, pauses

PROMPT = "where do we keep orders, in SQLite?"


@pytest.fixture(params=["environment", "env", "config.toml"])
def exclude(request, product):
    """Give a function that sets the patterns in one of the three places."""

    def put(*patterns):
        folder = product.home / ".config" / "codewatch-memory"
        folder.mkdir(parents=True, exist_ok=True)
        if request.param == "environment":
            product.environment["CODEWATCH_EXCLUDE"] = json.dumps(patterns)
        elif request.param == "env":
            (folder / "env").write_text(f"CODEWATCH_EXCLUDE={json.dumps(patterns)}\n")
        else:
            (folder / "config.toml").write_text(f"exclude = {json.dumps(patterns)}\n")

    return put


@pytest.fixture
def clear(product):
    """Give a function that takes the setting away, wherever it is."""

    def remove():
        product.environment.pop("CODEWATCH_EXCLUDE", None)
        (product.home / ".config" / "codewatch-memory" / "env").unlink(missing_ok=True)
        (product.home / ".config" / "codewatch-memory" / "config.toml").unlink(missing_ok=True)
        product.run("status")

    return remove


@pytest.mark.parametrize(
    ("pattern", "path", "fits"),
    [
        ("/work/shop", "/work/shop", True), ("/work/shop", "/work/shop/a", True), ("/work/shop", "/work/shop2", False),
        ("/work/shop/", "/work/shop/a", True), ("/work/*", "/work/shop/a", True), ("/work/*", "/work", False),
        ("/work/**", "/work/shop/a", True), ("/work/**", "/work", True), ("/work/**/keys", "/work/a/b/keys/c", True),
        ("/work/**/keys", "/work/keys", True), ("*.pem", "/work/a.pem", True), ("*.pem", "/work/a.pem.txt", False),
        ("secret", "/work/secret/a", True), ("secret", "/work/secrets", False), ("a/b", "/work/a/b/c", True),
        ("/work/sh?p", "/work/shop", True), ("/work/s*p*", "/work/shop", True), ("/", "/anything", True),
    ],
)  # fmt: skip
def test_a_pattern_fits_a_path_or_a_folder_that_it_is_in(pattern, path, fits):
    ((_, resolved),) = exclusions.parse(f"capture:{pattern}")

    assert (exclusions.first_match([resolved], [path]) != "") is fits


def test_an_excluded_project_is_neither_captured_nor_recalled(product, transcript, exclude, clear):
    product.run("remember", "We decided to keep orders in SQLite because one shop needs no server.")
    exclude(f"{product.project}/**")
    told = product.run("search", "SQLite").stderr

    silent = product.recall(PROMPT)
    product.save(transcript.user("Always use Decimal for money, never float.").path)
    product.drain()
    status = product.json("status")

    assert silent == ""
    assert "excluded here" in told
    assert not any("Decimal" in text for text in product.contents())
    assert [one["severity"] for one in status["findings"] if one["id"] == "excluded"] == ["info"] * 2
    clear()
    assert "SQLite" in product.recall(PROMPT)


@pytest.mark.parametrize(("kind", "is_captured"), [("capture", False), ("recall", True)])
def test_one_of_both_may_be_excluded(product, transcript, exclude, kind, is_captured):
    product.run("remember", "We decided to keep orders in SQLite because one shop needs no server.")
    exclude(f"{kind}:{product.project}")
    product.save(transcript.user("Always use Decimal for money, never float.").path)
    product.drain()

    assert ("SQLite" in product.recall(PROMPT)) is not is_captured
    assert any("Decimal" in text for text in product.contents()) is is_captured


def test_what_is_done_to_an_excluded_file_is_not_observed(product, transcript, exclude):
    exclude("capture:**/private/*.py")
    transcript.user("Please write the two files for me now, one in each of the folders.")
    transcript.tool("Write", {"file_path": f"{product.project}/open/shown.py", "content": "a = 0"}, "written")
    transcript.tool("Write", {"file_path": f"{product.project}/private/zebracanary.py", "content": "a = 1"}, "written")

    product.save(transcript.path)
    product.drain()

    rows = product.json("list")
    assert any("shown" in str(row) for row in rows)
    assert not any("zebracanary" in str(row) for row in rows)
    assert product.json("status")["memory"]["skipped_records"] == {"excluded": 2}
    assert product.json("coverage")["percent"] == 100.0


def test_a_patch_of_an_excluded_file_is_not_observed(product, tmp_path, exclude):
    exclude("capture:**/private/*.py")
    patch = "*** Begin Patch\n*** Add File: open.py\n+a\n*** Add File: private/zebracanary.py\n+b\n*** End Patch"
    items = [
        {
            "type": "message",
            "role": "user",
            "content": [{"type": "input_text", "text": "Write both files for me now."}],
        },
        {"type": "custom_tool_call", "name": "apply_patch", "input": patch, "call_id": "c"},
        {"type": "custom_tool_call_output", "output": "Success. zebracanary", "call_id": "c"},
    ]
    rows = [{"type": "session_meta", "payload": {"id": "t", "cwd": str(product.project)}}]
    rows += [{"ordinal": place, "type": "response_item", "payload": item} for place, item in enumerate(items, 1)]
    path = tmp_path / "rollout.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    payload = {"session_id": "t", "transcript_path": str(path), "cwd": str(product.project), "hook_event_name": "Stop"}

    product.hook("save", payload, client="codex")
    product.drain()

    assert not any("zebracanary" in str(row) for row in product.json("list"))
    assert product.json("status")["memory"]["skipped_records"]["excluded"] == 2


@pytest.mark.parametrize("value", ['["capture:"]', "[1, ", '[""]', "captur:/work/x", "./notes", "../other/**", "."])
def test_a_pattern_that_is_none_is_refused_and_the_hooks_stay_silent(product, value):
    product.run("remember", "We decided to keep orders in SQLite because one shop needs no server.")

    done = product.run("status", check=False, CODEWATCH_EXCLUDE=value)

    assert done.returncode == 2
    assert done.stderr.startswith("codewatch: CODEWATCH_EXCLUDE")
    assert product.recall(PROMPT, CODEWATCH_EXCLUDE=value) == ""


def test_what_is_published_and_cannot_be_read_excludes_everything(tmp_path):
    (tmp_path / paths.EXCLUSIONS_FILE).write_text("nonsense\n")

    assert pauses.is_paused(str(tmp_path), pauses.CAPTURE, "/anywhere")
    exclusions.publish(str(tmp_path), [])
    assert not pauses.is_paused(str(tmp_path), pauses.CAPTURE, "/anywhere")


def test_a_link_in_a_pattern_is_followed(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")

    assert exclusions.parse(f"recall:{tmp_path}/link/*.md") == [("recall", f"{tmp_path}/real/*.md")]


def test_what_can_be_excluded_is_what_can_be_paused():
    assert exclusions.KINDS == pauses.KINDS
