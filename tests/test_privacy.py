"""The one gate: what goes in with secrets and private parts comes out without them."""

import pytest

from codewatch import privacy

# Put together here, so that no scanner takes this file for a leak.
SECRETS = {
    "private-key": "-----BEGIN RSA PRIVATE " + "KEY-----\nMIIEow\nIBAAK\n-----END RSA PRIVATE " + "KEY-----",
    "anthropic-key": "sk-" + "ant-api03-" + "aB3" * 12,
    "openai-key": "sk-" + "proj-" + "aB3" * 12,
    "groq-key": "gsk" + "_" + "aB3" * 12,
    "google-key": "AI" + "za" + "aB3" * 12,
    "aws-key": "AK" + "IA" + "ABCD1234EFGH5678",
    "github-token": "gh" + "p_" + "aB3" * 12,
    "gitlab-token": "gl" + "pat-" + "aB3" * 7,
    "slack-token": "xo" + "xb-" + "1234567890-abcdef",
    "slack-webhook": "https://hooks.slack" + ".com/services/T0001/B0001/abcdefghijkl",
    "stripe-key": "sk" + "_live_" + "aB3" * 8,
    "npm-token": "np" + "m_" + "aB3" * 12,
    "pypi-token": "py" + "pi-" + "AgEIcHlwaS5vcmc" * 4,
    "huggingface-token": "h" + "f_" + "aB3" * 12,
    "sendgrid-key": "S" + "G." + "aB3" * 7 + "." + "cD4" * 9,
    "digitalocean-token": "do" + "p_v1_" + "a1" * 32,
    "jwt": "ey" + "JhbGciOiJIUzI1NiJ9." + "ey" + "JzdWIiOiIxMjM0In0.c2lnbmF0dXJl",
}


@pytest.mark.parametrize("kind", sorted(SECRETS))
def test_a_secret_becomes_a_mark_that_names_its_kind(kind):
    cleaned = privacy.clean(f"before {SECRETS[kind]} after")

    assert cleaned.text == f"before [redacted:{kind}] after"
    assert cleaned.removed == {kind: 1}


@pytest.mark.parametrize(
    ("token", "kind"),
    [
        ("sk-" + "ant-abcdefghijklmnopqrst", "anthropic-key"),
        ("sk-" + "abcdefghijKLMNOPQRSTUVWXYZ", "openai-key"),
        ("gh" + "p_" + "abcdefghij" * 4, "github-token"),
        ("gl" + "pat-" + "abcdefghijklmnopqrst", "gitlab-token"),
        ("xo" + "xb-" + "abcdefghij-abcdefghijkl", "slack-token"),
        ("np" + "m_" + "abcdefghij" * 4, "npm-token"),
        ("py" + "pi-" + "abcdefghij" * 5, "pypi-token"),
        ("AI" + "zaSy" + "abcdefghijk" * 3, "google-key"),
    ],
)
def test_a_token_without_a_digit_is_found(token, kind):
    assert privacy.clean(f"use {token} for it").text == f"use [redacted:{kind}] for it"


def test_long_names_in_code_are_no_tokens():
    text = "sk-fading-circle-loader-container vcr_cassette_library_directory_path task-abcdefghijklmnopqrstuvwxyz"

    assert privacy.clean(text).text == text


