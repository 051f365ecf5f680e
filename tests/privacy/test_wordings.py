"""Secrets in the wordings of notes, chats and commands."""

import pytest

from codewatch import privacy

WORD = "Zk3ph9Qw1"
LONG = "aB3dE6gH9kL2mN5pQ8rT"
HEX = "0123456789abcdef" * 4
TOKEN = "gh" + "p_" + "aB3" * 12


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        (f"**Password:** `{WORD}`", WORD), (f"**Password**: {WORD}", WORD), (f"- Password: `{WORD}`", WORD),
        (f"**API token:** `{LONG}`", LONG), (f"| password | {WORD} |", WORD), (f"| API_TOKEN | {LONG} |", LONG),
        (f"The password for staging is {WORD}, use it", WORD), (f"the API key for staging is {LONG}", LONG),
        (f"Passwort: {WORD}", WORD), (f"Das Passwort ist {WORD}, bitte", WORD), (f"Passwort für Berta: {WORD}", WORD),
        (f"密码:{WORD}", WORD), (f"密码是 {WORD}", WORD), (f"mot de passe : {WORD}", WORD),
        (f"le mot de passe est {WORD} ici", WORD), (f"contraseña: {WORD}", WORD), (f"パスワードは {WORD}", WORD),
        (f"pw: {WORD}", WORD), (f'psk="{WORD}"', WORD), (f"password -> {WORD}", WORD), (f"password → {WORD}", WORD),
        (f"https://{HEX[:40]}@github.com/a/b", HEX[:40]), (f"https://{HEX[:40]}:x-oauth-basic@h/a", HEX[:40]),
        (f"ALTER USER bob IDENTIFIED BY '{WORD}'", WORD), (f'<add key="DbPassword" value="{WORD}"/>', WORD),
        (f"ldapsearch -D cn=admin -w {WORD} -b dc", WORD), (f"smbclient //h/s -U bob%{WORD}", WORD),
        (f"vault login s.{LONG}abcd", LONG), (f'echo "bob:{WORD}" | chpasswd', WORD),
        (f"echo {WORD} | sudo -S ls", WORD), (f"echo {LONG} | docker login --password-stdin", LONG),
        (f"openssl enc -aes-256-cbc -k {WORD} -in f", WORD),
        ("bob:$2b$10$" + LONG * 2 + LONG[:13], LONG), ("root:$6$abcdefgh$" + LONG * 4 + "abcdef:19000:0", LONG),
        (f'const wallet = new Wallet("0x{HEX}")', HEX), (f"private_key = 0x{HEX}", HEX),
        ('password: "correct horse battery 9staple!"', "9staple"), ("DB_PASSWORD='blue Zk3ph 9Qw1 horse'", "9Qw1"),
        (f"\x1b[32m{TOKEN[:4]}\x1b[0m{TOKEN[4:]}", TOKEN[4:]), (f"{TOKEN[:10]}\u200b{TOKEN[10:]}", TOKEN[10:]),
        (f"password: \x1b[1m{WORD}\x1b[0m", WORD),
    ],
)  # fmt: skip
def test_a_secret_is_found(text, secret):
    cleaned = privacy.clean(text)

    assert secret not in cleaned.text
    assert cleaned.removed


@pytest.mark.parametrize(
    "text",
    [
        "| password | string | required |", "| token | the session's token | yes |", "password: string | null",
        "cat secret | sha256sum", "pw: tests/a.py", "the password for staging is in the vault", "mot de passe oublié ?",
        "Passwort vergessen", '<input name="password" value="">', '<add key="DbPassword" value="{{password}}"/>',
        "echo hello | docker run -i x", "IDENTIFIED BY 'password'", "https://user@github.com/a/b", "new Wallet(key)",
        'password: "at least 8 characters, one of them a digit"', 'secret: "see the 2nd page"', "psk=None",
        "\x1b[32m12 passed\x1b[0m in 3.2s", "s/a/$2/ and echo $6 $1", "private -> public", "密码错误",
    ],
)  # fmt: skip
def test_what_is_no_secret_stays(text):
    assert privacy.clean(text) == (text, {})
