"""Any order of observing, reflecting, editing, going back, forgetting and undoing loses nothing and invents nothing."""

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from .machine import Sequences

# The same examples in every run. `tests/bench/sequences.py` tries others, and more of them.
FIXED = settings(
    max_examples=20, stateful_step_count=15, derandomize=True, database=None, deadline=None,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)  # fmt: skip


@pytest.mark.timeout(600)
def test_the_contract_holds_and_nothing_is_lost_in_any_order():
    run_state_machine_as_test(Sequences, settings=FIXED)
