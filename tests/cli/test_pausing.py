"""`codewatch pause` and `resume`: of the wrong place, and when the memory is damaged."""

import pytest


@pytest.fixture
def other(tmp_path):
    """Give another folder than the project."""
    (tmp_path / "other").mkdir()
    return tmp_path / "other"


@pytest.mark.parametrize("words", ["pause", "resume"])
def test_a_folder_that_is_not_there_is_refused(product, words):
    done = product.run(words, "--project", "/nope", check=False)

    assert (done.returncode, done.stderr) == (2, "codewatch: --project /nope: there is no such folder\n")


def test_a_pause_of_a_folder_that_is_gone_can_end(product, other):
    product.run("pause", "--project", str(other))
    other.rmdir()

    assert product.json("resume", "--project", str(other)) == []


@pytest.mark.parametrize(
    ("paused", "resumed"),
    [(("--everywhere",), ()), ((), ("--everywhere",)), (("--capture",), ("--capture", "--everywhere"))],
)
def test_a_pause_of_another_scope_does_not_end_and_the_way_to_is_told(product, paused, resumed):
    product.run("pause", *paused)

    done = product.run("resume", *resumed, check=False)
    mended = product.run("resume", *paused)

    assert done.returncode == 1
    assert f"codewatch resume{' --everywhere' if '--everywhere' in paused else ''} --capture" in done.stderr
    assert mended.stdout == "nothing is paused\n"


def test_a_damaged_memory_keeps_nobody_from_going_on(product):
    product.run("pause")
    (product.data / "codewatch.db").write_bytes(b"this is no database, and never was one" * 200)

    done = product.run("resume")

    assert done.stdout == "nothing is paused\n"
    assert done.stderr.startswith("codewatch: the model providers cannot be asked again: ")
    assert len(done.stderr.splitlines()) == 1
