"""The table of forms in which people write rules down, where no word like "always" says that one is meant.

Style guides and lists of conventions speak so: a label and what holds for it, an order about things of a kind, a file
and what it is for. Each form has a name; patterns are matched at the start of a sentence in lower case with its
quotations masked, `ADVERTISES` anywhere in it.
"""

import re
from typing import NamedTuple

from codewatch.agents.rules.moment import any_of
from codewatch.categories import Category

# What a project has rules about.
_TOPIC = (
    r"docs|documentation|docstrings?|comments?|(?:unit |integration |e2e |manual )?test(?:s|ing)|naming|names"
    r"|imports?|format(?:ting)?|styl(?:e|ing)|typ(?:es|ing)|strings?|quotes?|indent(?:ation)?|error (?:handling"
    r"|messages?)"
    r"|exceptions|logging|commits?|commit messages?|branch(?:es|ing)|prs|pull requests|coverage|structure"
    r"|architecture|dependencies|security|performance|python|typescript|javascript|golang|rust"
    r"|java|kotlin|swift|ruby|elixir|php|c\+\+|c#|react|vue|svelte|sql|css|html|(?:python|node) version|code"
    r"|examples|async"
    r"|functions?|methods?|class(?:es)?|components?|hooks?|apis?|migrations?|config(?:uration)?|secrets?"
    r"|lint(?:ing|ers?)?"
    r"|accessibility|folders?|directories|modules?|packages?|versioning|releases?|changelogs?|screenshots?|reviews?"
    r"|variables?|constants?|enums?|interfaces?|models?|services?|controllers?|routes?|endpoints?|annotations|hints"
    r"|order(?:ing)?|length|width|spacing|whitespace|braces|semicolons|validation|mock(?:s|ing)|fixtures?|assertions?"
    r"|i18n|conventions?|guidelines?|practices?|principles?|patterns?|libraries|frameworks?|tooling|scripts?"
    r"|backend|frontend|queries|schemas?|permissions|authentication|authori[sz]ation|headers|null safety"
    r"|generics|visibility|concurrency|resources|files|state management|data access"
)
# Labels that forms have, too: what follows must read like a rule.
_FIELD = (
    r"titles?|descriptions?|body|scope|version|language|names?|types?|messages?|subject|branch|pr|doc|status"
    r"|file"
)
# How to do what is done again and again; "add" and "fix" are done once.
_STYLE_VERB = (
    r"use|include|preserve|treat|reference|prefer|highlight|describe|document|maintain|favou?r|minimi[sz]e|leverage"
    r"|organi[sz]e|group|separate|define|declare|annotate|explain|name|return|raise|throw|catch|log|limit|choose"
    r"|specify"
    r"|reuse|respect|encapsulate|keep|write(?! (?:[\w,-]+ ){0,4}(?:tests?|scripts?|summary|report|plan|spec|docs?"
    r"|documentation|readme|page|post|article|query|queries|function|code|program|app|tool|component|story"
    r"|mail)\b(?! (?:\w+ ){0,2}(?:names?|comments?|messages?)\b))"
)
_ANY_VERB = (
    rf"{_STYLE_VERB}|write|add|create|make|update|run|check|review|verify|test|validate|handle|extract|fix|change"
    rf"|ask|read"
    r"|follow|commit|import|export|expose|mock|consult|consider|provide|regenerate|bump|rebase|squash|format|lint"
    r"|split"
)
_QUALITY = (
    r"clear|descriptive|concise|meaningful|consistent|explicit|small|focused|simple|short|specific|plain|proper"
    r"|appropriate|relevant|reusable|semantic|strict|idiomatic|readable|minimal|comprehensive|unrelated|sensitive"
    r"|representative|absolute|relative|conventional|complex|self-explanatory|well-named|strong|type-safe|typed|named"
    r"|functional|pure|immutable|generic|shared|safe|early|custom|atomic|parameteri[sz]ed|table-driven|structured"
    r"|modern|static|async|lowercase|uppercase|imperative|present|past|singular|plural|trailing|leading|single|double"
)
_OF_ONE = r"(?:the|a|an|this|that|these|those|my|your|our|its?|their|me|us|one|two|three|some|more|another)\b"
_CONDITION = (
    r"\b(?:when|whenever|if|unless|before|after|while|by|without)(?: you're"
    r"| you are)? (?:[a-z]\w{2,} ){0,1}?[a-z]{3,}ing\b"
    r"|\b(?:if|when|where|wherever|whenever|as|unless) (?:applicable|needed|necessary|possible|appropriate|required"
    r"|relevant|practical|feasible|in doubt|unsure|absolutely necessary)\b"
    r"|\b(?:when|if|whenever) (?:[\w-]+ ){1,2}(?:changes?|(?:is|are) (?:added|changed|removed|modified|updated"
    r"|introduced))\b"
)
_PATH = (
    r"\.?(?:[\w.*<>{}-]+/)+[\w.*<>{}-]*|[\w.-]+\.(?:md|py|pyi|ts|tsx|js|jsx|go|rs|rb|ex|exs|java|kt|toml"
    r"|ya?ml|json|sh|sql|css|html)"
)
_COMMAND = (
    r"(?:npm|npx|pnpm|yarn|bun|make|just|cargo|go|uv|mix|rake|bundle|poetry|tox|nox|gradle|mvn|docker|dotnet|x{4,})"
)


