"""Anchors are kept outside the database too; a place that cannot be written costs no order."""

from house.script import Around, installed, orders, resumed
from machines.watch import same

from taisai.house import desk as desks
from taisai.house.floor import anchoring
from taisai.house.selftest import anchors_file
from taisai.house.settings import Settings
from taisai.journal.memory import MemoryStore

SCRIPT = tuple(orders())


def signed(head, at):
    return f"{head.seq} {at}".encode()


def anchored(monkeypatch, folder):
    monkeypatch.setattr(desks, "ANCHOR_EVERY", 1)
    settings = Settings(anchors_folder=str(folder))
    desk = installed(Around(MemoryStore()))
    desk.signer = anchoring(settings, "T1", signed)
    return desk, anchors_file(settings, "T1")


def test_each_anchor_is_kept_outside_too(tmp_path, monkeypatch):
    desk, outside = anchored(monkeypatch, tmp_path)
    for order in SCRIPT[:3]:
        desk.do(order)
    assert outside.read_bytes().splitlines() == list(desk.store.anchors()) != []


def test_a_folder_that_is_not_there_costs_no_order(tmp_path, monkeypatch):
    desk, outside = anchored(monkeypatch, tmp_path / "gone")
    for order in SCRIPT[:3]:
        assert desk.do(order).first
    assert same(desk, resumed(desk.store))
    outside.parent.mkdir()
    desk.do(SCRIPT[3])
    assert outside.exists(), "it is tried again with the next order"
