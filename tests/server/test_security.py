"""Who gets in and who does not: cookies, tokens, origins, headers, sizes, rates."""

import asyncio
import re

import pytest
from attack.kit.strangers import Stranger
from patience import PATIENCE_S
from picows import WSHandshakeError
from server.making import HAND, WORD, house, until
from server.screen import Screen

from taisai.server.app import BODY_BYTES_MAX
from taisai.server.household import SECRETS_BURST
from taisai.server.routes import ROUTES
from taisai.server.transport import SocketLimits
from taisai.table import commands as c

SIGN_IN = {"name": "dee.dealer", "password": WORD}
HEADERS = ("content-security-policy", "x-content-type-options", "referrer-policy", "cross-origin-opener-policy")


def test_cookies_are_not_for_scripts_nor_for_other_sites(tmp_path):
    async def play():
        async with house(tmp_path, HAND) as server:
            signed = await server.post("/api/sign-in", body=SIGN_IN)
            code = server.register.invite_device("first.manager", "display")
            enrolled = await server.post("/api/enrol", body={"code": code})
            for answer in (signed, enrolled):
                parts = {part.strip().lower() for part in answer.header("set-cookie").split(";")[1:]}
                assert {"httponly", "samesite=strict", "path=/"} <= parts
                assert "secure" not in parts, "this house has no TLS"
            assert "max-age" not in signed.header("set-cookie").lower(), "a session ends with the browser"

    asyncio.run(play())


def test_under_tls_cookies_are_secure(tmp_path, certificate):
    cert, key = certificate

    async def play():
        async with house(tmp_path / "house", HAND, tls_cert=cert, tls_key=key) as server:
            assert server.address.startswith("https://")
            signed = await server.post("/api/sign-in", body=SIGN_IN)
            assert signed.status == 200
            assert "; secure" in signed.header("set-cookie").lower()
            fitting = {"Origin": server.address}
            assert (await server.http("POST", "/api/sign-in", body=SIGN_IN, headers=fitting)).status == 200
            plain = {"Origin": server.address.replace("https", "http")}
            assert (await server.http("POST", "/api/sign-in", body=SIGN_IN, headers=plain)).status == 403

    asyncio.run(play())


def test_behind_a_proxy_that_is_believed_cookies_are_secure(tmp_path):
    async def play():
        for believed in (True, False):
            async with house(tmp_path / str(believed), HAND, proxies=("127.0.0.1",) if believed else ()) as server:
                said = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}
                signed = await server.http("POST", "/api/sign-in", body=SIGN_IN, headers=said)
                assert ("; secure" in signed.header("set-cookie").lower()) is believed

    asyncio.run(play())


def test_what_changes_something_needs_the_token_of_our_own_page(tmp_path):
    async def play():
        async with house(tmp_path, HAND) as server:
            manager, player = server.sign_in("shi.manager"), server.terminal("H", 1)
            body = {"name": "new.person", "full_name": "New", "role": "dealer"}
            order = {"id": "1", "command": c.LeaveSeat(1)}
            before = server.heads()
            for token in ("", "wrong", player.csrf):
                answer = await server.post("/api/staff", manager._replace(csrf=token), body)
                assert (answer.status, answer.json["code"]) == (403, "origin-unfit")
            for token in ("", manager.csrf):
                assert (await server.post("/api/tables/H/orders", player._replace(csrf=token), order)).status == 403
            assert server.heads() == before
            assert (await server.together("POST", "/api/staff", manager, body)).status == 200
            assert (await server.get("/api/me", manager)).json["csrf"] == manager.csrf

    asyncio.run(play())


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1", "http://127.0.0.1.evil.example:80"]
)
def test_a_page_of_another_site_gets_nowhere(tmp_path, origin):
    async def play():
        async with house(tmp_path, HAND) as server:
            manager, headers = server.sign_in("shi.manager"), {"Origin": origin}
            body = {"name": "new.person", "full_name": "New", "role": "dealer"}
            assert (await server.http("POST", "/api/staff", manager, body, headers=headers)).status == 403
            with pytest.raises(WSHandshakeError) as refused:
                await Screen(server, "H", manager).connect(headers)
            assert refused.value.response.status == 403

    asyncio.run(play())


def test_our_own_origin_and_those_of_the_settings_may_connect(tmp_path):
    async def play():
        async with house(tmp_path, HAND, origins=("https://tables.example.com",)) as server:
            for origin in (server.address, "https://tables.example.com"):
                screen = await Screen(server, "H").connect({"Origin": origin})
                screen.say({"is": "ping", "at": 7})
                await until(lambda screen=screen: screen.told)
                assert screen.told[0]["sent"] == 7

    asyncio.run(play())


