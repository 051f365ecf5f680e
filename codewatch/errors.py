"""Every error that codewatch raises on purpose, as one tree.

CodewatchError
├── ConfigError          a setting cannot be read or used
├── TranscriptError      a transcript cannot be read
├── StoreError           the memory database cannot be used
│   ├── StoreDamaged     it is not a database, or its pages are broken
│   ├── StoreReadOnly    it cannot be written (folder, file or disk)
│   └── StoreTooNew      a newer codewatch wrote it
├── ClientFileError      a client's settings file cannot be changed safely
├── NotFound             the thing asked for is not there
├── WorkerUnavailable    no worker can be started or waited for
├── ModelOutputError     a model's answer does not fit the schema
├── ContextTooLong       the text does not fit the model
└── ProviderError        a model provider did not answer
    ├── ProviderBusy     ask again later
    └── ProviderRefused  every model that was asked refuses this text
"""


class CodewatchError(Exception):
    """Something went wrong that a user can be told in one line."""


class ConfigError(CodewatchError):
    """A setting cannot be read or used; the message names it and its source."""


class TranscriptError(CodewatchError):
    """A transcript cannot be read; the message names its path."""


class StoreError(CodewatchError):
    """The memory database cannot be used; the message names its path and what to do."""


class StoreDamaged(StoreError):
    """The file is not a database, or its pages are broken."""


class StoreReadOnly(StoreError):
    """The database, its folder or its disk cannot be written."""


class StoreTooNew(StoreError):
    """A newer codewatch wrote the database; this one must not touch it."""


class ClientFileError(CodewatchError):
    """A client's settings file cannot be changed safely, so it was left as it is; the message says why."""


class WorkChanged(CodewatchError):
    """What was to be stored was made of memories that have changed meanwhile; make it again."""


class NotFound(CodewatchError):
    """The thing asked for is not there."""


class WorkerUnavailable(CodewatchError):
    """No worker can be started or waited for."""


class ModelOutputError(CodewatchError):
    """A model's answer does not fit the schema that was asked for; `reply` is the answer, for the failed list."""

    def __init__(self, message: str, *, reply: str = "") -> None:
        super().__init__(message)
        self.reply = reply


class ContextTooLong(CodewatchError):
    """The text does not fit the model's context: ask about less of it."""


class ProviderError(CodewatchError):
    """A model provider did not answer."""


class ProviderBusy(ProviderError):
    """No provider may be asked before `retry_at` (UNIX time in seconds)."""

    def __init__(self, message: str, *, retry_at: float = 0.0) -> None:
        super().__init__(message)
        self.retry_at = retry_at


class ProviderRefused(ProviderError):
    """Every model that was asked refuses this text: asking again will not help, the rules may take it."""
