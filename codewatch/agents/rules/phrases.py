"""The tables of words by which a sentence is known as a rule, a decision, a root cause, or no assertion at all.

Patterns are matched against a sentence in lower case whose quotations are masked; a clause pattern must match at the
start of a clause, after `LEADS`. These are the English ones; `tongues` holds those of other languages.
"""

from codewatch.agents.rules.moment import HABIT_NOUN, PACE, any_of

_FAULT = (
    r"fail\w*|broken?|breaks?|crash\w*|slow\w*|error\w*|hang\w*|timeout|timed out|bug|down|red|leak\w*|flak\w+"
    r"|wrong|stuck|outdated|messed|corrupt\w*"
)

# After "we", these tell of the moment, of a wish or of knowledge, not of a habit.
_NO_HABIT = (
    r"have|had|need|can|could|can't|couldn't|should|shouldn't|shall|will|won't|would|must|may|might|are|were|was"
    r"|did|didn't"
    r"|do|know|see|saw|think|thought|want|wanted|get|got|found|find|made|make|look|talk|talked|try|wait|just|still"
    r"|now|then"
    r"|understand|understood|hope|seem|lost|forgot|forget|broke|ran|went|left|began|started|mean|meant|said|say"
    r"|told|like|take|welcome"
    r"|love|hate|prefer|agree|guess|believe|expected|haven't|aren't|weren't|already|really|both|probably|first"
    r"|next|last|go"
    r"|come|came|miss|care|feel|felt|start|begin|end|finish|stop"
)
_NUMBER = r"(?:[$€]?\d|one\b|two\b|three\b|four\b|five\b|six\b|seven\b|eight\b|nine\b|ten\b|twelve\b|zero\b)"
# What a program does to things, or what was meant by it, is no rule.
_BEHAVES = (
    r"returned|emitted|preserved|disposed|displayed|merged|trimmed|exposed|injected|processed|captured|converted"
    r"|extracted|rendered|detected|forced|provided|hosted by|developed|maintained by|tested|summari[sz]ed"
    r"|welcomed|sponsored|designed|intended|expected|supposed|meant|released|inspired|included|based|used to"
)
_FINE = (
    r"green|fixed|working|works|done|passing|passed|gone|empty|blank|fine|ok|okay|good|ready|complete\w*|merged"
    r"|there|set|right|correct"
)


# "the second version": one of those on the table.
_ONE_OF_SOME = (
    r"(?:the|this|that|your) (?:first|second|third|last|other|same|current|existing|extra|unused|old|new|left"
    r"|right)\b"
)

# Of these a project uses one or the other, and seldom both by turns.
_TOOLS = (
    r"npm|pnpm|yarn|bun|npx|deno|node|pip|pipx|uv|poetry|pdm|conda|hatch|cargo|make|just|docker|podman|pytest|unittest"
    r"|jest|vitest|mocha|playwright|cypress|ruff|black|flake8|eslint|biome|prettier|mypy|pyright|gradle|maven|mvn|bazel"
    r"|moment|dayjs|axios|fetch|requests|httpx|curl|wget|bash|zsh|fish"
)
_LANGUAGES = r"english|german|french|spanish|italian|portuguese|dutch|polish|russian|chinese|japanese|korean|turkish"

# Words that open a clause and carry no meaning of their own; taken off one after the other.
LEADS = any_of(
    r"(?:please|pls|also|and|but|so|ok|okay|yes|no(?=[,.!:;])|well|right|btw|fyi|by the way|remember|reminder|note"
    r"|important"
    r"|again|just|actually|generally|in general|as a rule|new (?:here|rule)|rule|rules|one more thing"
    r"|another thing|for the record|keep in mind|i think|then|now|first|seriously|ideally|instead|hey|thanks"
    r"|you should|you must|you can)(?: that)?[,:;.!\s–—-]+",
    r"(?:for|in|on|when|whenever|before|after|if)\b[^,:?]{2,60}[,:] ",
    r"(?:in|for|on) (?:this|our|the) (?:project|repo|repository|codebase|app|package|branch|team)[,:]? ",
    r"(?:for|in|on|with|at) (?:\S+ ){1,4}(?=we )",
)
FUTURE_LEAD = any_of(
    r"(?:from (?:now|today|this point) on(?:wards?)?|going forward|from here on(?: out)?|in (?:the )?future"
    r"|henceforth|next time)[,:]? "
)

