"""What peers may send, and what happens to those who send anything else."""

from contextlib import suppress
from random import Random
from time import thread_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from server.transport.running import BINARY, CLOSE, PING, PONG, TEXT, Client, frame, opened, running, upgrade

from taisai.server.transport import UNLIMITED, SocketLimits

MAX = 16 * 1024
CONTINUATION = 0


@pytest.fixture(scope="module")
def server():
    with running() as server:
        yield server


def test_a_message_at_the_limit_passes(server):
    with opened(server) as client:
        client.text(b"x" * MAX)
        assert client.read() == (TEXT, b"x" * MAX)


def test_fragments_are_put_together_with_pings_between(server):
    with opened(server) as client:
        client.raw(frame(TEXT, b"", fin=False) + frame(CONTINUATION, "大".encode()[:1], fin=False))
        client.raw(frame(PING, b"there?") + frame(PONG) + frame(CONTINUATION, "大".encode()[1:]))
        assert client.read() == (PONG, b"there?")
        assert client.read() == (TEXT, "大".encode())


FORBIDDEN_CODES = (0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65_535)
VIOLATIONS = {
    "one byte too many": (frame(TEXT, b"x" * (MAX + 1)), 1009),
    "fragments too long together": (frame(TEXT, b"x" * MAX, fin=False) + frame(CONTINUATION, b"x"), 1009),
    "10 MB": (frame(TEXT, b"x" * 10_000_000, mask=b"\0\0\0\0"), 1009),
    "10 MB claimed": (frame(TEXT, b"x" * 10_000_000, mask=b"\0\0\0\0")[:100], 1009),
    "2 to the 63 claimed": (b"\x81\xff" + b"\x80" + bytes(7), 1002),
    "not UTF-8": (frame(TEXT, b"\xff\xfe"), 1007),
    "not UTF-8 in fragments": (frame(TEXT, b"\xe5", fin=False) + frame(CONTINUATION, b"x"), 1007),
    "binary": (frame(BINARY, b"x"), 1003),
    "continues nothing": (frame(CONTINUATION, b"x"), 1002),
    "begins twice": (frame(TEXT, b"x", fin=False) * 2, 1002),
    "whole message between fragments": (frame(TEXT, b"x", fin=False) + frame(TEXT, b"y"), 1002),
    "reserved bit 1": (frame(TEXT, b"x", reserved=4), 1002),
    "reserved bit 2": (frame(TEXT, b"x", reserved=2), 1002),
    "reserved bit 3": (frame(PING, b"x", reserved=1), 1002),
    "no mask": (b"\x81\x01x", 1002),
    "unknown opcode": (frame(3, b"x"), 1002),
    "long ping": (frame(PING, b"x" * 126), 1002),
    "fragmented ping": (frame(PING, b"x", fin=False), 1002),
    "long way to say short": (b"\x81\xfe\x00\x05" + bytes(9), 1002),
    "close code 1": (frame(CLOSE, b"\x03"), 1002),
    **{f"close code {code}": (frame(CLOSE, code.to_bytes(2)), 1002) for code in FORBIDDEN_CODES},
    "flood of text": (frame(TEXT, b"x") * 101, 1008),
    "flood of pings": (frame(PING, b"x") * 101, 1008),
    "flood of pongs": (frame(PONG, b"x") * 101, 1008),
    "flood of empty fragments": (frame(TEXT, fin=False) + frame(CONTINUATION, fin=False) * 100, 1008),
}


@pytest.mark.parametrize("name", VIOLATIONS)
def test_a_violation_has_its_code(server, name):
    sent, code = VIOLATIONS[name]
    with opened(server) as client:
        try:
            client.raw(sent)
        except ConnectionError:
            assert len(sent) > 1_000_000, "only what is never read can be cut off in the middle"
        assert client.closed() == code
        assert client.read() is None
    assert server.get() == (200, b"hello")


@pytest.mark.parametrize("code", [*range(1000, 1004), *range(1007, 1015), 3000, 4999])
def test_a_close_with_a_code_that_may_be_sent_is_answered_as_one(server, code):
    for reason in (b"", b"bye"):
        with opened(server) as client:
            client.raw(frame(CLOSE, code.to_bytes(2) + reason))
            assert client.closed() == 1000
            assert client.read() is None


def test_a_close_without_a_code_is_answered_as_one(server):
    with opened(server) as client:
        client.raw(frame(CLOSE))
        assert client.closed() == 1000


def test_of_two_closes_each_in_a_packet_of_its_own_the_second_changes_nothing(server):
    """In one packet picows reads the second before it passes on the first, and answers 1002 by itself."""
    with opened(server) as client:
        client.raw(frame(CLOSE, (1000).to_bytes(2)))
        assert client.closed() == 1000
        with suppress(ConnectionError):
            client.raw(frame(CLOSE, (1000).to_bytes(2)))
        assert client.read() is None
    with opened(server) as client:
        client.raw(frame(CLOSE, (1000).to_bytes(2)) * 2)
        assert client.closed() == 1002, "picows has learned it: expect 1000 here, and take it out of docs/security.md"


def test_after_a_flood_nothing_more_is_heard(server):
    with opened(server) as client:
        client.raw(frame(TEXT, b"x") * 1000)
        assert client.closed() == 1008
    assert len(server.house.peers[-1].heard) == 100


def test_the_limit_can_be_lifted():
    with running(SocketLimits(messages_per_s=UNLIMITED)) as server, opened(server) as client:
        client.raw(frame(TEXT, b"x") * 5000)
        assert [client.read() for _ in range(5000)] == [(TEXT, b"x")] * 5000


def test_the_last_of_many_fragments_costs_no_more_than_the_first():
    """Below the limit of messages a stranger could go on for hours, and each would take longer than the one before."""
    count = 5_000
    with running(SocketLimits(messages_per_s=UNLIMITED)) as server, opened(server) as client:

        def cost_s():
            before_s = server.call(thread_time)
            client.raw(frame(CONTINUATION, fin=False) * count + frame(PING))
            assert client.read() == (PONG, b"")
            return server.call(thread_time) - before_s

        client.raw(frame(TEXT, fin=False))
        first_s, *_, last_s = [cost_s() for _ in range(6)]
        assert last_s < 4 * first_s
        client.raw(frame(CONTINUATION, b"x"))
        assert client.read() == (TEXT, b"x")


@settings(max_examples=100)
@given(
    noise=st.binary(max_size=300),
    head=st.sampled_from([b"", b"\x81", b"\x81\x85", b"\x88\x82", b"\x89\xfe", b"\x01\xff"]),
)
def test_noise_never_hurts_the_server(server, noise, head):
    with opened(server) as client:
        client.raw(head + noise)


def test_long_noise_and_cut_frames_never_hurt_the_server(server):
    random = Random(6)
    for _ in range(100):
        whole = frame(random.randrange(16), random.randbytes(random.choice([0, 1, 125, 126, 5000, 70_000])))
        with Client(server) as client:
            assert client.open() == 101
            client.raw(whole[: random.randrange(len(whole))])
            client.raw(random.randbytes(random.randrange(4000)))
    with opened(server) as client:
        client.text(b"alive")
        assert client.read() == (TEXT, b"alive")


@settings(max_examples=100)
@given(noise=st.binary(max_size=200), at=st.integers(0, 150))
def test_noise_in_the_request_never_hurts_the_server(server, noise, at):
    request = upgrade()
    with Client(server) as client:
        client.raw(request[:at] + noise + request[at:])


def test_the_server_lives_after_all_this(server):
    assert server.get() == (200, b"hello")
    assert server.troubles == []
