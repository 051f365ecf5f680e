"""How many tokens a text may become at most, without any tokenizer: what a budget and a model's context are held by."""

# A token of a byte-level vocabulary stands for at least one byte of UTF-8, so a byte each is a bound that holds: it is
# what all but plain letters count. Letters and white space of ASCII count half, since vocabularies hold syllables and
# indents: prose takes half of that, base64 about as much.
_LETTERS = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ \t\n\r"
# A text that is too short says little about how dense the rest is.
_LEAST_CHARS = 200


def at_most(text: str) -> int:
    """Return a number of tokens that `text` does not exceed."""
    raw = text.encode("utf-8", "surrogatepass")
    others = len(raw.translate(None, _LETTERS))
    return others + (len(raw) - others + 1) // 2


def densest(texts: list[str]) -> float:
    """Return the most tokens per character that any text of some length has, at least that of plain letters."""
    long = [text for text in texts if len(text) >= _LEAST_CHARS] or ["".join(texts)]
    return max([0.5, *(at_most(text) / len(text) for text in long if text)])
