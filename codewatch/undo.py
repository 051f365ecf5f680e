"""A change of memory → taken back: the rows are what they were before it, which is a change as well."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from codewatch import retelling
from codewatch.categories import State
from codewatch.errors import NotFound
from codewatch.store import journal, observations, reflections, rewound, rows
from codewatch.store.database import transaction
from codewatch.store.journal import Change, Entry

ACTION = "undone"
LINK = "undo "
_KINDS = (observations.KIND, reflections.KIND)
# What a session adds is told by its number only: it comes at any time, and is no change that somebody made.
_OF_SESSIONS = ("observed", "seen again", "grew", "shrank", "abandoned", "superseded")
# What is worked out from a reflection's lines, and anew whenever a memory behind them changes.
_WORKED_OUT = ("contract", "output_tokens", "content")
_FOR_GOOD = ("forgotten", "reindexed", "seen again")


class Undone(NamedTuple):
    """The change that was taken back, and the number of the change that this is."""

    taken_back: int
    action: str
    kind: str
    row_id: int
    change: int


def undo(number: int | None, *, project: int | None, who: str, now: str, chars_per_token: int = 4) -> Undone:
    """Take a change of the open memory back: the one with this number, or a project's newest that still stands.

    Raises:
        NotFound: there is none, it cannot be undone, or a later one stands in the way; the message says what to do.
    """
    with transaction():
        if number is not None:
            return _undo(number, who=who, now=now, chars_per_token=chars_per_token)
        for made in _standing(project):
            with suppress(_NothingLeft):
                return _undo(made, who=who, now=now, chars_per_token=chars_per_token)
    raise NotFound("there is no change to take back; `codewatch log` shows what there was")


class _NothingLeft(NotFound):
    """Nothing of a change is left that could be taken back."""


def _undo(number: int, *, who: str, now: str, chars_per_token: int) -> Undone:
    parts = journal.parts(number)
    head = parts[0]
    if head.kind not in _KINDS or head.action in _FOR_GOOD or not any(part.before or part.after for part in parts):
        raise _NothingLeft(f"change {head.id} ({name_of(head)} was {head.action}) cannot be undone")
    if head.kind == reflections.KIND and head.action == "reflected":
        change = _take_reflection_back(head, who=who, now=now)
    else:
        change = _restore(head, parts, who=who, now=now)
    _hold(change, head, who=who, now=now, chars_per_token=chars_per_token)
    return Undone(head.id, head.action, head.kind, head.row_id, change)


def name_of(entry: Entry | Change) -> str:
    """Return how commands call a journal entry's row."""
    return f"R{entry.row_id}" if entry.kind == reflections.KIND else str(entry.row_id)


def _standing(project: int | None) -> Iterator[int]:
    """Yield the changes that somebody made and that are not taken back, newest first."""
    for change, is_undone in _told(list(journal.changes(project=project))):
        if not is_undone and not change.reason.startswith(LINK) and _is_made(change):
            yield change.id


def _told(changes: Iterable[Change]) -> Iterator[tuple[Change, bool]]:
    """Yield changes, which come newest first, each with whether it was taken back and that still stands."""
    undone: set[int] = set()
    for change in changes:
        is_undone = change.id in undone
        if change.reason.startswith(LINK) and not is_undone:
            undone.add(int(change.reason.removeprefix(LINK)))
        yield change, is_undone


def _is_made(change: Change) -> bool:
    if change.kind not in _KINDS or change.action in _FOR_GOOD or change.reason.startswith("reflection "):
        return False
    if change.reason == rewound.REASON:
        return False
    return change.who != "worker" or change.action not in _OF_SESSIONS


def _take_reflection_back(head: Entry, *, who: str, now: str) -> int:
    known = reflections.get(head.row_id)
    newer = reflections.replaced_by(known.id) if known.state == State.SUPERSEDED else None
    if newer is not None:
        made = next(entry for entry in journal.of_row(reflections.KIND, newer) if entry["action"] == "reflected")
        raise _in_the_way(head, made["change"], f"R{newer} has taken its lines over")
    if known.state != State.ACTIVE:
        raise _NothingLeft(f"R{known.id} is {known.state}; only an active reflection can be taken back")
    if (later := _in_the_way_of(head, "lines")) is not None:
        raise _in_the_way(head, later, f"R{known.id} was edited since")
    return reflections.take_back(known.id, who=who, now=now, reason=f"{LINK}{head.id}")


