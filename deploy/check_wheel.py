"""Checks a wheel and what a clean environment makes of it: `check_wheel.py WHEEL PYTHON`.

PYTHON is the interpreter of a venv that holds the wheel and its dependencies, and not the checkout.
"""

import os
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
AGENT_FILES = (
    "CLAUDE.md",
    "AGENTS.md",
    "GEMINI.md",
    "SKILL.md",
    ".cursorrules",
    ".windsurfrules",
    "copilot-instructions.md",
)
# A user's repository may have folders of these names; none of them may run in place of ours.
PLANTED = ("workers", "codewatch", "prompts", "huey", "json")


def missing_files(names: set[str]) -> Iterator[str]:
    """Yield what the wheel should hold and does not: every module, every prompt, the licence, the demo session."""
    setuptools = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
    homes = {
        "codewatch": "codewatch",
        **{name.replace(".", "/"): home for name, home in setuptools["package-dir"].items()},
    }
    for inside, home in homes.items():
        for pattern in ("*.py", "*.md", "*.jsonl", "*.js"):
            for path in (ROOT / home).rglob(pattern):
                name = f"{inside}/{path.relative_to(ROOT / home).as_posix()}"
                if name not in names and path.name not in AGENT_FILES:
                    yield f"missing in the wheel: {name}"
    if not any(name.startswith("codewatch/demo/") and name.endswith(".jsonl") for name in names):
        yield "missing in the wheel: a demo session (codewatch/demo/*.jsonl)"
    if not any(name.startswith("codewatch/prompts/") and name.endswith(".md") for name in names):
        yield "missing in the wheel: the prompts (codewatch/prompts/*.md)"
    if not any(name.endswith(".dist-info/licenses/LICENSE") for name in names):
        yield "missing in the wheel: LICENSE"


def surplus_files(names: set[str]) -> Iterator[str]:
    """Yield what the wheel holds and should not: anything outside codewatch/, tests, instructions to assistants."""
    for name in sorted(names):
        top, *_, file = name.split("/")
        if top != "codewatch" and not top.endswith(".dist-info"):
            yield f"outside codewatch/: {name}"
        if "tests" in name.split("/") or file.startswith("test_") or file == "conftest.py":
            yield f"a test: {name}"
        if file in AGENT_FILES:
            yield f"instructions to an assistant: {name}"


def run_failures(python: Path) -> Iterator[str]:
    """Yield what goes wrong when the installed program is started in a folder full of planted packages."""
    version = _version()
    with tempfile.TemporaryDirectory() as folder:
        trap = Path(folder, "trap")
        for name in PLANTED:
            package = Path(folder, "repository", name)
            package.mkdir(parents=True)
            (package / "__init__.py").write_text(f"open({str(trap)!r}, 'a').write({name!r} + chr(10))\n", "utf-8")
        isolated = [python, "-I", "-m"]
        commands: list[tuple[list[str | Path], str]] = [
            ([python.with_name("codewatch"), "--version"], version),
            ([python.with_name("codewatch-memory"), "--version"], version),
            ([*isolated, "codewatch", "--version"], version),
            ([*isolated, "codewatch", "--help"], ""),
            ([*isolated, "codewatch.workers", "--help"], ""),
            (
                [
                    python,
                    "-I",
                    "-c",
                    "import codewatch.workers as w, codewatch.prompts as p; print(w.__file__, p.__file__)",
                ],
                "site-packages",
            ),
        ]
        for command, expected in commands:
            shown = " ".join([Path(command[0]).name, *map(str, command[1:])])
            done = subprocess.run(
                command,
                cwd=Path(folder, "repository"),
                env=_clean_environment(folder),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=120,
                check=False,
            )
            if done.returncode != 0:
                yield f"`{shown}` ended with {done.returncode}: {done.stderr.strip()[-1000:]}"
            elif expected not in done.stdout:
                yield f"`{shown}` printed {done.stdout.strip()!r}, not {expected!r}"
        if trap.exists():
            yield f"planted packages were imported: {', '.join(sorted(set(trap.read_text('utf-8').split())))}"


def _version() -> str:
    for line in (ROOT / "codewatch" / "__init__.py").read_text("utf-8").splitlines():
        if line.startswith("__version__"):
            return line.split('"')[1]
    raise SystemExit("codewatch/__init__.py has no __version__")


def _clean_environment(home: str) -> dict[str, str]:
    return {
        "PATH": os.environ.get("PATH", ""),
        "HOME": home,
        "CODEWATCH_DATA_DIR": str(Path(home, "data")),
        "CODEWATCH_WORKER_AUTOSTART": "false",
    }


def main(wheel: Path, python: Path) -> int:
    """Print every fault and return the exit code."""
    names = {name for name in zipfile.ZipFile(wheel).namelist() if not name.endswith("/")}
    faults = [*missing_files(names), *surplus_files(names), *run_failures(python)]
    for fault in faults:
        print(f"wheel: {fault}", file=sys.stderr)
    print(f"wheel: {wheel.name}, {len(names)} files, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
