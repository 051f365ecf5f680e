"""Items of one category into lines by what they are about: rules on tests in one line, rules on money in another."""

import re
from collections.abc import Iterable, Sequence

from codewatch.agents.reflecting.alike import Item

# What a line is headed by, and how an item shows that it is about that; the first that fits counts.
_TOPICS: dict[str, re.Pattern[str]] = {
    topic: re.compile(pattern, re.IGNORECASE)
    for topic, pattern in {
        "Security": r"\b(?:secur\w+|secrets?|passwords?|tokens?|csrf|escap\w+|encrypt\w*|sicherheit)\b|密码|安全",
        "Tests": r"\b(?:tests?|testing|pytest|unittest|fixtures?|mock\w*|coverage|testdaten)\b|测试|テスト",
        "Git": r"\b(?:commits?|push\w*|branch(?:es)?|merges?|rebase|pull requests?|diffs?|git|changelog)\b|提交|推送",
        "Dependencies": r"\b(?:dependenc\w+|packages?|pin|lock ?file|libraries|library)\b|依赖",
        "Database": r"\b(?:sql|database|migrations?|quer(?:y|ies)|index(?:es)?|datenbank|migrationen)\b|数据库",
        "Money": r"\b(?:money|cents?|prices?|tax|invoices?|decimal|float|currenc\w+|beträge|montants)\b|金额",
        "Time": r"\b(?:utc|dates?|timestamps?|time ?zones?|zeiten)\b",
        "Errors and logs": r"\b(?:errors?|exceptions?|log(?:s|ged|ging)?|retr(?:y|ies)|timeouts?|fehler)\b|日志",
        "API": r"\b(?:api|endpoints?|https?|requests?|responses?|webhooks?|rest|graphql)\b",
        "Naming and style": (
            r"\b(?:nam(?:es?|ed|ing)|spelling|snake_case|camelcase|indent|tabs|spaces|format\w*|comments?|docstrings?"
            r"|imports?|type hints?|abbreviations?|functions?|lines|abkürzungen)\b|注释"
        ),
        "Build and deployment": r"\b(?:ci|build\w*|deploy\w*|docker|releases?|staging|production|cron|backups?)\b",
        "Answers": r"\b(?:answers?|explain|ask|tell me|show me|reply|english|summar\w+|réponses)\b|回答",
    }.items()
}
_OTHER = ""
_MOST_CHARS = 290
_LONG_ITEM = 150
_PAIRED = re.compile(r"[\"`“”„«»]")


def by_topic(items: Iterable[Item]) -> list[tuple[str, list[Item]]]:
    """Return items by topic, in the order of the table, those about none of them last."""
    found: dict[str, list[Item]] = {topic: [] for topic in (*_TOPICS, _OTHER)}
    for item in items:
        found[topic_of(item.told.content)].append(item)
    return [(topic, of_topic) for topic, of_topic in found.items() if of_topic]


def topic_of(text: str) -> str:
    """Return what a text is about, "" when the table does not say."""
    return next((topic for topic, pattern in _TOPICS.items() if pattern.search(text)), _OTHER)


def join_by_topic(items: Iterable[Item]) -> list[Item]:
    """Return items of one category with the short ones on one topic joined behind its name."""
    lines: list[Item] = []
    for topic, of_topic in by_topic(items):
        short = [item for item in of_topic if is_joinable(item.text)] if topic else []
        lines += [join(group, f"{topic}: ") if len(group) > 1 else group[0] for group in in_groups(short)]
        lines += [item for item in of_topic if item not in short] if short else of_topic
    return lines


def is_joinable(text: str) -> bool:
    """Return whether a text may stand in a line with others: short, no list itself, with all its quotes closed."""
    if len(text) > _LONG_ITEM or ";" in text or "；" in text or text.endswith(("…", "…]", ":", ",")):
        return False
    quotes = _PAIRED.findall(text)
    return quotes.count("`") % 2 == 0 and quotes.count('"') % 2 == 0 and quotes.count("«") == quotes.count("»")


def in_groups(items: Sequence[Item], most_chars: int = _MOST_CHARS) -> list[list[Item]]:
    """Return items in groups that fit one line each."""
    groups: list[list[Item]] = []
    size = 0
    for item in items:
        if not groups or size + len(item.text) > most_chars:
            groups.append([])
            size = 0
        groups[-1].append(item)
        size += len(item.text) + 2
    return groups


def join(group: Sequence[Item], head: str = "") -> Item:
    """Return one item that tells of all in `group`, one behind the other."""
    said = [item.text.rstrip(". 。") for item in group]
    text = head + "; ".join(one[len(head) :] if head and one.startswith(head) else one for one in said)
    sources = tuple(source for item in group for source in item.sources)
    return group[-1]._replace(text=text, sources=sources, is_sacred=any(item.is_sacred for item in group))