# What is asked for politely and for good is an order, be there a question mark or not.
ASKED_HABIT = any_of(
    r"(?:(?:hey|ok|okay|and|also|please|so),? )*(?:can|could|would|will) you (?:please |maybe |just )*"
    r"(?=(?:always|never) (?!see\b|reproduce\b|get\b|find\b|access\b|reach\b|rely\b|count\b|tell\b)|from now on\b"
    r"|in (?:the )?future\b|stop [a-z]+ing .*\b(?:every|each|all|any|me|so much|so many)\b)"
)
QUESTION = any_of(
    r".*[?？]\W*$",
    r"(?:ok |so |and |but |hm+ |then )*(?!why (?:it|this|that) \w+:)(?:why|what|how|who|where|which|is|are|was"
    r"|were|do|does|did|can|could|should|shall|would|will|may|has|have|had|isn't|aren't|don't (?:we|you|they)"
    r"|doesn't|won't|wouldn't|can't|couldn't|shouldn't) (?:we|you|i|it|they|he|she|there|this|that|the|a|an|these"
    r"|those|our|my|your|if|about|happens|to|is|are|do|does|did|can|could|should|would|kind|one)\b",
)
HYPOTHETICAL = any_of(
    r"^(?:and |but |so )?if .{3,100}\b(?:would|could|might)\b",
    r"\b(?:maybe|perhaps|what if|whether|wonder(?:ing)?|not sure|unsure|might|possibly|suppose|hypothetically"
    r"|imagine|hm+|let me|would it|could (?:also )?(?:use|be|try|go|have|do|add|switch)|if (?:we|i|you|it)"
    r" (?:used?|were|was|had|did|chose|went|switched)|thinking (?:about|of)|considering|undecided"
    r"|what do you think|which (?:one|is better)|either|it depends)\b",
)
REPORTED = any_of(
    r"\b(?:log|log line|output|trace|stack ?trace|value|result)(?: line)? is:",
    r"\b(?:says?|said|claims?|claimed|states?|stated|reads|reported|reports|complains?|prints?|shows?|tells?"
    r"|warns?|asks?)(?: \w+)?(?: that)?:",
    r"\b(?:the|this) (?:docs?|documentation|readme|error|message|manual|article|log|output|comment|warning|linter"
    r"|reviewer|spec)(?: \w+)? (?:says?|said|states?|claims?|tells?|reads|recommends?|suggests?|mentions?)\b",
    r"\b(?:he|she|they|it|someone|somebody) (?:says?|said|claims?|told)\b",
)
UNDECIDED = any_of(
    r"\b(?:haven't|hasn't|not|n't|never|once|until|before|after|whether|if) (?:\w+ )?(?:yet )?(?:decided|chosen"
    r"|agreed)"
)

