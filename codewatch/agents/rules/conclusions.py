"""Turns what the assistant and its subagents concluded into decisions and root causes."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from codewatch.agents.rules.draft import draft
from codewatch.agents.rules.holding import holds_any
from codewatch.agents.rules.moment import any_of
from codewatch.agents.rules.rules_table import Rule
from codewatch.agents.rules.sentences import sentences_of
from codewatch.agents.rules.statements import Statement, clauses_of, is_assertion, masked, with_reason
from codewatch.agents.rules.timeline import ToolUse
from codewatch.categories import Category, Origin, Priority
from codewatch.messages import Message, Role
from codewatch.observations import Observation
from codewatch.subagents import is_last_word

MIN_WORDS = 6

_SUBAGENT_TOOLS = frozenset(("agent", "task"))
_WENT_WRONG = (
    r"(?:failed|broke|crashed|hung|leaked|timed out|skipped|ignored|rejected|lost|duplicated|returned (?:none|null"
    r"|an? \S+|\d+))"
)
_WAS_WRONG = rf"(?:{_WENT_WRONG}|failing|broken|flaky|slow|wrong|empty|missing|red|stuck)"
_HEDGE = any_of(
    r"\b(?:might|may|maybe|perhaps|probably|likely|possibly|could be|seems?|appears?|suspect|guess|unclear|think"
    r"|if)\b"
)
_CAUSE = any_of(
    r".*\broot[ -]cause(?: of .{1,60})?(?: was| is|:| turned out)",
    r".*\bthe (?:real |actual |underlying )?(?:bug|issue|problem|failure|error|culprit) (?:is|was)(?: that\b|:"
    r"| the\b| in\b| caused| clear\b| ?[—–])",
    r".*\b(?:was|were|is|are) caused by\b",
    r".*\bturn(?:s|ed) out (?:to be|that|the|it was)\b",
)
_CAUSE_WORDS = ("cause", "turn", "bug", "issue", "problem", "fail", "error", "culprit")
# Weaker words for a cause: believed only in the past tense and with something of the code named.
_TOLD_CAUSE = any_of(
    r".*\b(?:cause|reason) (?:(?:of|for) .{1,60} )?was (?!not\b|unclear|unknown|never|still)",
    rf".*\b(?:was|were|had been|got) (?:\w+ ){{0,2}}{_WAS_WRONG} because (?:of )?(?!i\b|you\b)\S+",
    rf"(?!.*\b(?:i|we) (?:\w+ )?{_WENT_WRONG}).*\b{_WENT_WRONG}(?: \S+){{0,5}} because (?:of )?(?!i\b|you\b)\S+",
)
_TOLD_CAUSE_WORDS = ("cause", "reason")
# What announces a cause, in the same sentence or before it.
_TROUBLE_NAMED = r"(?:bugs?|causes?|problems?|issues?|culprits?|reasons?|mistakes?|faults?)"
_ANNOUNCES = (
    rf"(?:(?:aha?|ah|ok(?:ay)?|great|yes|so|now)[,.!]? )*(?:(?:i |i've |i have |we )?found (?:it"
    rf"|(?:the|your|a) (?:\w+ )?{_TROUBLE_NAMED})|there it is|there's (?:the|your) {_TROUBLE_NAMED}"
    rf"|here(?:'s| is) (?:the|your) {_TROUBLE_NAMED}|the (?:real |actual )?{_TROUBLE_NAMED})"
)
_ANNOUNCED = any_of(rf"{_ANNOUNCES}(?:: | [–—-]+ )(?:\S+ ){{3}}\S+")
_ANNOUNCEMENT = any_of(rf"(?!the ){_ANNOUNCES}[.!:]$")
# A plan, a denial, or the assistant's own slip.
_NO_CAUSE = any_of(
    r"\b(?:will|would|should|shall|could|let me|let's|i'll|going to|need to|needs to|want to|unless|whether|no longer"
    r"|hypothesis|theory|assum\w+|next|todo)\b",
    rf"(?:\bnot|\bnever|n't) (?:\w+ )?(?:{_WAS_WRONG}|fail|break|crash|hang) because",
    r"\b(?:edit|old_string|string to replace|my (?:command|edit|regex|script|query|patch|call))\b",
)
_CLEAR = re.compile(
    r"the (?:issue|problem|bug|cause|error) is (?:now )?clear(?: now)?\s?[:—–-]\s",
    re.IGNORECASE,
)
_LITERAL = re.compile(
    r"`[^`\n]+`|\"[^\"\n]+\"|\b\w+\.[a-zA-Z]\w{0,5}\b|\w/\w|\b[A-Z][A-Z0-9_]{2,}\b|\w_\w|\w\(\)|\b[a-z]+[A-Z]\w|\d"
    r"|\b[A-Z][a-z]+[A-Z]\w"
)
_DECISION = any_of(
    r"(?:key |design |final )?decision: \S+",
    r"(?:i|we)(?:'ve| have)? (?:chose|chosen|decided (?:to|on|against|not)|opted|went with|picked|settled on)\b \S+",
    r"(?:i'm |i am |i'll |we'?re |by )?(?:going with|go with|using|use) .{2,100}(?:instead of|rather than"
    r"|over) .{2,100}\b(?:because|since|so that|as)\b",
    r".*\binstead of .{2,100} because\b",
)
_DECISION_WORDS = (
    "decision", "chose", "decided", "opted", "went with", "picked", "settled on", "instead of", "rather than", "over ",
)  # fmt: skip
_SOURCES = r"(?:notes?|memory|memories|briefing|observations?|recollections?|(?:earlier|past|prior) work)"
_SAYING = (
    r"(?:says?|said|states?|stated|tells?|notes?|noted|records?|recorded|shows?|mentions?|mentioned|lists?|listed"
    r"|has it|have it|confirms?|indicates?)"
)
_MEMORY_OF_A_MACHINE = r"(?:usage|leak|pressure|limit|allocation|corruption|layout|profile|consumption)"
# Memory said again is no news.
_RECITED = any_of(
    r"\b(?:earlier|previous|past|prior|last|former|other) (?:session|conversation|chat)s?\b"
    r"(?! (?:cookie|token|id|key|data|state|file)|'s (?!notes|memor|summary))|\blast time\b",
    r"\b(?:remembered|recalled|codewatch(?: |-)memory)\b|\b(?:i|we) (?:remember|recall)\b|\bnotes from\b",
    rf"\b{_SOURCES} (?:\w+ )?{_SAYING}\b",
    rf"(?:\b(?:according to|based on|as per|per|going by)|(?:^|[,(;:—-] ?)from) (?:the |my |your |our |its |saved "
    rf"|stored |earlier |previous |project |session |codewatch(?:'s)? )*{_SOURCES}\b(?! {_MEMORY_OF_A_MACHINE})",
    r"\bas (?:already )?(?:noted|recorded|stated|established|documented|decided|found|mentioned|discussed|agreed"
    r"|learned) (?:\w+ )?(?:earlier|before|previously|already|in)\b",
    r"\b(?:previously|earlier),? (?:we|you|i|it was) \w+",
    r"\b(?:previously|already) (?:established|identified|determined|diagnosed|found|noted|recorded|known)\b",
    r"\b(?:was|were|is|has been|had been) (?:noted|recorded) (?:as|that|in|earlier)\b",
)
_MEMORY_WORDS = (
    "as ", " work", "note", "record", "earlier", "previous", "already", "last time", "session", "conversation", "chat",
    "remember", "recall", "memor", "briefing", "observation", "recollect",
)  # fmt: skip
# What a prompt tells when something is broken: then a "because" in the answer names the cause.
_TROUBLE = any_of(
    r"\b(?:why|crash\w*|error\w*|exception|fail\w*|broken?|bug|wrong|slow|hangs?|stuck|red|flaky|leak\w*|missing|lost"
    r"|twice|duplicate\w*|stops?|stopped|doesn't|does not|isn't|can't|cannot|won't|not work\w*|no longer|logged out"
    r"|times? out|timeout|empty|[45]\d\ds?|panics?|regression|throws?|throwing|still)\b"
)
_BECAUSE = any_of(
    r".*\S+ (?:because|since|due to|as soon as)\b \S+ \S+",
    r".*\b(?:comes?|stems?|results?) from\b \S+",
    r".*\bso (?:each|every|the|it|they|no|nothing|all|any|on|when|after|only|both)\b \S+",
    r".*\b(?:never|always|still|only) \w+s\b",
    r".*\b(?:which|that|this) (?:makes?|causes?|means?|leads?|breaks?|is why|explains|turns|lets|leaves|triggers?)\b",
    r".*\b(?:leads? to|ends? up|results? in|race (?:between|condition)|off by one|deadlocks?|leaks?|overwrites?)\b",
    r".*\bbut (?:the|its?|only|never|not|nothing|no|gets?|expects?|a|an|\w+ (?:is|are|has|only|never|expects?))\b",
    r".*\b(?:is|are|gets?) (?:never|not|missing|stale|only|already|dropped|ignored|lost|overwritten|shadowed|cached"
    r"|evaluated|called|closed|reset|shared|swallowed|skipped|truncated|parsed|read)\b",
    r".*\b(?:doesn't|does not|don't|do not|isn't|aren't|has no|have no|lacks?|expects?|ignores?|swallows?|drops?"
    r"|misses|forgets?|assumes?) \S+",
)
_NO_DIAGNOSIS = any_of(
    r"\b(?:i|i've|i'm|i'd|we|you|your|my|done|fixed|added|removed|renamed|passes|pass|passed|green|committed|pushed)\b",
    r"^(?:now|next|then|all|both|good|great|also|looking|expected|this|these|everything|nothing|after|step)\b",
)
_THAT_IS_THE_CAUSE = any_of(r"(?:so )?(?:that|this)(?:'s| is| was) (?:the (?:cause|reason|bug|problem|culprit)|why)\b")
_WARNING = any_of(
    r"(?:be )?(?:beware|careful|caution|caveat|watch out|gotcha|heads[- ]up|be aware|warning|mind)"
    r"(?: that)?[:,]? \S+ \S+"
)
# Weaker words for a danger: believed only with something of the code named, and not of the work at hand.
_MILD_WARNING = any_of(
    r"(?:please )?(?:note|keep in mind|bear in mind|be aware|be careful|mind|remember)(?: that|:| with| of) \S+ \S+",
    r"(?:important|critical|attention|(?:(?:one|the only|another) )?(?:thing|point) to (?:watch|note|know)"
    r"|(?:an?|one|the only|another|two) (?:\w+ )?(?:warning|caveat|gotcha|catch|pitfall)s?|side note)(?: though)?[:!,]"
    r" \S+ \S+",
    r"(?:don't|do not|never) (?:ever )?(?:run|call|use|set|delete|remove|edit|rename|upgrade|enable|disable|import)"
    r"\b.*(?:\b(?:because|since|otherwise)\b|: it\b)",
)
_OF_THE_WORK = any_of(
    r"\b(?:i|i've|i'm|i'd|i'll|me|my|please|you|your|we|now|pass(?:es|ed)?|next step|still need\w*|yet|todo"
    r"|this (?:change|commit|fix|pr|one)|done|added|fixed)\b"
)
_CORRECTION = any_of(r"(?:correction|i was wrong|i stand corrected|my mistake)[:,.] \S+ \S+")


class _Trust(NamedTuple):
    """Who concluded something, and how much that is believed."""

    origin: Origin
    confidence: float


_ASSISTANT = _Trust(Origin.ASSISTANT, 0.7)
_SUBAGENT = _Trust(Origin.SUBAGENT, 0.6)


def observe_conclusions(messages: Sequence[Message], uses: Iterable[ToolUse]) -> list[Observation]:
    """Return what the assistant concluded, and what each subagent's answer did."""
    sources = [
        *((message, message.text, _ASSISTANT, is_trouble) for message, is_trouble in _own(messages)),
        *((message, message.text, _SUBAGENT, False) for message in _last_words(messages)),
        *((use.result, use.output, _SUBAGENT, False) for use in uses if _is_answer(use)),
    ]
    return [
        draft(
            source,
            statement.content,
            rule=Rule.CONCLUSIONS,
            category=statement.category,
            priority=Priority.MEDIUM,
            origin=trust.origin,
            confidence=trust.confidence,
        )
        for source, text, trust, is_trouble in sources
        if not source.is_observed
        for statement in conclusions_of(text, is_trouble=is_trouble)
    ]


