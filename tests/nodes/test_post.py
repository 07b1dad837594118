"""Packets between nodes: in order, once, of this house, and noticed when lost, also after a silence."""

import asyncio

import pytest
from nodes.making import nodes, other, owner
from server.making import until

from taisai.server.nodes import items as i
from taisai.server.nodes.post import Post

SECRET = bytes(32)


class Wire:
    """A bus that keeps every packet and delivers to whoever is connected."""

    def __init__(self):
        self.posts, self.heard, self.missed, self.sent = {}, {}, {}, []
        self.passes = True

    def node(self, name, secret=SECRET):
        heard, missed = self.heard.setdefault(name, []), self.missed.setdefault(name, [])
        post = Post(name, secret, lambda sender, item: heard.append((sender, item)), missed.append)
        post.bus = self
        self.posts[name] = post
        return post

    def send(self, address, packet):
        self.sent.append(packet)
        if self.passes:
            self.posts[address].arrived(packet)


async def said(post, to, *items):
    for item in items:
        post.say(to, item)
    for _ in range(2):  # one for the packet, one for what is said to it
        await asyncio.sleep(0)


@pytest.fixture
def wire():
    made = Wire()
    made.node("one")
    made.node("two")
    return made


async def test_what_is_said_is_heard_in_order(wire):
    await said(wire.posts["one"], "two", i.News(b"a"), i.News(b"b"))
    assert wire.heard["two"] == [("one", i.News(b"a")), ("one", i.News(b"b"))]
    assert wire.posts["two"].hears("one")
    assert not wire.posts["one"].hears("two")


async def test_a_packet_that_comes_again_is_ignored(wire):
    await said(wire.posts["one"], "two", i.News(b"a"))
    wire.posts["two"].arrived(wire.sent[0])
    assert len(wire.heard["two"]) == 1


async def test_a_lost_packet_is_noticed_on_both_sides(wire):
    await said(wire.posts["one"], "two", i.News(b"a"))
    wire.passes = False
    await said(wire.posts["one"], "two", i.News(b"b"))
    wire.passes = True
    await said(wire.posts["one"], "two", i.News(b"c"))
    assert wire.missed["two"] == ["one"]
    assert ("two", i.Lost()) in wire.heard["one"]


async def test_a_packet_of_another_house_and_one_for_another_node_are_ignored(wire, caplog):
    stranger = wire.node("stranger", bytes(31) + b"x")
    await said(stranger, "two", i.News(b"a"))
    assert "not from this house" in caplog.text
    await said(wire.posts["one"], "stranger", i.News(b"a"))
    wire.posts["two"].arrived(wire.sent[-1])
    assert wire.heard["two"] == []


async def test_a_node_that_was_forgotten_while_it_was_cut_off_is_heard_again_at_once_by_both(wire):
    one, two = wire.posts["one"], wire.posts["two"]
    for _ in range(3):
        await said(one, "two", i.News(b"a"))
        await said(two, "one", i.News(b"a"))
    one.forget("two")
    assert not one.hears("two")
    await said(one, "two", i.News(b"b"))
    await said(two, "one", i.News(b"c"))
    assert wire.heard["two"][-1] == ("one", i.News(b"b"))
    assert wire.heard["one"][-1] == ("two", i.News(b"c"))
    assert wire.missed == {"one": [], "two": []}


async def test_old_packets_are_not_taken_for_new_ones_after_a_node_was_forgotten(wire):
    await said(wire.posts["one"], "two", i.News(b"a"))
    wire.posts["two"].forget("one")
    wire.posts["two"].arrived(wire.sent[0])
    assert len(wire.heard["two"]) == 1
    assert not wire.posts["two"].hears("one")


async def test_requests_are_relayed_at_once_to_a_node_that_was_cut_off_for_a_while(tmp_path, database, bus):
    async with nodes(tmp_path, database, bus, "one", "two") as floor:
        has, asks = owner(floor.nodes, "H1"), other(floor.nodes, "H1")
        for _ in range(2_000):
            asks.house.post.say(has.house.lease.address, i.Beat({}))
            await asyncio.sleep(0)
        asks.house.post.forget(has.house.lease.address)
        await until(lambda: asks.house.post.hears(has.house.lease.address))
        answer = await asks.get("/api/tables/H1/view")
        assert answer.status == 200, answer.body
