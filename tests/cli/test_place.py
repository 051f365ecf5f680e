"""Where a command works: the project of the current folder, or the one that is named."""

import subprocess
import sys


def test_a_folder_inside_the_project_means_the_project(product, remembered):
    inside = product.project / "deep" / "down"
    inside.mkdir(parents=True)

    assert len(product.json("list", cwd=inside)) == 3


def test_project_names_another_folder(product, remembered, tmp_path):
    assert product.json("list", cwd=tmp_path) == []
    assert len(product.json("list", "--project", str(product.project), cwd=tmp_path)) == 3


def test_the_setting_names_the_project_too(product, remembered, tmp_path):
    assert len(product.json("list", cwd=tmp_path, CODEWATCH_PROJECT_DIR=str(product.project))) == 3


def test_a_setting_that_names_no_folder_is_told_by_its_name(product):
    done = product.run("list", check=False, CODEWATCH_PROJECT_DIR="/no/such/folder")

    assert (done.returncode, done.stderr) == (
        2,
        "codewatch: CODEWATCH_PROJECT_DIR /no/such/folder: there is no such folder\n",
    )


def test_branch_stands_for_gits_own(product):
    assert product.json("remember", "a fact", "--branch", "topic/x")["observation"]["branch"] == "topic/x"


def test_a_current_folder_that_is_gone_is_told(product, tmp_path):
    gone = tmp_path / "gone"
    gone.mkdir()
    script = "import os; os.rmdir(os.getcwd()); from codewatch.cli.main import run; run(['list'])"

    done = subprocess.run(
        [sys.executable, "-I", "-c", script],
        cwd=gone, env=product.environment, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip

    assert done.returncode == 2
    assert done.stderr == "codewatch: the current folder no longer exists; change to another or use --project\n"
