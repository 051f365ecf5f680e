"""A model's reply without JSON into what it says: that there is nothing, that it will not, or something else."""

import re

_TAG = re.compile(
    r"</?(?:b|i|u|p|br|hr|em|strong|code|span|div|ul|ol|li|h[1-6]|small|mark|pre)\b[^<>]{0,80}>", re.IGNORECASE
)
_PAGE = re.compile(r"\s*<(?:!doctype|html|head|body|\?xml)", re.IGNORECASE)
_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|(?<=[。！？])|\n+")
_MARKS = " \t*_#>`~|•·-–—=+\"'“”„«»()[]{}\\/.,:;!?。！？"
# A title over an answer, in a word that says nothing by itself.
_HEADING = re.compile(
    r"[\s#*_]*(?:results?|observations?|summary|answer|output|findings?|response|memories|analysis|notes?)[\s:*_]*",
    re.IGNORECASE,
)
_LEAD = re.compile(r"^(?:\d{1,3}[.)]\s+)")
_REFUSAL = re.compile(
    r"\bI(?:['’]m| am)? (?:can(?:no|['’])t|can not|won['’]t|will not|unable|not able|sorry|must decline"
    r"|have to decline)\b"
    r"|\bI(?:['’]m| am) (?:sorry|unable|not able)\b|\bI (?:must|have to) (?:decline|refuse)\b"
    r"|\b(?:cannot|can['’]t|unable to) (?:help|assist|comply|process|provide)\b|\bas an AI\b"
    r"|\b(?:ich kann (?:dabei|damit|hierbei|das) (?:leider )?nicht|je ne peux pas|no puedo (?:ayudar|procesar))\b"
    r"|抱歉|无法协助|申し訳",
    re.IGNORECASE,
)
_REFUSAL_WITHIN = 300

_NO = (
    r"(?:nothing|none|no|not any\w*|n/a|empty"
    r"|(?:not|n['’]t)(?: \w+){0,4} (?:any|anything|worth|enough|a single)|without any)"
)
_NOTHING = re.compile(rf"(?<![\w-]){_NO}\b|n['’]t(?: \w+){{0,4}} (?:any|anything|worth|enough)\b", re.IGNORECASE)
_NOTHING_ELSEWHERE = re.compile(
    r"\b(?:nichts|kein(?:e[rnms]?)?|rien|aucune?s?|nada|ning[uú]n[oa]?s?|niente|nessun\w*|nenhum\w*|niets|geen"
    r"|ничего|нет)\b"
    r"|没有|沒有|无需|無|なし|ありません|ない|없",
    re.IGNORECASE,
)
# What may stand before "nothing" in a sentence that is about the transcript, and not about the project.
_BEFORE = frozenset(
    """there is are was were isn aren wasn i ive have has had found find finds see saw could can do does did don didn
    doesn the this that these those a an of in for to from and so well it its transcript session conversation exchange
    slice chat part excerpt message messages whole entire above given provided contain contains contained hold holds
    include includes including offer offers show shows after review reviewing reviewed read reading careful carefully my
    answer result results summary unfortunately sorry ok okay sure based on here everything text log dialogue
    discussion context looks look seems seem like only just small talk greeting as with all went through ll will return
    since because given would say observations observation memories items facts list note s t m ve re am be
    new""".split()
)
_OBJECT = re.compile(
    r"observ|record|rememb|memor|keep|kept|worth|not(?:e|ing|able|eworth)|stor(?:e|ing)|sav(?:e|ing)|extract"
    r"|informati|facts?\b"
    r"|decision|decided|preferenc|relevan|durable|lasting|significan|important|useful|content|anything|finding|learn"
    r"|\badd\b|report|captur|retain|persist|substan|long-term|takeaway|knowledge|insight|technical|actionable"
    r"|beobacht|merken|behalt|festh|speicher|erinner|wissens|neues|wichtig|fakten|entscheid|wert"
    r"|reten|noter|mémor|enregistr|intéress|guard|anot|record|destac|ricord|annot|onthoud|bewar|запомн|запис|сохран"
    r"|记|值得|观察|信息|内容|保存|記録|覚え|残す|기록|기억",
    re.IGNORECASE,
)
_BUT = re.compile(
    r"\b(?:nothing|no|none|not any\w*|anything|nichts|rien|nada|niente) (?:else|other|further|more|besides|beyond"
    r"|weiter\w*|d'autre|más)\b"
    r"|\b(?:except|apart from|other than|besides|aside from|unless|until|without (?!any)|außer|sauf|excepto|salvo"
    r"|tranne)\b"
    r"|\bbut\b(?! (?:there|it|this|that|nothing|no|none)\b)",
    re.IGNORECASE,
)
# A sentence beside it that is about the reading itself, and so no memory.
_ABOUT_ITSELF = re.compile(
    r"\b(?:i|i['’]ve|i['’]ll|i['’]m) (?:have |did |was |am |carefully |also |only |just |then )?(?:went|gone|look"
    r"|read|review"
    r"|check|analy[sz]|see|saw|searched|found|examin|consider|scann|understand|return|hope|would)\w*"
    r"|\b(?:transcript|conversation|exchange|excerpt|dialogue|chat|small talk|greetings?|pleasantries|let me know)\b"
    r"|\b(?:session|messages?|it|this|that|everything|user|assistant) (?:\w+ )?(?:only|just|merely|simply|solely)\b"
    r"|\b(?:only|just|merely) (?:contains?|consists?|asks?|a )"
    r"|transkript|gespräch|unterhaltung|sitzung|verlauf|conversación|conversazione|échange|对话|会话|会話|やり取り|대화",
    re.IGNORECASE,
)
_TELLS = re.compile(
    r"[`]|\w/\w+[./]|\b\w+\.(?:py|js|ts|go|rs|md|json|toml|ya?ml|sql)\b|\b\w+_\w+\b|\d+\.\d+|\b(?:because|decided"
    r"|chose|prefers?"
    r"|wants?|always|never|must|root cause|was fixed|uses?)\b",
    re.IGNORECASE,
)
# What names a file, a version or a thing of the project, in a sentence in English.
_NAMES = re.compile(
    r"[`]|\w/\w+[./]|\b\w+\.(?:py|js|ts|go|rs|md|json|toml|ya?ml|sql)\b|\b[a-z]+_\w+\b|\d+\.\d+"
    r"|(?<=\w )(?!I\b|I['’]|AI\b|JSON\b|English\b|Claude\b)[A-Z]\w*"
)
_SHORT = 4
_LONGEST = 20_000


