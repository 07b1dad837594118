"""Limits that make no sense are said at once."""

import pytest

from taisai.server.transport import UNLIMITED, SocketLimits
from taisai.server.transport.meter import Meter


def test_limits_are_above_zero():
    with pytest.raises(ValueError, match="messages_per_s, messages_burst: must be above zero"):
        SocketLimits(messages_per_s=0, messages_burst=-1)


def test_a_pong_is_due_before_the_next_ping():
    with pytest.raises(ValueError, match="pong_within_s 30 is longer than ping_after_s 20"):
        SocketLimits(pong_within_s=30, ping_after_s=20)


def test_a_burst_and_then_the_rate():
    meter = Meter(SocketLimits(messages_per_s=10, messages_burst=3))
    assert [meter.over(100.0) for _ in range(4)] == [False, False, False, True]
    meter = Meter(SocketLimits(messages_per_s=10, messages_burst=3))
    assert not any(meter.over(100 + turn * 0.11) for turn in range(1000))


def test_without_a_limit_nobody_is_over():
    meter = Meter(SocketLimits(messages_per_s=UNLIMITED))
    assert not any(meter.over(100.0) for _ in range(1000))
