"""Whole tables under each rulebook, with credits and with chips, played by machines that know no manners."""

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test
from machines.machine import TableMachine
from machines.people import KINDS, REFS

from taisai.table.trades import settling, void

PHASES = (Phase.reuse, Phase.generate, Phase.shrink)
SETTINGS = settings(
    max_examples=20, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck), phases=PHASES
)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("ref", REFS)
def test_a_whole_table(ref, kind, monkeypatch):
    for trade in (settling, void):
        monkeypatch.setattr(trade, "RECENT_ROUNDS", 3)  # so that rounds of long ago come up soon
    machine = type("Machine", (TableMachine,), {"ref": ref, "kind": kind})
    run_state_machine_as_test(machine, settings=SETTINGS)
