"""What a turn's edits and requests become."""

from dataclasses import replace

import pytest

from codewatch.categories import Category, Origin, Priority, Scope
from codewatch.messages import Role


def test_an_edit_is_remembered_with_what_was_asked_and_a_relative_path(observe, said, edited):
    """F70: task_context of the branch."""
    found = observe(said("Let the cart keep its items after logout. Use the session store."), edited("src/cart.py"))

    assert [item.content for item in found] == [
        'Asked "Let the cart keep its items after logout. Use the session store.": edited src/cart.py'
    ]
    assert found[0].files == ("src/cart.py",)
    assert (found[0].category, found[0].scope, found[0].priority) == (Category.TASK_CONTEXT, Scope.BRANCH, Priority.LOW)
    assert (found[0].origin, found[0].source, found[0].session) == (Origin.TOOL, "m2", "s1")


def test_a_new_file_is_called_created(contents, said, message):
    path = "/home/ana/shop/src/totals.py"
    wrote = message(
        Role.TOOL_RESULT, f"File created successfully at: {path}", tool="Write", tool_input={"file_path": path}
    )

    assert contents(said("Add totals"), wrote) == ['Asked "Add totals": created src/totals.py']


@pytest.mark.parametrize(
    ("tool", "tool_input", "expected"),
    [
        ("MultiEdit", {"file_path": "/home/ana/shop/a.py"}, "Edited a.py"),
        ("NotebookEdit", {"notebook_path": "/home/ana/shop/n.ipynb"}, "Edited n.ipynb"),
        ("create_file", {"path": "src/new.ts"}, "Created src/new.ts"),
        ("str_replace_editor", {"command": "str_replace", "path": "/home/ana/shop/b.py"}, "Edited b.py"),
        ("apply_patch", {"input": "*** Begin Patch\n*** Add File: c.go\n+x\n*** End Patch"}, "Created c.go"),
        ("Edit", {"file_path": "/etc/hosts"}, "Edited /etc/hosts"),
    ],
)
def test_every_client_s_edit_tool_counts(contents, message, tool, tool_input, expected):
    assert contents(message(Role.TOOL_RESULT, "ok", tool=tool, tool_input=tool_input)) == [expected]


def test_a_file_of_a_worktree_is_named_from_its_top_wherever_the_shell_has_gone(contents, said, message):
    top = "/home/ana/shop-worktrees/vat"
    prompt = said("Show the VAT in the cart and on the invoice", cwd=top)
    edits = [
        message(Role.TOOL_RESULT, "ok", tool="Edit", tool_input={"file_path": f"{top}/{path}"}, cwd=f"{top}/web")
        for path in ("web/js/cart.js", "lib/invoice.ex")
    ]

    assert contents(prompt, *edits) == [
        'Asked "Show the VAT in the cart and on the invoice": edited web/js/cart.js, lib/invoice.ex'
    ]


def test_looking_at_a_file_is_no_edit(contents, message):
    view = {"command": "view", "path": "/home/ana/shop/b.py"}

    assert contents(message(Role.TOOL_RESULT, "1 x", tool="str_replace_editor", tool_input=view)) == []


def test_a_failed_or_rejected_edit_is_not_remembered(contents, edited):
    failed = edited("a.py", is_error=True, text="String to replace not found in file.")
    rejected = edited("b.py", text="The user doesn't want to proceed with this tool use. The tool use was rejected")

    assert contents(failed, rejected) == []


def test_many_files_are_split_into_short_observations(observe, said, edited):
    edits = [edited(f"src/checkout/payments/provider_{number}.py") for number in range(12)]

    found = observe(said("Rename the provider classes"), *edits)

    assert sum(len(item.files) for item in found) == 12
    assert max(len(item.files) for item in found) <= 5
    assert max(len(item.content) + len(" ".join(item.files)) for item in found) <= 320


def test_continue_goes_on_with_the_request_before(contents, said, edited):
    found = contents(said("Cache the exchange rates"), edited("a.py"), said("continue"), edited("b.py"))

    assert found == ['Asked "Cache the exchange rates": edited a.py, b.py']


def test_an_observed_prompt_names_the_turn_but_is_no_source(observe, said, edited):
    """F30, F32: context may explain an observation, never cause one."""
    prompt = said("Cache the exchange rates", is_observed=True)
    old = edited("old.py", is_observed=True)

    found = observe(prompt, old, edited("new.py"))

    assert [(item.content, item.source) for item in found] == [
        ('Asked "Cache the exchange rates": edited new.py', "m3")
    ]


