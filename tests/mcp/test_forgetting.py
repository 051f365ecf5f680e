"""codewatch.mcp.forgetting: `forget` deletes for good, and proves it."""

from codewatch.store import journal
from codewatch.store.database import open_memory


def test_a_memory_is_deleted_and_no_file_holds_it(product, assistant):
    """F76, B5."""
    assistant.data("observe", content="The staging host is called zanzibar77.")
    assistant.data("observe", content="Format with ruff.")

    done = assistant.data("forget", fact_id=1, proof=True)

    assert done == {"fact_id": 1, "forgotten": True, "found_in": []}
    assert product.contents() == ["Format with ruff."]
    assert [file for file in product.data.rglob("*") if file.is_file() and b"zanzibar77" in file.read_bytes()] == []


def test_the_proof_names_the_file_that_still_holds_it(product, assistant):
    assistant.data("observe", content="The staging host is called zanzibar77.")
    left = product.data / "notes.txt"
    left.write_text("The staging host is called zanzibar77.")

    assert assistant.data("forget", fact_id=1, proof=True)["found_in"] == [str(left)]


def test_without_a_proof_none_is_given(assistant):
    assistant.data("observe", content="The staging host is called zanzibar77.")

    assert assistant.data("forget", fact_id=1)["found_in"] is None


def test_what_is_not_there_is_said(assistant):
    assert assistant.error("forget", fact_id=99) == "there is no memory 99"


def test_another_projects_memory_cannot_be_forgotten(product, assistant, make_assistant, tmp_path):
    assistant.data("observe", content="Format with ruff.")

    assert "there is no memory 1" in make_assistant(tmp_path).error("forget", fact_id=1)
    assert product.contents() == ["Format with ruff."]


def test_the_journal_says_that_a_tool_did_it(product, assistant):
    assistant.data("observe", content="Format with ruff.")
    assistant.data("forget", fact_id=1)

    with open_memory(str(product.data)):
        history = journal.of_row("observation", 1)

    assert [(entry["who"], entry["action"]) for entry in history] == [("tool", "observed"), ("tool", "forgotten")]


def test_true_is_no_id_and_forgets_nothing(product, assistant):
    assistant.data("observe", content="We chose SQLite because one file is enough.")

    assert assistant.error("forget", fact_id=True) == "fact_id: input should be a number (got true)"
    assert len(product.contents()) == 1
