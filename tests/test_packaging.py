"""What is shipped, and with which packages: pyproject.toml and deploy/ agree with the tree and with each other."""

import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
SETUPTOOLS = PYPROJECT["tool"]["setuptools"]
RUNTIME = [Requirement(line) for line in PYPROJECT["project"]["dependencies"]]
EXTRAS = [Requirement(line) for lines in PYPROJECT["project"]["optional-dependencies"].values() for line in lines]
HOMES = {"codewatch": "codewatch", **SETUPTOOLS["package-dir"]}


def pins(name: str) -> dict[str, str]:
    """Return package and version of every pin in a file of deploy/."""
    lines = (ROOT / "deploy" / name).read_text("utf-8").splitlines()
    return {match[1]: match[2] for line in lines if (match := re.match(r"([a-z0-9-]+)==([^\s;]+)", line))}


def packages_in(home: str, package: str) -> list[str]:
    """Return the dotted names of all folders with an `__init__.py` below `home`, which is installed as `package`."""
    folders = [path.parent.relative_to(ROOT / home) for path in (ROOT / home).rglob("__init__.py")]
    return [".".join([package, *folder.parts]) for folder in folders]


def test_every_package_of_the_tree_is_listed_and_no_other():
    in_tree = [name for package, home in HOMES.items() for name in packages_in(home, package)]

    assert SETUPTOOLS["packages"] == sorted(in_tree)


def test_nothing_that_instructs_an_assistant_is_in_the_wheel():
    """An assistant reads such files wherever it finds them: ours are for our own prompts, and named as such."""
    names = {path.name.lower() for home in HOMES.values() for path in (ROOT / home).rglob("*") if path.is_file()}

    assert not names & {"claude.md", "agents.md", "gemini.md", "skill.md", ".cursorrules", ".windsurfrules", "llms.txt"}


def test_every_data_file_of_the_tree_is_shipped():
    data = [
        path
        for home in HOMES.values()
        for path in (ROOT / home).rglob("*")
        if path.is_file() and path.suffix not in (".py", ".pyc", ".pyi")
    ]
    shipped = [
        path
        for package, patterns in SETUPTOOLS["package-data"].items()
        for pattern in patterns
        for path in (ROOT / HOMES.get(package, package.replace(".", "/"))).glob(pattern)
    ]

    assert sorted(data) == sorted(shipped)


def test_the_installed_version_is_the_one_of_the_source():
    source = (ROOT / "codewatch" / "__init__.py").read_text("utf-8")

    assert f'__version__ = "{metadata.version("codewatch-memory")}"\n' in source


@pytest.mark.parametrize("requirement", RUNTIME, ids=str)
def test_a_runtime_dependency_is_pinned_to_a_version_it_allows(requirement: Requirement):
    version = pins("requirements.txt")[canonicalize_name(requirement.name)]

    assert requirement.specifier.contains(version)


@pytest.mark.parametrize("requirement", EXTRAS, ids=str)
def test_an_extra_is_constrained_to_a_version_it_allows(requirement: Requirement):
    version = pins("constraints.txt")[canonicalize_name(requirement.name)]

    assert requirement.specifier.contains(version)


def test_the_constraints_hold_the_pins_of_the_requirements():
    assert pins("requirements.txt").items() <= pins("constraints.txt").items()


def test_every_pin_of_the_requirements_has_hashes():
    blocks = re.split(r"^(?=[a-z])", (ROOT / "deploy" / "requirements.txt").read_text("utf-8"), flags=re.MULTILINE)[1:]

    assert [block for block in blocks if "--hash=sha256:" not in block] == []


def test_litellm_is_pinned_exactly():
    litellm = next(requirement for requirement in RUNTIME if requirement.name == "litellm")

    assert str(litellm.specifier) == "==" + pins("requirements.txt")["litellm"]


@pytest.mark.parametrize("name", ["requirements.txt", "constraints.txt", "setup.sh", "run", "test"])
def test_no_registry_is_named(name: str):
    text = (ROOT / "deploy" / name).read_text("utf-8")

    assert re.findall(r"https?://\S+|--(?:extra-)?index-url|--find-links", text) == []


@pytest.mark.parametrize("requirement", [*RUNTIME, *EXTRAS], ids=str)
def test_a_dependency_is_explained(requirement: Requirement):
    explained = (ROOT / "docs" / "dependencies.md").read_text("utf-8")

    assert f"\n| {requirement.name} |" in explained


def test_a_repository_with_a_workers_folder_of_its_own_does_not_replace_ours(tmp_path: Path):
    (tmp_path / "workers").mkdir()
    (tmp_path / "workers" / "__init__.py").write_text("raise SystemExit('planted')\n", "utf-8")
    (tmp_path / "codewatch").symlink_to(tmp_path / "workers")

    done = subprocess.run(
        [sys.executable, "-I", "-c", "import codewatch.workers as ours; print(ours.__file__)"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert Path(done.stdout.strip()) == ROOT / "workers" / "__init__.py", done.stderr


def test_the_packages_are_laid_out_as_a_wheel_has_them(tmp_path: Path):
    subprocess.run([sys.executable, "-I", ROOT / "deploy" / "lay_out.py", tmp_path], check=True, timeout=60)

    laid_out = {path.parent.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("__init__.py")}
    assert laid_out == {name.replace(".", "/") for name in SETUPTOOLS["packages"]}
