"""Where a pause holds: in all worktrees of a repository, through links, and in folders of any name."""

import os
import subprocess

import pytest

PROMPT = "which tool do we use for builds, is it bazel?"
FACT = "The build uses bazel everywhere in here."


def git(folder, *arguments):
    """Run git in a folder."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "GIT_CONFIG_NOSYSTEM": "1"}
    subprocess.run(
        ["git", "-c", "user.name=n", "-c", "user.email=a@b", *arguments], cwd=folder, check=True, capture_output=True,
        env=environment,
    )  # fmt: skip


def committed(folder, *options):
    """Make a repository with one commit and return its folder."""
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main", *options)
    git(folder, "commit", "-q", "--allow-empty", "-m", "first")
    return folder


def linked(root):
    """Make a repository with a worktree beside it; return both."""
    main = committed(root / "main")
    git(main, "worktree", "add", "-q", "-b", "feature", str(root / "beside"))
    return main, root / "beside"


def bare(root):
    """Make two worktrees of a bare clone; return both."""
    committed(root / "origin")
    git(root, "clone", "-q", "--bare", str(root / "origin"), str(root / "shop.git"))
    for name in ("one", "two"):
        git(root / "shop.git", "worktree", "add", "-q", "-b", name, str(root / name))
    return root / "one", root / "two"


def apart(root):
    """Make a repository whose git folder lies elsewhere, with a worktree; return both."""
    main = committed(root / "main", "--separate-git-dir", str(root / "gitdir"))
    git(main, "worktree", "add", "-q", "-b", "feature", str(root / "beside"))
    return main, root / "beside"


@pytest.fixture
def talk(product, tmp_path, make_transcript):
    """Give a function that says something in a folder and returns whether it was captured."""

    def said_in(folder, start=None):
        said = make_transcript(tmp_path / "said.jsonl", folder, "said")
        if start is not None:
            make_transcript(said.path, start, "said").user("Hello there, we start with the work of today.")
            said.number = 1
        said.user("From now on always use zebracanary for builds in this project, never anything else.")
        product.save(said.path, cwd=folder, session="said")
        product.drain()
        return any("zebracanary" in text for text in product.contents())

    return said_in


@pytest.fixture
def root(tmp_path):
    """Give an empty folder for repositories."""
    (tmp_path / "repositories").mkdir()
    return tmp_path / "repositories"


@pytest.mark.parametrize("layout", [linked, bare, apart])
@pytest.mark.parametrize(("paused", "used", "how"), [(0, 1, "here"), (1, 0, "--project"), (1, 1, "here")])
def test_a_pause_holds_in_every_worktree_of_the_repository(product, root, talk, layout, paused, used, how):
    folders = layout(root)
    product.run("remember", FACT, cwd=folders[used])
    product.run("pause", *([] if how == "here" else ["--project", str(folders[paused])]), cwd=folders[paused])

    assert product.recall(PROMPT, cwd=folders[used]) == ""
    assert not talk(folders[used])

    product.run("resume", cwd=folders[used])
    assert "bazel" in product.recall(PROMPT, cwd=folders[used])


def test_a_subfolder_that_is_named_is_paused_alone(product, root, talk):
    main, beside = linked(root)
    (main / "secret").mkdir()
    (beside / "secret").mkdir()
    product.run("remember", FACT, cwd=main)
    product.run("pause", "--project", str(main / "secret"), cwd=main)

    assert product.recall(PROMPT, cwd=main / "secret") == ""
    assert "bazel" in product.recall(PROMPT, cwd=main)
    assert talk(beside / "secret")


def test_a_pause_of_a_folder_holds_for_the_worktrees_of_what_lies_in_it(product, root, talk):
    _, beside = linked(root)
    product.run("pause", "--project", str(root / "main" / ".."), cwd=beside)
    product.run("resume", "--project", str(root), cwd=beside)
    (root / "clients").mkdir()
    main, beside = linked(root / "clients")
    outside = root / "outside"
    git(main, "worktree", "move", str(beside), str(outside))
    product.run("pause", "--project", str(root / "clients"), cwd=root)

    assert not talk(outside)


@pytest.mark.parametrize("name", ["\n", "\t", "\r", "\u2028", "\x85", "\\n"])
def test_a_folder_of_any_name_is_paused(product, tmp_path, talk, name):
    folder = tmp_path / f"a{name}b"
    folder.mkdir()
    product.run("remember", FACT, cwd=folder)
    product.run("pause", cwd=folder)

    assert product.json("pause", cwd=folder)[0]["folder"] == str(folder)
    assert product.recall(PROMPT, cwd=folder) == ""
    assert not talk(folder)

    product.run("resume", cwd=folder)
    assert "bazel" in product.recall(PROMPT, cwd=folder)


def test_a_name_that_is_not_utf8_is_paused_as_the_client_writes_it(product, tmp_path, talk):
    folder = os.fsdecode(os.fsencode(tmp_path) + b"/a\xffb")
    os.mkdir(folder)
    product.run("pause", cwd=folder)

    assert not talk(f"{tmp_path}/a\ufffdb")


def test_a_session_of_a_paused_project_is_paused_wherever_it_goes(product, tmp_path, talk):
    (tmp_path / "elsewhere").mkdir()
    product.run("pause", "--capture")
    (product.data / "pauses").write_text(f"capture\t2026-11-29T09:00:01.500Z\t-\t{product.project}\n")

    assert not talk(tmp_path / "elsewhere", start=product.project)


def test_a_link_that_has_gone_since_is_no_way_around_a_pause(product, tmp_path, make_transcript):
    link = tmp_path / "link"
    link.symlink_to(product.project)
    product.run("pause", "--capture")
    (product.data / "pauses").write_text(
        f"capture\t2026-11-29T09:00:00.500Z\t2026-11-29T09:00:01.500Z\t{product.project}\n"
    )
    said = make_transcript(tmp_path / "said.jsonl", link, "said")
    said.user("From now on always use zebracanary for builds in this project, never anything else.")
    said.user("From now on always use spaces in this project, never tabs.")
    link.unlink()

    product.save(said.path, cwd=tmp_path, session="said")
    product.drain()

    assert [text for text in product.contents() if "zebracanary" in text] == []
    assert any("spaces" in text for text in product.contents())
