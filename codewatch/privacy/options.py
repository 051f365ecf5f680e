"""Passwords in commands: the options and arguments of programs that take one."""

import re
from collections.abc import Iterator

from codewatch.privacy.found import Found
from codewatch.privacy.values import is_path, is_placeholder, is_word

_UNTIL = r"[^\n|;&]{0,200}?"
# A value in quotes, or a bare one that is no variable and no option.
_VALUE = (
    r"""(?:\\{0,7}'([^'\n]{3,200}?)\\{0,7}'|\\{0,7}"([^"\n$`\\]{3,200}?)\\{0,7}\""""
    r"""|([^\s"'`$<>|;&\\-][^\s"'`<>|;&\\]{3,200}))"""
)
# The password of a user:password pair, quoted or not.
_PAIR = (
    r"""(?:\\{0,7}'[^'\s:]{1,60}:([^'\n]{3,200}?)\\{0,7}'|\\{0,7}"\w[^"\s:$]{0,60}:([^"\n]{3,200}?)\\{0,7}\""""
    r"""|\w[\w.@+%\\-]{0,60}:([^\s"'`<>|;&\\/:][^\s"'`<>|;&\\]{2,200}))"""
)
# Each command or option with the words in lower case of which one must be there (after an ampersand, texts of which
# one must be there as it is), and whether its value must hold a digit, because words stand there too.
_TABLE: tuple[tuple[str, str, bool], ...] = (
    (
        "curl|wget|proxy|basic|-u",
        rf"-(?<=[\s\"']-)(?:[a-zA-Z]{{0,3}}u(?=[\s=])|u(?=\w)|-user|-proxy-user|-basic-auth)[\s=]{{0,2}}{_PAIR}",
        False,
    ),
    ("http", rf"http\s{_UNTIL}-a\s{{1,2}}{_PAIR}", False),
    (
        "mysql|mariadb|mysqldump|mysqladmin|mysqlimport|mysqlshow|mysqlcheck",
        rf"\b(?:mysql|mariadb)(?:dump|admin|import|show|check)?\b{_UNTIL}\s-p{_VALUE}",
        False,
    ),
    ("sshpass", rf"\bsshpass\s+-p\s{{0,2}}{_VALUE}", False),
    ("redis", rf"\bredis-cli\b{_UNTIL}\s-a\s{{1,2}}{_VALUE}", False),
    (
        "login& -p",
        (
            rf"\b(?:docker|podman|helm|az|oc|skopeo|buildah|nerdctl|cf|rosa|heroku)\b[^\n"
            rf"|;&]{{0,60}}?\blogin\b{_UNTIL}\s-p[\s=]{{0,2}}{_VALUE}"
        ),
        False,
    ),
    ("login&vault|cargo", rf"(?:vault|cargo)\s+login\s+(?:-[\w-]+(?:=\w+)?\s+)*{_VALUE}", True),
    (
        "login&echo ",
        (
            rf"\becho\s{{1,2}}{_VALUE}\s{{0,3}}\|\s{{0,3}}(?:docker|podman|helm|gh|vault|cargo|npm|az"
            rf"|oc)\b[^\n]{{0,80}}\blogin\b"
        ),
        False,
    ),
    (
        "echo|printf& set| add| put|secret create|create secret",
        (
            rf"\b(?:echo|printf)\s{{1,2}}(?:-n\s{{1,2}}|[\"']%s[\"']\s{{1,2}})?{_VALUE}\s{{0,3}}\|\s{{0,3}}[\w-]{{1"
            rf",20}}\s[^\n|]{{0,40}}\b(?:set|add|put|create)\b"
        ),
        False,
    ),
    (
        "echo|printf&>",
        (
            rf"\b(?:echo|printf)\s{{1,2}}(?:-n\s{{1,2}}|[\"']%s[\"']\s{{1,2}})?{_VALUE}\s{{0,3}}>{{1,2}}\s{{0,3}}["
            rf"\w./~-]{{0,80}}(?i:secret|token|passw|api_?key|private_?key|credential|_key)"
        ),
        False,
    ),
    (
        "secret&secret set|secrets set",
        rf"\bsecrets?\s+set\s+[^\n|;&]{{1,100}}?(?:--body[\s=]{{1,2}}|\s-b[\s=]{{0,2}}){_VALUE}",
        False,
    ),
    ("<<<", rf"<<<\s{{0,2}}{_VALUE}", True),
    ("sudo&-S", rf"\becho\s{{1,2}}{_VALUE}\s{{0,3}}\|\s{{0,3}}sudo\s+-S", False),
    ("chpasswd", rf"\becho\s{{1,2}}{_PAIR}\s{{0,3}}\|\s{{0,3}}(?:sudo\s+)?chpasswd", False),
    ("useradd|usermod", rf"\buser(?:add|mod)\b{_UNTIL}\s(?:-p|--password)[\s=]{{1,2}}{_VALUE}", False),
    (
        "zip|unzip|rar|unrar& -p| -P",
        rf"\b(?:zip|unzip|unrar|rar)\b{_UNTIL}\s-[Pp]\s{{0,2}}{_VALUE}",
        False,
    ),
    ("z&7z ", rf"\b7z\s{_UNTIL}(?<=\s)-p{_VALUE}", False),
    ("pass:", r"pass:(?<![\w.]pass:)([^\s\"'$-][^\s\"']{5,100})", False),
    ("twine", rf"\btwine\b{_UNTIL}\s-p[\s=]{{1,2}}{_VALUE}", False),
    (
        "mongo|mongosh|mongodump|mongorestore|mongoexport|mongoimport",
        rf"\bmongo(?:sh|dump|restore|export|import)?\b{_UNTIL}\s-p[\s=]{{0,2}}{_VALUE}",
        False,
    ),
    (
        "sqlplus|sqlldr|expdp|impdp",
        rf"\b(?:sqlplus|sqlldr|expdp|impdp)\b{_UNTIL}\s[\w$#]{{1,40}}/([^\s@/\"']{{4,100}})@",
        False,
    ),
    ("sqlcmd|bcp", rf"\b(?:sqlcmd|bcp)\b{_UNTIL}\s-P\s{{0,2}}{_VALUE}", False),
    (
        "ldapsearch|ldapmodify|ldapadd|ldapdelete|ldappasswd|ldapwhoami|ldapcompare",
        rf"\bldap(?:search|modify|add|delete|passwd|whoami|compare)\b{_UNTIL}\s-w\s{{0,2}}{_VALUE}",
        False,
    ),
    (
        "storepass|keypass|srcstorepass|deststorepass|newpass|srckeypass|destkeypass",
        rf"-(?:src|dest|new)?(?:store|key)pass\s{{1,2}}{_VALUE}",
        False,
    ),
    ("openssl", rf"\bopenssl\s+\w[\w-]{{1,20}}\b{_UNTIL}\s(?:-k|-K|-passin|-passout)\s{{1,2}}(?:pass:)?{_VALUE}", True),
    ("htpasswd", rf"\bhtpasswd\s+-\w{{0,6}}b\w{{0,6}}\s+(?:\S{{1,80}}\s+)?\S{{1,60}}\s+{_VALUE}", False),
    ("rabbitmqctl", rf"\brabbitmqctl\s+(?:add_user|change_password|authenticate_user)\s+\S{{1,60}}\s+{_VALUE}", False),
    ("basic&http-basic.", rf"\bhttp-basic\.\S{{1,80}}\s+\S{{1,60}}\s+{_VALUE}", False),
    ("bundle", rf"\bbundle\s+config\s+(?:set\s+)?(?:--\w+\s+)?\S{{1,80}}\s+{_PAIR}", False),
    (
        "smbclient|winexe|rpcclient|wmic",
        rf"\b(?:smbclient|winexe|rpcclient|wmic)\b{_UNTIL}\s(?:-U|--user)[\s=]{{0,2}}[\"']?[^\s%\"']{{1,60}}%([^\s\"']{{3,100}})",
        False,
    ),
    ("net&/user:", rf"\bnet\s+use\s+\S{{1,10}}\s+\S{{3,200}}\s+(?!/){_VALUE}\s+/user:", False),
    ("net&/user:", rf"/user:(?<!/[/:]/user:)(?<![\w:/]/user:)[^\s@]{{1,60}}[^\S\n]{{1,4}}(?!/){_VALUE}", True),
    (
        "influx|cqlsh|isql|tsql|clickhouse",
        rf"\b(?:influx|cqlsh|isql|tsql|clickhouse-client)\b{_UNTIL}\s(?:-password|-p|-P)[\s=]{{1,2}}{_VALUE}",
        False,
    ),
    (
        "identified",
        rf"\bidentified\s+(?:with\s+\S{{1,40}}\s+)?(?:by|as)\s+(?:password\s+)?(?=\\{{0,7}}[\"']){_VALUE}",
        False,
    ),
    (
        "securestring",
        rf"securestring\s{{1,4}}(?:-(?!string\b)\w{{1,12}}\s{{1,2}}){{0,3}}(?:-string\s{{1,2}})?{_VALUE}",
        False,
    ),
    (
        "keyvault&secret set",
        rf"\bkeyvault\s+secret\s+set\b{_UNTIL}\s--value[\s=]{{1,2}}{_VALUE}",
        False,
    ),
    (
        "ssm&put-parameter",
        (
            rf"\bput-parameter\b(?=[^\n]{{0,400}}(?i:securestring|secret|passw|token|key|cred|pwd))"
            rf"{_UNTIL}\s--value[\s=]{{1,2}}{_VALUE}"
        ),
        False,
    ),
    (
        "secretsmanager&secret-string",
        rf"\bsecretsmanager\b{_UNTIL}\s--secret-string[\s=]{{1,2}}{_VALUE}",
        False,
    ),
    ("cypher", rf"\bcypher-shell\b{_UNTIL}\s(?:-p|--password)[\s=]{{0,2}}{_VALUE}", False),
    ("mosquitto", rf"\bmosquitto_(?:pub|sub|rr)\b{_UNTIL}\s(?:-P|--pw)[\s=]{{0,2}}{_VALUE}", False),
    ("passwd&mosquitto_passwd", rf"\bmosquitto_passwd\s+-\w{{0,4}}b\s+\S{{1,80}}\s+\S{{1,60}}\s+{_VALUE}", False),
    ("setuser", r"\bSETUSER\s+\S{1,60}\s[^\n]{0,100}?>([^\s\"'<>]{4,200})", False),
    (
        "pulumi",
        rf"\bpulumi\s+config\s+set\b(?=[^\n]{{0,400}}\s--secret)(?:\s+--[\w-]+)*\s+[^\s-]\S{{0,100}}(?:\s+--[\w-]+)*\s+{_VALUE}",
        False,
    ),
    ("user&on >", r"\buser\s+\S{1,60}\s[^\n>]{0,60}\bon >([^\s\"'<>]{4,200})", False),
    ("stats&stats auth", rf"\bstats\s+auth\s+{_PAIR}", False),
    ("mask&::add-mask::", r"::add-mask::([^\s\"'$<>{}\\]{4,400})", False),
    (
        "output&::set-output",
        (
            r"::set-output\s+name=[\w.-]{0,40}(?i:token|secret|passw|key|cred|pwd)[\w.-]{0,20}"
            r"::([^\s\"'$<>{}\\]{4,400})"
        ),
        False,
    ),
    (
        "printf&=%s",
        (
            rf"\bprintf\s{{1,2}}\\{{0,7}}[\"'][^\"'\n]{{0,60}}(?i:secret|token|passw|key|pwd)[\w-]{{0,20}}=%s"
            rf"(?:\\{{1,4}}n)?\\{{0,7}}[\"']\s{{1,2}}{_VALUE}"
        ),
        False,
    ),
    ("poetry", rf"\bpoetry\s+config\s+pypi-token\.\S{{1,60}}\s+{_VALUE}", True),
    ("mc&mc alias set", rf"\bmc\s+alias\s+set\s+\S{{1,60}}\s+\S{{1,200}}\s+\S{{1,100}}\s+{_VALUE}", False),
    ("doctl", rf"\bdoctl\b{_UNTIL}\s(?:-t|--access-token)[\s=]{{1,2}}{_VALUE}", False),
    (
        "psexec|winrm|ncftp|mycli|vsql",
        rf"\b(?:psexec|evil-winrm|ncftp|mycli|vsql)\b{_UNTIL}\s-[pw]\s{{0,2}}{_VALUE}",
        False,
    ),
    ("ipmitool", rf"\bipmitool\b{_UNTIL}\s-P\s{{0,2}}{_VALUE}", False),
    ("snmpget|snmpwalk|snmpset|snmpbulkwalk", rf"\bsnmp\w{{3,8}}\b{_UNTIL}\s-[AX]\s{{0,2}}{_VALUE}", False),
    ("kadmin", rf"\bkadmin\b{_UNTIL}\s-w\s{{1,2}}{_VALUE}", False),
    (
        "keychain|generic&security ",
        rf"\bsecurity\s+(?:add|unlock)-[\w-]{{4,24}}{_UNTIL}\s-[wp]\s{{1,2}}{_VALUE}",
        False,
    ),
    ("xfreerdp|wfreerdp|sdl&/p:", rf"\b[xw]freerdp3?\b{_UNTIL}\s/p:{_VALUE}", False),
    ("lftp", rf"\blftp\b{_UNTIL}\s-u\s{{1,2}}[\"']?[^\s,\"']{{1,60}},{_VALUE}", False),
    ("samba", rf"\bsamba-tool\s+user\s+(?:create|add)\s+\S{{1,60}}\s+{_VALUE}", False),
    ("pdftk", rf"\bpdftk\b{_UNTIL}\s(?:input|user|owner)_pw\s+{_VALUE}", False),
    (
        "wandb|snyk|railway|infracost&wandb login|snyk auth",
        rf"\b(?:wandb\s+login|snyk\s+auth)\s+(?:--?[\w-]+(?:=\S{{1,60}})?\s+){{0,3}}{_VALUE}",
        True,
    ),
    ("rclone", rf"\brclone\b{_UNTIL}\spass(?:word)?[\s=]{{1,2}}{_VALUE}", False),
    ("requirepass|masterauth", rf"\b(?:requirepass|masterauth)\s{{1,4}}{_VALUE}", False),
)
_ANY_CASE = ("identified", "securestring", "setuser")
# Without the start of a word, because a command may follow an escape ("\\nmysql -p..."), and a search for fixed letters
# is many times as fast.
_OPTIONS = tuple(
    (
        re.compile(
            pattern.removeprefix(r"\b"),
            re.IGNORECASE if hints in _ANY_CASE or "sudo" in hints else 0,
        ),
        has_digit,
        tuple(hints.partition("&")[2].split("|")),
    )
    for hints, pattern, has_digit in _TABLE
)
_NUMBERS: dict[bytes, list[int]] = {}
for _number, (_hints, _, _) in enumerate(_TABLE):
    for _hint in _hints.partition("&")[0].split("|"):
        _NUMBERS.setdefault(_hint.encode(), []).append(_number)
# Those of nothing but letters are looked for as words.
WORDS = frozenset(hint for hint in _NUMBERS if hint.isalpha())
HINTS = tuple(hint for hint in _NUMBERS if not hint.isalpha())


def find(text: str, near: set[bytes]) -> Iterator[Found]:
    """Yield the passwords in the commands of a text that holds the hints `near`."""
    for number in sorted({number for hint in near & _NUMBERS.keys() for number in _NUMBERS[hint]}):
        pattern, has_digit, needed = _OPTIONS[number]
        if not any(one in text for one in needed):
            continue
        for found in pattern.finditer(text):
            group = found.lastindex or 0
            value = found[group]
            if is_placeholder(value) or is_word(value) or is_path(value) or (has_digit and not re.search(r"\d", value)):
                continue
            if value.isalpha() and len(value) < 6:
                continue
            yield Found(*found.span(group), "option-password")
