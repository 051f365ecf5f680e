"""The table of facts that users tell of what surrounds the code: where it runs, who owns it, what services take.

Nothing in such a sentence says that it is meant to last, yet it holds tomorrow too. Patterns are matched at the start
of a clause in lower case with its quotations masked; `_NO_FACT` anywhere in the sentence.
"""

from collections.abc import Sequence

from codewatch.agents.rules.moment import COMPLAINT, FOR_THIS, MOMENTARY, any_of
from codewatch.agents.rules.norms import ADVERTISES, Norm
from codewatch.categories import Category

_OF_NO_ONE = r"(?:it|this|that|these|those|there|he|she|they|i|you|which|what|where)\b"
_PLACE = r"prod(?:uction)?|staging|stage|qa|uat|preview|ci"
_PART = (
    r"db|database|server|cluster|site|system|environment|env|box|machine|host|instance|app|api|backend|frontend"
    r"|runner|queue|bucket|stack|worker|website|service|panel|bot"
)
_NO_PLACE = (
    r"(?:fire|hold|use|trouble|danger|sync|maintenance|time|top|track|purpose|version|it|this|that|these|those|its"
    r"|my|an?|the (?:wrong|old|new|way|middle|same|branch|left|right|top|bottom)|\d+ ?(?:s|ms|sec\w*|min\w*))\b"
)
_SERVICE = (
    r"api|sandbox|provider|gateway|vendor|webhook|bank|partner|registry|proxy|firewall|load balancer|cdn|broker"
    r"|printer|device|sdk|endpoint|client|service|backend|server|library|platform|marketplace|store"
)
_THING = (
    r"ids?|keys?|amounts?|prices?|dates?|times|timestamps?|numbers?|names?|codes?|versions?|fields?|values?|columns?"
    r"|quantities|flags|emails?|totals?|rates?|slugs?|tokens?|sizes?|durations?"
)
_KIND = (
    r"strings?|ints?|integers?|floats?|uuids?|numeric|cents|decimals?|bytes|json|utc|iso|unix|enums?|unique|immutable"
    r"|opaque|nullable|case-(?:in)?sensitive|lower ?case|upper ?case|milliseconds|seconds|hex|base64"
)
_MACHINE = (
    r"windows|mac(?:os|book)?|osx|linux|ubuntu|debian|fedora|arch|nixos|wsl\d?|raspberry|apple silicon|arm|vim|neovim"
    r"|emacs|vs ?code|zed|intellij|pycharm|webstorm|zsh|fish|powershell|tmux|monorepo|devcontainer|codespaces?"
)
_PROJECT = r"(?:project|repo|repository|code ?base|monorepo|code|team|company)"
# What goes wrong, is asked for, or was so once.
_NO_FACT = any_of(
    r"\b(?:fail\w*|broken?|breaks|crash\w*|errors?|bugs?|down|wrong|stuck|missing|outdated|unused|messy?|mess|weird"
    r"|confus\w*|cut off|problem\w*|issues?|odd|strange|rejected|was|were|did|had|gone)\b"
)


