"""A transcript's records as a tree (rewinds of Claude Code)."""

import pytest

from codewatch.clients.tree import ROOT, Node, Thread, left_behind


def tree(text):
    """Return nodes from words such as `a`, `P:a`: id and parent; prompts are in capitals, `-` is no parent.

    `s` is a note of the client's, every other small letter an answer.
    """
    pairs = [word.partition(":")[::2] for word in text.split()]
    return [
        Node(
            name, ROOT if parent == "-" else parent, is_prompt=name.isupper(), is_answer=name not in "s" + name.upper()
        )
        for name, parent in pairs
    ]


@pytest.mark.parametrize(
    ("records", "left"),
    [
        ("A:- b:A C:b d:C", ""),
        ("A:- b:A C:b d:C E:b f:E", "Cd"),
        ("s:- A:s b:A C:b d:C E:b f:E G:s", "AbCdEf"),
        ("A:- b:A C:-", "Ab"),
        ("A:- b:A C:b d:C E:b f:E G:d", "Ef"),
        ("A:- b:A c:b d:b e:c f:d G:f", ""),
        ("A:- b:A c:b D:c e:D F:b", "De"),
        ("A:gone b:A C:other d:C", ""),
        ("A:x b:A C:x", "Ab"),
        ("a:- B:a c:B D:- e:D", "Bc"),
        ("a:- B:a c:B D:- e:D F:c", "De"),
        ("A:- b:- C:- d:-", ""),
        ("A:- b:- C:-", ""),
        ("A:- B:- C:-", ""),
        ("A:- b:A C:b d:b e:d F:e", ""),
        ("A:- b:A C:b e:C d:b F:d", "Ce"),
        ("A:- b:A C:b s:b F:s", "C"),
        ("a:- b:a", ""),
        ("", ""),
        ("A:A b:A C:C", ""),
        ("A:x b:A C:b d:C E:b A:x b:A", ""),
    ],
    ids=[
        "straight on", "back one", "back to the start", "another first prompt", "back to a branch left before",
        "tools in parallel", "back into a turn", "parents unknown", "the same unknown parent",
        "another first prompt after a hook's word", "back from another first prompt", "a writer without links",
        "the beginning of one without links", "prompts alone",
        "a prompt while the turn went on", "a prompt with answers of its own", "a prompt taken back for another",
        "no prompt", "no record", "a circle",
        "a file that repeats itself",
    ],
)  # fmt: skip
def test_what_the_last_prompt_does_not_come_from_is_left(records, left):
    assert left_behind(tree(records)) == set(left)


@pytest.mark.parametrize(
    ("records", "odd"),
    [
        ("A:- b:A C:b d:C", ""),
        ("A:- b:A c:b d:b E:c f:E", ""),
        ("A:- b:A C:b d:C E:b f:E", "E"),
        ("b:x C:b", ""),
        ("A:- b:A C:-", "C"),
        ("A:- b:A c:x D:c", "D"),
    ],
)
def test_a_prompt_that_does_not_follow_the_last_turn_is_noticed(records, odd):
    thread = Thread()

    noticed = [node.id for node in tree(records) if thread.follow(node)]

    assert noticed == list(odd)
