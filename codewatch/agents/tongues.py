"""Which language a text is in, as far as that decides what can be compared, and whether it gives a lasting order."""

import re
import unicodedata

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
# Words that are frequent in one language and rare or unknown in the others of the table.
_FUNCTION_WORDS = {
    "en": """the is are was were of to and for with this that these it you we not be have has do don't should must never
        always when from by at as which who what please use user wants before after every all only without instead
        i my me can could will would how why there then than so if but about into out its our your they them""",
    "de": """der die das und ist sind nicht ein eine einen dem den des mit für von zu auf im wir ich bitte immer nie
        niemals kein keine soll sollen muss müssen wird werden nur auch wenn vor nach bei lieber statt ohne dass dann
        mach nimm lass keinen jetzt schon noch aber oder als so mich mir du dein deine bevor uns dir ihr bis beim
        zur zum haben hat sein war alle jede frag antworte""",
    "fr": """le la les des du est sont pas une un et dans pour avec sur nous vous je toujours jamais ne plus il faut
        que qui avant après sans au aux ce cette s'il merci doit doivent utilise utiliser""",
    "es": """el los las del está son una un y en para con por nosotros siempre nunca no hay que debe deben antes
        después sin favor usa usar esto esta cada todos quiero al lo se""",
    "it": """il lo gli delle della è sono una un per con sempre mai non che deve devono prima dopo senza questo
        questa usa usare ogni tutti voglio nel alla di""",
    "pt": """os da dos é são uma um para com sempre nunca não que deve devem antes depois sem isto esta usa
        usar cada todos quero no na em""",
    "nl": """de het een en is zijn niet met voor van op wij we ik altijd nooit geen moet moeten alleen ook als na
        bij zonder dat dan gebruik alsjeblieft""",
    "pl": """w na z nie jest są do że to się zawsze nigdy proszę przed po bez każdy wszystkie używaj tylko""",
}  # fmt: skip
_LANGUAGES = {name: frozenset(words.split()) for name, words in _FUNCTION_WORDS.items()}
_SCRIPTS = (
    "LATIN",
    "CJK",
    "HIRAGANA",
    "KATAKANA",
    "HANGUL",
    "CYRILLIC",
    "ARABIC",
    "HEBREW",
    "GREEK",
    "THAI",
    "DEVANAGARI",
)
_EAST_ASIAN = frozenset(("CJK", "HIRAGANA", "KATAKANA"))
_LOOKED_AT = 4_000
# A script counts from this share of the letters on: code and names are Latin in every language.
_SCRIPT_SHARE = 0.2
_FEW_WORDS = 8
_LASTING = re.compile(
    r"\b(?:always|never|must|mustn['’]t|shall|should|shouldn['’]t|don['’]t|do not|from now on|prefer\w*"
    r"|in (?:the )?future"
    r"|going forward|only|instead of|rather than|every|each|no more|avoid|forbid\w*|require[sd]?|needs? to|has to"
    r"|have to"
    r"|may be|allowed|i (?:like|hate|want)|stop|keep|remember|store|ignore|skip)\b"
    r"|\b(?:immer|nie|niemals|ab jetzt|ab sofort|künftig|in zukunft|kein\w*|nicht|muss|müssen|sollen?|sollst|lieber"
    r"|statt"
    r"|nur|bevor|max|höchstens|mindestens|auf (?:deutsch|englisch)|bevorzug\w*|verboten|dürfen|darf|lass|finger weg"
    r"|jede[rsnm]?|vermeid\w*|merk)\b"
    r"|\b(?:toujours|jamais|désormais|dorénavant|ne|pas|doit|doivent|il faut|préfère\w*|plutôt|chaque|interdit\w*"
    r"|évite\w*|en (?:français|anglais)|avant)\b"
    r"|\b(?:siempre|nunca|jamás|a partir de ahora|no|debe[ns]?|hay que|prefiero|prefiere|cada|evita\w*|prohibid\w*"
    r"|en (?:español|inglés)|antes)\b"
    r"|\b(?:sempre|mai|d['’]ora in poi|non|deve|devono|preferisco|ogni|não|deves?|prefiro|a partir de agora)\b"
    r"|\b(?:altijd|nooit|voortaan|niet|geen|moet\w*|liever|elke|zawsze|nigdy|nie|musi)\b"
    r"|\b(?:j['’]aime|je (?:veux|déteste|souhaite)|me gusta|quiero|odio|mi piace|voglio|gosto|ich (?:mag|hasse"
    r"|möchte)|gefällt)\b"
    r"|нравится|люблю|ненавижу|хочу|好き|嫌い|讨厌|討厭"
    r"|всегда|никогда|нельзя|впредь|отныне|не |долж[её]?н|нужно|надо|кажд|предпочит|лучше|только|перед |по-(?:русски"
    r"|английски)"
    r"|总是|總是|一定|必须|必須|以后|以後|不要|别|別|永远|永遠|始终|始終|每[次个天周月日]|禁止|一律|统一|統一|从现在|從現在|不能|不许|不得|务必|都要|都用|应该"
    r"|應該|可以跳过|偏好|喜欢|只用|只能|之前|用[中英]文|所有|都要"
    r"|常に|いつも|必ず|絶対|今後|これから|しないで|ないでください|禁止|してください|べき|毎[回日週月]|避け|好み|は使わ|ようにして|こと"
    r"|항상|반드시|절대|앞으로|하지 ?마|말고|말 것|금지|해야|매번|세요"
    r"|دائما|أبدا|يجب|לעולם|תמיד|πάντα|ποτέ|เสมอ|ห้าม|हमेशा|कभी",
    re.IGNORECASE,
)

