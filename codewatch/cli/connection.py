"""The clients' files into findings: whether hooks of ours are in them, can run, and save to this data directory."""

import os
import shutil
from typing import NamedTuple

from codewatch import git, paths
from codewatch.cli.health import Finding
from codewatch.cli.place import Place
from codewatch.clientfiles import lines, own
from codewatch.clients.program import Where, default_data_dir
from codewatch.clients.setups import SETUPS, ClientSetup
from codewatch.errors import ClientFileError

SETUP = "codewatch setup"
NOT_CONNECTED, BROKEN, ELSEWHERE = "not-connected", "hooks-broken", "other-data-dir"
# While one of these is found, what a session says may be recorded nowhere, or not here.
IDS = (NOT_CONNECTED, BROKEN, ELSEWHERE)


class _Hook(NamedTuple):
    """One hook of ours: the client, the file it is in, the client's event, its command line."""

    client: ClientSetup
    file: str
    event: str
    line: own.Line


def judge(place: Place) -> list[Finding]:
    """Return what keeps the clients from saving here and recalling from here, and the command that mends it."""
    where = Where(git.find_work_tree(place.here), place.project)
    faults: list[Finding] = []
    unread: list[str] = []
    hooks: list[_Hook] = []
    for client in SETUPS.values():
        for path in client.hook_files(where):
            try:
                found = [_Hook(client, path, event, line) for event, line in lines.hooks_in(path)]
                said = client.warnings_of(path)
            except ClientFileError as error:
                unread.append(f"{client.title} reads no hooks from {path}: {error}")
                continue
            faults += [Finding(BROKEN, "error", f"{path} {text}", "mend that file") for text in said]
            faults += _judge_hooks(found, place.folder)
            hooks += found
    # Where another file has our hooks, they run all the same.
    severity = "warning" if hooks else "error"
    faults += [Finding(BROKEN, severity, what, f"mend that file, then {SETUP}") for what in unread]
    return faults or (_judge_events(hooks) if hooks else [_unconnected(list(SETUPS.values()))])


def _unconnected(clients: list[ClientSetup]) -> Finding:
    names = " or ".join(client.title for client in clients)
    return Finding(NOT_CONNECTED, "warning", f"no hooks in {names}: no session is recorded or given memories", SETUP)


def _judge_hooks(hooks: list[_Hook], folder: str) -> list[Finding]:
    found: dict[str, Finding] = {}
    for hook in hooks:
        missing = _missing(hook.line)
        named = hook.line.variables.get(own.DATA_DIR, "")
        saved_to = os.path.abspath(os.path.expanduser(named)) if named else default_data_dir()
        if missing:
            what = f"the hooks in {hook.file} do not run: there is no {missing}"
            found.setdefault(missing, Finding(BROKEN, "error", what, SETUP))
        elif os.path.realpath(saved_to) != os.path.realpath(folder):
            what = f"the hooks in {hook.file} save to {saved_to}, and this command reads {folder}"
            # What names no folder follows the environment that the client is started in.
            severity = "error" if named else "warning"
            fix = f"{SETUP} for {folder}; or set CODEWATCH_DATA_DIR to {paths.quoted(saved_to)}"
            found.setdefault(saved_to, Finding(ELSEWHERE, severity, what, fix))
    return list(found.values())


def _judge_events(hooks: list[_Hook]) -> list[Finding]:
    found: list[Finding] = []
    for client in SETUPS.values():
        present = {hook.event for hook in hooks if hook.client is client}
        lost = [event for event in client.events if event not in present]
        if present and lost:
            what = f"there is no hook of codewatch for {', '.join(lost)} of {client.title}"
            found.append(Finding(BROKEN, "warning", what, f"{SETUP} --client {client.name}"))
    return found


def _missing(line: own.Line) -> str:
    """Return the program or the script that a hook's line needs and that is not there, "" when all is."""
    if not (os.access(line.path, os.X_OK) if os.path.isabs(line.path) else shutil.which(line.path)):
        return line.path
    script = own.script_of(line)
    return script if script and not os.path.isfile(script) else ""
