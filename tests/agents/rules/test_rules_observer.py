"""All rules together."""

from codewatch.agents.observer import Observer
from codewatch.agents.rules.rules_observer import RulesObserver
from codewatch.messages import Message, Role


def test_the_rules_are_an_observer():
    observer: Observer = RulesObserver()

    assert observer.name == "rules"


def test_repetitions_are_dropped_and_the_first_is_kept(observe, ran):
    found = observe(ran("pytest", "5 passed in 0.1s"), ran("pytest", "5 passed in 0.2s"))

    assert [item.source for item in found] == ["m1"]


def test_observations_come_in_the_order_of_the_session(observe, said, ran, edited):
    found = observe(said("Always use pnpm, never npm."), edited("a.py"), ran("pytest", "5 passed"))

    assert [item.source for item in found] == ["m1", "m2", "m3"]


def test_the_same_messages_give_the_same_observations(observe, said, ran, edited):
    messages = [
        said("Round VAT half up"),
        ran("pytest", "1 failed", failed=True),
        edited("a.py"),
        ran("pytest", "5 passed"),
    ]

    assert observe(*messages) == observe(*messages)


def test_messages_without_any_metadata_are_read(observe):
    found = observe(Message("", Role.USER, "Always use pnpm, never npm."), Message("", Role.TOOL_RESULT, "ok"))

    assert [item.content for item in found] == ["Always use pnpm, never npm."]


def test_an_empty_slice_gives_nothing(observe):
    assert observe() == []
