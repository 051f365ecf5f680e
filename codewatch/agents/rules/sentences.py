"""Turns a message's text into the sentences its author wrote: no code, quotations, logs or pasted documents."""

import re

from codewatch.agents.rules.excerpt import excerpt

MAX_SENTENCE_CHARS = 600
LONG_CHARS = 2_500
LONG_LINES = 40

_FENCE = re.compile(r"^\s*(?:```|~~~)")
_TAG_BLOCK = re.compile(r"<([a-zA-Z][\w-]{1,40})(?: [^>\n]{0,200})?>.{0,20000}?</\1>", re.DOTALL)
_NOT_SPEECH = re.compile(
    r"\s*>|\s*\|.*\|\s*$|#{1,6} |\s*at [\w.$<>]+ ?\(|\s*File \".+\", line \d+|\s*Traceback \(most recent|[+-]{3} "
    r"|@@ |diff --git|index [0-9a-f]{7,}|\s*(?:\$|❯|>>>|%) \S|\s*\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d"
    r"|\s*\[?\d\d:\d\d:\d\d|\s*\[?(?:INFO|DEBUG|WARN(?:ING)?|ERROR|FATAL|TRACE)\b[\]:\s]|\s*(?:[\w.]+)?(?:Error"
    r"|Exception)\b\s*:|\s*(?:error|warning|fatal|npm ERR!|npm error|panic)(?:\[\w+\])?:\s"
    r"|\s*[\w./-]+:\d+(?::\d+)?[:\s]|\s*[\[{}\]();]+,?\s*$|.*[;{}]\s*$|\s*(?:def|class|import|from \S+ import"
    r"|function|const|let|var|return|public|private|SELECT|INSERT|UPDATE) \S.*[=:({;)]\s*$"
)
_BULLET = re.compile(r"^\s*(?:(?:[-*•–]|\d{1,2}[.)])\s+)?(?:\[[ xX]\]\s+|[✅❌✔✗✘☑🚫]\ufe0f?\s*)?")
_EMPHASIS = re.compile(r"\*\*|__(?=\S)|(?<=\S)__")
_END = re.compile(r"(?<=[.!?])\s+|(?<=[.!?][\"')\]])\s+|(?<=[。！？；])\s*")
_QUOTES = ("“”", "«»", "「」", "『』")
_ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|etc|vs|approx|cf|incl|resp|no|dr|mr|mrs|bzw|z\.b|\d)\.$", re.IGNORECASE)


def spoken_lines(text: str) -> list[str]:
    """Return the lines of `text` that are its author's own words; of a long paste only the prose around it."""
    plain = _TAG_BLOCK.sub("\n", excerpt(text, head=8_000, tail=4_000))
    lines = _without_fences(plain.split("\n"))
    is_document = _is_document(text, lines)
    return [
        line
        for line in lines
        if len(line) <= MAX_SENTENCE_CHARS * 4
        and not _NOT_SPEECH.match(line)
        and not (is_document and _BULLET.match(line))
    ]


def sentences_of(text: str) -> list[str]:
    """Return the sentences of `text`, wrapped lines joined, each without its bullet and emphasis."""
    found: list[str] = []
    for paragraph in _paragraphs(spoken_lines(text)):
        found.extend(_split(paragraph))
    return [sentence for sentence in found if 3 <= len(sentence) <= MAX_SENTENCE_CHARS]


def _is_document(text: str, lines: list[str]) -> bool:
    headings = sum(line.startswith("#") for line in lines)
    return headings > 1 or len(text) > LONG_CHARS or len(lines) > LONG_LINES


def _without_fences(lines: list[str]) -> list[str]:
    kept: list[str] = []
    is_code = False
    for line in lines:
        if _FENCE.match(line):
            is_code = not is_code
            kept.append("")
        elif not is_code:
            kept.append(line)
    return kept


def _paragraphs(lines: list[str]) -> list[str]:
    paragraphs: list[str] = []
    open_paragraph = ""
    for line in lines:
        bare = _BULLET.sub("", line, count=1)
        is_continued = open_paragraph and bare == line and _continues(open_paragraph, line)
        if is_continued:
            open_paragraph = f"{open_paragraph} {line.strip()}"
            continue
        paragraphs.append(open_paragraph)
        open_paragraph = _EMPHASIS.sub("", bare).strip()
    paragraphs.append(open_paragraph)
    return [paragraph for paragraph in paragraphs if paragraph]


def _continues(before: str, line: str) -> bool:
    """Tell a hard-wrapped line from a new one: the line before is long, unfinished, and this one starts small."""
    word = line.strip()
    return len(before) > 50 and before[-1:] not in ".!?:;。！？" and word[:1].islower() and len(before) < 1_500


def _is_quoting(begun: str, paragraph: str) -> bool:
    """Tell whether a quotation is open that the paragraph closes: what is quoted stays in one piece."""
    if begun.count('"') % 2:
        return paragraph.count('"') % 2 == 0
    return not begun.isascii() and any(
        begun.count(one) > begun.count(end) for one, end in _QUOTES if paragraph.count(one) == paragraph.count(end)
    )


def _split(paragraph: str) -> list[str]:
    sentences: list[str] = []
    open_sentence = ""
    for piece in _END.split(paragraph):
        open_sentence = f"{open_sentence} {piece}".strip() if open_sentence else piece.strip()
        if _ABBREVIATION.search(open_sentence[-12:]) or _is_quoting(open_sentence, paragraph):
            continue
        sentences.append(open_sentence)
        open_sentence = ""
    return [*sentences, open_sentence] if open_sentence else sentences