_DECIDED = re.compile(
    r"\b(?:because|since|decided|we chose|we keep|so that|due to)\b|\b(?:weil|da wir|damit|entschieden|beschlossen"
    r"|deshalb)\b"
    r"|\b(?:parce que|puisque|décidé|afin)\b|\b(?:porque|decidimos|decidido|perché|deciso|omdat|besloten|ponieważ)\b"
    r"|потому что|решили|поскольку|чтобы|因为|因為|决定|決定|选择|選擇|采用|採用|ので|ため|決め|때문|결정",
    re.IGNORECASE,
)
# By these a text that nobody in the session wrote reads like it was written for whoever reads it.
_INSTRUCTING = re.compile(
    r"\b(?:always|never|must|should|shall|from now on|going forward|prefer\w*|remember|memori[sz]e|store that|ignore"
    r"|skip\w*"
    r"|allow\w*|permit\w*|permission|may be|no longer|do not|don['’]t|instead of|forbid\w*|approved?|granted|agreed"
    r"|not required"
    r"|agents?|assistants?|ai|llm|system:|instruct\w*|the users?['’]? (?:wants?|wishes|likes?|prefers?))\b",
    re.IGNORECASE,
)


def are_alike(one: str, other: str) -> bool:
    """Return whether two texts are in the same script and language, so that their words can be compared."""
    scripts = _scripts(one), _scripts(other)
    if bool(scripts[0] - {"LATIN"}) != bool(scripts[1] - {"LATIN"}):
        return False
    if scripts[0] - {"LATIN"}:
        return bool((scripts[0] - {"LATIN"}) & (scripts[1] - {"LATIN"}))
    languages = _language(one), _language(other)
    # What cannot be told is as good as English: names, and words of the trade.
    return languages[0] == languages[1] or {*languages} == {"", "en"}


def orders(text: str) -> bool:
    """Return whether a text reads like an order or wish that outlasts its moment, in any language of the table."""
    return _LASTING.search(text[:_LOOKED_AT]) is not None


def decides(text: str) -> bool:
    """Return whether a text reads like an order, a wish, or a decision with its reason."""
    return orders(text) or _DECIDED.search(text[:_LOOKED_AT]) is not None


def instructs(text: str) -> bool:
    """Return whether what a tool printed reads like it was written to be obeyed, in any language of the table."""
    if _INSTRUCTING.search(text):
        return True
    is_foreign = bool(_scripts(text) - {"LATIN"}) or _language(text) not in ("", "en")
    return is_foreign and orders(text)


def _scripts(text: str) -> frozenset[str]:
    letters = [character for character in text[:_LOOKED_AT] if character.isalpha()]
    counts: dict[str, int] = {}
    for character in letters:
        name = "LATIN" if character < "\u0250" else unicodedata.name(character, "").partition(" ")[0]
        counts[name] = counts.get(name, 0) + 1
    found = {name for name, count in counts.items() if name in _SCRIPTS and count >= _SCRIPT_SHARE * len(letters)}
    return frozenset(found | (_EAST_ASIAN if found & _EAST_ASIAN else set()))


def _language(text: str) -> str:
    """Return the language of a text in Latin letters, "" where too little of it tells."""
    words = [word.casefold().replace("’", "'") for word in _WORD.findall(text[:_LOOKED_AT])]
    counts = {name: sum(word in known for word in words) for name, known in _LANGUAGES.items()}
    best = max(counts, key=lambda name: counts[name])
    most, second = sorted(counts.values(), reverse=True)[:2]
    # One word may be a name; of a few words it tells.
    is_told = most > second and (most > 1 or len(words) <= _FEW_WORDS)
    return best if is_told else ""
