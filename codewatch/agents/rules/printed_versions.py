"""Turns what a package manager printed into packages with the versions that are installed now."""

import re

_MARGIN = r"^[ \t]{0,40}"
_VERBS = "Adding|[Ii]nstalled package|Installing|Setting up|[-•] Installing|- Locking|Upgrading|Locking"
_SEPARATORS = re.compile(r"[-_.]+")
# A later pattern knows better: "Using version ^3.8" stands beside "Installing monolog (3.8.1)".
_PRINTED = tuple(
    re.compile(pattern, re.MULTILINE)
    for pattern in (
        r"Using version [\"'^~>=]*(?P<version>\d[\w.+-]*)[\"']? for (?P<name>[\w./-]+)",  # poetry, composer
        r"^Using (?P<name>[\w-]+) (?P<version>\d[\w.]*)",  # bundle
        _MARGIN + r"[+*] (?P<name>@?[\w./-]+?)[@= ]{1,3}(?P<version>[\^~]?v?\d[\w.+-]*)",  # uv, pnpm, flutter
        r"^[^\n+]{0,30}\+ (?P<name>@?[\w./-]+)@npm:(?P<version>\d[\w.+-]*)",  # yarn 4
        r"^(?:installed|[├└]─+) (?P<name>@?[\w./-]+)@(?P<version>\d[\w.+-]*)",  # yarn 1, bun, npm ls
        r"^success Installed \"(?P<name>@?[\w./-]+)@(?P<version>\d[\w.+-]*)\"",  # yarn global
        _MARGIN + rf"(?:{_VERBS}) [`\"]?(?P<name>[\w./@-]+?)[`\"]?(?::\w+)? \(?(?P<version>v?\d[\w.+~-]*)",
        _MARGIN + r"[-•] (?:Updating|Upgrading|Downgrading) (?P<name>[\w./-]+) \(\S+ [-=]> (?P<version>v?\d[\w.+-]*)",
        r"^\(\d+/\d+\) (?:Installing|Upgrading) (?P<name>[\w.+-]+) \((?:\S+ -> )?(?P<version>\d[\w.+-]*)\)",  # apk
        r"^  (?P<name>[A-Za-z][\w.+-]{0,80}?)-(?P<version>\d[\w.]{0,40}-[\w.]{1,40})\.(?:x86_64|noarch|aarch64)\b",
        r"::(?P<name>[\w.-]{1,80}?)-(?P<version>\d[\w.]{0,40})-\w",  # conda
        r"(?:added|downloading) (?P<name>[\w./-]+) (?P<version>v\d[\w.+-]*)",  # go
        r"(?:upgraded|downgraded) (?P<name>[\w./-]+) v\S+ => (?P<version>v\d[\w.+-]*)",  # go
        r"==> Pouring (?P<name>[\w@.+-]{1,80}?)--(?P<version>\d[\w.+]*?)\.(?:arm64|x86_64|[a-z]+\.bottle)",
        r"/Cellar/(?P<name>[\w@.+-]+)/(?P<version>\d[\w.+-]*)",  # brew
        r"PackageReference for package '(?P<name>[\w.-]+)' version '(?P<version>[\w.-]+)'",  # dotnet
        r"^Tool '(?P<name>[\w.-]+)' \(version '(?P<version>[\w.-]+)'\) was",  # dotnet
        r"^Add (?:jsr|npm):(?P<name>@?[\w./-]+)@(?P<version>\d[\w.+-]*)",  # deno
        r"✔ (?:Install|Update) (?P<name>[\w.-]+) (?:\S+ -> )?(?P<version>\d[\w.+]*) successful",  # pdm
        r"^Upgraded (?P<name>[\w.-]+) v?\S+ -> v?(?P<version>\d[\w.+-]*)",
    )
)
_PIP_SUCCESS = re.compile(r"^Successfully (?:un)?installed (.+)$", re.MULTILINE)
_PIP_ITEM = re.compile(r"(?P<name>[\w.-]+?)-(?P<version>\d[\w.+!]*)(?:,|\s|$)")
_MIX_NEW = re.compile(r"^(?:New|Upgraded):\n((?:  .+\n?)+)", re.MULTILINE)
_MIX_ITEM = re.compile(r"^  (?P<name>\w+) (?:[\d.]+ => )?(?P<version>\d[\w.-]*)", re.MULTILINE)
_MIX_GOT = re.compile(r"^\* (?:Getting|Updating) (\w+) \(", re.MULTILINE)
_THERE = re.compile(
    r"^Requirement already satisfied: (?P<pip>[\w.-]+)|^(?P<apt>[\w.+-]+) is already the newest version"
    r"|^Warning: (?P<brew>[\w@.+/-]+) \S+ is already installed",
    re.MULTILINE,
)


def printed_versions(output: str) -> dict[str, tuple[str, str]]:
    """Return the packages that an output names with a version, or "", by their plain names."""
    found: dict[str, tuple[str, str]] = {}
    for pattern in _PRINTED:
        for mark in pattern.finditer(output):
            found[plain_name(mark["name"])] = (mark["name"].lower(), mark["version"].rstrip(".,"))
    for line in _PIP_SUCCESS.finditer(output):
        for mark in _PIP_ITEM.finditer(line[1]):
            found[plain_name(mark["name"])] = (mark["name"].lower(), mark["version"])
    for block in _MIX_NEW.finditer(output):
        for mark in _MIX_ITEM.finditer(block[1]):
            found[plain_name(mark["name"])] = (mark["name"], mark["version"])
    for mark in _MIX_GOT.finditer(output):
        found.setdefault(plain_name(mark[1]), (mark[1], ""))
    return found


def already_there(output: str) -> set[str]:
    """Return the plain names of what was there before, so that nothing was done."""
    return {plain_name(str(mark[mark.lastgroup])) for mark in _THERE.finditer(output) if mark.lastgroup}


def plain_name(name: str) -> str:
    """Return a package's name as it is compared: typing-extensions for typing_extensions."""
    return _SEPARATORS.sub("-", name.lower())
