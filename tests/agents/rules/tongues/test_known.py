"""Which language a sentence is taken for."""

import pytest

from codewatch.agents.rules.tongues.chinese import CHINESE
from codewatch.agents.rules.tongues.french import FRENCH
from codewatch.agents.rules.tongues.german import GERMAN
from codewatch.agents.rules.tongues.japanese import JAPANESE
from codewatch.agents.rules.tongues.known import folded, tongue_of
from codewatch.agents.rules.tongues.spanish import SPANISH


@pytest.mark.parametrize(
    ("sentence", "tongue"),
    [
        ("fuehre die tests immer vor dem commit aus", GERMAN),
        ("lance les tests avant chaque commit", FRENCH),
        ("corre los tests antes de cada commit", SPANISH),
        ("提交前先跑 test", CHINESE),
        ("commit の前に test を実行して", JAPANESE),
    ],
)
def test_english_words_of_the_trade_leave_a_sentence_its_language(sentence, tongue):
    assert tongue_of(folded(sentence)) is tongue


@pytest.mark.parametrize(
    "sentence",
    [
        "always run the tests before you commit",
        "rename the column des to description",
        "use 日本語 in the button of the settings page",
        "the die is cast in the war of the tabs",
        "pin node to 20",
    ],
)
def test_a_foreign_word_leaves_a_sentence_english(sentence):
    assert tongue_of(folded(sentence)) is None


@pytest.mark.parametrize("spelt", ["für größe", "fuer groesse"])
def test_umlauts_are_read_in_either_spelling(spelt):
    assert folded(spelt) == "fuer groesse"


def test_accents_and_foreign_quotations_are_taken_off():
    assert folded("préfère „nie“ ñ") == "prefere xxxxx n"
