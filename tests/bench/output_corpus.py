"""Makes what models write, honest and broken, each with the name of its kind; the same seed makes the same."""

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

SUBJECTS = (
    "the tide feed", "the invoice parser", "the login form", "the nightly export", "the search index",
    "the price list", "the upload queue", "the session cache", "the mail sender", "the map layer",
    "the payment webhook", "the report page", "the settings file", "the release job", "the image resizer",
    "the admin panel", "the audit log", "the retry loop", "the stock import", "the rate limiter",
)  # fmt: skip
VERBS = (
    "rejects", "rounds", "drops", "caches", "retries", "logs", "splits", "sorts", "skips", "validates", "encrypts",
    "rebuilds", "queues", "hides", "compares", "streams", "truncates", "merges", "escapes", "preloads",
)  # fmt: skip
OBJECTS = (
    "negative totals", "empty rows", "expired tokens", "duplicate orders", "time zones", "umlauts in names",
    "large attachments", "stale sessions", "missing headers", "nested quotes", "unpaid invoices", "old drafts",
    "broken thumbnails", "unknown currencies", "partial refunds", "late events", "test accounts", "deleted users",
)  # fmt: skip
REASONS = (
    "because the bank refuses them", "since the harbour sends local time", "so that support can find them",
    "after the outage in spring", "because two workers ran at once", "until the supplier fixes its API",
    "as the user asked in review", "to keep the page under a second", "because the driver buffers whole rows",
    "since a customer lost an order", "for the auditors", "as the old system did", "to save memory on small machines",
    "because the library changed its default", "once the contract with the bank is signed", "as agreed on Monday",
    "since the tests were flaky otherwise", "because nobody reads that column", "to stay under the provider's limit",
    "after a restore from backup", "because the proxy strips that header", "so the phone app can show it offline",
    "since Safari ignores the cookie", "because of daylight saving", "to make the logs searchable",
    "until the schema is migrated", "because the lock was held across a request", "as the style guide demands",
    "since the warehouse works in cartons", "because an index was missing", "to please the accountants",
)  # fmt: skip
GERMAN = (
    "Preise werden immer mit Decimal gerechnet, nie mit float.", "Der Export läuft nachts um drei Uhr.",
    "Die Anmeldung prüft das Passwort erst nach der Sperre.", "Für Tests wird eine eigene Datenbank angelegt.",
    "Der Nutzer will kleine Commits mit deutscher Beschreibung.", "Ursache des Absturzes war ein leerer Kopf.",
    "Die Bilder liegen im Speicher des Anbieters.", "Der Import überspringt Zeilen ohne Nummer.",
    "Neue Seiten bekommen zuerst einen Entwurf.", "Das Archiv wird nach dreißig Tagen geleert.",
)  # fmt: skip
CHINESE = (
    "用户希望所有金额都使用十进制类型。", "登录失败的原因是缓存里的令牌已经过期。", "测试之前必须先启动数据库容器。",
    "导出任务每天凌晨三点运行。", "图片上传失败是因为目录没有写权限。", "我们决定用队列代替定时轮询。",
    "报表页面太慢，因为缺少一个索引。", "新接口的错误信息要用英文。", "旧的配置文件放在项目根目录。",
)  # fmt: skip
PACKAGES = (
    "numpy pandas requests httpx pydantic click rich pytest ruff sqlalchemy alembic celery redis flask django fastapi "
    "uvicorn jinja2 pillow lxml boto3 stripe sentry-sdk structlog attrs cattrs orjson tenacity anyio trio"
).split()
FOLDERS = "src lib packages services apps core shared web api worker admin billing catalog search mail maps".split()
FILES = "orders prices tax users login export index cache queue mailer tiles hooks report release images audit".split()


class Output(NamedTuple):
    """What a model may have written; `kind` says how it was made."""

    kind: str
    text: str