def test_every_answer_has_the_headers_that_keep_a_browser_strict(tmp_path):
    async def play():
        async with house(tmp_path, HAND) as server:
            asked = [
                ("GET", "/api/health", 200), ("GET", "/api/nothing", 404), ("DELETE", "/api/health", 405),
                ("GET", "/api/staff", 401), ("GET", "/", None), ("GET", "/assets/nothing.js", 404),
                ("POST", "/api/sign-in", 400), ("GET", "/api/tables/none", 404),
            ]  # fmt: skip
            for method, path, status in asked:
                answer = await server.http(method, path)
                assert status in {None, answer.status}, path
                for header in HEADERS:
                    assert answer.header(header), (path, header)
                policy = answer.header("content-security-policy")
                assert "default-src 'self'" in policy
                assert "frame-ancestors 'none'" in policy
                assert "server" not in {name.lower() for name, _ in answer.headers}

    asyncio.run(play())


def told_while_sending(address, body):
    with Stranger(address) as stranger:
        head = "POST /api/sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        stranger.say(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        return stranger.rest()


def test_bodies_are_json_and_not_too_large(tmp_path):
    async def play():
        async with house(tmp_path, HAND) as server:
            large = await server.http("POST", "/api/sign-in", raw=b" " * (BODY_BYTES_MAX + 1))
            assert (large.status, large.json["code"]) == (413, "message-too-large")
            endless = await asyncio.to_thread(told_while_sending, server.address, b" " * 1_000_000)
            assert endless.startswith(b"HTTP/1.1 413 "), "even who sends far more can read why it is refused"
            fitting = await server.http("POST", "/api/sign-in", raw=b" " * BODY_BYTES_MAX)
            assert fitting.status == 400
            for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
                answer = await server.http("POST", "/api/sign-in", body=SIGN_IN, headers={"Content-Type": kind})
                assert (answer.status, answer.json["code"]) == (400, "message-invalid")
            for raw in (
                b"",
                b"[",
                b"null",
                b'{"name": 1}',
                b'{"name":"a","password":"b","more":1}',
                b"\xff",
                b"[" * 60_000,
            ):
                assert (await server.http("POST", "/api/sign-in", raw=raw)).status == 400

    asyncio.run(play())


def test_whoever_asks_too_often_is_told_to_wait(tmp_path):
    async def play():
        async with house(tmp_path, HAND, hurried=False, requests_per_s=10) as server:
            statuses = [(await server.get("/api/health")).status for _ in range(120)]
            assert statuses[:90] == [200] * 90
            assert 429 in statuses
            secret = [await server.post("/api/enrol", body={}) for _ in range(SECRETS_BURST + 5)]
            assert (secret[0].status, secret[0].header("retry-after")) == (400, "")
            assert (secret[-1].status, secret[-1].header("retry-after")) == (429, "1")

    asyncio.run(play())


def test_whoever_must_wait_after_wrong_passwords_is_told_how_long(tmp_path):
    async def play():
        async with house(tmp_path, HAND) as server:
            wrong = SIGN_IN | {"password": "not it"}
            *_, slowed = [await server.post("/api/sign-in", body=wrong) for _ in range(4)]
            assert slowed.json["code"] == "sign-in-slowed"
            assert slowed.header("retry-after") == slowed.json["value"]
            assert 1 < int(slowed.header("retry-after")) <= 30

    asyncio.run(play())


def test_a_method_that_a_path_has_not_is_answered_with_all_that_it_has(tmp_path):
    methods = {}
    for route in ROUTES:
        methods.setdefault(route.path, set()).add(route.method)

    async def play():
        async with house(tmp_path, HAND) as server:
            for path, known in methods.items():
                answer = await server.http("PATCH", path.format(**dict.fromkeys(re.findall(r"{(\w+)}", path), "1")))
                assert answer.status == 405, path
                allowed = set(answer.header("allow").split(", "))
                assert allowed == known | ({"HEAD"} if "GET" in known else set()), path
            assert (await server.http("DELETE", "/")).header("allow") == "GET, HEAD"

    asyncio.run(play())


def test_a_socket_that_says_too_much_is_closed(tmp_path):
    async def play():
        async with house(tmp_path, HAND, limits=SocketLimits(messages_per_s=50, messages_burst=100)) as server:
            screen = await Screen(server, "H").join()
            for _ in range(1000):
                screen.say({"is": "ping", "at": 1})
            await asyncio.wait_for(screen.gone.wait(), PATIENCE_S)
            assert screen.close_code == 1008
            assert len([told for told in screen.told if told["is"] == "pong"]) <= 120

    asyncio.run(play())


def test_a_socket_message_has_a_largest_size(tmp_path):
    async def play():
        async with house(tmp_path, HAND) as server:
            screen = await Screen(server, "H").join()
            screen.send(b'{"is":"ping","at":1' + b" " * (10 << 20) + b"}")
            await asyncio.wait_for(screen.gone.wait(), PATIENCE_S)
            assert [told["is"] for told in screen.told] == ["view"]

    asyncio.run(play())
