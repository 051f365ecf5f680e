"""What a version that left its files readable has left behind → files and folders for their owner alone."""

import os

from codewatch import paths

_OTHERS = 0o077


def mend(folder: str) -> None:
    """Take away what others may do with the data directory and the files in it: older versions left them readable."""
    rest, projects = [folder], os.path.join(folder, paths.PROJECTS_FOLDER)
    for one in rest:
        try:
            found = os.stat(one)
            if one != folder or paths.is_ours_alone(one, found):
                _close(one, found.st_mode, 0o700)
            entries = list(os.scandir(one))
        except OSError:
            continue  # not there, or another user's
        for entry in entries:
            try:
                if entry.is_symlink() or (one == folder and not paths.is_ours(entry.name, folder)):
                    continue
                if entry.is_dir():
                    rest += [entry.path] if one in (folder, projects) else []
                else:
                    _close(entry.path, entry.stat().st_mode, 0o600)
            except OSError:
                continue  # gone since, or another user's


def _close(path: str, mode: int, wanted: int) -> None:
    if mode & _OTHERS:
        os.chmod(path, wanted)
