"""A reflection rolls on: the next one takes over its lines, and what was written by hand stays."""

import pytest

from codewatch.agents import contract, reflector
from codewatch.agents.model_reflector import ModelReflector
from codewatch.categories import Category, Priority
from codewatch.reflections import ReflectionLine, StoredReflection, text_of

THRESHOLD = 40_000


def stored(lines, *, output_tokens=300):
    """Return an earlier reflection of these lines, as the store gives it."""
    return StoredReflection(
        id=7, branch="main", level=3, lines=tuple(lines), content=text_of(lines), input_tokens=900,
        output_tokens=output_tokens, observer="rules", prompt="", contract=None,
        reflected_at="2026-03-02T10:00:00.000Z", state="active", replaces=None,
    )  # fmt: skip


@pytest.fixture
def known(note):
    """Give what was reflected before."""
    return [
        note("Chose SQLite over PostgreSQL because one file is enough for the shop", Category.ARCHITECTURE),
        note("Prices are kept in cents in shop/prices.py", Category.CONVENTION),
    ]


@pytest.fixture
def new(note, known):
    """Give what is new, noted after `known`."""
    return [
        note("The cart lost items because the session expired after 20 minutes", Category.BUGFIX),
        note("Prices are kept in cents in shop/prices.py", Category.CONVENTION),
        note("Edited the footer", Category.TASK_CONTEXT, priority=Priority.LOW),
    ]


@pytest.fixture
def earlier(known):
    """Give the reflection of what was reflected before."""
    return stored([
        ReflectionLine("## Decisions", ()), ReflectionLine(f"- {known[0].content}", (1,)),
        ReflectionLine("## Conventions", ()), ReflectionLine(f"- {known[1].content}", (2,)),
    ])  # fmt: skip


def reflect(new, earlier, known, **options):
    """Return the rules' reflection of what is new, with what was there before."""
    made = reflector.reflect(new, threshold=THRESHOLD, earlier=earlier, originals=known, **options)
    assert made is not None
    assert contract.check(made.lines, [*(known if made.replaces else ()), *new]).is_kept
    return made


def test_the_lines_of_the_earlier_one_are_taken_over_and_what_both_say_is_told_once(new, earlier, known):
    made = reflect(new, earlier, known)

    assert made.replaces == 7
    assert made.sources == (1, 2, 3, 4, 5)
    assert made.content.count("Prices are kept in cents") == 1
    assert known[0].content in made.content
    assert made.input_tokens == sum(each.tokens for each in (*known, *new))


def test_one_without_room_stays_beside_the_new_one(new, earlier, known):
    full = stored(earlier.lines, output_tokens=24_000)

    made = reflect(new, full, known)

    assert (made.replaces, made.sources) == (None, (3, 4, 5))


def test_a_pinned_line_is_kept_word_for_word_with_what_it_names_from_nowhere(new, earlier, known):
    pinned = ReflectionLine("SQLite 3.45 it is -- asked `ana`", (1,), is_pinned=True)
    edited = stored([earlier.lines[0], pinned, *earlier.lines[2:]])

    made = reflect(new, edited, known)

    assert pinned in made.lines
    assert known[0].content not in made.content
    assert made.content.index("## Decisions") < made.content.index(pinned.text) < made.content.index("## Conventions")


def test_what_was_taken_out_by_hand_is_not_put_back(new, earlier, known):
    edited = stored([ReflectionLine("", (2,), is_pinned=True), *earlier.lines[:2]])

    made = reflect([new[0]], edited, known)

    assert "cents" not in made.content
    assert made.sources == (1, 2, 3)


def test_lines_of_an_imported_reflection_stay_as_they_are(new, known):
    lines = [ReflectionLine("## Architecture", ()), ReflectionLine("* Ed25519 sessions", (), is_pinned=True)]
    imported = stored([*lines, ReflectionLine("", (1, 2), is_pinned=True)])

    made = reflect(new, imported, known)

    assert "\n## Architecture\n* Ed25519 sessions" in made.content


def test_what_was_left_out_is_counted_once_with_what_is_left_out_now(note, new, earlier, known):
    low = note("Ran the linter", Category.TASK_CONTEXT, priority=Priority.LOW)
    lines = [*earlier.lines, ReflectionLine("1 minor items are left out here and stay searchable.", (low.id,))]

    made = reflect(new, stored(lines), [*known, low], first_level=1)

    assert [line.sources for line in made.lines if "left out" in line.text] == [(5, 6)]


def test_a_line_whose_source_was_changed_by_hand_is_told_anew(note, new, earlier, known):
    changed = note("Chose PostgreSQL 16 over SQLite because of two writers", Category.ARCHITECTURE, id=1)

    made = reflect(new, earlier, [changed, known[1]])

    assert changed.content in made.content
    assert known[0].content not in made.content


def test_a_model_is_told_the_earlier_one_and_asked_of_what_is_new_only(scripted, new, earlier, known):
    asker = scripted({"lines": [{"heading": "Learned", "text": each.content, "sources": [each.id]} for each in new]})

    made = ModelReflector(asker, fence=lambda: "x").reflect(
        new, threshold=THRESHOLD, earlier=earlier, originals=known
    ).reflection  # fmt: skip

    text = asker.questions[0].text
    before, after = text.split("\nnotes:\n")
    assert known[0].content in before
    assert known[0].content not in after
    assert made is not None
    assert (made.replaces, made.sources) == (7, (1, 2, 3, 4, 5))
    assert contract.check(made.lines, [*known, *new]).is_kept


@pytest.mark.parametrize("below", [[], [ReflectionLine("Ask `ana` first", (), is_pinned=True)]], ids=["empty", "full"])
def test_a_heading_by_hand_stays_with_what_is_under_it(new, earlier, known, below):
    heading = ReflectionLine("## Before `make release`", (), is_pinned=True)

    made = reflect(new, stored([*earlier.lines, heading, *below]), known)

    at = made.lines.index(heading)
    assert list(made.lines[at : at + 1 + len(below)]) == [heading, *below]


def test_a_pinned_line_that_says_what_another_one_says_is_the_one_that_stays(new, earlier, known):
    pinned = ReflectionLine(known[0].content, (), is_pinned=True)

    made = reflect(new, stored([*earlier.lines[:2], pinned, *earlier.lines[2:]]), known)

    assert [line for line in made.lines if known[0].content in line.text] == [
        ReflectionLine(known[0].content, (1,), is_pinned=True)
    ]


def test_what_a_person_has_written_may_be_longer_than_all_that_it_stands_for(new, earlier, known):
    pinned = ReflectionLine(f"Mind the release. {'Ask before you push. ' * 60}".rstrip(), (), is_pinned=True)

    made = reflect(new, stored([*earlier.lines, pinned]), known)

    assert pinned in made.lines


def test_a_heading_by_hand_stays_where_there_is_no_room_for_ours(note):
    heading = ReflectionLine("## Mind", (), is_pinned=True)
    tiny = note("Use tabs", Category.CONVENTION)

    made = reflect([tiny], stored([heading]), [])

    assert heading in made.lines
