"""Rows that share terms with a query into an order, and into the chance that each is about the query at all.

The chance is a logistic model over 20 features of (query, memory), one set of weights for queries that name a path,
that hold a code identifier, and plain ones. tests/bench/retrieval/weigh.py learned them from commit histories of eight
repositories.
"""

from codewatch.recall.background import PRIOR_DOCUMENTS, documents_with, is_common_file
from codewatch.recall.hits import Hit
from codewatch.recall.query import Query
from codewatch.recall.weights import WEIGHTS
from codewatch.terms import STOP_WORDS, base_name

_SATURATION = 1.2  # k1 and b of BM25 (Robertson and Zaragoza, 2009), as FTS5 has them
_LENGTH_SHARE = 0.75
_COLUMN_WEIGHT = {"identifier": 2.0, "name": 2.0, "single": 2.0}
_SAME_SHARE = 0.8
_IMPORTANCE = {"high": 1.2, "medium": 1.0, "low": 0.8}
_QUESTION = 0.2
_AGE_POWER = 0.1
_AGE_UNIT_DAYS = 30
_MIDDLING = 0.75
# Decisions, causes and rules answer a question that is only one of several in a prompt.
_OF_CONSEQUENCE = ("architecture", "bugfix", "convention", "user_preference")
# Terms that make another statement of the same words.
_TURNING = frozenset(
    """no not never none nor without onli except unless off up down out any both under over abov below less more least
    most than befor after until instead neither cannot dont doesnt didnt isnt arent wont nicht kein keine keinen nie nur
    ohne pas jamais sans sin nunca""".split()
)
# One shared word is chance, however rare it is.
MIN_WORDS = 2
# The more memories there are, the more of them resemble a prompt by accident: the odds that one is about it fall with
# a power of their number. The weights were learned where there were about so many; below the fewest, nothing changes.
_LEARNED_AT = 2_000
_FEWEST = 20
_CROWD_POWER = 0.4


def order(
    hits: list[Hit], query: Query, weights: dict[tuple[str, str], float], statistics: tuple[int, float]
) -> list[Hit]:
    """Return `hits` best first, with `score`, `chance`, `matched_words` and `is_named` set.

    `weights` is the idf of each (kind, term) of the query, `statistics` the number of memories and their mean length.
    """
    if not hits:
        return hits
    newest = max([_day_number(hit.accessed_at or hit.observed_at) for hit in hits])
    for hit, (log_odds, matched, named) in zip(hits, _judge(hits, query, weights, statistics), strict=True):
        hit.matched_words, hit.is_named = matched, named
        hit.chance = _probability(log_odds)
        hit.score = _probability(log_odds + natural_log(_prior(hit, newest)))
    return sorted(hits, key=lambda hit: (-hit.score, -hit.id))


def judge_parts(
    hits: list[Hit], parts: list[Query], weights: dict[tuple[str, str], float], statistics: tuple[int, float]
) -> None:
    """Set `part_chance` of each hit of consequence: its best chance for one part of the prompt.

    A prompt often asks several things; a rule that answers one of them shares few words with the whole.
    """
    weighty = [hit for hit in hits if hit.priority == "high" or hit.category in _OF_CONSEQUENCE]
    for part in parts if weighty else []:
        terms = {*part.words, *part.identifiers, *part.names, *part.singles}
        own = {key: weight for key, weight in weights.items() if key[1] in terms}
        for hit, (log_odds, matched, named) in zip(weighty, _judge(weighty, part, own, statistics), strict=True):
            if named or matched >= MIN_WORDS:
                hit.part_chance = max(hit.part_chance, _probability(log_odds))


def describe(
    hits: list[Hit], query: Query, weights: dict[tuple[str, str], float], statistics: tuple[int, float]
) -> list[tuple[list[float], int, bool]]:
    """Return for each hit its features (in the order of `WEIGHTS`), the words it matched, and if it is named."""
    asked = _Asked(query, weights, statistics)
    rows = [_features(hit, asked) for hit in hits]
    # A question that was asked before is like the prompt, but no answer to be measured by.
    best = max([row[0] for row, hit in zip(rows, hits, strict=True) if not hit.is_bare_question()], default=0.0) or 1.0
    return [([relevance / best, *features], matched, named) for relevance, features, matched, named in rows]


