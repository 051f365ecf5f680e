"""The words that a note can do without: openings that say who speaks, fillers, articles, auxiliaries."""

import re

# A text this short is not made shorter.
SHORT = 24

# At a sentence's start, in English. What denies or commands is none of them.
OPENING = re.compile(
    r"""(?:
    (?:please|kindly)\b,?\ (?!(?:note|remember)\b)
  | (?:please\ )?(?:remember|note|keep\ in\ mind|be\ aware|mind|be\ advised)(?:\ that\b|[:,])\ ?
  | (?:remember|note)\ that\ 
  | (?:fyi|btw|by\ the\ way|heads[ -]up|careful|attention|caution|reminder|again|actually|apparently|interesting(?:ly)?
      |hm+|ok(?:ay)?|so|well|right|yes|also|oh|decision|decided|convention|rule|note|finding|learned)[,:]\ 
  | (?:by|as\ a)\ (?:convention|rule),?\ 
  | (?:actually|apparently|basically|obviously|essentially|generally|usually)\b,?\ 
  | no,\ (?:that(?:['’]s|\ is)\ wrong:\ )?
  | (?:that\ was\ not\ what\ i\ meant:\ )
  | (?:i\ (?:have\ )?(?:said|told\ you)\ (?:it\ |this\ |that\ )?before[,:]?\ )
  | (?:it\ (?:turned|turns)\ out|i\ (?:have\ )?(?:found|figured)\ out|i\ (?:have\ )?(?:noticed|learned|discovered|realised
      |realized|saw|found|think|believe|guess|see|understand|know))(?:\ that)?\ (?!(?:a|an|the|no)\ way\b)
  | (?:the\ )?users?\ (?:wants?|said|says|asked|asks|prefers?|stated|states|decided|mentioned|insists|told\ us|requested
      |requests)(?:\ (?:that|us\ to|you\ to|to\ have|to))?\ (?=\S)
  | (?:we|i|the\ team)(?:['’]ve|\ have)?\ (?:decided|agreed|settled)(?:\ (?:that|to|on))\ 
  | (?:we|i)(?:['’]ll|['’]d|\ will|\ would)?\ (?:go\ with|went\ with|go\ for|settled\ on)\ 
  | let['’]s\ (?:go\ (?:for|with)\ )?
  | (?:from\ now\ on|starting\ now|going\ forward|in\ this\ (?:repo(?:sitory)?|project|codebase)|here),?\ 
  | (?:the\ )?(?:plan|idea|decision|convention|rule)\ is\ (?:(?:to|that)\ )?
  | (?:i|we)(?:['’]d)?\ (?:really\ |also\ )?(?:want|would\ like|would\ love|like)\ (?:you\ to|to\ have|to\ see|to)?\ ?(?=\S)
  | you\ (?:should|need\ to|have\ to|must)\ (?!not\b|never\b)
  | (?:we|i)(?:['’]ll|['’]ve|['’]re)?\ (?=[a-z]+\b(?<!am)(?<!can)(?<!could)(?<!should)(?<!would)(?<!may)(?<!might)(?<!had)(?<!was)
      (?<!were)(?<!have)(?<!are))
    )""",
    re.IGNORECASE | re.VERBOSE,
)
# The same in any language, where nothing else changes.
ANY_OPENING = re.compile(
    r"(?:bitte|achtung:|wichtig:|s['’]il (?:te|vous) pla[iî]t,?|merci de|por favor,?|per favore,?)\s+"
    r"|wir haben entschieden,\s+|请(?!求)|我们决定(?!了)|記住[：:]?|记住[：:]?",
    re.IGNORECASE,
)
ANY_CLOSING = re.compile(
    r",? (?:please|thanks|thank you|bitte|s['’]il (?:te|vous) pla[iî]t|por favor)(?=[.!]*\s*$)", re.IGNORECASE
)

FILLERS = re.compile(
    r"""(?<!\w)(?:really|just|simply|basically|actually|essentially|of\ course|obviously|clearly|very|quite|rather(?!\ than)
    |somewhat|kind\ of|sort\ of|a\ bit|a\ little|as\ well|at\ all|in\ fact|indeed|already|currently|at\ the\ moment|right\ now
    |for\ now|for\ the\ time\ being|as\ far\ as\ i\ (?:know|can\ see)|i\ think|i\ guess|i\ believe|if\ possible|kindly
    |perhaps|maybe|probably|however|therefore|hence|please)(?!\w|-)\ ?""",
    re.IGNORECASE | re.VERBOSE,
)
_WINDED = (
    (r"in order to", "to"), (r"due to the fact that|owing to the fact that|for the reason that", "because"),
    (r"in the case that|in case", "if"), (r"a (?:large |great )?number of", "many"), (r"is able to", "can"),
    (r"are able to", "can"), (r"(?:needs?|ha(?:s|ve)) to be", "must be"), (r"with regard to|with respect to|in terms of", "on"),
    (r"at this point in time", "now"), (r"make sure (?:that|to)", "ensure"), (r"in addition to", "besides"),
    (r"as soon as", "once"), (r"each and every", "every"), (r"the root cause (?:was|is)(?: that)?:?", "cause:"),
    (r"the (?:cause|problem|bug|issue|reason) (?:was|is)(?: that)?:?", "cause:"), (r"mainly (?=because|since)", ""),
    (r"so that", "so"), (r"which is why", "so"), (r"one of the", "one"), (r"is caused by", "from"),
    (r"whether or not", "whether"), (r"straight to|directly to", "to"),
)  # fmt: skip
LONG_WINDED = tuple((re.compile(rf"(?<!\w)(?:{long})(?!\w)", re.IGNORECASE), short) for long, short in _WINDED)
# "a" and "I" may be names of something; between words they are none.
ARTICLES = re.compile(
    r"(?<![\w-])(?<!once )(?<!twice )(?<!times )(?:the|an?|our|my|your|their|its) (?=\S)(?!like\b|same\b|other\b)",
    re.IGNORECASE,
)
AUXILIARIES = re.compile(
    r"""(?<![\w'’-])(?:
    (?<!\byou\ )(?<!\bthey\ )(?<!\bwe\ )(?<!\bnot\ )(?:is|are|was|were|has\ been|have\ been|had\ been|will\ be|is\ being|are\ being)
      \ (?=\S+\ \S)(?!n['’]t|what\b|that\b|why\b|where\b|how\b)
  | (?:it|this|that|they|there|which)(?:['’]s|['’]re|\ is|\ are|\ was|\ were)\ (?=\S+\ \S)(?!n['’]t|what\b|why\b|where\b|how\b)
  | (?:we|i)(?:['’]ve|['’]ll|['’]d|['’]m)?\ (?=[a-z\U000f0000-\U000fffff]+\b(?<!am)(?<!have)(?<!had)(?<!are)(?<!were)(?<!was))
  | (?<=\bbecause\ )(?:it|they|we|this|that)\ | (?<=\bsince\ )(?:it|they|we)\ 
    )""",
    re.IGNORECASE | re.VERBOSE,
)
EQUALS = ((re.compile(r"(?<=[\w\U000f0000-\U000fffff]) (?:is|are) (?:the|an?|our|my) (?=\S+)(?!n['’]t)"), " = "),)
# One reason behind a colon; a second stays in words.
REASONS = ((re.compile(r"^([^:;]*?)(?:,? because|, since|, as) (?!of\b)(?=[^:;]*$)"), r"\1: "),)
