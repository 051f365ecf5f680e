"""Which hooks of ours a client's file runs, in whichever of the forms that clients' files have."""

from codewatch.clientfiles import files, flat_hooks, hooks, own, whole


def hooks_in(path: str) -> list[tuple[str, own.Line]]:
    """Return the event and the command line of every hook of ours in a file of a client's, or in a plugin of ours.

    Raises:
        ClientFileError: it cannot be read.
    """
    text = files.read(path) or ""
    if path.endswith(".js"):
        return whole.found_in(text)
    return [*hooks.found_in(text), *flat_hooks.found_in(text)]
