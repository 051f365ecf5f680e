"""Makes secrets in shapes that `secret_corpus` has not: other literals, languages, tables, commands, pairs.

Every template stands with every kind of value that may stand in it; the same seed makes the same texts.
"""

import base64
import random
import string
import uuid
from collections.abc import Callable, Iterator

ALNUM = string.ascii_letters + string.digits
LOWER = string.ascii_lowercase + string.digits
HEX = "0123456789abcdef"
BASE64 = ALNUM + "+/"
# Beside a name of a key; NAME is in capitals, name in small letters, camelName in camel case, dash-name with dashes.
KEY_TEMPLATES = tuple(
    text.replace("¶", "\n")
    for text in (
        'os.getenv("NAME", "{}")',
        "os.environ.get('NAME', '{}')",
        'os.environ.setdefault("NAME", "{}")',
        'os.Setenv("NAME", "{}")',
        'monkeypatch.setenv("NAME", "{}")',
        'env::set_var("NAME", "{}");',
        "ENV.fetch('NAME', '{}')",
        "define('NAME', '{}');",
        "'name' => env('NAME', '{}'),",
        'x = process.env.NAME || "{}";',
        "x = process.env.NAME ?? '{}'",
        'x = os.getenv("NAME") or "{}"',
        'client.setCamelName("{}")',
        'req.Header.Set("X-Dash-Name", "{}")',
        "headers.append('X-Dash-Name', '{}')",
        "('name', '{}')",
        '{{"args": ["--dash-name", "{}"]}}',
        'parser.add_argument("--dash-name", default="{}")',
        '{{"name": "NAME", "value": "{}"}}',
        '{{"key": "NAME", "value": "{}"}}',
        "- name: NAME¶  value: {}",
        "- name: NAME¶  value: '{}'",
        'variable "name" {{¶  type = string¶  default = "{}"¶}}',
        '<add key="camelName" value="{}" />',
        '<property name="name" value="{}"/>',
        "<key>NAME</key>¶<string>{}</string>",
        '<input name="name" value="{}">',
        'const NAME: &str = "{}";',
        'var camelName string = "{}"',
        'char name[] = "{}";',
        'std::string name{{"{}"}};',
        'let name = String::from("{}");',
        'NAME = b"{}"',
        'NAME = r"""{}"""',
        'Name = @"{}",',
        'NAME = (¶    "{}"¶)',
        'name <- "{}"',
        "NAME ?= {}",
        'NAME += "{}"',
        'name: ["{}"]',
        "name: |¶  {}¶next: 1",
        "name: >-¶  {}",
        "name:¶  - {}",
        "name: !!str {}",
        "**plain name**: `{}`",
        "| plain name | `{}` | ci |",
        'NAME should be "{}"',
        "Here is the plain name:¶¶```¶{}¶```",
        "The plain name for staging is {}",
        "Set NAME to {} and restart.",
        "Invalid plain name provided: {}.",
        "The new plain name will be {}",
        "\x1b[32mNAME\x1b[0m=\x1b[1m{}\x1b[0m",
        "NAME\u00a0=\u00a0{}",
        'gh secret set NAME --body "{}"',
        "echo {} | gh secret set NAME",
        "export NAME='{}'",
        "NAME_CI={}",
        "NAME_2024={}",
        "x-dash-name: {}",
        "https://example.test/x?a=1&name={}&b=2",
        '#define NAME "{}"',
        '"name": "abc\\"{}",',
        '{{\\"camelName\\": \\"{}\\"}}',
        "&quot;name&quot;: &quot;{}&quot;",
        "name%3D{}",
    )
)
PASSWORD_TEMPLATES = tuple(
    text.replace("¶", "\n")
    for text in (
        'password = "{}"',
        "DB_PASSWORD='{}'",
        "POSTGRES_PASSWORD: {}",
        "password: {}",
        '{{"password": "{}"}}',
        "DB_PW={}",
        "dbpass={}",
        "smtppass: {}",
        "rootpass = '{}'",
        "bind_pw: {}",
        'psk="{}"',
        "passwordForAdmin = '{}'",
        "PASSWORD_SMTP={}",
        "requests.get(url, auth=('bob', '{}'))",
        "HTTPBasicAuth('bob', '{}')",
        'getConnection(url, "sa", "{}")',
        '.password("{}")',
        'user.setPassword("{}")',
        "smtp.login('bob@example.test', '{}')",
        "the password for db is {}",
        "use {} as the password",
        "The password was changed to {}",
        "password -> {}",
        "Password for bob: {}",
        "<td>Password</td><td>{}</td>",
        "| password | {} |",
        "- **Password**: {}",
        "Passwort: {}",
        "contraseña: {}",
        "senha: {}",
        "пароль: {}",
        "密码：{}",
        "curl --proxy-user 'bob:{}' https://example.test",
        "curl -su 'bob:{}' https://example.test",
        "http -a 'bob:{}' GET example.test",
        "CREATE USER app IDENTIFIED BY '{}';",
        "SET PASSWORD FOR 'a'@'%' = PASSWORD('{}');",
        "requirepass {}",
        "sqlcmd -U sa -P '{}'",
        "sshpass -p '{}' ssh bob@host",
        "ldapsearch -D cn=admin -w '{}' -b x",
        "keytool -storepass '{}' -list",
        "htpasswd -b .htpasswd bob '{}'",
        "rabbitmqctl add_user bob '{}'",
        "Driver={{ODBC}};UID=sa;PWD={{{}}};Encrypt=yes",
        "Server=h;User Id=sa;Password={};Encrypt=True",
        "mysql -u root -p'{}' shop",
        "redis-cli -a '{}' ping",
        "p\u0430ssword: {}",
        "user,password\nbob,{}",
        "$password = '{}';",
        "ansible_ssh_pass: {}",
        "PGPASSWORD='{}' psql",
        "spring.datasource.password={}",
        "machine example.test login bob password {}",
        "ALTER USER app WITH PASSWORD '{}';",
        "wget --user=bob --password='{}' https://example.test",
        "echo 'root:{}' | chpasswd",
        "twine upload -u bob -p '{}' dist/*",
    )
)
NAMES = (
    "api_key",
    "auth_token",
    "client_secret",
    "github_pat",
    "secret_key_base",
    "openai_api_key",
    "signing_secret",
    "access_token",
    "token_github",
    "service_key",
    "private_key",
)


