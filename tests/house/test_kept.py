"""Journals of real tables that were kept: they replay to the same balances for ever."""

import json
from collections import Counter
from pathlib import Path

import pytest

from taisai.house.narration import tell
from taisai.house.table_entry import recorded
from taisai.journal.export import exported
from taisai.ledger.balances import ledger_of
from taisai.table import events as e
from taisai.table.evolve import evolve, install

FOLDER = Path(__file__).parents[1] / "journal" / "kept"
KEPT = sorted(FOLDER.glob("table-*.jsonl"))
BALANCES = json.loads((FOLDER / "balances.json").read_text())
CHIPS = json.loads((FOLDER / "chips.json").read_text())  # in the middle and at the end, as they were when it was kept


def events_of(path):
    return [recorded(entry.body).event for entry in exported(path.read_bytes().splitlines(keepends=True))]


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_kept_journal_replays_to_the_same_balances(path):
    events = events_of(path)
    table = install(events[0])
    for event in events:
        evolve(table, event)
        assert tell(event)
    found = {str(account): balance for account, balance in ledger_of(events).balances.items() if balance}
    assert found == BALANCES[path.stem]
    assert {f"seat:{number}": seat.credit for number, seat in table.seats.items() if seat.credit} == {
        account: balance for account, balance in found.items() if account.startswith("seat:")
    }


@pytest.mark.parametrize("name", CHIPS)
def test_every_chip_of_a_kept_journal_lies_where_it_lay(name):
    events, seen = events_of(FOLDER / f"{name}.jsonl"), {}
    table = install(events[0])
    for seq, event in enumerate(events, 1):
        evolve(table, event)
        kinds = Counter()
        for _, pile in table.tray.holders():
            kinds.update(pile)
        assert not any(kinds.values()), f"chips come from nowhere in entry {seq}"
        seen[str(seq)] = {holder: dict(pile) for holder, pile in table.tray.holders()}
    assert {seq: seen[seq] for seq in CHIPS[name]} == CHIPS[name]


def test_every_kind_of_event_is_kept():
    kinds = {type(event) for path in KEPT for event in events_of(path)}
    assert set(e.Event.__args__) == kinds
