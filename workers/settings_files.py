"""The settings files of a running worker: read again when they change."""

import logging
import os

from codewatch import config
from codewatch.config import Settings
from codewatch.errors import ConfigError

from .tasks import Duty, keep_profile

logger = logging.getLogger("codewatch.workers")


class SettingsFiles:
    """Looks whether a settings file has changed, and gives the worker's jobs what stands in it now."""

    def __init__(self, duty: Duty) -> None:
        self.duty = duty
        self._seen = config.files_state()
        self._folder = os.path.dirname(duty.queue_path)
        config.publish_exclusions(self._folder)

    def reread(self) -> None:
        """Bring `duty.settings` up to date; settings of no use change nothing but the log."""
        state = config.files_state()
        if state == self._seen:
            return
        self._seen = state
        try:
            self.duty.settings = Settings.load()
            self.duty.models.use(self.duty.settings)
            config.publish_exclusions(self._folder)
            keep_profile()
        except (ConfigError, OSError) as error:
            logger.error("the settings stay as they were: %s", error)
            return
        logging.getLogger().setLevel(self.duty.settings.log_level.upper())
        logger.info("the settings were read again")
