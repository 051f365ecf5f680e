"""The table of what speaks for or against a category in a text: a name for each clue, and its pattern.

A clue is looked for in a text as `marks.marked` returns it: in lower case, where PATH stands for a path, VERSION for a
version, TOOL for the name of a package and ERROR for that of an error. It counts once, however often it fits. What each
clue says of each category stands in `clue_weights`.
"""

import re

from codewatch.agents.marks import marked


def _all(*parts: str) -> str:
    """Return the pattern of a text that has all of the parts, in any order."""
    return r"\A" + "".join(rf"(?=.*(?:{part}))" for part in parts)


_PERSON = (
    r"(?:the )?(?:user|developer|dev|owner|maintainer|client|human|team lead)|i|he|she|they"
)
_VERY = r"(?: (?:really|strongly|much|also|always|generally|usually|only|explicitly|definitely|clearly|absolutely|would))*"
# What somebody wants done now, as work.
_WORK = (
    r"(?:add|build|port|migrat\w+|implement|creat\w+|refactor|rewrite|rewritten|fix|mov\w+|renam\w+|updat\w+|upgrad\w+|remov\w+"
    r"|bump|convert\w*|replac\w+|split|extract|deploy|integrat\w+|set up|setup|support|improv\w+|optimi[sz]\w+|investigat\w+"
    r"|debug|research|review|design|redesign|document|test|clean up|switch|write|extend|look(?:ed)? (?:at|into)"
    r"|generate|configure|introduce|change|translate|finish|merge|publish|release|drop|speed up)"
)
_DONE = (
    r"(?:added|implemented|wrote|written|created|renamed|moved|edited|built|set up|finished|completed|started|began|merged"
    r"|deployed|refactored|converted|extracted|updated|rewrote|rewritten|reviewed|cleaned up|drafted|opened|prepared|ported"
    r"|migrated|released|published|pushed|committed|tested|scaffolded|wired|hooked|changed|removed|replaced|generated"
    r"|documented|translated|investigated|split|designed)"
)
_FAULT = (
    r"\b(?:bugs?|faults?|crash\w*|fail\w*|br[eo]ak\w*|broken?|hung|hangs?|hanging|froze|leak\w*|wrong\w*|stale|twice|missing|lost"
    r"|garbled|flak\w+|deadlock\w*|race(?: condition)?|loops?|recursion|regression|off[- ]by[- ]one|off by|5\d\ds?|4\d\ds?|exit code"
    r"|memory|slow\w*|lagg\w+|jump\w*|dropped|skipped|reject\w*|time[sd]? ?outs?|stuck|empty|blank|null|nil|undefined|nan"
    r"|duplicat\w+|double|overflow\w*|corrupt\w*|mismatch\w*|conflict\w*|unstable|incorrect\w*|invalid|not found|errors?"
    r"|exceptions?|problems?|issues?|vulnerabilit\w+|xss|injection|n\+1|unset|unclosed|ignored|denied|refused|prevented"
    r"|panic\w*|segfault\w*|oom|did(?:n't| not)|could(?:n't| not)|was(?:n't| not)|were(?:n't| not)|never (?:ran|fired|called"
    r"|closed|removed|reached)|nothing|no longer (?:worked|loaded|started)|infinite\w*|misse[sd]|shadowed|overwr\w+|outage)\b|ERROR"
)
_CAUSED = (
    r"\b(?:caused by|due to|because|since|root cause|culprit|(?:the )?(?:cause|reason) (?:was|is|of)|c[ao]me from|as (?:the|it|a|we|its"
    r"|they|two|there)|was an?|were (?:not|never)|stemm\w+ from|result of|forgot|didn't|did not|lacked|was (?:applied|called"
    r"|computed|bound|freed|set|read|compared|checked|formatted|missing|not|never|unset|dropped)|had been|owing to"
    r"|traced (?:back )?to|triggered by)\b"
)
_CURED = (
    r"\b(?:fix(?:ed|es|ing)?|re?solv(?:ed|es)|solved|solves|repair(?:ed|s)|cure[sd]?|correct(?:ed|s)|patched|reverted|rolled back"
    r"|(?:that|it|this|\w+ing|back) (?:helped|ended|works|worked)|ended (?:it|that|the)|made (?:it|the \w+) (?:idempotent|green|work\w*)"
    r"|(?:is|was|are|it's|crash is) (?:gone|guarded|handled|skipped|removed|escaped|encoded|attached|closed|kept|caught|ignored"
    r"|fixed|reset|cleared|sanitised|sanitized)|gone after|stopped that|(?:it|we|they|which|and|is|are|hook|lexer|each|them|load|client"
    r"|handler|server|code|prevents?|, )\s?now|now \w+s?|no longer|prevents? (?:it|that|this)|by (?:\w+ing) |work ?around"
    r"|swapped back|guard(?:ed)?|switch(?:ed|ing) to|rais(?:ed|ing)|lower(?:ed|ing)|default is now|helped|eliminated|hotfix\w*"
    r"|adding (?:an?|the)\b.*\b\w+(?:ed|s)\b)\b"
)
# What code is made of, as a subject of which a rule may be told.
_CODE_NOUN = (
    r"(?:tests?|components?|class(?:es)?|functions?|methods?|variables?|columns?|branch(?:es)?|commits?(?: messages?)?|prs?"
    r"|pull requests?|names?|constants?|booleans?|errors?|dates?|timestamps?|logs?(?: messages?)?|messages?|keys?|imports?"
    r"|handlers?|controllers?|services?|endpoints?|migrations?|fields?|tags?|subjects?|entries|entry|types?|interfaces?|enums?"
    r"|modules?|packages?|files?|file names?|helpers?|hooks?|props|routes?|schemas?|tables?|queries|query|mutations|strings"
    r"|comments?|docstrings?|exceptions?|scripts?|metrics?|flags?|secrets?|apis?|urls?|dtos?|models?|views?|events?|actions?"
    r"|translations|styles|identifiers?|headers?|indexes|indices|parameters?|arguments?|public \w+|code|todos?|amounts?"
    r"|colou?rs|changes|features?|repositories|selectors|stories|fixtures?|mocks?|variablennamen|methoden|funktion(?:en)?|namen"
    r"|klassen|kommentare|versions?|releases?|changelog|features?|responses?|payloads?|configs?|jobs?|utilities)"
)
_SHOULD = r"(?:must|should|shall|has to|have to|needs? to|may only|may not|are to be|is to be|ought to)"
_SYSTEM_NOUN = (
    r"(?:layers?|services?|microservices?|monolith|modules?|adapters?|gateway|(?:event )?bus|queues?|outbox|pipeline|domain"
    r"|boundar(?:y|ies)|process(?:es)?|workers?|threads?|daemon|brokers?|state machine|event[- ](?:driven|sourc\w+)|cqrs"
    r"|hexagonal|schemas? per|per tenant|tenants?|multi-tenant|front ?ends?|back ?ends?|clients?|server|core|plugins?|engine"
    r"|compiler|parser|renderer|repository|cache|store|storage|ledger|aggregate|commands?|events?|channels?|websocket|proxy"
    r"|scheduler|orchestrat\w+|read (?:path|model)|write path|view|replica\w*|shard\w*|api|sync|async|stateless|stateful"
    r"|database|business logic|circuit breaker|controllers?|consumers?|producers?|component system|offline-first|crdts?"
    r"|actor\w*|graph|registry|factory|facade|middleware|session|auth|search|persistence|transaction\w*|ui|cluster|edge)"
)
_PLACED = (
    r"(?:liv(?:es?|ing)|located|found|kept|stored|sits?|resides?|saved|written(?: down)?|placed|put|defined|loaded|read|listed"
    r"|contained|belongs?|ends? up|goes|go|stands?|declared|implemented|configured|registered|collected|generated|grouped"
    r"|organi[sz]ed|mirror\w*|looked up|look for \S.{1,40}|exported|are|is|sind|ist|dumped|checked in|housed|hosted|maintained"
    r"|documented|situated|happens?|comes?|imported|nested|mounted|output|follows?|remains?|stays?)"
)
_INTO = r"(?:in|under|at|to|into|from|beside|within|inside|below|as|beneath|by|follow(?:s|ing)?|next to|alongside|through|via)"
_FOUND_OUT = (
    r"\b(?:turn(?:s|ed) out|learn(?:ed|t)|discover(?:ed|y)|found (?:out )?(?:that|the)|find that|notic(?:ed|e)|gotchas?|caveats?|beware|careful"
    r"|til|apparently|interesting(?:ly)?|surprising\w*|undocumented|measured|benchmarks?(?: show\w*)?|profil(?:er|ing)|note that"
    r"|heads[- ]up|keep in mind|be aware|watch out|observed|reali[sz]ed|it seems|seems (?:that|to)|pitfall|quirk|lesson|insight|fyi"
    r"|tip|warning|attention|good to know|it appears|confirmed that|verified that|known limitation|limitation)\b|\bnote:"
)
_BEHAVES = (
    r"\b(?:does(?:n't| not)|do(?:n't| not) (?:work|run|support|see|reject|apply|exist)|cannot|can't|can not|ignores?|returns?|accepts?|rejects?|swallows?|throttles?"
    r"|caches?|expires?|limit(?:s|ed)|locks?|reports?|sends?|closes?|fails?|silently|has no|have no|has about|is (?:not|never|only) \w+"
    r"|isn't|aren't|are not|differs?|slows?|takes? (?:about |around |up to |roughly |over )?[\d.]+|only (?:when|if|the first|works?|accepts?)"
    r"|without|unless|even (?:when|if|in|though)|except|there is no|no way to|works? only|still (?:return|run|show|use)s?"
    r"|means? (?:that|the)|harmless|useless|unnecessary|retries|may (?:return|arrive|contain|fail|be)|can (?:arrive|be|take|only)"
    r"|issues|picks? up|yields?|requires? an?|needs an?|must be restarted|not thread[- ]?safe|is down|times out|blocks?|drops?"
    r"|per (?:second|minute|hour|day|request|page|ip|token)|raises?|throws?|allows?|leaves?|behaves?|counts?|resets?|changes? on"
    r"|is (?:atomic|slow|faster|slower|fast|lazy|eager|cached|shared|reset|scoped|limited|needed|empty|unused|deprecated))\b"
)