def _restore(head: Entry, parts: Sequence[Entry], *, who: str, now: str) -> int:
    """Give every row of a change the columns that it had before, and return the change that this is.

    What was only told anew because of it is put back if it still stands so; else it is told anew once more.
    """
    wanted = [part for part in reversed(parts) if _columns_before(part)]
    own = [part for part in wanted if not _is_derived(part)]
    if not own:
        raise _NothingLeft(f"change {head.id} cannot be undone: what it was about is forgotten")
    _check_undone(head, own)
    for part in own:
        _check(head, part)
    change: int | None = None
    for part in (*own, *(part for part in wanted if _is_derived(part) and _stands(part))):
        entry = rows.set_columns(
            part.kind, part.row_id, _columns_before(part), who=who, now=now, reason=f"{LINK}{head.id}", change=change,
            action=retelling.ACTION if _is_derived(part) else ACTION,
        )  # fmt: skip
        change = change or entry
    return change or 0


def _is_derived(part: Entry) -> bool:
    return retelling.ACTION in (part.action, part.reason)


def _columns_before(part: Entry) -> dict[str, object]:
    if part.before is None and part.after is not None:
        return {"state": str(State.ARCHIVED)}  # what was made by it
    return part.changed


def _weighed(part: Entry) -> dict[str, object]:
    """Return of `_columns_before` what tells whether a row is as it was before a change, or after it."""
    is_told = part.kind == reflections.KIND and "lines" in part.changed
    left_out = _WORKED_OUT if is_told else ()
    return {name: value for name, value in _columns_before(part).items() if name not in left_out}


def _check_undone(head: Entry, own: Sequence[Entry]) -> None:
    before = [
        all(rows.columns_of(part.kind, part.row_id)[name] == value for name, value in _weighed(part).items())
        for part in own
    ]
    if all(before):
        raise _NothingLeft(f"change {head.id} is taken back already")


def _check(head: Entry, part: Entry) -> None:
    """Raise NotFound where somebody has changed a row after a change, or another one has taken its place."""
    now = rows.columns_of(part.kind, part.row_id)
    for name in _weighed(part):
        is_other = part.before is not None and part.after is not None and now[name] != part.after[name]
        if is_other and (later := _in_the_way_of(part, name)) is not None:
            raise _in_the_way(head, later, f"{name_of(part)} was changed since")
    if part.kind == reflections.KIND and part.action == "edited" and now["state"] != State.ACTIVE:
        newer = reflections.replaced_by(part.row_id)
        if newer is None:
            raise _NothingLeft(f"change {head.id} cannot be undone: R{part.row_id} is {now['state']}")
        raise NotFound(f"R{part.row_id} is {now['state']}: edit R{newer}, which has its lines")


def _in_the_way_of(part: Entry, name: str) -> int | None:
    """Return the newest change that somebody made of a row's column after an entry, and that still stands."""
    later = {change: each for change, each in journal.later(part, name) if not _is_derived(each)}
    if not later:
        return None
    changes = _told(journal.changes(project=None, everywhere=True))
    standing = (change.id for change, is_undone in changes if not is_undone and not change.reason.startswith(LINK))
    return next((number for number in standing if number in later), None)


def _stands(part: Entry) -> bool:
    now = rows.columns_of(part.kind, part.row_id)
    return part.after is not None and all(now[name] == part.after[name] for name in _weighed(part))


def _in_the_way(head: Entry, later: int | None, why: str) -> NotFound:
    first = f"; `codewatch undo {later}` first" if later else ""
    return NotFound(f"change {head.id} cannot be undone: {why}{first}")


def _hold(change: int, head: Entry, *, who: str, now: str, chars_per_token: int) -> None:
    """Hold every reflection that taking `head` back has touched, or whose memories it has, to its contract."""
    made = journal.parts(change)
    # What a reflection told before the change is what its memories said then.
    before = journal.texts_before(head.id)
    now_said = {one.id: one.content for one in observations.of_ids(sorted(before))}
    reworded = [row_id for row_id, text in before.items() if now_said.get(row_id) != text]
    retelling.retell(
        [part.row_id for part in made if part.kind == observations.KIND],
        again={part.row_id: reworded for part in made if part.kind == reflections.KIND},
        reworded=[part.row_id for part in made if part.kind == observations.KIND and "content" in part.changed],
        who=who, now=now, change=change, chars_per_token=chars_per_token,
    )  # fmt: skip
