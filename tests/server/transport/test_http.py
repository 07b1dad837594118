"""What uvicorn's HTTP has no limit for."""

from contextlib import suppress

import pytest
from server.transport.running import Client, running, upgrade

from taisai.server.transport import SocketLimits
from taisai.server.transport.limits import HEADERS_MAX, REQUEST_BYTES_MAX


@pytest.fixture(scope="module")
def server():
    with running(SocketLimits(request_within_s=0.3)) as server:
        yield server


def test_a_head_without_end_is_cut_off(server):
    with Client(server) as client:
        client.raw(b"GET / HTTP/1.1\r\nHost: taisai\r\nCookie: " + b"x" * 50_000)
        assert client.answer() == (431, b"the headers are longer than 40960 bytes")


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


CHUNKED = b"POST / HTTP/1.1\r\nHost: taisai\r\nTransfer-Encoding: chunked\r\n\r\n"
GET = b"GET / HTTP/1.1\r\nHost: taisai\r\n\r\n"


@pytest.mark.parametrize("rest", [b"0\r\na: ", b"0\r\n", b"1;", b"20001\r\n"])
def test_a_request_is_counted_to_its_end_whatever_follows_the_head(rest):
    with running(SocketLimits(close_within_s=0.2)) as server, Client(server) as client:
        client.raw(CHUNKED + rest + b"b" * (REQUEST_BYTES_MAX - 1_000))
        client.raw(b"b" * 2_000)
        assert client.answer() in {(413, b"the request is longer than 131072 bytes"), (405, b"Method Not Allowed")}
        assert client.read() is None


def test_a_head_that_arrives_at_once_is_counted_too(server):
    with Client(server) as client:
        client.raw(b"GET / HTTP/1.1\r\nHost: taisai\r\nCookie: " + b"x" * 60_000 + b"\r\n\r\n")
        assert client.answer()[0] == 431


def test_a_head_has_so_many_lines(server):
    for count, status in ((HEADERS_MAX - 1, 200), (HEADERS_MAX, 431)):
        with Client(server) as client:
            client.raw(b"GET / HTTP/1.1\r\nHost: taisai\r\n" + b"ab: c\r\n" * count + b"\r\n")
            assert client.answer()[0] == status


def test_many_requests_on_one_connection_are_not_one_long_one(server):
    with Client(server) as client:
        for _ in range(200):
            client.raw(GET.replace(b"\r\n\r\n", b"\r\nCookie: a=b\r\n\r\n") * 20)
            assert [client.answer() for _ in range(20)] == [(200, b"hello")] * 20


def test_requests_that_are_sent_without_waiting_for_answers_are_no_more_than_a_few(server):
    with Client(server) as client:
        with suppress(ConnectionError):
            client.raw(GET * 5_000)
        with suppress(ConnectionError):
            assert len(client.rest()) < 200 * 500
    assert server.get() == (200, b"hello")


def test_blank_lines_behind_a_request_keep_no_connection_open(server):
    with Client(server) as client:
        client.raw(GET)
        assert client.answer() == (200, b"hello")
        client.raw(b"\r\n")
        assert client.answer()[0] == 408


IMPROPER = {
    "two hosts": (b"GET / HTTP/1.1\r\nHost: taisai\r\nHost: evil\r\n\r\n", 400),
    "no host": (b"GET / HTTP/1.1\r\n\r\n", 400),
    "another host": (b"GET http://evil/ HTTP/1.1\r\nHost: taisai\r\n\r\n", 400),
    "another port": (b"GET http://taisai:81/ HTTP/1.1\r\nHost: taisai\r\n\r\n", 400),
    "a name before it": (b"GET http://a@taisai/ HTTP/1.1\r\nHost: taisai\r\n\r\n", 400),
    "a host with a path": (b"GET / HTTP/1.1\r\nHost: taisai/evil\r\n\r\n", 400),
    "a host with a name before it": (b"GET / HTTP/1.1\r\nHost: evil@taisai\r\n\r\n", 400),
    "a host with a port of letters": (b"GET / HTTP/1.1\r\nHost: taisai:http\r\n\r\n", 400),
    "a host that is no address": (b"GET / HTTP/1.1\r\nHost: [::1\r\n\r\n", 400),
    "a host of another protocol": (b"GET ftp://taisai/ HTTP/1.1\r\nHost: taisai\r\n\r\n", 400),
    "version 2": (b"GET / HTTP/2.0\r\nHost: taisai\r\n\r\n", 400),
    "version 0.9": (b"GET / HTTP/0.9\r\nHost: taisai\r\n\r\n", 400),
    "two codings": (CHUNKED.replace(b"chunked", b"gzip, chunked") + b"0\r\n\r\n", 501),
    "in two lines": (CHUNKED.replace(b"chunked", b"gzip\r\nTransfer-Encoding: chunked") + b"0\r\n\r\n", 501),
    "no end": (CHUNKED.replace(b"chunked", b"gzip"), 400),
    "chunks in version 1.0": (CHUNKED.replace(b"HTTP/1.1", b"HTTP/1.0") + b"0\r\n\r\n", 400),
}


