"""The user's answers to the assistant's questions."""

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
