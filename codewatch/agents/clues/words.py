"""The lists of words that several clues look for, as parts of patterns, and what makes clues of patterns."""

PERSON = r"(?:the )?(?:user|developer|dev|owner|maintainer|client|human|team lead)|i|he|she|they"
# What somebody wants done now, as work.
WORK = (
    r"(?:add|build|port|migrat\w+|implement|creat\w+|refactor|rewrite|rewritten|fix|mov\w+|renam\w+"
    r"|updat\w+|upgrad\w+|remov\w+"
    r"|bump|convert\w*|replac\w+|split|extract|deploy|integrat\w+|set up|setup|support|improv\w+"
    r"|optimi[sz]\w+|investigat\w+"
    r"|debug|research|review|design|redesign|document|test|clean up|switch|write|extend|look(?:ed)? (?:at|into)"
    r"|generate|configure|introduce|change|translate|finish|merge|publish|release|drop|speed up)"
)
DONE = (
    r"(?:added|implemented|wrote|written|created|renamed|moved|edited|built|set up|finished|completed"
    r"|started|began|merged"
    r"|deployed|refactored|converted|extracted|updated|rewrote|rewritten|reviewed|cleaned up|drafted"
    r"|opened|prepared|ported"
    r"|migrated|released|published|pushed|committed|tested|scaffolded|wired|hooked|changed|removed|replaced|generated"
    r"|documented|translated|investigated|split|designed)"
)
FAULT = (
    r"\b(?:bugs?|faults?|crash\w*|fail\w*|br[eo]ak\w*|broken?|hung|hangs?|hanging|froze|leak\w*|wrong\w*"
    r"|stale|twice|missing|lost"
    r"|garbled|flak\w+|deadlock\w*|race(?: condition)?|loops?|recursion|regression|off[- ]by[- ]one|off by"
    r"|5\d\ds?|4\d\ds?|exit code"
    r"|memory|slow\w*|lagg\w+|jump\w*|dropped|skipped|reject\w*|time[sd]? ?outs?|stuck|empty|blank|null"
    r"|nil|undefined|nan"
    r"|duplicat\w+|double|overflow\w*|corrupt\w*|mismatch\w*|conflict\w*|unstable|incorrect\w*|invalid"
    r"|not found|errors?"
    r"|exceptions?|problems?|issues?|vulnerabilit\w+|xss|injection|n\+1|unset|unclosed|ignored|denied|refused|prevented"
    r"|panic\w*|segfault\w*|oom|did(?:n't| not)|could(?:n't| not)|was(?:n't| not)|were(?:n't| not)"
    r"|never (?:ran|fired|called"
    r"|closed|removed|reached)|nothing|no longer (?:worked|loaded|started)|infinite\w*|misse[sd]|shadowed"
    r"|overwr\w+|outage)\b|ERROR"
)
CAUSED = (
    r"\b(?:caused by|due to|because|since|root cause|culprit|(?:the )?(?:cause|reason) (?:was|is|of)"
    r"|c[ao]me from|as (?:the|it|a|we|its"
    r"|they|two|there)|was an?|were (?:not|never)|stemm\w+ from|result of|forgot|didn't|did not|lacked"
    r"|was (?:applied|called"
    r"|computed|bound|freed|set|read|compared|checked|formatted|missing|not|never|unset|dropped)|had been|owing to"
    r"|traced (?:back )?to|triggered by)\b"
)
CURED = (
    r"\b(?:fix(?:ed|es|ing)?|re?solv(?:ed|es)|solved|solves|repair(?:ed|s)|cure[sd]?|correct(?:ed|s)"
    r"|patched|reverted|rolled back"
    r"|(?:that|it|this|\w+ing|back) (?:helped|ended|works|worked)|ended (?:it|that|the)|made (?:it"
    r"|the \w+) (?:idempotent|green|work\w*)"
    r"|(?:is|was|are|it's|crash is) (?:gone|guarded|handled|skipped|removed|escaped|encoded|attached"
    r"|closed|kept|caught|ignored"
    r"|fixed|reset|cleared|sanitised|sanitized)|gone after|stopped that|(?:it|we|they|which|and|is|are"
    r"|hook|lexer|each|them|load|client"
    r"|handler|server|code|prevents?|, )\s?now|now \w+s?|no longer|prevents? (?:it|that|this)"
    r"|by (?:\w+ing) |work ?around"
    r"|swapped back|guard(?:ed)?|switch(?:ed|ing) to|rais(?:ed|ing)|lower(?:ed|ing)|default is now|helped"
    r"|eliminated|hotfix\w*"
    r"|adding (?:an?|the)\b.*\b\w+(?:ed|s)\b)\b"
)
# What code is made of, as a subject of which a rule may be told.
CODE_NOUN = (
    r"(?:tests?|components?|class(?:es)?|functions?|methods?|variables?|columns?|branch(?:es)?"
    r"|commits?(?: messages?)?|prs?"
    r"|pull requests?|names?|constants?|booleans?|errors?|dates?|timestamps?|logs?(?: messages?)?"
    r"|messages?|keys?|imports?"
    r"|handlers?|controllers?|services?|endpoints?|migrations?|fields?|tags?|subjects?|entries|entry"
    r"|types?|interfaces?|enums?"
    r"|modules?|packages?|files?|file names?|helpers?|hooks?|props|routes?|schemas?|tables?|queries|query"
    r"|mutations|strings"
    r"|comments?|docstrings?|exceptions?|scripts?|metrics?|flags?|secrets?|apis?|urls?|dtos?|models?"
    r"|views?|events?|actions?"
    r"|translations|styles|identifiers?|headers?|indexes|indices|parameters?|arguments?|public \w+|code|todos?|amounts?"
    r"|colou?rs|changes|features?|repositories|selectors|stories|fixtures?|mocks?|variablennamen|methoden"
    r"|funktion(?:en)?|namen"
    r"|klassen|kommentare|versions?|releases?|changelog|features?|responses?|payloads?|configs?|jobs?|utilities)"
)
SHOULD = r"(?:must|should|shall|has to|have to|needs? to|may only|may not|are to be|is to be|ought to)"
SYSTEM_NOUN = (
    r"(?:layers?|services?|microservices?|monolith|modules?|adapters?|gateway|(?:event )?bus|queues?"
    r"|outbox|pipeline|domain"
    r"|boundar(?:y|ies)|process(?:es)?|workers?|threads?|daemon|brokers?|state machine|event[- ](?:driven"
    r"|sourc\w+)|cqrs"
    r"|hexagonal|schemas? per|per tenant|tenants?|multi-tenant|front ?ends?|back ?ends?|clients?|server"
    r"|core|plugins?|engine"
    r"|compiler|parser|renderer|repository|cache|store|storage|ledger|aggregate|commands?|events?"
    r"|channels?|websocket|proxy"
    r"|scheduler|orchestrat\w+|read (?:path|model)|write path|view|replica\w*|shard\w*|api|sync|async"
    r"|stateless|stateful"
    r"|database|business logic|circuit breaker|controllers?|consumers?|producers?|component system|offline-first|crdts?"
    r"|actor\w*|graph|registry|factory|facade|middleware|session|auth|search|persistence|transaction\w*|ui"
    r"|cluster|edge)"
)
PLACED = (
    r"(?:liv(?:es?|ing)|located|found|kept|stored|sits?|resides?|saved|written(?: down)?|placed|put"
    r"|defined|loaded|read|listed"
    r"|contained|belongs?|ends? up|goes|go|stands?|declared|implemented|configured|registered|collected"
    r"|generated|grouped"
    r"|organi[sz]ed|mirror\w*|looked up|look for \S.{1,40}|exported|are|is|sind|ist|dumped|checked in"
    r"|housed|hosted|maintained"
    r"|documented|situated|happens?|comes?|imported|nested|mounted|output|follows?|remains?|stays?)"
)
INTO = (
    r"(?:in|under|at|to|into|from|beside|within|inside|below|as"
    r"|beneath|by|follow(?:s|ing)?|next to|alongside|through|via)"
)
FOUND_OUT = (
    r"\b(?:turn(?:s|ed) out|learn(?:ed|t)|discover(?:ed|y)|found (?:out )?(?:that|the)|find that"
    r"|notic(?:ed|e)|gotchas?|caveats?|beware|careful"
    r"|til|apparently|interesting(?:ly)?|surprising\w*|undocumented|measured|benchmarks?(?: show\w*)?"
    r"|profil(?:er|ing)|note that"
    r"|heads[- ]up|keep in mind|be aware|watch out|observed|reali[sz]ed|it seems|seems (?:that|to)|pitfall"
    r"|quirk|lesson|insight|fyi"
    r"|tip|warning|attention|good to know|it appears|confirmed that|verified that|known limitation"
    r"|limitation)\b|\bnote:"
)
BEHAVES = (
    r"\b(?:does(?:n't| not)|do(?:n't| not) (?:work|run|support|see|reject|apply|exist)|cannot|can't"
    r"|can not|ignores?|returns?|accepts?|rejects?|swallows?|throttles?"
    r"|caches?|expires?|limit(?:s|ed)|locks?|reports?|sends?|closes?|fails?|silently|has no|have no"
    r"|has about|is (?:not|never|only) \w+"
    r"|isn't|aren't|are not|differs?|slows?|takes? (?:about |around |up to |roughly |over )?[\d.]+"
    r"|only (?:when|if|the first|works?|accepts?)"
    r"|without|unless|even (?:when|if|in|though)|except|there is no|no way to|works? only|still (?:return"
    r"|run|show|use)s?"
    r"|means? (?:that|the)|harmless|useless|unnecessary|retries|may (?:return|arrive|contain|fail|be)"
    r"|can (?:arrive|be|take|only)"
    r"|issues|picks? up|yields?|requires? an?|needs an?|must be restarted|not thread[- ]?safe|is down"
    r"|times out|blocks?|drops?"
    r"|per (?:second|minute|hour|day|request|page|ip|token)|raises?|throws?|allows?|leaves?|behaves?"
    r"|counts?|resets?|changes? on"
    r"|is (?:atomic|slow|faster|slower|fast|lazy|eager|cached|shared|reset|scoped|limited|needed|empty"
    r"|unused|deprecated))\b"
)

REMEDY = (
    r"(?:added|forced|set|replaced|configured|back to|removed|moved|escaped|wrapped|increased|raised"
    r"|lowered|disabled|enabled|switched"
    r"|switching|using|changed|initiali[sz]ed|made|guarded|debounced?|encoded|normali[sz]ed|installed"
    r"|rebuilt|restarted|reverted|pinned"
    r"|downgraded|upgraded|rolled back|locked|chown\w*|chmod\w*|closed|cleared|invalidated|swapped|updated"
    r"|bumped|corrected|handled|caught"
    r"|sanitised|sanitized|converted|limited|capped|deduplicated|moving|adding|setting|removing|is now"
    r"|are now|now|gets?|(?:has|have) been)"
)
TOOLS = r"(?:\S+ ){0,3}TOOL"


def every(*parts: str) -> str:
    """Return the pattern of a text that has all of the parts, in any order."""
    return r"\A" + "".join(rf"(?=.*(?:{part}))" for part in parts)


def clue(*alternatives: str) -> str:
    """Return the pattern of a clue that is in a text when one of the alternatives is."""
    return "|".join(alternatives)
