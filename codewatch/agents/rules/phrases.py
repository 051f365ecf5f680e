"""The tables of words by which a sentence is known as a rule, a decision, a root cause, or no assertion at all.

Patterns are matched against a sentence in lower case whose quotations are masked; a clause pattern must match at the
start of a clause, after `LEADS`. A language is a few lines in each table.
"""

import re

_FAULT = (
    r"fail\w*|broken?|breaks?|crash\w*|slow\w*|error\w*|hang\w*|timeout|timed out|bug|down|red|leak\w*"
    r"|flak\w+|wrong|stuck"
)
_DEICTIC = (
    r"(?:it|this|that|these|those|them|there)\b(?! (?:repo|project|code|codebase|repository|package|app|branch|team))"
)

_NUMBER = r"(?:[~$€]?\d|one\b|two\b|three\b|four\b|five\b|six\b|seven\b|eight\b|nine\b|ten\b|twelve\b|zero\b)"
_FINE = (
    r"green|fixed|working|works|done|passing|passed|gone|empty|blank|fine|ok|okay|good|ready|complete\w*"
    r"|merged|there|set|right|correct"
)


def _any(*alternatives: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{alternative})" for alternative in alternatives))


# Words that open a clause and carry no meaning of their own; taken off one after the other.
LEADS = _any(
    r"(?:please|pls|also|and|but|so|ok|okay|yes|no|well|right|btw|fyi|by the way|remember|reminder|note"
    r"|important|again|just"
    r"|actually|generally|in general|as a rule|new (?:here|rule)|rule|rules|one more thing|another thing"
    r"|for the record"
    r"|keep in mind|i think|then|now|first|seriously|ideally|instead|hey|thanks|you should|you must"
    r"|you can)(?: that)?[,:;.!\s–—-]+",
    r"(?:for|in|on|when|whenever|before|after|if)\b[^,:?]{2,60}[,:] ",
    r"(?:in|for|on) (?:this|our|the) (?:project|repo|repository|codebase|app|package|branch|team)[,:]? ",
    r"(?:for|in|on|with|at) (?:\S+ ){1,4}(?=we )",
)
FUTURE_LEAD = _any(
    r"(?:from now on|going forward|from here on(?: out)?|in (?:the )?future|henceforth"
    r"|next time)[,:]? "
)

