"""The jobs that the worker does: observe a slice, reflect a scope."""

import logging
import os
import sqlite3
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, NoReturn

from huey.exceptions import RetryTask

from codewatch import broken, chunks, pipeline, profiles, queue, thresholds
from codewatch.agents import reflector
from codewatch.agents.model_categorizer import recategorize
from codewatch.agents.model_observer import OUTPUT_TOKENS, ModelObserver
from codewatch.agents.model_reflector import CALL_TOKENS, MOST_OUTPUT_TOKENS, Outcome, reflect_or_stand_in
from codewatch.agents.observer import Observer
from codewatch.agents.rules.rules_observer import STANDS_IN, RulesObserver
from codewatch.categories import Category
from codewatch.clients.table import find_client
from codewatch.config import Settings
from codewatch.errors import (
    ContextTooLong,
    ModelOutputError,
    ProviderBusy,
    ProviderError,
    StoreError,
    TranscriptError,
    WorkChanged,
)
from codewatch.llm import tokens
from codewatch.observations import StoredObservation
from codewatch.slices import BACKFILL, TranscriptSlice
from codewatch.store import observations, reflections, sessions, unsorted
from codewatch.store.clock import as_text, utc_now
from codewatch.store.database import thread_connection, transaction

from .fitting import FittedObserver
from .leases import MAX_DEATHS, LeaseHuey, describe
from .models import Models

logger = logging.getLogger("codewatch.workers")

STORE_WAIT_S = 30.0
# The number, date and kind that a note is shown with.
_AROUND_NOTE = 40
PUT_BACK_S = 0.05


@dataclass(slots=True)
class Duty:
    """What every job needs. `takes_tails` is set while the queue is to be emptied: then nothing waits for company."""

    settings: Settings
    models: Models
    queue_path: str
    takes_tails: bool = False


def register(huey: LeaseHuey, duty: Duty) -> None:
    """Register the tasks under the names that the queue uses; a row with another name would be refused."""
    options: dict[str, Any] = {
        "retries": queue.RETRIES,
        "retry_delay": queue.RETRY_DELAY_S,
        "retry_backoff": queue.RETRY_BACKOFF,
    }

    @huey.task(name="observe_slice", context=True, **options)
    def observe_slice(task: Any, **arguments: Any) -> None:
        with _patience(duty):
            try:
                _observe(
                    TranscriptSlice(**arguments), duty, task, made_progress=lambda: say_progress(huey, task),
                    hold_on=lambda: hold_on(huey, task),
                )  # fmt: skip
            except TranscriptError:
                if _is_gone(str(arguments["client"]), str(arguments["path"])):
                    task.retries = 0  # trying again brings no file back
                raise

    @huey.task(name="reflect_scope", context=True, **options)
    def reflect_scope(task: Any, **arguments: Any) -> None:
        with _patience(duty):
            if arguments.get("unless_rejected") and _is_rejected(int(arguments["project"]), str(arguments["branch"])):
                return
            _reflect(
                int(arguments["project"]), str(arguments["branch"]), duty, task, level=arguments.get("level") or 0,
                by_rules=bool(arguments.get("by_rules")), hold_on=lambda: hold_on(huey, task),
            )  # fmt: skip

    @huey.task(name="categorize", context=True, **options)
    def categorize(task: Any, **arguments: Any) -> None:
        with _patience(duty):
            _categorize(duty, task, hold_on=lambda: hold_on(huey, task))


def _is_gone(client: str, path: str) -> bool:
    try:
        find_client(client).written_at(path)
    except FileNotFoundError:
        return True
    except OSError:
        return False  # in the way for now
    return False


def say_progress(huey: LeaseHuey, task: Any) -> None:
    """Renew a job's lease; a queue that cannot be written now does not hold up what is already committed."""
    try:
        huey.storage.renew(task.lease)
    except sqlite3.Error as error:
        logger.warning("the queue cannot be written now: %s", error)


def hold_on(huey: LeaseHuey, task: Any) -> None:
    """Say that a job still waits for a model; a queue that cannot be written now does not keep it from asking."""
    try:
        huey.storage.hold_on(task.lease)
    except sqlite3.Error as error:
        logger.warning("the queue cannot be written now: %s", error)


@contextmanager
def _patience(duty: Duty) -> Generator[None]:
    """Let a job wait, and not fail, while the memory cannot be written: a full disk is not the job's fault."""
    folder = os.path.dirname(duty.queue_path)
    try:
        yield
    except StoreError as error:
        logger.error("waiting for the memory: %s", error)
        broken.note(folder, str(error), now=time.time())
        raise RetryTask(delay=STORE_WAIT_S) from error
    broken.clear(folder)


