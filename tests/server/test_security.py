"""Who gets in and who does not: cookies, tokens, origins, headers, sizes, rates."""

import asyncio
import re
from urllib.parse import urlsplit

import pytest
from attack.kit.strangers import Stranger
from patience import PATIENCE_S
from picows import WSHandshakeError
from server.making import BOSS, HAND, PIN, SELF, WORD, house, until
from server.screen import Screen

from taisai.people.events import DeviceKind
from taisai.server.app import BODY_BYTES_MAX
from taisai.server.household import SECRETS_BURST
from taisai.server.limiter import Limiter
from taisai.server.routes import ROUTES
from taisai.server.transport import SocketLimits
from taisai.table import commands as c

SIGN_IN = {"name": "dee.dealer", "password": WORD}
HEADERS = ("content-security-policy", "x-content-type-options", "referrer-policy", "cross-origin-opener-policy")


async def test_cookies_are_not_for_scripts_nor_for_other_sites(tmp_path):
    async with house(tmp_path, HAND) as server:
        signed = await server.post("/api/sign-in", body=SIGN_IN)
        code = server.register.invite_device("first.manager", "display")
        enrolled = await server.post("/api/enrol", body={"code": code})
        for answer in (signed, enrolled):
            parts = {part.strip().lower() for part in answer.header("set-cookie").split(";")[1:]}
            assert {"httponly", "samesite=strict", "path=/"} <= parts
            assert "secure" not in parts, "this house has no TLS"
        assert "max-age" not in signed.header("set-cookie").lower(), "a session ends with the browser"


async def test_under_tls_cookies_are_secure(tmp_path, certificate):
    cert, key = certificate
    async with house(tmp_path / "house", HAND, tls_cert=cert, tls_key=key) as server:
        assert server.address.startswith("https://")
        signed = await server.post("/api/sign-in", body=SIGN_IN)
        assert signed.status == 200
        assert "; secure" in signed.header("set-cookie").lower()
        fitting = {"Origin": server.address}
        assert (await server.http("POST", "/api/sign-in", body=SIGN_IN, headers=fitting)).status == 200
        plain = {"Origin": server.address.replace("https", "http")}
        assert (await server.http("POST", "/api/sign-in", body=SIGN_IN, headers=plain)).status == 403


async def test_behind_a_proxy_that_is_believed_cookies_are_secure(tmp_path):
    for believed in (True, False):
        async with house(tmp_path / str(believed), HAND, proxies=("127.0.0.1",) if believed else ()) as server:
            said = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}
            signed = await server.http("POST", "/api/sign-in", body=SIGN_IN, headers=said)
            assert ("; secure" in signed.header("set-cookie").lower()) is believed