QUESTION = _any(
    r".*[?？]\W*$",
    r"(?:ok |so |and |but |hm+ |then )*(?!why (?:it|this|that) \w+:)(?:why|what|how|who|where|which|is|are"
    r"|was|were|do|does|did|can|could|should|shall"
    r"|would|will|may|has|have|had|isn't|aren't|don't (?:we|you|they)|doesn't|won't|wouldn't|can't|couldn't"
    r"|shouldn't)"
    r" (?:we|you|i|it|they|he|she|there|this|that|the|a|an|these|those|our|my|your|if|about|happens|to|is"
    r"|are|do|does|did"
    r"|can|could|should|would|kind|one)\b",
    r".*(?:吗|呢)[？。]?$",
    r".*(?:是不是|为什么|怎么样|有没有|能不能|可不可以)",
    r"(?:warum|wieso|wie|was|soll(?:en|te|ten)? (?:wir|ich)|können wir|pourquoi|est-ce que|faut-il|por qué|¿)",
    r".*(?:ですか|でしょうか|ますか|까요)",
)
HYPOTHETICAL = _any(
    r"\b(?:maybe|perhaps|what if|whether|wonder(?:ing)?|not sure|unsure|might|possibly|suppose"
    r"|hypothetically|imagine|hm+|let me"
    r"|would it|could (?:also )?(?:use|be|try|go|have|do|add|switch)|if (?:we|i|you|it) (?:used?|were|was"
    r"|had|did|chose|went|switched)"
    r"|thinking (?:about|of)|considering|undecided|what do you think|which (?:one|is better)|either"
    r"|vielleicht|peut-être"
    r"|quizás|tal vez|it depends)\b",
    r"也许|可能|或许|如果|かもしれ",
)
REPORTED = _any(
    r"\b(?:log|log line|output|trace|stack ?trace|value|result)(?: line)? is:",
    r"\b(?:says?|said|claims?|claimed|states?|stated|reads|reported|reports|complains?|prints?|shows?|tells?"
    r"|warns?|asks?)"
    r"(?: \w+)?(?: that)?:",
    r"\b(?:the|this) (?:docs?|documentation|readme|error|message|manual|article|log|output|comment|warning"
    r"|linter|reviewer|spec)"
    r"(?: \w+)? (?:says?|said|states?|claims?|tells?|reads|recommends?|suggests?|mentions?)\b",
    r"\b(?:he|she|they|it|someone|somebody) (?:says?|said|claims?|told)\b",
)
UNDECIDED = _any(
    r"\b(?:haven't|hasn't|not|n't|never|once|until|before|after|whether|if) (?:\w+ )?(?:yet )?(?:decided"
    r"|chosen|agreed)"
)
MOMENTARY = _any(
    r"\b(?:yet|this time|for now|right now|today|for the moment|just this once|at the moment|for this (?:one"
    r"|task|change|pr)"
    r"|until i|until we|before i|let me|one more time)\b",
    r"(?<!from )\bnow\b",
    r"这次|暂时|现在先",
)
TASK = _any(
    r"(?:look|find|open|create|implement|check|add|explain|show|tell|fix|read|go|try|see|figure|investigate"
    r"|update|remove|delete"
    r"|rename|refactor|review|build|generate|list|search|help|verify|debug|move|revert|undo|change|set up"
    r"|install|write|give|make"
    r"|compare|analy[sz]e|describe|print|run|edit|take|extract|continue|start|stop|summari[sz]e)\b(?! rule"
    r"| is\b| are\b|:)"
)
HEDGE = _any(
    r"\b(?:might|may|maybe|perhaps|probably|likely|possibly|could be|seems?|appears?|suspect|guess|unclear"
    r"|think|if)\b"
)
GENERAL = _any(
    r"\b(?:always|never|ever|every|each|all|any|anywhere|everywhere|whenever|only|no|exact(?:ly)?"
    r"|before (?:each|every|any|you"
    r"|commit|merg|push|releas)\w*|after (?:each|every|any)\w*|new)\b"
)
ABOUT_THE_MOMENT = _any(
    r"(?:please )?(?:don't|do not|use|avoid|keep|make sure|ensure)(?: \w+){0,2}? " + _DEICTIC,
    r".*\bbut (?:it|that|they|this) (?:isn't|is not|aren't|doesn't|does not|don't|didn't|fails?)\b",
    r"(?:it|this|that|they|he|she)(?: \w+)? (?:always|never)\b",
    r"(?:it|this|that|they) (?:should|must)\b",
)

