"""Which sentences are remembered, and as what."""

import pytest

from codewatch.agents.rules.statements import classify, user_statements
from codewatch.categories import Category, Origin, Priority


@pytest.mark.parametrize(
    "sentence",
    [
        "Always use pnpm, never npm.",
        "please never convert times in the templates.",
        "I prefer small commits",
        "Don't add comments to the code.",
        "Use tabs instead of spaces",
        "No emojis in the docs, ever.",
        "Stop using print for debugging, use the logger instead.",
        "make sure to always pin exact versions in requirements.txt",
        "I want you to always ask before deleting files",
        "From now on answer in German.",
        "不要自动提交代码，提交前先问我。",
        "Bitte keine Kommentare im Code.",
    ],
)
def test_a_wish_for_the_future_is_a_preference(sentence):
    """F42."""
    assert classify(sentence) is Category.USER_PREFERENCE


@pytest.mark.parametrize(
    "sentence",
    [
        "And retries are capped at four.",
        "Also keep the ledger append-only.",
        "We use conventional commits here.",
        "All API handlers must return JSON",
        "Our staging server is eu-west-1.",
        "Going forward the tokens live for 15 minutes.",
        "Test fixtures go in tests/fixtures",
        "The limit is 500 rows per page.",
        "Run the backup cron at 02:15.",
    ],
)
def test_how_things_are_done_is_a_convention(sentence):
    """F42."""
    assert classify(sentence) is Category.CONVENTION


@pytest.mark.parametrize(
    "sentence",
    [
        "We pick port 8431 for the metrics endpoint.",
        "Decision: money is stored as integer cents.",
        "New here: switch the export to CSV.",
        "Let's go with SQLite for the queue.",
        "OK, option B: the worker polls every 30 seconds and we skip the webhook.",
        "The config loader now reads environment variables before the toml file.",
        "We're moving from Jest to Vitest.",
        "我们决定用 Redis 做缓存，因为需要过期时间。",
    ],
)
def test_a_choice_is_a_decision(sentence):
    """F42."""
    assert classify(sentence) is Category.ARCHITECTURE


@pytest.mark.parametrize(
    "sentence",
    [
        "The root cause was the stale lock file left by a killed worker.",
        "The bug was caused by a missing index",
        "It turned out the token had expired.",
        "The timeout happened because of the connection pool.",
        "超时的原因是连接池太小，改成 50 个连接。",
    ],
)
def test_a_root_cause_is_a_bugfix(sentence):
    """F53."""
    assert classify(sentence) is Category.BUGFIX


@pytest.mark.parametrize(
    "sentence",
    [
        "Please pin numpy 1.26, newer breaks us.",
        "Stay on react 18, react 19 breaks our router.",
        "Don't upgrade webpack past 5.88 because our plugin crashes.",
    ],
)
def test_a_version_held_back_for_a_reason_is_a_dependency(sentence):
    """F42."""
    assert classify(sentence) is Category.DEPENDENCY


@pytest.mark.parametrize(
    "sentence",
    [
        "Should we use Redis?",
        "What if we used Kafka?",
        "maybe we should use Redis",
        "Can you always... hmm, wait, let me look at it first.",
        "now fix the test",
        "Please run it again.",
        "don't commit yet",
        "The function never returns.",
        "It should always be green but it isn't, see the output.",
        "Show me what happens if the user never logs in.",
        'The docs say "never call this from a signal handler".',
        "The error message says: do not use this option with --force.",
        "The test is called test_always_fails, look there.",
        "Write a function that returns only even numbers.",
        "We haven't decided on a database yet.",
        "Find out whether the bug was caused by the cache.",
        "let's use this",
        "all tests are green",
        "为什么不要这个参数也能运行？",
    ],
)
def test_questions_suppositions_reports_and_orders_of_the_moment_are_no_assertions(sentence):
    """F38: a question is not a decision."""
    assert classify(sentence) is None


