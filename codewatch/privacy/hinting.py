"""Which short texts occur in a text: a rule runs only where one of its own does, and most texts hold none."""

from collections.abc import Iterator

_BLOCK = 65_536
_LONGEST_WORD = 40
_LETTERS = bytes(byte if chr(byte) in "abcdefghijklmnopqrstuvwxyz" else ord(" ") for byte in range(256))


def words_in(folded: bytes, asked: frozenset[bytes]) -> set[bytes]:
    """Return which of the words that are asked for stand in a text, which is given as bytes in lower case.

    A word is letters between anything else; the letter of an escape ("\\n") is none of it.
    """
    found: set[bytes] = set()
    # In blocks, because a list of all words takes ten times the room of the text.
    for start in range(0, len(folded), _BLOCK):
        block = folded[start : start + _BLOCK + _LONGEST_WORD]
        if b"\\" in block:
            block = block.replace(b"\\n", b"  ").replace(b"\\t", b"  ").replace(b"\\r", b"  ")
        found.update(asked.intersection(block.translate(_LETTERS).split()))
    return found


def lowered_alike(text: str) -> str:
    """Return a text in lower case and of the same length: a few letters would become two, and stay as they are."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(letter.lower() if letter.isascii() else letter for letter in text)


def starts(lowered: str, word: str) -> Iterator[int]:
    """Yield where a word stands in a text in lower case."""
    position = lowered.find(word)
    while position >= 0:
        yield position
        position = lowered.find(word, position + len(word))
