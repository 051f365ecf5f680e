"""What was answered is kept until it is put to use, and for its own job only."""

import pytest

from codewatch.llm.answers import Answers, KeepingAsker

GOOD = {"content": '{"facts": ["Redis"]}'}


@pytest.fixture
def keeping(serve, provider_at, asking):
    """Give a server, and a function that returns who asks it for a job."""
    server, answers = serve(GOOD), Answers()
    one = asking(provider_at(server))
    return server, lambda job: KeepingAsker(one.asker, answers, job=job)


def test_a_job_that_comes_again_does_not_pay_again(keeping, make_question):
    """The mark around the text is another one each time."""
    server, asker_for = keeping

    asker_for("a").ask(make_question("<part 0123456789abcdef>\nRedis\n</part 0123456789abcdef>"))
    answer = asker_for("a").ask(make_question("<part fedcba9876543210>\nRedis\n</part fedcba9876543210>"))

    assert answer.value == {"facts": ["Redis"]}
    assert len(server.requests) == 1


def test_what_is_put_to_use_is_forgotten(keeping, question):
    server, asker_for = keeping
    first = asker_for("a")
    first.ask(question)

    first.forget()
    asker_for("a").ask(question)

    assert len(server.requests) == 2


def test_two_jobs_that_say_the_same_are_both_asked_about(keeping, question):
    server, asker_for = keeping

    asker_for("a").ask(question)
    asker_for("b").ask(question)

    assert len(server.requests) == 2