PREFERENCE = _any(
    r"(?:always|never)(?! (?:mind|seen|heard|had|been|worked|knew|know|thought|happens?|happened|fails?"
    r"|returns?|green|red)\b)"
    r" [a-z`'\"_]\S*",
    r"(?:don't|dont|do not|don’t)(?: you)?(?: ever)? (?!worry|know|think|see|understand|bother|mind|care"
    r"|need|have|want|remember"
    r"|get\b|like|forget|hesitate|believe|even|touch anything|do anything|stop)[a-z]\w+ \S+",
    r"(?:don't|do not) (?:ever|like|want|forget)\b(?= \S)(?! to see| you| it| that| this)",
    r"no (?!problem|worries|idea|need|way|one|luck|rush|thanks|change|difference|error|warning|failure"
    r"|result|output|diff|such"
    r"|more questions|longer|matter|wonder|doubt|reason|tests? (?:ran|found|fail))[\w' -]{2,50}(?: please\b"
    r"|,? ever\b| (?:in|on|without|outside)\b)",
    r"(?:i|we|i'd|we'd)(?: would)?(?: much| really| strongly| always| generally| usually| also"
    r"| definitely)* (?:prefer|favou?r)\b",
    r"prefer(?:imos)? \S+",
    r"(?:i|we)(?: really| also| always| absolutely| don't| do not)* (?:like|love|hate|dislike|can't stand|despise)"
    r" (?!it\b(?! when)|this\b|that\b|the\b|how\b(?! you)|what\b|your\b|where\b|these\b|those\b|to see\b)\S+",
    r"i always want \S+",
    r"(?:i|we)(?: always| really| do)? (?:want|need|expect|would like) you to (?:always|never|only|stop|keep"
    r"|ask|use)\b",
    r"i(?:'d| would)? (?:rather|want) (?:you )?(?:not|never|always)\b",
    r"i(?:'d| would) rather (?!you\b|wait\b|see\b|it\b)\S+ \S+",
    r"(?:i|we) (?:don't|do not|never) want (?:you to (?!do|touch|stop)|(?!to\b|you\b|it\b|that\b|this\b))\S+ \S+",
    r".*, (?:always|every time|no exceptions)[.!]*$",
    r"use [^,.;]{1,80}(?:, not | instead of |instead$|instead[ ,.]| rather than | over |, never | and not |, no )",
    r"use [^,.;]{1,40} not (?!yet|now|working)\S+",
    r"use (?!(?:the|this|that|a|an|my|your|it|these|those)\b)[^,.;]{1,40} for (?!(?:the|this|that|me|now|it"
    r"|a|an)\b)\S+",
    r"use [^,.;]{1,60} (?:for (?:all|every|any|each|everything|new)|everywhere|always|in all)\b",
    r"(?:only|exclusively)(?: ever)? use \S+",
    r"use (?:only|exclusively) \S+",
    r"use [^,.;]{1,40} in (?:the |our |all )?(?:docs|documentation|tests|comments|code|commit messages"
    r"|messages|templates|names|ui|logs)\b",
    r"(?:make sure|be sure|take care) to (?!run it|check it|test it|it\b)\S+",
    r"(?:remember|don't forget) to \S+",
    r"(?:stop|quit|refrain from|avoid) [a-z]\w{2,}ing\b",
    r"avoid \S+ \S+",
    r"(?:stick (?:to|with)|adhere to|follow) (?:the |our |a )?\S+",
    r"ask (?:me )?(?:first|before)\b",
    r"(?:请)?(?:不要|别|请勿|永远不要|绝不|总是|始终|一律|以后|今后|使用|优先使用)",
    r".*(?:必须|务必|一律|禁止)",
    r"(?:immer|niemals|nie|bitte (?:immer|nie|keine?|nutze?|verwende)|verwende|ab jetzt|in zukunft"
    r"|ich bevorzuge) \S+",
    r"(?:toujours|ne jamais|jamais|n'utilise|utilise toujours|désormais|je préfère|préfère) \S+",
    r"(?:siempre|nunca|no uses|usa siempre|prefiero|de ahora en adelante|a partir de ahora) \S+",
    r"(?:всегда|никогда|не используй|используй|предпочитаю) \S+",
    r"(?:sempre|mai|não use|prefiro) \S+",
    r".*(?:しないで|してください|常に|必ず|항상|절대)",
)
POLITE_PREFERENCE = _any(
    r"please,? (?:always |only |also )?(?:use (?!(?:the|this|that|your|my)\b)|keep (?!(?:the|going)\b)"
    r"|avoid |stick |follow |refrain "
    r"|write all |name |prefix |put all )\S+",
    r"(?:please,? |^)write (?:\S+ ){1,2}(?:in (?:english|german|french|spanish|\w+ style|the \w+)|first"
    r"|before|as|with)\b",
)
MIXED_PREFERENCE = _any(
    r".*\b(?:please|you should|you must|must|should|shall|can|may|have to|has to|need to|needs to|to|and|but"
    r"|or|we|,|;|-|–|—)"
    r" (?:always|never|not ever|only ever) [a-z]"
)