class Norm(NamedTuple):
    """A form in which rules are written or facts told, and what such a sentence is kept as.

    `is_order` says that it may be meant for a task that is ordered beside it.
    """

    name: str
    pattern: re.Pattern[str]
    category: Category = Category.CONVENTION
    is_order: bool = False


NORMS = (
    Norm(
        "a topic and what holds for it",
        any_of(
            rf"(?:[\w/&.+-]+ ){{0,3}}(?:{_TOPIC})(?: \([^)]{{1,40}}\))?(?: ?:| [–—]) (?!none\b|yes\b|no$"
            rf"|the (?:page|button)\b"
            rf"|it\b|i\b)\S+ \S+",
            rf"(?:[\w-]+ )?(?:{_FIELD})(?: ?:| [–—]) (?:{_STYLE_VERB}|write|must|should|no|always|never|only)\b \S+",
        ),
    ),
    Norm(
        "a topic in a few words",
        any_of(
            rf"(?:{_TOPIC})(?:,? (?:and|or|&|/) (?:{_TOPIC}))* (?:in|for|with|on|at|under|via|using|before|over"
            rf"|as|per) "
            r"(?!the\b|this\b|that\b|my\b|me\b)\S+(?: (?!is\b|are\b|was\b|were\b|fails?\b|don't\b"
            r"|doesn't\b)\S+){0,10}$",
            r"(?:python|node|go|java|ruby|typescript|php|rust|elixir) v?\d[\d.]*\+? (?:with|and|only|or (?:newer"
            r"|later))\b",
            r"[a-z][\w.-]+ for (?:static |unit |integration |e2e |end-to-end )?(?:type checking|linting"
            r"|formatting|testing"
            r"|tests|styling|routing|validation|logging|state management|bundling|migrations|docs|documentation)\b",
        ),
    ),
    Norm(
        "an order that says when it holds",
        any_of(
            rf"(?:please )?(?:{_ANY_VERB})\b(?! {_OF_ONE}|(?: \w+)? (?:if|as|where) (?:needed|necessary|required)$)"
            rf".*(?:{_CONDITION})"
        ),
        is_order=True,
    ),
    Norm(
        "an order about things of a kind",
        any_of(
            rf"(?:{_STYLE_VERB})(?: any| all| only| new)? (?:(?:{_QUALITY})(?:,? and |, "
            rf"| or )?)+ ?[\w/-]+(?: [\w/-]+){{0,4}}",
            rf"(?:{_STYLE_VERB}) (?!{_OF_ONE})[\w/-]+(?: [\w/-]+){{0,3}} (?:for|in|on|with|to) (?:all|every|each"
            rf"|any|new|public"
            r"|private|complex|user-facing|external|shared|reusable|async|exported|custom|non-\w+|google"
            r"|numpy) [\w-]+",
            rf"(?:{_STYLE_VERB}) (?!{_OF_ONE})[\w/-]+(?: [\w/-]+){{0,3}} (?:for|in|on|with"
            rf"|to) (?:[\w-]+ )?(?:changes|functions"
            r"|classes|methods|components|files|tests|modules|apis|endpoints|commits|prs|pull requests|fixes"
            r"|features)$",
            r"treat (?:[\w/,-]+ ){1,8}as [\w-]+$",
            rf"(?:use|prefer|write) (?!{_OF_ONE})[\w-]+ (?:style|syntax|format|notation|case|conventions?|mode"
            rf"|imports?"
            r"|naming|hints|annotations|docstrings|comments|quotes|indentation|language|english)\b",
        ),
        is_order=True,
    ),
    Norm(
        "what a kind needs",
        any_of(
            r"(?:all|any|new|(?:[\w-]+ ){1,3}(?:changes|features|fixes|prs|endpoints|functions|modules|commits)) "
            r"(?:[\w/-]+ ){0,7}?(?:need|require) (?:an?|the|new|writing|updating|approval|at least|explicit"
            r"|tests?|docs?"
            r"|documentation|review|two|one)\b",
        ),
    ),
    Norm("a state of a part", any_of(
        r"(?:[\w-]+ ){1,4}(?:is|are) (?:opt-in|opt-out|off by default|on by default|append-only|case-sensitive"
        r"|source of truth|the source of truth|strictly forbidden|mandatory)\b",
    )),
    Norm("what a part uses", any_of(
        rf"(?!{_OF_ONE}|please\b)(?:[\w-]+ ){{1,3}}uses? (?!your\b|the same\b|it\b"
        rf"|only\b)(?:[\w.-]+ ){{1,4}}(?:for|as) (?:the )?[\w-]+",
        r"(?!it\b|this\b|that\b)(?:[\w-]+ ){1,3}use the [\w-]+ (?:pattern|style|convention|approach)\b",
    )),
    Norm("what a file is for", any_of(
        rf"(?:{_PATH})(?: ?:| [–—]) (?!error|warning|no such|permission|cannot|failed|line|\d)[a-z][\w-]* [\w-]+",
    ), Category.FILE_PATTERN),
    Norm("what a command does", any_of(
        rf"{_COMMAND} (?:[\w:./<>-]+ ){{0,3}}(?:command )?(?:runs|compiles|builds|starts|generates|checks|lints"
        rf"|deploys|formats)"
        r" (?!fine\b|slow|without|into)\S+",
    )),
)  # fmt: skip
BY_ITS_WORDS = Norm("the words of a rule", any_of(r"."), is_order=True)
# What sells, or tells a reader how to use something: a readme, not a rule.
ADVERTISES = any_of(
    r"\byour\b|\byou\b(?!'re [a-z]+ing|'d)",
    r"\b(?:powerful|fast|faster|eas(?:y|ier|ily)|seamless\w*|automatic(?:ally)?|state-of-the-art|robust"
    r"|blazing\w*|free"
    r"|effortless\w*|out of the box|first-class|zero[- ]\w+|open[- ]source|production-ready|built-in|transparently"
    r"|interactive|ecosystem|sponsors?|community|licen[sc]e\w*)\b",
    r"^(?:extracts|builds|returns|shows|provides|supports|offers|gives|lets|enables|generates|captures|converts)\b",
)
# Reports of the moment and titles of commits, or what points at something said before.
_NOT_A_NORM = any_of(
    r"^(?:it|its|this|that|these|those|they|he|she|i|here|there|below|above|which|such|also|thanks|welcome)\b",
    r"^(?:feat|fix|chore|docs|refactor|test|ci|build|perf|style|revert)(?:\([\w-]+\))?!?: [a-z]",
    r"\b(?:failed|failing|fails|broken|crash\w*|passing|passed|was|were|has been|have been|had|did|didn't|doesn't"
    r"|isn't|aren't|won't)\b",
    r"\b\w+ (?:errors?|warnings?|failures?)$|^\S+: \d+ (?:failed|passed|errors?|of|tests?|warnings?)\b",
)


def find_norm(plain: str) -> Norm | None:
    """Return the form in which a sentence states a rule, or None; `plain` is in lower case, quotations masked."""
    if ADVERTISES.search(plain) or _NOT_A_NORM.search(plain):
        return None
    bare = plain.strip(" .!;")
    return next((norm for norm in NORMS if norm.pattern.match(bare)), None)