def test_a_turn_without_edits_is_remembered_as_asked(contents, said):
    """F38: a question is something asked, not a decision."""
    assert contents(said("Should we use Redis here?")) == ['Asked: "Should we use Redis here?"']


def test_what_is_remembered_as_a_statement_is_not_remembered_as_asked_too(contents, said):
    both = said("Always use pnpm, never npm. Where is the lock file of the web client?")

    assert sorted(contents(both, said("I prefer small commits"))) == [
        "Always use pnpm, never npm.",
        'Asked: "Where is the lock file of the web client?"',
        "I prefer small commits",
    ]


@pytest.mark.parametrize(
    "text", ["continue", "yes please", "ok thanks!", "commit it", "did you push?", "/compact", "👍"]
)
def test_chatter_is_not_remembered(contents, said, text):
    assert contents(said(text)) == []


def test_a_subagent_s_edit_keeps_its_origin(observe, said, edited):
    found = observe(said("Map the code", is_sidechain=True), edited("map.md", is_sidechain=True))

    assert [(item.content, item.origin) for item in found] == [("A subagent edited map.md", Origin.SUBAGENT)]


def test_a_result_without_its_tool_is_paired_with_its_call(contents, message, edited):
    call = message(Role.TOOL_CALL, tool="Edit", call="c1", tool_input={"file_path": "/home/ana/shop/a.py"})
    result = replace(edited("a.py"), tool="", tool_input={}, call="c1")

    assert contents(replace(call, is_observed=True), result) == ["Edited a.py"]


@pytest.mark.parametrize("odd", [None, 1, True, [], ["x"], [None, {"old_string": 1}], {"a": {}}, {}])
def test_a_tool_that_is_given_odd_things_breaks_nothing(observe, message, odd):
    keys = ("command", "file_path", "old_string", "edits", "input", "patch", "todos", "plan", "taskId", "subject")
    tools = (
        "Edit",
        "str_replace_editor",
        "apply_patch",
        "Bash",
        "TodoWrite",
        "TaskCreate",
        "TaskUpdate",
        "ExitPlanMode",
    )
    said = "User has approved your plan."

    found = observe(
        *(message(Role.TOOL_RESULT, said, tool=tool, tool_input=dict.fromkeys(keys, odd)) for tool in tools)
    )

    assert [item for item in found if item.files] == []


COMMITTED = "[main 3bb8701] feat: cache exchange rates for a day\n 1 file changed, 3 insertions(+)"


def test_work_whose_request_says_little_is_told_with_its_commit(observe, said, edited, ran):
    found = observe(
        said("Implement shop-12"),
        edited("src/rates.py"),
        ran("git commit -m x", COMMITTED),
        edited("src/cart.py"),
        edited("src/rates.py"),
        ran("git commit -m x", "[main 9bb8702] fix: round the totals once\n 2 files changed"),
        edited("README.md"),
    )

    assert [item.content for item in found if item.files] == [
        'Asked "Implement shop-12", then committed "feat: cache exchange rates for a day": edited src/rates.py',
        'Asked "Implement shop-12", then committed "fix: round the totals once": edited src/cart.py, src/rates.py',
        'Asked "Implement shop-12": edited README.md',
    ]


@pytest.mark.parametrize(
    ("text", "output"),
    [
        ("Let the cart keep its items after logout", COMMITTED),
        ("Implement shop-12", "nothing to commit, working tree clean"),
        ("カートをログアウト後も保持する", COMMITTED),
    ],
    ids=["a request that says what is wanted", "no commit", "without spaces"],
)
def test_other_work_is_told_by_its_request_alone(observe, said, edited, ran, text, output):
    found = observe(said(text), edited("src/rates.py"), ran("git commit -m x", output))

    assert [item.content for item in found if item.files] == [f'Asked "{text}": edited src/rates.py']


def test_work_on_which_no_request_is_known_is_told_with_its_commit(observe, edited, ran):
    found = observe(edited("src/rates.py"), ran("git commit -m x", COMMITTED))

    assert [item.content for item in found if item.files] == [
        'Edited src/rates.py, then committed "feat: cache exchange rates for a day"'
    ]


def test_a_long_commit_leaves_room_for_the_files(observe, said, edited, ran):
    long = f"feat: {'cache the exchange rates of every currency ' * 4}for a day"
    edits = [edited(f"src/checkout/payments/provider_{number}.py") for number in range(12)]

    found = observe(said("Implement shop-12"), *edits, ran("git commit -m x", f"[main 3bb8701] {long}\n 12 files"))

    works = [item for item in found if item.files]
    assert sum(len(item.files) for item in works) == 12
    assert max(len(item.content) + len(" ".join(item.files)) for item in works) <= 320
