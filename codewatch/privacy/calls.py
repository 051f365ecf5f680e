"""Passwords as arguments of calls: functions that take a user and a password are known by name, and so is its place."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from codewatch.privacy.found import Found
from codewatch.privacy.hinting import starts
from codewatch.privacy.values import Place, is_path, is_placeholder, is_secret, is_strong, is_word

# What stands before the password: texts, names, calls of one argument.
_ARGUMENT = (
    r"(?:\w{1,20}\s{0,2}=\s{0,2})?(?:[&fru@$]{0,2}\\{0,7}[\"'][^\"'\n]{0,200}?\\{0,7}[\"']"
    r"|[\w.$>:\[\]-]{1,60}(?:\([\w.$\"']{0,40}\))?)\s{0,3},\s{0,12}"
)
_PASSWORD = (
    r"(?:\w{1,20}\s{0,2}=\s{0,2})?(?:(?:Some|Optional\.of|String::from|SecretString::new|Secret|[\w.]{0,30}SecureString)"
    r"\()?[bfru@$]?\\{0,7}([\"'])(?P<value>(?:(?!\1)[^\n\\]){4,200})\\{0,7}\1"
)


class _Call(NamedTuple):
    """Calls whose password stands after `before` other arguments; of a doubtful one it must look like one.

    `words` are the letters of which one must be there in lower case, `texts` how the calls begin; `goes_on` says that
    arguments may follow the password.
    """

    words: str
    texts: str
    before: str
    goes_on: bool = True
    is_doubtful: bool = False


_TABLE = (
    _Call(
        "networkcredential sqlcredential passwordauthentication userpassword usernamepasswordcredentials"
        " usernamepasswordcredential usernamepasswordauthenticationtoken changeuserpassword pscredential httpbasicauth"
        " httpdigestauth setbasicauth basicauthentication oci",
        "NetworkCredential( SqlCredential( PasswordAuthentication( UserPassword( PasswordCredential("
        " PasswordCredentials( PasswordAuthenticationToken( PSCredential( HTTPBasicAuth( HTTPDigestAuth("
        " etBasicAuth( BasicAuthentication( oci_connect( oci_pconnect(",
        "1",
    ),
    _Call(
        "pdo mysqli mysqldb pymysql sequelize plainauth getconnection createconnection mysql",
        "PDO( mysqli( mysqli_connect( mysqli_real_connect( MySQLdb.connect( pymysql.connect( Sequelize( PlainAuth("
        " getConnection( mysql_connect(",
        "2",
    ),
    _Call(
        "login connect authenticate basicauth basic auth credentials credential digestauth setcredentials"
        " passwordauthenticator passwordcredentials getconnection ftp",
        ".login( _login( .connect( authenticate( BasicAuth( basic_auth( auth=( Auth=( auth:( auth|=|( redentials("
        " getConnection( .auth( DigestAuth( PasswordAuthenticator(",
        "1,2",
        goes_on=False,
        is_doubtful=True,
    ),
    _Call("login basic", ".login( basic_auth( .basicAuth(", "1", is_doubtful=True),
)
_LAST, _NEXT = r"\)?\s{0,3}(?:,\s{0,3})?\)", r"\)?(?:\s{0,3}[,)]|\.(?:to|as|into)\w{0,20}\()"
_ARGUMENTS = tuple(
    re.compile(rf"\s{{0,12}}(?:{_ARGUMENT}){{{call.before}}}{_PASSWORD}{_NEXT if call.goes_on else _LAST}")
    for call in _TABLE
)
_TEXTS = tuple(tuple(text.replace("|", " ") for text in call.texts.split()) for call in _TABLE)
_NUMBERS: dict[bytes, list[int]] = {}
for _number, _call in enumerate(_TABLE):
    for _word in _call.words.split():
        _NUMBERS.setdefault(_word.encode(), []).append(_number)
WORDS = frozenset(_NUMBERS)


def find(text: str, near: set[bytes]) -> Iterator[Found]:
    """Yield the passwords among the arguments of calls in a text that holds the words `near`."""
    for number in sorted({number for word in near & WORDS for number in _NUMBERS[word]}):
        for beginning in _TEXTS[number]:
            for start in starts(text, beginning):
                found = _ARGUMENTS[number].match(text, start + len(beginning))
                if found is not None and _is_password(found["value"], _TABLE[number]):
                    yield Found(*found.span("value"), "option-password")


def _is_password(value: str, call: _Call) -> bool:
    if is_placeholder(value) or is_word(value) or is_path(value):
        return False
    has_digit = bool(re.search(r"\d", value))
    if call.is_doubtful:
        return has_digit and (not call.goes_on or is_strong(value, shortest=6))
    return is_secret(value, place=Place.QUOTED, is_pass=True) or (has_digit and is_strong(value, shortest=6))