def says_nothing(text: str) -> bool:
    """Return whether prose says that there is nothing to record, in any wording, and says nothing else besides.

    A sentence that could be a memory makes it something else, however often "nothing" stands beside it.
    """
    if _PAGE.match(text) or len(text) > _LONGEST:
        return False
    parts = [part for part in _SENTENCE_END.split(_TAG.sub("", text)) if not _HEADING.fullmatch(part)]
    sentences = [one for part in parts if (one := _bare(part))]
    said = [_is_nothing(one) for one in sentences]
    return any(said) and all(
        is_nothing or _is_about_itself(one) for one, is_nothing in zip(sentences, said, strict=True)
    )


def refuses(text: str) -> bool:
    """Return whether prose begins with saying that the model will not do it, however long it goes on."""
    return not _PAGE.match(text) and _REFUSAL.search(text[:_REFUSAL_WITHIN]) is not None


def _bare(sentence: str) -> str:
    bare = _LEAD.sub("", sentence.strip(_MARKS)).replace("**", "").strip(_MARKS)
    return bare if " " in bare else bare.replace("_", " ")


def _is_nothing(sentence: str) -> bool:
    if _BUT.search(sentence):
        return False
    found = _NOTHING.search(sentence)
    elsewhere = _NOTHING_ELSEWHERE.search(sentence)
    is_short = len(sentence.split()) <= _SHORT and len(sentence) <= 40
    if elsewhere and not found:
        return is_short or _OBJECT.search(sentence) is not None
    if not found:
        return False
    before = re.findall(r"[a-z]+", sentence[: found.start()].casefold())
    if not _BEFORE.issuperset(before) or _NAMES.search(sentence):
        return False
    return _OBJECT.search(sentence) is not None or (is_short and len(sentence.split()) <= 2)


def _is_about_itself(sentence: str) -> bool:
    return _ABOUT_ITSELF.search(sentence) is not None and _TELLS.search(sentence) is None