def shaped(count: int, seed: int) -> Iterator[tuple[str, str, str]]:
    """Yield at least `count` times kind, text and secret: every template in turn, with another name and value."""
    chosen = random.Random(seed)
    made = 0
    while made < count:
        for template in KEY_TEMPLATES:
            name = chosen.choice(NAMES)
            kind, make = chosen.choice(list(_keys(chosen).items()))
            value = make()
            text = named(template, name)
            yield f"key-{kind}", text.format(value), value
            made += 1
        for template in PASSWORD_TEMPLATES:
            value = chosen.choice(_passwords(chosen))()
            yield "password-shape", template.format(value), value
            made += 1
        for kind, make in _formats(chosen).items():
            text, value = make()
            yield kind, text, value
            made += 1


def named(template: str, name: str) -> str:
    """Return a template with a name in each of the ways it is written."""
    parts = name.split("_")
    camel = parts[0] + "".join(part.title() for part in parts[1:])
    for mark, written in (
        ("X-Dash-Name", "X-" + "-".join(part.title() for part in parts)),
        ("dash-name", "-".join(parts)),
        ("CamelName", camel[0].upper() + camel[1:]),
        ("camelName", camel),
        ("plain name", " ".join(parts)),
    ):
        template = template.replace(mark, written)
    # "name" is a word of some templates too: there it stands in quotes and before a colon or as an attribute.
    kept = template.replace('"name": "NAME"', "\0").replace("- name: NAME", "\1").replace(" name=", "\2")
    kept = kept.replace("NAME", name.upper()).replace("Name", camel[0].upper() + camel[1:]).replace("name", name)
    return (
        kept.replace("\0", f'"name": "{name.upper()}"').replace("\1", f"- name: {name.upper()}").replace("\2", " name=")
    )


def _some(chosen: random.Random, letters: str, length: int) -> str:
    while True:
        text = "".join(chosen.choice(letters) for _ in range(length))
        if any(letter.isdigit() for letter in text) and text[0].isalnum() and text[-1].isalnum():
            return text