def _observe(
    piece: TranscriptSlice, duty: Duty, task: Any, *, made_progress: Callable[[], None], hold_on: Callable[[], None]
) -> None:
    """Observe a slice by whoever may: the model, or the rules in its place where it has failed for good (DESIGN §4)."""
    if piece.by_rules:
        _observe_by(RulesObserver(stands_in=duty.models.are_named), piece, duty, task, made_progress)
        return
    is_old = _has_waited_long(task, duty)
    by_rules = RulesObserver(stands_in=True)
    try:
        observer = duty.models.observer(job=piece.path, is_again=task.lease.attempt > 1, before_each=hold_on)
        if is_old and duty.models.held_until(time.time()) is not None:
            observer = by_rules
        _observe_by(observer, piece, duty, task, made_progress)
    except InterruptedError as error:
        _put_back(task, str(error))
    except ProviderBusy as busy:
        if not is_old:
            _put_back(task, str(busy))
        _observe_by(by_rules, piece, duty, task, made_progress)
    except (ProviderError, ContextTooLong) as error:
        if task.retries and not isinstance(error, ContextTooLong):
            raise
        logger.warning("the rules observe %s in the model's place: %s", piece.session, describe(error))
        _observe_by(by_rules, piece, duty, task, made_progress)
    except ModelOutputError as error:
        if task.lease.attempt <= 1 and task.retries:
            raise
        _observe_by(by_rules, piece, duty, task, made_progress)
        task.retries = 0  # the rules have done it; the answer stays to be looked at
        raise error


def _has_waited_long(task: Any, duty: Duty) -> bool:
    """Return whether a job has waited for a model for so long that the rules do it."""
    return time.time() - task.enqueued_at >= duty.settings.rules_after_h * 3600


def _put_back(task: Any, why: str) -> NoReturn:
    """Let a job wait as if it had not been taken: for a model that may not be asked now, or for the next worker.

    Raises:
        RetryTask: always.
    """
    task.is_uncounted = True
    logger.info("put back a job: %s", why)
    raise RetryTask(delay=PUT_BACK_S)


def _observe_by(
    observer: Observer, piece: TranscriptSlice, duty: Duty, task: Any, made_progress: Callable[[], None]
) -> None:
    settings = duty.settings
    now = datetime.now(UTC)
    is_last_try = task.deaths >= MAX_DEATHS - 1
    size = chunks.CAREFUL if is_last_try else chunks.NORMAL
    if not is_last_try and observer.name == ModelObserver.name:
        size = chunks.for_model(duty.models.slice_chars)
    may_wait_s = 0.0 if duty.takes_tails else settings.wait_for_more_min * 60
    waited_s = max(0.0, now.timestamp() - piece.since) if piece.since else 0.0
    with thread_connection():
        results = pipeline.observe_slice(
            piece, observer=observer, now=as_text(now), chars_per_token=settings.chars_per_token,
            may_wait_s=may_wait_s, waited_s=waited_s, chunk=size, subagents=settings.subagents,
        )  # fmt: skip
        for result in _in_turn(results, duty):
            if result.is_waiting:
                logger.info("waiting %s cursor=%d", piece.session, result.cursor)
                raise RetryTask(delay=max(1.0, may_wait_s - waited_s))
            logger.info("observed %s cursor=%d observations=%d", piece.session, result.cursor, len(result.stored))
            if result.unreadable:
                count, first = len(result.unreadable), result.unreadable[0]
                logger.warning(
                    "unreadable lines of %s: %d, at byte %d%s", piece.path, count, first, " and on" * (count > 1)
                )
            made_progress()
            if isinstance(observer, FittedObserver):
                observer.put_to_use()
            if settings.auto_reflect and piece.event != BACKFILL:
                _enqueue_due(result.scopes, duty, now)


def _in_turn(results: Iterator[pipeline.SliceResult], duty: Duty) -> Iterator[pipeline.SliceResult]:
    while True:
        with duty.models.turn:
            result = next(results, None)
        if result is None:
            return
        yield result


def _enqueue_due(scopes: tuple[tuple[int, str], ...], duty: Duty, now: datetime) -> None:
    due = [
        (project, branch)
        for project, branch in scopes
        if thresholds.is_due(
            observations.unreflected_tokens(project, branch),
            threshold=duty.settings.reflect_threshold,
            rejected_tokens=reflections.rejected_tokens(project, branch),
        )
    ]
    if not due:
        return
    connection = queue.open_queue(duty.queue_path, timeout_s=5.0)
    for project, branch in due:
        queue.enqueue_reflection(connection, project=project, branch=branch, now=now.timestamp())
    connection.close()


def _is_rejected(project: int, branch: str) -> bool:
    """Return whether a job that ran meanwhile has found that what waits cannot be compressed."""
    with thread_connection():
        rejected = reflections.rejected_tokens(project, branch)
        waiting = observations.unreflected_tokens(project, branch)
    return not thresholds.is_due_daily(waiting, has_waited=True, rejected_tokens=rejected)


