"""A chunk's records become the messages that are heard, and for the others the reason why they are not."""

import zlib
from collections.abc import Sequence
from typing import NamedTuple

from codewatch import ours, paths, privacy, quiet, subagents
from codewatch.chunks import Chunk
from codewatch.clients.protocol import Record
from codewatch.clients.speech import spoken, without_injected
from codewatch.messages import Message, Role
from codewatch.rewinds import SKIPPED as REWOUND
from codewatch.rewinds import Rewind
from codewatch.slices import TranscriptSlice
from codewatch.store import ledger
from codewatch.store.ledger import Outcome, Stretch


class Heard(NamedTuple):
    """The messages to observe, those before them that may be shown with them, and what becomes of each record.

    `copies` are the keys of messages that were observed in another transcript.
    """

    messages: list[Message]
    earlier: list[Message]
    stretches: list[Stretch]
    copies: frozenset[str]


def listen(
    chunk: Chunk, piece: TranscriptSlice, context: Sequence[Message], rewind: Rewind, *, folder: str,
    heard: subagents.Heard,
) -> Heard:  # fmt: skip
    """Return what is heard of a chunk after `context`; `folder` is the data directory."""
    said = [message for record in chunk.records for message in record.messages]
    reasons = _reasons(chunk, piece, context, rewind, folder)
    about_us = ours.Ours([folder, paths.config_dir()])
    earlier = [message for message in context if not about_us.takes(message) and message.start not in reasons]
    own = {id(message) for message in said if about_us.takes(message)}
    side = {id(message) for message in subagents.passed_over(said, heard)}
    told = _told_before(piece)
    unseen = ledger.unseen(piece.client, list({message.key for message in said}))
    messages: list[Message] = []
    stretches: list[Stretch] = []
    copies: set[str] = set()
    for record in chunk.records:
        if not record.messages:
            stretches.append(Stretch(record.start, record.end, Outcome.SKIPPED, record.skipped, 1))
            continue
        reason = reasons.get(record.start, "")
        theirs = [message for message in record.messages if id(message) not in own]
        wanted = [message for message in theirs if id(message) not in side]
        fresh = [message for message in wanted if message.key in unseen and not _is_told(message, told)]
        if not reason and not fresh:
            reason = ours.SKIPPED if not theirs else subagents.SKIPPED if not wanted else "copy"
            copies.update(message.key for message in wanted)
        if reason:
            stretches.append(Stretch(record.start, record.end, Outcome.SKIPPED, reason, 1))
            continue
        unseen.difference_update(message.key for message in fresh)
        messages += fresh
        stretches.append(Stretch(record.start, record.end, Outcome.OBSERVED, "", 1))
    return Heard(messages, earlier, stretches, frozenset(copies))


def _reasons(
    chunk: Chunk, piece: TranscriptSlice, context: Sequence[Message], rewind: Rewind, folder: str
) -> dict[int, str]:
    """Return why records are not heard that hold messages, by where they start."""
    records = [record for record in chunk.records if record.messages]
    said = [message for record in records for message in record.messages]
    if any(_is_our_question(message) for message in (*context, *said)):
        return {record.start: "our own question" for record in records}
    latest = {record.id: record.start for record in chunk.records if record.id}
    return {
        **{record.start: "written anew" for record in records if _is_written_anew(record, latest)},
        **dict.fromkeys(rewind.left, REWOUND),
        # What was said before is not context when it is heard now.
        **{message.start: "" for message in said if message.start < chunk.start and message.start not in rewind.left},
        **quiet.reasons(folder, piece, [*context, *said]),
    }


def _is_written_anew(record: Record, latest: dict[str, int]) -> bool:
    return latest.get(record.id, record.start) != record.start


def _is_our_question(message: Message) -> bool:
    """Return whether a session is one in which a coding client answers us: nothing is learned from ourselves."""
    return message.role is Role.USER and message.text.startswith(paths.OUR_OPENING)


def of_last_message(piece: TranscriptSlice, *, is_prompt: bool) -> str:
    """Return what is heard of a message that a hook told as a session's last one; "" where nobody has said it."""
    said = spoken(piece.message) if is_prompt else without_injected(piece.message).strip()
    return "" if is_prompt and said.startswith(paths.OUR_OPENING) else said


def _told_before(piece: TranscriptSlice) -> frozenset[str]:
    """Return the checksums of what a hook told as a session's last message, while it could name no transcript."""
    return ledger.told_checksums(piece.client, privacy.clean_text(piece.session))


def _is_told(message: Message, told: frozenset[str]) -> bool:
    return bool(told) and message.role is Role.ASSISTANT and checksum(privacy.clean(message.text).text) in told


def checksum(text: str) -> str:
    """Return by what a last message is known again, once it stands in a transcript."""
    return f"{zlib.crc32(text.strip().encode()):08x}"