def conclusions_of(text: str, *, is_trouble: bool = False) -> list[Statement]:
    """Return the sentences that name a decision, a root cause or a danger without hedging, and not from memory.

    `is_trouble` says that the text answers somebody who told what goes wrong.
    """
    sentences = list(_own_words(sentences_of(text)))
    found: list[Statement] = []
    for at, sentence in enumerate(sentences):
        before, following = sentences[max(0, at - 1) : at], sentences[at + 1 : at + 2]
        if before and _THAT_IS_THE_CAUSE.match(masked(sentence)):
            found = [one for one in found if one.content != before[0]]
            found.append(Statement(f"{before[0]} {sentence}", Category.BUGFIX))
        elif before and _ANNOUNCEMENT.match(masked(before[0])) and _is_found(sentence):
            found.append(Statement(sentence, Category.BUGFIX))
        elif (category := _classify(sentence, is_trouble=is_trouble)) is not None:
            found.append(Statement(with_reason(_itself(sentence), following), category))
        elif _CORRECTION.match(masked(sentence)):
            found.append(Statement(" ".join([sentence, *following]), Category.LEARNING))
    return found


def _itself(sentence: str) -> str:
    """Return a cause without the remark that it is clear."""
    lead = _CLEAR.match(sentence)
    return sentence[lead.end() : lead.end() + 1].upper() + sentence[lead.end() + 1 :] if lead else sentence


