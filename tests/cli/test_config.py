"""`codewatch config`: every setting with its value and source."""

import pytest

from codewatch.config import PREFIX, Settings

NAMES = [PREFIX + name.upper() for name in Settings.model_fields]


@pytest.fixture
def settings_folder(product):
    """Give the folder of `config.toml` and `env`."""
    folder = product.home / ".config" / "codewatch-memory"
    folder.mkdir(parents=True)
    return folder


def test_list_names_every_setting(product):
    assert [row["name"] for row in product.json("config", "list")] == NAMES


def test_list_has_a_line_for_each(product):
    assert [line.split()[0] for line in product.run("config", "list").stdout.splitlines()] == NAMES


@pytest.mark.parametrize("name", ["CODEWATCH_LOG_LEVEL", "log_level", "Log_Level"])
def test_get_takes_the_name_with_and_without_prefix(product, name):
    assert product.run("config", "get", name).stdout == "info\n"


@pytest.mark.parametrize(
    ("toml", "env", "environment", "expected"),
    [
        ("", "", {}, ("info", "default")),
        ('log_level = "debug"', "", {}, ("debug", "config.toml")),
        ('log_level = "debug"', "CODEWATCH_LOG_LEVEL=error", {}, ("error", "env")),
        (
            'log_level = "debug"',
            "CODEWATCH_LOG_LEVEL=error",
            {"CODEWATCH_LOG_LEVEL": "warning"},
            ("warning", "environment"),
        ),
    ],
    ids=["default", "config.toml", "env", "environment"],
)
def test_the_environment_wins_over_env_over_config_toml(product, settings_folder, toml, env, environment, expected):
    (settings_folder / "config.toml").write_text(toml)
    (settings_folder / "env").write_text(env)

    row = product.json("config", "get", "log_level", **environment)

    assert row == {"name": "CODEWATCH_LOG_LEVEL", "value": expected[0], "source": expected[1]}


def test_path_shows_where_the_file_would_be(product):
    expected = str(product.home / ".config" / "codewatch-memory" / "config.toml")

    assert product.run("config", "path").stdout == f"{expected}\n"
    assert product.json("config", "path")["path"] == expected


def test_an_env_file_of_the_current_folder_is_not_read(product):
    (product.project / ".env").write_text("CODEWATCH_LOG_LEVEL=error\n")

    assert product.run("config", "get", "log_level").stdout == "info\n"