_REMEDY = (
    r"(?:added|forced|set|replaced|configured|back to|removed|moved|escaped|wrapped|increased|raised|lowered|disabled|enabled|switched"
    r"|switching|using|changed|initiali[sz]ed|made|guarded|debounced?|encoded|normali[sz]ed|installed|rebuilt|restarted|reverted|pinned"
    r"|downgraded|upgraded|rolled back|locked|chown\w*|chmod\w*|closed|cleared|invalidated|swapped|updated|bumped|corrected|handled|caught"
    r"|sanitised|sanitized|converted|limited|capped|deduplicated|moving|adding|setting|removing|is now|are now|now|gets?|(?:has|have) been)"
)
_TOOLS = r"(?:\S+ ){0,3}TOOL"

_PATTERNS: dict[str, tuple[str, ...]] = {
    # Who speaks, and of whom.
    "a person first": (rf"\A(?:{_PERSON})(?:'d|'m|'s|'ve)?\b",),
    "the user first": (r"\A(?:the )?(?:user|developer|customer|client|owner|maintainer|he|she|they)\b:?",),
    "i first": (r"\A(?:i|i'd|i'm|i've|my)\b",),
    "the assistant first": (r"\A(?:the )?(?:assistant|agent|model|claude|session|this session|today|we're|we are)\b",),
    "me or my": (r"\b(?:me|my|mine|i)\b",),
    "you or your": (r"\b(?:you|your)\b",),
    "we or our": (r"\b(?:we|our|us|the team|team)\b",),
    # Wishes.
    "prefers": (
        r"\bprefer(?:s|red|ences?|ring)?\b(?!-)", r"\bpréf[éè]r\w+", r"\bpref(?:iere|iero|erimos)\b", r"\bbevorzug\w*", r"偏好|好[みむきん]|喜欢",
    ),
    "prefers first": (r"\A(?:prefer|prefers|prefer not)\b", r"\A(?:\w+ ){0,3}prefers?\b"),
    "likes": (
        r"\b(?:likes?|loves?|hates?|dislikes?|enjoys?|favou?rs|would like|i'd like|insists?|expects?|refuses|can't stand|values|cares"
        r"|rather not|would rather|i'd rather|is (?:annoyed|fine|happy|okay)|i'm (?:happy|fine|ok)|despises?|appreciates?|trusts?|finds? \S+ (?:unreadable|hard|ugly|annoying|confusing))\b"
        r"(?! (?:this|that|to this)\b)",
        r"\b(?:je (?:veux|n'aime|ne veux|déteste|souhaite|voudrais)|n'aime pas|ne veut pas|souhaite)\b|\b(?:ich|er|sie|nutzer\w*|benutzer\w*) (?:möchte|mag|will|hätte|hasse|hasst)\b",
        r"\b(?:no quier[oe]|(?:le|me) gustan?|no (?:le|me) gusta\w*|odi[oa]|quier[oe] que)\b|嫌い|嫌う|好まない|ほしい|たくない|希望|不想|讨厌|更喜欢",
    ),
    "likes first": (r"\A(?:likes|loves|hates|dislikes|wants|prefers|expects|insists|would like|doesn't like|doesn't want)\b",),
    "wants": (r"\bwants?\b", r"\bwanted\b", r"\bneeds? (?:me|us|the assistant) to\b"),
    "wants to do work": (rf"\bwants? (?:(?:the assistant |us |me |you )?to|help) {_WORK}\b", r"\b(?:is|are) trying to\b", r"\bwants? .*\b(?:in this session|next|not now|before the release|by friday|looked at)\b"),
    "wants to": (r"\bwants? to (?!be\b|see|keep|always|never|know|have|approve|review|decide|stay|be|read|understand)\w+", r"\bneeds? an? \w+", r"\bplans? to\b"),
    "wants help": (r"\b(?:wants?|needs?|asked for|asks for) (?:help|a script|support|assistance|advice|a tool|an? (?:review|overview|comparison|estimate))\b", r", started\b", r"\b\d+ (?:\w+ )?(?:to go|left|open|remaining)\b", r"\b(?:done, now|half ?way)\b"),
    "wants a thing": (r"\bwants? (?!to\b|the assistant to|me to|us to)\w+",),
    "wants no": (r"\b(?:does not|doesn't|do not|don't|never) (?:want|like|need)\b", r"\bwants? (?:no|neither|only|all|every|each|a)\b"),
    "asked never or always": (
        r"\b(?:asked|told|requested|said|reminded|instructed|decided|corrected|demanded|insists|wants|asks|says)\b.*\b(?:never|always|not to|no longer|stop|every (?:time|script|file|change|commit)"
        r"|from now on|everywhere|before (?:deleting|commit\w*|push\w*|chang\w*|edit\w*|any|every|each)|unless|all (?:responses|answers|code|commits|files)|to keep|to be (?:asked|consulted))\b",
    ),
    "from now on": (
        r"\b(?:from now on|in (?:the )?future|going forward|next time|when in doubt|don't ever|do not ever|unless i|until i|every time|each time)\b",
        r"\b(?:ab jetzt|in zukunft|künftig|dorénavant|désormais|a partir de ahora|de ahora en adelante)\b|从现在|今后|今後",
    ),
    "without asking": (
        r"\b(?:without (?:asking|my|me|being asked|permission|approval|explicit|confirmation)|ask(?:ing)? (?:me|before|first)|be (?:asked|consulted)|my (?:explicit )?(?:approval|permission|ok)|call me|let me|show me|tell me|remember that i|for me|with me|answer me|on my behalf|look it up)\b",
        r"\b(?:frag(?:e)? mich|ohne (?:mich|zu fragen)|demande-moi|sin preguntar\w*|pregúnta\w+)\b|没有我|先问",
    ),
    "please": (r"\bplease\b", r"\b(?:bitte|s'il (?:te|vous) plaît|por favor)\b|请|してください|ください|しないで",),
    "order about conduct": (
        r"\A(?:please )?(?:always|never|never ever|don't|do not|stop|only|keep|avoid|no)(?: ever| to| please)? (?:ask\w*|push\w*|commit\w*|guess\w*|touch\w*|delet\w*|answer\w*|explain\w*|show\w*|tell\w*|summar\w+|apologi[sz]\w+|assum\w+"
        r"|rewrit\w+|refactor\w*|repl(?:y|ies)|respon\w+|merg\w+|deploy\w*|install\w*|chang\w+|edit\w*|add\w*|creat\w+|generat\w+|suggest\w*|start\w*|remov\w+|emojis?|yapping|repl\w+|comment\w*|your?|the tone|explanations?|run\w*|force\w*|amend\w*|open\w*"
        r"|mention\w*|put|sign\w*|overwrit\w+|praise|say|reformat\w*|make|speak\w*|talk\w*|trust\w*|use|using)\b",
    ),
    "about answers": (r"\b(?:answers?|responses?|explanations?|explain\w*|summar(?:y|ies)|emojis?|tone|concise|brief(?:ly)?|verbose|short answers|step by step|bullet points?|jargon|diff|plan first|speaks?|in (?:german|french|spanish|english|italian|japanese|chinese)|antwort\w*|réponses?|respuestas?)\b|回答|返事",),
    "never first": (r"\A(?:never|don't|do not|stop|avoid|no)\b",),
    "always first": (r"\Aalways\b",),
    "use first": (r"\A(?:please )?(?:use|prefer|keep|write|name|wrap|prefix|put|sort|mock|squash|log|document|favou?r)\b",),
    "german, french, spanish orders": (r"\b(?:immer|nie|niemals|kein\w*|jamais|toujours|nunca|siempre)\b|总是|一律|不要|别(?!的)|必ず|常に",),
    # Norms.
    "always or never inside": (r"(?<!\A)\b(?:always|never)\b",),
    "every": (r"\b(?:every|each|all|any|everywhere|throughout)\b", r"\b(?:jede[rs]?|alle|tous|toutes|todas?|todos)\b|所有|すべて|全て|每",),
    "every first": (r"\A(?:every|each|all|any|no|only|new|new features)\b",),
    "must": (rf"\b{_SHOULD}\b", r"\b(?:müssen|muss|dürfen|darf|doi(?:ven)?t|deben?)\b|必须|应该|べき|とする|ねばならない",),
    "only": (r"\bonly\b",),
    "not this": (r", (?:not|never|no) ", r"\b(?:nowhere|nothing|nobody) else\b", r"\b(?:not accepted|get(?:s)? closed|is not done|never mix|not prefixed)\b"),
    "no first": (r"\A(?:no|nobody|nothing|never)\b",),
    "every tuesday, owner": (r"\b(?:reviewers?|owner|whoever|everyone|anyone|each (?:component|page|pr)|need a|needs an? (?:ticket|owner|comment)|by default|template|stays? in|go(?:es)? through|go(?:es)? into|live in (?:stores|components|services))\b",),
    "language of writing": (r"\b(?:in|auf|en) (?:english|german|french|spanish|japanese|deutsch|englisch|anglais|inglés)\b|英語|英文|英语",),
    "must first": (rf"\A(?:[\w'/-]+ ){{1,6}}(?:must|should|shall|may only|may not|has to|have to|need|needs) ",),
    "never or must not": (r"\b(?:must not|mustn't|should not|shouldn't|should never|must never|may not|not allowed|forbidden|banned|nothing else|no other|aren't used|not used)\b|禁止|不得",),
    "convention named": (
        r"\b(?:conventions?|naming|style ?guide|code style|coding style|house style|(?:team |our |the )rules?\b|guidelines?|policy|customary|best practice|pep ?8|convention|konvention|regel|convención|practice here|agreed in the team|standard here|specification)\b|约定|规范|规定|規約|ルール|命名",
    ),
    "in this project": (
        r"\b(?:in|of|across|for) (?:this|our|the(?: whole| entire)?) (?:project|repo|repository|code ?base|test suite|backend|frontend|app|team)\b|\bhere\b|\b(?:in diesem (?:projekt|repo\w*)|bei uns|dans ce (?:projet|dépôt)|en este (?:proyecto|repositorio))\b|本项目|我们项目|このプロジェクト|このリポジトリ",
    ),
    "letter case": (
        r"\b(?:snake|kebab|camel|pascal|upper|lower|title|screaming)[_ -]?(?:snake[_ -]?)?cased?\b|\b(?:camelcase|pascalcase|snake_case|upper_case)\b|驼峰|下划线|großbuchstaben",
    ),
    "prefix or suffix": (r"\b(?:prefix\w*|suffix\w*|(?:start|end|begin)s? (?:with|in)|imperative|present tense|plural|singular|bem|conventional commits|sort\w*|indent\w*|alphabetical\w*|one per|max(?:imum)?|at most|at least|line length|characters)\b",),
    "tabs, quotes, lint": (r"\b(?:tabs|spaces|quotes|semicolons?|format\w*|lint\w*|docstrings?|jsdoc|type hints?|comments?|review\w*|approvals?|merge[ds]?|squash\w*|formatted|named|trailing)\b",),
    "code first": (
        rf"\A(?:the |all |every |each |our |any |new |a |an |public |private |async |no |only |test |unit |integration |error |api |code )*(?:[\w-]+ ){{0,2}}{_CODE_NOUN}\b",
    ),
    "code does": (
        rf"\A(?:the |all |every |each |our |any |new |a |an |public |private |async |no |only )*(?:[\w/-]+ ){{0,2}}{_CODE_NOUN}(?: (?:names?|messages?|subjects?|here))?(?: (?:in|of|for|that|across|which) [\w ]{{3,30}}?)? (?:is|are|follows?|starts?|ends?|begins?|carry|carries|stays?|goes?|gets?|returns?|have|has|never|always|use"
        r"|uses|inherits?|extends?|takes?|links?|raise|throw|belong|target|log|do not|don't|happens|lives?|exposes?|needs?|requires?)\b",
    ),
    "code is done so": (
        rf"\b{_CODE_NOUN} (?:is|are|get|gets) (?:always |never |only )?(?:named|called|written|formatted|sorted|prefixed|wrapped|documented|keyed|kept|ordered|grouped|indented|tagged|signed|passed|developed|done|stored|validated|camel\w*|snake\w*|kebab\w*|pascal\w*|reviewed|squashed|added|links?)\b",
    ),
    "order about code": (rf"\A(?:please )?(?:always|never|only|no|use|name|prefer|don't|do not|wrap|prefix|sort|log|write|keep|put|add|avoid|mock|squash)\b(?!.*\b(?:me|my|i|you)\b).*\b(?:{_CODE_NOUN}|{_SYSTEM_NOUN})\b",),
    "we do": (r"\b(?:we|team) (?:all |always |never |only |generally |usually )*(?:use|never|always|name|keep|write|put|avoid|prefix|format|follow|do not|don't|document|test|squash|squashes|stick|tag|log|run|follows|formats)\b",),
    "rule of the team": (r"\b(?:team|project|codebase|repo) (?:follows|formats|squashes|uses (?:tabs|spaces|conventional|absolute))\b|\bconsistent(?:ly)? (?:pattern|use)\b",),
    "code twice": (rf"\b{_CODE_NOUN}\b.*\b{_CODE_NOUN}\b",),
    # Packages.
    "version": (r"VERSION",),
    "tool": (r"TOOL",),
    "tool with version": (r"TOOL (?:\S+ ){0,2}\(?VERSION", r"VERSION of TOOL"),
    "two versions": (r"VERSION.*VERSION",),
    "version close": (r"\A(?:\S+ ){1,4}\(?VERSION",),
    "tool first": (r"\A(?:the )?TOOL\b",),
    "two tools": (r"TOOL.*TOOL",),
    "installed": (
        r"\b(?:installed|uninstalled|upgraded|downgraded|pinn?(?:ed|s|ing)?|bump(?:ed|s)?|locked|held at|held|dropped support|depend(?:s|ency) on|relies on|minimum|updated to|instaló|aktualisiert|installiert|升级|安装|アップ\w*|インストール|fijó)\b|升级|安装|インストール|アップデート",
    ),
    "changed a tool": (
        rf"\b(?:added|removed|dropped|replaced|swapped|switched|migrated|moved|got rid of|introduced|ditched|changed|integrated|threw out|bumped|upgraded|downgraded|pinned|installed|upgrade|replaces)\b(?: (?!in\b|on\b|because\b)\S+){{0,4}}? (?:TOOL|VERSION)",
        r"\b(?:drawn|done|bundled|managed|generated|rendered|handled) (?:with|by) (?:TOOL|VERSION|\w+ VERSION)", r"\breplaced by\b", r"TOOL(?: \S+){0,2} (?:was|were|is|has been) (?:replaced|dropped|removed|added|superseded|integrated|changed|swapped)|\bersetzt\b|追加|\beliminó\b|\bajout\b",
    ),
    "uses a tool": (
        rf"\b(?:uses?|using|built (?:with|on)|based on|relies on|depends? on|runs on|written in|powered by|requires?|needs?|targets|verwenden|nutzen|nutzt|benötigt|dépend de|requiere|usa|utilise|wants|on|使用|需要) {_TOOLS}",
        r"(?:使用|需要) TOOL",
        r"\bTOOL(?: \S+){0,3} (?:is|are|was) (?:used|required|needed|our|the|minimum|mandatory|supported)\b",
    ),
    "as a dependency": (
        r"\b(?:(?:developer |dev |runtime |peer |transitive )?dependenc(?:y|ies)|devdependencies|librar(?:y|ies)|sdk|gems?|crates?|toolchain|lock ?file|package(?:s)?(?: manager)?|base image|docker image|ci image|(?:TOOL|base|ci) images?|lts|wheel|drop-in|third-party|plugin|orm|test runner|bundler|broker|linter|runtime|extension|framework)\b",
        r"\b(?:abhängigkeit\w*|bibliothek|dépendances?|bibliothèque|dependencias?|biblioteca|librería)\b|依赖|依存|ライブラリ|(?<!数据)库|バージョン|版本",
    ),
    "manifest": (r"PATH-of-packages",),
    "manager command": (r"\b(?:TOOL|uv|cargo|gem|brew|apt|apt-get|go|dotnet|npx|bun|choco|mix|bundle|pip3) (?:install|add|remove|uninstall|get|i|update|upgrade)\b",),
    "or newer": (r"\b(?:or (?:newer|later|above|higher|greater|up)|at least|minimum|>=|required|must stay|stay on|compatible|incompatib\w+|have? to be installed|has to be installed|below|以上)\b|以上",),
    "kept or cut a tool": (
        r"\b(?:kept|keep|stays?|stay|still|stuck|remain\w*|cut|kicked out|threw out|gone|bye|no more|instead of|client|via|besides|called|package|framework|need|needs) (?:on |at |with |the )?(?:\S+ )?TOOL",
        r"\A(?:no|still on|on|for \S+ (?:\S+ )?we use|the package|need|needs)\b.*(?:TOOL|VERSION)", r"\b(?:no|any|few|runtime|direct) (?:\w+ )?dependencies\b",
        r"(?:TOOL|VERSION)(?: \S+)? (?:is|are|was|were) (?:installed|added|needed|required|used|in)\b", r"\A(?:\S+ ){0,2}VERSION (?:was |were |is )?(?:added|installed|needed|required)\b",
    ),
    "package verb first": (r"\A(?:we |the project |the app |the backend |now |it )?(?:uses?|needs|requires|installed|upgraded|bumped|downgraded|pinned|removed|added|swapped|replaced|got rid of|dropped|locked|runs on|minimum|on|stay on|switched|updated|ran)\b",),
    # Places.
    "path": (r"PATH",),
    "two paths": (r"PATH.*PATH",),
    "path first": (r"\APATH",),
    "placed in path": (
        rf"\b(?:{_PLACED}) (?:\w+ ){{0,3}}?{_INTO} (?:the |our |a |separate |folder |directory |files? )*\W?PATH",
        rf"\b{_PLACED} \W?PATH(?![\w-]*:)",
        r"\b(?:liegen|liegt|befinde[nt]|stehen|steht|sind|ist|gehören|abgelegt) (?:\S+ )?(?:unter|in|im|auf|bei|sich unter)?(?: \S+)? ?PATH",
        r"\b(?:se trouve(?:nt)?|sont|est|dans|rangés?) (?:\S+ ){0,3}PATH|\b(?:están?|se (?:guardan?|encuentran?)|viven?|van|quedan?) en (?:\S+ )?PATH",
        r"(?:位于|放在|存放|保存在|都在|在) ?PATH|PATH ?(?:目录|文件夹|に(?:ある|置|保存|入|配置|格納|まとめ)|ディレクトリ|フォルダ|にあり)",
    ),
    "thing is path": (
        r"\A(?:the |our )?[^.:]{2,50}(?::| is| are| see| ->| →| =>) \W?PATH(?![\w-]*:)", r"\APATH[\w}-]* (?:has|holds?|contains?|=|is (?:for|the|where)|are|includes?|for|stores?|keeps?|→|->|-|–|—)(?!\w)",
        r"\b(?:in|under|at|see|look in|find in) PATH[\w}]*\.?\Z",
    ),
    "in path": (r"\b(?:in|under|at|into|to|from|below|within|unter|dans|en|see) (?:the |each )?PATH",),
    "placed": (r"\b(?:liv(?:es?)|located|found|kept|stored|sits?|resides?|saved|placed|defined|contained|declared|colocated|belongs?|served from|organi[sz]ed|looked up|you find|can be found|liegen|befinden|trouvent|encuentran|guardan|archived|exported from)\b|位于|放在|保存|置いて",),
    "folder": (r"\b(?:folders?|director(?:y|ies)|file layout|entry ?points?|config(?:uration)? files?|main \w+ file|top folder|source tree|where things|look (?:for|in)|extension|root|next to|verzeichnis|ordner|dossier|carpeta|bucket)\b|目录|文件夹|ディレクトリ|フォルダ",),
    "edits a path": (r"\b(?:added|edited|asked|fixed|moved|created|wrote|renamed|split|rewrote|implemented|updated|changed|deleted|writing|editing)\b.*PATH",),
    # Work.
    "asked for": (
        rf"\b(?:{_PERSON}|was|were)(?: has| had| just)? (?:asked|requested|ordered|told|asks|requests)\b", r"\A(?:asked|was asked|requested)\b", r"\b(?:a demandé|pidió|gebeten)\b|要求|依頼",
    ),
    "asked to work": (rf"\b(?:asked|requested|asks|told)(?: me| us| the assistant)? (?:to|for|that|whether|where|why|how|a|an) ?(?:{_WORK}|help)?\b",),
    "in progress": (
        r"\b(?:working on|work in progress|wip|in progress|in the (?:process|middle) of|currently \w+ing|currently|continu(?:e|es|ing) (?:with|tomorrow|the|on)|left off|picked up|halfway|half of the|so far|paused|resum(?:e|ed|ing)|under way|underway|right now|stopped (?:at|after|before|here)|started|unfinished|(?:is|are|am) (?:now |currently |still )?(?:working|preparing|building|planning|trying|debugging|investigating|migrating|moving|doing|refactoring|implementing)|under review|scheduled|on hold|about to|begun|must still|ready to|rebased|on branch|cleaning up|is ready|are ready)\b",
        r"\b(?:heute|morgen|hoy|mañana|aujourd'hui)\b|今天|今日|还差",
        r"\b(?:aktuell\w*|gerade|in arbeit|en cours|en curso|actual)\b|正在|目前|当前|現在|作業中|進行中|作成中|中。",
    ),
    "to do next": (
        r"\b(?:next steps?|next up|up next|next:|todo:|todo\b(?! comments?)|to do|remaining|remains?|open points|follow-?up|still (?:missing|empty|open|pending|to)|is still|(?:are|is|tests?|be) left|left:|(?:not|n't) (?:done|finished|started|implemented|written|merged) yet|not yet|no (?:decision|result) (?:yet|so far)|pending|outstanding|need to (?:finish|add|write|fix|do)|have to (?:finish|add|write|bump|do)|needs? (?:to be )?(?:finished|review)|missing\.?\Z|to be fixed|next\b)",
        r"\b(?:als nächstes|nächster schritt|noch offen|fehlt|steht noch|noch|prochaine étape|étape suivante|il reste|reste|il faut encore|à faire|siguiente|próximo|pendiente|falta(?:n)?|queda(?:n)?)\b|下一步|待办|剩余|次は|残り|これから",
    ),
    "blocked or waiting": (r"\b(?:blocked (?:on|by)|wait(?:s|ing) (?:for|on)|before we go on|until tomorrow|under review|for review|is open|is up|up,|not now|root cause not found)\b",),
    "task word": (r"\b(?:task|tasks|goal|plan|status|sprint|milestone|session|ticket|phase|step|steps|redesign|follow-?up|progress|feature branch|pull request|onboarding flow|aufgabe|tâche|tarea)\b|任务|タスク",),
    "task word first": (r"\A(?:the )?(?:current )?(?:next|task|goal|plan|status|done|todo:?|remaining|open|left|ticket|current|started|finished|completed|continuing|continue|resume|asked|followup|later|wip|pending|blocked|session|sprint|doing|paused|still|tomorrow|need|have to|summary)\b",),
    "ticket number": (r"\b(?:ticket|issue|pull request|pr|mr|story|epic) ?[#:]?\d+|#\d+",),
    "work done first": (rf"\A(?:today |the assistant |assistant |we |i |this session |just |also |has |have |and )*{_DONE}\b",),
    "work done": (rf"\b(?:{_DONE}|ready|done|passing|pass)\b",),
    "doing first": (r"\A(?:currently |still |now |just )?(?:we are |we're |i'm |the user is )?(?:working|looking|investigating|refactoring|implementing|migrating|splitting|moving|adding|writing|porting|converting|debugging|building|replacing|preparing|reviewing|rewriting|renaming|doing|fixing|setting|trying)\b",),
    "day": (r"\b(?:today|tomorrow|yesterday|this week|friday|monday|thursday|in this session|next week|meanwhile|before the (?:release|demo)|this morning|by friday)\b",),
    "done and open": (r"\b(?:done|finished|completed|ready|implemented|converted|moved|halfway)\b.*\b(?:missing|left|remain\w*|next|open|not yet|still|to do|waits?|pending|aren't|isn't|don't)\b", r"\b\d+ (?:of|/) \d+\b|\b\d+ ?% (?:of|done)\b|\b(?:one|two|three|four|five|half|most) of (?:the |\w+ )"),
    "tests and docs": (r"\b(?:tests?|docs|documentation|readme|endpoint|page|form|screen|branch|release|module|migration|validation|view)\b",),
    # Faults.
    "fault": (_FAULT,),
    "fault word": (r"\b(?:bugs?|crash\w*|deadlock\w*|race conditions?|memory leak|segfault\w*|panic\w*|regression|vulnerability|flaky|infinite loop|stack trace|exception|failure|outage|issue|problem)\b|ERROR",),
    "was faulty": (r"\b(?:was|were|had|did|got|broke|failed|crashed|hung|came|lost|leaked|dropped|skipped|returned|saw|ran|jumped|kept|created|used to|showed|looped|reverted|grew|lagged)\b",),
    "fault in the past": (rf"(?:{_FAULT}).*\b(?:was|were|had|did|got|came)\b", rf"\b(?:was|were|had|did|got|kept|ran|used to)\b.*(?:{_FAULT})",),
    "cause named": (r"\b(?:root cause|caused by|culprit|came from|traced (?:back )?to|(?:cause|reason|problem|issue|bug) (?:was|is|of|with|where)|due to|stemmed from|ursache|lag (?:an|am|daran)|venait d\w*|était dûe?|se debía)\b|原因|导致",),
    "because of": (r"\b(?:because(?: of)?|since|due to|as (?:it|the|we|a|they|two))\b|因为|由于",),
    "fault and cause": (_all(_FAULT, _CAUSED),),
    "fault and cure": (_all(_FAULT, _CURED),),
    "fault, then remedy": (rf"(?:{_FAULT}).*?(?:[,;:.)>–]|->|-|and|so|by) (?:so |we |i |then |it |they |the \S+(?: \S+)? |an? \S+(?: \S+)? |dns records )?{_REMEDY}\b",),
    "past, then present": (
        r"\b(?:\w{2,}ed|was|were|had|hung|froze|broke|went|came|got|lost|ran|saw|could(?:n't| not)|did(?:n't| not))\b.*?(?:[,;.:]|->| -) .*\b(?:is|are|gets?|now|uses?|works|solved|contains?|have)\b",
    ),
    "now": (r"\bnow\b|jetzt|现在|已",),
    "past": (r"\b[a-z]{3,}ed\b|\b(?:was|were|had|went|came|got|did|ran|broke|forgot|froze|hung)\b",),
    "present third person": (r"\A(?:the |our |an? )?(?:[\w'/-]+ ){1,4}(?!this|has\b|is\b|was\b|does\b|always\b|as\b|us\b)[a-z]{2,}[a-rt-z]s\b (?!is|are|were|was|must|should)",),
    "odd faults": (r"\b(?:choked?|stopped|leaked|flickered|overlapped|shifted|silently|could(?:n't| not)|couldn't|blocked|reused|partially|out of order|too early|too late|expired|mojibake|conflicts?|typo|forgot|delivered|escaped|unhandled|bricht|hängt|leer)\b",),
    "then remedy": (rf"\S+ \S+ \S+.*?(?:[,;.)>–]|->| -|\bby) (?:so |we |i |then |it |they )?{_REMEDY}\b",),
    "fixed": (
        r"\b(?:fix(?:ed|es|ing)?|re?solv(?:ed|es)|solved|repaired|cured|corrected|patched|reverted|workaround|hotfix|handled the case|ended it|made it work|is good|and ok)\b",
        r"\b(?:behoben|gelöst|repariert|korrigiert|absturz|corrigée?s?|réparée?s?|résolue?s?|corrigió|arregl\w+|solucion\w+|resolvió)\b|修复|修正|解决了|直した|解消|バグ|不具合",
    ),
    "fixed first": (r"\A(?:fix(?:ed|es)?|re?solved|bug|patched|corrected|solved|hotfix|cause|root cause|problem|handled|reverted)\b(?! versions?)[: ]",),
    "bug report": (r"\b(?:bug reports?|bug ?fix(?:es)?|known bugs|every (?:bug|fix)\w*|fixes)\b",),
    "known fault": (r"\b(?:is harmless|known bugs|looking into|investigating|why|usually|means?)\b",),
    # Design.
    "decided": (
        r"\b(?:decisions?|decided|chose|chosen|choose|opted|settled on|went with|went for|going with|picked|trade-?offs?|trading|compromise|rationale|rejected in fav\w+|ruled out|adopted|agreed|on purpose|deliberate\w*|by design|intentional\w*|we will use|postpone)\b",
        r"\b(?:entschieden|entscheidung|beschlossen|bewusst|décidé|choisi|décision|opté|decid(?:imos|ió|ido)|elegimos|optó|optamos|decisión)\b|决定|决策|选择|采用|採用|ことにした|方針",
    ),
    "decided first": (r"\A(?:the team |we |it was |finally |i )?(?:decided|decision|chose|chosen|opted|settled|went|picked|agreed|adopted|architecture|adr|design|why|introduced|kept)\b",),
    "architecture named": (r"\b(?:architecture|design|architektur|arquitectura|pattern|adr-?\d*|bounded contexts?|monorepo|microservices?|monolith|event[- ](?:driven|sourc\w+)|cqrs|hexagonal|ports?-and-adapters|multi-tenan\w+|multi-region|stateless|state machine|offline-first|circuit breaker|anti-corruption)\b|架构|設計|アーキテクチャ|分开|分離",),
    "instead of": (r"\b(?:instead of|rather than|in favou?r of|not as|over\b.*\b(?:because|since|as|for|so|due)|anstelle von|anstatt|statt|plutôt que?|au lieu de|en lugar de|en vez de)\b|而不是|ではなく|代わりに",),
    "so that": (
        r"\b(?:so that|in order to|so (?:it|the|we|that|neither|no|individual|slow|a|every|an|all|they|services?)|to (?:avoid|keep|make|stay|allow|save|reduce|enable|prevent|support)|for (?:isolation|compliance|security|consistency|performance|horizontal|end-to-end)|which (?:keeps|lets|allows|makes)|making|reducing|allows?|until it)\b",
        r"\b(?:damit|um .* zu|afin|pour que|para que)\b|以便|为了|ため|理由|以后可以",
    ),
    "plain reason": (r"\b(?:too (?:heavy|complex|slow|expensive|big)|enough (?:for|to)|easier|simpler|cheaper|trivial|one (?:thing )?less|considered|flat|as the|driven by|anymore|any more|went from|given its own|overkill)\b",),
    "parts and who": (r"\b(?:all|each|every|only|no|any) (?:\w+ )?(?:service|module|client|tenant|worker|component|layer|node|request|payment|read|write|call)s?\b",),
    "system": (rf"\b{_SYSTEM_NOUN}\b",),
    "two parts": (rf"\b{_SYSTEM_NOUN}\b.*\b{_SYSTEM_NOUN}\b",),
    "how parts fit": (
        r"\b(?:split (?:the|into|up|in)|separat\w+|decoupl\w+|delegat\w+|consists? of|composed|subscrib\w+|emits?|talks? to|owns?|owner|isolat\w+|layered|modell?ed|represented as|filled from|served by|driven|invalidated|precomputed|in front of"
        r"|behind an?|per (?:tenant|device|region|customer|document|service)|one (?:schema|service|process|writer|database|actor)|single[- ](?:writer|source|threaded)|idempoten\w+|terminates|wrap(?:ped|pers?)|denormali[sz]ed|append-only|built (?:around|on|as)|hand-written"
        r"|lazily|on demand|tier|passes|goes? (?:through|via|directly)|free of|durable|thin|consistency|publish\w*|abstracts?|is (?:split|implemented|handled|managed|cached|decided|done) (?:as|with|by|via|asynchronously|client-side|server-side|using|into|in)|externali[sz]ed|depends? only|communicat\w+|synchronous(?:ly)?|asynchronous(?:ly)?"
        r"|nobody|no stage|one way|rotate|share (?:only|the|no)|share|shared|scal\w+|swap\w*|use cases?|infrastructure|trennen)\b",
    ),
    # What was found out.
    "found out": (_FOUND_OUT, r"\b(?:herausgestellt|festgestellt|gemerkt|wichtig zu wissen|achtung|offenbar|découvert|s'avère|apparemment|resulta que|descub\w+|aprend\w+|al parecer|cuidado|resultó|ojo)\b|发现|注意|原来|其实|わかった|分かった|判明|調べた",),
    "clearly found out": (
        r"\b(?:turn(?:s|ed) out|learn(?:ed|t) that|discovered|found (?:out )?that|we found|i found|noticed|reali[sz]ed|til|gotcha|apparently|surprising\w*|revealed|beware|careful|it seems|seems that)\b",
    ),
    "compares": (r"\b(?:than (?:production|staging|expected|the|before)|older|newer|larger|smaller|unreliable|separator|lies|only move|never (?:sees?|fires?)|loses?|not shared|per (?:runner|process|ip|project|account)|runs? as|as root|wake\w*|after (?:deploy|a change|config change|the test))\b",),
    "does not": (r"\b(?:does(?:n't| not)|can't|can not|has no|have no|there is no|no way|not supported|isn't|aren't|are not|is not|don't (?:work|trust|run|support)|never rejects|without a|makes no difference|unterstützt (?:keine?|nicht)|ne \w+ pas|no (?:admite|soporta|funciona))\b|不会|不支持|不是|できない|使えない|しか",),
    "behaves": (_BEHAVES,),
    "behaviour": (
        r"\b(?:causes?|leads? to|runs? (?:twice|on|before|in)|are (?:hoisted|evaluated|loaded|resolved|cached|executed|only read)|is (?:loaded|called|evaluated|executed|needed|required|reached|slow|noticeably|reset)|relies on|contains?|different|order of|matters|otherwise|or (?:they|it|types|else) (?:are|is|will)|before (?:tsc|the|it|auth)|after a change|hard to|gets? (?:rewritten|cut|lost)|answers in|exit(?:s|ing) with|at once|prefix or|breaks if|usually|in reality|easy to miss|while version|in development|at startup|when (?:the|a|an|two|it)|even when|as soon as)\b",
    ),
    "how it happens": (
        r"\b(?:by default|sometimes|automatically|silently|many of (?:them|which)|most of it|triggers?|generates?|recreates?|refetch\w*|destroys?|treats?|counts?|scans?|reports?|gives?|delivers?|eats?|lags?|infers?|still what|every time it|case sensitive|superfluous|swapped|over \d+|in older|before versions?|unless|as soon as|interfere|reveal(?:ed|s)|showed that|shows that|first request|at least one|depends on|counts|invisible|visible|once it|each (?:time|call))\b",
    ),
    "no number, no tool": (r"\A(?!.*(?:TOOL|VERSION|PATH|ERROR|\d))",),
    "needs something": (r"\bneeds? (?!to\b)(?:an? |the )?[\w-]+", r"\b(?:requires?|expects?|wants?) (?:an? |the )?[\w-]+"),
    "number": (r"(?<![\w#.-])\d[\d,.]*\b",),
    "call or flag": (r"\s--?[a-z][\w-]+\b|\b[a-z]+\(\)",),
    "amount": (r"\b[\d.,]+ ?(?:ms|s|seconds|minutes|hours|days|times|x|%|million|bytes|mb|gb|kb|rows|characters|entries|requests|cores|mails|tabs)\b|\b(?:twice|three|four|five|eight|ten) (?:times|the)\b|\d+x\b|\b(?:limit|rate limit|limited|payload)\b",),
    "compared": (r"\b(?:faster|slower|slow|quicker|fastest|slowest|larger|smaller|noticeably|differs?|different|same|only the first|only when|only if|even|unless|until)\b",),
    "outside systems": (r"\b(?:staging|production|prod|ci|sandbox|vendor|legacy|webhook|external|third[- ]party|partner|browser|simulator|emulator|driver|runner|gateway|vpn|internal|undocumented|environment|endpoint|api|the api|tests need|server|docs)\b",),
    "tool does": (r"\A(?:the )?(?:TOOL|\w+'s|react|python's|google's)(?: \S+){0,4} (?:[a-z]{2,}s|is|are|has|have|does|do|can|can't|may|needs?|requires?|returns?|runs?|causes?|ignores?|keeps?|takes?|must|only|sends?|drops?|breaks?|throttles?|won't|doesn't|list|starts?)\b",),
    "gerund first": (r"\A[a-z]{3,}ing (?!on\b|for\b).*\b(?:is|needs|makes|made|has|takes|causes|helps|requires|does|works|fails|breaks|gives)\b",),
    "call": (r"\w\(\)|\b\w+\.\w+ calls?\b",),
    "version behaves": (r"VERSION (?:\S+ ){0,3}(?:returns|reports|does|did|is|has|needs|drops|breaks|removed|ignores)\b",),
}

CLUES = {name: re.compile("|".join(patterns)) for name, patterns in _PATTERNS.items()}

# A category is told by what a text opens with; a longer one is no single fact.
_LOOKED_AT = 800


def clues_of(content: str) -> list[str]:
    """Return the names of the clues in a text."""
    text = marked(content[:_LOOKED_AT])
    return [name for name, pattern in CLUES.items() if pattern.search(text)]
