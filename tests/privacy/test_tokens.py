"""Tokens of the vendors: in whatever they stand, of letters of hashes alone, and broken over lines."""

import pytest

from codewatch import privacy

_HEX = "8f14e45fceea167a5a36dedd4bea2543"
_MIX = "aB3dE6gH9kL2mN5pQ8rT"
_UPPER = "Q3EGUYNB7ZXW2ABC"
_JWT = "ey" + "JhbGciOiJIUzI1NiJ9." + "ey" + "JzdWIiOiIxMjM0In0.c2lnbmF0dXJlMTIz"
_AWS = "AK" + "IA" + _UPPER
_MAILCHIMP = "49c70ec07d9667506c7a32729490cb9d" + "-us12"


@pytest.mark.parametrize(
    "text",
    [
        "identity-token\\n{}", "a\\t{} b", "x%20{}", "ID_TOKEN_{}", "token_{}", "\\u0022{}", "密钥是{}。", "x[0m{}",
    ],
)  # fmt: skip
def test_a_web_token_is_found_after_an_escape_and_in_any_alphabet(text):
    assert privacy.clean(text.format(_JWT)).text == text.format("[redacted:jwt]")


def test_an_encrypted_web_token_is_one_too():
    token = "ey" + "JhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0.." + _MIX[:16] + "." + _MIX * 3 + "." + _MIX + "ab"

    assert privacy.clean(f"session {token} ok").text == "session [redacted:jwt] ok"


@pytest.mark.parametrize("token", [_AWS, _MAILCHIMP, "fc-" + _HEX, "SK" + _HEX])
@pytest.mark.parametrize("text", ["密钥是{}。", "キーは{}です。", "ключ{}", "é{}", "「{}」"])
def test_letters_of_other_alphabets_part_a_token_from_words(token, text):
    assert token not in privacy.clean(text.format(token)).text


@pytest.mark.parametrize("text", ["{}", 'k = "{}"', "old: {}, new soon", "a\\n{}", "%20{}"])
def test_a_token_of_nothing_but_hex_and_a_dash_is_found(text):
    assert _HEX not in privacy.clean(text.format("fc-" + _HEX)).text


