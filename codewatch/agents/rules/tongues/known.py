"""Tells which of the languages other than English a sentence is in, if any."""

import re
import unicodedata

from .chinese import CHINESE
from .french import FRENCH
from .german import GERMAN
from .japanese import JAPANESE
from .others import ITALIAN, KOREAN, PORTUGUESE, RUSSIAN
from .spanish import SPANISH
from .tongue import Tongue

_SPELT = (GERMAN, FRENCH, SPANISH, PORTUGUESE, ITALIAN)
# Japanese before Chinese: both have the Chinese letters.
_WRITTEN = (JAPANESE, CHINESE, KOREAN, RUSSIAN)

_WORDS = {id(tongue): frozenset(tongue.words.split()) for tongue in _SPELT}
_ANY_WORD = frozenset[str]().union(*_WORDS.values())
# English words that none of the others has; those that one has ("die", "in", "on", "so", "war") tell nothing.
_ENGLISH = frozenset(
    """the is are to of and for with this that it you we not be have do does don't should must never always when from
    by which who please i my can could would how why there then if but about into your they them use add make make all
    every each before after it's i'd let's only without instead our any its has just""".split()
)
_OTHER_LETTERS = re.compile(r"[\u0400-\u04ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_OTHER_QUOTED = re.compile(r"„[^“”\n]{1,300}[“”]|『[^』\n]{1,300}』|‘[^’\n]{1,300}’|‹[^›\n]{1,300}›|»[^«\n]{1,300}«")
_ASCII_WORD = re.compile(r"[a-z][a-z'-]*")
_LIGATURES = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "œ": "oe", "æ": "ae"})


def folded(plain: str) -> str:
    """Return a masked sentence as the tables spell it: quotations of other countries masked, letters plain."""
    if plain.isascii():
        return plain
    masked = _OTHER_QUOTED.sub(lambda quoted: "x" * len(quoted[0]), plain).translate(_LIGATURES)
    if _OTHER_LETTERS.search(masked):
        return masked
    return "".join(letter for letter in unicodedata.normalize("NFD", masked) if not unicodedata.combining(letter))


def tongue_of(text: str) -> Tongue | None:
    """Return the language of a folded sentence; None for English, and for what is in no known language."""
    if not text.isascii() and (letters := len(_OTHER_LETTERS.findall(text))):
        if letters <= len(_ASCII_WORD.findall(text)):
            return None
        return next(tongue for tongue in _WRITTEN if re.search(tongue.letters, text))
    words = text.replace("'", "' ").replace(".", " ").replace(",", " ").split()
    if _ANY_WORD.isdisjoint(words):
        return None
    found = _ANY_WORD.intersection(words)
    if len(found) <= len(_ENGLISH.intersection(text.split())):
        return None
    return max(_SPELT, key=lambda tongue: len(_WORDS[id(tongue)] & found))