def test_what_the_user_states_is_remembered_in_their_words(observe, said):
    """F44: preferences are high, and the user's."""
    found = observe(said("Always use pnpm, never npm. And retries are capped at four."))

    assert [(item.content, item.category, item.priority, item.origin, item.source) for item in found] == [
        ("Always use pnpm, never npm.", Category.USER_PREFERENCE, Priority.HIGH, Origin.USER, "m1"),
        ("And retries are capped at four.", Category.CONVENTION, Priority.MEDIUM, Origin.USER, "m1"),
    ]


def test_a_reason_that_follows_stays_with_its_decision():
    """F53: architecture decisions keep their reason."""
    found = user_statements("We decided to keep REST. Because GraphQL is too heavy for us. Thanks!")

    assert [item.content for item in found] == ["We decided to keep REST. Because GraphQL is too heavy for us."]


def test_code_quotations_logs_and_tables_are_not_the_user_s_words():
    pasted = (
        "Here is the output:\n```\nAlways use tabs.\n```\n> We decided to use Redis.\n"
        "2026-03-01 10:00:00 ERROR never use eval\n| always | use tabs |\nERROR: you must always set VAT\n"
        "  File \"/a.py\", line 3\n<log>Always use tabs.</log>"
    )  # fmt: skip

    assert user_statements(pasted) == []


def test_the_list_of_a_pasted_document_is_not_the_user_s_own_but_a_short_list_is():
    document = "# Guide\n\nText.\n\n## Rules\n\n- Always use tabs.\n- Never use eval.\n"

    assert user_statements(document) == []
    assert len(user_statements("- Always use tabs.\n- Never use eval.")) == 2


def test_dashes_and_emphasis_inside_a_sentence_are_kept_or_dropped():
    """F39."""
    found = user_statements("**Decision:** the export - all of it - is *CSV* in **UTF-8** now.")

    assert [item.content for item in found] == ["Decision: the export - all of it - is *CSV* in UTF-8 now."]


def test_a_wrapped_sentence_is_read_whole():
    text = "We decided to store every amount of money as integer cents in the\nledger and in the API."

    assert [item.content for item in user_statements(text)] == [text.replace("\n", " ")]


def test_a_subagent_s_prompt_is_not_a_person_s_word(contents, said):
    assert contents(said("Always use pnpm, never npm.", is_sidechain=True)) == []


def test_an_observed_prompt_is_not_learned_again(contents, said):
    """F32."""
    assert contents(said("Always use pnpm, never npm.", is_observed=True)) == []


