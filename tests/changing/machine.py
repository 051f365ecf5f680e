"""A memory that anything happens to in any order, and what has to be true of it after each step."""

import re
import shutil
import tempfile
from collections import Counter
from typing import ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from codewatch.agents import contract
from codewatch.categories import Category, Priority
from codewatch.recall import search
from codewatch.reflections import HEADING_MARK, StoredReflection, is_left_out
from codewatch.store import journal, observations, reflections
from codewatch.store.database import connection, open_memory
from codewatch.store.models import ReflectionRow

from .conftest import Model, Shop

LITERALS = (
    "`make lint`", "shop/prices.py", "3.45.1", "`PRICE_LIMIT`", "src/cart/session.py", "https://shop.example/faq",
    "`cart.empty()`", "16.2", "docs/how.md", "`npm ci --silent`",
)  # fmt: skip
WORDS = (
    "We chose {} because one file is enough", "Prices of {} are kept in cents", "Never write {} by hand, use the tool",
    "The cart was lost because {} had expired", "Looked at {} and the footer", "{} does not start without the cache",
    "Read {}", "Tests of {} come before the code; they run in two seconds",
)  # fmt: skip
SACRED = {Category.ARCHITECTURE, Category.USER_PREFERENCE, Category.CONVENTION, Category.BUGFIX}
LITERAL = re.compile(r"`[^`]+`|https?://[\w./]+\w|\w+(?:/[\w.]*\w)+|\b\d+\.\d+(?:\.\d+)*\b")
LIVE = ("active", "reflected")

TAILS = ("", " since the release of the shop in spring", ", as Ana and Ben have agreed for all of the shop")

contents = st.builds(
    lambda words, literal, tail: words.format(literal) + tail,
    st.sampled_from(WORDS), st.sampled_from(LITERALS), st.sampled_from(TAILS),
)  # fmt: skip
memories = st.lists(
    st.tuples(contents, st.sampled_from(Category), st.sampled_from(Priority)), min_size=3, max_size=7
)  # fmt: skip
hand = st.one_of(contents, st.sampled_from(["Ask `ana` on 2026-01-02", "## Mine", "- Nothing", "## Decisions"]))
picks = st.integers(0, 30)


def behave(notes):
    return {"lines": [{"text": text, "sources": [row_id]} for row_id, text in notes]}


def join(notes):
    pairs = [notes[at : at + 2] for at in range(0, len(notes), 2)]
    return {"lines": [{"text": "; ".join(text for _, text in pair), "sources": [row_id for row_id, _ in pair]}
                      for pair in pairs]}  # fmt: skip


