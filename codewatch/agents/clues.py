"""The table of what speaks for a category in a text, and how strongly; the largest sum wins.

A clue is looked for in a text as `marks.marked` returns it: in lower case, where PATH stands for a path, VERSION for a
version (after the name of what has it) and ERROR for the name of an error. Each clue counts once, however often it fits.
"""

import re
from typing import NamedTuple

from codewatch.categories import Category


class Clue(NamedTuple):
    """What speaks for a category, or against it where the weight is negative."""

    weight: int
    pattern: re.Pattern[str]


def _clue(weight: int, *alternatives: str) -> Clue:
    return Clue(weight, re.compile("|".join(alternatives)))


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

CLUES: dict[Category, tuple[Clue, ...]] = {
    Category.ARCHITECTURE: (
        _clue(
            4,
            r"\b(?:decision|decided (?:on|to|against|that|for)|(?:we|i|and|team|was|have|has) decided|chose|chosen|opted|settled on"
            r"|went with|architecture|adr-?\d*|trade-?offs?|trading|rationale|(?:was|were) rejected in fav)\b",
            r"\bpicked\b.* (?:over|instead|as)\b",
            r"\b(?:agreed|deliberately|by design|(?:the |our )?(?:system|overall)? ?designe?d?)\b (?!system|token)",
            r"\bwe (?:will use|trade|adopted|standardi[sz]ed|selected|favou?red)\b",
            r"\b(?:entschieden|entscheidung|beschlossen|architektur|bewusst)\b",
            r"\b(?:décidé|choisi|décision|architecture|opté)\b",
            r"\b(?:decid(?:imos|ió|ido)|elegimos|optó|optamos|decisión|arquitectura)\b",
            r"决定|决策|选择|采用|架构|設計|採用|アーキテクチャ|ことにした|方針",
        ),
        _clue(
            3,
            r"\b(?:instead of|rather than|in favou?r of|not as)\b",
            r"\bover\b.*\b(?:because|since|as|for|so)\b",
            r"\b(?:anstelle von|anstatt|statt|plutôt que?|au lieu de|en lugar de|en vez de)\b",
            r"而不是|ではなく|代わりに",
        ),
        _clue(
            2,
            r"\b(?:because|so that|in order to|so (?:it|the|we|that|neither|no)|to (?:avoid|keep|make|stay|allow|save)|for isolation|since"
            r"|which (?:keeps|lets|allows|makes)|trad(?:e|es|ing)|must not|only (?:knows|sees|ever|the))\b",
            r"\b(?:weil|damit|um .* zu|afin|parce que|pour que|porque|para que)\b",
            r"因为|以便|为了|ため|理由",
        ),
        _clue(2, rf"\b{_SYSTEM_NOUN}\b"),
        _clue(2, rf"\b{_SYSTEM_NOUN}\b.*\b{_SYSTEM_NOUN}\b"),
        _clue(
            2,
            r"\b(?:split (?:the|into|up)|separat\w+|decoupl\w+|delegat\w+|consists? of|composed|subscrib\w+|emits?|talks? to"
            r"|owns?|owner|isolat\w+|layered|modell?ed|represented as|filled from|served by|driven|invalidated|precomputed|in front of"
            r"|behind an?|one (?:schema|service|process|writer|database) per|single (?:writer|source)|idempoten\w+|terminates|wrapped by"
            r"|denormali[sz]ed|append-only|built (?:around|on|as)|(?:hand|self)-written|lazily|on demand|nightly|tier|passes|(?:runs?|happens)"
            r" in (?:a|an|its|their|the)|free of|offline-first|lazy|durable|thin|consistency|publish\w*|translat\w+ at|(?:each|every) "
            r"(?:service|tenant|customer|module|plugin|client|context)|depends? only|no dependency|communicat\w+|synchronous|asynchronous)\b",
        ),
        _clue(-2, r"\b(?:was|were) (?:wrong|broken|missing)\b", r"\bturns? out\b"),
    ),
    Category.USER_PREFERENCE: (
        _clue(
            5,
            r"\bprefer(?:s|red|ences?|ring)?\b(?!-)",
            rf"\b(?:{_PERSON})(?:'d|'s|'m)?{_VERY} (?:likes?|loves?|hates?|dislikes?|enjoys?|favou?rs|would like|insists?|expects?|refuses"
            r"|can't stand|finds?(?! (?:out|that))|rather|trusts?|is (?:annoyed|fine|happy|ok|okay)|am|don't like|does(?:n't| not) (?:like|want)"
            r"|do(?:n't| not) (?:like|want)|values|cares|objects|works? on|'m (?:happy|fine|ok))\b",
            rf"\b(?:{_PERSON}){_VERY} wants?\b(?! (?:(?:the assistant |us |me |you )?to|help) {_WORK}\b)",
            rf"\b(?:{_PERSON}|was)(?: has| had)? (?:asked|told|requested|said|reminded|instructed|decided|corrected|demanded)\b.*\b(?:never|always"
            r"|not to|no longer|stop|every (?:time|script|file|change|commit)|everywhere|only ever|from now on|before (?:deleting|commit\w*"
            r"|push\w*|chang\w*|edit\w*|any|every|each)|instead of|unless|does(?:n't| not) want)\b",
            r"\bich (?:möchte|mag|will|hätte|bevorzuge|finde|hasse)\b",
            r"\b(?:der (?:be)?nutzer|die (?:be)?nutzerin|er|sie) (?:will|möchte|mag|bevorzugt|wünscht|hasst|legt wert)\b(?!.*\b(?:neu|hinzu)\b)",
            r"\b(?:je (?:préfère|veux|n'aime|ne veux|déteste|souhaite|voudrais)|préfère|n'aime pas|aime|ne veut pas|souhaite)\b",
            r"\b(?:prefiere|prefiero|no quier[oe]|(?:le|me) gustan?|no (?:le|me) gusta\w*|odi[oa]|quier[oe] que)\b",
            r"用户(?:希望|喜欢|不喜欢|偏好|更|不想|不要|讨厌)|我(?:希望|喜欢|不喜欢|更|不想|讨厌)",
            r"好[みむきん]|嫌い|嫌う|好まない|してほしい|たくない|ユーザーは.*(?:したい|ほしい|望)",
        ),
        _clue(
            4,
            r"\b(?:from now on|in (?:the )?future|going forward|next time|when in doubt|don't ever|do not ever|unless i|until i"
            r"|call me|without (?:asking|my|me|being asked|permission)|ask(?:ing)? (?:me|before|first)|let me|show me|remember (?:that|:) i"
            r"|tell me|(?:for|with|to|answer) me|on my behalf|i'd like|i(?: always| never)? want|i (?:hate|like|love|need you))\b",
            r"\b(?:ab jetzt|in zukunft|künftig|antworte|frag(?:e)? mich|ohne (?:mich|zu fragen))\b",
            r"\b(?:demande-moi|réponds|dorénavant|pregúnta\w+|sin preguntar\w*|respond[ea]|a partir de ahora)\b",
            r"请(?:不要|勿|先|用|在|始终|总是|务必|保持)|不要在没有|别|以后|してください|しないで|でください",
        ),
        _clue(
            3,
            r"\A(?:please|pls|bitte|s'il|por favor)\b",
            r"\A(?:please |pls )?(?:always|never|don't|do not|dont|stop|only|keep|avoid|no)(?: ever| to)? (?:ask\w*|push\w*|commit\w*|guess\w*"
            r"|touch\w*|delet\w*|answer\w*|explain\w*|show\w*|tell\w*|summari[sz]\w+|summar(?:y|ies)|apologi[sz]\w+|assum\w+|rewrit\w+|refactor\w*|repl(?:y|ies)"
            r"|respon\w+|merg\w+|deploy\w*|install\w*|chang\w+|edit\w*|add\w*|creat\w+|us(?:e|ing) (?:the word|words?|emojis?)|generat\w+"
            r"|suggest\w*|start\w*|remov\w+|emojis?|answers?|repl\w+|comment\w*|your?|the tone|explanations?|run (?:the )?(?:full|whole|all|rm|git|any)"
            r"|force[- ]push\w*|amend\w*|make (?:up|changes)|open\w*|mention\w*|put (?:your|ai)|sign\w*|overwrit\w+|praise|say)\b",
            r"\A(?:use|keep|write|give|make|answer|reply|explain|be|speak|talk)\b.*\b(?:me|my|i|you|answers?|tone|explanations?|concise|brief)\b",
        ),
        _clue(
            2,
            rf"\A(?:{_PERSON})(?:'d|'m|'s)?\b(?! (?:found|noticed|discovered|learned|asked|requested|added|fixed|reported))",
            r"\b(?:always|never|every|not|don't|no)\b.*\b(?:you|me|my|assistant|user)\b",
            r"\A(?:always|never|don't|do not|dont|stop|avoid)\b",
        ),
        _clue(1, r"\A(?:always|use|avoid|prefer|keep|no)\b", r"\b(?:you|me|my|mine|i)\b"),
        _clue(-4, r"\b(?:in this session|right now|for this (?:task|pr)|not now|is building|is preparing|is working)\b"),
    ),
    Category.BUGFIX: (
        _clue(4, r"\b(?:root cause|caused by)\b", r"\A(?:bug ?fix|hotfix)\b[: ]", r"\A(?:fix(?:ed|es)?|re?solved|bug|patched|corrected|solved)\b(?! versions?)"),
        _clue(3, _all(_FAULT, _CURED)),
        _clue(2, _all(_FAULT, _CAUSED)),
        _clue(
            2,
            r"\b(?:was|were|had|did|broke|failed|crashed|hung|came|lost|dropped|skipped|leaked|returned|grew|saw|ran|jumped)\b.*(?:\bnow\b|\bfix\w*|\bsolv\w*"
            r"|\bended\b|\bhelped\b|\bgone\b|; \w+ing\b|\bremoved\b|\bcorrected\b|\braised\b|\brestored\b|\bset\b|\bprevents?\b|\breverted\b|\bresolved\b|\brepaired\b)",
            r"\A(?:cause|reason|fault|fix|error|symptom)\b(?: of [^:]+)?(?: was|:)",
        ),
        _clue(2, r"\b(?:fixed|fixes|the fix|resolved|solved|repaired|cured|corrected|reverted|workaround|regression)\b"),
        _clue(1, rf"(?:{_FAULT}).*\b(?:was|were|had|did|got)\b", rf"\b(?:was|were|had|did|got)\b.*(?:{_FAULT})"),
        _clue(1, r"ERROR|\b(?:bug|crash\w*|segfault|deadlock|race condition|memory leak|stack trace|regression)\b"),
        _clue(
            5,
            r"\b(?:behoben|gelöst|repariert|korrigiert|absturz|lag (?:an|am|daran)|ursache)\b",
            r"\b(?:corrigée?s?|réparée?s?|résolue?s?|était dûe?|venait d\w*)\b",
            r"\b(?:se (?:corrigió|arregló|solucionó|debía|resolvió)|corregido|arreglado|solucionado)\b",
            r"修复|修正|解决了|原因是|导致|バグ|不具合|直した|原因は|が原因|解消",
        ),
        _clue(-3, r"\b(?:remaining|still open|todo|to do|next step|asked (?:to|for)|requested)\b"),
        _clue(-2, r"\b(?:looking into|investigating|is harmless|known bugs)\b"),
    ),
    Category.CONVENTION: (
        _clue(
            5,
            r"\b(?:conventions?|naming|style ?guide|code style|coding style|house style|team rule|our rule|this is a rule|rule(?:s)? (?:in|of|here)|guidelines?|policy|customary"
            r"|best practice|standard here|in (?:this|our|the) (?:project|repo\w*|code ?base|team|package)s?\b(?! uses? \S+ VERSION))\b",
            r"\b(?:snake|kebab|camel|pascal|upper|lower|title|screaming)[_ -]?(?:snake[_ -]?)?cased?\b|\bin the imperative\b|\bprefix\w*\b|\bsuffix\w*\b|\bbem\b|\bconventional commits\b",
            r"\bwe (?:all |always |never |only |generally )*(?:use|never|always|name|keep|write|put|avoid|prefix|format|follow|do not|don't|document|test|squash|stick|tag)\b(?! VERSION)",
            r"\b(?:in diesem (?:projekt|repo\w*)|bei uns|grundsätzlich|konvention|regel|einheitlich)\b",
            r"\b(?:dans ce (?:projet|dépôt)|par convention|convention|en este (?:proyecto|repositorio)|por convención|convención)\b",
            r"本项目|我们项目|约定|规范|规定|このプロジェクト|このリポジトリ|規約|ルール|命名|统一",
        ),
        _clue(
            3,
            rf"\A(?:the |all |every |each |our |any |new |a |an |public |private |async |no |only )*(?:[\w-]+ ){{0,2}}{_CODE_NOUN}(?: names?| messages?| subjects?| here)?(?: (?:in|of|for) [\w ]{{3,25}})? (?:is|are|{_SHOULD}|follows?"
            r"|starts?|ends?|begins?|carry|carries|stays?|goes?|gets?|returns?|have|has|needs?|requires?|never|always|use|uses|contains?|inherits?|extends?|live|takes?|links?|raise|throw|belong|target|log|do not|don't)\b",
            rf"\b{_SHOULD} (?:always |never |not |only )?(?:be|have|use|follow|start|end|contain|include|go|link|name|run|pass|carry|come|live|return)\b",
            r"\b(?:is|are) (?:named|called|written|formatted|sorted|prefixed|wrapped|documented|keyed|forbidden|banned|not allowed|allowed|mandatory|required in|kept|stored|ordered|grouped|indented|tagged|signed|snake|plural|singular)\b",
            r"\b(?:müssen|muss|dürfen|darf|immer|jede[rs]?|nur)\b|\b(?:doivent|doit|toujours|jamais)\b|\b(?:deben?|siempre|nunca|todas? (?:las?|los)|llevan)\b",
            r"必须|应该|一律|所有|禁止|不得|必ず|べき|すべて|統一|とする",
        ),
        # An order about what code is made of is the project's; any other is somebody's.
        _clue(
            3,
            rf"\A(?:always|never|only|no|use|name|prefer|mock|squash|don't|do not|wrap|prefix|sort|log|write|keep|put|add|avoid)\b(?!.*\b(?:me|my|i|you)\b).*\b(?:{_CODE_NOUN}|{_SYSTEM_NOUN})\b",
        ),
        _clue(2, rf"\b{_SHOULD} (?:always|never)\b", r"\b(?:always|never)\b.*\b(?:always|never)\b"),
        _clue(
            2,
            r"\b(?:always|never|every|each|all|only|no|must|should|at most|at least|not used|aren't used|not allowed|everywhere|throughout|any)\b",
        ),
        _clue(1, rf"\b{_CODE_NOUN}\b.*\b{_CODE_NOUN}\b"),
        _clue(1, r"\b(?:tabs|spaces|quotes|indent\w*|format\w*|lint\w*|imperative|lower case|upper case|docstrings?|e\.g\.|code ?base|merged?|approvals?|review\w*)\b"),
        _clue(-2, _FOUND_OUT, rf"\b(?:{_PLACED}) {_INTO} (?:the )?PATH"),
    ),
    Category.DEPENDENCY: (
        _clue(3, r"VERSION"),
        _clue(
            3,
            r"\b(?:installed|upgraded?|downgraded?|pinn?(?:ed|s|ing)?|bumped|locked|held|requires?|depends? on|minimum|dropped support|targets|swapped|needs?|runs on|based on|at least|or (?:newer|later|above|higher|greater)|compatible with|stays? (?:below|on|at)|must stay|uses?|moved to|updated to|migrated to|added|removed|is (?:now )?(?:at|on)|replaced)\b.*VERSION",
            r"VERSION.*\b(?:is (?:used|required|needed|the (?:minimum|base))|(?:or|and) (?:newer|later|above|higher|up)|as (?:a |an )?(?:dependency|dev dependency)|replaces|to PATH|required|extension|optional)\b",
            r"(?:→|->|=>) ?v?\d",
            r"\A(?:[\w.@/+#-]+ ){1,3}VERSION(?:[ ,;/(].*)?\Z(?<!\.)",
        ),
        _clue(
            5,
            r"\b(?:npm|pnpm|yarn|bun|pip3?|pipx|poetry|uv|cargo|gem|brew|apt(?:-get)?|composer|go|conda|dotnet|nuget|mix|bundle|flutter pub|choco) (?:install|add|remove|uninstall|get|require|i|update|upgrade)\b",
        ),
        _clue(
            3,
            r"\b(?:(?:dev |runtime |peer |transitive )?dependenc(?:y|ies)|devdependencies|librar(?:y|ies)|sdk|gems?|crates?|toolchain|lock ?file|runtime|base image|docker image|ci image|lts|wheel|drop-in|npm package|third-party)\b",
            r"\b(?:abhängigkeit\w*|bibliothek|dépendances?|bibliothèque|dependencias?|biblioteca|librería)\b|依赖|依存|ライブラリ|库",
        ),
        _clue(
            3,
            r"\A(?:we |the project |removed|dropped|added|installed|replaced|swapped|switched|uninstalled|upgraded|bumped|pinned|downgraded)\b.*\b(?:package|plugin|library|gem|crate|dependency|devdependencies|module|extension|from PATH-of|to PATH-of)\b",
            r"PATH-of-packages",
            r"\b(?:was|were) (?:replaced|dropped|superseded) (?:by|with|from)\b",
            r"\b(?:has to|must|needs to) be installed\b|\bonly .*installed\b|\bdoesn't ship\b",
        ),
        _clue(2, r"VERSION.*VERSION", r"\A(?:pinned|installed|upgraded|bumped|downgraded|uninstalled|requires|locked)\b"),
        _clue(
            2,
            r"\b(?:benötigt|braucht|verwenden|nutzt|aktualisiert|ersetzt|installiert|nécessite|dépend|ajout|mise à jour|requiere|instaló|eliminó|actualizó|usa)\b.*VERSION|VERSION.*\b(?:benötigt|aktualisiert|ersetzt|installiert)\b",
            r"(?:使用|升级|安装|需要|版本|更新|追加|必要|アップ|インストール|バージョン).*VERSION|VERSION.*(?:使用|升级|安装|需要|版本|追加|必要|以上|アップ|インストール)",
        ),
        _clue(3, r"\b(?:chose|picked|selected|decided on|went with|use) (?:\S+ )?\S+ VERSION"),
        _clue(-3, r"\A(?!.*VERSION).*\b(?:always|never|must be|every)\b"),
        _clue(-2, _all(_CURED, _FAULT), r"\b(?:user|i|he|she) (?:prefers?|wants?|likes?)\b"),
    ),
    Category.FILE_PATTERN: (
        _clue(
            6,
            rf"\b(?:{_PLACED}) (?:\w+ ){{0,3}}?{_INTO} (?:the |our |a |separate |folder |directory |files? )*\W?PATH",
            rf"\b{_PLACED} \W?PATH(?![\w-]*:)",
            r"\A(?:the |our )?[^.:]{2,50}(?::| is| are| ->| →| =>) \W?PATH",
            r"\APATH[\w}-]* (?:has|holds?|contains?|=|is (?:for|the|where)|are|includes?|for|stores?|keeps?|→|->|-|–|—)(?!\w)",
            r"\b(?:liegen|liegt|befinde[nt]|stehen|steht|sind|ist|gehören|abgelegt) (?:\S+ )?(?:unter|in|im|auf|bei|sich unter)?(?: \S+)? ?PATH",
            r"\b(?:se trouve(?:nt)?|sont|est|dans|rangés?) (?:\S+ ){0,3}PATH|\b(?:están?|se (?:guardan?|encuentran?)|viven?|van|quedan?) en (?:\S+ )?PATH",
            r"(?:位于|放在|存放|保存在|都在|在) ?PATH|PATH ?(?:目录|文件夹|に(?:ある|置|保存|入|配置|格納|まとめ)|ディレクトリ|フォルダ|にあり)",
        ),
        _clue(
            2,
            r"\b(?:folders?|director(?:y|ies)|file layout|entry ?points?|config(?:uration)? files?|top folder|source tree|(?:where|which) (?:things|files?)|look for|extension|root|looked up|verzeichnis|ordner|dossier|carpeta)\b|目录|文件夹|ディレクトリ|フォルダ",
        ),
        _clue(1, r"PATH"),
        _clue(1, r"PATH.*PATH"),
        _clue(-3, r"\b(?:added|edited|asked|fixed|moved|created|wrote|renamed|todo|finished|done|turns out|because)\b"),
        _clue(-2, r"PATH-of-packages.*VERSION|VERSION.*PATH-of-packages", r"\A(?:always|never)\b"),
    ),
    Category.TASK_CONTEXT: (
        _clue(
            5,
            r"\b(?:working on|work in progress|in progress|next steps?|next up|todos?|to do(?: next)?|remaining|remains|currently \w+ing|continu(?:e|es|ing) (?:with|tomorrow|the|on)|left off|picked up|halfway|half of the|in the middle of|so far|open points|follow-?up"
            r"|blocked (?:on|by)|paused|resum(?:e|ed|ing)|wait(?:s|ing) for|(?:not|n't) (?:done|finished|started|implemented|written|merged) yet|not yet|no decision|is still (?:missing|open|to|empty|pending)|still (?:missing|empty|open|pending|to (?:do|be|come))|are (?:left|still)|is (?:left|pending|outstanding)|tests? left|are finished|current(?:ly)? (?:task|focus|goal|work)|sprint"
            r"|(?:this|the|today's|pair|last|our) session(?:'s)?|milestone|as requested|up next|before we go on|was asked|were asked|been asked|work is paused|under way|underway|stopped (?:at|after|before|here)|goal (?:for|is|of)|done:|plan:|status:|task(?: is|:)|asked for:?)\b",
            rf"\b(?:{_PERSON})(?: has| had| just)? (?:asked|requested|ordered|wanted|needs|told)\b(?!.*\b(?:never|always|not to|from now on|every time|any more)\b)",
            rf"\b(?:{_PERSON}) wants? (?:(?:the assistant |us |me |you )?to|help) {_WORK}\b",
            rf"\b(?:{_PERSON}|we|i|assistant) (?:is|are|am|'re|'m) (?:now |currently |still )?(?:build|prepar|work|writ|mak|add|implement|refactor|migrat|replac|plan|try|debug|investigat|creat|mov|convert|fix|look|design|rewrit|port|test|set)\w*ing\b",
            r"\b(?:aktuelle (?:aufgabe|arbeit)|als nächstes|nächster schritt|noch offen|(?:hat|wurde) .*\bgebeten\b|steht noch|fehlt noch|aufgabe|in arbeit|erledigt)\b",
            r"\b(?:a demandé|prochaine étape|étape suivante|tâche|en cours|il reste|reste à|à faire)\b",
            r"\b(?:pidió|tarea|siguiente paso|próximo paso|pendiente|falta(?:n)?|en curso|queda(?:n)?)\b",
            r"当前任务|下一步|正在|待办|要求|已完成|目前|任务|剩余|依頼|次は|残り|作業中|現在|進行中|タスク|作成中|完了",
        ),
        _clue(
            4,
            r"\A(?:next|task|goal|plan|status|done|todo|remaining|open|ticket|current|started|finished|completed|continuing|continue|resume|asked|followup|later|wip|progress|pending|blocked)\b",
            r"\b(?:ticket|issue|pull request|pr|mr|story|epic) ?[#:]?\d+|#\d+|\b[a-z]{2,6}-\d{2,}\b|\bnext:",
        ),
        _clue(
            3,
            rf"\A(?:today |the assistant |assistant |we |i |this session |just |also |has |have |and )*{_DONE}\b(?!.*VERSION)",
            r"\b(?:today|tomorrow|yesterday|this week|friday|monday|in this session|next week|meanwhile|until tomorrow|was done|were done|half-finished|and (?:they|it|tests?) pass\w*)\b",
            r"\A(?:currently |still |now |just )?(?:working|looking|investigating|refactoring|implementing|migrating|splitting|moving|adding|writing|porting|converting|debugging|building|replacing|preparing|reviewing|rewriting|renaming)\b(?!.*\b(?:is|needs|makes|made|has|takes|fixed|ended|solved|gave|causes|helps)\b)",
        ),
        _clue(3, r"\A(?:today|yesterday|tomorrow|next|todo|task|plan|goal|status|done|open|now)\b:?", r"\Anext step"),
        _clue(2, r"\b(?:done|finished|completed|merged|left|still|now|yet|draft|approved|review|feedback|deployed|halfway|remaining|after that|then)\b"),
        _clue(1, r"\b(?:task|tests?|branch|docs|endpoint|page|release|step|steps)\b"),
        _clue(-2, _all(_FAULT, r"\b(?:fixed|solved|resolved|now|cured|caused|because)\b")),
    ),
    Category.LEARNING: (
        _clue(5, _FOUND_OUT),
        _clue(3, _BEHAVES),
        _clue(
            2,
            r"\b[\d.,]+ ?(?:ms|s|seconds|minutes|hours|times|x|%|million|bytes|mb|gb|kb|rows|characters|entries|requests)\b|\b(?:twice|three|four|five|eight|ten) (?:times|the)\b|\d+x\b",
            r"\b(?:faster|slower|quicker|fastest|slowest|larger|smaller|at once|in cents|in milliseconds|only|even|unless|until|so|before|once|same)\b",
        ),
        _clue(1, r"\b(?:api|server|browser|safari|chrome|firefox|staging|ci|sandbox|library|framework|webhook|endpoint|vendor|legacy|driver|linter|compiler|build|cache)\b", r"\(\)"),
        _clue(
            5,
            r"\b(?:herausgestellt|festgestellt|gemerkt|wichtig zu wissen|achtung|unterstützt (?:keine?|nicht)|sonst|offenbar|anscheinend)\b",
            r"\b(?:découvert|il s'avère|s'avère|attention|apparemment|on a (?:constaté|remarqué)|ne (?:supporte|renvoie|fonctionne) pas)\b",
            r"\b(?:resulta que|descubrimos|descubr\w+|aprend\w+|al parecer|cuidado|resultó|ojo|no (?:admite|soporta|funciona))\b",
            r"发现|注意|原来|其实|不会|不支持|不是线程|わかった|分かった|判明|注意|できない|使えない|調べた|しか",
        ),
        _clue(-2, rf"\A(?:{_PERSON})\b(?! (?:found|learned|noticed|discovered))", r"\b(?:decided|chose|fixed|asked|next step)\b"),
        _clue(-3, _all(_FAULT, r"\b(?:fix(?:ed|es)|solve[sd]|resolved|cure[sd]|repaired|corrected|ended|helped)\b")),
        _clue(
            3,
            r"\b(?:no effect|not used (?:by|any)|never used|unused|dead code|means that|harmless|useless|can(?:not|'t) see|does nothing|not covered)\b",
        ),
    ),
}
