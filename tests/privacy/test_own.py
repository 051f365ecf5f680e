"""The user's own patterns: the hook reads them as the commands do, or says that it cannot."""

import os

import pytest

from codewatch import privacy
from codewatch.config import PREFIX, Settings
from codewatch.errors import ConfigError
from codewatch.privacy import own


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Give an empty folder of settings files; no CODEWATCH_* variable is set, and no pattern is in use at the end."""
    for name in [name for name in os.environ if name.startswith(PREFIX)]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    found = tmp_path / "codewatch-memory"
    found.mkdir()
    yield found
    privacy.use([])


N = "CODEWATCH_REDACT_PATTERNS"
PLAIN = [
    f"{N}=ACME-[0-9]+", f"export {N}='ACME-[0-9]+'", f"  export   {N} = \"ACME-[0-9]+\"  ", f"{N}='[\"a+b\", \"c\"]'",
    f"{N}=[\"a+b\"]", f"# {N}=no\n{N}=yes+", "codewatch_redact_patterns=a+b", f"CODEWATCH_LOG_LEVEL=debug\n{N}='a\\d'",
    f"{N}=", "CODEWATCH_LOG_LEVEL='debug'", f"{N}='a+b'\r\n", "",
]  # fmt: skip
UNSURE = [
    f"{N}='a+b' # mine", f"{N}=a+b # mine", f"{N}='a\nb'", f'{N}="a\\nb"', f"{N}=${{HOME}}x", f"{N}=a\n{N}=b",
    f"X='\n{N}=a+b\n'", f"{N}='it\\'s'", f"{N}", f"\ufeff{N}=a+b", f"X={N}",
]  # fmt: skip


@pytest.mark.parametrize("text", PLAIN)
def test_a_plain_env_file_means_the_same_to_the_hook_and_to_the_commands(folder, text):
    (folder / "env").write_text(text, encoding="utf-8", newline="")

    assert own.patterns() == Settings.load().redact_patterns


@pytest.mark.parametrize("text", UNSURE)
def test_an_env_file_that_takes_more_rules_is_no_guess(folder, text):
    (folder / "env").write_text(text, encoding="utf-8")

    with pytest.raises(ValueError, match="env file"):
        own.patterns()


@pytest.mark.parametrize("key", ["redact_patterns", "REDACT_PATTERNS", "CODEWATCH_REDACT_PATTERNS", "redact-patterns"])
def test_a_key_of_the_configuration_counts_in_any_spelling(folder, key):
    (folder / "config.toml").write_text(f'{key} = ["ACME-[0-9]+"]\n')

    assert own.patterns() == ["ACME-[0-9]+"]
    assert Settings.load().redact_patterns == ["ACME-[0-9]+"]


@pytest.mark.parametrize("text", ["redact_patterns = 3", "redact_patterns = [3]", "redact_patterns = ["])
def test_a_configuration_that_holds_something_else_is_no_guess(folder, text):
    (folder / "config.toml").write_text(text)

    with pytest.raises(ValueError, match=r".+"):
        own.patterns()


def test_an_empty_variable_counts_more_than_the_files(folder, monkeypatch):
    (folder / "config.toml").write_text('redact_patterns = ["ACME"]\n')
    monkeypatch.setenv(N, "")

    assert own.patterns() == Settings.load().redact_patterns == []


@pytest.mark.parametrize("wrong", ["halvorsen-secret(", "a{99999999999}", "(" * 5_000, "x*"])
def test_a_wrong_pattern_is_named_by_number_and_the_others_are_used(folder, wrong):
    with pytest.raises(ConfigError, match="pattern 2 ") as told:
        privacy.use(["ACME-[0-9]+", wrong, "badge=XY[0-9]+"])

    assert wrong not in str(told.value)
    assert privacy.clean("ACME-1 and XY2").text == "[redacted:own] and [redacted:badge]"


@pytest.mark.parametrize("value", ['["halvorsen', '["halvorsen", 3]', "halvorsen("])
def test_a_wrong_setting_never_quotes_itself(folder, monkeypatch, value):
    monkeypatch.setenv(N, value)

    with pytest.raises(ConfigError) as told:
        Settings.load()

    assert "halvorsen" not in str(told.value)
    assert N in str(told.value)
