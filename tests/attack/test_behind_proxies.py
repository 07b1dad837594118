"""Who asks, behind each proxy as its own program: neither a header nor a trailer gives a guess another address."""

import asyncio
import json
import socket
import ssl
from contextlib import contextmanager
from http.client import HTTPResponse
from urllib.parse import urlsplit

import pytest
from attack.test_trailers import JSON, WRONG, chunked
from patience import PATIENCE_S
from proxies import caddy, free_port, haproxy, in_front, nginx, program, reached
from server.making import HAND, house, until

HERE, THERE = "127.0.0.66", "127.0.0.67"


@pytest.fixture(params=[haproxy, nginx, caddy], ids=["HAProxy", "nginx", "Caddy"])
def behind(request, tmp_path):
    """Runs a story against a house behind the proxy, in a thread of its own."""
    proxy = request.param
    if not program(proxy.__name__):
        pytest.skip(f"there is no {proxy.__name__} here; scripts/proxies installs it")
    folder = tmp_path / "proxy"
    folder.mkdir()
    folder.chmod(0o755)

    async def go(story):
        port = free_port()
        origin = f"https://localhost:{port}"
        async with house(tmp_path / "house", HAND, proxies=("127.0.0.1",), origins=(origin,)) as server:
            with in_front(proxy(folder, port, urlsplit(server.address).port), folder) as process:
                await until(lambda: process.poll() is not None or reached(port))
                assert process.poll() is None, (folder / "log").read_text()
                trusted = ssl.create_default_context(cafile=folder / "cert.pem")
                await asyncio.to_thread(story, server, lambda source=HERE: caller(port, trusted, source))

    return lambda story: asyncio.run(go(story))


@contextmanager
def caller(port, trusted, source):
    """A connection to the proxy from some address; sends bytes, gives the status and the body of the answer."""
    plain = socket.create_connection(("127.0.0.1", port), PATIENCE_S, source_address=(source, 0))
    with trusted.wrap_socket(plain, server_hostname="localhost") as secured:

        def say(data):
            secured.sendall(data)
            response = HTTPResponse(secured)
            response.begin()
            return response.status, response.read()

        yield say


def guess(call, *, head=(), trailers=(), source=HERE):
    with call(source) as say:
        return say(chunked(WRONG, (JSON, *head), trailers, host="localhost"))[0]


def senders(server):
    return {one.event.device for one in server.register.attempts().attempts if not one.event.ok}


FORGED = {
    "nothing": ((), ()),
    "a header": (("X-Forwarded-For: 198.51.100.{n}",), ()),
    "two headers": (("X-Forwarded-For: 198.51.100.{n}", "X-Forwarded-For: 127.0.0.1"), ()),
    "a trailer": ((), ("X-Forwarded-For: 198.51.100.{n}",)),
    "a trailer that is told before": (("Trailer: X-Forwarded-For",), ("X-Forwarded-For: 198.51.100.{n}",)),
}


@pytest.mark.parametrize("way", FORGED)
def test_guesses_are_counted_for_the_address_that_the_proxy_saw(behind, way):
    def story(server, call):
        head, trailers = FORGED[way]
        statuses = [
            guess(call, head=[line.format(n=n) for line in head], trailers=[line.format(n=n) for line in trailers])
            for n in range(5)
        ]
        assert statuses == [401, 401, 401, 429, 429]
        assert senders(server) == {HERE}
        assert guess(call, source=THERE) == 401, "another address is another source"
        assert senders(server) == {HERE, THERE}

    behind(story)


def test_what_one_person_sends_in_a_trailer_reaches_nobody_else_through_the_proxy(behind):
    """The proxy sends requests of several people over one connection to the house."""
    mean = ("Connection: close", "Content-Length: 5", "Host: evil.example", "Cookie: taisai_session=forged")

    def story(_, call):
        for trailer in mean:
            with call() as attacker:
                attacker(chunked(WRONG, (JSON,), (trailer,), host="localhost"))
            for _ in range(3):
                with call(THERE) as say:
                    status, body = say(b"GET /api/me HTTP/1.1\r\nHost: localhost\r\n\r\n")
                assert (status, json.loads(body)["name"]) == (200, ""), trailer

    behind(story)
