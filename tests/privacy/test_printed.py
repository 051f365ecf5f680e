"""Secrets as programs print them: answers of commands, cells of tables, members of records, words broken over lines."""

import pytest

from codewatch import privacy

WORD = "Zk3ph9Qw1"
LONG = "aB3dE6gH9kL2mN5pQ8rT"
HEX = "0123456789abcdef" * 2
KEY = "Ab3/" * 21 + "Qz=="
PHRASE = "maple-tiger-paris-coffee-52"
CAMEL = "BlueSunset45"


@pytest.mark.parametrize(
    "text",
    [
        "$ printenv DB_PASSWORD\nVALUE\n$ ls", "$ echo $API_TOKEN_PASSWORD\nVALUE\n",
        "bob@box:~$ pass show acme/db\nVALUE\n",
        "$ op read op://prod/db/password\nVALUE\n", "$ vault kv get -field=password secret/db\nVALUE\n",
        "$ aws secretsmanager get-secret-value --secret-id db --query SecretString --output text\nVALUE\n",
        '$ kubectl get secret db -o jsonpath="{.data.password}" | base64 -d\nVALUE\n',
        "$ argocd admin initial-password -n argocd\nVALUE\n\n This password",
        "Password for the [elastic] user successfully reset.\nNew value: VALUE\n",
        "Please use the following password to proceed to installation:\n\nVALUE\n\nThis may",
        '{"value": "VALUE", "name": "DB_PASSWORD"}', '{\\"value\\":\\"VALUE\\",\\"name\\":\\"DB_PASSWORD\\"}',
        "login: bob@acme.io / VALUE", "the login is admin / VALUE",
        " id | password  \n----+-----------\n  3 | VALUE \n(1 row)",
        "+----+-----------+\n| id | password  |\n+----+-----------+\n|  1 | VALUE |\n+----+-----------+",
        "-[ RECORD 1 ]---\nid          | 3\ndb_password | VALUE\n", "DB_PASSWORD\tFalse\tVALUE",
        "Name         Value\n----         -----\nDB_PASSWORD  VALUE\n",
        "Key    Value\n---    -----\ndb_password    VALUE\n",
        'array(1) {\n  ["password"]=>\n  string(9) "VALUE"\n}', "$ENV{DB_PASSWORD} = 'VALUE';",
        "key = ENV.fetch('DB_PASSWORD') { 'VALUE' }", "'env.DB_PASSWORD': JSON.stringify('VALUE')",
        'password: SecretStr = Field(default="VALUE", alias="x")', "var password = []byte(`VALUE`)",
        "db_password: &pw VALUE\nother: 1", '{"Name": "prod/db", "SecretString": "VALUE"}',
        "password: 'VALUE', password_confirmation: 'VALUE')", "rclone config create x webdav user bob pass VALUE",
        'spawn ssh h\nexpect "assword:"\nsend "VALUE\\r"\n',
        'DATABASE_URL = (\n    "postgres://app:"\n    "VALUE@db.internal/app"\n)', "la password è VALUE", "密码是VALUE",
    ],
)  # fmt: skip
def test_a_password_is_found_where_a_program_prints_it(text):
    cleaned = privacy.clean(text.replace("VALUE", WORD))

    assert WORD not in cleaned.text
    assert cleaned.removed


@pytest.mark.parametrize(
    "text",
    [
        "vercelTokenStaging: 'VALUE'", 'config.setApiKeyStaging("VALUE")', "Unseal Key 1: VALUEaB3dE6gH9kL2mN5pQ8rT/aB",
        '{"cookies": [{"name": "li_at", "value": "VALUE", "domain": "a.io"}]}',
        "x-functions-key: VALUE", "API_TOKEN      VALUE\n",
    ],
)  # fmt: skip
def test_a_token_is_found_where_a_program_prints_it(text):
    assert LONG not in privacy.clean(text.replace("VALUE", LONG)).text


@pytest.mark.parametrize(
    "text",
    [
        '"keyName": "key1",\n "permissions": "FULL",\n "value": "VALUE"',
        "KeyName  Permissions  Value\nkey1    FULL    VALUE\n",
    ],
)
def test_the_keys_of_a_storage_account_are_found(text):
    assert KEY not in privacy.clean(text.replace("VALUE", KEY)).text


@pytest.mark.parametrize(
    "text",
    [
        "I changed the password to VALUE yesterday", "Das Passwort ist VALUE , bitte", "credentials are admin:VALUE",
        'the db password should be "VALUE", right?', "Using ldapBindPassword=VALUE, host=x",
        "user bob, password VALUE, host h", "psql -c \"ALTER USER app WITH PASSWORD 'VALUE';\"",
    ],
)  # fmt: skip
def test_words_and_a_number_are_a_pass_phrase(text):
    assert PHRASE not in privacy.clean(text.replace("VALUE", PHRASE)).text