@pytest.mark.parametrize(
    ("token", "kind"),
    [
        ("ops" + "_eyJ" + "zaWdu+SW/" * 12, "onepassword-token"),
        ("ship" + "po_live_" + _HEX + _HEX[:8], "shippo-token"),
        ("sg" + "p_" + _HEX + _HEX[:8], "sourcegraph-token"),
        ("sg" + "p_" + _HEX[:16] + "_" + _HEX + _HEX[:8], "sourcegraph-token"),
        ("sg" + "p_" + (_MIX * 4)[:64], "segment-token"),
        ("pk" + "_26126708_" + _UPPER * 2, "clickup-token"),
        ("tg" + "p_v1_" + (_MIX * 3)[:43], "together-key"),
        ("hc" + "aik_01" + _MIX.lower() * 2 + _MIX.lower()[:16], "honeycomb-key"),
        ("pn" + "u_" + _MIX + _MIX[:16], "prefect-token"), ("pn" + "b_" + _MIX + _MIX[:16], "prefect-token"),
        ("00" + "DlqS8pINutpFe!AQ" + _MIX * 4 + "._x", "salesforce-token"),
        ("EA" + "A" + _MIX * 8, "facebook-token"), ("EA" + "AA" + _MIX * 3, "square-token"),
        ("AT" + "TA" + _HEX * 2 + _HEX[:8], "trello-token"), ("snyk" + "_uat." + _MIX * 2, "snyk-token"),
        ("GR13" + "48941" + _MIX, "gitlab-token"),
        ("mob-" + f"{_HEX[:8]}-{_HEX[:4]}-{_HEX[:4]}-{_HEX[:4]}-{_HEX[:12]}", "launchdarkly-key"),
        ("IQoJ" + "b3JpZ2lu" + "X2Vj+/" * 20, "aws-session-token"), ("AV" + "NS_" + _MIX[:19], "aiven-password"),
        ("SWM" + "TKN-1-" + (_MIX.lower() * 3)[:50] + "-" + (_MIX.lower() * 2)[:25], "docker-swarm-token"),
        ("pdus" + "+" + _MIX, "pagerduty-token"), ("sha256" + "~" + (_MIX * 3)[:43], "openshift-token"),
        ("ey" + "JhdXRocyI6" + "eyJnaGNyLmlvIjp7" * 3 + "fX0=", "docker-config"),
        ("LS0tLS1" + "CRUdJTiBQUklWQVRF" + _MIX * 5, "private-key"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("text", ["use {} now", '{{"k": "{}"}}', "a\\n{}\\nb", "K={}", "密钥是{}。"])
def test_a_token_of_a_published_format_becomes_a_mark_of_its_kind(token, kind, text):
    assert privacy.clean(text.format(token)).text.count(f"[redacted:{kind}]" if "K=" not in text else "[redacted:") == 1


@pytest.mark.parametrize("text", ["use {} now", '{{"k": "{}"}}', "密钥是{}。"])
def test_a_key_of_three_parts_of_hex_is_found(text):
    assert _HEX not in privacy.clean(text.format(f"{_HEX}-{_HEX[:8]}-{_HEX[8:16]}")).text


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("DAPI: da" + "pi8f14e45fce\nea167a5a36dedd4bea2543", "ea167a5a36dedd4bea2543"),
        ('{"o": "xo' + 'xb-010299814057-5\\n433694874331-4UshYi2bb8Ssmanp032QKkBv"}', "4UshYi2bb8Ssmanp032QKkBv"),
        ("KEY=xo" + "xb-500274640893-2\n500144761770-8g69JgXwAto1XaFcuXz9qCGU", "8g69JgXwAto1XaFcuXz9qCGU"),
        ('{"o": "sk-' + "ant-api03-" + _MIX + '\\nmXZYq7' + _MIX + '"}', "mXZYq7" + _MIX),
        ('{"m": "{\\"o\\": \\"sk-' + "ant-api03-" + _MIX + '\\\\nmXZYq7' + _MIX + '\\"}"}', "mXZYq7" + _MIX),
        ("key: >-\n  " + _JWT[:40] + "\n  " + _JWT[40:], _JWT[40:]),
        ("AT" + "BB" + "3aB5dE6g\nH9kL2mN5pQ8rTu4vW6xY8", "H9kL2mN5pQ8rTu4vW6xY8"),
        ("LT" + "AI5tAbCd\nEf1234GhIj56Kl", "Ef1234GhIj56Kl"),
        ("AK" + "Cp8" + _MIX * 2 + "\n" + _MIX + "3kT9", _MIX + "3kT9"),
    ],
)  # fmt: skip
def test_a_token_that_is_broken_over_lines_goes_as_a_whole(text, secret):
    assert secret not in privacy.clean(text).text


def test_a_setting_after_a_token_is_none_of_it():
    text = "A=gh" + "p_" + "aB3" * 12 + "\nDB2_HOST=db1.internal\n"

    assert privacy.clean(text).text == "A=[redacted:github-token]\nDB2_HOST=db1.internal\n"


@pytest.mark.parametrize(
    "text",
    [
        "HostKeyAlgorithms sk-ssh-ed25519-cert-v01@openssh\\.com,sk-ecdsa-sha2-nistp256-cert-v01@openssh.com",
        "iVBORw0KGgoAAAANSUhEUgA+AT" + "BB3aB5dE6gH9kL2mN5pQ8rTu4v/W6xY8zQ1",
        "iVBORw0KGgoAAB2ANSUhEUg/EA" + "AA" + _MIX * 3,
        "github://org:repo@sha/x", "mob-8f14e45f", "hc_aik_notes_of_2024", "pk_12345678_users_by_name_and_email_index",
        "see 00DlqS8pINutpFe!AQ", "API-FIRST-DESIGN-GUIDE-2024-EDITION", "live_reload_of_templates_and_assets_2",
    ],
)  # fmt: skip
def test_what_only_looks_like_a_token_stays(text):
    assert privacy.clean(text) == (text, {})


@pytest.mark.parametrize(
    "hint",
    [
        "eyJ", "_eyJaaaaaaaa", "_eyJaaaaaaaa.eyJaaaaaaaa.", "EAA", "EAA1a", "ATBB", "dapi\n", "eyJaB1\n", "fc-", "pk_1",
        "sgp_", "00D!AQ", "-----BEGIN PRIVATE KEY-----\n1:1:a-b:\n", "@tcp(", "a:b@tcp(", "\\u00fc", "\\/", "://a:b@{",
        "\\n", "xoxb-1\\n", "-us1", "a.msh1p1jsn", "perm:a.", "live_", "sk1a", "AQEahmf-", "%2F", "dG9rOj",
    ],
)  # fmt: skip
@pytest.mark.timeout(20)
def test_no_hint_keeps_the_gate_busy_for_long(hint):
    assert privacy.clean(hint * (300_000 // len(hint))).text
