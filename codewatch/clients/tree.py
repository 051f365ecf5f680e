"""A transcript's records as a tree: which of them a session has left behind by going back to an earlier prompt."""

from collections.abc import Iterable
from typing import NamedTuple

# What stands for the parent of a record that has none and is the first one on purpose; "" is a parent nobody knows.
ROOT = "/"


class Node(NamedTuple):
    """A record's place in the tree.

    `is_prompt` marks what a person typed between two turns, `is_answer` what the assistant or a tool said.
    """

    id: str
    parent: str
    is_prompt: bool = False
    is_answer: bool = False


class Thread:
    """Follows the records of a session in order, and notices a prompt that does not go on from the last turn."""

    def __init__(self) -> None:
        self._turn: set[str] = set()

    def follow(self, node: Node) -> bool:
        """Take the next record in, and return whether it is a prompt that may have left others behind."""
        if not node.is_prompt:
            if not self._turn or node.parent in self._turn:
                self._turn.add(node.id)
            return False
        has_left = bool(self._turn) and node.parent not in self._turn
        self._turn = {node.id}
        return has_left


def left_behind(nodes: Iterable[Node]) -> set[str]:
    """Return the ids of the records that the last prompt does not come from: other prompts, and what followed them.

    A prompt is left behind when it hangs on a record that the last one comes from, too. Calls of several tools at once
    branch as well, and belong to the turn. Nobody goes back into a turn that goes on: a prompt without an answer beside
    it was typed meanwhile. Where a parent is not in the file nothing is known, and nothing is left; nor is anything in
    a file that repeats prompts as they were.
    """
    known: dict[str, Node] = {}
    head = None
    for node in nodes:
        if node.is_prompt and node.id in known:
            return set()
        known.setdefault(node.id, node)
        head = node if node.is_prompt else head
    if head is None:
        return set()
    path, first = _path_to(head, known)
    answered = {node.parent for node in known.values()}
    # Whoever goes back to the very first prompt gets one without a parent.
    ends_in_root = first.parent == ROOT and _is_linked(known.values())
    left: set[str] = set()
    beside: set[str] = set()
    for node in known.values():
        if node.id in path:
            continue
        hangs_on_path = node.parent in path or node.parent in beside or (node.parent == ROOT and ends_in_root)
        is_left = node.is_prompt and (node.id in answered or not _goes_on(node.parent, path, known))
        if node.parent in left or (is_left and hangs_on_path):
            left.add(node.id)
        elif hangs_on_path:
            beside.add(node.id)
    return left


def _is_linked(nodes: Iterable[Node]) -> bool:
    """Return whether whoever wrote the records links them: some writers give none of them a parent.

    What a hook said at the start may stand before the first prompt; from there on whatever answers has a parent.
    """
    is_begun = is_linked = False
    for node in nodes:
        is_begun = is_begun or node.is_prompt
        if is_begun and not node.is_prompt:
            if node.parent == ROOT:
                return False
            is_linked = True
    return is_linked


def _goes_on(parent: str, path: dict[str, str], known: dict[str, Node]) -> bool:
    """Return whether an answer comes after `parent` on the path, before the next prompt."""
    following = path.get(parent, "")
    while following and not known[following].is_prompt:
        if known[following].is_answer:
            return True
        following = path[following]
    return False


def _path_to(head: Node, known: dict[str, Node]) -> tuple[dict[str, str], Node]:
    """Return the ids of what `head` comes from, each with what follows it there ("" after `head`); and the top.

    `head` itself and a parent that is not in the file are among them.
    """
    path = {head.id: ""}
    node = head
    while node.parent and node.parent != ROOT and node.parent not in path:
        path[node.parent] = node.id
        if node.parent not in known:
            break
        node = known[node.parent]
    return path, node
