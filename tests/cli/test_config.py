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


def test_yes_and_no_are_written_as_the_settings_files_have_them(product):
    assert product.run("config", "get", "checkpoints").stdout == "true\n"


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


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_wrong_value_is_shown_and_told(product, settings_folder, options):
    (settings_folder / "config.toml").write_text('log_level = "loud"\n')

    done = product.run("config", "list", *options)

    assert "loud" in done.stdout
    assert done.stderr.startswith("codewatch: CODEWATCH_LOG_LEVEL: ")
    assert done.stderr.endswith(f", in {settings_folder / 'config.toml'}, line 1\n")
    assert product.run("config", "get", "log_level").stdout == "loud\n"


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("config.toml", "\nlog_levle = 'debug'\n",
         "line 2: log_levle is no setting, and ignored; did you mean log_level?"),
        ("env", "CODEWATCH_LLM_PROVDER=groq\n",
         "line 1: CODEWATCH_LLM_PROVDER is no setting, and ignored; did you mean CODEWATCH_LLM_PROVIDER?"),
        ("env", "LLM_PROVIDER=groq\n",
         "line 1: LLM_PROVIDER is no setting, and ignored; did you mean CODEWATCH_LLM_PROVIDER?"),
        ("env", "CODEWATCH_OBSERVR_MODEL=x\n",
         "line 1: CODEWATCH_OBSERVR_MODEL is no setting, and ignored; did you mean CODEWATCH_OBSERVER_MODEL?"),
        ("env", "\nCODEWATCH_LLM_PROVIDER groq\n", "line 2: not NAME=value, and ignored"),
        ("env", "CODEWATCH_XYLOPHONE=1\n", "line 1: CODEWATCH_XYLOPHONE is no setting, and ignored"),
    ],
)  # fmt: skip
def test_a_key_that_means_nothing_is_told_with_the_nearest_that_does(product, settings_folder, file, text, said):
    (settings_folder / file).write_text(text)

    listed, status = product.run("config", "list"), product.json("status")

    assert listed.stderr.startswith(f"codewatch: {settings_folder / file}, {said}")
    assert len(listed.stderr.splitlines()) == 1
    (found,) = [one for one in status["findings"] if one["id"] == "unknown-setting"]
    assert said in found["what"]


def test_a_misspelt_variable_is_told(product):
    done = product.run("config", "list", CODEWATCH_DAILY_TOKNES="5")

    assert done.stderr == (
        "codewatch: the environment: CODEWATCH_DAILY_TOKNES is no setting, and ignored;"
        " did you mean CODEWATCH_DAILY_TOKENS?\n"
    )


def test_keys_that_mean_something_are_not_told(product, settings_folder):
    (settings_folder / "env").write_text(
        "GROQ_API_KEY=FAKE\nMISTRAL_API_KEY=FAKE\nHTTPS_PROXY=http://x\nAWS_REGION=eu\nCODEWATCH_OLLAMA_MODEL=x\n"
        "CODEWATCH_MISTRAL_MODEL=y\nCODEWATCH_VERTEX_PROJECT=p\nCODEWATCH_ANTHROPIC_VERTEX_MODEL=z\n"
        "CODEWATCH_GROQ_INPUT_USD_PER_M=0\nCODEWATCH_GROQ_OUTPUT_USD_PER_M=1\nCODEWATCH_MINE_CONTEXT_TOKENS=9\n"
    )

    assert product.run("config", "list").stderr == ""


def test_the_settings_of_providers_are_listed_where_they_are_set_and_no_key_is_shown(product, settings_folder):
    (settings_folder / "env").write_text("CODEWATCH_GROQ_MODEL=x\nCODEWATCH_GROQ_API_KEY=FAKEFAKE\n")

    rows = product.json("config", "list")

    assert rows[-2:] == [
        {"name": "CODEWATCH_GROQ_API_KEY", "value": "(set)", "source": "env"},
        {"name": "CODEWATCH_GROQ_MODEL", "value": "x", "source": "env"},
    ]
    assert product.run("config", "get", "groq_model").stdout == "x\n"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("log_levle", "there is no setting CODEWATCH_LOG_LEVLE; did you mean CODEWATCH_LOG_LEVEL?"),
        ("groq_model", "CODEWATCH_GROQ_MODEL is not set"),
        ("xylophone", "there is no setting CODEWATCH_XYLOPHONE; see codewatch config list"),
    ],
)
def test_a_setting_that_is_not_there_is_told(product, name, said):
    done = product.run("config", "get", name, check=False)

    assert (done.returncode, done.stderr) == (1, f"codewatch: {said}\n")
