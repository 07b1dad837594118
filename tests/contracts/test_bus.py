"""What every bus does: whoever listens hears what is published on their topic, in order, until they end it."""

import pytest

from taisai.house.bus import LocalBus


@pytest.fixture(params=[LocalBus])
def bus(request):
    return request.param()


def test_each_listener_hears_its_own_topic_in_order(bus):
    one, two, other = [], [], []
    bus.subscribe("T1", one.append)
    bus.subscribe("T1", two.append)
    bus.subscribe("T2", other.append)
    for message in (b"a", b"b", b"c"):
        bus.publish("T1", message)
    assert (one, two, other) == ([b"a", b"b", b"c"], [b"a", b"b", b"c"], [])


def test_an_ended_subscription_hears_nothing_and_can_be_ended_again(bus):
    one, two = [], []
    end = bus.subscribe("T1", one.append)
    bus.subscribe("T1", two.append)
    bus.publish("T1", b"a")
    end()
    end()
    bus.publish("T1", b"b")
    assert (one, two) == ([b"a"], [b"a", b"b"])


def test_a_listener_that_ends_itself_takes_nothing_from_the_others(bus):
    heard, ends = [], []

    def once(message):
        heard.append(("once", message))
        ends[0]()

    ends.append(bus.subscribe("T1", once))
    bus.subscribe("T1", lambda message: heard.append(("always", message)))
    bus.publish("T1", b"a")
    bus.publish("T1", b"b")
    assert heard == [("once", b"a"), ("always", b"a"), ("always", b"b")]


def test_publishing_to_nobody_is_no_fault(bus):
    bus.publish("nobody", b"a")


def test_a_topic_is_heard_as_long_as_somebody_listens(bus):
    assert not bus.is_heard("T1")
    end, other = bus.subscribe("T1", print), bus.subscribe("T1", repr)
    assert bus.is_heard("T1")
    end()
    assert bus.is_heard("T1")
    other()
    assert not bus.is_heard("T1")