RULE = _any(
    r"keep (?!(?:the |these |those |my |your )?(?:changes?|rest|other|current|old|existing|same|file|code"
    r"|work)\b|going|trying|it\b|this\b|that\b|me\b|working|looking|running|digging|in mind|an eye|on\b|at\b"
    r"|up\b|these\b|those\b|them\b|reading|doing)"
    r"\S+ \S+",
    r"(?:name|store|put|place|prefix|suffix|document|write|log|test) (?:all|every|each|new|any)\b \S+",
)
CONVENTION = _any(
    r"(?:\w+ )?(?:convention|rule|naming|policy|policies|standard|house style)s?: ?\S+",
    r"(?:remember|note)(?: that|:) (?:\S+ ){3}",
    r"(?:for the record|keep in mind(?: that)?|fyi)[,:]? (?:\S+ ){3}",
    rf"(?:the |our )(?!(?:error|response|status|result|output|count)s?\b)(?:\S+ ){{1,6}}(?:is|are) (?:now "
    rf"|always |set to |only |exactly |at most )*{_NUMBER}",
    r"only (?:the |our |a )?\S+(?: \S+){0,3} (?:may|can|should|must|writes?|is allowed|are allowed) \S+",
    r"(?:\S+ )?(?:names?|ids?|keys?|variables|functions|classes|constants|files|modules|tables"
    r"|columns) are (?:in )?[\w-]*(?:case|plural|singular|prefixed|suffixed)\b",
    r"(?!(?:it|this|that|you|i|he|she|they|there|the|a|an|these|those|users|people"
    r"|tests)\b)(?:\S+ ){0,2}\S+s (?:starts? with|ends? with|begins? with|go through|inherit from"
    r"|follow|are routed|return|extend|come from) \S+",
    r"we(?: only| always| never| generally| usually| also| all| currently)*(?: don't| do not)?"
    r" (?:use|run (?!into|out)|write|keep|store|deploy|follow|name|target|support|require|test|ship|build"
    r"|host|pin|mock|commit"
    r"|squash|merge|rebase|prefix|version|log (?!in)|cache|avoid|put|call|format|lint|document|release|track"
    r"|measure|generate"
    r"|validate|rely on|depend on|hard-?code|expose|return|wrap|encode|count|round|treat|allow|accept"
    r"|write) ?(?!it\b|this\b|that\b)\S+",
    r"we (?:always|never) \S+ \S+",
    r"we have a (?:rule|convention|policy|rule of thumb|standard)\b",
    r"our (?:[\w./-]+ ){1,5}(?:is|are|uses?|lives?|runs?|goes|go|follows?|must|should|targets?|has to"
    r"|needs? to|expects?|requires?)"
    rf" (?!(?:{_FAULT}|not working|missing|gone|a mess|currently|still)\b)\S+",
    r"(?:the |this )?(?:project|repo|repository|codebase|app|service|api|cli|backend|frontend|team|company"
    r"|database|db) "
    r"(?:uses|is written in|targets|requires|runs on|follows|supports|is called|is built with|is deployed) \S+",
    r"(?:all|every|each|any|no)(?! (?:the )?(?:tests?|time)\b)(?: \S+){1,7} (?:must|should|needs?|has|have"
    r"|are|is|goes?|lives?|uses?|starts?|ends?|gets?)\b"
    rf" (?!(?:{_FAULT}|{_FINE})\b)\S+",
    r"(?!it|this|that|you|i\b|he|she|they|we\b|there)(?:the )?\S+(?: \S+){0,6} (?:must|should|shall|has to"
    r"|have to|may|can) (?:never|always|only|not be|not use)\b",
    r"(?!it\b|this\b|that\b|you\b|i\b|he\b|she\b|they\b|there\b)(?:\S+ ){1,7}must (?:not )?(?:be|have|use|go"
    r"|live|follow|start|end|stay|run|match|contain|include)\b",
    r"(?!(?:it|this|that|you|i|he|she|they|there|the|a|an|these|those)\b)(?:\S+ ){0,2}\S+s(?: (?:for|in|of"
    r"|under|with) \S+){0,2} should [a-z]+\b",
    r"(?!it\b|this\b|that\b|there\b|which\b|where\b)(?:\S+ ){1,8}(?:is|are|gets?) (?:always |never |only "
    r"|all |not )?(?:stored|kept|capped|limited|named|located"
    r"|written|generated|deployed|hosted|pinned|versioned|managed|handled|formatted|encoded|expressed"
    r"|measured|rounded|cached|saved"
    r"|tracked|logged|reviewed|released|tagged|signed|sorted|indexed|prefixed|validated|cut|read|sent|loaded"
    r"|fetched|served|called|mounted|published)"
    r" (?:as|at|in|on|to|by|with|under|via|from|using|for|through|down|up|every|after|before)\b",
    r"(?!it\b|this\b|that\b|there\b|he\b|she\b|i\b|you\b)(?:\S+ ){1,7}(?:goes|go|lives?|belongs?"
    r"|sits?) (?:in|into|under|next to|inside|beside|on) \S+",
    r"(?!it\b|this\b|that\b|there\b)(?:\S+ ){1,6}(?:defaults? to|expires? after|times? out after"
    r"|runs? on port|listens? on|is off-limits|are off-limits)",
    r"(?:以后|统一|我们(?:只)?(?:使用|用)|所有|规定|约定)",
    r"(?:wir (?:nutzen|verwenden|benutzen)|alle|jede[rs]?) \S+ \S+",
    r"(?:nous utilisons|on utilise|toutes? les|tous les) \S+",
    r"(?:usamos|todos los|todas las) \S+",
)

