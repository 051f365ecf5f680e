"""Jobs that could not be put into the queue, as files that the next worker reads. Standard library only."""

import os

from codewatch import paths


def put(folder: str, document: str, *, now_ns: int) -> None:
    """Keep one job, a JSON object, in a file of its own that appears whole or not at all.

    Raises:
        OSError: the data directory cannot be written either.
    """
    spool = os.path.join(folder, paths.SPOOL_FOLDER)
    paths.make_private_folder(spool)
    name = os.path.join(spool, f"{now_ns:020d}-{os.getpid()}")
    descriptor = paths.open_private(name + ".part", os.O_WRONLY | os.O_TRUNC)
    rest = document.encode("utf-8", "replace")
    try:
        while rest:  # a disk that is nearly full takes a part
            rest = rest[os.write(descriptor, rest) :]
    except OSError:
        os.unlink(name + ".part")
        raise
    finally:
        os.close(descriptor)
    os.rename(name + ".part", name + ".json")


def waiting(folder: str) -> list[str]:
    """Return the paths of the jobs kept, oldest first."""
    spool = os.path.join(folder, paths.SPOOL_FOLDER)
    try:
        names = os.listdir(spool)
    except OSError:
        return []
    return [os.path.join(spool, name) for name in sorted(names) if name.endswith(".json")]
