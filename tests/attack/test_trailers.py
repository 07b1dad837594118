"""Trailers, lines behind the body of a request: they add nothing to its head, whoever passes them on."""

import asyncio
import json

import pytest
from attack.kit.strangers import Stranger
from server.making import HAND, WORD, house

from taisai.server.callers import SESSION

WRONG = {"name": "shi.manager", "password": "not it"}
RIGHT = {"name": "shi.manager", "password": WORD}


async def played(folder, story, **changes):
    async with house(folder, HAND, **changes) as server:
        await asyncio.to_thread(story, server)


def chunked(body, head=(), trailers=(), path="/api/sign-in", host="127.0.0.1"):
    """A request whose body comes in a chunk, with lines before and behind it."""
    lines = (f"POST {path} HTTP/1.1", f"Host: {host}", "Transfer-Encoding: chunked", *head, "", "")
    content = json.dumps(body)
    rest = (f"{len(content):x}", content, "0", *trailers, "", "")
    return ("\r\n".join(lines) + "\r\n".join(rest)).encode()


JSON = "Content-Type: application/json"


def asked(server, *given, **named):
    with Stranger(server.address) as stranger:
        stranger.say(chunked(*given, **named))
        return stranger.status(), json.loads(stranger.body)


async def test_a_guess_of_a_password_gets_no_address_of_its_own_from_a_trailer(tmp_path):
    def story(server):
        guesses = [asked(server, WRONG, (JSON,), (f"X-Forwarded-For: 198.51.100.{n}",))[0] for n in range(6)]
        assert guesses == [401, 401, 401, 429, 429, 429]
        devices = {one.event.device for one in server.register.attempts().attempts if not one.event.ok}
        assert devices == {"127.0.0.1"}

    await played(tmp_path, story, proxies=("127.0.0.1",))


async def test_a_cookie_in_a_trailer_signs_nobody_in_or_out(tmp_path):
    def story(server):
        manager = server.sign_in("shi.manager")
        (token,) = manager.cookies.values()
        for trailer in (f"Cookie: {SESSION}={token}", f"Cookie: {SESSION}=forged"):
            status, told = asked(server, {}, (JSON,), (trailer,), path="/api/sign-out")
            assert (status, told["code"]) == (401, "session-unknown")
        own = (JSON, f"Cookie: {SESSION}={token}")
        with Stranger(server.address) as stranger:
            assert stranger.ask("/api/me", Cookie=own[1].removeprefix("Cookie: ")) == 200
            assert json.loads(stranger.body)["name"] == "shi.manager", "still signed in"

    await played(tmp_path, story)


async def test_a_content_type_in_a_trailer_makes_no_json_of_a_body(tmp_path):
    def story(server):
        status, told = asked(server, RIGHT, (), (JSON,))
        assert (status, told["code"]) == (400, "message-invalid")

    await played(tmp_path, story)


@pytest.mark.parametrize("trailer", ["https://evil.example", "http://127.0.0.1"])
async def test_an_origin_in_a_trailer_neither_hinders_nor_helps(tmp_path, trailer):
    def story(server):
        assert asked(server, RIGHT, (JSON,), (f"Origin: {trailer}",))[0] == 200
        evil = (JSON, "Origin: https://evil.example")
        assert asked(server, RIGHT, evil, (f"Origin: {trailer}",))[1]["code"] == "origin-unfit"

    await played(tmp_path, story)


async def test_trailers_add_nothing_to_the_next_request_of_their_connection(tmp_path):
    def story(server):
        manager = server.sign_in("shi.manager")
        (token,) = manager.cookies.values()
        with Stranger(server.address) as stranger:
            trailers = (f"Cookie: {SESSION}={token}", "Connection: upgrade", "Upgrade: websocket", "Host: evil.example")
            stranger.say(chunked(RIGHT, (JSON,), trailers))
            assert stranger.status() == 200
            assert stranger.ask("/api/me") == 200
            assert json.loads(stranger.body)["name"] == "", "nobody is signed in there"

    await played(tmp_path, story)