CHANGES = sorted({(route.method, route.path) for route in ROUTES if route.method != "GET"})
NEW_PERSON = {"name": "new.person", "full_name": "New", "role": "dealer"}


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"}, {"Origin": "null"}, {"Origin": "http://127.0.0.1"}, {"Origin": ""},
        {"Origin": "http://127.0.0.1.evil.example:80"}, {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"}, {"Sec-Fetch-Site": ""}, {"Sec-Fetch-Site": "Same-Origin, cross-site"},
        {"Content-Type": "text/plain"}, {"Content-Type": "application/x-www-form-urlencoded"},
        {"Content-Type": "multipart/form-data; boundary=x"}, {"Content-Type": "text/plain; application/json"},
        {"Content-Type": ""},
    ],
    ids=str,
)  # fmt: skip
async def test_no_page_but_ours_changes_anything(tmp_path, headers):
    """Every change there is, with a body or without, before anybody is asked who they are."""
    code = "message-invalid" if "Content-Type" in headers else "origin-unfit"
    async with house(tmp_path, HAND, demo=True) as server:
        who, before = server.sign_in("shi.manager"), server.heads()
        named = {"table": "H", "name": "gus.supervisor", "device": "console-1"}
        for method, path in CHANGES:
            given = re.sub(r"{(\w+)}", lambda found: named.get(found[1], "1"), path)
            for body in ({}, None):
                answer = await server.http(method, given, who, body, headers=headers)
                assert (answer.status // 100, answer.json["code"]) == (4, code), (method, path)
        assert server.heads() == before
        assert (await server.get("/api/me", who)).json["name"] == "shi.manager", "nor is anybody signed out"


async def test_a_page_of_ours_and_a_program_change_what_they_may(tmp_path):
    async with house(tmp_path, HAND) as server:
        ours, none = ({"Origin": server.address, "Sec-Fetch-Site": site} for site in ("same-origin", "none"))
        kinds = ({"Content-Type": f"{kind}; charset=utf-8"} for kind in ("application/json", "Application/JSON"))
        for headers in ({}, ours, none, {"Sec-Fetch-Site": "same-origin"}, {"Origin": server.address}, *kinds):
            answer = await server.http("POST", "/api/sign-in", body=SIGN_IN, headers=headers)
            assert answer.status == 200, headers
        strange = {"Origin": server.address, "Sec-Fetch-Site": "same-site"}
        assert (await server.http("POST", "/api/sign-in", body=SIGN_IN, headers=strange)).status == 403, "both count"


async def test_a_page_of_someone_else_does_not_keep_a_session_awake(tmp_path):
    async with house(tmp_path, HAND) as server:
        who = server.sign_in("shi.manager")
        (held,) = server.register.sessions._held.values()
        seen_s = held.seen_s
        foreign = {"Sec-Fetch-Site": "same-site"}
        assert (await server.http("POST", "/api/staff", who, NEW_PERSON, headers=foreign)).status == 403
        assert held.seen_s == seen_s
        await server.post("/api/staff", who, NEW_PERSON)
        assert held.seen_s > seen_s


async def test_a_refused_origin_is_told(tmp_path):
    async with house(tmp_path, HAND) as server:
        headers = {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}
        answer = await server.http("POST", "/api/sign-in", body=SIGN_IN, headers=headers)
        assert (answer.status, answer.json["value"]) == (403, "https://evil.example")


async def test_a_page_never_acts_for_someone_who_has_signed_in_since(tmp_path):
    """A browser has one session; a page that was loaded before may show someone else."""
    async with house(tmp_path, HAND, SELF) as server:
        manager, auditor, terminal = (
            server.sign_in("shi.manager"), server.sign_in("aud.auditor"), server.terminal("H", 1)
        )  # fmt: skip
        before = server.heads()
        order = {"id": "1", "command": c.LeaveSeat(1)}
        for path, who, shown, body in (
            ("/api/staff/gus.supervisor/unlock", manager, "aud.auditor", None),
            ("/api/sign-out", auditor, "shi.manager", None),
            ("/api/tables/H/orders", terminal, "T-2", order),
            ("/api/tables/H/orders", terminal, "shi.manager", order),
        ):
            answer = await server.http("POST", path, who, body, headers={"X-Taisai-Caller": shown})
            assert (answer.status, answer.json["code"]) == (409, "caller-changed"), path
            assert answer.json["value"] == shown
        assert server.heads() == before
        stale = {"X-Taisai-Caller": "shi.manager"}
        assert (await server.http("POST", "/api/sign-in", auditor, SIGN_IN, headers=stale)).status == 200, (
            "a password says who signs in"
        )
        nobody = await server.http("POST", "/api/sign-out", headers=stale)
        assert nobody.json["code"] == "session-unknown", "which says more"
        assert (await server.http("POST", "/api/sign-out", manager, headers=stale)).status == 200


async def test_a_sign_in_says_all_that_a_page_would_ask_next(tmp_path):
    """At each door the answer is what /api/me says from then on."""
    async with house(tmp_path, HAND) as server:
        console = server.enrol(DeviceKind.CONSOLE, "H")

        async def through(path, who, body, name=""):
            answer = await server.http("POST", path, who, body)
            assert answer.status == 200, answer
            key, _, value = answer.header("set-cookie").partition(";")[0].partition("=")
            cookies = who.cookies | ({key: value} if key else {})
            now = who._replace(cookies={key: value for key, value in cookies.items() if value != '""'}, name=name)
            assert answer.json == (await server.get("/api/me", now)).json
            return now, answer.json

        dealer, me = await through("/api/sign-in", console, SIGN_IN)
        assert (me["name"], me["device"]["id"], me["asleep"]) == ("dee.dealer", console.name, False)
        assert "order" in me["rights"]
        (held,) = server.register.sessions._held.values()
        held.seen_s -= server.register.sessions.idle_s
        me = (await server.get("/api/me", dealer)).json
        assert (me["name"], me["rights"], me["asleep"]) == ("", ["read-tables"], True)
        _, me = await through("/api/reenter", dealer, {"pin": PIN})
        assert (me["name"], me["asleep"]) == ("dee.dealer", False)
        _, me = await through("/api/take-over", dealer, {"name": "dee.dealer", "pin": PIN})
        assert me["by_pin"]
        _, me = await through("/api/sign-in", console, SIGN_IN)
        signed, _ = await through("/api/sign-in", console, SIGN_IN)
        _, me = await through("/api/sign-out", signed, {})
        assert (me["name"], me["role"], me["asleep"]) == (console.name, "player", False)
        code = {"name": "aud.auditor", "password": server.register.reset(BOSS, "aud.auditor")}
        _, me = await through("/api/sign-in", console, code)
        assert (me["must_change_password"], me["rights"]) == (True, []), "the code is good for one thing"


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1", "http://127.0.0.1.evil.example:80"]
)
async def test_a_page_of_another_site_opens_no_socket(tmp_path, origin):
    async with house(tmp_path, HAND) as server:
        other_port = f"http://127.0.0.1:{urlsplit(server.address).port + 1}"
        for given in (origin, other_port):
            with pytest.raises(WSHandshakeError) as refused:
                await Screen(server, "H", server.sign_in("shi.manager")).connect({"Origin": given})
            assert refused.value.response.status == 403