DECISION = _any(
    r"(?:final )?decisions?(?: made| is| was)?[:,]? \S+",
    r"(?:it'?s |it was |that'?s )?decided[: ,]",
    r"(?:we|i)(?:'ve| have| just| all| finally)* (?:decided|pick|picked|choose|chose|chosen|selected|settled"
    r"|opted|agreed|adopted|standardi[sz]ed"
    r"|went with|go with|switched|moved|migrated|dropped|replaced|ditched|committed to)\b \S+",
    r"let'?s (?!\w+ (?:it|this|that|these|those|them)\b)(?!use the \S+ to )(?:go with|use|stick (?:to|with)"
    r"|pick|choose|switch|adopt|drop|move to|replace|settle on"
    r"|standardi[sz]e on|do .{1,60}\b(?:because|since)\b"
    r"|name|cap|limit|have (?:one|a)|.{2,100}\b(?:instead of|rather than)\b"
    r"|keep (?!going|it\b|this\b|that\b|at\b))",
    r"we(?:'ll| will|'re going to| are going to) (?:only |always |just |not )?(?:use|go with|keep|stick|store|switch"
    r"|adopt|drop|support|move|replace|ship|target|host|migrate|deploy|pick|choose|have (?:one|a single)"
    r"|stay|require|run)\b \S+",
    r"(?:we'?re |i'?m |we are |i am )?(?:going|go) with \S+",
    r"(?:we're|i'm|we are|i am) (?:switching|moving|migrating|dropping|replacing|adopting|keeping|sticking"
    r"|using|standardi[sz]ing|removing support)"
    r" (?!to (?:the )?(?:branch|tab|main|master))\S+ \S+",
    r"(?:switch|migrate|convert)(?! back)(?: \S+){1,6} (?:to|from) (?!(?:the )?(?:main|master|branch|tab))\S+",
    r"we \w+(?: \S+){0,5} instead\b",
    rf"(?:the|our) (?:[\w./-]+ ){{1,5}}(?:is|are) now (?!(?:{_FAULT}|{_FINE}|\w+ing)\b)\S+",
    r"option \S+[:,]? (?:it is|then|please|the|we|with|because|\w+)",
    r"(?:the|our) (?:[\w./-]+ ){1,5}now (?:reads|uses|lives|stores|runs|goes|takes|requires|supports|writes"
    r"|sends|accepts|defaults|points"
    r"|expects|keeps|ignores|caches|retries|listens|comes|sits|validates|polls|returns (?!an? error|null"
    r"|none|nothing|5\d\d|4\d\d))\b",
    r"(?:i|we) want to use \S+",
    r".*\b(?:instead of|rather than|over) .{2,80}\b(?:because|since|so that)\b",
    r"(?:我们)?(?:决定|选择|采用|改用|改成|换成|就用|定为)",
    r"(?:wir (?:nehmen|haben .{0,40}entschieden|haben uns|bleiben bei|wechseln)|entscheidung:) ?\S+",
    r"(?:on (?:prend|garde|passe à)|nous avons (?:décidé|choisi)|décision ?:) ?\S+",
    r"(?:hemos decidido|decidimos|vamos con|decisión:|elegimos) ?\S+",
    r"(?:решили|выбрали|решение:) ?\S+",
    r".*(?:に決め|を採用|することにした)",
)

