"""Memories that are to be forgotten → gone for good."""

import json
import os
from collections.abc import Iterable
from typing import NamedTuple

from codewatch import folding, profiles, retelling
from codewatch.observations import StoredObservation
from codewatch.proof import Told
from codewatch.store import forgetting, journal, observations
from codewatch.store.database import connection, memory_file, transaction

_IMPORTED_IDS = "select id, imported_id from observation where id in (select value from json_each(?))"


class Forgotten(NamedTuple):
    """Memories that are gone, and what a proof looks for of each."""

    memories: list[StoredObservation]
    told: list[Told]


def forget(row_ids: Iterable[int], *, who: str, now: str, dry_run: bool = False) -> Forgotten:
    """Delete observations of the open memory for good, and return what they were.

    Reflections that told of one tell it no more, and stay under their contract with the others. They leave the startup
    profile and the side files of injections too.

    Raises:
        NotFound: an id does not exist; then nothing is deleted.
        OSError: a side file cannot be written; they are deleted.
        StoreError: as `forgetting.wipe` and `profiles.refresh`; they are deleted.
    """
    ids = list(dict.fromkeys(row_ids))
    gone = [observations.get(row_id) for row_id in ids]
    edited = [Told(text, "") for row_id in ids for text in journal.edited_texts(row_id)]
    names = dict(connection().execute(_IMPORTED_IDS, (json.dumps(ids),)).fetchall())
    if not dry_run:
        with transaction():
            change, told = forgetting.forget(ids, who=who, now=now)
            retelling.retell((), again=dict.fromkeys(told, ()), who=who, now=now, change=change)
        try:
            forgetting.wipe()
        finally:
            try:
                folding.blank(os.path.dirname(memory_file()), ids)
            finally:
                profiles.refresh(now=now)
    return Forgotten(gone, [*(Told(memory.content, names.get(memory.id) or "") for memory in gone), *edited])
