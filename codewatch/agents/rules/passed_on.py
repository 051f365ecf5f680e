"""Tells which sentences of a prompt are somebody else's words that it passes on: a page, a log, a text to be written.

What a page or a log says may be written to be taken for the user's own orders. Where a line announces it, all that
follows in the prompt is left out: nobody can say where it ends.
"""

from collections.abc import Sequence

from codewatch.agents.rules.moment import any_of

_SAYS = (
    r"says?|said|saying|wrote|writes|written|answer(?:s|ed)|repl(?:y|ies|ied)|states?|stated|claims?|claimed|reads"
    r"|reports?|reported|complain(?:s|ed)|prints?|printed|shows?|showed|post(?:s|ed)|suggest(?:s|ed)?"
    r"|recommend(?:s|ed)?|tells?|told|warn(?:s|ed)|mention(?:s|ed)|asks?|asked|returns?|returned|outputs?|contains?"
    r"|sagt|sagte|schreibt|schrieb|meldet|steht|dit|écrit|affiche|dice|escribió|muestra"
)
# What others write.
_TEXT = (
    r"output|logs?|trace|traceback|stack ?trace|errors?|warnings?|messages?|readme|page|site|website|web ?page|article"
    r"|docs?|documentation|manual|e-?mail|mail|comments?|reviews?|feedback|issue|ticket|post|thread|blog|answer|reply"
    r"|text|snippet|excerpt|paste|transcript|chat|conversation|linter|compiler|diff|example|sample|template|prompt"
    r"|quote|response|result|file|document|spec|guide|agent|subagent|bot|memory|note|claude\.md|agents\.md"
)
# Rules are announced as one's own.
_OWN = r"(?![^:]*\b(?:our|my|we|rules?|conventions?|preferences?|style|from now|always|never)\b)"
_PLEASE = r"(?:please |pls |also |and |now |then |ok |can you |could you |just )*"
_PUT = r"add|insert|put|append|prepend|paste|write|include|print|show|display|type|set|change|replace|make"
_ANNOUNCES = any_of(
    # "The page says:", and "the page says: always use tabs"; what I said is mine.
    rf"(?:[^\s:,;]+ ){{1,8}}?(?<!\bi )(?<!\bwe )(?:{_SAYS})(?: [^\s:]+){{0,6}}:",
    rf"{_PLEASE}{_OWN}(?:here(?:'s| is| are| comes?)|this is|these are|below is|look at|from|quoting|quote|paste[ds]?"
    rf"|(?:i|we)(?:'ve| have)?(?: just)? (?:got|get|found|find|saw|see|read|received|copied|pasted|have))\b"
    rf"[^:]{{0,80}}\b(?:{_TEXT})\b[^:]{{0,60}}:",
    r"(?:i|we|it|which|that)?(?:'ve| have)?(?: just)? ?(?:got|found|saw|received|copied|pasted|gives?|gave(?: me)?)"
    r" (?:this|these|the following)\b[^:]{0,60}:",
    r"(?:[\w-]+ )?(?:output|log|stack ?trace|traceback|error|warning|error message|quote|excerpt|snippet|e-?mail"
    r"|transcript|pasted text|(?:review|pr|his|her|their|code review|reviewer'?s?) comments?):",
    # A text that is to be written or turned into another is no order to whoever writes it.
    rf"{_PLEASE}(?:translate|proofread|summari[sz]e|rephrase|reword|shorten|rewrite|paraphrase|correct)\b[^:]{{0,100}}:",
    rf"{_PLEASE}(?:{_PUT})\b[^:]{{0,40}}\b(?:this|these|the following|the words|the text|a (?:line|note|sentence"
    rf"|section|paragraph|comment|hint|message))\b[^:]{{0,60}}:",
    rf"{_PLEASE}(?:{_PUT})\b[^:]{{0,60}}\b(?:to|into|in|at|of) (?:the |a |our |my )?(?:\w+ (?:of|in) (?:the )?)?"
    r"(?:readme|changelog|file|page|docs?|banner|footer|header|comment|docstring|\S+\.(?:md|txt|rst|html))\b[^:]{0,40}:",
    r"(?:the|a|this) (?:commit message|commit|title|subject|heading|label|banner|tooltip|pr title)"
    r" (?:should|must|needs to|has to|is to|shall) (?:be|read|say)\b[^:]{0,40}:",
)


def begins_passing_on(plain: str) -> bool:
    """Tell whether a sentence, in lower case, announces the words of others; they may stand in it already."""
    return ":" in plain and _ANNOUNCES.match(plain) is not None


def own_count(plain: Sequence[str]) -> int:
    """Return how many of a prompt's sentences come before the first that announces the words of others."""
    return next((at for at, sentence in enumerate(plain) if begins_passing_on(sentence)), len(plain))