@pytest.mark.parametrize("kind", sorted(SECRETS))
@pytest.mark.parametrize("around", ['"{}"', "'{}',", "({})", "key={};", "`{}`\n", "{}"])
def test_a_secret_is_found_whatever_stands_around_it(kind, around):
    cleaned = privacy.clean(around.format(SECRETS[kind]))

    assert SECRETS[kind] not in cleaned.text
    assert cleaned.removed


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("postgres://ana:s3cret@db/shop", "postgres://ana:[redacted:url-password]@db/shop"),
        ("Authorization: Bearer abc.def-123", "Authorization: [redacted:authorization]"),
        ("curl -H 'bearer ABCDEFGHIJKLMNOPQRST123'", "curl -H '[redacted:bearer-token]'"),
        ("API_KEY=abcdef123456", "API_KEY=[redacted:secret-value]"),
        ('"db_password": "hunter2hunter2"', '"db_password": "[redacted:secret-value]"'),
        ("export MY_SECRET: abc123def456 now", "export MY_SECRET: [redacted:secret-value] now"),
    ],
)
def test_a_named_secret_is_taken_out(text, expected):
    assert privacy.clean(text).text == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "The API key is read from the environment",
        "password = os.environ['DB_PASSWORD']",
        "token: ${GITHUB_TOKEN_2024_LONG}",
        "commit 3f786850e387550fdab836ed7e6dc881de23001b",
        "task-force-seventeen-is-a-long-name",
        "https://example.com:8080/path@2",
        "uuid 7d444840-9dc0-11d1-b245-5ffdce74fad2",
        "max_tokens: 4096",
        "if a < b and c > d",
    ],
)
def test_what_is_no_secret_stays(text):
    assert privacy.clean(text) == (text, {})


def test_several_secrets_are_counted_by_kind():
    cleaned = privacy.clean(f"{SECRETS['aws-key']} {SECRETS['aws-key']} {SECRETS['groq-key']} <private>x</private>")

    assert cleaned.removed == {"aws-key": 2, "groq-key": 1, "private": 1}


def test_cleaning_twice_changes_nothing():
    once = privacy.clean(" ".join(SECRETS.values())).text

    assert privacy.clean(once) == (once, {})


def test_a_pgp_key_block_is_taken_out():
    text = "-----BEGIN PGP PRIVATE " + "KEY BLOCK-----\n\nlQOYBF\n-----END PGP PRIVATE " + "KEY BLOCK-----"

    assert privacy.clean(text + " after").text == "[redacted:private-key] after"


def test_a_private_key_that_was_cut_off_is_taken_out_to_the_end():
    text = "key: " + SECRETS["private-key"].rsplit("-----END", 1)[0]

    assert privacy.clean(text).text == "key: [redacted:private-key]"


@pytest.mark.parametrize(
    ("text", "kept", "count"),
    [
        ("a <private>b</private> c", "a  c", 1),
        ("a <PRIVATE>b</Private> c", "a  c", 1),
        ("a <private reason='x'>b</private> c", "a  c", 1),
        ("a <private>b <private>c</private> d</private> e", "a  e", 1),
        ("a <private>b</private> c <private>d</private> e", "a  c  e", 2),
        ("a <private>never closed", "a ", 1),
        ("a </private> b", "a  b", 0),
        ("a </private> b <private>c</private>", "a  b ", 1),
        ("a <private>b\nc\n</private>d", "a d", 1),
        ("<private>all</private>", "", 1),
        ("a <privateer> b </privateer>", "a <privateer> b </privateer>", 0),
        ("no tags", "no tags", 0),
    ],
)
def test_private_parts_are_dropped(text, kept, count):
    assert privacy.drop_private(text) == (kept, count)


@pytest.mark.parametrize(
    "text",
    [
        "a" * 200_000, "A1" * 100_000, "token=" * 30_000, "://a:" * 40_000, "<private" * 30_000, "eyJ" * 60_000,
        "-----BEGIN " * 20_000, "secret_" * 30_000, "sk-" * 60_000,
    ],
    ids=lambda text: text[:8],
)  # fmt: skip
@pytest.mark.timeout(30)
def test_no_text_keeps_the_gate_busy_for_long(text):
    assert privacy.clean(text * 4).removed.keys() <= {"private", "private-key", "openai-key"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("word woghp_" + "a1B2" * 9 + " broke", "word wo[redacted:github-token] broke"),
        ("task-list-item-with-many-words-in-it", "task-list-item-with-many-words-in-it"),
        ("it is sk-" + "a1B2c3D4" * 4, "it is [redacted:openai-key]"),
    ],
)
def test_a_secret_glued_to_a_word_goes_and_a_word_that_ends_like_one_stays(text, expected):
    assert privacy.clean(text).text == expected


KEY = "Zx9kLm2pQ7vB4nTr8sWd"


