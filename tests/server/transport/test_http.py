"""What uvicorn's HTTP has no limit for."""

import pytest
from server.transport.running import Client, running

from taisai.server.transport import SocketLimits


@pytest.fixture(scope="module")
def server():
    with running(SocketLimits(request_within_s=0.3)) as server:
        yield server


def test_a_head_without_end_is_cut_off(server):
    with Client(server) as client:
        client.raw(b"GET / HTTP/1.1\r\nHost: taisai\r\nCookie: " + b"x" * 20_000)
        assert client.answer() == (431, b"the headers are longer than 12288 bytes")


@pytest.mark.parametrize("begun", [b"", b"GET / HT"])
def test_a_request_that_does_not_come_is_not_waited_for(server, begun):
    with Client(server) as client:
        client.raw(begun)
        assert client.answer()[0] == 408


def test_nor_is_the_second_on_a_connection(server):
    with Client(server) as client:
        client.raw(b"GET / HTTP/1.1\r\nHost: taisai\r\n\r\n")
        assert client.answer() == (200, b"hello")
        client.raw(b"GET /")
        assert client.answer()[0] == 408


def test_nonsense_is_a_bad_request(server):
    with Client(server) as client:
        client.raw(b"\x16\x03\x01 what? \r\n\r\n" + b"x" * 20_000)
        assert client.answer()[0] == 400
