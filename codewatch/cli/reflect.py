"""`codewatch reflect`: compress a branch's observations now."""

import click

from codewatch.agents import reflector
from codewatch.cli.place import find_place, json_option, place_options
from codewatch.cli.show import console, print_json
from codewatch.config import Settings
from codewatch.store import observations, reflections, sessions
from codewatch.store.clock import utc_now
from codewatch.store.database import open_memory, transaction


@click.command()
@click.option("--level", type=click.IntRange(0, 3), help="Start at this level instead of 0.")
@click.option("--dry-run", is_flag=True, help="Show the reflection; store nothing.")
@place_options
@json_option
def reflect(level: int | None, dry_run: bool, project: str | None, branch: str | None, as_json: bool) -> None:
    """Compress this branch's unreflected observations, by rules; they stay searchable."""
    place = find_place(project, branch)
    settings = Settings.load()
    with open_memory(place.folder):
        with transaction():
            row_id = sessions.project_id(place.project, now=utc_now())
        # Nobody waits for the database while this computes.
        reflection = reflector.reflect(
            observations.unreflected(row_id, place.branch), threshold=settings.reflect_threshold,
            max_level=max(settings.max_compression, level or 0), chars_per_token=settings.chars_per_token,
            first_level=level or 0,
        )  # fmt: skip
        if reflection is not None and not dry_run:
            with transaction():
                reflections.add(reflection, project=row_id, branch=place.branch, now=utc_now())
                sessions.count_reflection(row_id, place.branch)
    result = {
        "observations_compressed": len(reflection.sources) if reflection else 0,
        "input_tokens": reflection.input_tokens if reflection else 0,
        "output_tokens": reflection.output_tokens if reflection else 0,
        "compression_ratio": round(reflection.ratio, 3) if reflection else 1.0,
        "compression_level": reflection.level if reflection else 0,
        "tokens_saved": reflection.tokens_saved if reflection else 0,
        "observer": reflection.observer if reflection else "",
        "contract": reflection.contract.as_dict() if reflection and reflection.contract else None,
        "content": reflection.content if reflection else "",
    }
    if as_json:
        print_json(result)
    elif reflection is None:
        console().print("nothing to reflect")
    else:
        console().print(reflection.content, soft_wrap=True)