def _own(messages: Iterable[Message]) -> Iterator[tuple[Message, bool]]:
    """Yield what the assistant said itself, and whether the prompt before told of trouble, or a tool's failure did."""
    is_asked = is_failed = False
    for message in messages:
        if message.is_sidechain:
            continue
        if message.role is Role.USER:
            is_asked = _TROUBLE.search(message.text[:600].lower()) is not None
        elif message.role is Role.TOOL_RESULT:
            is_failed = message.is_error
        elif message.role is Role.ASSISTANT:
            yield message, is_asked or is_failed


def _last_words(messages: Sequence[Message]) -> list[Message]:
    """Return the last text of each answer of a subagent."""
    side = [message for message in messages if message.is_sidechain]
    return [message for message, following in zip_longest(side, side[1:]) if is_last_word(message, following)]


def _is_answer(use: ToolUse) -> bool:
    return use.tool.lower() in _SUBAGENT_TOOLS and not use.result.is_error and not use.result.is_sidechain


def _own_words(sentences: Iterable[str]) -> Iterator[str]:
    for sentence in sentences:
        if not _is_recited(masked(sentence)):
            yield sentence
        elif sentence.endswith(":"):
            return  # What it announces comes from memory too.


def _is_recited(plain: str) -> bool:
    return holds_any(plain, _MEMORY_WORDS) and _RECITED.search(plain) is not None