def drop(notes):
    return behave(notes[: len(notes) // 2 + 1])


def invent(notes):
    return {"lines": [{"text": f"{text} in `src/invented.py` 9.9.9", "sources": [row_id]} for row_id, text in notes]}


def loop(notes):
    return {"lines": [{"text": "The cart and the cart and the cart", "sources": [notes[0][0]]}] * 60}


def fail(notes):
    return None


class Sequences(RuleBasedStateMachine):
    """A memory that all this happens to, and what has to be true of it after each step.

    `counted` is how often what happened, for one who asks whether the orders are any good.
    """

    counted: ClassVar[Counter[str]] = Counter()

    @initialize(several=memories)
    def begin(self, several):
        self.folder = tempfile.mkdtemp()
        self.held = open_memory(self.folder)
        self.held.__enter__()
        self.shop = Shop(self.folder)
        self.keys = {}
        self.said = {}
        self.first = {}
        self.undone = []
        self.gone = set()
        self.observe(several)

    def teardown(self):
        try:
            self.undo_everything()
        finally:
            self.held.__exit__(None, None, None)
            shutil.rmtree(self.folder)

    # What happens.

    @rule(several=memories)
    def observe(self, several):
        for content, category, priority in several:
            key = f"m{len(self.keys) + len(self.gone) + 1}"
            row_id = self.shop.observe(content, category, priority, key=key)
            if row_id is not None:
                self.keys[row_id] = key
                self.first[row_id] = (content, category, priority)
                self.said[row_id] = {content}

    @rule(
        several=memories | st.just([]), level=st.integers(0, 3),
        answer=st.sampled_from([None, behave, None, join, drop, invent, loop, fail]),
    )  # fmt: skip
    def reflect(self, several, level, answer):
        self.observe(several)
        self.reflect_by(level, Model(answer) if answer else None)

    def reflect_by(self, level, model):
        earlier = reflections.newest(self.shop.project, "main")
        made = self.shop.reflect(level=level, model=model)
        if made is None:
            return
        known = reflections.get(made)
        self.count(f"reflected by {known.observer}")
        self.count("reflections with an earlier one", earlier is not None)
        self.count("reflections with lines by hand", any(line.is_pinned for line in known.lines))
        self.count("reflections that leave something out", any(is_left_out(line) for line in known.lines))
        assert known.replaces == (earlier.id if earlier else None)
        pinned = [line for line in earlier.lines if line.is_pinned] if earlier else []
        now = [line for line in known.lines if line.is_pinned]
        for line in pinned:
            assert any(line.text == other.text and set(line.sources) <= set(other.sources) for other in now), line
        changes = len(self.shop.changes())
        assert self.shop.reflect(level=level, model=model) is None
        assert len(self.shop.changes()) == changes

    @precondition(lambda self: self.active())
    @rule(
        edits=st.lists(
            st.tuples(picks, hand, st.sampled_from(["change", "add", "take out", "move"])), min_size=1, max_size=3
        )
    )
    def edit_lines(self, edits):
        def changed(lines):
            for at, text, how in edits:
                place = at % len(lines) if lines else 0
                before, line, after = lines[:place], lines[place : place + 1], lines[place + 1 :]
                lines = {
                    "change": [*before, text, *after], "add": [*before, text, *line, *after],
                    "take out": [*before, *after], "move": [*line, *after, *before],
                }[how]  # fmt: skip
            return lines

        self.edit(changed)

    def edit(self, change):
        known = reflections.newest(self.shop.project, "main")
        lines = known.content.splitlines() if known else []
        text = "\n".join(change(lines)) if lines else ""
        if not known or not text.strip():
            return
        before = {source for line in known.lines for source in line.sources}
        self.shop.edit(f"R{known.id}", text)
        self.count("reflections edited")
        after = reflections.get(known.id)
        assert after.content.splitlines() == [line for line in text.splitlines() if line.strip()]
        assert set(after.sources) == before
        assert self.shop.edit(f"R{known.id}", text) is None

    @precondition(lambda self: self.keys)
    @rule(at=picks, content=st.none() | contents, priority=st.none() | st.sampled_from(Priority))
    def change_a_memory(self, at, content, priority):
        row_id = self.pick(at)
        if row_id:
            self.shop.edit(str(row_id), content, priority=priority)
            self.count("memories edited")
            self.said[row_id] |= {content} - {None}

    @precondition(lambda self: self.keys)
    @rule(at=picks)
    def forget(self, at):
        row_id = self.pick(at)
        if row_id:
            self.shop.forget(row_id)
            self.count("memories forgotten")
            self.gone.add(row_id)
            for known in (self.keys, self.said, self.first):
                del known[row_id]

    @precondition(lambda self: self.keys)
    @rule(at=picks, is_left=st.booleans())
    def go_back_or_come_back(self, at, is_left):
        row_id = self.pick(at)
        if row_id:
            (self.shop.leave if is_left else self.shop.come_back)(self.keys[row_id])

    @rule(at=picks, which=st.sampled_from(["newest", "newest", "last undo", "any"]))
    def undo(self, at, which):
        changes = self.shop.changes()
        if which == "newest":
            done = self.try_to_undo(None)
            self.undone += [done] if done else []
        elif which == "any" and changes:
            self.try_to_undo(changes[at % len(changes)].id)
        elif which == "last undo" and self.undone:
            self.try_to_undo(self.undone.pop())

    def try_to_undo(self, number):
        """Take a change back and return the change that this is, None when it cannot be; then nothing is changed."""
        before = self.everything()
        done, refusal = self.shop.try_to_undo(number)
        self.count("changes taken back" if done else "changes that could not be taken back, so nothing changed")
        assert done or self.everything() == before
        assert done or number or "no change to take back" in refusal, refusal
        return done

    def count(self, what, happened=True):
        self.counted[what] += happened

    def pick(self, at):
        ids = sorted(self.keys)
        return ids[at % len(ids)] if ids else None

    # What has to be true.

    @invariant()
    def nothing_is_lost(self):
        rows = self.shop.memories()
        assert rows.keys() == self.keys.keys()
        for row_id, row in rows.items():
            assert row.content in self.said[row_id]
            told = row_id in {source for known in self.active() for source in known.sources}
            assert (row.state == "reflected") == (told and row.state in LIVE)

    @invariant()
    def what_lives_is_found(self):
        for row in self.shop.memories().values():
            if row.state in LIVE:
                hits = search.search(connection(), row.content, project="/work/shop", branch="main", limit=100)
                assert row.content in [hit.content for hit in hits]

    @invariant()
    def every_contract_holds(self):
        for known in self.active():
            found = contract.check(known.lines, observations.of_ids(known.sources)).as_dict()
            assert found["is_kept"]
            assert known.contract is not None
            assert {name: known.contract[name] for name in ("is_kept", "sacred", "literals")} == {
                name: found[name] for name in ("is_kept", "sacred", "literals")
            }

    @invariant()
    def what_is_sacred_is_there_and_nothing_comes_from_nowhere(self):
        rows = self.shop.memories()
        for known in self.active():
            pinned = {source for line in known.lines if line.is_pinned for source in line.sources}
            for source in known.sources:
                row = rows[source]
                if source not in pinned and (row.priority == "high" or row.category in SACRED):
                    lost = [each for each in LITERAL.findall(row.content) if each not in known.content]
                    assert lost == [], (lost, row.content, known.content)
            for line in known.lines:
                if not line.is_pinned and not line.text.startswith(HEADING_MARK) and not is_left_out(line):
                    own = " ".join(rows[source].content for source in line.sources)
                    invented = [each for each in LITERAL.findall(line.text) if each not in own]
                    assert invented == [], (line, own)
                    assert all(rows[source].state in LIVE for source in line.sources)

    def active(self) -> list[StoredReflection]:
        ids = ReflectionRow.select(ReflectionRow.id).where(ReflectionRow.state == "active")
        return [reflections.get(row.id) for row in ids]

    def everything(self):
        return list(connection().execute("select * from observation")), [
            (row.id, row.lines, row.state, row.contract) for row in ReflectionRow.select()
        ], [change.id for change in journal.changes(project=None, everywhere=True)]  # fmt: skip

    def undo_everything(self):
        while self.try_to_undo(None):
            self.nothing_is_lost()
            self.every_contract_holds()
        assert self.active() == []
        rows = {row_id: (row.content, row.category, row.priority) for row_id, row in self.shop.memories().items()}
        assert rows == self.first
        assert {str(row.state) for row in self.shop.memories().values()} <= {"active", "abandoned", "archived"}
