"""The words that a note can do without: openings that say who speaks, fillers, articles, auxiliaries.

What makes a statement less sure ("probably", "I think"), says for how long it holds ("for now"), denies or commands is
none of them.
"""

import re

# A text this short is not made shorter.
SHORT = 24
# A sign for what is named stands in these (see `shorter.py`).
_SIGN = "\U000f0000-\U000fffff"

_OPENINGS = (
    r"please,? (?!note\b|remember\b|and\b|or\b|is\b|are\b)",
    r"(?:please )?(?:remember|note|keep in mind|be aware|mind)(?: that\b|[:,]) ?",
    r"fyi,? (?=\S)",
    r"(?:btw|by the way|heads[ -]up|careful|attention|caution|reminder|again|actually|interesting(?:ly)?)[,:] ",
    r"(?:hm+|ok(?:ay)?|so|well|right|yes|also|oh|decision|decided|convention|rule|note|finding|learned)[,:] ",
    r"(?:by|as a) (?:convention|rule),? ",
    r"(?:actually|basically|obviously|essentially),? ",
    r"no, (?:that(?:['’]s| is) wrong: )?",
    r"that was not what i meant: ",
    r"i (?:have )?(?:said|told you) (?:it |this |that )?before[,:]? ",
    r"it (?:turned|turns) out(?: that)? ",
    r"i (?:have )?(?:found out|figured out|noticed|learned|discovered|realised|realized|saw)(?: that)? ",
    # One user is who speaks; "users want" may be said of those of the product.
    r"(?:the )?user (?:wants|wanted)(?: (?:that|us to|you to|to have|to))? ",
    r"(?:the )?user (?:said|says|stated|states|decided|insists|asked|asks|requested) (?:that|to|us to|you to) ",
    r"(?:the )?user (?=prefers|likes|hates|chose|approved)",
    r"(?:we|i|the team)(?:['’]ve| have)? (?:decided|agreed|settled) (?:that|to|on) ",
    r"(?:we|i)(?:['’]ll|['’]d| will| would)? (?:go with|went with|go for|settled on) ",
    r"let['’]s (?:go (?:for|with) )?",
    r"(?:from now on|starting now|going forward|in this (?:repo(?:sitory)?|project|codebase)),? ",
    r"(?:the )?(?:plan|idea|decision|convention|rule) is (?:(?:to|that) )?",
    r"(?:i|we)(?:['’]d)? (?:really |also )?(?:want|would like|would love|like) (?:you to |to have |to see |to )?",
    r"you (?:should|need to|have to|must) (?!(?:not|never|be|been|have)\b)",
)
_SUBJECT = (
    r"(?:we|i)(?:['’]ll|['’]ve|['’]re)? (?!(?:am|can|could|should|would|may|might|had|was|were|have|are|and|or)\b)"
    r"(?=[a-z])"
)
# At a sentence's start, in English.
OPENING = re.compile("|".join(f"(?:{opening})" for opening in _OPENINGS), re.IGNORECASE)
SUBJECT = re.compile(_SUBJECT, re.IGNORECASE)
# The same in any language, where nothing else changes.
ANY_OPENING = re.compile(
    r"(?:bitte|achtung:|wichtig:|s['’]il (?:te|vous) pla[iî]t,?|merci de|por favor,?|per favore,?)\s+"
    r"|wir haben entschieden,\s+|请(?!求)|我们决定(?!了)|記住[：:]?|记住[：:]?",
    re.IGNORECASE,
)
ANY_CLOSING = re.compile(
    r",? (?:please|thanks|thank you|bitte|s['’]il (?:te|vous) pla[iî]t|por favor)(?=[.!]*\s*$)", re.IGNORECASE
)