def _classify(sentence: str, *, is_trouble: bool) -> Category | None:
    plain = masked(sentence)
    category = _category_of(sentence, plain, is_trouble=is_trouble) if len(plain.split()) >= MIN_WORDS else None
    # Few sentences come so far, and these looks take the longest.
    return category if category is not None and is_assertion(plain) and not _HEDGE.search(plain) else None


def _category_of(sentence: str, plain: str, *, is_trouble: bool) -> Category | None:
    if (holds_any(plain, _CAUSE_WORDS) and _CAUSE.match(plain)) or _is_told_cause(
        sentence, plain, is_trouble=is_trouble
    ):
        return Category.BUGFIX
    if _WARNING.match(plain) or _is_mild_warning(sentence, plain):
        return Category.LEARNING
    is_decision = holds_any(plain, _DECISION_WORDS) and any(_DECISION.match(clause) for clause in clauses_of(plain))
    return Category.ARCHITECTURE if is_decision else None


def _is_mild_warning(sentence: str, plain: str) -> bool:
    is_warning = _MILD_WARNING.match(plain) is not None
    return is_warning and _LITERAL.search(sentence) is not None and not _OF_THE_WORK.search(plain)


def _is_found(sentence: str) -> bool:
    plain = masked(sentence)
    is_told = is_assertion(plain) and not _HEDGE.search(plain) and len(plain.split()) >= MIN_WORDS
    return is_told and not _NO_CAUSE.search(plain) and _LITERAL.search(sentence) is not None


def _is_told_cause(sentence: str, plain: str, *, is_trouble: bool) -> bool:
    is_told = (
        (holds_any(plain, _TOLD_CAUSE_WORDS) and _TOLD_CAUSE.match(plain))
        or _ANNOUNCED.match(plain)
        or (is_trouble and _BECAUSE.match(plain) and not _NO_DIAGNOSIS.search(plain))
    )
    return bool(is_told) and not _NO_CAUSE.search(plain) and _LITERAL.search(sentence) is not None