FACTS = (
    Norm("where a part runs", any_of(
        rf"(?:the |our )?(?:{_PLACE})(?: (?:{_PART})s?)? (?:is|are|runs?|lives?|sits?|deploys?|(?:is|are) (?:hosted"
        rf"|deployed|running)) (?:only )?(?:on|in|at|behind|from|under|via|to) (?!{_NO_PLACE})\S+",
        rf"(?:the |our )(?:[\w-]+ )?(?:{_PART})s? (?:runs? on|(?:is|are) hosted (?:on|at|by)|(?:is|are) deployed (?:to"
        rf"|on)|lives? on|(?:is|are) built with|(?:is|are) written in|(?:is|are) only reachable \w+)"
        rf" (?!{_NO_PLACE}|the\b)\S+",
    ), Category.CONVENTION),
    Norm("what a machine has", any_of(
        r"(?:the |our |each )?(?:[\w-]+ ){0,2}(?:machine|runner|server|box|vm|host|laptop|cluster|instance|pi)s?"
        r" (?:only )?(?:has|have) (?:only |just |at most )?(?:\d+|one|two|four|no|a single) \S+",
    ), Category.LEARNING),
    Norm("what a service takes", any_of(
        rf"(?:the |our |their )?(?:[\w'-]+ ){{0,3}}(?:{_SERVICE})(?: of the [\w-]+(?: [\w-]+)?)? (?:only |silently )?"
        rf"(?:rejects|accepts|allows|requires|expects|limits|caps|counts|throttles|blocks|refuses|speaks|retries|drops"
        rf"|truncates|rounds|ignores) (?!{_OF_NO_ONE}|(?:my|me|our|us|every\w*|all|an?|valid|with|when|the|your)\b)\S+",
        r"(?:the |our |their )?(?:[\w'-]+ ){1,4}(?:only )?(?:gives?|allows?|grants?|lets|charges?) (?:us |you |me )?"
        r"(?:only )?\d[\d.,k]* (?:\w+ ){1,2}?(?:an?|per|each|every) (?:second|minute|hour|day|week|month"
        r"|request|call|user|seat)\b",
    ), Category.LEARNING),
    Norm("who demands what", any_of(
        r"(?:legal|security|compliance|ops|management|marketing|finance|my (?:boss|manager|team)|our [\w-]+"
        r"|the (?:client|customer|board|[\w-]+ team)) (?:(?:wants?|asks?|expects?|needs) us to (?:keep|always|never|use"
        r"|support|log|stay|follow|store|avoid|encrypt|delete)|requires?|forbids?|insists? on|prohibits?|bans) \S+",
    ), Category.CONVENTION),
    Norm("what has to be there first", any_of(
        rf"(?!{_OF_NO_ONE})(?:the |our )?(?:[\w:.-]+ ){{1,5}}(?:needs?|requires?) (?!to be|an? (?:rebase|review|fix)\b"
        rf"|it\b|some\b|more\b)\S.{{2,80}} (?:first|running|to be (?:up|running|started|set))(?:[,.;]|$| first)",
        rf"(?!{_OF_NO_ONE})(?:the |our )?(?:[\w:.-]+ ){{1,5}}only (?:works?|runs?|starts?|builds?|compiles?) (?:on|with"
        rf"|if|when|under|inside|after) (?!i\b|you\b|it\b)\S+",
    ), Category.LEARNING),
    Norm("what values are", any_of(
        rf"(?!{_OF_NO_ONE})(?:[\w-]+ ){{0,4}}(?:{_THING}) are (?:[\w-]+ ){{0,3}}?(?:{_KIND})\b",
    ), Category.CONVENTION),
    Norm("what is forbidden", any_of(
        rf"(?!{_OF_NO_ONE})(?!.*\b(?:request|access|page|user|call|url)s? (?:is|are)\b)[\w./@`*-]+(?: [\w./-]+){{0,3}}"
        r" (?:is|are) (?:strictly |completely )?(?:banned|forbidden|off[- ]limits|prohibited|not allowed|taboo"
        r"|discouraged|frowned upon)\b",
    ), Category.CONVENTION),
    Norm("what nobody does", any_of(
        r"(?:nobody|no one|no-one) (?:ever |else )?(?!knows|likes|uses|cares|understands|sees|reads|wants|needs|has"
        r"|is|does|says|complains)[a-z]+s (?!me\b|my\b|it\b|this\b|that\b|about\b)\S+",
    ), Category.CONVENTION),
    Norm("who owns a part", any_of(
        rf"(?!{_OF_NO_ONE})(?:\S+ ){{1,8}}(?:owned|maintained|managed) by (?:the |another |an? |our )?(?!me\b)\S+",
    ), Category.CONVENTION),
    Norm("how the project does it", any_of(
        rf"(?!{_OF_NO_ONE}|we have\b)(?:\S+ ){{2,20}}(?:in|across|throughout) (?:this|our) {_PROJECT}[.!]*$",
        rf"(?!{_OF_NO_ONE})(?:\S+ ){{3,20}}around here[.!]*$",
        rf"in (?:this|our) {_PROJECT},? (?:the |our |all )?(?!{_OF_NO_ONE}|we have\b)[\w-]+ \S+ \S+",
    ), Category.CONVENTION),
    Norm("what the user works with", any_of(
        rf"(?:i'm|i am|we're|we are) (?:on|using|running) (?:an? |the )?(?:{_MACHINE})\b",
        rf"i (?:mostly |mainly |usually |only |always )?(?:use|work (?:with|on|in|from)|(?:develop|code) (?:on|in))"
        rf" (?:an? |the )?(?:{_MACHINE})\b",
        r"(?:i'm|i am) (?:colou?r[- ]?blind|dyslexic|blind|deaf|left-handed|new to (?!this\b|the\b)\S+)",
    ), Category.USER_PREFERENCE),
)  # fmt: skip


def find_fact(plain: str, clauses: Sequence[str]) -> Norm | None:
    """Return the kind of fact that a sentence tells, or None; `clauses` are its own, from each start to its end."""
    if any(table.search(plain) for table in (_NO_FACT, COMPLAINT, MOMENTARY, FOR_THIS, ADVERTISES)):
        return None
    return next((fact for fact in FACTS if any(fact.pattern.match(clause) for clause in clauses)), None)
