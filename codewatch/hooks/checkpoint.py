"""A prompt in a long session: queues the session where no save hook has done so for a while (FEATURES F133-F135).

A session whose turns do not end, or whose client runs no hook at their end, is so observed while it goes on.
"""

import os

from codewatch import lock, paths
from codewatch.injected import file_name

PROMPT_EVENTS = ("UserPromptSubmit",)


def keep(client: str, payload: dict[str, str], folder: str, now: float) -> None:
    """Queue what is new in the session that a prompt belongs to, once in `CODEWATCH_CHECKPOINT_INTERVAL_S`.

    Raises:
        OSError: the data directory cannot be written, and so neither queue nor spool.
    """
    if payload.get("hook_event_name") not in PROMPT_EVENTS or payload.get("agent_id"):
        return
    session, interval_s = payload.get("session_id", ""), paths.checkpoint_interval_s()
    if not session or not interval_s or not os.path.isfile(os.path.expanduser(payload.get("transcript_path", ""))):
        return
    mark = os.path.join(folder, paths.CHECKPOINT_FOLDER, file_name(session))
    if _is_due(mark, interval_s, now):
        from codewatch.hooks import save  # noqa: PLC0415  (one prompt in a quarter of an hour pays for it)

        save.keep(client, payload, folder, now, unless_since=now - interval_s)


def _is_due(mark: str, interval_s: float, now: float) -> bool:
    """Return whether the last checkpoint is so long ago, and take the next one for this process; a first prompt waits.

    Of many prompts at once, one is told so. One in the future is of a clock that was set back since.
    """
    try:
        if 0 <= now - os.stat(mark).st_mtime < interval_s:
            return False
    except FileNotFoundError:
        paths.make_private_folder(os.path.dirname(os.path.dirname(mark)))
        paths.make_private_folder(os.path.dirname(mark))
        os.close(paths.open_private(mark, os.O_WRONLY))
        os.utime(mark, (now, now))
        return False
    file = os.open(mark, os.O_RDWR)
    try:
        if not lock.take(file) or 0 <= now - os.fstat(file).st_mtime < interval_s:
            return False
        os.utime(mark, (now, now))
        return True
    finally:
        os.close(file)
