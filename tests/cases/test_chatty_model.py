"""A model that wraps its answer in talk, says "nothing" in its own words, or answers with what is none."""

import json

import pytest

from codewatch.agents.rules.rules_observer import STANDS_IN

FACT = "Sessions are kept in Redis with a 30 minute idle limit"
ITEM = json.dumps({"message": 1, "category": "architecture", "text": FACT})
WRAPPED = [
    f"[{ITEM}]",
    f"```json\n[{ITEM}]\n```",
    f"Sure, these are the facts worth keeping:\n\n```\n[{ITEM}]\n```\nTell me if you want more.",
    f"Thinking {{not json}} first... [{ITEM}] Done.",
    f"\ufeff[{ITEM}]",
    f"[{ITEM},]",
    '[{"category":"architecture","text":"Sessions are kept in Redis \\ud83d with a 30 minute idle limit"}]',
    '[{"category":"architecture","text":"Path is C:\\new\\uZZ and sessions are kept in Redis"}]',
    f'{{"observations": [{ITEM}]}}',
]
NOTHING = ["", "   \n", "[]", "{}", "No observations to record.", "Nothing in this exchange needs to be remembered."]
DEAD = ["<html><body>502 Bad Gateway</body></html>", "[[[[["]
TALK = "We went through all of it together with the whole team before we agreed on it in the end. " * 3


@pytest.fixture
def asked(product, make_transcript, tmp_path):
    """Give a function that queues so many sessions and returns the environment of a worker that asks a server."""

    def make(server, count=1):
        for number in range(count):
            writer = make_transcript(tmp_path / f"s{number}.jsonl", product.project, session=f"s{number}")
            writer.user(f"{FACT}. Path is C:\\new there. {TALK} Number {number}.").assistant("Understood.")
            product.save(writer.path, session=f"s{number}", event="SessionEnd")
        return {
            "CODEWATCH_LLM_PROVIDER": "openai", "CODEWATCH_OPENAI_BASE_URL": server.url,
            "CODEWATCH_OPENAI_API_KEY": "k", "CODEWATCH_CONCURRENCY": "1",
        }  # fmt: skip

    return make


def test_every_wrapping_gives_one_memory_and_nothing_of_itself(product, asked, serve):
    """L-01, L-02."""
    server = serve(*({"content": reply} for reply in WRAPPED))

    product.drain(**asked(server, len(WRAPPED)))

    contents = product.contents()
    assert len(contents) == len(WRAPPED) == len(server.requests)
    assert {"Redis" in content for content in contents} == {True}
    assert not [text for text in contents if "```" in text or "Sure" in text or "Done." in text or "Thinking" in text]
    assert [content.encode() for content in contents]


def test_nothing_in_any_wording_is_success_without_a_second_request(product, asked, serve):
    """L-03: ten in a row stop nobody."""
    replies = [*NOTHING, *NOTHING[:4]]
    server = serve(*({"content": reply} for reply in replies))

    product.drain(**asked(server, len(replies)))

    assert len(server.requests) == len(replies) == 10
    assert product.contents() == []
    assert product.queue_sql("select * from task") == product.queue_sql("select * from failed_task") == []
    assert product.sql("select distinct outcome from model_call") == [("answered",)]


@pytest.mark.parametrize("reply", DEAD)
def test_an_answer_of_no_use_ends_with_the_rules_and_the_reply_on_the_failed_list(product, asked, serve, reply):
    """Other jobs go on."""
    bad, good = {"content": reply}, {"content": "[]"}
    server = serve(choose=lambda body: bad if "Number 0." in json.dumps(body["messages"]) else good)

    product.drain(**asked(server, 3))
    failed = product.json("queue", "failed")

    assert [job["reply"] for job in failed] == [reply]
    assert product.sql("select distinct observer from observation") == [(STANDS_IN,)]
    assert product.queue_sql("select * from task") == []
    assert sum("Number 0." in text for text in server.texts()) == 4
    assert product.json("coverage")["percent"] == 100


def test_a_secret_in_an_answer_of_no_use_is_not_kept(product, asked, serve):
    token = "ghp_" + "a1B2c3D4e5F6" * 3
    server = serve({"content": f"<html>{token}</html>"})

    product.drain(**asked(server))

    assert "[redacted:github-token]" in product.json("queue", "failed")[0]["reply"]
    assert token.encode() not in b"".join(path.read_bytes() for path in product.data.rglob("*") if path.is_file())


def test_no_secret_of_a_session_reaches_the_model(product, make_transcript, tmp_path, serve):
    """The gate comes before the call is built."""
    token = "ghp_" + "a1B2c3D4e5F6" * 3
    server = serve({"content": "[]"})
    writer = make_transcript(tmp_path / "s.jsonl", product.project)
    writer.user(f"Use {token} for it. <private>the client is Halvorsen</private> {TALK}")
    writer.tool("Bash", {"command": f"curl -H 'Authorization: Bearer {token}' x"}, f"ok {token}")
    writer.assistant(f"Halvorsen it is. {TALK}")
    product.save(writer.path, event="SessionEnd")

    product.drain(CODEWATCH_LLM_PROVIDER="openai", CODEWATCH_OPENAI_BASE_URL=server.url)

    sent = "".join(server.texts())
    assert "[redacted:github-token]" in sent
    assert token not in sent
    assert "Halvorsen" not in sent
