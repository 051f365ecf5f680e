"""Messages of a slice go in, and come out without secrets, private parts and what repeats them."""

import json
import random
import string
import time

import pytest

from codewatch.messages import Message, Role
from codewatch.privacy import conversation

U, A, CALL, RESULT = Role.USER, Role.ASSISTANT, Role.TOOL_CALL, Role.TOOL_RESULT


def cleaned(*said, record=""):
    """Return as one text what is left of messages given as (role, text or tool input)."""
    messages = [
        Message(record or str(number), role, what) if isinstance(what, str)
        else Message(record or str(number), role, "", tool_input=what)
        for number, (role, what) in enumerate(said)
    ]  # fmt: skip
    left = [one.message for one in conversation.clean_messages(messages)]
    return "\n".join(f"{one.text} {json.dumps(dict(one.tool_input), ensure_ascii=False)}" for one in left)


@pytest.mark.parametrize(
    ("blocks", "hidden", "kept"),
    [
        ([(U, "Look. <private>see"), (U, "[image]"), (U, "zebra nine")], ["zebra", "image", "see"], ["Look."]),
        ([(U, "<private>see"), (U, "the customer is Halvorsen</private> fix it")], ["Halvorsen"], ["fix it"]),
        ([(A, "<private>so"), (CALL, {"command": "open heron-5"})], ["heron-5", "open"], []),
        ([(CALL, {"a": "<private>", "b": "heron-55", "c": "</private>", "d": "stays"})], ["heron-55"], ["stays"]),
        ([(CALL, {"<private>heron-5</private>": "x"})], ["heron-5"], ["x"]),
    ],
)
def test_a_private_part_goes_on_in_the_next_blocks_of_its_record(blocks, hidden, kept):
    left = cleaned(*blocks, record="one")

    assert [word for word in hidden if word in left] == []
    assert [word for word in kept if word not in left] == []


def test_a_private_part_ends_with_its_record():
    assert "zebra nine" in cleaned((U, "<private>see"), (U, "zebra nine"))


@pytest.mark.parametrize(
    ("private", "repeat", "hidden"),
    [
        ("Halvorsen Marine is the customer", "Invoice for Halvorsen sent.", "Halvorsen"),
        ("my PIN is 48213", "I used 48213 as the PIN.", "48213"),
        ("salary is 85,000 EUR", "With 85,000 EUR it is ok.", "85,000"),
        ("salary is 85,000 EUR", "budget = 85000", "85000"),
        ("call 0151 234 5678", "I called 0151-234-5678.", "234-5678"),
        ("customer is halvorsen marine", "halvorsen gets the plan", "halvorsen"),
        ("the passphrase is swordfish", "swordfish opens it", "swordfish"),
        ("the client is Halvorsen", "Halvorsen's data", "Halvorsen"),
        ("the client is Halvorsen", "Halvorsens Daten", "Halvorsen"),
        ("Halvorsens Rechnung", "bei Halvorsen", "Halvorsen"),
        ("the client is Halvorsen", "see halvorsen_invoice.py", "halvorsen"),
        ("the client is Halvorsen", "class HalvorsenInvoice:", "Halvorsen"),
        ("the client is Halvorsen", "HALVORSEN_ID=1", "HALVORSEN"),
        ("ask Kim about it", "Kim said yes", "Kim"),
        ("we fire the backend team in March", "As you will fire the backend\n> team  in march, I wait.", "backend"),
        ("we are going to fire the backend team soon", "I know: we are going to fire the backend team.", "backend"),
        ("koala koala koala tree", "phrase: koala koala\nkoala tree", "koala"),
        ("客户是哈尔沃森海事公司", "发票已写好,客户是哈尔沃森海事公司的,完成。", "哈尔沃森"),
        ("客户是哈尔沃森海事公司", "哈尔沃森的发票", "哈尔沃森"),
        ("客户是王小明", "王小明说", "王小明"),
        ("田中商事", "請求書は田中商事に送りました。", "田中商事"),
        ("고객은 홍길동입니다", "홍길동의 청구서", "홍길동"),
        ("mail bob@halv.example", "sent to bob@halv.example.", "halv"),
        ("code is blue-42", "it is blue-42.txt", "blue-42"),
    ],
)  # fmt: skip
def test_what_repeats_a_private_part_is_hidden(private, repeat, hidden):
    left = cleaned((U, f"Go. <private>{private}</private> Now."), (A, repeat), (CALL, {"file": f"src/{repeat}"}))

    assert hidden.lower() not in left.lower()
    assert "[private]" in left


def test_a_path_of_a_tools_input_keeps_all_but_the_name():
    left = cleaned((U, "<private>for Halvorsen</private>"), (CALL, {"file_path": "src/halvorsen_invoice.py"}))

    assert '"file_path": "src/[private]_invoice.py"' in left


