"""How many tokens a text may be: the bound is held against a tokenizer that litellm brings along."""

import base64
import random
import string

import pytest

from codewatch.llm import tokens

RANDOM = random.Random(1)
TEXTS = {
    "base64": base64.b64encode(RANDOM.randbytes(6_000)).decode(),
    "letters": "".join(RANDOM.choice(string.ascii_letters) for _ in range(6_000)),
    "spaces": "".join(RANDOM.choice(" \t\n\r") for _ in range(3_000)),
    "chinese": "我们决定把会话保存在缓存里因为数据库太慢。" * 200,
    "emoji": "😀🎉🦄" * 500,
    "prose": "We agreed on it at length, all of us together, before anybody had written a line of it. " * 50,
    "half a character": "\ud83d" * 100,
}


@pytest.fixture(scope="session")
def count():
    """Give a function that counts tokens as OpenAI's models do."""
    from codewatch.llm import completion  # noqa: PLC0415

    completion.load()
    from litellm.litellm_core_utils.default_encoding import encoding  # noqa: PLC0415

    return lambda text: len(encoding.encode(text.encode("utf-8", "replace").decode(), disallowed_special=()))


@pytest.mark.parametrize("name", TEXTS)
def test_no_text_has_more_tokens_than_the_bound(count, name):
    assert count(TEXTS[name]) <= tokens.at_most(TEXTS[name])


@pytest.mark.parametrize("name", ["base64", "letters", "chinese", "emoji", "prose"])
def test_what_people_and_programs_write_has_no_more_tokens_than_are_thought(count, name):
    assert count(TEXTS[name]) <= tokens.about(TEXTS[name]) <= tokens.at_most(TEXTS[name])


def test_prose_is_not_thought_to_be_as_dense_as_base64():
    assert tokens.densest([TEXTS["prose"]]) < 0.6 < tokens.densest([TEXTS["prose"], TEXTS["base64"]])
