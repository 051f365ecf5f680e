"""Secrets in the forms of programs: calls, commands, files of settings, requests, fields of forms."""

import pytest

from codewatch import privacy

WORD = "Zk3ph9Qw1"
LONG = "aB3dE6gH9kL2mN5pQ8rT"
HEX = "0123456789abcdef" * 2


@pytest.mark.parametrize(
    "text",
    [
        'Content-Disposition: form-data; name="password"\r\n\r\nVALUE\r\n--x', 'new NetworkCredential("bob", "VALUE")',
        "new PDO('mysql:host=h', 'bob', 'VALUE')", "mysqli_connect('h', 'bob', 'VALUE')", 'auth=("bob", "VALUE")',
        'smtp.PlainAuth("", "bob@acme.io", "VALUE", "h")', '.basic_auth("bob", Some("VALUE"))',
        "h:5432:shop:bob:VALUE", 'public string Password { get; set; } = "VALUE";', '{"password":"\\u0056VALUE"}',
        'ConvertTo-SecureString "VALUE" -AsPlainText -Force', "az keyvault secret set --name x --value VALUE",
        "aws ssm put-parameter --name /p/password --type SecureString --value VALUE", "cypher-shell -u neo4j -p VALUE",
        "mosquitto_pub -u bob -P VALUE -t x", "echo VALUE | docker secret create db_password -", "7z a -pVALUE x.7z f",
        "ACL SETUSER bob on >VALUE ~*", "user bob on >VALUE ~*", "stats auth admin:VALUE", "::add-mask::VALUE",
        "::set-output name=token::VALUE", "ALTER LOGIN sa WITH PASSWORD = N'VALUE'",
        "gh secret set API_TOKEN -b\"VALUE\"",
        '{"name":"API_TOKEN","type":"string","sensitive":true,"value":"VALUE"}', "page.fill('#password', 'VALUE')",
        "- name: DB_PASSWORD\n  type: plain\n  value: VALUE", "cy.get('input[name=password]').type('VALUE')",
        'driver.find_element(By.ID, "password").send_keys("VALUE")', "das Kennwort ist VALUE", "la contraseña es VALUE",
        "The password for the admin account: VALUE", "my pass is VALUE",
        "INSERT INTO users (name, password) values ('al', 'VALUE'), ('bob', 'VALUE');",
        "pulumi config set --secret dbPassword VALUE", "define('SECURE_AUTH_KEY', '^a*J_f74|d#{8!cVALUE')",
    ],
)  # fmt: skip
def test_a_password_is_found_in_its_form(text):
    cleaned = privacy.clean(text.replace("VALUE", WORD))

    assert WORD not in cleaned.text
    assert cleaned.removed


@pytest.mark.parametrize(
    "text",
    [
        "Set-Cookie: sid=VALUE; Path=/", ".acme.io\tTRUE\t/\tTRUE\t1799999999\tsid\tVALUE", 'cookies={"sid": "VALUE"}',
        "密钥：VALUE", "トークン: VALUE", "use VALUE as awsSecretKey", "le jeton est VALUE",
        "Der API-Schlüssel ist VALUE", "la clave es VALUE", "api key (prod): VALUE",
        "pulumi config set --secret apiToken VALUE", "cargo login VALUE", "poetry config pypi-token.pypi VALUE",
    ],
)  # fmt: skip
def test_a_token_is_found_in_its_form(text):
    assert LONG not in privacy.clean(text.replace("VALUE", LONG)).text


@pytest.mark.parametrize("name", ["AWS_SECRET_ACCESS_KEY", "secretAccessKey", "aws_secret_access_key", "AWS_SECRET"])
def test_a_secret_key_of_amazon_may_hold_words(name):
    secret = "wJalrXUtnFEMI/" + "K7MDENG/bPxRfiCY" + "EXAMPLEKEY"

    assert secret not in privacy.clean(f'{name}={secret}\n"{name}": "{secret}"').text


def test_a_token_that_looks_like_a_hash_is_found_where_a_sentence_tells_of_a_token():
    assert HEX not in privacy.clean(f"the token {HEX} is expired").text
    assert HEX in privacy.clean(f"commit {HEX} is broken").text


@pytest.mark.parametrize(
    "text",
    [
        f"PublicKeyToken={HEX[:16]}", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", f"sha256(password)={HEX * 2}",
        "password_encryption = scram-sha-256", "credentials: 0b6e2e2a-5d0e-4f57-9b1f-2f6f6a1c1a11",
        "def sign(credentials: Credentials) -> Signer:", "key = Ed25519.from_private_bytes(seed32)",
        "WHERE token = ANY($1)", 'print(f"{api_key[:20]}")', f"key: Linux-node-{HEX * 2}",
        "docker login --password-stdin",
        f"github://acme:shop@{HEX[:12]}/a.py", "INSERT INTO users (name, password) VALUES (?, ?)",
        "page.fill('#password', password)", 'new NetworkCredential("user", "password")', "user bob on the team > 3",
        "public string Password { get; set; } = string.Empty;", "my pass is fine", "the key to it is order",
    ],
)  # fmt: skip
def test_what_only_looks_like_a_form_stays(text):
    assert privacy.clean(text) == (text, {})
