"""Plans: only those that the user approved."""

import pytest

from codewatch.agents.rules.rules_table import Rule
from codewatch.categories import Category, Origin, Scope
from codewatch.messages import REJECTED, Role

PLAN = (
    "# Plan: Round VAT half up\n\nWhy: totals differ.\n\n1. **Add** `round_vat()` to cart.py\n"
    "2. Use it in totals.py\n   - keep the old name\n3. Test both"
)
STEPS = "1. Add `round_vat()` to cart.py; 2. Use it in totals.py; 3. Test both"
TOLD = f'The user approved the plan "Round VAT half up": {STEPS}'
APPROVED = "User has approved your plan. You can now start coding. Start with updating your todo list if applicable"


@pytest.fixture
def planned(observe):
    """Give what the rules say of plans."""
    return lambda *messages: [item for item in observe(*messages) if item.rule == Rule.PLANS]


def test_an_approved_plan_is_remembered_by_its_heading_and_steps(planned, message):
    found = planned(message(Role.TOOL_RESULT, APPROVED, tool="ExitPlanMode", tool_input={"plan": PLAN}))

    assert [item.content for item in found] == [TOLD]
    assert (found[0].category, found[0].scope, found[0].origin) == (Category.TASK_CONTEXT, Scope.BRANCH, Origin.USER)


def test_what_the_user_changed_in_it_counts(planned, message):
    changed = "## Approved Plan (edited by user):\n# Round VAT down\n\n- Change cart.py"
    said = f"{APPROVED}\n\nYour plan has been saved to: /home/ana/.claude/plans/x.md\n\n{changed}"

    found = planned(message(Role.TOOL_RESULT, said, tool="ExitPlanMode", tool_input={"plan": PLAN}))

    assert [item.content for item in found] == ['The user approved the plan "Round VAT down": 1. Change cart.py']


@pytest.mark.parametrize("tool", ["write_file", "Write"])
def test_gemini_s_plan_is_read_from_the_file_it_wrote(planned, contents, message, tool):
    path = "/home/ana/.gemini/tmp/shop/s1/plans/vat.md"
    wrote = message(
        Role.TOOL_RESULT,
        f"Successfully created and wrote to new file: {path}",
        tool=tool,
        tool_input={"file_path": path, "content": PLAN},
    )
    approved = message(
        Role.TOOL_RESULT,
        f"Plan approved. Switching to Default mode.\n\nThe approved implementation plan is stored at: {path}\n"
        "Read and follow the plan strictly during implementation.",
        tool="exit_plan_mode",
        tool_input={"plan_path": path},
    )

    assert [item.content for item in planned(wrote, approved)] == [TOLD]
    assert contents(wrote) == []


@pytest.mark.parametrize(
    ("text", "is_error"),
    [
        (REJECTED, True),
        ("The user doesn't want to proceed with this tool use. The tool use was rejected", True),
        (
            (
                "Plan rejected. User feedback: use Decimal instead\n\nThe plan is stored at: /x/vat.md\n"
                "Revise the plan based on the feedback."
            ),
            False,
        ),
        ("Error: has approved", True),
        ("", False),
    ],
)
def test_a_plan_that_was_not_approved_is_no_fact(planned, message, text, is_error):
    tool_input = {"plan": PLAN}

    assert planned(message(Role.TOOL_RESULT, text, tool="ExitPlanMode", tool_input=tool_input, is_error=is_error)) == []


def test_a_plan_in_the_assistant_s_text_or_a_subagent_s_is_no_fact(planned, answered, message):
    side = message(Role.TOOL_RESULT, APPROVED, tool="ExitPlanMode", tool_input={"plan": PLAN}, is_sidechain=True)

    assert planned(answered(PLAN), side) == []


def test_a_long_plan_stays_short(planned, message):
    steps = "\n".join(
        f"{number}. Move the importer of the bank number {number} to its own module" for number in range(1, 30)
    )

    (found,) = planned(
        message(Role.TOOL_RESULT, APPROVED, tool="ExitPlanMode", tool_input={"plan": f"## Split importers\n{steps}"})
    )

    assert len(found.content) <= 300
    assert found.content.endswith("more)")


def test_where_steps_are_numbered_other_items_are_none(planned, message):
    plan = "# Split totals\n\n## Files\n- cart.py\n- totals.py\n\n## Steps\n1. Move the sums\n2. Test them"

    (found,) = planned(message(Role.TOOL_RESULT, APPROVED, tool="ExitPlanMode", tool_input={"plan": plan}))

    assert found.content == 'The user approved the plan "Split totals": 1. Move the sums; 2. Test them'


TALKED = (
    "Here is the plan:\n\n1. Add `round_vat()` to cart.py\n2. Use it in totals.py\n3. Test both\n\nShall I go ahead?"
)


@pytest.mark.parametrize("yes", ["good, do step 1 only today", "yes", "looks good, go ahead", "ok do it", "lgtm"])
def test_a_plan_that_the_user_agrees_to_in_the_talk_is_approved_too(planned, said, answered, yes):
    found = planned(said("Round the VAT half up, plan first"), answered(TALKED), said(yes))

    assert [(item.content, item.source) for item in found] == [
        (f'The user approved the plan "Round the VAT half up, plan first": {STEPS}', "m3")
    ]


@pytest.mark.parametrize(
    "reply",
    [
        "no, too much",
        "good, but skip step 2",
        "ok, why do we need totals.py?",
        "yes but in another file",
        "looks good except for the test",
        "what about the invoices",
    ],
)
def test_a_plan_that_is_refused_changed_or_asked_about_is_not(planned, said, answered, reply):
    assert planned(said("Round the VAT half up, plan first"), answered(TALKED), said(reply)) == []


def test_a_list_of_what_was_done_is_no_plan(planned, said, answered):
    done = "I changed three things:\n1. Added `round_vat()`\n2. Used it in totals.py\n3. Tested both"

    assert planned(said("Round the VAT half up"), answered(done), said("great, commit it")) == []


def test_a_plan_agreed_to_before_is_not_learned_again(planned, said, answered):
    asked = said("Round the VAT half up, plan first", is_observed=True)

    assert planned(asked, answered(TALKED, is_observed=True), said("yes", is_observed=True)) == []
