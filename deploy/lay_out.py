"""Copies the packages into one folder as a wheel lays them out: `lay_out.py FOLDER`.

The checkout keeps `workers` and `prompts` beside `codewatch`; installed, they lie in it. What reads a tree of files
and follows no import hook (import-linter does not) needs the second form, and gets it here without a build.
"""

import shutil
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def source_of(package: str, package_dir: dict[str, str]) -> Path:
    """Return the folder in the checkout that holds `package`."""
    if package in package_dir:
        return ROOT / package_dir[package]
    above, _, name = package.rpartition(".")
    return source_of(above, package_dir) / name if above else ROOT / name


def lay_out(target: Path) -> None:
    """Copy the modules of every package that pyproject.toml lists below `target`."""
    setuptools = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
    for package in setuptools["packages"]:
        folder = target.joinpath(*package.split("."))
        folder.mkdir(parents=True, exist_ok=True)
        for module in source_of(package, setuptools["package-dir"]).glob("*.py"):
            shutil.copyfile(module, folder / module.name)


if __name__ == "__main__":
    lay_out(Path(sys.argv[1]))
