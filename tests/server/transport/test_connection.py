"""Those who do not read hold nobody back."""

import socket
from time import monotonic

from msgspec.structs import replace
from server.transport.running import PATIENCE_S, PING, TEXT, Client, Echo, frame, opened, running, wait_until

from taisai.server.transport import SocketLimits, broadcast

MESSAGE = b"x" * 10_000
SMALL = SocketLimits(buffer_bytes_max=64 * 1024, messages_per_s=1_000_000, messages_burst=1_000_000, close_within_s=0.1)


def _stuck(server):
    """A client that does not read, sent to until it is behind; and how often that worked."""
    client = Client(server)
    assert client.open() == 101
    connection = server.connection()
    sent = server.call(lambda: sum(connection.send(MESSAGE) for _ in range(5000)))
    assert connection.behind
    return client, connection, sent


def test_a_slow_peer_misses_what_others_get_promptly_and_hears_when_it_can_catch_up():
    with running(SMALL) as server, opened(server) as quick:
        slow, connection, sent = _stuck(server)
        assert sent < 5000
        peers = [peer.connection for peer in server.house.peers]
        begin = monotonic()
        for _ in range(100):
            assert server.call(lambda: broadcast(peers, MESSAGE)) == [connection]
            assert quick.read() == (TEXT, MESSAGE)
        assert monotonic() - begin < PATIENCE_S / 2
        assert server.house.peers[-1].drains == 0
        assert [slow.read() for _ in range(sent)] == [(TEXT, MESSAGE)] * sent
        assert slow.read() == (TEXT, b"fresh view")
        assert not connection.behind
        assert server.house.peers[-1].drains == 1
        slow.__exit__()


def test_the_buffer_of_a_slow_peer_stays_near_its_mark():
    with running(SMALL) as server:
        slow, connection, _ = _stuck(server)
        slow.raw(frame(PING, b"x" * 125) * 2000)
        slow.text(b"last")
        wait_until(lambda: server.house.peers[-1].heard == [b"last"])
        buffered = server.call(connection._wire.underlying_transport.get_write_buffer_size)
        assert SMALL.buffer_bytes_max < buffered < SMALL.buffer_bytes_max + 2 * len(MESSAGE)
        slow.__exit__()


def test_a_slow_peer_cannot_keep_a_closed_socket_open():
    with running(SMALL) as server:
        slow, connection, _ = _stuck(server)
        server.call(lambda: connection.close(1008, "too slow"))
        assert server.house.peers[-1].is_gone.wait(PATIENCE_S)
        slow.__exit__()


def test_nor_hold_up_a_shutdown():
    with running(SMALL) as server:
        slow, _, _ = _stuck(server)
    slow.__exit__()


def test_nor_by_breaking_the_protocol():
    """Here the heartbeat ends it."""
    with running(replace(SMALL, ping_after_s=0.1, pong_within_s=0.1)) as server:
        slow, _, _ = _stuck(server)
        slow.raw(b"\x81\x01x")
        assert server.house.peers[-1].is_gone.wait(PATIENCE_S)
        slow.__exit__()


def test_nor_by_closing_only_its_own_side():
    with running(SMALL) as server:
        slow, _, _ = _stuck(server)
        slow.socket.shutdown(socket.SHUT_WR)
        assert server.house.peers[-1].is_gone.wait(PATIENCE_S)
        slow.__exit__()


class Touchy(Echo):
    """Fails wherever it can."""

    def drained(self):
        raise ZeroDivisionError("on purpose")

    def gone(self):
        super().gone()
        raise ZeroDivisionError("on purpose")


def test_an_exception_when_drained_or_gone_is_only_logged(caplog):
    with running(SMALL, Touchy) as server:
        slow, _, _ = _stuck(server)
        assert slow.closed() == 1011
        slow.__exit__()
        assert server.house.peers[-1].is_gone.wait(PATIENCE_S)
    assert caplog.text.count("closed by an exception") == 2


class Shy(Echo):
    def connected(self, connection):
        super().connected(connection)
        connection.close(4002, "not today")


def test_a_socket_can_be_closed_as_it_opens():
    with running(peer=Shy) as server, opened(server) as client:
        assert client.closed() == 4002
        assert not server.house.peers[-1].connection.send(b"x")
