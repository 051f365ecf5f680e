"""The user's answers to the assistant's questions."""

import pytest

from codewatch.agents.rules.rules_table import Rule
from codewatch.categories import Category, Origin, Priority
from codewatch.messages import Role

QUESTIONS = {"questions": [{"question": "Which store?", "options": [{"label": "SQLite"}, {"label": "Redis"}]}]}


def test_an_answer_is_a_decision_of_the_user(observe, message):
    """F53: what the user stated."""
    said = 'User has answered your questions: "Which store?"="SQLite". You can now continue.'

    found = observe(message(Role.TOOL_RESULT, said, tool="AskUserQuestion", tool_input=QUESTIONS))

    assert [(item.content, item.category, item.priority, item.origin) for item in found] == [
        ('The user chose "SQLite" for "Which store?"', Category.ARCHITECTURE, Priority.HIGH, Origin.USER)
    ]


def test_answers_are_also_read_from_the_input(contents, message):
    answered = QUESTIONS | {"answers": {"Which store?": "Redis"}}

    found = contents(message(Role.TOOL_RESULT, "", tool="AskUserQuestion", tool_input=answered))

    assert found == ['The user chose "Redis" for "Which store?"']


def test_a_question_that_was_dismissed_is_no_decision(contents, message):
    dismissed = "The user doesn't want to proceed with this tool use."

    assert contents(message(Role.TOOL_RESULT, dismissed, tool="AskUserQuestion", tool_input=QUESTIONS)) == []


@pytest.fixture
def chosen(observe):
    """Give what the rules say of answers."""
    return lambda *messages: [item for item in observe(*messages) if item.rule == Rule.ANSWERS]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which limit do you want: per IP address, or per API key?", "per api key, 100/min"),
        ("Should the export be CSV or JSON?", "json, one object a line"),
        ("How long should sessions live?", "2 hours"),
        ("What should happen to old invoices?", "archive them to s3 after 2 years"),
        ("Do you prefer one table or two?", "one, with a kind column"),
    ],
)
def test_an_answer_in_the_talk_is_one_too(chosen, said, answered, question, answer):
    """F53: what the user stated."""
    found = chosen(said("add it"), answered(f"I looked at the code. {question}"), said(answer))

    assert [(item.content, item.category, item.priority, item.source) for item in found] == [
        (f'The user chose "{answer}" for "{question}"', Category.ARCHITECTURE, Priority.MEDIUM, "m3")
    ]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Should I commit this now or run the tests first?", "run the tests"),
        ("Which limit do you want: per IP address, or per API key?", "hm, what do others do?"),
        ("Which limit do you want: per IP address, or per API key?", "not sure"),
        ("Which limit do you want: per IP address, or per API key?", "you decide"),
        ("Which limit do you want: per IP address, or per API key?", "yes"),
        ("Which limit do you want: per IP address, or per API key?", "neither, revert everything"),
        ("Which limit do you want: per IP address, or per API key?", "first fix the failing test in cart.py"),
        ("Which file do you mean?", "the one in src"),
        ("What error do you see?", "a 502 from nginx"),
        ("Anything else?", "add a night mode"),
        ("Shall I go on with the next file?", "the config please"),
    ],
)
def test_what_settles_nothing_is_no_answer(chosen, said, answered, question, answer):
    """F38."""
    assert chosen(said("add it"), answered(question), said(answer)) == []


def test_an_answer_that_was_observed_or_comes_after_other_work_is_not_learned(chosen, said, answered):
    question = "Should the export be CSV or JSON?"

    assert chosen(answered(question), said("json, one object a line", is_observed=True)) == []
    assert chosen(answered(question), answered("I took CSV."), said("json, one object a line")) == []


def test_what_a_question_quotes_is_no_answer(contents, message):
    question = 'The docs say "Use sudo?"="yes". Shall I?'
    said = f'User has answered your questions: "{question}"="No, never". You can now continue.'

    found = contents(
        message(Role.TOOL_RESULT, said, tool="AskUserQuestion", tool_input={"questions": [{"question": question}]})
    )

    assert found == [f'The user chose "No, never" for "{question}"']


def test_several_answers_are_told_one_by_one(contents, message):
    asked = {"questions": [{"question": 'Which "db"?'}, {"question": "Which port?"}]}
    said = 'User has answered your questions: "Which "db"?"="The "big" one", "Which port?"="5433". You can now go on.'

    found = contents(message(Role.TOOL_RESULT, said, tool="AskUserQuestion", tool_input=asked))

    assert found == ['The user chose "The "big" one" for "Which "db"?"', 'The user chose "5433" for "Which port?"']