def _keys(chosen: random.Random) -> dict[str, Callable[[], str]]:
    return {
        "hex": lambda: _some(chosen, HEX, chosen.choice((32, 40, 64))),
        "alnum": lambda: _some(chosen, ALNUM, chosen.choice((20, 24, 32, 40, 64))),
        "base32": lambda: _some(chosen, string.ascii_lowercase + "234567", 52),
        "uuid": lambda: str(uuid.UUID(int=chosen.getrandbits(128), version=4)),
        "base64": lambda: _some(chosen, BASE64, 43) + "=",
        "urlsafe": lambda: _some(chosen, ALNUM + "-_", 43),
    }


def _passwords(chosen: random.Random) -> tuple[Callable[[], str], ...]:
    word = chosen.choice(("hunter", "dragon", "Winter", "letmein", "Zebra", "falcon", "postgres", "Maple"))
    return (
        lambda: f"{word}{chosen.randrange(10)}!{_some(chosen, LOWER, 2)}",
        lambda: f"{word}#{chosen.randrange(100, 999)}",
        lambda: f"{word}_{chosen.randrange(100)}!",
        lambda: f"P@ssw0rd{chosen.randrange(10, 100)}",
        lambda: _some(chosen, ALNUM, chosen.choice((10, 12, 16))),
        lambda: _some(chosen, ALNUM, 4) + "$" + _some(chosen, ALNUM, 6),
        lambda: _some(chosen, ALNUM + "!#*-_.", 14),
        lambda: "Tr0ub4dor&" + str(chosen.randrange(10)),
    )


def _formats(chosen: random.Random) -> dict[str, Callable[[], tuple[str, str]]]:
    """Return a maker of a text and its secret for formats and places that `secret_corpus` has not."""

    def some(letters: str, length: int) -> str:
        return _some(chosen, letters, length)

    def of(value: str) -> tuple[str, str]:
        places = (
            "use {} there",
            '{{"text":"key:\\n{}"}}',
            "x\\t{}",
            "\x1b[32m{}\x1b[0m",
            "q%3D{}",
            "OPENAI_{}",
            "<{}>",
            "`{}`",
        )
        return chosen.choice(places).format(value), value

    def pair(template: str, value: str) -> tuple[str, str]:
        return template.format(value), value

    basic = base64.b64encode(f"bob:{some(ALNUM, 12)}".encode()).decode()
    upper = string.ascii_uppercase + "234567"
    return {
        "openai-escaped": lambda: of("sk" + "-proj-" + some(ALNUM, 60)),
        "aws-escaped": lambda: of("AK" + "IA" + some(upper, 16)),
        "vault-escaped": lambda: of("hv" + "s." + some(ALNUM, 60)),
        "pinecone": lambda: of("pc" + "sk_" + some(ALNUM, 5) + "_" + some(ALNUM, 63)),
        "tavily": lambda: of("tv" + "ly-dev-" + some(ALNUM, 32)),
        "neon": lambda: of("na" + "pi_" + some(LOWER, 64)),
        "render": lambda: of("rn" + "d_" + some(ALNUM, 28)),
        "elevenlabs": lambda: of("sk" + "_" + some(HEX, 48)),
        "posthog": lambda: of("ph" + "x_" + some(ALNUM, 43)),
        "azure-devops": lambda: of(some(ALNUM, 76) + "AZ" + "DO" + some(ALNUM, 4)),
        "newrelic-license": lambda: of(some(HEX, 36) + "NR" + "AL"),
        "square": lambda: of("EA" + "AA" + some(ALNUM, 60)),
        "mapbox": lambda: of("sk" + ".ey" + "J" + some(ALNUM, 60) + "." + some(ALNUM, 22)),
        "bedrock": lambda: of("AB" + "SK" + some(BASE64, 128)),
        "braintree": lambda: of("access_token" + "$production$" + some(LOWER, 16) + "$" + some(HEX, 32)),
        "telegram-url": lambda: pair(
            "https://api.telegram.org/bot{}/sendMessage", some("123456789", 10) + ":A" + "A" + some(ALNUM, 33)
        ),
        "discord-canary": lambda: pair(
            "https://canary.discord" + ".com/api/v10/webhooks/123456789012345678/{}", some(ALNUM, 68)
        ),
        "aws-pair": lambda: pair("AK" + "IA" + some(upper, 16) + ",{}", some(BASE64, 40)),
        "slash-in-url": lambda: pair("postgres://u:{}@db.example.test/d", "pa/ss" + some(ALNUM, 6)),
        "oracle": lambda: pair("jdbc:oracle:thin:scott/{}@h:1521:X", some(ALNUM, 12)),
        "git-token": lambda: pair("git clone https://{}@github.com/a/b.git", some(ALNUM, 32)),
        "sssw": lambda: pair("Authorization: SSWS {}", some(ALNUM, 42)),
        "geniekey": lambda: pair("Authorization: GenieKey {}", some(ALNUM, 36)),
        "bearer-joined": lambda: pair('"Authorization", "Bearer " + "{}"', some(ALNUM, 40)),
        "docker-auth": lambda: pair('{{"auths": {{"x": {{"auth": "{}"}}}}}}', basic),
        "cookies": lambda: pair('cookies = {{"sessionid": "{}"}}', some(ALNUM, 32)),
        "curl-cookie": lambda: pair("curl -b 'sessionid={}' https://example.test", some(ALNUM, 32)),
        "session-token": lambda: pair('aws_session_token = "{}"', "IQoJb3JpZ2luX2Vj" + some(BASE64, 600)),
        "wrapped-literal": lambda: pair('API_KEY = "{}"', some(ALNUM, 16) + '"\n    "' + some(ALNUM, 16)),
        "wrapped-shell": lambda: pair("export TOKEN={}", some(ALNUM, 16) + "\\\n" + some(ALNUM, 16)),
        "wrapped-aws": lambda: pair("{}", "AK" + "IA\n" + some(upper, 16)),
        "zero-width": lambda: pair("api_key={}", some(ALNUM, 16) + "\u200b" + some(ALNUM, 16)),
    }