def _reflect(
    project: int, branch: str, duty: Duty, task: Any, *, level: int, by_rules: bool, hold_on: Callable[[], None]
) -> None:
    with thread_connection():
        work = reflections.load_work(project, branch)
        reflection, reason, reply = _compress(work, duty, task, level=level, by_rules=by_rules, hold_on=hold_on)
        if reflection is None:
            logger.info("not reflected project=%d: %s", project, reason)
            with transaction():
                reflections.note_rejection(project, branch, tokens=sum(one.tokens for one in work.pending))
            _keep_reply(task, reason, reply)
            return
        try:
            with transaction():
                reflections.add(reflection, project=project, branch=branch, now=utc_now(), work=work)
                sessions.count_reflection(project, branch)
        except WorkChanged as error:
            _put_back(task, str(error))
        keep_profile()
    logger.info(
        "reflected project=%d observations=%d level=%d ratio=%.2f observer=%s",
        project, len(reflection.sources), reflection.level, reflection.ratio, reflection.observer,
    )  # fmt: skip
    _keep_reply(task, reason, reply)


def keep_profile() -> None:
    """Bring the startup profile up to date; where its files cannot be written, the next look does it."""
    try:
        profiles.refresh(now=utc_now())
    except (StoreError, sqlite3.Error) as error:
        logger.warning("the startup profile stays as it was: %s", error)


def _keep_reply(task: Any, reason: str, reply: str) -> None:
    """Let a job that is done fail where a model's answer was of no use: it stays on the failed list to be looked at.

    Raises:
        ModelOutputError: there is such an answer.
    """
    if reply:
        task.retries = 0
        raise ModelOutputError(reason, reply=reply)


def _compress(
    work: reflections.Work, duty: Duty, task: Any, *, level: int, by_rules: bool, hold_on: Callable[[], None]
) -> Outcome:
    """Return a branch's observations compressed by the model, or by the rules where it has failed or is not wanted."""
    pending = work.pending
    compress = partial(
        reflector.reflect, pending, earlier=work.earlier, originals=work.originals,
        threshold=duty.settings.reflect_threshold,
        max_level=max(duty.settings.max_compression, level), first_level=level,
        chars_per_token=duty.settings.chars_per_token,
    )  # fmt: skip
    if by_rules or not duty.models.are_named:
        with duty.models.turn:
            return Outcome(compress(), "it would be longer" if pending else "nothing to reflect")
    job = f"reflect {pending[0].id if pending else 0}"
    asker = duty.models.asker("reflect", job=job, is_again=task.lease.attempt > 1, before_each=hold_on)
    try:
        made = reflect_or_stand_in(
            pending, asker, earlier=work.earlier, originals=work.originals,
            threshold=duty.settings.reflect_threshold,
            is_last_try=not task.retries or task.lease.attempt > 1,
            max_level=max(duty.settings.max_compression, level), first_level=level,
            chars_per_token=duty.settings.chars_per_token,
            call_tokens=_call_tokens(pending, duty.models.input_tokens("reflect")),
        )  # fmt: skip
        asker.forget()
        return made
    except InterruptedError as error:
        _put_back(task, str(error))
    except ProviderBusy as busy:
        if not _has_waited_long(task, duty):
            _put_back(task, str(busy))
        made = compress()
        return Outcome(replace(made, observer=STANDS_IN) if made else None, str(busy))


def _call_tokens(pending: list[StoredObservation], input_tokens: int) -> int:
    """Return how many tokens, as observations count theirs, one call is given."""
    counted = sum(observation.tokens for observation in pending) or 1
    most = sum(tokens.about(observation.content) + _AROUND_NOTE for observation in pending) or 1
    # What is asked for beyond the output that slices have.
    return max(500, min(CALL_TOKENS, (input_tokens - MOST_OUTPUT_TOKENS + OUTPUT_TOKENS) * counted // most))


def _categorize(duty: Duty, task: Any, *, hold_on: Callable[[], None]) -> None:
    """Sort the memories that the rules were unsure about, by one question; without an answer they stay as they are."""
    with thread_connection():
        rows = unsorted.waiting()
        labels, by = _labels([content for _, content in rows], duty, task, hold_on)
        with transaction():
            for (row_id, _), category in zip(rows, labels, strict=True):
                unsorted.sort(row_id, category, by=by, now=utc_now())
    logger.info("sorted memories=%d", sum(label is not None for label in labels))


def _labels(texts: list[str], duty: Duty, task: Any, hold_on: Callable[[], None]) -> tuple[list[Category | None], str]:
    nothing: list[Category | None] = [None] * len(texts)
    if not texts or not duty.models.are_named:
        return nothing, ""
    asker = duty.models.asker("observe", job="categorize", is_again=task.lease.attempt > 1, before_each=hold_on)
    try:
        return recategorize(texts, asker), "a model"
    except InterruptedError as error:
        _put_back(task, str(error))
    except ProviderBusy as busy:
        if not _has_waited_long(task, duty):
            _put_back(task, str(busy))
        return nothing, ""
    except (ProviderError, ModelOutputError, ContextTooLong):
        if task.retries:
            raise
        return nothing, ""
