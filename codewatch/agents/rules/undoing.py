"""The words and the git commands by which work is taken back."""

import re
from typing import NamedTuple

from codewatch.agents.rules import phrases, prompts
from codewatch.agents.rules.moment import any_of
from codewatch.agents.rules.sentences import sentences_of
from codewatch.agents.rules.shell import ShellCommand, git_verb, program_of

MAX_PROMPT_CHARS = 800

_WHAT = (
    r"(?:that|this|it|those|these|them|everything|all(?: of (?:it|that|this))?|my last request"
    r"|(?:the|your|all|all the|all your) (?:last |previous |latest |whole )?"
    r"(?:changes?|edits?|commits?|attempt|refactor\w*|rewrite|migration|rename|move|patch))\b"
)
_START = (
    r"(?:(?:please|pls|ok|okay|no|nope|hm+|sorry|actually|then|so|and|now|just|let'?s|can you|could you|would you"
    r"|you should|i want you to|i'd like you to|better)[,.!:]? )*"
)
_UNDO = any_of(
    rf"{_START}(?:revert|undo|roll ?back|back out(?: of)?|take back|discard|throw away|scrap|drop) {_WHAT}",
    rf"{_START}(?:revert|undo|roll ?back)\W*$",
    rf"{_START}(?:roll|put|change|take|set|move) {_WHAT} back\b",
    rf"{_START}go back(?:\W*$| to (?:the (?:previous|old|original|last|first|earlier|way)|how|what (?:we|it)|before))",
    r"(?:bitte )?mach(?:e)? (?:das|es|die änderung(?:en)?|alles) (?:wieder )?rückgängig|.*\brückgängig machen\W*$",
    r"(?:annule[rz]?|défais|reviens sur) (?:ça|cela|tout|le|la|les|ces|tes)\b|reviens en arrière",
    r"(?:deshaz|revierte|descarta) (?:eso|esto|todo|lo|la|el|los|las|tus)\b|vuelve atrás",
    r"(?:请|先)?(?:撤销|撤回|回退|还原|回滚)|改回(?:去|来)|恢复原(?:样|状)",
    r".*(?:元に戻して|取り消して|戻してください)",
)
_CLAUSE = re.compile(r"[,;:，；：、]\s*|\s[–—-]{1,2}\s|\s(?:and|but|so)\s")
_NEW_WORK = re.compile(r"\b(?:instead|rather|stattdessen|plutôt|en su lugar)\b|而是|改用|代わり", re.IGNORECASE)
_ASKS_TO = re.compile(r"(?:\w+,? )?(?:can|could|would|will) you\b")
_ORDER = re.compile(
    r"(?:please |then |now |and |just )*(?:use|try|do|make|add|write|keep|change|put|set|fix|implement|start|run)\b"
)
_ONLY = re.compile(r"\b(?:if|unless|whether|don'?t|do not|never)\b")


class Undo(NamedTuple):
    """What a git command takes back.

    `paths` are those it names, "." among them for all; nothing means all that is not committed. `commits` is how many
    are taken back from the newest on, `sha` names one. `is_stash` says that it only puts work aside.
    """

    paths: tuple[str, ...] = ()
    commits: int = 0
    sha: str = ""
    is_stash: bool = False


def asks_to_undo(text: str) -> bool:
    """Tell whether a prompt has the last work taken back."""
    return len(text) <= MAX_PROMPT_CHARS and any(_is_undo(sentence) for sentence in sentences_of(text))


def asks_for_more(text: str) -> bool:
    """Tell whether a prompt that has work taken back asks for other work too."""
    rest = [sentence for sentence in sentences_of(text) if not _is_undo(sentence)]
    return _NEW_WORK.search(text) is not None or any(_is_order(sentence) for sentence in rest)


def read_undo(command: ShellCommand) -> Undo | None:
    """Return what a git command takes back, or None where it takes nothing back."""
    if program_of(command) != "git":
        return None
    verb, rest = git_verb(command)
    plain = [word for word in rest if not word.startswith("-")]
    if verb == "checkout":
        if "--" in rest:
            return Undo(tuple(rest[rest.index("--") + 1 :]))
        # Without -- a word is a branch, unless it looks like a file.
        is_files = (
            bool(plain) and "-b" not in rest and all(word == "." or "." in word.rsplit("/", 1)[-1] for word in plain)
        )
        return Undo(tuple(plain)) if is_files else None
    if verb == "restore" and not ("--staged" in rest and "--worktree" not in rest):
        return Undo(tuple(word for word in plain)) if plain else None
    if verb == "reset" and "--hard" in rest:
        return Undo(commits=_count(plain[0] if plain else "HEAD"))
    if verb == "revert" and plain and not {"--abort", "--quit", "--skip"} & set(rest):
        back = _count(plain[0])
        return Undo(sha=plain[0] if not plain[0].startswith(("HEAD", "@")) else f"HEAD~{back}")
    if verb == "stash" and rest[:1] in (["drop"], ["clear"]):
        return Undo(is_stash=True)
    return None


def _is_undo(sentence: str) -> bool:
    plain = sentence.lower().replace("’", "'")
    if _ONLY.search(plain) or (phrases.QUESTION.match(plain) and not _ASKS_TO.match(plain)):
        return False
    return any(_UNDO.match(clause) for clause in (plain, *(plain[mark.end() :] for mark in _CLAUSE.finditer(plain))))


def _is_order(sentence: str) -> bool:
    return prompts.is_request(sentence) and _ORDER.match(sentence.lower()) is not None


def _count(ref: str) -> int:
    """Return how many commits lie behind a name like HEAD~2; 0 for HEAD and for what says nothing."""
    mark = re.fullmatch(r"(?:HEAD|@)(?:~(\d*)|(\^+))", ref)
    if mark is None:
        return 0
    return len(mark[2]) if mark[2] else int(mark[1] or 1)