def _judge(
    hits: list[Hit], query: Query, weights: dict[tuple[str, str], float], statistics: tuple[int, float]
) -> list[tuple[float, int, bool]]:
    """Return for each hit the log odds that it is about `query`, the words it matched, and whether it is named."""
    bias, factors = WEIGHTS[query.kind()]
    bias -= _CROWD_POWER * natural_log(max(_FEWEST, statistics[0]) / _LEARNED_AT)
    return [
        (bias + sum([factor * feature for factor, feature in zip(factors, features, strict=True)]), matched, named)
        for features, matched, named in describe(hits, query, weights, statistics)
    ]


def distinct(hits: list[Hit], limit: int) -> list[Hit]:
    """Return the first `limit` of `hits` without those that say what a better one says.

    Of such two, one has all terms of the other in their order, and at most a quarter more: no number, and nothing that
    denies or turns what is said.
    """
    kept: list[Hit] = []
    seen: list[list[str]] = []
    for hit in hits:
        terms = hit.terms_text.split()
        if not any(_is_same(terms, other) for other in seen):
            kept.append(hit)
            seen.append(terms)
            if len(kept) == limit:
                break
    return kept


def rarity(term: str, documents: float, total: int) -> float:
    """Return the idf of `term` (BM25's form) in `total` memories of which `documents` have it.

    Five hundred imagined documents are added to both, so that one memory alone does not make every word rare.
    """
    every, holding = total + PRIOR_DOCUMENTS, documents + documents_with(term)
    return natural_log(1 + max(0.0, every - holding + 0.5) / (holding + 0.5))


def natural_log(number: float) -> float:
    """Return ln(`number`) to seven places: a central difference of number**h, because hooks do not import math."""
    step = 1e-5
    return (number**step - number**-step) / (2 * step)


class _Asked:
    """The query as scoring reads it: idf by word, the other terms with kind and idf, and sums over them."""

    __slots__ = (
        "has_common_names", "has_folders", "mean_terms", "middling", "others", "pair_mass", "pairs", "query", "total",
        "words",
    )  # fmt: skip

    def __init__(self, query: Query, weights: dict[tuple[str, str], float], statistics: tuple[int, float]) -> None:
        self.query = query
        self.words = {term: weight for (kind, term), weight in weights.items() if kind == "word"}
        self.others = [(kind, term, weight) for (kind, term), weight in weights.items() if kind != "word"]
        self.total = sum(self.words.values()) or 1.0
        in_order = list(self.words)
        pairs = zip(in_order[:-1], in_order[1:], strict=True)  # noqa: RUF007  (a hook imports no itertools)
        self.pairs = {(one, other): min(self.words[one], self.words[other]) for one, other in pairs}
        self.pair_mass = sum(self.pairs.values()) or 1.0
        self.middling = _MIDDLING * natural_log(statistics[0] + PRIOR_DOCUMENTS)
        self.mean_terms = statistics[1]
        # A path with a folder names a file of this project; `cli.py` alone may be any project's.
        self.has_folders = any("/" in path for path in query.paths)
        self.has_common_names = not self.has_folders and all(is_common_file(base_name(path)) for path in query.paths)


def _features(hit: Hit, asked: _Asked) -> tuple[float, list[float], int, bool]:
    """Return a memory's BM25 score, the features after it in `WEIGHTS`, its matched words, and if it is named."""
    text, compounds, paths = hit.terms_text.split(), hit.terms_identifiers.split(), set(hit.terms_paths.split())
    words, query = asked.words, asked.query
    counts: dict[str, int] = {}
    for term in text:
        if term in words:
            counts[term] = counts.get(term, 0) + 1
    length = (len(text) + len(compounds) + len(paths)) / asked.mean_terms
    norm = _SATURATION * (1 - _LENGTH_SHARE + _LENGTH_SHARE * length)
    relevance, named = _others(asked, text, compounds, paths, norm)
    of_path: list[float] = []
    of_text: list[float] = []
    for term, weight in words.items():
        in_path = term in paths
        often = counts.get(term, 0) + in_path
        if often:
            relevance += weight * often * (_SATURATION + 1) / (often + norm)
            (of_text if term in counts else of_path).append(weight)

    suffix = 1.0 if query.paths and _has_path(hit.files, query.paths) else 0.0
    is_file = any(name in paths for name in query.names)
    is_named = named > 0 or is_file or suffix > 0 or _has_phrase(hit.terms_text, query.phrases)
    held = sum(of_text)
    coverage, path_coverage = held / asked.total, sum(of_path) / asked.total
    matched = min(len(of_text) + 0.5 * len(of_path), 6) / 6
    first_line = _first_line(hit.content, text) if "\n" in hit.content else counts
    features = [
        natural_log(1 + relevance),
        coverage,
        sum([words[term] for term in counts if term in first_line]) / asked.total,
        held / (held + _unasked_mass(text, asked) or 1.0),
        _neighbours(text, counts, asked),
        min(2.0, named / 6),
        suffix,
        1.0 if is_file else 0.0,
        path_coverage,
        max(of_text + of_path, default=0.0) / 8,
        matched,
        1.0 if query.paths else 0.0,
        coverage + path_coverage,
        coverage * matched,
        suffix * coverage,
        min(len(query.words), 20) / 20,
        natural_log((len(text) + 1) / asked.mean_terms),
        suffix if asked.has_folders else 0.0,
        suffix if asked.has_common_names else 0.0,
    ]
    return relevance, features, len(of_text) + len(of_path), is_named