async def test_our_own_origin_and_those_of_the_settings_may_connect(tmp_path):
    async with house(tmp_path, HAND, origins=("https://tables.example.com",)) as server:
        for origin in (server.address, "https://tables.example.com"):
            screen = await Screen(server, "H").connect({"Origin": origin})
            screen.say({"is": "ping", "at": 7})
            await until(lambda screen=screen: screen.told)
            assert screen.told[0]["sent"] == 7


async def test_every_answer_has_the_headers_that_keep_a_browser_strict(tmp_path):
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


def told_while_sending(address, body):
    with Stranger(address) as stranger:
        head = "POST /api/sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        stranger.say(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        return stranger.rest()


async def test_bodies_are_json_and_not_too_large(tmp_path):
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


async def test_whoever_asks_too_often_is_told_to_wait(tmp_path):
    """By a clock that stands: how fast this machine is says nothing."""
    async with house(tmp_path, HAND) as server:
        server.house.limiter = Limiter(10, 100, lambda: 1.0)
        answers = [await server.get("/api/health") for _ in range(105)]
        assert [one.status for one in answers] == [200] * 100 + [429] * 5
        told = answers[-1]
        assert (told.header("retry-after"), told.json["code"]) == ("1", "too-many-requests")
        server.house.limiter = Limiter(1e6, 1_000_000)
        server.house.secret_limiter = Limiter(1, SECRETS_BURST, lambda: 1.0)
        secret = [await server.post("/api/enrol", body={}) for _ in range(SECRETS_BURST + 5)]
        assert (secret[0].status, secret[0].header("retry-after")) == (400, "")
        assert (secret[-1].status, secret[-1].header("retry-after")) == (429, "1")


async def test_whoever_must_wait_after_wrong_passwords_is_told_how_long(tmp_path):
    async with house(tmp_path, HAND) as server:
        wrong = SIGN_IN | {"password": "not it"}
        *_, slowed = [await server.post("/api/sign-in", body=wrong) for _ in range(4)]
        assert slowed.json["code"] == "sign-in-slowed"
        assert slowed.header("retry-after") == slowed.json["value"]
        assert 1 < int(slowed.header("retry-after")) <= 30


async def test_a_method_that_a_path_has_not_is_answered_with_all_that_it_has(tmp_path):
    methods = {}
    for route in ROUTES:
        methods.setdefault(route.path, set()).add(route.method)

    async with house(tmp_path, HAND) as server:
        for path, known in methods.items():
            answer = await server.http("PATCH", path.format(**dict.fromkeys(re.findall(r"{(\w+)}", path), "1")))
            assert answer.status == 405, path
            allowed = set(answer.header("allow").split(", "))
            assert allowed == known | ({"HEAD"} if "GET" in known else set()), path
        for path in ("/", "/assets/index.js"):
            assert (await server.http("DELETE", path)).header("allow") == "GET, HEAD"


async def test_a_socket_that_says_too_much_is_closed(tmp_path):
    async with house(tmp_path, HAND, limits=SocketLimits(messages_per_s=50, messages_burst=100)) as server:
        screen = await Screen(server, "H").join()
        for _ in range(1000):
            screen.say({"is": "ping", "at": 1})
        await asyncio.wait_for(screen.gone.wait(), PATIENCE_S)
        assert screen.close_code == 1008
        assert len([told for told in screen.told if told["is"] == "pong"]) <= 120


async def test_a_socket_message_has_a_largest_size(tmp_path):
    async with house(tmp_path, HAND) as server:
        screen = await Screen(server, "H").join()
        screen.send(b'{"is":"ping","at":1' + b" " * (10 << 20) + b"}")
        await asyncio.wait_for(screen.gone.wait(), PATIENCE_S)
        assert [told["is"] for told in screen.told] == ["view"]
