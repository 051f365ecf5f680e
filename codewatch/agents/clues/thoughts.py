"""The clues to how a system is designed and why, and to what was found out: a name, and its patterns."""

from codewatch.agents.clues import words
from codewatch.agents.clues.words import clue

THOUGHTS: dict[str, str] = {
    # Design.
    "decided": clue(
        r"\b(?:decisions?|decided|chose|chosen|choose|opted|settled on|went with|went for|going with"
        r"|picked|trade-?offs?|trading|compromise|rationale|rejected in fav\w+|ruled out|adopted|agreed"
        r"|on purpose|deliberate\w*|by design|intentional\w*|we will use|postpone)\b",
        r"\b(?:entschieden|entscheidung|beschlossen|bewusst|décidé|choisi|décision|opté|decid(?:imos|ió"
        r"|ido)|elegimos|optó|optamos|decisión)\b|决定|决策|选择|采用|採用|ことにした|方針",
    ),
    "decided first": clue(
        r"\A(?:the team |we |it was |finally |i )?(?:decided|decision|chose|chosen|opted|settled|went"
        r"|picked|agreed|adopted|architecture|adr|design|why|introduced|kept)\b",
    ),
    "architecture named": clue(
        r"\b(?:architecture|design|architektur|arquitectura|pattern|adr-?\d*|bounded contexts?|monorepo"
        r"|microservices?|monolith|event[- ](?:driven|sourc\w+)|cqrs|hexagonal|ports?-and-adapters"
        r"|multi-tenan\w+|multi-region|stateless|state machine|offline-first|circuit breaker"
        r"|anti-corruption)\b|架构|設計|アーキテクチャ|分开|分離",
    ),
    "instead of": clue(
        r"\b(?:instead of|rather than|in favou?r of|not as|over\b.*\b(?:because|since|as|for|so|due)"
        r"|anstelle von|anstatt|statt|plutôt que?|au lieu de|en lugar de|en vez de)\b|而不是|ではなく"
        r"|代わりに",
    ),
    "so that": clue(
        r"\b(?:so that|in order to|so (?:it|the|we|that|neither|no|individual|slow|a|every|an|all|they"
        r"|services?)|to (?:avoid|keep|make|stay|allow|save|reduce|enable|prevent|support)"
        r"|for (?:isolation|compliance|security|consistency|performance|horizontal|end-to-end)"
        r"|which (?:keeps|lets|allows|makes)|making|reducing|allows?|until it)\b",
        r"\b(?:damit|um .* zu|afin|pour que|para que)\b|以便|为了|ため|理由|以后可以",
    ),
    "plain reason": clue(
        r"\b(?:too (?:heavy|complex|slow|expensive|big)|enough (?:for|to)|easier|simpler|cheaper|trivial"
        r"|one (?:thing )?less|considered|flat|as the|driven by|anymore|any more|went from|given its own"
        r"|overkill)\b",
    ),
    "parts and who": clue(
        r"\b(?:all|each|every|only|no|any) (?:\w+ )?(?:service|module|client|tenant|worker|component|layer"
        r"|node|request|payment|read|write|call)s?\b",
    ),
    "system": clue(
        rf"\b{words.SYSTEM_NOUN}\b",
    ),
    "two parts": clue(
        rf"\b{words.SYSTEM_NOUN}\b.*\b{words.SYSTEM_NOUN}\b",
    ),
    "how parts fit": clue(
        r"\b(?:split (?:the|into|up|in)|separat\w+|decoupl\w+|delegat\w+|consists? of|composed|subscrib\w+"
        r"|emits?|talks? to|owns?|owner|isolat\w+|layered|modell?ed|represented as|filled from|served by"
        r"|driven|invalidated|precomputed|in front of"
        r"|behind an?|per (?:tenant|device|region|customer|document|service)|one (?:schema|service|process"
        r"|writer|database|actor)|single[- ](?:writer|source|threaded)|idempoten\w+|terminates|wrap(?:ped"
        r"|pers?)|denormali[sz]ed|append-only|built (?:around|on|as)|hand-written"
        r"|lazily|on demand|tier|passes|goes? (?:through|via|directly)|free of|durable|thin|consistency"
        r"|publish\w*|abstracts?|is (?:split|implemented|handled|managed|cached|decided|done) (?:as|with"
        r"|by|via|asynchronously|client-side|server-side|using|into|in)|externali[sz]ed|depends? only"
        r"|communicat\w+|synchronous(?:ly)?|asynchronous(?:ly)?"
        r"|nobody|no stage|one way|rotate|share (?:only|the|no)|share|shared|scal\w+|swap\w*|use cases?"
        r"|infrastructure|trennen)\b",
    ),
    # What was found out.
    "found out": clue(
        words.FOUND_OUT,
        r"\b(?:herausgestellt|festgestellt|gemerkt|wichtig zu wissen|achtung|offenbar|découvert|s'avère"
        r"|apparemment|resulta que|descub\w+|aprend\w+|al parecer|cuidado|resultó|ojo)\b|发现|注意|原来"
        r"|其实|わかった|分かった|判明|調べた",
    ),
    "clearly found out": clue(
        r"\b(?:turn(?:s|ed) out|learn(?:ed|t) that|discovered|found (?:out )?that|we found|i found|noticed"
        r"|reali[sz]ed|til|gotcha|apparently|surprising\w*|revealed|beware|careful|it seems|seems that)\b",
    ),
    "compares": clue(
        r"\b(?:than (?:production|staging|expected|the|before)|older|newer|larger|smaller|unreliable"
        r"|separator|lies|only move|never (?:sees?|fires?)|loses?|not shared|per (?:runner|process|ip"
        r"|project|account)|runs? as|as root|wake\w*|after (?:deploy|a change|config change|the test))\b",
    ),
    "does not": clue(
        r"\b(?:does(?:n't| not)|can't|can not|has no|have no|there is no|no way|not supported|isn't|aren't"
        r"|are not|is not|don't (?:work|trust|run|support)|never rejects|without a|makes no difference"
        r"|unterstützt (?:keine?|nicht)|ne \w+ pas|no (?:admite|soporta|funciona))\b|不会|不支持|不是"
        r"|できない|使えない|しか",
    ),
    "behaves": clue(
        words.BEHAVES,
    ),
    "behaviour": clue(
        r"\b(?:causes?|leads? to|runs? (?:twice|on|before|in)|are (?:hoisted|evaluated|loaded|resolved"
        r"|cached|executed|only read)|is (?:loaded|called|evaluated|executed|needed|required|reached|slow"
        r"|noticeably|reset)|relies on|contains?|different|order of|matters|otherwise|or (?:they|it|types"
        r"|else) (?:are|is|will)|before (?:tsc|the|it|auth)|after a change|hard to|gets? (?:rewritten|cut"
        r"|lost)|answers in|exit(?:s|ing) with|at once|prefix or|breaks if|usually|in reality|easy to miss"
        r"|while version|in development|at startup|when (?:the|a|an|two|it)|even when|as soon as)\b",
    ),
    "how it happens": clue(
        r"\b(?:by default|sometimes|automatically|silently|many of (?:them|which)|most of it|triggers?"
        r"|generates?|recreates?|refetch\w*|destroys?|treats?|counts?|scans?|reports?|gives?|delivers?"
        r"|eats?|lags?|infers?|still what|every time it|case sensitive|superfluous|swapped|over \d+"
        r"|in older|before versions?|unless|as soon as|interfere|reveal(?:ed|s)|showed that|shows that"
        r"|first request|at least one|depends on|counts|invisible|visible|once it|each (?:time|call))\b",
    ),
    "needs something": clue(
        r"\bneeds? (?!to\b)(?:an? |the )?[\w-]+",
        r"\b(?:requires?|expects?|wants?) (?:an? |the )?[\w-]+",
    ),
    "number": clue(
        r"(?<![\w#.-])\d[\d,.]*\b",
    ),
    "call or flag": clue(
        r"\s--?[a-z][\w-]+\b|\b[a-z]+\(\)",
    ),
    "amount": clue(
        r"\b[\d.,]+ ?(?:ms|s|seconds|minutes|hours|days|times|x|%|million|bytes|mb|gb|kb|rows|characters"
        r"|entries|requests|cores|mails|tabs)\b|\b(?:twice|three|four|five|eight|ten) (?:times|the)\b"
        r"|\d+x\b|\b(?:limit|rate limit|limited|payload)\b",
    ),
    "compared": clue(
        r"\b(?:faster|slower|slow|quicker|fastest|slowest|larger|smaller|noticeably|differs?|different"
        r"|same|only the first|only when|only if|even|unless|until)\b",
    ),
    "outside systems": clue(
        r"\b(?:staging|production|prod|ci|sandbox|vendor|legacy|webhook|external|third[- ]party|partner"
        r"|browser|simulator|emulator|driver|runner|gateway|vpn|internal|undocumented|environment|endpoint"
        r"|api|the api|tests need|server|docs)\b",
    ),
    "tool does": clue(
        r"\A(?:the )?(?:TOOL|\w+'s|react|python's|google's)(?: \S+){0,4} (?:[a-z]{2,}s|is|are|has|have"
        r"|does|do|can|can't|may|needs?|requires?|returns?|runs?|causes?|ignores?|keeps?|takes?|must|only"
        r"|sends?|drops?|breaks?|throttles?|won't|doesn't|list|starts?)\b",
    ),
    "gerund first": clue(
        r"\A[a-z]{3,}ing (?!on\b|for\b).*\b(?:is|needs|makes|made|has|takes|causes|helps|requires|does"
        r"|works|fails|breaks|gives)\b",
    ),
    "call": clue(
        r"\w\(\)|\b\w+\.\w+ calls?\b",
    ),
    "version behaves": clue(
        r"VERSION (?:\S+ ){0,3}(?:returns|reports|does|did|is|has|needs|drops|breaks|removed|ignores)\b",
    ),
}