PREFERENCE = any_of(
    r"(?:always|never)(?:, ever)?,?(?! (?:mind|seen|heard|had|been|worked|knew|know|thought|happens?|happened"
    r"|fails?|returns?|green|red|good|fine|nice|great|welcome|possible|true|glad|happy)\b) [a-z`'\"_]\S*",
    r"(?:don't|do not) (?:ever|like|want)\b(?= \S)(?! to see| you| it| that| this)",
    r"(?:i|we|i'd|we'd)(?: would)?(?: much| really| strongly| always| generally| usually| also| definitely)*"
    rf" (?:prefer|favou?r)\b(?! {_ONE_OF_SOME}| option )",
    r"(?:i|we)(?: \w+ly| also| always| don't| do not)* (?:like|love|hate|dislike|can't stand|despise)"
    r" (?!it\b(?! when)|this\b|that\b|the\b|how\b(?! you)|what\b|your\b|where\b|these\b|those\b|to see\b)\S+",
    r"(?:my name is|call me) (?!back|when|if)\S+",
    r"(?:i'm|i am) an? (?:\S+ ){0,3}(?:engineer|developer|designer|manager|student"
    r"|scientist|beginner|architect|analyst)\b",
    r"i always want \S+",
    r"i want \w+s first\b",
    r"i want (?!(?:you|to|a|an|the|this|that|it|some|more|two|three|these|those|all|my)\b)[a-z]+ \w+s\b",
    r"i want \w+s (?:for|in|on|with) (?:every|each|all) \S+",
    r"i'd like (?:all|every|each|no) \S+",
    r"it(?:'s| is) (?:very |really )?important (?:that|to) \S+",
    r"(?:answer|reply|respond) (?:\w+ly\b|in (?!this\b|that\b|the\b|an?\b)\S+|with (?!it\b|this\b|the\b)\S+)",
    r"be (?:more |always )?(?:concise|brief|terse|short)\b(?! in (?:the|this)\b)",
    r"my (?:editor|shell|os|terminal|timezone|time zone|native language) is (?!not\b|broken|slow)\S+",
    r".*\bthat's how (?:i|we) (?:work|do)\b",
    r"(?:run|ask|check|update|test|lint|format|review|wait|stop|commit|pull|rebase|(?:tell|show|give) me)\b"
    r"(?! .*\b(?:that|which)\b).*\b(?:before|after|on) (?:each|every|any) \w+",
    r"(?:show|tell|give|ask) me .{3,60} before you (?:commit|push|edit|change|write|start|delete|merge|deploy)\b",
    r"(?:run|ask|check|test|lint|format|rebase)\b(?! .*\b(?:that|which|this)\b).* before (?:committing|pushing"
    r"|merging"
    r"|releasing|deploying)[.!]*$",
    r"(?:i|we)(?: always| really| do)? (?:want|need|expect|would like) you to (?:always|never|only|stop|keep|ask"
    r"|use)\b",
    r"(?:i want|i need|i'd like|we want) you to (?!.*\b(?:it|this|that|these|those)\b).{3,60}"
    r" before (?:you \w+|\w+ing)",
    r"i(?:'d| would)? (?:rather|want) (?:you )?(?:not|never|always)\b",
    rf"use (?:{_TOOLS})\b(?: (?:here|in|for|only|please|\w+ing)\b){{0,3}},? (?:and )?(?:not|never|over|instead of"
    rf"|rather than) (?:{_TOOLS})\b",
    r"(?:all |your |the )?(?:answers|replies|responses|comments|commits|commit messages|docs) (?:only )?in (?:plain )?"
    rf"(?:{_LANGUAGES})\b",
    r"i(?:'d| would) rather (?!you\b|wait\b|see\b|it\b|(?:have |keep )?(?:the|this|that)\b)\S+ \S+",
    r"(?:i|we) (?:don't|do not|never) want (?:you to (?!do|touch|stop)|(?!to\b|you\b|it\b|that\b|this\b"
    r"|the\b))\S+ \S+",
    r".*, (?:always|every time|no exceptions)[.!]*$",
    r"(?:whenever|every time|each time|(?:after|before) (?:each|every|any)) (?!.*\b(?:crash\w*|happens|hangs"
    r"|breaks)\b)"
    r"[^,]{3,60}, (?:please )?(?!it\b|the\b|we\b|i\b|there\b)[a-z]+ \S+",
    rf"before (?:you )?(?:{PACE}), (?:please )?(?!it\b|the\b|we\b|i\b)[a-z]+ \S+",
    r"when(?:ever)? you (?!are\b|have\b|get\b|finish|see\b)\w+ (?:an?|any|new) [^,]{3,50}, (?:please )?[a-z]+ \S+",
    r"(?:please )?write (?:all|every) \S+",
    r"use [^,.;]{1,60} (?:for (?:all|every|any|each|everything|new)|everywhere|always|in all)\b",
)
# Orders: they last unless they are part of a task (see `moment`).
ORDER = any_of(
    r"(?:don't|dont|do not|don’t)(?: you)?(?: ever)? (?!worry|know|think|see|understand|bother|mind|care|need|have"
    r"|want|remember|get\b|like|forget|hesitate|believe|even|stop|(?:touch|do|change|edit|modify|write|run|commit"
    r"|push|delete"
    r"|install|implement|start|build) (?:anything|any\b|code\b))[a-z]\w+ \S+",
    r"no (?!problem|worries|idea|need|way|one|luck|rush|thanks|change|difference|error|warning|failure|result"
    r"|output|diff|such|more questions|longer|matter|wonder|doubt|reason|tests? (?:ran|found"
    r"|fail))[\w' -]{2,50}(?: please\b|,? ever\b| (?:in|on|without|outside)\b)",
    r"use (?!(?:the|this|that|a|an|my|your|it|these|those)\b)[\w-]+ [\w-]+(?: [\w-]+)?(?:s|ing|case|english|notation"
    r"|syntax)[.!]*$",
    rf"(?:write|keep|format|phrase|start|end|make) (?:your |the |our )?{HABIT_NOUN} (?:in|as|with|before|short|small"
    r"|terse|brief|concise|lower|simple|atomic)\b",
    r"(?:no more than|at most) \S+ \S+",
    r"no (?!tests\b|changes\b|thanks\b|worries\b|questions\b|problems\b)(?:[\w-]+ ){0,2}[\w-]+s, (?:use|name|prefer"
    r"|only|plain|keep|write|always)\b",
    r"use the [\w-]+ (?:pattern|convention|idiom|notation|layout) (?:for|in|when|with|everywhere)\b",
    r"(?:link|ask|suggest|propose|push|quote|point|refer) (?!it\b|this\b|that\b|them\b).{2,40} (?:rather than"
    r"|instead of) [a-z]+ing\b",
    r"(?!it\b|this\b|that\b|so\b|but\b|and\b|why\b|i\b)[a-z`]\S*(?: \S+){0,2}, not (?:a |the )?\S+[.!]*$",
    r"use [^,.;]{1,80}(?:, not | instead of |instead$|instead[ ,.]| rather than | over |, never | and not |, no )",
    r"use [^,.;]{1,40} not (?!yet|now|working)\S+",
    r"use (?!(?:the|this|that|a|an|my|your|it|these|those)\b)[^,.;]{1,40} for (?!(?:the|this|that|me|now|it|a"
    r"|an)\b)\S+",
    r"(?:only|exclusively)(?: ever)? use \S+",
    r"use (?:only|exclusively) \S+",
    r"use [^,.;]{1,40} in (?:the |our |all )?(?:docs|documentation|tests|comments|code|commit messages|messages"
    r"|templates|names|ui|logs)\b",
    r"(?:stop|quit|refrain from|avoid) [a-z]\w{2,}ing\b",
    r"prefer \S+",
    r"avoid (?!an?\b)\S+ \S+",
    r"use [\w-]+ [\w-]+s (?:in|for) (?!the\b|this\b|that\b|my\b|an?\b)\S+",
    r"(?:stick (?:to|with)|adhere to|follow(?! up\b)) (?:the |our |a )?\S+",
    r"ask (?:me )?(?:first|before)\b",
)
# Orders that are of the moment unless they say when.
REMINDER = any_of(r"(?:make sure|ensure|be sure|take care|remember to|don't forget to)\b")
POLITE_ORDER = any_of(
    r"please,? (?:always |only |also )?(?:use (?!(?:the|this|that|your|my)\b)|keep (?!(?:the|going)\b)|avoid "
    r"|stick |follow |refrain |name |prefix |put all )\S+",
)
MIXED_PREFERENCE = any_of(
    r".*\b(?:please|you should|you must|must|should|shall|can|may|have to|has to|need to|needs to|to|and|but|or|we"
    r"|,|;|-|–|—) (?:always|never|not ever|only ever) [a-z]"
)

