"""Makes texts with secrets of every kind, and ordinary lines without any; the same seed makes the same."""

import base64
import json
import random
import string
import sysconfig
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

ALNUM = string.ascii_letters + string.digits
LOWER = string.ascii_lowercase + string.digits
HEX = "0123456789abcdef"
B64 = ALNUM + "+/"
URLSAFE = ALNUM + "-_"


class Planted(NamedTuple):
    """A text in which `secret` stands; `kind` is what it is, `place` how it stands there."""

    text: str
    secret: str
    kind: str
    place: str


class Maker:
    """Makes random parts of secrets."""

    def __init__(self, seed: int) -> None:
        self.chosen = random.Random(seed)

    def some(self, letters: str, length: int) -> str:
        """Return `length` random letters, at least one of them a digit where there are any."""
        text = "".join(self.chosen.choice(letters) for _ in range(length))
        if any(letter.isdigit() for letter in letters) and not any(letter.isdigit() for letter in text):
            return text[:-1] + self.chosen.choice(string.digits)
        return text

    def password(self) -> str:
        """Return a password as people and generators make them."""
        word = self.chosen.choice(("hunter", "Tr0ub4dor", "Sommer", "zebra", "Qwerty", "falcon", "letmein", "Winter"))
        return self.chosen.choice(
            (
                f"{word}{self.chosen.randint(2, 9999)}", f"{word}-{self.some(ALNUM, 4)}-{self.chosen.randint(1, 99)}",
                self.some(ALNUM, self.chosen.randint(10, 24)), f"{word}!{self.chosen.randint(10, 9999)}",
                self.some(ALNUM + "!#%*+-.=?^_~", self.chosen.randint(12, 20)),
            )
        )  # fmt: skip