@pytest.mark.parametrize("unit", ["a", " ", "we ,", '"', "<a>", "please always and ", "1. ", "`", "不要，"])
def test_a_huge_prompt_is_read_in_bounded_time(observe, said, unit):
    found = observe(said(unit * (5_000_000 // len(unit))))

    assert all(len(item.content) <= 300 for item in found)


@pytest.mark.parametrize(
    "sentence",
    [
        "Just curious, don't change anything.",
        "Don't commit anything yet.",
        "Please do not write any code.",
        "Don't run anything.",
    ],
)
def test_what_is_not_to_be_done_just_now_is_no_preference(sentence):
    """FEATURES F38."""
    assert classify(sentence) is None


@pytest.mark.parametrize(
    "sentence",
    [
        "The harbour chart is one hour late in summer.",
        "The chart is two days behind in winter.",
        "The service is three times slower in production.",
    ],
)
def test_what_goes_wrong_is_no_convention(sentence):
    """FEATURES F38."""
    assert classify(sentence) is None


@pytest.mark.parametrize("marks", ['""', "“”", "«»", "「」"])
def test_a_quotation_of_several_sentences_is_not_the_user_s_word(marks):
    """FEATURES F38."""
    quoted = f"{marks[0]}Never use an ORM. Always write SQL by hand and keep it in stored procedures.{marks[1]}"

    assert user_statements(f"What do you make of this? {quoted} (from some blog)") == []


def test_a_quotation_mark_that_nobody_closes_hides_nothing():
    found = user_statements('Look at the 12" screen. Always use tabs in Makefiles.')

    assert [item.content for item in found] == ["Always use tabs in Makefiles."]


@pytest.mark.parametrize(
    ("sentence", "category"),
    [
        ("ok lets go with nats for the bus, kafka is too much for us", Category.ARCHITECTURE),
        ("we wont support internet explorer anymore", Category.ARCHITECTURE),
        ("we no longer use webpack, vite took its place", Category.ARCHITECTURE),
        ("lets stay on angular 17, 18 breaks our forms", Category.DEPENDENCY),
        ("id rather have plain functions than classes", Category.USER_PREFERENCE),
        ("i dont like long files", Category.USER_PREFERENCE),
    ],
)
def test_a_forgotten_apostrophe_changes_nothing(sentence, category):
    assert classify(sentence) is category


@pytest.mark.parametrize("sentence", ["dont do that", "lets try the second one", "we wont need that line, delete it"])
def test_a_forgotten_apostrophe_makes_no_rule_of_an_order_of_the_moment(sentence):
    """F38."""
    assert classify(sentence) is None


@pytest.mark.parametrize(
    "sentence",
    [
        "I want you to show me a plan before coding",
        "i'd like you to ask me before you add packages",
        "use yarn here not npm.",
        "don't edit the proto folder, it's generated by buf",
        "replies in French please",
        "i realy dislike it when you apologise",
    ],
)
def test_a_wish_about_how_to_work_is_a_preference_even_beside_a_task(sentence):
    """F42."""
    found = user_statements(f"{sentence} Then fix the login.") if sentence.endswith(".") else user_statements(sentence)

    assert [item.category for item in found] == [Category.USER_PREFERENCE]


@pytest.mark.parametrize(
    "sentence",
    [
        "i want you to rerun it before lunch",
        "I'd like you to run the tests before committing this",
        "use it here not there",
    ],
)
def test_a_wish_for_today_is_no_preference(sentence):
    """F38."""
    assert classify(sentence) is None


@pytest.mark.parametrize(
    ("sentence", "category"),
    [
        ("pick fastify, the whole team has used it before", Category.ARCHITECTURE),
        ("go for polling, it survives the proxy", Category.ARCHITECTURE),
        ("heads up, the mailer drops attachments over 5 MB", Category.LEARNING),
        ("no nested ternaries, use early returns", Category.USER_PREFERENCE),
        ("use the builder pattern for test data", Category.USER_PREFERENCE),
        ("i want tests first, then the code", Category.USER_PREFERENCE),
        ("link to the docs rather than pasting them", Category.USER_PREFERENCE),
        ("could you please stop repeating every question", Category.USER_PREFERENCE),
        ("can you always give me the file name too?", Category.USER_PREFERENCE),
        ("compliance wants us to keep audit logs for 7 years", Category.CONVENTION),
        ("security forbids plain http between services", Category.CONVENTION),
        ("the weather api gives us 500 calls a day", Category.LEARNING),
    ],
)
def test_chatty_and_terse_ways_to_say_what_lasts(sentence, category):
    """F42."""
    assert classify(sentence) is category


@pytest.mark.parametrize(
    "sentence",
    [
        "pick one, I don't care",
        "pick the second one, it looks better",
        "heads up, I'm pushing in five minutes",
        "no tests, just the fix",
        "can you always see the footer?",
        "could you stop the server",
        "could you stop working on that",
        "my boss wants me to add a dark mode",
        "fix it instead of hiding it",
        "abort the connection on close rather than waiting for the end",
        "pick the project, the wizard does the rest",
        "the api gives us an error",
    ],
)
def test_what_is_like_them_and_of_the_moment_is_not_kept(sentence):
    """F38."""
    assert classify(sentence) is None
