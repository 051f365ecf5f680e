"""`codewatch reflect`: compress now."""

import pytest

KEYS = {
    "observations_compressed", "input_tokens", "output_tokens", "compression_ratio", "compression_level",
    "tokens_saved",
}  # fmt: skip


def test_nothing_to_do_is_said_and_no_error(product):
    assert product.run("reflect").stdout == "nothing to reflect\n"
    assert product.json("reflect")["observations_compressed"] == 0


def test_the_observations_become_one_reflection_and_stay_searchable(product, remembered):
    result = product.json("reflect")

    assert result.keys() >= KEYS
    assert result["observations_compressed"] == 3
    assert {row["state"] for row in product.json("list")} == {"reflected"}
    assert [row["content"] for row in product.json("search", "widget7")] == ["The fixture widget7 is slow."]
    assert product.json("status")["memory"]["reflections"] == 1


def test_memories_that_have_nothing_in_common_become_no_longer(product, remembered):
    result = product.json("reflect")

    assert result["observations_compressed"] == 3
    assert result["output_tokens"] <= result["input_tokens"]


def test_a_second_time_there_is_nothing_to_do(product, remembered):
    product.run("reflect")

    assert product.run("reflect").stdout == "nothing to reflect\n"


def test_a_dry_run_shows_it_and_stores_nothing(product, remembered):
    result = product.json("reflect", "--dry-run")

    assert "SQLite" in result["content"]
    assert {row["state"] for row in product.json("list")} == {"active"}
    assert product.json("status")["memory"]["reflections"] == 0


def test_another_branch_is_left_alone(product, remembered):
    product.run("reflect", "--branch", "topic")

    assert {row["state"] for row in product.json("list")} == {"active"}


@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_it_starts_at_the_level_that_is_named(product, remembered, level):
    assert product.json("reflect", "--level", str(level), "--dry-run")["compression_level"] >= level


def test_how_the_contract_was_kept_is_shown(product, remembered):
    """B2."""
    result = product.json("reflect", "--dry-run")

    assert result["observer"] == "rules"
    assert result["contract"] == {
        "is_kept": True, "sacred": 3, "literals": 2, "missing": 0, "unrepresented": 0, "invented": 0, "unsourced": 0,
        "restored": 0, "dropped": 0,
    }  # fmt: skip


def test_without_a_reflection_there_is_no_contract(product):
    assert product.json("reflect")["contract"] is None