# A version held back, with why.
PIN = any_of(
    r"(?:let's |we )?"
    r"(?:pin|keep|hold|freeze|lock|stay|stick|cap|leave|don't (?:upgrade|bump|update)|do not (?:upgrade|bump|update))"
    r"(?: (?:on|to|at|with))? (?!the\b|this\b)\S+(?: version)?(?: (?:at|to|on|below|under|past|above|beyond))?"
    r"(?: (?:version|<=?|=?=))? ?[<=~^v]{0,3}\d[\w.]*\b.*(?:\b(?:because|since|newer|later|breaks?|broke|crash\w*"
    r"|incompatib\w+|fails?|regress\w*|otherwise|bugs?|buggy|drops?|dropped|removes?|removed|changes)\b)"
)
# A job with its time of day.
JOB = any_of(
    r"(?:run|schedule|start) (?:the |our )?(?:\S+ ){0,2}(?:cron|cronjob|job|backups?|reports?|sync|import|cleanup"
    r"|digest|scan)(?: job| cron)? (?:(?:daily |nightly |every \w+ )?at \d{1,2}:\d\d|nightly|every night)"
)
RULE = any_of(
    r"keep (?!(?:the |these |those |my |your )?(?:diff|summary|patch|pr(?! \w)|page|layout|answer|text"
    r"|function|name|names|history|commit history|order|title|header|version"
    r"|changes?|rest|other|current|old|existing|same|file|code|work)\b"
    r"|going|trying|it\b|this\b|that\b|me\b|working|looking|running|digging|in mind|an eye|on\b|at\b|up\b|these\b"
    r"|those\b|them\b|reading|doing)\S+ \S+",
)
# Rules about all of a kind, unless the kind belongs to one thing.
RULE_OF_ALL = any_of(
    r"(?:name|store|put|place|prefix|suffix|document|write|log|test) (?:all|every|each|new|any)\b \S+",
)
CONVENTION = any_of(
    rf"(?!it\b|this\b|that\b|they\b|he\b|she\b)(?:\S+ ){{1,7}}(?:is|are|gets?|goes|go) always (?!{_FAULT}"
    rf"|{_FINE})\S+",
    r"(?:our|all|the) (?:\S+ ){1,3}(?:is|are) (?:named|called|prefixed|written|formatted|stored"
    r"|placed) (?!after me\b)\S+",
    r"(?:the |our )(?:[\w-]+ ){1,4}(?:is|are) the only \S+",
    r"(?:all|every|each) (?:[\w-]+ ){1,2}(?:logs?|returns?|throws?|raises?|accepts?|inherits?|extends?|emits?)"
    r" (?!an error\b)\S+ \S+",
    r"(?:the |our )(?:[\w-]+ ){1,3}(?:is|are) (?:protected|frozen|read-only|immutable|append-only|off limits)\b",
    r"our (?:\S+ ){1,3}(?:returns?|sends?|speaks?|stores?|accepts?|emits?) \S+ (?:as|in|over|via) \S+",
    r"(?:\w+ )?(?:convention|rule|naming|policy|policies|standard|house style)s?: ?\S+",
    r"(?:[\w-]+ ){0,2}(?:length|width|limit|indentation|threshold|quote style|import order)(?: limit)?: ?\S+",
    r"(?:remember|note)(?: that|:) (?:\S+ ){3}",
    r"(?:for the record|keep in mind(?: that)?|fyi)[,:]? (?:\S+ ){3}",
    rf"(?:the |our )(?!(?:error|response|status|result|output|count)s?\b)(?:\S+ ){{1,6}}(?:is|are) (?:now |always "
    rf"|set to |only |exactly |at most )*{_NUMBER}",
    rf"(?!(?:it|this|that|there|he|she|they|i|you|we|which|where|something)\b)(?:\S+ ){{1,4}}(?!takes|has|shows"
    rf"|gives|fails|returns|prints|crashes)[a-z]{{2,}}s"
    rf" (?:only |at most |up to |at least |every |within |after )*(?:(?<=every )\S+|{_NUMBER})",
    r"only (?:the |our |a )?\S+(?: \S+){0,3} (?:may|can|should|must|writes?|is allowed|are allowed) \S+",
    r"(?:\S+ )?(?:names?|ids?|keys?|variables|functions|classes|constants|files|modules|tables|columns) are"
    r" (?:in )?[\w-]*(?:case|plural|singular|prefixed|suffixed)\b",
    r"(?!(?:it|this|that|you|i|he|she|they|there|the|a|an|these|those|users|people|tests)\b)(?:\S+ ){0,2}\S+s"
    r" (?:starts? with|ends? with|begins? with|go through|inherit from|follow|are routed|return|extend"
    r"|come from) \S+",
    r"we(?: only| always| never| generally| usually| also| all| currently)*(?: don't| do not)?"
    rf" (?!(?:{_NO_HABIT})\b|\w+ed\b|log in to|run (?:into|out))[a-z][\w-]{{2,}} (?!it\b|this\b|that\b|these\b"
    rf"|those\b|them\b)\S+",
    r"we (?:always|never) \S+ \S+",
    r"(?:we're|we are|everyone is) on [\w.+#-]+ v?\d",
    r"(?!(?:it|this|that|you|i|he|she|they|there)\b)(?:\S+ ){1,6}must (?:not|never) [a-z]+",
    r"(?:every|each) (?!time\b)\S+(?: \S+){0,2} [a-z]+s (?:its|their|exactly|one)\b",
    r"(?:nobody|no one|no-one|nothing|none) (?:\S+ ){0,4}(?:should|may|must|can|is allowed)\b",
    r"we have a (?:rule|convention|policy|rule of thumb|standard)\b",
    rf"our (?:[\w./-]+ ){{1,5}}(?:is|are|uses?|lives?|runs?|goes|go|follows?|must|should|targets?|has to|needs? to"
    rf"|expects?|requires?) (?!(?:{_FAULT}|not working|missing|gone|a mess|currently|still)\b)\S+",
    r"(?:the |this )?(?:project|repo|repository|codebase|app|service|api|cli|backend|frontend|team|company"
    r"|database|db) (?:uses|is written in|targets|requires|runs on|follows|supports|is called|is built with"
    r"|is deployed) \S+",
    rf"(?:all|every|each|any|no)(?! (?:the )?(?:tests?|time)\b)(?: \S+){{1,7}} (?:must|should|needs?|has|have|are"
    rf"|is|goes?|lives?|uses?|starts?|ends?|gets?)\b (?!(?:{_FAULT}|{_FINE})\b)\S+",
    r"(?!it|this|that|you|i\b|he|she|they|we\b|there)(?:the )?\S+(?: \S+){0,6} (?:must|should|shall|has to|have to"
    r"|may|can) (?:never|always|only|not be|not use)\b",
    r"(?!it\b|this\b|that\b|you\b|i\b|he\b|she\b|they\b|there\b)(?:\S+ ){1,7}must (?:not )?(?:be (?!\w+er\b"
    r"|visible|shown|hidden|fixed)|have|use|go|live|follow|start|end|stay|run|match|contain|include)\b",
    r"(?!(?:it|this|that|you|i|he|she|they|there|the|a|an|these|those)\b)(?:\S+ ){0,2}\S+s(?: (?:for|in|of|under"
    r"|with) \S+){0,2} should [a-z]+\b",
    rf"(?!(?:it|this|that|there|he|she|they|i|you|which|where)\b)(?:\S+ ){{1,7}}(?:is|are|gets?) (?:always |never "
    rf"|only |all |not )?(?!{_FAULT}|{_FINE}|{_BEHAVES}|\w+ing\b)(?:\w+ed|shown|taken|drawn|given|chosen|cut|kept"
    rf"|set|sent"
    rf"|read|built|written|hidden|split"
    rf"|drawn|held|put|led) (?:as|at|in|on|to|by|with|under|via|from|using|for|through|down|up|half|every|once"
    rf"|after|before|nightly|daily|weekly)\b",
    r"(?!(?:it|this|that|there|he|she|they|i|you|which|where)\b)(?:\S+ ){1,6}(?:is|are) (?:called|named"
    r"|known as) \S+",
    rf"(?!(?:it|this|that|there|he|she|they|i|you|we|which|where|something)\b)(?:\S+ ){{1,5}}(?:talks?|connects?"
    rf"|deploys?|reads?|writes?|syncs?|publish(?:es)?|sends?|speaks?|resets?|runs?|moved|moves|bubbles?"
    rf"|listens?|stays?|starts|polls?|retr(?:y|ies)|builds?) (?:up |only )?(?:to|from|on|with|through|every|via|at"
    rf"|nightly|daily|weekly|hourly|behind|against|over) (?!{_FAULT}|the (?:wrong|old))\S+",
    r"(?:the|our|all|each|every) (?:\S+ ){1,5}depends? on \S+",
    r"(?!it\b|this\b|that\b|there\b|he\b|she\b|i\b|you\b)(?:\S+ ){1,7}(?:goes|go|lives?|belongs?|sits?) (?:in|into"
    r"|to(?= \S*/)|under|next to|inside|beside|on) \S+",
    r"(?!it\b|this\b|that\b|there\b)(?:\S+ ){1,6}(?:defaults? to|expires? after|times? out after|runs? on port"
    r"|listens? on|is off-limits|are off-limits)",
)