def tokens(make: Maker) -> dict[str, Callable[[], str]]:
    """Return a maker for each kind of secret that has a format of its own, under the kind's name."""
    some = make.some
    return {
        "private-key": lambda: "-----BEGIN RSA PRIVATE " + "KEY-----\n" + "\n".join(some(B64, 64) for _ in range(6))
        + "\n-----END RSA PRIVATE " + "KEY-----",
        "openssh-key": lambda: "-----BEGIN OPENSSH PRIVATE " + "KEY-----\n" + some(B64, 70)
        + "\n-----END OPENSSH PRIVATE " + "KEY-----",
        "age-key": lambda: "AGE-SECRET-" + "KEY-1" + some(string.ascii_uppercase + string.digits, 58),
        "anthropic": lambda: "sk-" + "ant-api03-" + some(URLSAFE, 93) + "AA",
        "openai": lambda: "sk-" + some(ALNUM, 48),
        "openai-project": lambda: "sk-" + "proj-" + some(URLSAFE, 74),
        "openrouter": lambda: "sk-" + "or-v1-" + some(HEX, 64),
        "groq": lambda: "gsk" + "_" + some(ALNUM, 52),
        "xai": lambda: "xai" + "-" + some(ALNUM, 80),
        "perplexity": lambda: "pplx" + "-" + some(ALNUM, 48),
        "replicate": lambda: "r8" + "_" + some(ALNUM, 37),
        "huggingface": lambda: "hf" + "_" + some(ALNUM, 34),
        "nvidia": lambda: "nvapi" + "-" + some(URLSAFE, 64),
        "google": lambda: "AI" + "za" + some(URLSAFE, 35),
        "google-oauth": lambda: "ya29" + "." + some(URLSAFE, 120),
        "google-client-secret": lambda: "GOCSPX" + "-" + some(URLSAFE, 28),
        "aws-id": lambda: "AK" + "IA" + some(string.ascii_uppercase + "234567", 16),
        "azure-client-secret": lambda: some(ALNUM, 3) + "8Q~" + some(URLSAFE + ".~", 34),
        "digitalocean": lambda: "dop" + "_v1_" + some(HEX, 64),
        "databricks": lambda: "da" + "pi" + some(HEX, 32),
        "github": lambda: "gh" + make.chosen.choice("pousr") + "_" + some(ALNUM, 36),
        "github-fine": lambda: "github" + "_pat_" + some(ALNUM, 22) + "_" + some(ALNUM, 59),
        "gitlab": lambda: "gl" + "pat-" + some(URLSAFE, 20),
        "bitbucket": lambda: "AT" + "BB" + some(ALNUM, 32),
        "atlassian": lambda: "ATATT" + "3xFfGF0" + some(URLSAFE, 180),
        "slack-bot": lambda: "xo" + "xb-" + some(string.digits, 12) + "-" + some(string.digits, 12) + "-"
        + some(ALNUM, 24),
        "slack-app": lambda: "xa" + "pp-1-A" + some(string.ascii_uppercase + string.digits, 10) + "-"
        + some(string.digits, 13) + "-" + some(HEX, 64),
        "slack-webhook": lambda: "https://hooks.slack" + ".com/services/T" + some(string.digits, 9) + "/B"
        + some(string.digits, 9) + "/" + some(ALNUM, 24),
        "discord-webhook": lambda: "https://discord" + ".com/api/webhooks/" + some(string.digits, 18) + "/"
        + some(URLSAFE, 68),
        "telegram": lambda: some("123456789", 9) + ":A" + "A" + some(URLSAFE, 33),
        "stripe": lambda: "sk" + "_live_" + some(ALNUM, 24),
        "stripe-test": lambda: "rk" + "_test_" + some(ALNUM, 40),
        "stripe-webhook": lambda: "wh" + "sec_" + some(ALNUM, 32),
        "square": lambda: "sq0" + "atp-" + some(URLSAFE, 22),
        "shopify": lambda: "shp" + "at_" + some(HEX, 32),
        "twilio": lambda: "S" + "K" + some(HEX, 32),
        "sendgrid": lambda: "S" + "G." + some(URLSAFE, 22) + "." + some(URLSAFE, 43),
        "mailgun": lambda: "ke" + "y-" + some(HEX, 32),
        "mailchimp": lambda: some(HEX, 32) + "-u" + "s" + str(make.chosen.randint(1, 21)),
        "npm": lambda: "np" + "m_" + some(ALNUM, 36),
        "pypi": lambda: "py" + "pi-AgEIcHlwaS5vcmc" + some(URLSAFE, 120),
        "rubygems": lambda: "ruby" + "gems_" + some(HEX, 48),
        "nuget": lambda: "oy" + "2" + some(LOWER, 43),
        "docker": lambda: "dckr" + "_pat_" + some(URLSAFE, 27),
        "vault": lambda: "hv" + "s." + some(URLSAFE, 90),
        "terraform": lambda: some(ALNUM, 14) + ".atlas" + "v1." + some(URLSAFE, 67),
        "pulumi": lambda: "pu" + "l-" + some(HEX, 40),
        "doppler": lambda: "dp" + ".pt." + some(ALNUM, 43),
        "tailscale": lambda: "ts" + "key-auth-" + some(ALNUM, 11) + "-" + some(ALNUM, 32),
        "linear": lambda: "lin" + "_api_" + some(ALNUM, 40),
        "notion": lambda: "nt" + "n_" + some(ALNUM, 46),
        "figma": lambda: "fi" + "gd_" + some(URLSAFE, 40),
        "airtable": lambda: "pa" + "t" + some(ALNUM, 14) + "." + some(HEX, 64),
        "postman": lambda: "PM" + "AK-" + some(HEX, 24) + "-" + some(HEX, 34),
        "newrelic": lambda: "NR" + "AK-" + some(string.ascii_uppercase + string.digits, 27),
        "sentry": lambda: "sn" + "trys_" + some(B64, 120),
        "grafana": lambda: "gl" + "sa_" + some(ALNUM, 32) + "_" + some(HEX, 8),
        "netlify": lambda: "nf" + "p_" + some(ALNUM, 36),
        "supabase": lambda: "sb" + "p_" + some(HEX, 40),
        "planetscale": lambda: "pscale" + "_tkn_" + some(URLSAFE, 43),
        "buildkite": lambda: "bk" + "ua_" + some(HEX, 40),
        "jwt": lambda: ".".join(
            base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=")
            for part in ({"alg": "HS256", "typ": "JWT"}, {"sub": some(string.digits, 10), "name": some(ALNUM, 8)})
        ) + "." + some(URLSAFE, 43),
    }  # fmt: skip


PLACES: dict[str, str] = {
    "talk": "I tried {} but the deploy is still broken.", "quoted": 'Use "{}" for the staging server, please.',
    "code": "client = Client('{}')  # replace later", "log": "2026-11-30T09:12:44Z ERROR upstream refused {} (401)",
    "json": '{{"id": 7, "value": "{}", "ok": true}}', "escaped": '{{\\"value\\": \\"{}\\", \\"ok\\": true}}',
    "shell": "$ curl -s https://api.example.test/v1/me -H 'X-Auth: {}' | jq .", "env": "SERVICE_VALUE={}",
    "url": "GET https://api.example.test/v1?key={}&page=2", "yaml": "  value: {}\n  other: 3",
    "markdown": "| name | `{}` | used by ci |", "brackets": "[{}] and ({})",
}  # fmt: skip


