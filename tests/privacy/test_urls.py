"""Passwords in addresses."""

import pytest

from codewatch import privacy

_WORD = "2Henot0Z5nKnNbl5"


@pytest.mark.parametrize(
    "host",
    ["{host}", "${DB_HOST}", "<host>", "{{ host }}", "$DB_HOST", "$(hostname)", "%s", "db:5432", "{self.host}:5432"],
)
@pytest.mark.parametrize("text", ["postgresql://admin:{}@{}/app", '"mongodb://admin:{}@{}"', "x amqp://:{}@{} y"])
def test_a_password_before_a_host_or_a_place_for_one_goes(text, host):
    assert privacy.clean(text.format(_WORD, host)).text == text.format("[redacted:url-password]", host)


@pytest.mark.parametrize(
    "text",
    ["root:{}@tcp(db:3306)/app", 'dsn := "root:{}@tcp(127.0.0.1:3306)/app?parseTime=true"', "a:{}@unix(/tmp/m.sock)/b"],
)
@pytest.mark.parametrize("password", [_WORD, "Banana.34"])
def test_a_password_before_a_protocol_goes(text, password):
    assert privacy.clean(text.format(password)).text == text.format("[redacted:url-password]")


@pytest.mark.parametrize(
    "text",
    [
        "postgresql://{user}:{password}@{host}/app", "mysql://${USER}:${PASS}@${HOST}", "https://<user>:<password>@<host>",
        "user:password@tcp(127.0.0.1:3306)/db", "%s:%s@tcp(%s)/%s", "${USER}:${PASS}@tcp(${HOST})/app",
        "postgres://user:secretword@{host}", "{user}:{password}@tcp({host})", "github://org:repo@sha/x",
    ],
)  # fmt: skip
def test_what_stands_for_a_password_stays(text):
    assert privacy.clean(text) == (text, {})


@pytest.mark.parametrize(
    "token", ["8835117463%3AAAtCKLNwVuaul8qrwKAxSEuyha-rcPlztDJ", "1%2F%2F015fp0rZ-xGg5NFaZOAFZ72I52B2oVa2"]
)
def test_a_token_that_is_escaped_in_an_address_goes(token):
    assert privacy.clean(f"git clone https://{token}@example.com/a").text.count("[redacted:url-password]") == 1


def test_a_mail_address_as_a_name_in_an_address_stays():
    text = "https://ana-2024%40mail-server-7@example.com/a"

    assert privacy.clean(text) == (text, {})
