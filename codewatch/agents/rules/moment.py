"""The tables of words by which a sentence is bound to the task at hand, or freed from it.

An order ("use tabs") lasts unless it belongs to a task; patterns are matched as those of `phrases` are.
"""

import re


def any_of(*alternatives: str) -> re.Pattern[str]:
    """Return a pattern that matches any of the alternatives."""
    return re.compile("|".join(f"(?:{alternative})" for alternative in alternatives))


_DEICTIC = (
    r"(?:it|this|that|these|those|them|there(?!'s| is| are))\b"
    r"(?! (?:repo|project|code|codebase|repository|package|app|branch|team))"
)
_FOR_TODAY = (
    r"one|task|change|pr|page|run|test|test run|fix|form|view|commit|demo|release|session|ticket|issue|feature|step"
)
PACE = r"(?:commit|push|merg|releas|deploy|edit|install|delet|publish|start|sa[yi]|change|finish)\w*"
# What a whole team shares is no single thing that a task is about.
_SHARED = (
    r"code|codebase|tests|test suite|docs|documentation|repo|repository|project|ui|api|logs?|logger|database|team"
    r"|users?(?! \w)|wild|imperative(?: mood)?|[\w-]+ (?:id|number|name|key)"
    r"|standard library|stdlib|std|public|shell|browser|language|domain|(?:[\w-]+ ){0,3}"
    r"(?:style|styles|guide|guides|guidelines?|conventions?|standards?|patterns?|rules?|rest of the code\w*)"
)