def named(make: Maker) -> Iterator[tuple[str, str, str]]:
    """Yield kind, text and secret for secrets that only their surroundings give away, for ever."""
    some, chosen = make.some, make.chosen
    while True:
        word, name = make.password(), chosen.choice(("DB", "MYSQL_ROOT", "SMTP", "ADMIN", "REDIS"))
        key = some(chosen.choice((ALNUM, HEX, LOWER)), chosen.choice((24, 32, 40)))
        aws = some(B64, 40)
        low = name.lower()
        yield "env-password", f"export {name}_PASSWORD={word}\n", word
        yield "env-secret", f"APP_SECRET_KEY={key}\nDEBUG=1\n", key
        yield "aws-secret", f"aws_secret_access_key = {aws}\nregion = eu-west-1\n", aws
        yield "yaml-password", f"  {low}:\n    user: shop\n    password: {word}\n", word
        yield "json-password", json.dumps({"user": "shop", "password": word, "port": 5432}), word
        yield "escaped-json", json.dumps(json.dumps({"client_secret": key, "n": 1})), key
        yield "code-password", f'connect(host="db", user="shop", password="{word}")', word
        yield "code-key", f"const apiKey = '{key}';", key
        yield "typed-code", f'    api_token: str = "{key}"', key
        yield "talk-password", f"the staging password is {some(ALNUM, 14)}", ""
        yield "talk-key", f"my Datadog API key: {key} and it fails", key
        yield "url-password", f"postgres://shop:{(plain := some(ALNUM, 12))}@db.example.test:5432/shop", plain
        yield "url-no-user", f"redis://:{(plain := some(ALNUM, 16))}@cache:6379/0", plain
        yield "url-at-sign", f"mysql://root:{(odd := some(ALNUM, 5) + '@' + some(ALNUM, 5))}@10.0.0.9/shop", odd
        yield "query", f"https://example.test/hook?access_token={key}&x=1", key
        yield "bearer", f"curl -H 'Authorization: Bearer {key}' https://example.test", key
        yield "basic", f"Authorization: Basic {(b64 := base64.b64encode(f'shop:{word}'.encode()).decode())}", b64
        yield "header-key", f"X-Api-Key: {key}", key
        yield "cookie", f"Cookie: sessionid={key}; theme=dark", key
        yield "set-cookie", f"< Set-Cookie: sid={key}; Path=/; HttpOnly", key
        yield "option", f"mytool login --user ana --password {word} --verbose", word
        yield "option-token", f"deploy --token={key} --env prod", key
        yield "curl-user", f"curl -u ana:{(plain := some(ALNUM, 12))} https://example.test/", plain
        yield "mysql-option", f"mysql -h db -u root -p{(plain := some(ALNUM, 12))} shop < dump.sql", plain
        yield "sshpass", f"sshpass -p {(plain := some(ALNUM, 12))} ssh ana@host", plain
        yield (
            "connection-string",
            f"Server=db;Database=shop;User Id=sa;Password={(plain := some(ALNUM, 14))};Encrypt=True",
            plain,
        )
        yield "azure-storage", f"AccountName=shop;AccountKey={(b64 := some(B64, 86) + '==')};EndpointSuffix=x", b64
        yield "netrc", f"machine example.test login ana password {(plain := some(ALNUM, 12))}", plain
        yield (
            "npmrc",
            f"//registry.example.test/:_authToken={(one := str(uuid.UUID(int=chosen.getrandbits(128))))}",
            one,
        )
        yield "xml", f"<server><password>{(plain := some(ALNUM, 12))}</password></server>", plain
        yield "across-lines", f'"client_secret":\n    "{key}"', key
        yield "sas", f"https://shop.blob.example.test/x?sv=2022&sig={(b64 := some(ALNUM, 40) + '%3D')}", b64
        yield "toml", f'[auth]\ntoken = "{key}"\n', key
        yield "dotted", f"spring.datasource.password={word}\n", word


