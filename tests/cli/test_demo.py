"""`codewatch demo`: the bundled session through the real hooks, queue and worker."""


def test_it_shows_what_is_saved_remembered_recalled_and_healthy(product, tmp_path):
    (tmp_path / "tmp").mkdir()

    done = product.run("demo", TMPDIR=str(tmp_path / "tmp"), COLUMNS="200")

    assert "Always keep money as integer cents in this project, never as floats." in done.stdout
    assert "<codewatch-memory>" in done.stdout
    assert "codewatch is recording and recalling" in done.stdout
    assert "coverage  100.000 %" in done.stdout
    assert done.stderr == ""


def test_it_leaves_no_traces(product, tmp_path):
    (tmp_path / "tmp").mkdir()

    product.run("demo", TMPDIR=str(tmp_path / "tmp"))

    assert list((tmp_path / "tmp").iterdir()) == []
    assert not product.data.exists()
    assert [path.name for path in product.project.iterdir()] == [".git"]
