"""The worker as a service of the user's session: a systemd user unit, or a launchd agent on macOS.

The texts are those of `deploy/codewatch-worker.service` and `deploy/codewatch-worker.plist`; a test compares them.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from typing import NamedTuple
from xml.sax.saxutils import escape

from codewatch import paths
from codewatch.errors import ConfigError

NAME = "codewatch-worker"
UNIT = """[Unit]
Description=codewatch worker

[Service]
ExecStart="@PYTHON@" -I -m codewatch.workers run
Environment="CODEWATCH_DATA_DIR=@DATA_DIR@"
Restart=always
RestartSec=5
TimeoutStopSec=15
UMask=0077
Nice=10

[Install]
WantedBy=default.target
"""
AGENT = """<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
    <key>Label</key><string>codewatch-worker</string>
    <key>ProgramArguments</key>
    <array>
        <string>@PYTHON@</string><string>-I</string><string>-m</string><string>codewatch.workers</string>
        <string>run</string>
    </array>
    <key>EnvironmentVariables</key>
    <dict><key>CODEWATCH_DATA_DIR</key><string>@DATA_DIR@</string></dict>
    <key>KeepAlive</key><true/>
    <key>ThrottleInterval</key><integer>5</integer>
    <key>Umask</key><integer>63</integer>
    <key>ProcessType</key><string>Background</string>
</dict>
</plist>
"""


class Service(NamedTuple):
    """Where the service's file is, what stands in it, and the commands that turn it on and off."""

    path: str
    text: str
    turn_on: tuple[tuple[str, ...], ...]
    turn_off: tuple[tuple[str, ...], ...]


def service_for(folder: str) -> Service:
    """Return the service that keeps a worker running for the data directory `folder`."""
    if sys.platform == "darwin":
        path = os.path.join(paths.home(), "Library", "LaunchAgents", f"{NAME}.plist")
        text = '<?xml version="1.0" encoding="UTF-8"?>\n' + _filled(AGENT, folder, escape)
        return Service(path, text, (("launchctl", "load", "-w", path),), (("launchctl", "unload", "-w", path),))
    path = os.path.join(os.path.dirname(paths.config_dir()), "systemd", "user", f"{NAME}.service")
    systemctl = ("systemctl", "--user")
    return Service(
        path, _filled(UNIT, folder, _for_systemd),
        ((*systemctl, "daemon-reload"), (*systemctl, "enable", "--now", NAME)),
        ((*systemctl, "disable", "--now", NAME), (*systemctl, "daemon-reload")),
    )  # fmt: skip


def install(service: Service) -> list[str]:
    """Write the service's file and turn it on; return the commands that could not be run here.

    Raises:
        OSError: the file cannot be written.
    """
    paths.make_folders(os.path.dirname(service.path))
    paths.replace_private(service.path, service.text)
    return _run(service.turn_on)


def uninstall(service: Service) -> bool:
    """Turn the service off and remove its file; return whether there was one.

    Raises:
        OSError: the file cannot be removed.
    """
    if not os.path.exists(service.path):
        return False
    _run(service.turn_off)
    os.unlink(service.path)
    return True


def _filled(template: str, folder: str, escape: Callable[[str], str]) -> str:
    """Return the template with this interpreter and data directory.

    Raises:
        ConfigError: a path holds what a service's file cannot.
    """
    for path in (sys.executable, folder):
        if any(ord(letter) < 32 for letter in path):
            raise ConfigError(f"{path!r}: a service cannot be told a path with control characters")
    return template.replace("@PYTHON@", escape(sys.executable)).replace("@DATA_DIR@", escape(folder))


def _for_systemd(path: str) -> str:
    """Return a path as it stands between double quotes in a unit: systemd.unit(5), specifiers and quoting."""
    return path.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")


def _run(commands: tuple[tuple[str, ...], ...]) -> list[str]:
    return [" ".join(command) for command in commands if not _works(command)]


def _works(command: tuple[str, ...]) -> bool:
    return (
        shutil.which(command[0]) is not None
        and not subprocess.run(command, capture_output=True, check=False).returncode
    )