@pytest.mark.parametrize(
    "text", ["DB_PASSWORD=VALUE\n", 'ADMIN_PASSWORD = "VALUE"', "jdbc:x?user=a&password=VALUE&b=1"]
)
def test_two_words_and_a_year_are_a_password(text):
    assert CAMEL not in privacy.clean(text.replace("VALUE", CAMEL)).text


@pytest.mark.parametrize(
    ("token", "kind"),
    [
        ("api-" + "12345678-1234-4234-8234-123456789abc", "launchdarkly-key"),
        ("RGAPI-" + "12345678-1234-4234-8234-123456789abc", "riot-key"),
        ("npg_" + "kciZoYYWdgQg", "neon-key"),
        ("pa-" + "RVJoxbUE5bzOncl5rKIJdP76BV63OYBfnblnhsikGD3", "voyage-key"),
        ("django-insecure-" + "i6!9v#g)2+l74_!0*rh!qlv3blgk4=6spv5f_od2hqryq*yh=z", "django-key"),
        ("LTAI" + "joBQKNDXENORUBqMnjCE", "alibaba-key"),
        ("afa9b99be4b119e9296a4dc3e0a678a3-" + "187820dd-b1ae74c1", "mailgun-key"),
        ("A" * 22 + "DI6p6Jd7D1rUK0Kad2eBuQv6zN23e9b4gxPqUOTuGRLBua4BJ36aIZ7KcsjQV3wurkEb3xin0juXiM8O",
         "twitter-token"),
    ],
)  # fmt: skip
def test_a_token_is_known_by_its_form(token, kind):
    assert privacy.clean(f"try {token}, it was\\n{token}\\nonce.").removed == {kind: 2}


def test_a_private_key_is_found_among_the_lines_of_a_log():
    body = ["Ab3dEf6hIj9l" * 5 + "Mn2p", "Qr5tUv8xYz1b" * 5 + "Cd4f", "gH7j" * 5]
    lines = ["-----BEGIN " + "PRIVATE KEY-----", *body, "-----END " + "PRIVATE KEY-----"]
    text = "".join(f"2026-01-03T10:00:01Z app | {line}\n" for line in lines)

    cleaned = privacy.clean(text)

    assert cleaned.removed == {"private-key": 1}
    assert body[1] not in cleaned.text


def test_a_token_is_found_that_a_terminal_broke_twice():
    token = "glc_eyJ" + "l91V0g7pwBN0FxvedE55KR7h0Bya2SljlMLUGukS09tTMkh" + "HAR0N8NwPi6M3fUZ" * 4 + "actBAVobTfDuc5"
    text = "\n".join((token[:54], token[54:114], token[114:]))

    assert privacy.clean(f"it is {text}\nand more").text == "it is [redacted:grafana-token]\nand more"


@pytest.mark.parametrize(
    "text",
    [
        "$ pass show acme/db\nError: acme/db is not in the password store.\n", f"$ git rev-parse HEAD\n{HEX}\n",
        "$ vault kv get -field=password secret/db\nNo value found at secret/data/db\n",
        "$ echo $TOKEN_TYPE\nbearer-2\n",
        "$ kubectl get secret\nNAME   TYPE     DATA   AGE\ndb     Opaque   1      3d\n",
        "$ ls secrets/\nvalues-eu-1.yaml\n",
        "  id  | api_key_id \n------+------------\n    3 | 1234567890 \n",
        "| password | count |\n|---|---|\n| a7556 | 7556 |\n",
        "Name  Value\n----  -----\nPASSWORD_MIN_LENGTH  12\n", '{"keyName": "key1", "value": "primary"}',
        '{"value": "12345678-1234-4234-8234-123456789abc", "name": "request_id"}', "$ENV{PATH} = '/usr/bin:/bin';",
        "ENV.fetch('TOKEN_TTL') { '3600' }", 'token: str = Field(default="bearer")', "密码是必填项 2", "密码是错误的",
        "login via GET / HTTP/1.1", "sign in with docs / examples-2", "Unseal Key 1 was entered",
        "API_TOKEN      required\n",
        '{"cookies": [{"name": "theme", "value": "dark-mode-is-on-v2-00", "domain": "a.io"}]}',
        "const tokenSize = 'large-number-17';",
        "The passwords in these files:\n\nconf/users-2024.txt\n", "api-gateway-1f2e3d4c-abcde",
        "password_confirmation: 'does not match'", "user bob, password required, host missing",
    ],
)  # fmt: skip
def test_what_is_no_secret_stays(text):
    assert privacy.clean(text).text == text