DECISION = any_of(
    r"(?:final |new )?decisions?(?: made| is| was|[:,]) \S+",
    r"(?:change of plans?|new plan|new here)[:,] \S+",
    r"(?:it'?s |it was |that'?s )?decided[: ,]",
    r"(?:we|i)(?:'ve| have| just| all| finally)* (?:decided|pick|picked|choose|chose|chosen|selected|settled|opted"
    r"|agreed|adopted|standardi[sz]ed|went with|go with|switched|moved|migrated|dropped|replaced|ditched"
    r"|committed to)\b \S+",
    r"let'?s (?!\w+ (?:it|this|that|these|those|them)\b)(?!use the \S+ to |move the\b"
    rf"|\w+ (?:with |to )?{_ONE_OF_SOME})(?:go (?:with|for)|use|stick (?:to|with)"
    r"|pick"
    r"|choose|switch|adopt|drop|stay (?:on|with)"
    r"|move to|replace|settle on|standardi[sz]e on|do .{1,60}\b(?:because|since)\b|name"
    r"|cap|limit|pin|freeze|require|forbid|treat|have (?:one|a)|.{2,100}\b(?:instead of|rather than)\b|keep "
    r"(?!going|it\b|this\b|that\b|at\b))",
    r"we(?:'ll| will|'re going to| are going to) (?:only |always |just |not )?(?:use|go with|keep|stick|store"
    r"|switch|adopt|drop|support|move|replace|ship|target|host|migrate|deploy|pick|choose|have (?:one|a single)"
    r"|stay|require|run)\b \S+",
    r"we (?:won't|will not|no longer) (?:use|support|ship|target|need|accept|allow|deploy|run|depend on|keep)"
    r" (?!it\b|this\b|that\b|these\b|those\b|the \w+$)\S+",
    rf"(?:we'?re |i'?m |we are |i am )?(?:going|go) with (?!it\b|that\b|this\b|{_ONE_OF_SOME})\S+",
    r"(?:we're|i'm|we are|i am) (?:switching|moving|migrating|dropping|replacing|adopting|keeping|sticking|using"
    r"|standardi[sz]ing|removing support) (?!to (?:the )?(?:branch|tab|main|master))\S+ \S+",
    r"we \w+(?: \S+){0,5} instead\b",
    r"we (?:\w+ed|took|chose|kept|threw) .{3,150}\b(?:because|since|so that)\b",
    rf"(?:pick|choose|go (?:for|with)) (?!the\b|an?\b|one\b|it\b|that\b|this\b|any\b|{_ONE_OF_SOME})[^,]{{2,40}},"
    r" (?:the|it|its|we|they|our|he|she|that way)\b \S+ \S+",
    r"make (?!.* (?:in|on|of|for) (?:the|this)\b)(?:the default \S+|\S+(?: \S+){0,3} the default)",
    rf"(?:the|our) (?:[\w./-]+ ){{1,5}}(?:is|are) now (?!(?:{_FAULT}|{_FINE}|\w+ing)\b)\S+",
    r"option \S+[:,]? (?:it is|then|please|the|we|with|because|\w+)",
    r"(?:the|our) (?:[\w./-]+ ){1,5}now (?:reads|uses|lives|stores|runs|goes|takes|requires|supports|writes|sends"
    r"|accepts|defaults|points|expects|keeps|ignores|caches|retries|listens|comes|sits|validates|polls|returns"
    r" (?!an? error|null|none|nothing|5\d\d|4\d\d))\b",
    r"(?:i|we) want to use \S+",
    r".*\b(?:instead of|rather than|over) .{2,80}\b(?:because|since|so that)\b",
)

