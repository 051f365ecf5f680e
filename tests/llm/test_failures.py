"""What a provider's refusal is taken for, and how long it asks to wait."""

from email.utils import formatdate

import pytest

from codewatch.llm.failures import Kind, classify, wait_of

NOW = 1_796_000_000.0


@pytest.mark.parametrize(
    ("headers", "body", "wait_s"),
    [
        ({"retry-after": "7"}, "", 7.0),
        ({"retry-after": "0"}, "", 0.0),
        ({"retry-after": formatdate(NOW + 7, usegmt=True)}, "", 7.0),
        ({"retry-after": formatdate(NOW - 60, usegmt=True)}, "", 0.0),
        ({"retry-after-ms": "1500"}, "", 1.5),
        ({"retry-after-ms": "²"}, "", None),
        ({"retry-after-ms": "²", "retry-after": "7"}, "", 7.0),
        ({"retry-after-ms": "nan"}, "please retry in 3s", 3.0),
        ({"retry-after-ms": "1500.5"}, "", 1.5005),
        ({"retry-after-ms": "-3"}, "", 0.0),
        ({"retry-after-ms": "9" * 5_000}, "", 21_600.0),
        ({"retry-after": "²"}, "", None),
        ({"retry-after": "soon"}, "", None),
        ({"retry-after": "nan"}, "", None),
        ({"retry-after": "99999999"}, "", 21_600.0),
        ({}, '{"error": {"message": "Please retry in 6.2s.", "details": [{"retryDelay": "6s"}]}}', 6.2),
        ({}, '{"error": {"details": [{"@type": "RetryInfo", "retryDelay": "52s"}]}}', 52.0),
        ({}, "Rate limit reached. Please try again in 1m26.4s.", 86.4),
        ({}, "try again in 20ms", 0.02),
        ({}, '{"retry_after": 12}', 12.0),
        ({}, "slow down", None),
    ],
)
def test_the_wait_is_read_from_header_or_body(headers, body, wait_s):
    assert wait_of(headers, body, now=NOW) == wait_s


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (429, "slow down", Kind.RATE_LIMIT),
        (429, "You exceeded your current quota, check your plan and billing. Please retry in 52.3s.", Kind.RATE_LIMIT),
        (429, "You exceeded your current quota, check your plan and billing.", Kind.QUOTA),
        (402, "", Kind.QUOTA),
        (400, "Your credit balance is too low to access the API", Kind.QUOTA),
        (403, "key limit exceeded", Kind.QUOTA),
        (403, "forbidden", Kind.KEY),
        (401, "", Kind.KEY),
        (404, "", Kind.MODEL),
        (400, "prompt is too long: 250000 tokens > 200000 maximum", Kind.TOO_LONG),
        (413, "", Kind.TOO_LONG),
        (422, "odd", Kind.REQUEST),
        (500, "", Kind.NETWORK),
        (529, "overloaded", Kind.NETWORK),
        (None, "", Kind.NETWORK),
    ],
)
def test_a_failure_is_sorted_by_what_helps_against_it(status, body, kind):
    assert classify(status, {}, body, now=NOW).kind is kind


def test_a_server_that_says_when_it_will_be_back_is_waited_for():
    assert classify(503, {"retry-after": "3"}, "", now=NOW).kind is Kind.RATE_LIMIT


@pytest.mark.parametrize(
    "said",
    [
        "Incorrect API key provided: sk-proj-abcd****wxyz.",
        "invalid api key sk-FAKE-0000",
        "bad key gsk_aB3dE6gH9kL2mN5pQ8r",
    ],
)
def test_no_key_is_repeated(said):
    message = str(classify(401, {}, said, now=NOW))

    assert "[key]" in message or "[redacted" in message
    assert not {"abcd", "FAKE-0000", "aB3dE6gH"} & set(message.replace(".", " ").split())
