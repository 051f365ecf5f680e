"""An observation into whether it must be found again after every level of reflecting (FEATURES F53)."""

import re

from codewatch.categories import Category, Priority
from codewatch.observations import StoredObservation

_ALWAYS_KEPT = frozenset({Category.ARCHITECTURE, Category.USER_PREFERENCE, Category.CONVENTION, Category.BUGFIX})
# What was merely asked or planned decides nothing.
_ASKED = re.compile(r"(?:asked\b|to-do list\b)|.*\?\W*$", re.IGNORECASE | re.DOTALL)
_SECURITY = re.compile(
    r"\b(?:security|vulnerab\w+|CVE-\d+|XSS|CSRF|SSRF|pentest\w*|(?:sql|command|prompt|code) injection|passwords?"
    r"|passphrases?|credentials?|secrets?|(?:api|private|access|signing) keys?|(?:access |bearer |session )?tokens"
    r"|(?:access|bearer|session) token|hmac|encrypt\w*|authoriz\w+|authoris\w+|authenticat\w+|permissions?|unescaped"
    r"|sicherheit\w*|passw(?:ort|örter)\w*|verschlüssel\w*|zugangsdaten|berechtigung\w*|sécurité|mots? de passe"
    r"|chiffr\w+|seguridad|contraseñas?|cifrad\w+)\b|安全|密码|密碼|加密|凭证|セキュリティ|パスワード|暗号",
    re.IGNORECASE,
)
_RULES = re.compile(
    r"\b(?:must|never|always|only|not|no|cannot|don['’]t|should|shall|required?|requires|forbid\w*|forbidden|allow\w*"
    r"|deny|denied|chose|chosen|decided|decision|instead|use|uses|keep|kept|hash(?:ed)?|signed|stored|checked|because"
    r"|muss|müssen|nie|niemals|nicht|kein\w*|immer|nur|dürfen|jamais|toujours|doit|doivent|nunca|siempre|debe\w*)\b"
    r"|必须|必須|永远|不要|不能|不得|禁止|只能|必ず|しない",
    re.IGNORECASE,
)
_NAMED_SECURITY = re.compile(r"\s*(?:security|sicherheit|sécurité|seguridad|安全)\s*[:：]", re.IGNORECASE)
_BREAKING = re.compile(
    r"\bbreaking changes?\b|^\W*breaking\b|\bbackwards?[- ]incompatib\w+|\b(?:incompatible|not compatible) with\b"
    r"|\b(?:drop(?:s|ped|ping)?|remov(?:e|es|ed|ing)|end(?:s|ed)?) support (?:for|of)\b"
    r"|\bno longer (?:supports?|supported|loads?|accepts?|accepted|reads?|returns?|works? with)\b"
    r"|^\w+(?:\([^)]*\))?!:|^committed \S+ on \S+: \w+(?:\([^)]*\))?!:"
    r"|\bnicht mehr (?:kompatibel|unterstützt)\b|\binkompatib\w+|\brupture de compatibilité\b|\bincompatible avec\b"
    r"|\bno es compatible\b|不兼容|破坏性|不再支持|互換性がな|破壊的変更",
    re.IGNORECASE,
)


def is_sacred(observation: StoredObservation) -> bool:
    """Return whether an observation must be found again after every level.

    Decisions, preferences, conventions, faults, what was learned and all that is high; and decisions about security
    and breaking changes, whatever they are kept as.
    """
    if observation.priority is Priority.HIGH or observation.category in _ALWAYS_KEPT:
        return True
    if observation.category is Category.LEARNING and observation.priority is Priority.MEDIUM:
        return True
    return decides_security(observation.content) or breaks_something(observation.content)


def decides_security(text: str) -> bool:
    """Return whether a text rules on what protects a system or its secrets."""
    if _ASKED.match(text):
        return False
    return bool(_NAMED_SECURITY.match(text) or (_SECURITY.search(text) and _RULES.search(text)))


def breaks_something(text: str) -> bool:
    """Return whether a text tells of a change that others have to follow."""
    return not _ASKED.match(text) and bool(_BREAKING.search(text))