@pytest.mark.parametrize("name", IMPROPER)
def test_what_http_forbids_is_not_served(server, name):
    sent, status = IMPROPER[name]
    with Client(server) as client:
        client.raw(sent + GET)
        assert client.answer()[0] == status
        assert client.read() is None


@pytest.mark.parametrize("name", [name for name in IMPROPER if "host" in name or "version" in name])
def test_nor_is_a_socket_opened_by_it(server, name):
    sent, status = IMPROPER[name]
    asked, lines = sent.removesuffix(b"\r\n\r\n").split(b"\r\n", 1) if b"\r\nHost" in sent else (sent[:-4], b"")
    rest = upgrade(Host=None).split(b"\r\n", 1)[1]
    with Client(server) as client:
        client.raw(b"\r\n".join(part for part in (asked, lines) if part) + b"\r\n" + rest)
        assert client.answer()[0] == status
        assert client.read() is None


@pytest.mark.parametrize(
    "host", ["taisai", "Taisai.:80", "a_b.c-d", "127.0.0.1:8080", "[::1]", "[::ffff:127.0.0.1]:80", ""]
)
def test_a_host_is_a_name_or_an_address_with_a_port(server, host):
    with Client(server) as client:
        client.raw(f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        assert client.answer() == (200, b"hello")


@pytest.mark.parametrize("other", ["h2c", "TLS/1.0", "h2c, websocket"])
def test_after_a_request_for_another_protocol_the_connection_ends(server, other):
    """The parser reads nothing behind it: a second request would wait for an answer that does not come."""
    asking = GET.replace(b"\r\n\r\n", f"\r\nConnection: Upgrade\r\nUpgrade: {other}\r\n\r\n".encode())
    for behind in (b"", GET):
        with Client(server) as client:
            client.raw(asking + behind)
            said = client.rest()
            assert said.startswith(b"HTTP/1.1 200 ")
            assert b"connection: close" in said
            assert said.count(b"HTTP/1.1") == 1


def test_a_socket_is_not_opened_in_an_old_version(server):
    with Client(server) as client:
        client.raw(upgrade().replace(b"HTTP/1.1", b"HTTP/1.0"))
        assert client.answer() == (400, b"a socket needs HTTP/1.1")
        assert client.read() is None


@pytest.mark.parametrize("version", ["HTTP/1.1", "HTTP/2.0"])
def test_no_socket_is_opened_before_the_answer_to_an_earlier_request(server, version):
    with Client(server) as client:
        client.raw(GET.replace(b"/ ", b"/slow ") + upgrade().replace(b"HTTP/1.1", version.encode()))
        assert client.rest() == b""


def test_an_absolute_address_of_this_host_is_served(server):
    with Client(server) as client:
        client.raw(b"GET HTTP://Taisai:80/?x HTTP/1.1\r\nHost: taisai:80\r\n\r\n")
        assert client.answer() == (200, b"hello")


def test_a_trailer_that_ends_the_connection_ends_it_where_others_can_see(server):
    """The parser reads nothing behind it; a proxy would wait there for the answer to somebody else's request."""
    with Client(server) as client:
        client.raw(CHUNKED + b"0\r\n")
        assert client.answer()[0] == 405
        client.raw(b"Connection: close\r\n\r\n" + GET)
        assert client.read() is None


def test_no_second_answer_to_a_request_follows_the_first(server):
    """Behind a proxy it would be the answer to somebody else's."""
    with Client(server) as client:
        client.raw(CHUNKED + b"0\r\n")
        assert client.answer()[0] == 405
        client.raw(b"Content-Length: 5\r\n\r\n")
        assert client.read() is None


def test_a_connection_without_another_request_is_closed():
    with running(timeout_keep_alive=1) as server, Client(server) as client:
        client.raw(GET)
        assert client.answer() == (200, b"hello")
        assert client.read() is None


@pytest.mark.parametrize("second", [b"GET /", CHUNKED], ids=["in its head", "in its body"])
def test_what_is_wrong_with_a_second_request_is_no_answer_to_the_first(second):
    with running(SocketLimits(request_within_s=0.2, body_within_s=0.2)) as server, Client(server) as client:
        client.raw(GET.replace(b"/ ", b"/slow ") + second)
        assert client.rest() == b"", "it is cut off before the first has its answer"