_FOR_THIS = rf"\bfor (?:this|these) (?:\w+ )?(?:{_FOR_TODAY})s?\b"
FOR_THIS = any_of(_FOR_THIS)
MOMENTARY = any_of(
    r"\b(?:yet|this time|for now|right now|today|for the moment|just this once|at the moment|until i|until we"
    r"|before i|let me|one more time)\b",
    _FOR_THIS,
    r"\buntil (?:\w+day|tomorrow|tonight|then)\b|\bin this (?:component|function|method|test|dialog|page|view|change|pr"
    r"|commit)\b",
    r"(?<!from )\bnow\b",
)
_DOING = (
    r"look|find|open|create|implement|check|add|explain|show|tell|fix|read|go|try|see|figure|investigate|update"
    r"|remove|delete|rename|refactor|review|build|generate|list|search|help|verify|debug|move|revert|undo|change"
    r"|set up|install|give|make(?! sure)|compare|analy[sz]e|describe|print|run|edit|take|extract|continue|start"
    r"|stop(?! \w+ing\b)|return an?|put the|put it|summari[sz]e"
    r"|replace|convert|migrate|switch|port|split|merge|rebase|squash|cherry-pick|hook|wire|connect"
    r"|expose|support|inline|simplify|turn|drop|get rid|cover|mock|increase|decrease|raise|lower|reduce|skip"
    r"|document|translate|answer|reply|tag|deploy|restart|rotate|upgrade|downgrade|bump|load|clean|join|train"
    r"|backfill|deduplicate|normali[sz]e|sort|filter|plot|parse|export|import|rewrite|restructure|reorgani[sz]e"
    r"|clone|copy|cache|store|handle|publish|release|ship|draft|design|prototype|profile|optimi[sz]e|benchmark|work"
    r"|finish|complete|apply|enable|disable|configure|restore|reproduce|resolve|close|improve|adjust|tweak|polish"
    r"|scaffold|bootstrap|render|display|hide|allow|ensure|let the|call|wrap|insert|append|swap|validate|introduce"
    r"|integrate|provide|patch|adapt|correct|repair|rework|tidy|bring|sync|pull|fetch|download|upload|send|seed"
    r"|calculate|compute|aggregate|group|count|pick up|name the|name this|get \S+ (?:to|working|running|up"
    r"|back|rid)|bring back|put back"
)
# What is written again and again, so that how to write it is a habit.
HABIT_NOUN = (
    r"(?:comments?|commit (?:message|title)s?|commits|docstrings?|pr (?:description|title)s?|branch names?"
    r"|(?:log|error) messages|test names|changelog entries)"
)
_ASKING = r"(?:let's |(?:i|we) need to |(?:we|you) should |i(?: want| need|'d like) you to )"
# "cache entries expire": a noun, not an order.
_AS_NOUN = (
    r"(?! [\w-]+ (?:is|are|must|should|may|go(?:es)?|lives?|starts?|ends?|has|have|expires?|needs?|follows?|uses?)\b)"
)
TASK = any_of(
    rf"{_ASKING}?(?:{_DOING})\b(?! rules?\b| is\b| are\b|:| (?:all|every|each) |, ){_AS_NOUN}",
    rf"{_ASKING}?write (?!all\b|every\b|each\b|{HABIT_NOUN} (?:in|as|with)\b)",
    r"(?:i|we) (?:want|need) an? \S+",
)
# "…, so remove it": what was said is the reason for a task.
THEREFORE = any_of(
    rf"[,;] so (?:just |please )?(?:{_DOING})\b", r", (?:go ahead|please (?:change|fix|adapt|add|remove))\b"
)
TASK_OF_FACT = any_of(r"(?:please )?(?:add|change|fix|update|make|implement|do) (?:that|it|this|so)\b")
# The thing meant: a file, a line, a definite noun that is not everybody's.
SPECIFIC = any_of(
    r"(?:please )?(?:don't|do not) (?:touch|change|edit|modify|rename|delete|move|remove|break) (?:the|any|my)\b",
    r"\b(?:here|above|below|these|those|its|his|her|their)\b",
    r"\bthis\b(?! (?:repo|project|code|codebase|repository|package|app|team)\b)",
    rf"\bthe (?!(?:{_SHARED})(?:\W*$|[,;:)]| (?:in|for|or|and|with|when|unless|without|directly|where|instead"
    r"|rather)\b))\S+",
    r"\b(?:tests?|checks?|build|ci|suite) (?:\w+ )?(?:pass(?:es)?|green|works?|succeeds?)\b",
    r"\bwhen you(?: are|'re) (?:done|finished|ready)\b|\b(?:while|once) you\b|\b(?:while|during) \w+ing\b",
    r"\S\.(?:py|js|ts|tsx|jsx|vue|rb|go|rs|java|kt|cs|cpp|c|h|php|sh|sql|md|rst|txt|json|ya?ml|toml|html|css|ex|exs)\b",
    r"\b(?:in|of|to|from|for) \S*\w\(\)|#\d|\b\w+-\d+\b|\bv\d+\.\d",
)
GENERAL = any_of(
    r"\b(?:always|never|ever|every|each|all|any|anywhere|everywhere|whenever|only|no|exact(?:ly)?)\b",
    r"(?<!the )\bnew [\w-]+s\b",
    rf"\bbefore (?:you )?{PACE}(?! (?:this|it|that)\b)",
    r"\bafter (?:each|every|any)",
)
# In a sentence or prompt that orders work, only these speak of other days.
HABITUAL = any_of(
    r"\b(?:always|never|ever|anywhere|everywhere|whenever|from now on|in future|in the future|going forward)\b",
    r"\b(?:each|every|any) (?:time|commit|pr|pull request|push|merge|release|change|deploy|file you|feature|fix"
    r"|\S+ change)\b",
    rf"\bbefore (?:you )?{PACE}[.!]*$",
    # What others own or a tool writes is not to be touched tomorrow either.
    r"\b(?:don't|do not|never) (?:touch|edit|change|modify)\b.*\b(?:(?:owned|maintained|managed|generated|shared)"
    r" (?:by|with|from)|belongs? to|(?:is|are) (?:auto-?)?generated|vendored|third[- ]party)\b",
    r"\b(?:follow|stick to|adhere to|match) (?:the |our |existing )?(?:[\w-]+ ){0,3}(?:style|style ?guide|guidelines"
    r"|conventions|pep ?\d+)\b",
)
# A description of what goes wrong, or of how one page should look, is no fact to keep.
COMPLAINT = any_of(
    r"\b(?:can't|cannot|couldn't|doesn't|didn't|isn't|aren't|wasn't|won't|wrong|twice|empty|still)\b",
    r"\b(?:late|behind|slower|off by|too (?:early|slow|small|big|low|high|many|few))\b",
    r"\b(?:my machine|yesterday|i think)\b",
    r"\b(?:today|tonight|tomorrow|for testing|at the moment|right now|for now)\b",
    r"\bbut (?:not|it|i|the|nothing|no|only)\b|\band then\b|^now\b",
    r"\b(?:on|in) (?:the|each|this) (?:[\w-]+ )?(?:page|screen|form|dialog|modal|popup|chart)\b",
    r"(?:the|each|every|all) (?:[\w-]+ )?(?:modal|card|button|input|tooltip|dropdown|banner|icon|logo|sidebar"
    r"|popup|dialog|menu)s?\b",
    r"all (?:two|three|four|five|six|\d+) ",
)
ABOUT_THE_MOMENT = any_of(
    r"(?:please )?(?:don't|do not|use|avoid|keep|make sure|ensure)(?: \w+){0,2}? " + _DEICTIC,
    r".*\bbut (?:it|that|they|this) (?:isn't|is not|aren't|doesn't|does not|don't|didn't|fails?)\b",
    r"(?:it|this|that|they|he|she)(?: \w+)? (?:always|never)\b",
    r"(?:it|this|that|they) (?:should|must)\b",
)
