"""No text keeps the rules of structure busy for long."""

import pytest

from codewatch.messages import Role


@pytest.mark.timeout(30)
@pytest.mark.parametrize("filler", ["\n", " ", "a-1-", "+ a", "::a-", "# ", "- ", "'", "== "])
def test_odd_outputs_and_plans_cost_little(observe, ran, said, answered, message, filler):
    text = filler * (200_000 // len(filler))

    found = observe(
        said(f"Undo that {text[:700]}"),
        answered(text),
        said(f"that's wrong: it is {text[:1900]}"),
        ran(f"pip install x {text}", text),
        ran(f"git checkout -b x {text}", text),
        ran(f"npm install {text} &", text, failed=True),
        message(Role.TOOL_RESULT, "User has approved your plan.", tool="ExitPlanMode", tool_input={"plan": text}),
        message(Role.TOOL_CALL, tool="TodoWrite", tool_input={"todos": [{"content": text, "status": "pending"}]}),
        message(
            Role.TOOL_RESULT, "ok", tool="Edit",
            tool_input={"file_path": "/home/ana/shop/package.json", "old_string": text, "new_string": text + "x"},
        ),
    )  # fmt: skip

    assert max(len(item.content) for item in found) <= 300


@pytest.mark.timeout(30)
def test_a_long_session_costs_little(observe, said, ran, edited, message):
    """What is found is not compared with all that was found before."""
    patch = "*** Begin Patch\n" + "".join(f"*** Update File: lib/{number}.py\n-a\n+b\n" for number in range(4_000))
    session = [
        part
        for number in range(1_500)
        for part in (
            said(f"Please change number {number} for me"),
            edited(f"a{number}.py"),
            ran(f"npm install p{number}", "added 1 package"),
            ran(f"pytest t{number}.py", "E  KeyError: x\n1 failed", failed=True),
        )
    ]  # fmt: skip

    found = observe(*session, message(Role.TOOL_RESULT, "Success", tool="apply_patch", tool_input={"input": patch}))

    assert len(found) > 4_500
