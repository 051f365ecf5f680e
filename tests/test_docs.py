"""What README.md and docs/ say is true: every command, option, setting and kind of secret."""

import re
from pathlib import Path

import click
import pytest

from codewatch import privacy
from codewatch.categories import DEFAULT_PRIORITY, DEFAULT_SCOPE, MEANING, Category
from codewatch.cli.main import cli
from codewatch.config import PREFIX, Settings
from codewatch.llm.providers import PRESETS

ROOT = Path(__file__).resolve().parent.parent
DOCS = {path.name: path.read_text("utf-8") for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]}
FOLDERS = {"README.md": ROOT}
SHARED_OPTIONS = {"--json", "--project", "--branch"}
CODE = re.compile(r"```.*?```|`[^`\n]+`", re.DOTALL)


def commands(group, name="codewatch"):
    """Return the full name and command of everything below a group."""
    context = click.Context(group)
    found = {}
    for word in group.list_commands(context):
        command = group.get_command(context, word)
        found[f"{name} {word}"] = command
        found |= commands(command, f"{name} {word}") if isinstance(command, click.Group) else {}
    return found


def options(command):
    """Return the long options of a command that are its own."""
    named = {parameter.opts[0] for parameter in command.params if isinstance(parameter, click.Option)}
    return named - SHARED_OPTIONS


def section(name):
    """Return the part of docs/commands.md about a command."""
    return re.split(rf"^##+ {name}(?: [A-Z\[].*)?$", DOCS["commands.md"], flags=re.MULTILINE)[1].split("\n#")[0]


def named_commands():
    """Return the commands that code in the documents names, as far as their words are commands or options."""
    code = [re.sub(r" # .*", "", part) for text in DOCS.values() for part in CODE.findall(text)]
    headings = re.findall(r"^##+ (codewatch .*)$", DOCS["commands.md"], flags=re.MULTILINE)
    named = re.findall(r"(?<![\w/.-])codewatch((?: [a-z][a-z-]+)+)", "\n".join([*code, *headings]))
    in_venv = re.findall(r"\.venv/bin/codewatch((?: [a-z][a-z-]+)+)", "\n".join(code))
    return sorted({words.strip() for words in [*named, *in_venv]})


def table(text, heading):
    """Return the rows of the table whose heading row is given, as lists of cells."""
    body = text.split(heading, 1)[1].split("\n\n", 1)[0].strip().splitlines()[1:]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in body]


def default_of(field):
    """Return a setting's default as the README writes it."""
    text = str(field.default).lower() if isinstance(field.default, bool) else str(field.default)
    return f"`{text}`" if text else "empty"


@pytest.mark.parametrize("name", commands(cli))
def test_a_command_is_documented(name):
    assert section(name).strip() != ""


@pytest.mark.parametrize("name", [name for name in commands(cli) if name.count(" ") == 1])
def test_a_command_is_in_the_readme(name):
    assert f"\n| `{name}` | " in DOCS["README.md"]


@pytest.mark.parametrize(("name", "command"), commands(cli).items(), ids=commands(cli))
def test_the_documented_options_of_a_command_are_the_ones_it_has(name, command):
    documented = {
        row[0].strip("`").split()[0]
        for row in table(section(name) + "\n| option | meaning |\n\n", "| option | meaning |")
    }

    assert documented == options(command)


@pytest.mark.parametrize("words", named_commands())
def test_a_named_command_exists(product, words):
    assert product.run(*words.split(), "--help").stderr == ""


def test_the_readmes_table_of_settings_is_the_one_of_the_code():
    expected = [
        [f"`{PREFIX}{name.upper()}`", default_of(field), field.description]
        for name, field in Settings.model_fields.items()
    ]

    assert table(DOCS["README.md"], "| name | default | meaning |") == expected


@pytest.mark.parametrize("name", Settings.model_fields)
def test_a_setting_is_explained(name):
    assert f"`{PREFIX}{name.upper()}`" in DOCS["settings.md"].split("## Each setting")[1]


# Settings of a provider are made up from its name.
PROVIDER_SETTINGS = {
    "vertex_project", "vertex_region", "bedrock_region",
    *(f"{name.replace('-', '_')}_{part}" for name in PRESETS for part in ("model", "api_key", "base_url")),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(set(re.findall(r"CODEWATCH_[A-Z_]*[A-Z]", "".join(DOCS.values())))))
def test_a_documented_setting_exists(name):
    assert name.removeprefix(PREFIX).lower() in {*Settings.model_fields, *PROVIDER_SETTINGS}


def test_the_kinds_of_secrets_are_the_ones_of_the_gate():
    gate = DOCS["privacy.md"].split("## The gate")[1].split("The gate has limits")[0]

    assert [kind for kind in re.findall(r"`([a-z0-9-]+)`(?=[,.\n]| \|)", gate) if kind in privacy.kinds()] == [
        *privacy.kinds()
    ]


def test_the_categories_are_the_ones_of_the_code():
    expected = [[f"`{name}`", MEANING[name], DEFAULT_PRIORITY[name], DEFAULT_SCOPE[name]] for name in Category]

    assert table(DOCS["how-it-works.md"], "| category | meaning | priority | belongs to |") == expected


@pytest.mark.parametrize(
    "quoted", ['"the password is swordfish"', "`token = abcdefghijkl`"], ids=["in a sentence", "without a digit"]
)
def test_what_the_gate_is_said_to_miss_it_misses(quoted):
    assert quoted in DOCS["privacy.md"]
    assert privacy.clean(quoted).removed == {}


def test_a_private_tag_in_backticks_is_talk_about_it():
    assert privacy.clean("write `<private>` around it, then go on").removed == {}


def test_every_link_between_the_documents_leads_somewhere():
    links = [
        (name, link)
        for name, text in DOCS.items()
        for link in re.findall(r"\]\(([^)#]+)[^)]*\)", text)
        if "://" not in link
    ]

    assert [link for name, link in links if not (FOLDERS.get(name, ROOT / "docs") / link).is_file()] == []


def test_a_damaged_memory_is_mended_as_troubleshooting_says(product, transcript):
    """Move it away, observe again."""
    folder = product.home / ".claude" / "projects" / "-project"
    folder.mkdir(parents=True)
    transcript.user(f"Always use Decimal for money, never float. {'We keep the reason beside the decision. ' * 8}")
    transcript.path.rename(folder / "sess-1.jsonl")
    product.run("observe")
    before = product.contents()
    product.run("worker", "stop")
    (product.data / "codewatch.db").write_bytes(b"this is no database, and never was one" * 200)

    moved = [path.rename(path.with_name(f"old-{path.name}")) for path in product.data.glob("codewatch.db*")]
    product.run("observe")

    assert moved != []
    assert product.contents() == before != []
