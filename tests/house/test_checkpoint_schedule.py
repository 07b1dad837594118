"""Checkpoints come each minute, each thousand entries and at a close; they are kept outside the database too, and a
place that cannot be written costs neither an order nor a checkpoint."""

import pytest
from house.script import Around, installed, orders, resumed
from machines.watch import same

from taisai.house.settings import Settings
from taisai.journal import checkpoint_schedule
from taisai.journal.checkpoint_schedule import size_of
from taisai.journal.export import note_in
from taisai.journal.memory import MemoryStore
from taisai.keeping.outside_checkpoints import Outside, checkpoints_file, kept_outside
from taisai.table import commands as c

SCRIPT = tuple(orders())


def signed(head, at):
    return f"h/T1\n{head.seq}\n{at}\n".encode()


def at_minutes(desk, *minutes):
    times = iter(minutes)
    desk.clock = lambda: f"2026-03-01T20:{next(times):02}:00.000+00:00"
    return desk


def notes_in(path):
    return [note_in(line) for line in path.read_bytes().splitlines(keepends=True)]


@pytest.fixture
def desk():
    made = installed(Around(MemoryStore()))
    made.schedule.signer = signed
    return made


def sizes(desk):
    return [size_of(note) for note in desk.store.checkpoints()]


def test_the_first_entries_of_each_minute_are_signed_at_once(desk):
    at_minutes(desk, 1, 1, 2, 2, 2, 4)
    heads = []
    for order in SCRIPT[:6]:
        desk.do(order)
        heads.append(desk.head.seq)
    assert sizes(desk) == [heads[0], heads[2], heads[5]]


def test_a_minute_with_many_entries_is_signed_more_than_once(desk, monkeypatch):
    monkeypatch.setattr(checkpoint_schedule, "ENTRIES", 3)
    for order in SCRIPT[:12]:
        desk.do(order)
    steps = [after - before for before, after in zip(sizes(desk), sizes(desk)[1:], strict=False)]
    assert len(steps) >= 3
    assert min(steps) >= 3


def test_a_close_is_signed_at_once(desk):
    for order in SCRIPT:
        desk.do(order)
    assert isinstance(SCRIPT[-1].command, c.CloseTable)
    assert sizes(desk)[-1] == desk.head.seq


def test_a_table_that_rests_is_signed_once(desk):
    for order in SCRIPT[:3]:
        desk.do(order)
    desk.sign_rest()
    desk.sign_rest()
    assert sizes(desk)[-1] == desk.head.seq
    assert len(sizes(desk)) == 2


def outside_of(desk, folder):
    settings = Settings(checkpoints_folder=str(folder))
    desk.schedule.signer = Outside(settings, lambda _, *given: signed(*given)).signer("T1")
    return settings, checkpoints_file(settings, "T1")


def test_each_checkpoint_is_kept_outside_too(tmp_path, desk):
    settings, outside = outside_of(desk, tmp_path)
    at_minutes(desk, *range(1, 60))
    for order in SCRIPT[:3]:
        desk.do(order)
    assert notes_in(outside) == list(desk.store.checkpoints()) != []
    assert outside.stat().st_mode & 0o777 == 0o600
    assert kept_outside(settings, "T1", newest=True) == [desk.store.newest_checkpoint()]
    assert kept_outside(settings, "T1", newest=False) == list(desk.store.checkpoints())


def test_a_folder_that_is_not_there_costs_no_order_and_no_checkpoint(tmp_path, desk):
    _, outside = outside_of(desk, tmp_path / "gone")
    at_minutes(desk, *range(1, 60))
    for order in SCRIPT[:3]:
        assert desk.do(order).first
    assert len(sizes(desk)) == 3
    assert same(desk, resumed(desk.store))
    outside.parent.mkdir()
    desk.do(SCRIPT[3])
    assert notes_in(outside) == list(desk.store.checkpoints()), "what it missed comes with the next"


class NoCheckpoints(Around):
    def add_checkpoint(self, checkpoint):
        from taisai.journal.refusals import JournalRefusal
        from taisai.rules.refusals import Refused

        raise Refused(JournalRefusal.FULL, "the disk is full", "")


def test_a_checkpoint_that_cannot_be_written_costs_no_order_and_is_tried_again(desk):
    good, desk.schedule._store = desk.store, NoCheckpoints(desk.store)
    for order in SCRIPT[:3]:
        assert desk.do(order).first
    assert sizes(desk) == []
    desk.schedule._store = good
    desk.do(SCRIPT[3])
    assert sizes(desk) == [desk.head.seq]


def test_without_a_signer_nothing_is_signed():
    desk = at_minutes(installed(MemoryStore()), *range(1, 9))
    for order in SCRIPT[:3]:
        desk.do(order)
    desk.sign_head()
    desk.sign_rest()
    assert list(desk.store.checkpoints()) == []
