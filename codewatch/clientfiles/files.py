"""A client's file on disk: read whole, backed up once, and replaced in one step, or left exactly as it is."""

import os
import shutil
import stat
import tempfile
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from codewatch.errors import ClientFileError

try:
    import fcntl
except ImportError:  # Windows: only the comparison right before the write is left there
    fcntl = None

BACKUP = ".codewatch-backup"
LARGEST_BYTES = 64 << 20
_TRIES = 5
_CLIENT_WAIT_S = 5.0
_CLIENT_STALE_S = 60.0

Edit = Callable[[str | None], str | None]


class Written(NamedTuple):
    """What became of a file: its text before and after (None: no file), and the backup that was made, if any."""

    before: str | None
    after: str | None
    backup: str


def read(path: str) -> str | None:
    """Return the text of a file exactly as it is, or None where there is none.

    Raises:
        ClientFileError: it is no regular file, too large, not UTF-8, or cannot be read.
    """
    data = _read(path)
    try:
        return None if data is None else data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ClientFileError(f"byte {error.start} is not UTF-8") from error


def check_changeable(path: str) -> None:
    """Make sure that replacing the file keeps its mode, owner and other names.

    Raises:
        ClientFileError: it would not.
    """
    real = os.path.realpath(path)
    try:
        found = os.stat(real)
    except OSError:
        return
    if not found.st_mode & stat.S_IWUSR or not os.access(real, os.W_OK):
        raise ClientFileError("it is read-only")
    if found.st_nlink > 1:
        raise ClientFileError("it has a second name (hard link), which would keep the old text")
    if not os.access(os.path.dirname(real), os.W_OK):
        raise ClientFileError(f"{os.path.dirname(real)} cannot be written")
    if hasattr(os, "geteuid") and os.geteuid() not in (0, found.st_uid):
        raise ClientFileError("it belongs to another user")


def change(
    path: str, edit: Edit, backs_up: Callable[[str], bool], *, is_private: bool, has_lock: bool
) -> Written | None:
    """Replace the text of a file by what `edit` makes of it, and return what was done, or None when nothing was.

    Set-ups wait for each other; who else writes the file meanwhile makes this start over. `is_private` is the mode of
    a new file, `has_lock` says that the client itself locks the file, `backs_up` whether to keep the old text.

    Raises:
        ClientFileError: it cannot be changed safely; then it was not.
    """
    real = os.path.realpath(path)
    try:
        os.makedirs(os.path.dirname(real), mode=0o700 if is_private else 0o777, exist_ok=True)
        with _turn(os.path.dirname(real)), _clients_turn(f"{path}.lock" if has_lock else ""):
            for _ in range(_TRIES):
                old = read(path)
                new = edit(old)
                if new == old:
                    return None
                check_changeable(path)
                backup = _back_up(path, old) if old is not None and backs_up(old) else ""
                if _replace(real, old, new, is_private=is_private):
                    return Written(old, new, backup)
    except OSError as error:
        raise ClientFileError(f"{error.filename or path}: {error.strerror or error}") from error
    raise ClientFileError("somebody else keeps changing it")


def backups(path: str) -> list[str]:
    """Return the backups of a file, oldest first."""
    names = [path + BACKUP]
    while os.path.lexists(names[-1]):
        names.append(f"{path}{BACKUP}-{len(names) + 1}")
    return names[:-1]


def original(path: str) -> str | None:
    """Return the text that the newest backup of a file holds, or None when there is none that can be read."""
    found = backups(path)
    try:
        return read(found[-1]) if found else None
    except ClientFileError:
        return None


def drop_needless_backup(path: str) -> None:
    """Remove the newest backup of a file when it holds just what the file does."""
    found = backups(path)
    with suppress(OSError, ClientFileError):
        if found and _read(found[-1]) == _read(path):
            os.unlink(found[-1])


def _read(path: str) -> bytes | None:
    try:
        found = os.stat(path)
        if not stat.S_ISREG(found.st_mode):
            raise ClientFileError("it is not a regular file")
        if found.st_size > LARGEST_BYTES:
            raise ClientFileError(f"it has more than {LARGEST_BYTES >> 20} MB")
        with open(path, "rb") as stream:
            return stream.read()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ClientFileError(error.strerror or str(error)) from error


def _back_up(path: str, text: str) -> str:
    found = backups(path)
    data = text.encode("utf-8")
    if found and _read(found[-1]) == data:
        return found[-1]
    name = f"{path}{BACKUP}{f'-{len(found) + 1}' if found else ''}"
    descriptor = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(descriptor)
    _take_over(os.path.realpath(path), name)
    return name


def _replace(real: str, old: str | None, new: str | None, *, is_private: bool) -> bool:
    """Put `new` in the file's place if the file still holds `old`; return whether it did."""
    folder = os.path.dirname(real)
    if new is None:
        if read(real) != old:
            return False
        os.unlink(real)
        with suppress(OSError):
            os.rmdir(folder)  # only an empty one goes: what the set-up made for the file alone
        return True
    descriptor, temporary = tempfile.mkstemp(prefix=".codewatch-", dir=folder)
    try:
        with open(descriptor, "wb") as stream:
            stream.write(_encoded(new))
            stream.flush()
            os.fsync(descriptor)
        if old is not None:
            _take_over(real, temporary)
        elif not is_private:
            os.chmod(temporary, 0o666 & ~_umask())
        if read(real) != old:
            return False
        os.replace(temporary, real)
    finally:
        with suppress(OSError):
            os.unlink(temporary)
    _sync(folder)
    return True


def _encoded(text: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise ClientFileError("a path to be written is not UTF-8") from error


def _take_over(source: str, target: str) -> None:
    """Give `target` the mode, attributes and owner of `source`."""
    found = os.stat(source)
    shutil.copystat(source, target)
    os.utime(target)
    if hasattr(os, "chown"):
        os.chown(target, found.st_uid, found.st_gid)
        os.chmod(target, stat.S_IMODE(found.st_mode))


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _sync(folder: str) -> None:
    with suppress(OSError):  # not every system can
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def _turn(folder: str) -> Generator[None]:
    """Hold the folder, so that set-ups that run at once change its files one after the other."""
    if fcntl is None:
        yield
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


@contextmanager
def _clients_turn(folder: str) -> Generator[None]:
    """Hold the lock that the client takes for its file, a folder beside it; one that is old belongs to nobody."""
    deadline = time.monotonic() + _CLIENT_WAIT_S
    is_held = False
    while folder and not is_held:
        try:
            os.mkdir(folder)
            is_held = True
        except FileExistsError as error:
            with suppress(OSError):
                if time.time() - os.stat(folder).st_mtime > _CLIENT_STALE_S:
                    break
            if time.monotonic() > deadline:
                raise ClientFileError("the client is writing it; try again") from error
            time.sleep(0.05)
    try:
        yield
    finally:
        if is_held:
            with suppress(OSError):
                os.rmdir(folder)
