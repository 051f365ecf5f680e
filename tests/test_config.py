"""Settings: four sources in their order, read once, with one clear line when one is wrong."""

import os
from pathlib import Path

import pytest
from pydantic_core import PydanticUndefined

from codewatch import config, paths
from codewatch.config import PREFIX, Settings
from codewatch.errors import ConfigError


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Give an empty folder of settings files; no CODEWATCH_* variable is set."""
    for name in [name for name in os.environ if name.startswith(PREFIX)]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    found = tmp_path / "codewatch-memory"
    found.mkdir()
    return found


def test_without_any_source_the_defaults_hold(folder):
    assert {source for _, _, source in config.describe()[0]} == {"default"}
    assert Settings.load().reflect_threshold == 40_000


@pytest.mark.parametrize("name", Settings.model_fields)
def test_every_setting_has_a_default_and_a_meaning(name):
    field = Settings.model_fields[name]

    assert field.default is not PydanticUndefined
    assert field.description


@pytest.mark.parametrize(
    ("toml", "env", "variables", "expected"),
    [
        ("log_level = 'debug'", "", [], ("debug", "config.toml")),
        ("log_level = 'debug'", "CODEWATCH_LOG_LEVEL=error", [], ("error", "env")),
        (
            "log_level = 'debug'",
            "CODEWATCH_LOG_LEVEL=error",
            [("CODEWATCH_LOG_LEVEL", "warning")],
            ("warning", "environment"),
        ),
        ("", "CODEWATCH_LOG_LEVEL='error'", [], ("error", "env")),
        ("unknown = 1\nlog_level = 'debug'", "CODEWATCH_UNKNOWN=1", [], ("debug", "config.toml")),
    ],
)
def test_the_first_source_that_has_a_setting_wins(folder, monkeypatch, toml, env, variables, expected):
    (folder / "config.toml").write_text(toml)
    (folder / "env").write_text(env)
    [monkeypatch.setenv(*variable) for variable in variables]

    found = {name: (value, source) for name, value, source in config.describe()[0]}

    assert found["CODEWATCH_LOG_LEVEL"] == expected


def test_a_dotenv_file_of_the_current_folder_is_never_read(folder, tmp_path, monkeypatch):
    (tmp_path / ".env").write_text("CODEWATCH_LOG_LEVEL=error\n")
    monkeypatch.chdir(tmp_path)

    assert Settings.load().log_level == "info"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("REFLECT_THRESHOLD", "0"), ("REFLECT_THRESHOLD", "many"), ("MAX_COMPRESSION", "4"), ("MAX_COMPRESSION", "-1"),
        ("CHARS_PER_TOKEN", "0"), ("CHARS_PER_TOKEN", "17"), ("LOG_LEVEL", "loud"), ("AUTO_REFLECT", "perhaps"),
        ("WORKER_IDLE_MIN", "0"), ("WAIT_FOR_MORE_MIN", "-1"), ("DEFAULT_BRANCH", ""),
    ],
)  # fmt: skip
def test_a_value_that_does_not_fit_is_told_by_its_name(folder, monkeypatch, name, value):
    monkeypatch.setenv(PREFIX + name, value)

    with pytest.raises(ConfigError, match=f"^{PREFIX}{name}: [^\n]+$"):
        Settings.load()


@pytest.mark.parametrize(
    ("file", "text", "line"),
    [
        ("env", "# mine\n\nCODEWATCH_DAILY_TOKENS=5\nexport CODEWATCH_CONCURRENCY=many\n", 4),
        ("env", "CODEWATCH_CONCURRENCY=2\nCODEWATCH_CONCURRENCY=many\n", 2),
        ("config.toml", "daily_tokens = 5\n\n'CODEWATCH_CONCURRENCY' = 'many'\n", 3),
    ],
)
def test_a_value_that_does_not_fit_is_told_with_its_file_and_line(folder, file, text, line):
    (folder / file).write_text(text)

    with pytest.raises(ConfigError, match=rf"^CODEWATCH_CONCURRENCY: [^\n]+, in {folder / file}, line {line}$"):
        Settings.load()


def test_a_value_of_the_environment_is_told_to_be_there(folder, monkeypatch):
    (folder / "env").write_text("CODEWATCH_CONCURRENCY=2\n")
    monkeypatch.setenv("CODEWATCH_CONCURRENCY", "many")

    with pytest.raises(ConfigError, match=r", in the environment$"):
        Settings.load()


def test_values_that_do_not_fit_are_described_beside_the_others(folder):
    (folder / "env").write_text("CODEWATCH_CONCURRENCY=many\nCODEWATCH_LOG_LEVEL=loud\nCODEWATCH_DAILY_TOKENS=5\n")

    rows, wrong = config.describe()

    assert {("CODEWATCH_CONCURRENCY", "many", "env"), ("CODEWATCH_LOG_LEVEL", "loud", "env")} <= set(rows)
    assert ("CODEWATCH_DAILY_TOKENS", "5", "env") in rows
    assert [line.split(":")[0] for line in wrong] == ["CODEWATCH_CONCURRENCY", "CODEWATCH_LOG_LEVEL"]


@pytest.mark.parametrize("raw", [b"log_level = [", b"\xff\xfe", b"a = 1\na = 2"], ids=["syntax", "encoding", "twice"])
def test_a_toml_file_that_cannot_be_read_is_told_by_its_path(folder, raw):
    (folder / "config.toml").write_bytes(raw)

    with pytest.raises(ConfigError, match=r"config\.toml cannot be read"):
        Settings.load()


@pytest.mark.parametrize(("value", "expected"), [("Groq ", "groq"), ("", "none"), ("NONE", "none")])
def test_a_provider_is_written_in_any_case(folder, monkeypatch, value, expected):
    monkeypatch.setenv("CODEWATCH_LLM_PROVIDER", value)

    assert Settings.load().llm_provider == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [("", "mcp-data/codewatch-memory"), ("~/memory", "memory")],
    ids=["default", "home"],
)
def test_the_data_directory_is_absolute_and_the_one_the_hooks_use(folder, tmp_path, monkeypatch, value, expected):
    monkeypatch.setenv("CODEWATCH_DATA_DIR", value)

    assert Settings.load().folder == str(tmp_path / expected) == paths.data_dir()


def test_settings_cannot_be_changed_after_they_are_read(folder):
    with pytest.raises(ValueError, match="frozen"):
        Settings.load().log_level = "debug"


def test_the_files_are_where_the_paths_say(folder):
    assert (config.config_file(), config.env_path()) == (folder / "config.toml", folder / "env")
    assert Path(paths.config_dir()) == folder
