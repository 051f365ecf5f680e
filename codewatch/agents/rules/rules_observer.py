"""Turns messages into observations by all the rules together."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from codewatch.agents.rules.answers import observe_answers, observe_replies
from codewatch.agents.rules.branches import observe_branches
from codewatch.agents.rules.commands import observe_commands, read_runs
from codewatch.agents.rules.commits import observe_commits, subjects_of
from codewatch.agents.rules.conclusions import observe_conclusions
from codewatch.agents.rules.corrections import find_corrections
from codewatch.agents.rules.edits import changes_of, observe_edits
from codewatch.agents.rules.growing import fold
from codewatch.agents.rules.installs import observe_installs
from codewatch.agents.rules.plans import observe_agreed_plans, observe_plans
from codewatch.agents.rules.repairs import observe_repairs
from codewatch.agents.rules.retries import observe_retries
from codewatch.agents.rules.reverts import Reverts, find_reverts
from codewatch.agents.rules.statements import observe_statements
from codewatch.agents.rules.timeline import ToolUse, all_uses, read_turns
from codewatch.agents.rules.todos import observe_todos
from codewatch.messages import Message, Role
from codewatch.observations import Observation

STANDS_IN = "rules (in a model's place)"


class RulesObserver:
    """The observer that needs no model: the same messages always give the same observations.

    One that `stands_in` for a model that did not answer marks what it finds, so that a model can do it again.
    """

    name = "rules"

    def __init__(self, *, stands_in: bool = False) -> None:
        self.stands_in = stands_in

    def observe(self, messages: Sequence[Message], *, project_root: str) -> list[Observation]:
        """Return what the rules find, oldest first, exact repetitions dropped."""
        turns = read_turns(messages)
        uses = all_uses(turns)
        runs = read_runs(uses)
        reverts = find_reverts(turns, runs, project_root=project_root)
        corrections = find_corrections(messages)
        abandoned = _answers_to(reverts.attempts, messages)
        told = reverts.prompts | corrections.prompts
        kept = [use for use in uses if not _is_taken_back(use, reverts, project_root)]
        found = [
            *(one for one in _said(messages, uses) if not (corrections.replaces(one) or one.source in abandoned)),
            *observe_edits(
                turns,
                project_root=project_root,
                taken_back=reverts.changes,
                told=told,
                committed=subjects_of(runs, gone=reverts.commits),
            ),
            *observe_commands(runs),
            *observe_repairs(kept, runs, project_root=project_root),
            *observe_retries(kept, runs, project_root=project_root),
            *observe_installs(runs, kept, messages),
            *observe_commits(runs, gone=reverts.commits),
            *observe_branches(runs),
            *observe_answers(uses),
            *observe_replies(messages),
            *observe_plans(uses),
            *observe_agreed_plans(messages),
            *observe_todos(messages),
            *reverts.observations,
            *corrections.observations,
        ]
        ordered = fold(_in_order(_without_repetitions(found), messages))
        return [replace(one, observer=STANDS_IN) for one in ordered] if self.stands_in else ordered


def _answers_to(prompts: Collection[str], messages: Sequence[Message]) -> set[str]:
    """Return the keys of what the assistant said between these prompts and the next."""
    found: set[str] = set()
    is_wanted = False
    for message in messages:
        if message.role is Role.USER and not message.is_sidechain:
            is_wanted = message.key in prompts
        elif message.role is Role.ASSISTANT and is_wanted:
            found.add(message.key)
    return found


def _said(messages: Sequence[Message], uses: Sequence[ToolUse]) -> list[Observation]:
    return [*observe_statements(messages), *observe_conclusions(messages, uses)]


def _is_taken_back(use: ToolUse, reverts: Reverts, project_root: str) -> bool:
    changes = changes_of(use, project_root=project_root)
    return bool(changes) and all(reverts.is_taken_back(use, change.path) for change in changes)


def _without_repetitions(observations: Iterable[Observation]) -> list[Observation]:
    return list({(found.content, found.category): found for found in reversed(list(observations))}.values())[::-1]


def _in_order(observations: list[Observation], messages: Sequence[Message]) -> list[Observation]:
    place = {message.key: at for at, message in reversed(list(enumerate(messages)))}
    return sorted(observations, key=lambda found: place[found.source])