@pytest.mark.parametrize(
    "text",
    [
        'os.getenv("API_KEY", "{}")', 'process.env.API_KEY || "{}"', 'client.setApiKey("{}")', "('api_key', '{}')",
        '{{"name": "API_KEY", "value": "{}"}}', "- name: API_KEY\n  value: {}",
        "<key>API_KEY</key><string>{}</string>",
        'const API_KEY: &str = "{}";', 'API_KEY = (\n    "{}"\n)', "api_key: |\n  {}\n", "SECRET_KEY_BASE={}",
        "GITHUB_TOKEN_CI={}", "Here is the api key:\n\n```\n{}\n```", "| api key | {} |", "**API key**: `{}`",
        "\x1b[32mAPI_KEY\x1b[0m={}", "api_key\u00a0=\u00a0{}", "name,api_key\nbob,{}",
        "echo {} | gh secret set API_KEY",
        "git clone https://{}@example.test/a/b.git", '"Authorization", "Bearer " + "{}{}"',
    ],
)  # fmt: skip
def test_a_key_is_found_in_every_shape(text):
    assert KEY not in privacy.clean(text.format(KEY, KEY)).text


@pytest.mark.parametrize("password", ["hunter2!x9", "Pa$$w0rd", "Zx9$kLm2pQ", "dragon_74!", "J8vw.EunU.B29x"])
@pytest.mark.parametrize(
    "text",
    [
        'password = "{}"', "DB_PASSWORD='{}'", "password: {}", "smtppass: {}", '{{"password": "{}"}}', "password -> {}",
        "curl -su 'bob:{}' https://example.test", "sshpass -p '{}' ssh a@b", "auth=('bob', '{}')", "Passwort: {}",
        "IDENTIFIED BY '{}'", "Driver={{ODBC}};UID=sa;PWD={{{}}};", "use `{}` as the password", "p\u0430ssword: {}",
    ],
)  # fmt: skip
def test_a_password_is_found_in_every_shape(text, password):
    assert password not in privacy.clean(text.format(password)).text


@pytest.mark.parametrize(
    "text",
    [
        "It begins with -----BEGIN PRIVATE " + "KEY----- and more follows.",
        "3f78685 Fix the token\n87ab123 Add password",
        "API tokens\n3f78685 Fix the build", "credentials: LangsmithCredentialsObject,", "password=auth_info[2]",
        "user_pass = '%s:%s' % (a, b)", "it should pass desiredCapacityHint=0.", "Pass `verbosity=0`",
        "gh" + "p_" + "x" * 36,
        '"PaginationToken": "' + KEY * 2 + '"', "token_hash=" + "3f786850" * 8, "the token is base64-encoded",
        "password: min-8-chars", "secretArn: arn:aws:secretsmanager:eu-west-1:123456789012:secret:db-d4a9a0",
        '"sessionId": "John-07a16060613c408b5"', "password: required|min:8|confirmed", '"minipass": "^1.2.4"',
    ],
)  # fmt: skip
def test_code_hashes_and_talk_about_secrets_stay(text):
    assert privacy.clean(text) == (text, {})


def test_a_pair_of_name_and_value_among_fields_loses_its_value():
    cleaned, removed = privacy.redact_fields(
        {"env": [{"name": "API_KEY", "value": KEY}, {"name": "HOST", "value": KEY}]}
    )

    assert cleaned["env"] == [{"name": "API_KEY", "value": "[redacted:secret-value]"}, {"name": "HOST", "value": KEY}]
    assert removed == {"secret-value": 1}


def test_a_token_that_was_broken_over_two_lines_goes_as_a_whole():
    assert privacy.clean("it is AK" + "IA\nIOSFODNN7QXAMPLQ now").text == "it is [redacted:aws-key] now"


@pytest.mark.parametrize(
    "text",
    [
        "pass:" * 40_000, "password,a\nb,c" * 15_000, "sessid=" * 30_000, "a1 as the token " * 15_000,
        "| token " * 25_000,
    ],
    ids=lambda text: text[:8],
)  # fmt: skip
@pytest.mark.timeout(30)
def test_no_name_keeps_the_gate_busy_for_long(text):
    assert privacy.clean(text).text