CAUSE = any_of(
    r".*\broot[ -]cause(?: of .{1,60})?(?: was| is|:| turned out| of it)",
    r".*\b(?:cause|reason|culprit) (?:was|is|turned out|(?:of|for) .{2,60} (?:was|is)) (?!not\b|that i\b|unclear"
    r"|still|unknown|because i\b)",
    r".*\bthe (?:real |actual |underlying )?(?:problem|bug|issue|fault|failure|crash|leak|error|trouble) (?:was"
    r"|turned out) (?!not\b|unclear|still|fixed|gone|solved|resolved)",
    r".*\b(?:was|were|is|are|got) caused by\b",
    r".*\bturn(?:s|ed) out (?:to be|that|the|it was|we|our|\w+ was)\b",
    rf".*\b(?:{_FAULT})\b.* (?:because of|due to) (?!(?:you|me|it|this|that)\b)\S+",
    rf".*\b(?:because of|due to)\b.*\b(?:{_FAULT})\b",
    rf".*\b(?:{_FAULT})\b(?: \w+)? (?:came|comes|stems?|stemmed|resulted|originated) from\b",
    r"why (?:it|this|that) (?:failed|broke|crashed|happened|hung|was \w+): \S+",
    rf".*\b(?:{_FAULT})\b(?: \w+){{0,3}} because (?:the|our|every|each|all|no|a|an|we|it)\b",
    r"(?:the )?fix (?:was|is) to\b",
    r"cause: \S+",
    r"(?:i )?(?:found|figured) it(?: out)?(?: myself)?[:,.] \S+ \S+",
    r"it was (?:the|our|my|a|an) \S+ \S+ (?:that|which|all along)\b",
)