class Maker:
    """Makes random parts of outputs."""

    def __init__(self, chosen: random.Random) -> None:
        self.chosen = chosen

    def sentence(self) -> str:
        """Return a sentence as observations have them."""
        pick = self.chosen.choice
        subject, verb, thing, reason = pick(SUBJECTS), pick(VERBS), pick(OBJECTS), pick(REASONS)
        return pick(
            (
                f"{subject.capitalize()} {verb} {thing} {reason}.",
                f"Decided that {subject} {verb} {thing}, {reason}.",
                f"Root cause in `{self.path()}`: {subject} never {verb} {thing}.",
                f"{reason.capitalize()}, {subject} now {verb} {thing} ({self.chosen.randint(2, 900)} rows a day).",
                f"The user wants {thing} handled by {subject}; it {verb} them {reason}.",
            )
        )

    def sentences(self, count: int) -> list[str]:
        """Return `count` different sentences."""
        found: dict[str, None] = {}
        while len(found) < count:
            found[self.sentence()] = None
        return list(found)

    def path(self) -> str:
        """Return a path in a project."""
        parts = self.chosen.sample(FOLDERS, self.chosen.randint(1, 4))
        return "/".join([*parts, f"{self.chosen.choice(FILES)}_{self.chosen.choice(FILES)}.py"])

    def paths(self, count: int, root: str = "") -> list[str]:
        """Return `count` different paths below `root`."""
        found: dict[str, None] = {}
        while len(found) < count:
            found[root + self.path()] = None
        return list(found)

    def version(self) -> str:
        """Return a version."""
        return ".".join(str(self.chosen.randint(0, 40)) for _ in range(3))

    def date(self) -> str:
        """Return a date."""
        return f"2026-{self.chosen.randint(1, 12):02}-{self.chosen.randint(1, 28):02}"

    def size(self) -> int:
        """Return how many lines an output has."""
        return self.chosen.randint(6, 60)


def honest_kinds(make: Maker) -> dict[str, Callable[[], list[str]]]:
    """Return a maker of lines for each kind of honest output."""
    pick, number = make.chosen.choice, make.chosen.randint

    def some_twice() -> list[str]:
        lines = make.sentences(20)
        return [*lines, *lines[:number(1, 5)]]  # fmt: skip

    return {
        "sentences": lambda: [f"- {one}" for one in make.sentences(make.size())],
        "dated sentences": lambda: [f"- {one} ({make.date()})" for one in make.sentences(make.size())],
        "under headings": lambda: [
            line for one in make.sentences(make.size()) for line in (f"## Date: {make.date()}", f"* {one}")
        ],
        "paths": lambda: [f"- {one}" for one in make.paths(make.size(), "/home/ana/projects/shop/backend/services/")],
        "edited paths": lambda: [f"- Edited {one}" for one in make.paths(make.size(), "packages/frontend/components/")],
        "paths with a purpose": lambda: [
            f"- `{one}`: {pick(SUBJECTS)} {pick(VERBS)} {pick(OBJECTS)}" for one in make.paths(make.size())
        ],
        "counted files": lambda: [f"- migrations/{at:04}_{pick(FILES)}_{pick(FILES)}.sql" for at in range(make.size())],
        "same change in many files": lambda: [f"- Use Decimal for money in {one}" for one in make.paths(make.size())],
        "versions": lambda: [f"- {one} {make.version()}" for one in make.chosen.sample(PACKAGES, number(6, 30))],
        "pinned": lambda: [
            f"- Pinned {one} to {make.version()} in pyproject.toml" for one in make.chosen.sample(PACKAGES, 20)
        ],
        "installed": lambda: [
            f"- Installed {one}=={make.version()} with uv ({make.date()})" for one in make.chosen.sample(PACKAGES, 20)
        ],
        "table": lambda: [
            "| file | lines | state |", "|------|-------|-------|",
            *(f"| {one} | {number(3, 900)} | {pick(('done', 'open'))} |" for one in make.paths(make.size())),
        ],
        "wide table": lambda: [
            "| package | old | new | reason | tests |", "|---|---|---|---|---|",
            *(f"| {one} | {make.version()} | {make.version()} | {pick(REASONS)} | passed |"
              for one in make.chosen.sample(PACKAGES, 10)),
        ],
        "test runs": lambda: [
            f"- {make.date()}: {number(10, 400)} tests passed, {number(0, 9)} failed" for _ in range(20)
        ],
        "commands": lambda: [
            f"- `uv run pytest {one}` passes with {number(3, 90)} tests" for one in make.paths(make.size())
        ],
        "error codes": lambda: [
            f"- TS{number(1000, 9999)}: {pick(SUBJECTS)} {pick(VERBS)} {pick(OBJECTS)}" for _ in range(15)
        ],
        "settings": lambda: [
            f"- `SHOP_{pick(FILES).upper()}_{one.upper()}` is {number(1, 500)} by default" for one in FILES
        ],
        "numbered": lambda: [f"{at}. {one}" for at, one in enumerate(make.sentences(make.size()), 1)],
        "tasks": lambda: [f"- [{pick(' x')}] {one}" for one in make.sentences(make.size())],
        "German": lambda: [f"- {one}" for one in make.chosen.sample(GERMAN, 8)],
        "Chinese": lambda: [f"- {one}" for one in make.chosen.sample(CHINESE, 8)],
        "paragraphs": lambda: [f"{make.date()}: {' '.join(make.sentences(number(3, 6)))}" for _ in range(4)],
        "a few lines twice": some_twice,
        "few lines": lambda: ["- Tests passed.", "- Tests passed.", "- Tests passed.", f"- {make.sentence()}"],
    }  # fmt: skip


