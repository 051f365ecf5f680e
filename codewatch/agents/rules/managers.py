"""The table of package managers: which command lines install or remove packages."""

from codewatch.agents.rules.shell import ShellCommand, program_of

ADDED = "installed"
_REMOVE = "removed"
_NODE_VERBS = {
    "install": ADDED,
    "i": ADDED,
    "add": ADDED,
    "uninstall": _REMOVE,
    "remove": _REMOVE,
    "rm": _REMOVE,
    "un": _REMOVE,
}
_SYSTEM_VERBS = {
    "install": ADDED,
    "add": ADDED,
    "remove": _REMOVE,
    "uninstall": _REMOVE,
    "purge": _REMOVE,
    "del": _REMOVE,
}
# How a manager's command line begins → what each verb does.
_MANAGERS: dict[tuple[str, ...], dict[str, str]] = {
    **{(name,): _NODE_VERBS for name in ("npm", "pnpm", "yarn", "bun")},
    **{
        (name,): _SYSTEM_VERBS
        for name in ("apt", "apt-get", "brew", "apk", "dnf", "yum", "snap", "choco", "winget", "scoop")
    },
    **{(name,): {"add": ADDED, "remove": _REMOVE, "install": ADDED} for name in ("uv", "poetry", "pdm", "pixi", "rye")},
    **{
        (name,): {"install": ADDED, "uninstall": _REMOVE, "remove": _REMOVE}
        for name in ("pip", "pip3", "pipx", "conda", "mamba", "pipenv")
    },
    ("uv", "pip"): {"install": ADDED, "uninstall": _REMOVE},
    ("uv", "tool"): {"install": ADDED, "uninstall": _REMOVE},
    ("cargo",): {"add": ADDED, "install": ADDED, "remove": _REMOVE, "rm": _REMOVE, "uninstall": _REMOVE},
    ("go",): {"get": ADDED, "install": ADDED},
    ("gem",): {"install": ADDED, "uninstall": _REMOVE},
    ("bundle",): {"add": ADDED, "install": ADDED, "remove": _REMOVE},
    ("mix",): {"deps.get": ADDED, "deps.update": ADDED, "igniter.install": ADDED},
    ("composer",): {"require": ADDED, "remove": _REMOVE},
    ("dotnet", "add", "package"): {},
    ("dotnet", "remove", "package"): {},
    ("dotnet", "package", "add"): {},
    ("dotnet", "tool"): {"install": ADDED},
    ("deno",): {"add": ADDED, "remove": _REMOVE},
    ("flutter", "pub"): {"add": ADDED, "remove": _REMOVE},
    ("dart", "pub"): {"add": ADDED, "remove": _REMOVE},
    ("rustup", "component"): {"add": ADDED},
    ("rustup", "target"): {"add": ADDED},
    ("playwright",): {"install": ADDED},
    ("pacman",): {"-S": ADDED, "-R": _REMOVE},
}
VALUED_FLAGS = frozenset(
    "-r --requirement -c --constraint -e --editable --index-url -i --extra-index-url --find-links -f --group --extra -E"
    " --features -F --version -v --target -t --prefix --registry --source --python -p -n --channel --git --branch --tag"
    " --filter -w --workspace --path --root --framework --platform --optional".split()
)


_ONLY_TELLS = frozenset(("--dry-run", "--help", "-h", "--simulate"))


def verb_of(command: ShellCommand) -> tuple[str, list[str]]:
    """Return "installed" or "removed" ("" when the command does neither) and the arguments that follow."""
    words = [program_of(command), *command.words[1:]]
    if not _ONLY_TELLS.isdisjoint(words):
        return "", []
    if words[0] == "dotnet" and words[3:4] == ["package"]:  # names the project first
        words = [*words[:2], *words[3:]]
    for size in (3, 2, 1):
        verbs = _MANAGERS.get(tuple(words[:size]))
        if verbs is None:
            continue
        rest = words[size:]
        if not verbs:
            return (_REMOVE if "remove" in words[:size] else ADDED), rest
        while rest and rest[0].startswith("-") and rest[0] not in verbs:
            rest = rest[2:] if rest[0] in VALUED_FLAGS | {"--prefix", "-C", "--dir", "--cwd"} else rest[1:]
        if rest[:1] == ["global"]:
            rest = rest[1:]
        return (verbs.get(rest[0], "") if rest else ""), rest[1:]
    return "", []
