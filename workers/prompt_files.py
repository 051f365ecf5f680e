"""The user's own prompts, as a running worker finds them: what is wrong with one is logged, and that it is mended."""

import logging

from codewatch.llm import prompts

logger = logging.getLogger("codewatch.workers")


class PromptFiles:
    """Says in the log what is wrong with the user's prompts, at the start and when that changes.

    Nothing else waits for it: each question reads its text anew.
    """

    def __init__(self) -> None:
        self._seen: object = None
        self._said: list[str] = []
        self.reread()

    def reread(self) -> None:
        """Look at the prompts again, and log what was not said yet."""
        state = prompts.files_state()
        if state == self._seen:
            return
        self._seen = state
        faults = [fault.what for fault in prompts.faults()]
        for what in faults:
            if what not in self._said:
                logger.warning("prompt: %s", what)
        if self._said and not faults:
            logger.info("the prompts are in order again")
        self._said = faults
