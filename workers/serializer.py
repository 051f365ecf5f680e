"""Jobs as JSON in the queue file, never pickle: who can write the file must not be able to run code."""

import datetime
import json
from typing import Any

from huey.registry import Message
from huey.serializer import Serializer
from huey.utils import Error

_MOMENT = "__moment__"


class JsonSerializer(Serializer):
    """Huey's messages, results and errors as JSON; a message's absent fields get huey's defaults."""

    def _serialize(self, data: Any) -> bytes:
        if isinstance(data, Message):
            document = {"m": _message_fields(data)}
        elif isinstance(data, Error):
            document = {"e": data.metadata}
        else:
            document = {"v": data}
        return json.dumps(document, default=str).encode()

    def _deserialize(self, data: Any) -> Any:
        document = json.loads(bytes(data) if isinstance(data, memoryview) else data)
        if "m" in document:
            return _message(document["m"])
        return Error(document["e"]) if "e" in document else document["v"]


def _message_fields(message: Message | None) -> dict[str, Any] | None:
    if message is None:
        return None
    fields = {name: value for name, value in message._asdict().items() if value is not None}
    for name, value in fields.items():
        if isinstance(value, datetime.datetime):
            fields[name] = {_MOMENT: value.isoformat()}
    for name in ("on_complete", "on_error"):
        if name in fields:
            fields[name] = _message_fields(fields[name])
    return fields


def _message(fields: dict[str, Any] | None) -> Message | None:
    if fields is None:
        return None
    known = {name: fields[name] for name in Message._fields if name in fields}
    for name, value in known.items():
        if isinstance(value, dict) and _MOMENT in value:
            known[name] = datetime.datetime.fromisoformat(value[_MOMENT])
    for name in ("on_complete", "on_error"):
        known[name] = _message(known.get(name))
    defaults = {"eta": None, "retries": 0, "retry_delay": 0, "priority": None, "kwargs": {}}
    return Message(**{**defaults, **known, "args": tuple(known.get("args", ()))})
