"""What is done once for the house, however many nodes it has: alerts are told by one of them, and by the next."""

import pytest
from nodes.making import nodes
from server.making import until
from telling.receiver import receiving

from taisai.house.receiver_settings import ReceiverSettings
from taisai.people.significant_events import Happening
from taisai.server import alert_sender
from taisai.telling import outbox
from taisai.telling.webhooks import secret_of


@pytest.fixture(autouse=True)
def hurried(monkeypatch):
    monkeypatch.setattr(outbox, "DELAY_FIRST_S", 0.01)
    monkeypatch.setattr(outbox, "DELAY_MOST_S", 0.05)
    monkeypatch.setattr(alert_sender, "TURN_S", 0.01)


def chair(floor):
    return next((one for one in floor.nodes if one.house.telling.is_at_work), None)


async def told(floor, number):
    """By what every node has read."""

    def is_told():
        for node in floor.nodes:
            node.house.hear_people()
        return all(node.register.told("pager").upto >= number for node in floor.nodes)

    await until(is_told)


def note(node, words):
    node.house.hear_people()
    return node.register.note(Happening.DISK_LOW, words, value=words)


def noted(receiver):
    return sorted(one.data["words"] for one in receiver.taken if one.data["code"] == "disk-low")


async def test_an_alert_of_any_node_is_told_once_and_by_the_next_node_after_the_first_has_left(tmp_path, database, bus):
    with receiving() as receiver:
        pager = ReceiverSettings("pager", url=receiver.url)
        async with nodes(tmp_path, database, bus, "one", "two", receiver=(pager,)) as floor:
            await until(lambda: chair(floor))
            keys = {(one.house.settings.keys_folder / "receiver-pager.key").read_text() for one in floor.nodes}
            assert len(keys) == 1, "the receiver knows one key"
            for node in floor.nodes:
                number = note(node, f"of {node.house.lease.name}")
            await told(floor, number)
            assert sum(one.house.telling.is_at_work for one in floor.nodes) == 1
            first = chair(floor)
            floor.nodes.remove(first)
            await first.leave()
            await until(lambda: chair(floor))
            number = note(floor.nodes[0], "of the next")
            await told(floor, number)
        assert noted(receiver) == ["of one", "of the next", "of two"]
        assert len({one.id for one in receiver.taken}) == len(receiver.taken)
        (key,) = keys
        for one in receiver.taken:
            assert one.checked(secret_of(bytes.fromhex(key.strip())))


async def test_what_could_not_be_told_before_its_node_was_lost_is_told_by_the_next(tmp_path, database, bus):
    with receiving() as receiver:
        pager = ReceiverSettings("pager", url=receiver.url)
        async with nodes(tmp_path, database, bus, "one", "two", receiver=(pager,), term_s=3.0) as floor:
            await until(lambda: chair(floor))
            receiver.answer = lambda _: 503
            first = chair(floor)
            number = note(first, "waits")
            await until(lambda: any(one.data["words"] == "waits" for one in receiver.got))
            floor.nodes.remove(first)
            await first.be_lost()
            await first.house.telling.rest()
            await until(lambda: chair(floor))
            receiver.answer = lambda _: 204
            await told(floor, number)
        assert noted(receiver) == ["waits"]
