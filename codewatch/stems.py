"""One English word into its stem: the algorithm of M. F. Porter, "An algorithm for suffix stripping", 1980."""

_STEP_2 = {
    "ational": "ate", "tional": "tion", "enci": "ence", "anci": "ance", "izer": "ize", "abli": "able", "alli": "al",
    "entli": "ent", "eli": "e", "ousli": "ous", "ization": "ize", "ation": "ate", "ator": "ate", "alism": "al",
    "iveness": "ive", "fulness": "ful", "ousness": "ous", "aliti": "al", "iviti": "ive", "biliti": "ble",
}  # fmt: skip
_STEP_3 = {"icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ful": "", "ness": ""}
_STEP_4: dict[str, str] = dict.fromkeys(
    "al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize".split(), ""
)  # fmt: skip
_SHAPES = str.maketrans("abcdefghijklmnopqrstuvwxyz", "vcccvcccvcccccvcccccvccccc")
_MAX_REMEMBERED = 50_000
_remembered: dict[str, str] = {}


def stem(word: str) -> str:
    """Return the stem of `word`, which must be lower-case ASCII letters; up to three letters stay as they are."""
    found = _remembered.get(word)
    if found is None:
        if len(_remembered) >= _MAX_REMEMBERED:
            _remembered.clear()
        found = _remembered[word] = _strip(word) if len(word) > 3 else word
    return found


def _strip(word: str) -> str:
    word = _plural(word)
    word = _past(word)
    if word.endswith("y") and "v" in _shape(word[:-1]):
        word = word[:-1] + "i"
    word = _replace(word, _STEP_2, 0)
    word = _replace(word, _STEP_3, 0)
    word = _replace(word, _STEP_4, 1)
    if word.endswith("e"):
        root = word[:-1]
        measure = _measure(root)
        if measure > 1 or (measure == 1 and not _ends_short(root)):
            word = root
    if word.endswith("ll") and _measure(word) > 1:
        word = word[:-1]
    return word


def _plural(word: str) -> str:
    if word.endswith(("sses", "ies")):
        return word[:-2]
    if word.endswith("s") and not word.endswith("ss"):
        return word[:-1]
    return word


def _past(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    root = word[:-2] if word.endswith("ed") else word[:-3] if word.endswith("ing") else ""
    if "v" not in _shape(root):
        return word
    if root.endswith(("at", "bl", "iz")):
        return root + "e"
    if len(root) > 1 and root[-1] == root[-2] and _shape(root)[-1] == "c" and root[-1] not in "lsz":
        return root[:-1]
    if _measure(root) == 1 and _ends_short(root):
        return root + "e"
    return root


def _replace(word: str, endings: dict[str, str], above: int) -> str:
    # The longest ending decides, also when its condition then fails.
    for length in (7, 6, 5, 4, 3, 2):
        ending = word[-length:]
        if len(word) > length and ending in endings:
            root = word[:-length]
            if _measure(root) > above and (ending != "ion" or root[-1] in "st"):
                return root + endings[ending]
            return word
    return word


def _shape(word: str) -> str:
    """Return `word` as c (consonant) and v (vowel); y is a vowel after a consonant."""
    shape = word.translate(_SHAPES)
    if "y" not in word:
        return shape
    letters = list(shape)
    for place, letter in enumerate(word):
        if letter == "y":
            letters[place] = "v" if place and letters[place - 1] == "c" else "c"
    return "".join(letters)


def _measure(root: str) -> int:
    # Porter's m: how often vowels are followed by consonants.
    return _shape(root).count("vc")


def _ends_short(root: str) -> bool:
    # Porter's *o: consonant, vowel, consonant at the end, the last one not w, x or y.
    return _shape(root)[-3:] == "cvc" and root[-1] not in "wxy"
