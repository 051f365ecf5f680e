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
