"""`codewatch config`: the settings and where each comes from."""

from typing import Any

import click

from codewatch import config as settings
from codewatch.cli import settings_check
from codewatch.cli.place import json_option
from codewatch.cli.show import console, print_json
from codewatch.cli.telling import tell
from codewatch.errors import NotFound
from codewatch.llm import prompts


@click.group()
def config() -> None:
    """Settings, and where each comes from: environment, env, config.toml or default."""


@config.command("list")
@json_option
def list_settings(as_json: bool) -> None:
    """List every setting with its value and source, also when a value is wrong."""
    rows = _rows()
    if as_json:
        print_json(rows)
    else:
        for row in rows:
            console().print(f"{row['name']:<32} {row['value']:<24} {row['source']}", soft_wrap=True)
    for line in (*settings_check.unknown(environment=True), *(fault.what for fault in prompts.faults())):
        tell(line)


@config.command()
@click.argument("name")
@json_option
def get(name: str, as_json: bool) -> None:
    """Show one setting."""
    bare = name.upper().replace("-", "_").removeprefix(settings.PREFIX)
    wanted = settings.PREFIX + bare
    for row in _rows():
        if row["name"] == wanted:
            print_json(row) if as_json else click.echo(row["value"])
            return
    if settings_check.is_of_provider(bare):
        raise NotFound(f"{wanted} is not set")
    raise NotFound(f"there is no setting {wanted}{settings_check.nearest(bare) or '; see codewatch config list'}")


def _rows() -> list[dict[str, Any]]:
    """Return the settings as rows, those of providers behind; what is wrong with a value goes to standard error."""
    rows, wrong = settings.describe()
    for line in wrong:
        tell(line)
    sources = settings.Sources()
    for name in settings_check.provider_names():
        found = sources.find(settings.PREFIX + name)
        if found.source:
            # A key is never printed.
            value = "(set)" if name.endswith("_API_KEY") else found.value
            rows.append((settings.PREFIX + name, value, found.source))
    return [{"name": name, "value": value, "source": source} for name, value, source in rows]


@config.command()
@json_option
def path(as_json: bool) -> None:
    """Show where the settings file is looked for."""
    found = str(settings.config_file())
    print_json({"path": found, "env": str(settings.env_path())}) if as_json else click.echo(found)