@pytest.mark.parametrize(
    "question",
    [
        "How do I document `<private>` in README.md? In Python we use SQLite, the API needs Docker.",
        "Does `<private>` close with `</private>`? In Python we use SQLite, the API needs Docker.",
        "What does this do?\n```\n<private>\n```\nIn Python we use SQLite, the API needs Docker.",
    ],
)
def test_talk_about_the_tag_hides_nothing(question):
    answer = "We decided that SQLite stays because the API needs Docker and Python. See README.md."

    left = cleaned((U, question), (A, answer))

    assert "In Python we use SQLite, the API needs Docker." in left
    assert answer in left


def test_ordinary_words_and_what_was_said_aloud_before_are_not_hidden():
    left = cleaned(
        (A, "The zorbly module is slow."),
        (
            U,
            "<private>Python and SQLite on Docker with UTF-8, README.md, port 8080, the zorbly bit in 2026</private>",
        ),
        (A, "Python 3 reads README.md as UTF-8, SQLite has 8080. That zorbly one of 2026 is the Docker image."),
    )

    assert "[private]" not in left


def test_a_tag_in_a_code_block_hides_the_rest_of_the_block():
    assert cleaned((U, "```\n<private>heron-5\n```\nafter")) == "```\n```\nafter {}"


@pytest.mark.timeout(60)
def test_a_megabyte_of_private_text_costs_little():
    chosen = random.Random(1)
    words = ["".join(chosen.choices(string.ascii_lowercase, k=6)) + str(chosen.randint(1, 99)) for _ in range(190_000)]
    lines = "\n".join(" ".join(words[start : start + 8]) for start in range(0, 120_000, 8))
    begun = time.process_time()

    left = cleaned((U, "<private>" + lines), (RESULT, " ".join(words[120_000:])))

    assert time.process_time() - begun < 20
    assert words[-1] in left


_LINES = "\n".join(f"MIIEabcdEFGH{number:02}" * 4 for number in range(25))
KEY = f"-----BEGIN RSA PRIVATE KEY-----\n{_LINES}\n-----END RSA PRIVATE KEY-----"


@pytest.mark.parametrize(
    "said",
    [
        [(A, "key: " + KEY[:900]), (A, KEY[900:] + " done")],
        [(A, "key: " + KEY[:900]), (CALL, {"command": "ls"}), (RESULT, "a.py"), (A, KEY[900:] + " done")],
        [(RESULT, KEY[:900]), (RESULT, KEY[900:] + " done")],
        [(RESULT, KEY[:500]), (CALL, {"command": "more"}), (RESULT, KEY[500:900]), (RESULT, KEY[900:] + " done")],
        [(RESULT, KEY[900:] + " done")],
    ],
    ids=["two blocks", "a call between", "two results", "three results", "the end alone"],
)
def test_a_private_key_that_was_cut_vanishes_as_a_whole(said):
    left = cleaned(*said)

    assert "EFGH" not in left
    assert "done" in left


def test_what_follows_a_key_that_was_cut_off_stays():
    left = cleaned((RESULT, KEY[:900]), (RESULT, "12 passed"), (A, "ok"))

    assert "12 passed" in left
    assert "ok" in left


def test_a_token_that_a_call_cuts_in_two_vanishes():
    token = "ghp_" + "a1B2c3D4" * 5

    left = cleaned((A, "The " + token[:14]), (CALL, {"command": "ls"}), (RESULT, "a.py"), (A, token[14:] + " works"))

    assert token[4:14] not in left
    assert token[14:24] not in left
    assert "a.py" in left
    assert "works" in left


def test_a_repeat_deep_in_a_long_text_is_hidden():
    left = cleaned((U, "<private>for Halvorsen</private>"), (RESULT, "word " * 300_000 + "Halvorsen" + " word" * 10))

    assert "Halvorsen" not in left
    assert left.count("word") == 300_010


_PASS = "kJ8dh2Lq9ZpX1wv"


@pytest.mark.parametrize("role", [U, A, RESULT])
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("DB_PASSWORD=", "{}"), ("DB_PASSWORD", "={}"), ("The password is:\n", "{}"), ("The password is", "{}"),
        ('{"password":', '"{}"}'), ("here is the password:", "{} and a word"), ("Authorization: Bearer", " {}a8Jd"),
        ("see db: postgres://app:kJ8d", "h2L{}@db/app"),
    ],
)  # fmt: skip
def test_a_value_goes_whose_name_ends_the_block_before(role, first, second):
    left = cleaned((role, first), (role, second.replace("{}", _PASS)), record="one")

    assert _PASS not in left
    assert first.split()[0][:8] in left


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("What is the password?", f"{_PASS}"), ("The password is set.", f"Now {_PASS} runs."),
        ("See the token", "base64-encoded it is"), ("DB_PASSWORD=", "see the vault for it"),
    ],
)  # fmt: skip
def test_a_block_that_no_name_ends_before_stays(first, second):
    assert second in cleaned((U, first), (U, second), record="one")


def test_results_of_two_calls_are_not_one():
    first, second = Message("one", RESULT, "DB_PASSWORD=", call="a"), Message("one", RESULT, _PASS, call="b")

    left = [one.message.text for one in conversation.clean_messages([first, second])]

    assert left == ["DB_PASSWORD=", _PASS]
