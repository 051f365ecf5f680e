"""The worker as a service."""

import plistlib
import re
import stat
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from codewatch.cli import service
from codewatch.errors import ConfigError

DEPLOY = Path(__file__).parents[2] / "deploy"


@pytest.mark.parametrize(
    ("name", "text"), [("codewatch-worker.service", service.UNIT), ("codewatch-worker.plist", service.AGENT)]
)
def test_the_files_to_install_by_hand_are_those_that_the_command_writes(name, text):
    assert (DEPLOY / name).read_text().endswith(text)


def test_the_launchd_agent_is_xml():
    root = ElementTree.parse(DEPLOY / "codewatch-worker.plist").getroot()

    assert [key.text for key in root.iter("key")][:2] == ["Label", "ProgramArguments"]


def test_a_service_is_written_with_this_interpreter_and_data_directory(product):
    made = product.json("worker", "install-service", PATH="/nonexistent")

    text = Path(made["path"]).read_text()
    assert Path(made["path"]).is_relative_to(product.home)
    assert f"CODEWATCH_DATA_DIR={product.data}" in text
    assert "-I -m codewatch.workers run" in text
    assert made["left_to_run"]


@pytest.mark.parametrize("name", ["a%hb", 'q"q', "am&p<x>", "back\\slash", "with space"])
def test_a_folder_of_any_name_can_be_told_to_a_service(tmp_path, monkeypatch, name):
    folder = str(tmp_path / name)
    made = service.service_for(folder)
    monkeypatch.setattr(service.sys, "platform", "darwin")

    told = plistlib.loads(service.service_for(folder).text.encode())

    assert told["EnvironmentVariables"]["CODEWATCH_DATA_DIR"] == folder
    line = next(line for line in made.text.splitlines() if line.startswith("Environment="))
    unquoted = re.sub(r'\\(["\\])', r"\1", line.removeprefix('Environment="').removesuffix('"')).replace("%%", "%")
    assert unquoted == f"CODEWATCH_DATA_DIR={folder}"


def test_a_folder_that_no_service_can_be_told_is_refused(tmp_path):
    with pytest.raises(ConfigError, match="control characters"):
        service.service_for(f"{tmp_path}/two\nlines")


def test_taking_the_service_away_leaves_nothing_and_may_be_repeated(product):
    made = product.json("worker", "install-service", PATH="/nonexistent")

    removed = [product.json("worker", "uninstall-service", PATH="/nonexistent")["removed"] for _ in range(2)]

    assert removed == [True, False]
    assert not Path(made["path"]).exists()


@pytest.mark.parametrize("umask", [0o000, 0o002])
def test_nobody_else_can_write_where_the_service_is_described(product, umask):
    unit = product.home / ".config" / "systemd" / "user" / "codewatch-worker.service"
    unit.parent.parent.parent.mkdir(mode=0o755)

    for _ in range(2):
        subprocess.run(
            [sys.executable, "-I", "-m", "codewatch", "worker", "install-service"], cwd=product.project, umask=umask,
            env={**product.environment, "PATH": "/nonexistent"}, check=True, capture_output=True,
        )  # fmt: skip

    modes = {one.name: stat.S_IMODE(one.stat().st_mode) for one in (product.home / ".config").rglob("*")}
    assert modes == {"systemd": 0o700, "user": 0o700, "codewatch-worker.service": 0o600}
    assert stat.S_IMODE((product.home / ".config").stat().st_mode) == 0o755