def broken_kinds(make: Maker) -> dict[str, Callable[[], list[str]]]:
    """Return a maker of lines for each kind of broken output."""
    number, pick = make.chosen.randint, make.chosen.choice

    def copies() -> list[str]:
        """Return near-copies: in each, one word of a long sentence is another."""
        words = f"{make.sentence()} {pick(REASONS)} and {pick(SUBJECTS)} {pick(VERBS)} {pick(OBJECTS)}".split()
        others = "also just then really quickly simply maybe now again still".split()
        changed: list[str] = []
        for _ in range(make.size()):
            line = list(words)
            line[number(0, len(line) - 1)] = pick(others)
            changed.append(f"- {' '.join(line)}")
        return changed

    def cut() -> list[str]:
        text = f"{make.sentence()} " * number(8, 200)
        return [text[: -number(5, 40)]]

    def block() -> list[str]:
        lines = [f"- {one}" for one in make.sentences(number(2, 9))]
        return lines * number(4, 30)

    def tail() -> list[str]:
        lines = [f"- {one}" for one in make.sentences(number(8, 30))]
        return [*lines, *[lines[-1]] * number(30, 200)]

    def passage() -> list[str]:
        lines = make.sentences(number(9, 30))
        same = f"it must be noted that {pick(SUBJECTS)} {pick(VERBS)} {pick(OBJECTS)} {pick(REASONS)}"
        return [f"- {one} {same if at % 3 == 1 else ''}" for at, one in enumerate(lines)]

    return {
        "sentence 400 times": lambda: [f"- {make.sentence()}"] * 400,
        "sentence 400 times in one line": lambda: [" ".join([make.sentence()] * 400)],
        "without an end": lambda: [" ".join([make.sentence().rstrip(".")] * number(10, 300))],
        "changing numbers": lambda: [
            f"- Step {at}: {one} ({at * 3} ms)" for one in make.sentences(1) for at in range(number(8, 200))
        ],
        "changing numbers in one line": lambda: [
            " ".join(f"In run {at} {one}" for one in make.sentences(1) for at in range(number(8, 200)))
        ],
        "counter alone": lambda: [f"- Item {at} was fixed" for at in range(number(10, 200))],
        "counted paths": lambda: [
            f"- Created src/module{at}/file{at}.py so that {thing} are handled as the user asked"
            for thing in [pick(OBJECTS)] for at in range(number(8, 100))
        ],
        "changing dates": lambda: [
            f"- 2026-03-{at % 28 + 1:02}: {one}" for one in make.sentences(1) for at in range(number(8, 100))
        ],
        "block": block,
        "two lines in turn": lambda: [f"- {one}" for one in make.sentences(2)] * number(4, 60),
        "list repeated": lambda: [f"- {one}" for one in make.paths(number(4, 12))] * number(3, 20),
        "near-copies": copies,
        "cut loop": cut,
        "honest until the end loops": tail,
        "one word": lambda: ["- " + f"{pick(FILES)} " * number(200, 2000)],
        "letters": lambda: ["a" * number(700, 5000)],
        "passage": passage,
        "Chinese loop": lambda: [pick(CHINESE) * number(60, 400)],
        "German loop": lambda: [f"* {pick(GERMAN)}"] * number(10, 300),
    }  # fmt: skip


def honest(count: int, seed: int) -> Iterator[Output]:
    """Make at least `count` honest outputs, of every kind equally many."""
    return _made(honest_kinds, count, seed)


def broken(count: int, seed: int) -> Iterator[Output]:
    """Make at least `count` broken outputs, of every kind equally many."""
    return _made(broken_kinds, count, seed)


def _made(kinds: Callable[[Maker], dict[str, Callable[[], list[str]]]], count: int, seed: int) -> Iterator[Output]:
    makers = kinds(Maker(random.Random(seed)))
    for _ in range(-(-count // len(makers))):
        for kind, lines in makers.items():
            yield Output(kind, "\n".join(lines()))