def _others(
    asked: _Asked, text: list[str], compounds: list[str], paths: set[str], norm: float
) -> tuple[float, float]:  # fmt: skip
    """Return the BM25 part of identifiers, file names and single characters, and the idf of the identifiers met."""
    relevance = named = 0.0
    for kind, term, weight in asked.others:
        often = _COLUMN_WEIGHT[kind] * (
            (0 if kind == "name" else compounds.count(term) or text.count(term)) + (term in paths)
        )
        if often:
            relevance += weight * often * (_SATURATION + 1) / (often + norm)
            named += weight if kind == "identifier" else 0.0
    return relevance, named


def _first_line(content: str, text: list[str]) -> list[str]:
    # Where the first line ends among the terms is estimated by its share of the characters.
    return text[: 1 + len(text) * len(content.partition("\n")[0]) // len(content)]


def _unasked_mass(text: list[str], asked: _Asked) -> float:
    """Return the idf of what the memory says beside the query; a term nobody asked for counts as a middling one."""
    return asked.middling * len([term for term in set(text) if term not in asked.words and term not in STOP_WORDS])


def _neighbours(text: list[str], counts: dict[str, int], asked: _Asked) -> float:
    """Return which share of the query's word pairs stands side by side, or one word apart, weighted by idf."""
    if len(counts) < 2:
        return 0.0
    beside = set(zip(text[:-1], text[1:], strict=True))  # noqa: RUF007  (a hook imports no itertools)
    beside.update(zip(text[:-2], text[2:], strict=True))
    return sum([weight for pair, weight in asked.pairs.items() if pair in beside]) / asked.pair_mass


def _has_path(files: str, asked: list[str]) -> bool:
    # `files` is a JSON list of strings; a path that needs JSON escapes is rare enough to compare by its name only.
    kept = [file.strip(' "') for file in files.strip("[]").split(",")]
    return any(_ends(file, path) or _ends(path, file) for file in kept for path in asked if file)


def _has_phrase(terms_text: str, phrases: list[list[str]]) -> bool:
    return any(f" {' '.join(phrase)} " in f" {terms_text} " for phrase in phrases)


def _ends(path: str, end: str) -> bool:
    return path == end or path.endswith("/" + end)


def _prior(hit: Hit, newest: int) -> float:
    """Return confidence x importance x age of FEATURES F97, flattened: text decides, these break near ties."""
    age = newest - _day_number(hit.accessed_at or hit.observed_at)
    importance = _QUESTION if hit.is_bare_question() else _IMPORTANCE.get(hit.priority, 1.0)
    return importance * (0.7 + 0.3 * hit.confidence) * (1 + age / _AGE_UNIT_DAYS) ** -_AGE_POWER


def _day_number(moment: str) -> int:
    # Days of 31-day months: only differences matter, and only roughly.
    year, month, day = moment[:4], moment[5:7], moment[8:10]
    return int(year) * 372 + int(month) * 31 + int(day) if (year + month + day).isdigit() else 0


def _probability(log_odds: float) -> float:
    return 1 / (1 + 2.718281828459045**-log_odds)


def _is_same(terms: list[str], other: list[str]) -> bool:
    if terms == other:
        return True
    shorter, longer = (terms, other) if len(terms) < len(other) else (other, terms)
    if not shorter or len(shorter) < _SAME_SHARE * len(longer):
        return False
    place = 0
    for term in longer:
        if place < len(shorter) and term == shorter[place]:
            place += 1
        elif term in _TURNING or not term.isalpha():
            return False
    return place == len(shorter)
