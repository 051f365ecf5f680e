"""A named text for a model, with its fields filled in: the user's own where there is one, else the one that ships."""

import re
from importlib.resources import files
from pathlib import Path

from codewatch import paths
from codewatch.errors import ConfigError

_FIELD = re.compile(r"\{([a-z_]+)\}")
FOLDER = "prompts"


def fill(name: str, **fields: str) -> str:
    """Return the text `prompts/<name>.md` with `{field}` replaced by what was given for it.

    Each but the parts of others begins with the words by which our own sessions are known. A file of that name in the
    folder `prompts` beside the settings takes its place (FEATURES F150).

    Raises:
        ConfigError: the user's own file cannot be read, or lacks a field without which nothing is asked.
    """
    own = Path(paths.config_dir(), FOLDER, f"{name}.md")
    shipped = (files("codewatch.prompts") / f"{name}.md").read_text(encoding="utf-8")
    text = shipped
    if own.is_file():
        try:
            text = own.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"{own} cannot be read ({error}); mend or remove it") from error
        lacking = sorted(set(_FIELD.findall(shipped)) - set(_FIELD.findall(text)))
        if lacking:
            raise ConfigError(f"{own} lacks {', '.join('{' + field + '}' for field in lacking)}; mend or remove it")
    # One pass: what a field holds is never looked at for fields.
    filled = _FIELD.sub(lambda found: fields.get(found[1], found[0]), text)
    is_part = name == "repair" or name.startswith("reflector-level-")
    return filled if is_part else f"{paths.OUR_OPENING}\n\n{filled}"