CAUSE = _any(
    r".*\broot[ -]cause(?: of .{1,60})?(?: was| is|:| turned out| of it)",
    r".*\b(?:cause|reason|culprit) (?:was|is|turned out|(?:of|for) .{2,60} (?:was|is)) (?!not\b|that i\b"
    r"|unclear|still|unknown|because i\b)",
    r".*\bthe (?:real |actual |underlying )?(?:problem|bug|issue|fault|failure|crash|leak|error"
    r"|trouble) (?:was|turned out)"
    r" (?!not\b|unclear|still|fixed|gone|solved|resolved)",
    r".*\b(?:was|were|is|are|got) caused by\b",
    r".*\bturn(?:s|ed) out (?:to be|that|the|it was|we|our|\w+ was)\b",
    rf".*\b(?:{_FAULT})\b.* (?:because of|due to) (?!(?:you|me|it|this|that)\b)\S+",
    rf".*\b(?:because of|due to)\b.*\b(?:{_FAULT})\b",
    rf".*\b(?:{_FAULT})\b(?: \w+)? (?:came|comes|stems?|stemmed|resulted|originated) from\b",
    r"why (?:it|this|that) (?:failed|broke|crashed|happened|hung|was \w+): \S+",
    rf".*\b(?:{_FAULT})\b(?: \w+){{0,3}} because (?:the|our|a|an|we|it)\b",
    r"(?:the )?fix (?:was|is) to\b",
    r"cause: \S+",
    r".*(?:原因是|原因在于|导致的|是因为|由于)",
    r".*\b(?:ursache (?:war|ist)|lag an|lag daran|cause (?:était|racine)|la causa (?:era|fue)|causado por"
    r"|причина (?:в|была))\b",
    r".*(?:原因は|が原因)",
)
ASSISTANT_CAUSE = _any(
    r".*\broot[ -]cause(?: of .{1,60})?(?: was| is|:| turned out)",
    r".*\bthe (?:real |actual |underlying )?(?:bug|issue|problem|failure|error|culprit) (?:is|was)(?: that\b"
    r"|:| the\b| in\b| caused| clear\b| ?[—–])",
    r".*\b(?:was|were|is|are) caused by\b",
    r".*\bturn(?:s|ed) out (?:to be|that|the|it was)\b",
)
ASSISTANT_DECISION = _any(
    r"(?:key |design |final )?decision: \S+",
    r"(?:i|we)(?:'ve| have)? (?:chose|chosen|decided (?:to|on|against|not)|opted|went with|picked|settled on)\b \S+",
    r"(?:i'm |i am |i'll |we'?re |by )?(?:going with|go with|using|use) .{2,100}(?:instead of|rather than"
    r"|over) .{2,100}\b(?:because|since|so that|as)\b",
    r".*\binstead of .{2,100} because\b",
)

REASON = _any(
    r"(?:because|since|the reason|that way|this way|otherwise|so that|reason:|this (?:avoids|lets|keeps"
    r"|makes|is because|gives|means)"
    r"|it (?:avoids|lets|keeps|makes|gives|is (?:faster|simpler|cheaper|safer))|因为|weil|denn|parce que|porque)\b"
)
HAS_REASON = _any(r"\b(?:because|since|so that|due to|as it|otherwise)\b|因为")
# After "from now on", a bare verb is an order and anything else a fact.
FACT_START = _any(r"(?:the|our|all|every|each|we|it|any|no|there|\w+s)\b")
