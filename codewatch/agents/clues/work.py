"""The clues to work that was asked for or done, and faults with their causes and cures: a name, and its patterns."""

from codewatch.agents.clues import words
from codewatch.agents.clues.words import clue

WORK: dict[str, str] = {
    # Work.
    "asked for": clue(
        rf"\b(?:{words.PERSON}|was|were)(?: has| had| just)? (?:asked|requested|ordered|told|asks|requests)\b",
        r"\A(?:asked|was asked|requested)\b",
        r"\b(?:a demandé|pidió|gebeten)\b|要求|依頼",
    ),
    "asked to work": clue(
        r"\b(?:asked|requested|asks|told)(?: me| us| the assistant)? (?:to|for|that|whether|where|why|how"
        rf"|a|an) ?(?:{words.WORK}|help)?\b",
    ),
    "in progress": clue(
        r"\b(?:working on|work in progress|wip|in progress|in the (?:process|middle) of|currently \w+ing"
        r"|currently|continu(?:e|es|ing) (?:with|tomorrow|the|on)|left off|picked up|halfway|half of the"
        r"|so far|paused|resum(?:e|ed|ing)|under way|underway|right now|stopped (?:at|after|before|here)"
        r"|started|unfinished|(?:is|are|am) (?:now |currently |still )?(?:working|preparing|building"
        r"|planning|trying|debugging|investigating|migrating|moving|doing|refactoring|implementing)"
        r"|under review|scheduled|on hold|about to|begun|must still|ready to|rebased|on branch|cleaning up"
        r"|is ready|are ready)\b",
        r"\b(?:heute|morgen|hoy|mañana|aujourd'hui)\b|今天|今日|还差",
        r"\b(?:aktuell\w*|gerade|in arbeit|en cours|en curso|actual)\b|正在|目前|当前|現在|作業中|進行中|作成中|中。",
    ),
    "to do next": clue(
        r"\b(?:next steps?|next up|up next|next:|todo:|todo\b(?! comments?)|to do|remaining|remains?"
        r"|open points|follow-?up|still (?:missing|empty|open|pending|to)|is still|(?:are|is|tests?"
        r"|be) left|left:|(?:not|n't) (?:done|finished|started|implemented|written|merged) yet|not yet"
        r"|no (?:decision|result) (?:yet|so far)|pending|outstanding|need to (?:finish|add|write|fix|do)"
        r"|have to (?:finish|add|write|bump|do)|needs? (?:to be )?(?:finished|review)|missing\.?\Z"
        r"|to be fixed|next\b)",
        r"\b(?:als nächstes|nächster schritt|noch offen|fehlt|steht noch|noch|prochaine étape"
        r"|étape suivante|il reste|reste|il faut encore|à faire|siguiente|próximo|pendiente|falta(?:n)?"
        r"|queda(?:n)?)\b|下一步|待办|剩余|次は|残り|これから",
    ),
    "blocked or waiting": clue(
        r"\b(?:blocked (?:on|by)|wait(?:s|ing) (?:for|on)|before we go on|until tomorrow|under review"
        r"|for review|is open|is up|up,|not now|root cause not found)\b",
    ),
    "task word": clue(
        r"\b(?:task|tasks|goal|plan|status|sprint|milestone|session|ticket|phase|step|steps|redesign"
        r"|follow-?up|progress|feature branch|pull request|onboarding flow|aufgabe|tâche|tarea)\b|任务"
        r"|タスク",
    ),
    "task word first": clue(
        r"\A(?:the )?(?:current )?(?:next|task|goal|plan|status|done|todo:?|remaining|open|left|ticket"
        r"|current|started|finished|completed|continuing|continue|resume|asked|followup|later|wip|pending"
        r"|blocked|session|sprint|doing|paused|still|tomorrow|need|have to|summary)\b",
    ),
    "ticket number": clue(
        r"\b(?:ticket|issue|pull request|pr|mr|story|epic) ?[#:]?\d+|#\d+",
    ),
    "work done first": clue(
        rf"\A(?:today |the assistant |assistant |we |i |this session |just |also |has |have |and )*{words.DONE}\b",
    ),
    "work done": clue(
        rf"\b(?:{words.DONE}|ready|done|passing|pass)\b",
    ),
    "doing first": clue(
        r"\A(?:currently |still |now |just )?(?:we are |we're |i'm |the user is )?(?:working|looking"
        r"|investigating|refactoring|implementing|migrating|splitting|moving|adding|writing|porting"
        r"|converting|debugging|building|replacing|preparing|reviewing|rewriting|renaming|doing|fixing"
        r"|setting|trying)\b",
    ),
    "day": clue(
        r"\b(?:today|tomorrow|yesterday|this week|friday|monday|thursday|in this session|next week"
        r"|meanwhile|before the (?:release|demo)|this morning|by friday)\b",
    ),
    "done and open": clue(
        r"\b(?:done|finished|completed|ready|implemented|converted|moved|halfway)\b.*\b(?:missing|left"
        r"|remain\w*|next|open|not yet|still|to do|waits?|pending|aren't|isn't|don't)\b",
        r"\b\d+ (?:of|/) \d+\b|\b\d+ ?% (?:of|done)\b|\b(?:one|two|three|four|five|half|most) of (?:the |\w+ )",
    ),
    "tests and docs": clue(
        r"\b(?:tests?|docs|documentation|readme|endpoint|page|form|screen|branch|release|module|migration"
        r"|validation|view)\b",
    ),
    # Faults.
    "fault": clue(
        words.FAULT,
    ),
    "fault word": clue(
        r"\b(?:bugs?|crash\w*|deadlock\w*|race conditions?|memory leak|segfault\w*|panic\w*|regression"
        r"|vulnerability|flaky|infinite loop|stack trace|exception|failure|outage|issue|problem)\b|ERROR",
    ),
    "was faulty": clue(
        r"\b(?:was|were|had|did|got|broke|failed|crashed|hung|came|lost|leaked|dropped|skipped|returned"
        r"|saw|ran|jumped|kept|created|used to|showed|looped|reverted|grew|lagged)\b",
    ),
    "fault in the past": clue(
        rf"(?:{words.FAULT}).*\b(?:was|were|had|did|got|came)\b",
        rf"\b(?:was|were|had|did|got|kept|ran|used to)\b.*(?:{words.FAULT})",
    ),
    "cause named": clue(
        r"\b(?:root cause|caused by|culprit|came from|traced (?:back )?to|(?:cause|reason|problem|issue"
        r"|bug) (?:was|is|of|with|where)|due to|stemmed from|ursache|lag (?:an|am|daran)|venait d\w*"
        r"|était dûe?|se debía)\b|原因|导致",
    ),
    "because of": clue(
        r"\b(?:because(?: of)?|since|due to|as (?:it|the|we|a|they|two))\b|因为|由于",
    ),
    "fault and cause": clue(
        words.every(words.FAULT, words.CAUSED),
    ),
    "fault and cure": clue(
        words.every(words.FAULT, words.CURED),
    ),
    "fault, then remedy": clue(
        rf"(?:{words.FAULT}).*?(?:[,;:.)>–]|->|-|and|so|by) (?:so |we |i |then |it |they |the \S+(?: \S+)? "
        rf"|an? \S+(?: \S+)? |dns records )?{words.REMEDY}\b",
    ),
    "past, then present": clue(
        r"\b(?:\w{2,}ed|was|were|had|hung|froze|broke|went|came|got|lost|ran|saw|could(?:n't| not)"
        r"|did(?:n't| not))\b.*?(?:[,;.:]|->| -) .*\b(?:is|are|gets?|now|uses?|works|solved|contains?"
        r"|have)\b",
    ),
    "now": clue(
        r"\bnow\b|jetzt|现在|已",
    ),
    "past": clue(
        r"\b[a-z]{3,}ed\b|\b(?:was|were|had|went|came|got|did|ran|broke|forgot|froze|hung)\b",
    ),
    "present third person": clue(
        r"\A(?:the |our |an? )?(?:[\w'/-]+ ){1,4}(?!this|has\b|is\b|was\b|does\b|always\b|as\b"
        r"|us\b)[a-z]{2,}[a-rt-z]s\b (?!is|are|were|was|must|should)",
    ),
    "odd faults": clue(
        r"\b(?:choked?|stopped|leaked|flickered|overlapped|shifted|silently|could(?:n't| not)|couldn't"
        r"|blocked|reused|partially|out of order|too early|too late|expired|mojibake|conflicts?|typo"
        r"|forgot|delivered|escaped|unhandled|bricht|hängt|leer)\b",
    ),
    "then remedy": clue(
        rf"\S+ \S+ \S+.*?(?:[,;.)>–]|->| -|\bby) (?:so |we |i |then |it |they )?{words.REMEDY}\b",
    ),
    "fixed": clue(
        r"\b(?:fix(?:ed|es|ing)?|re?solv(?:ed|es)|solved|repaired|cured|corrected|patched|reverted"
        r"|workaround|hotfix|handled the case|ended it|made it work|is good|and ok)\b",
        r"\b(?:behoben|gelöst|repariert|korrigiert|absturz|corrigée?s?|réparée?s?|résolue?s?|corrigió"
        r"|arregl\w+|solucion\w+|resolvió)\b|修复|修正|解决了|直した|解消|バグ|不具合",
    ),
    "fixed first": clue(
        r"\A(?:fix(?:ed|es)?|re?solved|bug|patched|corrected|solved|hotfix|cause|root cause|problem"
        r"|handled|reverted)\b(?! versions?)[: ]",
    ),
    "bug report": clue(
        r"\b(?:bug reports?|bug ?fix(?:es)?|known bugs|every (?:bug|fix)\w*|fixes)\b",
    ),
    "known fault": clue(
        r"\b(?:is harmless|known bugs|looking into|investigating|why|usually|means?)\b",
    ),
}
