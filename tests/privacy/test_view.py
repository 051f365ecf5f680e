"""Texts as a reader sees them: with the letters that JSON writes as numbers, and slashes without a sign before them."""

import pytest

from codewatch import privacy
from codewatch.privacy import view
from codewatch.privacy.found import Found

_WORD = "kJ8dh2Lq9ZpX1wv"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ('{"t":"Passwort f\\u00fcr staging: %s"}', '{"t":"Passwort f\\u00fcr staging: [redacted:secret-value]"}'),
        ('{"t":"La contrase\\u00f1a es %s"}', '{"t":"La contrase\\u00f1a es [redacted:secret-value]"}'),
        ('{"t":"password\\u00a0: %s"}', '{"t":"password\\u00a0: [redacted:secret-value]"}'),
        (
            '{"t":"{\\"contrase\\\\u00f1a\\": \\"%s\\"}"}',
            '{"t":"{\\"contrase\\\\u00f1a\\": \\"[redacted:secret-value]\\"}"}',
        ),
        ('{"t":"\\u5bc6\\u7801\\u662f %s"}', '{"t":"\\u5bc6\\u7801\\u662f [redacted:secret-value]"}'),
        ('{"t":"pass\\u200bword: %s"}', '{"t":"pass\\u200bword: [redacted:secret-value]"}'),
        ('{"u":"postgres:\\/\\/app:%s@db\\/app"}', '{"u":"postgres:\\/\\/app:[redacted:url-password]@db\\/app"}'),
    ],
)  # fmt: skip
def test_a_secret_beside_escapes_goes_and_they_stay(text, left):
    assert privacy.clean(text % _WORD).text == left


def test_a_webhook_is_found_behind_escaped_slashes():
    text = '{"u":"https:\\/\\/hooks.slack' + '.com\\/services\\/T0001\\/B0001\\/abcdefghijkl"}'

    assert privacy.clean(text).text == '{"u":"[redacted:slack-webhook]"}'


@pytest.mark.parametrize("escape", ["\\u00fc", "\\\\u00fc"])
@pytest.mark.parametrize("text", ["{}abc", "abc{}", "a{}c", "{}{}"])
def test_a_place_among_escapes_is_that_of_the_whole_escapes(text, escape):
    whole = f"x {text.replace('{}', escape)} y"
    seen = view.seen(whole)
    assert seen is not None

    found = seen.place(Found(2, len(seen.text) - 2, "kind"))

    assert whole[found.start : found.end] == text.replace("{}", escape)


@pytest.mark.parametrize("text", ["\\u0041 is A", "a regex: [\\u00c0-\\u017f]+", "s/a\\/b/c\\/d/", "\\ud83d\\ude00 ok"])
def test_escapes_without_a_secret_stay(text):
    assert privacy.clean(text) == (text, {})
