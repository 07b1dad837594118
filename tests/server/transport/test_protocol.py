"""Sockets and HTTP on one port; how a socket opens, closes and fails."""

import asyncio
import socket

import pytest
from picows import WSListener, WSMsgType, ws_connect
from server.transport.running import CLOSE, PATIENCE_S, TEXT, Client, frame, opened, running, upgrade, wait_until

from taisai.server.transport import SocketLimits


@pytest.fixture(scope="module")
def server():
    with running() as server:
        yield server


def test_http_and_sockets_share_a_port(server):
    with opened(server) as client:
        client.text(b"hello")
        assert client.read() == (TEXT, b"hello")
        assert server.get() == (200, b"hello")
        client.text("大細".encode())
        assert client.read() == (TEXT, "大細".encode())


def test_the_application_sees_the_request(server):
    with opened(server, path="/t%20able?seat=3", Cookie="sid=abc; x=y", Origin="http://taisai"):
        request = server.house.peers[-1].request
    assert (request.path, request.query["seat"], request.cookies["sid"]) == ("/t able", "3", "abc")
    assert request.headers["ORIGIN"] == "http://taisai"
    assert (request.peer, request.secure) == ("127.0.0.1", False)


def test_a_trusted_proxy_tells_who_asks_and_how(server):
    with opened(server, X_Forwarded_For="203.0.113.9", X_Forwarded_Proto="https"):
        request = server.house.peers[-1].request
    assert (request.peer, request.secure) == ("203.0.113.9", True)


def test_without_proxies_nobody_can_claim_an_address():
    with running(trusted=()) as server, opened(server, X_Forwarded_For="203.0.113.9"):
        assert server.house.peers[-1].request.peer == "127.0.0.1"


def test_an_address_of_the_sixth_version_is_an_address():
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("no IPv6 here")
    with running(host="::1") as server, opened(server, host="::1"):
        assert server.house.peers[-1].request.peer == "::1"


def test_a_socket_opens_on_a_connection_that_was_kept_alive(server):
    with Client(server) as client:
        client.raw(b"GET / HTTP/1.1\r\nHost: taisai\r\n\r\n")
        assert client.answer() == (200, b"hello")
        assert client.open() == 101
        client.text(b"still here")
        assert client.read() == (TEXT, b"still here")


def test_firefox_sends_two_words_in_its_connection_header(server):
    with opened(server, Connection="keep-alive, Upgrade") as client:
        client.text(b"hello")
        assert client.read() == (TEXT, b"hello")


async def test_a_client_of_another_make_is_understood(server):
    heard = []

    class Listener(WSListener):
        def on_ws_connected(self, transport):
            transport.send(WSMsgType.TEXT, b"x" * 10_000)

        def on_ws_frame(self, transport, frame):
            heard.append(frame.get_payload_as_bytes())
            transport.send_close(1000)

    async def talk():
        transport, _ = await ws_connect(Listener, f"ws://127.0.0.1:{server.port}/")
        await transport.wait_disconnected()

    await asyncio.wait_for(talk(), PATIENCE_S)
    assert heard[0] == b"x" * 10_000


def test_a_closing_peer_is_answered_and_the_application_told(server):
    with opened(server) as client:
        client.raw(frame(CLOSE, (1001).to_bytes(2)))
        assert client.closed() == 1000
        assert client.read() is None
    assert server.house.peers[-1].is_gone.wait(PATIENCE_S)


def test_a_peer_that_hangs_up_is_gone(server):
    with opened(server):
        pass
    assert server.house.peers[-1].is_gone.wait(PATIENCE_S)
    assert not server.house.peers[-1].connection.send(b"anyone?")


def test_the_application_closes_with_its_own_code(server):
    with opened(server) as client:
        client.text(b"bye")
        assert client.read() == (CLOSE, (4001).to_bytes(2) + b"as you wish")
        client.text(b"one more thing")
        client.raw(frame(CLOSE, (4001).to_bytes(2)))
        assert client.read() is None
    assert server.house.peers[-1].heard == [b"bye"]


def test_a_reason_is_cut_to_what_a_close_frame_holds(server):
    with opened(server) as client:
        connection = server.connection()
        server.call(lambda: connection.close(4000, "大" * 100))
        _, payload = client.read()
    assert payload[2:].decode() == "大" * 41


def test_a_peer_that_never_answers_a_close_is_cut_off():
    with running(SocketLimits(close_within_s=0.05)) as server, opened(server) as client:
        client.text(b"bye")
        assert client.closed() == 4001
        assert client.read() is None


def test_an_exception_of_the_application_closes_1011_and_the_server_lives(server, caplog):
    with opened(server) as client:
        client.text(b"fail")
        assert client.read() == (CLOSE, (1011).to_bytes(2) + b"internal error")
    wait_until(lambda: "closed by an exception" in caplog.text)
    assert server.get() == (200, b"hello")


def test_shutdown_closes_with_1012(caplog):
    with running() as server:
        clients = [Client(server) for _ in range(3)]
        assert [client.open() for client in clients] == [101] * 3
        server.server.should_exit = True
        assert [client.closed() for client in clients] == [1012] * 3
        for client in clients:
            client.__exit__()


def test_an_idle_peer_is_pinged_and_dropped_if_it_does_not_answer():
    with running(SocketLimits(ping_after_s=0.05, pong_within_s=0.05)) as server, opened(server) as client:
        assert client.closed() == 1001


REJECTED = [
    ({"path": "/no"}, 403, b"not you"),
    ({"path": "/broken"}, 500, b"internal error"),
    ({"method": "POST"}, 405, b"a socket is opened with GET"),
    ({"Sec_WebSocket_Version": "8"}, 426, b"a socket needs Sec-WebSocket-Version 13"),
    ({"Sec_WebSocket_Version": None}, 426, b"a socket needs Sec-WebSocket-Version 13"),
    ({"Sec_WebSocket_Key": None}, 400, b"a socket needs one Sec-WebSocket-Key of 16 bytes in base 64"),
    ({"Sec_WebSocket_Key": "short"}, 400, b"a socket needs one Sec-WebSocket-Key of 16 bytes in base 64"),
    ({"Sec_WebSocket_Key": "\xff" * 24}, 400, b"a socket needs one Sec-WebSocket-Key of 16 bytes in base 64"),
    ({"Content_Length": "5"}, 400, b"an upgrade has no body"),
    ({"Cookie": "x" * 41_000}, 431, b"the headers are longer than 40960 bytes"),
    ({"path": "http://taisai:99999/", "Host": "taisai:99999"}, 400, b"the address cannot be read"),
    ({"path": "http:///"}, 400, b"the address names another host than the Host line"),
]


@pytest.mark.parametrize(("changes", "status", "body"), REJECTED, ids=str)
def test_a_bad_upgrade_is_rejected_in_words(server, changes, status, body):
    with Client(server) as client:
        client.raw(upgrade(**changes))
        assert client.answer() == (status, body)
        assert client.read() is None
