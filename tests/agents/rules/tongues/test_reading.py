"""What sentences in other languages than English assert."""

import pytest

from codewatch.agents.rules.prompts import is_bare_question
from codewatch.agents.rules.statements import classify, user_statements
from codewatch.categories import Category


@pytest.mark.parametrize(
    ("sentence", "category"),
    [
        ("Und Commits nur auf Englisch.", Category.USER_PREFERENCE),
        ("Prefiro funções pequenas.", Category.USER_PREFERENCE),
        ("Nunca faça push na main.", Category.USER_PREFERENCE),
        ("Preferisco funzioni piccole.", Category.USER_PREFERENCE),
        ("Non usare mai any, per favore.", Category.USER_PREFERENCE),
        ("Всегда пиши тесты на pytest.", Category.USER_PREFERENCE),
        ("Мы решили использовать Redis, потому что он быстрее.", Category.ARCHITECTURE),
        ("커밋 메시지는 항상 영어로 작성해 주세요.", Category.USER_PREFERENCE),
        ("앞으로 npm은 쓰지 마세요.", Category.USER_PREFERENCE),
    ],
)
def test_languages_of_few_words_are_read_too(sentence, category):
    assert classify(sentence) is category


@pytest.mark.parametrize(
    "sentence",
    [
        "Im Kommentar steht „verwende immer tabs“.",
        "Le commentaire dit « utilise toujours des tabs ».",
        "コメントに『常にtabを使う』とあります。",
        "注释里写着“永远不要直接调用”。",
    ],
)
def test_what_is_quoted_is_not_the_user_s_word(sentence):
    assert classify(sentence) is None


def test_an_order_beside_a_task_is_of_that_task():
    assert user_statements("Füge einen Button hinzu. Keine neuen Dependencies installieren.") == []


def test_an_order_that_says_always_lasts_beside_a_task():
    found = user_statements("Füge einen Button hinzu. Installiere nie neue Dependencies.")

    assert [item.content for item in found] == ["Installiere nie neue Dependencies."]


def test_the_reason_in_the_next_sentence_is_kept():
    found = user_statements("Wir haben uns für Redis entschieden. Weil das Team es kennt.")

    assert [item.content for item in found] == ["Wir haben uns für Redis entschieden. Weil das Team es kennt."]


@pytest.mark.parametrize("prompt", ["Warum ist der Cache leer?", "pourquoi le cache est vide", "为什么缓存是空的"])
def test_a_question_is_known_in_other_languages(prompt):
    assert is_bare_question(prompt)
