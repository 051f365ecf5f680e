"""`codewatch setup --provider` and the options beside it."""

import json

import pytest


@pytest.fixture
def env(product):
    """Give the path of the settings file `env`."""
    return product.home / ".config" / "codewatch-memory" / "env"


def test_a_provider_is_written_and_what_it_needs_is_told(product, env):
    done = product.run("setup", "--yes", "--provider", "Groq", "--model", "llama-3.1-8b-instant")

    assert env.read_text() == "CODEWATCH_LLM_PROVIDER=groq\nCODEWATCH_LLM_MODEL=llama-3.1-8b-instant\n"
    assert env.stat().st_mode & 0o777 == 0o600
    assert f"codewatch: groq: no key: set CODEWATCH_GROQ_API_KEY, in {env}\n" in done.stderr
    assert product.run("config", "get", "llm_provider").stdout == "groq\n"


def test_what_else_stands_in_the_file_stays_and_no_key_is_shown(product, env):
    env.parent.mkdir(parents=True)
    env.write_text("# mine\nexport CODEWATCH_LLM_PROVIDER=openai\nGROQ_API_KEY=gsk_FAKEFAKE")

    shown = product.run("setup", "--dry-run", "--provider", "groq")
    done = product.run("setup", "--yes", "--provider", "groq", "--vertex-region", "europe-west1")

    assert "+CODEWATCH_LLM_PROVIDER=groq" in shown.stdout
    assert "FAKEFAKE" not in shown.stdout + shown.stderr + done.stdout + done.stderr
    assert env.read_text() == (
        "# mine\nCODEWATCH_LLM_PROVIDER=groq\nGROQ_API_KEY=gsk_FAKEFAKE\nCODEWATCH_VERTEX_REGION=europe-west1\n"
    )
    assert [path.name for path in env.parent.iterdir()] == ["env"]


def test_a_second_time_changes_nothing(product, env):
    product.run("setup", "--yes", "--provider", "ollama")
    before = env.stat().st_mtime_ns

    assert product.json("setup", "--yes", "--provider", "ollama")["changes"] == []
    assert env.stat().st_mtime_ns == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--provider", "grok"), "--provider grok: there is no such provider; did you mean groq?"),
        (("--provider", "opnai"), "--provider opnai: there is no such provider; did you mean openai?"),
        (("--provider", "mistral"), "--provider mistral: codewatch knows anthropic, "),
        (("--provider", "a b"), "--provider a b: there is no such provider"),
        (("--provider", "groq", "--model", "a\nb"), "'a\\nb' cannot be the value of such a setting"),
    ],
)
def test_a_provider_that_is_not_known_is_refused_before_anything_changes(product, env, words, said):
    done = product.run("setup", "--yes", *words, check=False)

    assert done.returncode == 2
    assert done.stderr.startswith(f"codewatch: {said}")
    assert list(product.home.iterdir()) == []


def test_any_provider_of_litellms_may_be_named_with_its_model(product, env):
    product.run("setup", "--yes", "--provider", "mistral", "--model", "mistral-small-latest")

    assert "CODEWATCH_LLM_PROVIDER=mistral\n" in env.read_text()


def test_an_environment_that_says_otherwise_is_told(product):
    done = product.run("setup", "--yes", "--provider", "ollama", CODEWATCH_LLM_PROVIDER="claude")

    assert "CODEWATCH_LLM_PROVIDER is 'claude' in the environment, and that comes before" in done.stderr


def test_without_service_and_backfill_it_does_what_it_does_anyhow(product):
    done = product.json("setup", "--yes", "--no-service", "--no-backfill", "--no-mcp")

    assert [change["action"] for change in done["changes"]] == ["create"]
    assert not (product.home / ".config" / "systemd").exists()


def test_a_command_that_is_not_on_the_path_is_named_in_full(product, tmp_path):
    done = product.run("setup", "--yes", PATH=str(tmp_path))

    assert "codewatch: `codewatch` is not on your PATH; it is /" in done.stderr
    assert "/codewatch status`" in done.stdout
    assert json.loads(product.run("setup", "--yes", "--json", PATH=str(tmp_path)).stdout)["changes"] == []