# A word that changes what follows, where it neither stands under a "not" nor is itself what is spoken of.
FILLERS = re.compile(
    r"(?<![\w-])(?:really|basically|actually|essentially|of course|obviously|very|quite|simply|in fact|indeed|kindly"
    r"|just(?= (?:use|do|run|give|be|make|keep|add|put|call|set)\b)|as well(?=[,.;]|$))(?![\w-])"
    r"(?! (?:is|are|was|were|means?|in|on|at|of|to|for|from|with|and|or|but|as|not)\b) ?",
    re.IGNORECASE,
)
# Before a filler or a long-winded phrase in its clause: that is meant as it stands.
MEANT = re.compile(
    r"(?:\b(?:not|no|never|nobody|nothing|none|without|hardly|cannot|words?|terms?|say|says|saying|said|write|writes"
    r"|calls?|called|names?|named)\b|n['’]t\b)[^,;:.!?]*$",
    re.IGNORECASE,
)
_WINDED = (
    (r"in order to", "to"), (r"due to the fact that|owing to the fact that|for the reason that", "because"),
    (r"in the case that|(?<!just )in case(?! of\b)", "if"), (r"a (?:large |great )?number of", "many"),
    (r"(?<!to )(?<!may )(?<!might )(?<!will )(?<!can )(?<!must )(?<!d )(?:needs?|ha(?:s|ve)) to be", "must be"),
    (r"(?<!be )(?:is|are) able to", "can"), (r"with regard to|with respect to", "on"),
    (r"at this point in time", "now"), (r"make sure that", "ensure"), (r"in addition to", "besides"),
    (r"as soon as", "once"), (r"each and every", "every"), (r"so that", "so"),
    (r"the (?:root )?cause (?:was|is)(?: that)?:?", "cause:"), (r"which is why", "so"), (r"whether or not", "whether"),
)  # fmt: skip
LONG_WINDED = tuple((re.compile(rf"(?<!\w)(?:{long})(?!\w)", re.IGNORECASE), short) for long, short in _WINDED)
# Who else is spoken of: then it matters who "we" are.
OTHERS = re.compile(r"\b(?:you|they|them|he|she)\b", re.IGNORECASE)
# "customer A": a capital one is an article at the start of a sentence only. "Once a year" is no "once year".
ARTICLES = re.compile(
    r"(?<![\w-])(?<!once )(?<!twice )(?<!times )"
    r"(?:(?:the|an?|our|my|your|their|its)|(?:^|(?<=[.!?] ))(?:The|An?|Our|My))"
    r" (?=\S)(?!like\b|same\b|other\b|name\b)"
)
_NOT_BEFORE = r"(?!n['’]t|what\b|that\b|why\b|where\b|how\b)"
_AUXILIARIES = (
    (
        r"(?<!\byou )(?<!\bthey )(?<!\bwe )(?<!\bnot )(?<!\bto )(?<!\bmay )(?<!\bmight )(?<!\bmust )(?<!d )"
        r"(?:is|are|was|were|has been|have been|had been|will be|is being"
        rf"|are being) (?=\S+ \S){_NOT_BEFORE}"
    ),
    rf"(?:it|this|that|they|there|which)(?:['’]s|['’]re| is| are| was| were) (?=\S+ \S){_NOT_BEFORE}",
    r"(?<=\bbecause )(?:it|they|we|this|that) ",
    r"(?<=\bsince )(?:it|they|we) ",
)
AUXILIARIES = re.compile(rf"(?<![\w'’-])(?:{'|'.join(_AUXILIARIES)})", re.IGNORECASE)
SUBJECTS = re.compile(
    r"(?<![\w'’-])(?:we|I|(?:^|(?<=[.!?] ))We)(?:['’]ve|['’]ll|['’]d|['’]m)?"
    rf" (?!(?:am|have|had|are|were|was|can|could|and|or)\b)(?=[a-z{_SIGN}]+\b)"
)
EQUALS = (
    (
        re.compile(
            rf"(?<=[\w{_SIGN}])(?<!there)(?<!that)(?<!it)(?<!this)(?<!which)(?<!what)(?<!who)"
            r" (?:is|are) (?:the|an?|our|my) (?=\S)(?!same\b|one\b|only\b)",
            re.IGNORECASE,
        ),
        " = ",
    ),
)
# One reason behind a colon; a second stays in words.
REASONS = ((re.compile(r"^([^:;]*?)(?:,? because|, since|, as) (?!of\b)(?=[^:;]*$)"), r"\1: "),)
