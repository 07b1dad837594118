"""Reading history again adds up what is over; it must lead to the very table that a reading entry by entry leads to."""

from functools import cache
from pathlib import Path

import msgspec
import pytest
from house.script import installed, orders
from journal.test_verify_chips import EVENING
from machines.watch import encode

from taisai.house import desk_state as knowns
from taisai.house.desk_state import Known
from taisai.house.replay import ON_LAYOUT, replay
from taisai.house.table_entry import recorded
from taisai.journal import memory, seal
from taisai.journal.entry import Sealed
from taisai.journal.export import exported
from taisai.journal.memory import MemoryFile, MemoryStore
from taisai.journal.refusals import JournalRefusal
from taisai.journal.seal import START, head_of
from taisai.rules.refusals import Refused
from taisai.scenario.play import Scenario
from taisai.table import events as e
from taisai.table.evolve import evolve

FOLDER = Path(__file__).parents[1] / "journal" / "kept"
KEPT = sorted(FOLDER.glob("table-*.jsonl"))


def evening():
    desk = installed(MemoryStore())
    for order in orders():
        desk.do(order)
    return list(desk.store.read())


def with_chips():
    scenario = Scenario(MemoryFile().store, lambda: "2026-11-16T03:00:00Z")
    list(scenario.play(EVENING))
    return list(scenario.desk.store.read())


@cache
def journals():
    return {
        "evening": evening(),
        "chips": with_chips(),
        **{path.stem: list(exported(path.read_bytes().splitlines(keepends=True))) for path in KEPT},
    }


def of(entries):
    store = MemoryStore()
    store.journal.entries = list(entries)
    return store


def one_by_one(entries):
    """What is known after each entry, by the plainest reading there is."""
    known = Known()
    for stored in entries:
        entry = recorded(stored.clear)
        if entry.seq == 1:
            known.begin(entry.event)
        evolve(known.table, entry.event)
        known.ledger.post(entry.event)
        if isinstance(entry.event, e.RoundBegun):
            known.forget(known.round_begins(entry.seq))
        known.remember(entry.cause, entry.digest, entry.seq)
        yield pictured(known)


def pictured(known):
    return encode(known.table), dict(known.ledger.balances), list(known.answered.items()), known.begun


@pytest.mark.parametrize("chunk", [1, 3, 512])
@pytest.mark.parametrize("kept", [0, 7, 5_000])
def test_at_every_entry_it_is_what_reading_one_by_one_leads_to_and_goes_on_from_there(chunk, kept, monkeypatch):
    """It may begin behind a snapshot, also in the middle of a round."""
    monkeypatch.setattr(memory, "CHUNK", chunk)
    monkeypatch.setattr(knowns, "ENTRIES_KEPT", kept)
    for name, entries in journals().items():
        *pictures, last = one_by_one(entries)
        for cut, picture in enumerate(pictures, 1):
            known = Known()
            replay(known, of(entries[:cut]), START)
            assert pictured(known) == picture, (name, cut)
            assert replay(known, of(entries), head_of(entries[cut - 1])) == head_of(entries[-1]), (name, cut)
            assert pictured(known) == last, (name, cut)
        known = Known()
        replay(known, of(entries), START)
        assert pictured(known) == last, name


def test_every_kind_of_event_that_touches_the_layout_is_read():
    """Whatever else changes a round's wagers would be lost where that round is laid out again."""
    kinds = {type(recorded(stored.clear).event) for entries in journals().values() for stored in entries}
    assert kinds == set(e.Event.__args__)
    touching = set()
    for entries in journals().values():
        known = Known()
        for stored in entries:
            event = recorded(stored.clear).event
            if stored.seq == 1:
                known.begin(event)
            before = known.table.current and _layout(known.table)
            evolve(known.table, event)
            if before is not None and known.table.current and _layout(known.table) != before:
                touching.add(type(event))
    assert touching <= ON_LAYOUT
    assert ON_LAYOUT - touching <= {e.LineJudged}, "the kept wager on a line counted"


def _layout(table):
    current = table.current
    return encode((current.stakes, current.boxes, current.placed, current.excess, current.called, current.unnoticed))


@pytest.mark.parametrize("place", [1, 10, 40])
def test_an_entry_that_was_changed_is_refused(place):
    entries = list(journals()["evening"])
    bad = entries[place]
    entries[place] = Sealed(bad.seq, bad.body.replace(b'"at":"2026', b'"at":"2025'), bad.seal)
    with pytest.raises(Refused) as refused:
        replay(Known(), of(entries), START)
    assert (refused.value.code, refused.value.value) == (JournalRefusal.CORRUPT, bad.seq)


@pytest.mark.parametrize("place", [1, 10, 40])
def test_an_entry_that_is_missing_is_refused(place):
    entries = list(journals()["evening"])
    gone = entries.pop(place)
    with pytest.raises(Refused) as refused:
        replay(Known(), of(entries), START)
    assert (refused.value.code, refused.value.value) == (JournalRefusal.CORRUPT, gone.seq)


def test_an_event_of_a_kind_that_nobody_knows_is_not_passed_over():
    entries = journals()["evening"][:3]
    body = entries[-1].body.replace(b'"is":"', b'"is":"un')
    entries[-1] = Sealed(entries[-1].seq, body, seal.seal(entries[-2].seal, body))
    with pytest.raises(msgspec.ValidationError):
        replay(Known(), of(entries), START)
