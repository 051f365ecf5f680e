"""Which providers are asked: those that the settings name, and no other (FEATURES F61-F72, L-09)."""

import pytest

from codewatch.config import Found, Sources
from codewatch.llm import providers
from codewatch.llm.question import Purpose


def names(primary, fallback="none", purpose: Purpose = "observe", **values):
    """Return the providers for settings that are given as variables."""
    lookup = lambda name: Found(values[name], "env") if name in values else Found()  # noqa: E731
    return providers.named(primary, fallback, purpose=purpose, lookup=lookup)


def test_nothing_is_asked_by_default():
    assert names("none", GROQ_API_KEY="k") == []


def test_primary_and_fallback_are_asked_in_their_order_with_their_presets():
    found = names("groq", "google", GROQ_API_KEY="a", GEMINI_API_KEY="b")

    assert [(one.name, one.model, one.key, one.missing) for one in found] == [
        ("groq", "llama-3.3-70b-versatile", "a", ""), ("google", "gemini-2.5-flash", "b", ""),
    ]  # fmt: skip


def test_a_named_provider_without_a_key_says_what_to_set():
    (one,) = names("groq", OPENAI_API_KEY="k")

    assert one.missing == "no key: set CODEWATCH_GROQ_API_KEY"


def test_a_key_of_our_own_comes_before_the_usual_one():
    (one,) = names("openai", CODEWATCH_OPENAI_API_KEY="ours", OPENAI_API_KEY="usual")

    assert one.key == "ours"


@pytest.mark.parametrize(
    ("purpose", "values", "model"),
    [
        ("observe", {}, "gpt-4o-mini"),
        ("observe", {"CODEWATCH_OPENAI_MODEL": "m1"}, "m1"),
        ("observe", {"CODEWATCH_OPENAI_MODEL": "m1", "CODEWATCH_LLM_MODEL": "m2"}, "m2"),
        ("observe", {"CODEWATCH_LLM_MODEL": "m2", "CODEWATCH_OBSERVER_MODEL": "m3"}, "m3"),
        ("reflect", {"CODEWATCH_LLM_MODEL": "m2", "CODEWATCH_OBSERVER_MODEL": "m3"}, "m2"),
        ("reflect", {"CODEWATCH_LLM_MODEL": "m2", "CODEWATCH_REFLECTOR_MODEL": "m4"}, "m4"),
    ],
)
def test_the_model_is_the_most_particular_one_that_is_set(purpose, values, model):
    (one,) = names("openai", purpose=purpose, OPENAI_API_KEY="k", **values)

    assert one.model == model


def test_any_prefix_of_litellm_is_a_provider_that_needs_a_model():
    (without,) = names("deepseek", DEEPSEEK_API_KEY="k")
    (one,) = names("deepseek", DEEPSEEK_API_KEY="k", CODEWATCH_DEEPSEEK_MODEL="deepseek-chat")

    assert without.missing == "no model: set CODEWATCH_DEEPSEEK_MODEL"
    assert (one.prefix, one.model, one.missing) == ("deepseek", "deepseek-chat", "")


def test_an_address_of_ones_own_needs_no_key():
    (one,) = names("openai", CODEWATCH_OPENAI_BASE_URL="http://127.0.0.1:8080/v1")

    assert (one.base_url, one.missing) == ("http://127.0.0.1:8080/v1", "")


@pytest.mark.parametrize(
    ("values", "name"),
    [({"ANTHROPIC_API_KEY": "a", "OPENAI_API_KEY": "b"}, "anthropic"), ({"OPENAI_API_KEY": "b"}, "openai")],
)
def test_auto_takes_the_one_whose_key_is_there(values, name):
    assert [one.name for one in names("auto", **values)] == [name]


def test_auto_without_any_key_is_a_fault():
    (one,) = names("auto")

    assert one.missing


def test_a_provider_can_be_shown_without_its_key():
    (one,) = names("openai", OPENAI_API_KEY="sk-secret")

    assert "sk-secret" not in f"{one} {one!r}"


def test_a_key_in_the_environment_counts_only_where_the_environment_names_its_provider(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("GROQ_API_KEY", "from a project")
    monkeypatch.delenv("CODEWATCH_LLM_PROVIDER", raising=False)

    before = Sources().find("GROQ_API_KEY")
    monkeypatch.setenv("CODEWATCH_LLM_PROVIDER", "groq")

    assert before == Found()
    assert Sources().find("GROQ_API_KEY") == Found("from a project", "environment")


def test_a_key_in_our_own_files_counts(monkeypatch, tmp_path):
    folder = tmp_path / "codewatch-memory"
    folder.mkdir()
    (folder / "env").write_text("export GROQ_API_KEY='gsk_$HOME'  # mine\n")
    (folder / "config.toml").write_text('openai_api_key = "sk-1"\n')
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))

    sources = Sources()

    assert sources.find("GROQ_API_KEY") == Found("gsk_$HOME", "env")
    assert sources.find("CODEWATCH_OPENAI_API_KEY") == Found("sk-1", "config.toml")


def test_a_name_that_nobody_knows_is_said_with_the_setting_and_what_is_known():
    (one,) = names("opneai", CODEWATCH_LLM_PROVIDER="opneai", CODEWATCH_OPNEAI_MODEL="m", OPNEAI_API_KEY="k")

    assert "no provider is called opneai, as CODEWATCH_LLM_PROVIDER (" in one.missing
    assert "/env) says" in one.missing
    assert "anthropic, openai, google, groq" in one.missing
    assert "CODEWATCH_OPNEAI_BASE_URL" in one.missing


def test_a_price_that_is_no_number_is_said():
    (one,) = names("groq", GROQ_API_KEY="k", CODEWATCH_GROQ_INPUT_USD_PER_M="cheap")

    assert one.missing == "CODEWATCH_GROQ_INPUT_USD_PER_M is no number that can be used"