WARNING = any_of(
    r"(?:a )?heads[- ]up,? (?!i\b|i'm\b|i'll\b|we're\b|you\b|for\b|on\b|about\b)\S+ \S+ \S+ \S+",
    r"(?:please |also |and |but )?(?:be )?(?:careful|beware|watch out|caution|heads[- ]up|warning|attention"
    r"|gotcha|take care"
    r"|be aware|mind)(?:[:!] \S+ \S+| (?:with|of|about) [^,:;]{3,60}(?:[,:;] | - | – | — |\bbecause\b"
    r"|\bsince\b)| that \S+ )",
    r"(?:very )?(?:important|critical|dangerous)[:!] \S+ \S+",
    r"(?!it\b|this\b|that\b)(?:\S+ ){1,6}(?:is|are) still (?:read|used|needed|called|referenced|required"
    r"|imported) by \S+",
)
REASON = any_of(
    r"(?:because|since|the reason|that way|this way|otherwise|so that|reason:|this (?:avoids|lets|keeps|makes"
    r"|is because|gives|means)|it (?:avoids|lets|keeps|makes|gives|is (?:faster|simpler|cheaper|safer)))\b"
)
HAS_REASON = any_of(r"\b(?:because|since|so that|due to|as it|otherwise)\b")
# After "from now on", a bare verb is an order and anything else a fact.
FACT_START = any_of(r"(?:the|our|all|every|each|we|it|any|no|there|\w+s)\b")
