"""`codewatch config`: the settings and where each comes from."""

import click

from codewatch import config as settings
from codewatch.cli.place import json_option
from codewatch.cli.show import console, print_json
from codewatch.errors import NotFound


@click.group()
def config() -> None:
    """Settings, and where each comes from: environment, env, config.toml or default."""


@config.command("list")
@json_option
def list_settings(as_json: bool) -> None:
    """List every setting with its value and source."""
    rows = [{"name": name, "value": value, "source": source} for name, value, source in settings.describe()]
    if as_json:
        print_json(rows)
        return
    for row in rows:
        console().print(f"{row['name']:<32} {row['value']:<24} {row['source']}", soft_wrap=True)


@config.command()
@click.argument("name")
@json_option
def get(name: str, as_json: bool) -> None:
    """Show one setting."""
    wanted = name.upper() if name.upper().startswith(settings.PREFIX) else settings.PREFIX + name.upper()
    for found, value, source in settings.describe():
        if found == wanted:
            print_json({"name": found, "value": value, "source": source}) if as_json else click.echo(value)
            return
    raise NotFound(f"there is no setting {wanted}; see codewatch config list")


@config.command()
@json_option
def path(as_json: bool) -> None:
    """Show where the settings file is looked for."""
    found = str(settings.config_file())
    print_json({"path": found, "env": str(settings.env_path())}) if as_json else click.echo(found)