def planted(count: int, seed: int) -> list[Planted]:
    """Return at least `count` texts with a secret each: every format in every place, and named ones in turn."""
    make = Maker(seed)
    made: list[Planted] = []
    formats, surroundings = tokens(make), named(make)
    while len(made) < count:
        for kind, token in formats.items():
            place = make.chosen.choice(sorted(PLACES))
            secret = token()
            shown = json.dumps(secret)[1:-1] if place in ("json", "escaped") else secret
            made.append(Planted(PLACES[place].format(shown, shown), secret, kind, place))
        for _ in range(33):
            kind, text, secret = next(surroundings)
            made.append(Planted(text, secret or text.rsplit(" ", 1)[1], kind, "named"))
    return made


def ordinary(count: int, seed: int) -> Iterator[str]:
    """Yield `count` lines without a secret: half of them Python's own library, half made up talk, logs and data."""
    chosen = random.Random(seed)
    code = library_lines()
    for number in range(count):
        yield next(code) if number % 2 else made_up(chosen)


def library_lines() -> Iterator[str]:
    """Yield the lines of the standard library's modules, in order, again and again."""
    folder = Path(sysconfig.get_paths()["stdlib"])
    while True:
        for path in sorted(folder.glob("*.py")) + sorted(folder.glob("[a-su-z]*/*.py")):
            if "test" not in path.parts[-2] and "site-packages" not in path.parts:
                yield from path.read_text("utf-8", "replace").splitlines()


def made_up(chosen: random.Random) -> str:
    """Return a line as it stands in a session: talk, code, configuration, a log, all without a secret."""
    number, digest = chosen.randint(1, 99_999), f"{chosen.getrandbits(160):040x}"
    one, big = uuid.UUID(int=chosen.getrandbits(128)), f"{chosen.getrandbits(256):064x}"
    data = base64.b64encode(chosen.randbytes(chosen.randint(12, 60))).decode()
    name = chosen.choice(("user", "order", "invoice", "shop", "cart", "session", "report"))
    return chosen.choice(
        (
            f"the API key is in the vault, ask {name} for it", f"commit {digest} fixes the {name} page", f"id: {one}",
            f"apiKey: process.env.{name.upper()}_API_KEY", f"password = os.environ['{name.upper()}_PASSWORD']",
            f"token = get_token({name}, {number})", f"max_tokens: {number}", f'"integrity": "sha512-{data}{data}=="',
            f"sha256:{big}", f"def {name}_password(self, password: str) -> bool:",
            f'"token_type": "bearer", "expires_in": {number}',
            f"ETag: \"{digest}\"", f"<input type=\"password\" name=\"{name}_password\" placeholder=\"Password\">",
            f"The password must have at least {number % 20} characters.",
            f"if not token: raise AuthError('{name} token missing')",
            f"passwordField{number % 10} = form.password_field", f"secretName: {name}-tls", f"key: {name}-{number}",
            f"DATABASE_URL=postgres://localhost:5432/{name}", f"https://example.test/{name}/{one}?page={number}",
            f"2026-11-30T0{number % 9}:11:05Z INFO {name} {one} took {number} ms",
            f"npm i {name}-kit@{number % 9}.{number % 7}.1",
            f'{{"{name}_id": {number}, "hash": "{big}", "ok": true}}', f"git checkout -b feature/{name}-{number}",
            f"data:image/png;base64,{data}", "assert response.json()['token'] == token",
            f"API_TOKEN=${{{name.upper()}_TOKEN}}",
            f"secret = Secret.from_name(\"{name}-secret\")", f"public_key = load_public_key('{name}.pem')",
            "tokenizer: cl100k_base",
            f"password: ${{{{ secrets.{name.upper()}_PASSWORD }}}}", "Authorization: Bearer $TOKEN",
            "curl -u $USER:$PASS https://x.test",
            f"primary_key={number}, cache_key='{name}:{number}'", f"next_page_token: {data}",
            f"csrf_token_name = 'csrf_{name}'",
            f"We rotate the {name} token every {number % 90} days.",
            f"keyboard: {name}, monkey: {number}, tokens used: {number}",
            f"passed {number} tests in {number % 60}.{number % 9}s", f"test_{name}_password_reset_{number % 10} PASSED",
            "passphrase: !vault |", "    token: string;", "  password?: string | null;",
            f"token: {{type: 'string', minLength: {number % 9}}}",
            f"Die {name}-Seite braucht ein neues Passwort, sagt der Kunde.",
            f"export const TOKEN_KEY = '{name}-token';",
        )
    )  # fmt: skip