def listings(count: int, seed: int) -> Iterator[str]:
    """Yield `count` texts of several lines without a secret: git's and other programs' output, code, lock files."""
    chosen = random.Random(seed)
    names = ("password", "token", "api key", "secret", "login", "build")

    def hexes(length: int) -> str:
        return f"{chosen.getrandbits(4 * length):0{length}x}"

    for _ in range(count):
        name, number = chosen.choice(names), chosen.randrange(1, 9_999)
        one = uuid.UUID(int=chosen.getrandbits(128))
        yield chosen.choice(
            (
                f"{hexes(7)} Rotate the {name}\n{hexes(7)} Fix the {name}\n{hexes(7)} Add a {name}",
                f"{hexes(64)}  {name}\n{hexes(64)}  b.tar.gz",
                f"{hexes(8)} (Bob 2026-01-02 {number})     return token\n{hexes(8)} (Bob 2026-01-02 {number})     pass",
                f"| {name} | count |\n|---|---|\n| a{number} | {number} |",
                f"It begins with -----BEGIN PRIVATE {'KEY'}----- and the {name} follows.\nThen line {number}.",
                f"token_hash={hexes(64)}\nclientRequestToken={one}\ncancel_token: {one}",
                f'"NextContinuationToken": "{base64.b64encode(hexes(30).encode()).decode()}",\n"S3Key": "{hexes(32)}"',
                f"credentials: Langsmith{number % 9}CredentialsObject,\nprivate_key: PKCS7PrivateKeyTypes,",
                f"aws_secret_access_key=s3_aws_secret_access_key,\npassword=auth_info[{number}]",
                (
                    f"#define CKP_AUTHENTICATION_TOKEN 0x{number:08x}UL\n#define set_private_key"
                    f" nettle_ed25519_set_private_key"
                ),
                f"it should pass desiredHint={number % 9}.\nPass `verbosity={number % 3}` to see the {name}.",
                f"the {name} is base64-encoded\nthe {name} is sha256-hashed\n{name}: min-{number % 20}-chars",
                f"gcloud secrets create my-secret-{number % 9} --replication-policy=automatic1",
                f'secretArn: arn:aws:secretsmanager:eu-west-1:123456789012:secret:db-{hexes(6)}\n"sessionId": "{one}"',
                f'[[package]]\nname = "secrets{number % 9}"\nversion = "1.{number % 90}.0"\nchecksum = "{hexes(64)}"',
                (
                    f'"token-types@^{number % 9}.1.0": {{"integrity":'
                    f' "sha512-{base64.b64encode(hexes(60).encode()).decode()}"}}'
                ),
                f"ghp_{'x' * 36}\nAPI_KEY=<your-{name}-{number}>\npassword: ${{DB_PASSWORD_{number}}}",
                f"password = auth_{number % 9}.get_password('{name}')\nif token != self.tokens[{number}]: pass",
            )
        )
