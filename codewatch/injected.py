"""The side files of injections: where one lies, and the column of a line that says why each memory was injected.

The column has an entry per memory, apart by semicolons: id, chance in percent, tokens, how it is in sight (`b` of this
branch, `p` of the project, `g` from everywhere), and what it shares with the prompt, with commas between, a file behind
a slash. All of it stands in the memory itself: a side file holds no word that only the prompt has.
"""

import os

from codewatch import paths
from codewatch.terms import base_name, fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codewatch.recall.hits import Hit
    from codewatch.recall.query import Query

MAX_TERMS = 6
HAD, TASK, REFLECTION = "had ", "task", "reflection"
BRANCH, PROJECT, EVERYWHERE = "b", "p", "g"
_MAX_TERM_CHARS = 40
_MAX_NAME = 100
_CHARS_PER_TOKEN = 4


def file_name(session: str) -> str:
    """Return a file name for a client's session id: itself where that is harmless, else its bytes in hex."""
    is_plain = session.isascii() and session.replace("-", "").replace("_", "").isalnum()
    return (
        session
        if is_plain and len(session) <= _MAX_NAME
        else "x" + session.encode("utf-8", "replace").hex()[:_MAX_NAME]
    )


def side_file(folder: str, session: str) -> str:
    """Return the path of a session's side file in the data directory `folder`."""
    return os.path.join(folder, paths.INJECTED_FOLDER, file_name(session))


def why(hits: "list[Hit]", lines: list[str], query: "Query | None") -> str:
    """Return the column for `hits` that were injected as `lines`, one for each."""
    return ";".join([_entry(hit, line, query) for hit, line in zip(hits, lines, strict=True)])


def rest(row_id: int, text: str, lines: list[str]) -> str:
    """Return the column for a reflection: it takes what a block has beside the `lines` of memories."""
    return f"{row_id}:0:{_tokens(len(text) - sum([len(line) + 1 for line in lines]))}::"


def _entry(hit: "Hit", line: str, query: "Query | None") -> str:
    chance = int(100 * max(hit.chance, hit.part_chance) + 0.5)
    place = EVERYWHERE if hit.scope == "global" else PROJECT if hit.scope == "project" else BRANCH
    shared = ",".join(_shared(hit, query) if query is not None else [])
    return f"{hit.id}:{chance}:{_tokens(len(line) + 1)}:{place}:{shared}"


def _tokens(chars: int) -> int:
    return max(0, -(-chars // _CHARS_PER_TOKEN))


def _shared(hit: "Hit", query: "Query") -> list[str]:
    """Return the files, names and words that a memory shares with a prompt: files first, then the longest."""
    paths_of = hit.terms_paths.split()
    known = {*hit.terms_text.split(), *hit.terms_identifiers.split(), *paths_of}
    names = [base_name(path) for path in query.paths]
    shared = [f"/{name}" for name in names if name.replace("-", "a").replace(".", "a").replace("_", "a").isalnum()
              and fold(name) in paths_of]  # fmt: skip
    words = [word for word in dict.fromkeys([*query.identifiers, *query.words]) if word in known and word.isalnum()]
    shared += sorted(words, key=len, reverse=True)
    return [one[:_MAX_TERM_CHARS] for one in shared[:MAX_TERMS]]
