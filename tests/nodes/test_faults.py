"""A short run of the faults of a cluster: whatever fails, nothing acknowledged is lost and nothing counts twice."""

import asyncio
from contextlib import ExitStack
from typing import NamedTuple

from nodes.faults import run
from nodes.histories import vouchers
from nodes.processes import cluster

from taisai.table import events as e


def test_nodes_database_and_bus_fail_under_load_and_the_history_is_sound(tmp_path):
    with ExitStack() as stack:
        made = stack.enter_context(cluster(tmp_path))
        found = asyncio.run(run(made, stack, for_s=10, players=5, kinds=("swallow", "kill", "bus_cut")))
    assert found.problems == []
    assert found.taken > 0
    assert found.faults["kill"] == 1


def test_a_voucher_that_was_redeemed_twice_or_for_another_amount_is_noticed():
    issued, other = e.VoucherIssued(1, 500, "a", "01"), e.VoucherIssued(1, 700, "b", "02")
    sound = {"T1": [issued, other], "T2": [e.CreditBought(3, 500, "a"), e.CreditBought(3, 900, "")]}
    assert vouchers(told(sound)) == (1, [])
    twice = sound | {"T3": [e.CreditBought(1, 500, "a")]}
    assert len(vouchers(told(twice))[1]) == 1
    dearer = sound | {"T3": [e.CreditBought(1, 900, "b")]}
    assert len(vouchers(told(dearer))[1]) == 1
    forged = sound | {"T3": [e.CreditBought(1, 900, "c")]}
    assert len(vouchers(told(forged))[1]) == 1


def told(events):
    return {name: [Entry(one) for one in some] for name, some in events.items()}


class Entry(NamedTuple):
    event: object
