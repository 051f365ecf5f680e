"""How many tokens a text may become, without any tokenizer: what a budget and a model's context are held by."""

import re

# Letters and white space of ASCII count half, since vocabularies hold syllables and indents: prose takes half of that.
_LETTERS = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ \t\n\r"
# What no word is: base64, hashes, names of many words. Of it most letters can be a token each.
_LONG_RUN = re.compile(rb"[A-Za-z0-9+/_=-]{25,}")
# A text that is too short says little about how dense the rest is.
_LEAST_CHARS = 200


def at_most(text: str) -> int:
    """Return a number of tokens that no vocabulary exceeds: each token stands for at least one byte of UTF-8."""
    return len(text.encode("utf-8", "surrogatepass"))


def about(text: str) -> int:
    """Return a number of tokens that what people and programs write does not exceed: bytes, but half for words."""
    raw = text.encode("utf-8", "surrogatepass")
    words = _LONG_RUN.sub(b"", raw)
    return len(raw) - (len(words) - len(words.translate(None, _LETTERS))) // 2


def densest(texts: list[str]) -> float:
    """Return the most tokens per character that any text of some length has, at least that of plain letters."""
    long = [text for text in texts if len(text) >= _LEAST_CHARS] or ["".join(texts)]
    return max([0.5, *(about(text) / len(text) for text in long if text)])
