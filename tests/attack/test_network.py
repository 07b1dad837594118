"""Strangers on the network: forged addresses, too many connections, slow ones, and other people's names."""

import asyncio
import json
import logging
import resource
import time
from contextlib import ExitStack, suppress

import pytest
from attack.kit.strangers import Stranger
from patience import PATIENCE_S
from server import conftest
from server.making import HAND, WORD, house, until

from taisai.house.settings import Settings
from taisai.house.settings_reader import load
from taisai.people.events import DeviceKind
from taisai.people.significant_events import Happening
from taisai.rules.refusals import Refused
from taisai.server.addresses import Proxies, network
from taisai.server.run import socket_limits
from taisai.server.transport import SocketLimits

certificate = conftest.certificate
WRONG = json.dumps({"name": "shi.manager", "password": "not it"}).encode()


async def played(folder, story, **changes):
    """The story runs in a thread of its own, so that it may block."""

    async with house(folder, HAND, **changes) as server:
        await asyncio.to_thread(story, server)
        await asyncio.sleep(0)


def tries(server, *forwarded):
    """One wrong password, with what the proxies say of its sender; a header each."""
    with Stranger(server.address) as stranger:
        lines = [f"X-Forwarded-For: {one}" for one in forwarded]
        head = ["POST /api/sign-in HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json", *lines]
        stranger.say("\r\n".join([*head, f"Content-Length: {len(WRONG)}", "", ""]).encode() + WRONG)
        return stranger.status()


def senders(server):
    """Whom the house has on record for the newest attempts."""
    return [one.event.device for one in server.register.attempts().attempts if not one.event.ok]


async def test_a_forged_forwarded_address_is_worth_nothing(tmp_path):
    def story(server):
        statuses = [tries(server, f"198.51.100.{n}, 203.0.113.9") for n in range(5)]
        assert statuses == [401, 401, 401, 429, 429], "the proxy's own word counts, not the attacker's"
        assert set(senders(server)) == {"203.0.113.9"}
        assert tries(server, "203.0.113.9", "203.0.113.10") == 401, "and the last line of several"
        assert senders(server)[0] == "203.0.113.10"

    await played(tmp_path, story, proxies=("127.0.0.1",))


async def test_the_right_most_address_that_is_no_proxy_counts(tmp_path):
    def story(server):
        assert tries(server, "9.9.9.9, 203.0.113.9, 10.1.2.3") == 401
        assert senders(server) == ["203.0.113.9"]

    await played(tmp_path, story, proxies=("127.0.0.1", "10.0.0.0/8"))


@pytest.mark.parametrize("changes", [{"proxies": ("192.0.2.1",)}, {}])
async def test_whoever_is_no_trusted_proxy_speaks_for_nobody(tmp_path, changes):
    def story(server):
        assert tries(server, "203.0.113.9") == 401
        assert senders(server) == ["127.0.0.1"]

    await played(tmp_path, story, **changes)


@pytest.mark.parametrize("junk", ["", "unknown", "\x1b[31m", "_hidden", "x" * 5000, "1.2.3.4.5", "127.0.0.1"])
async def test_what_is_no_address_is_nobodys(tmp_path, junk):
    def story(server):
        assert [tries(server, junk) for _ in range(4)] == ([400] * 4 if "\x1b" in junk else [401] * 3 + [429])
        assert set(senders(server)) <= {"127.0.0.1"}

    await played(tmp_path, story, proxies=("127.0.0.1",))


def test_proxies_are_known_however_their_address_is_written():
    trusted = Proxies(("127.0.0.1", "10.0.0.0/8", "2001:db8::/32"))
    for address in ("127.0.0.1", "::ffff:127.0.0.1", "10.9.8.7", "::ffff:10.9.8.7", "2001:db8:1::5"):
        assert address in trusted, address
    for address in ("127.0.0.2", "11.0.0.1", "::1", "", "proxy.example", "::ffff:11.0.0.1"):
        assert address not in trusted, address


@pytest.mark.parametrize("given", ["proxy.example", "10.0.0.0/40", "*", "300.1.1.1"])
def test_a_proxy_that_cannot_be_is_told_at_once(tmp_path, given):
    with pytest.raises(Refused) as refused:
        load({"folder": tmp_path}, {"TAISAI_PROXIES": given})
    assert "TAISAI_PROXIES" in refused.value.words


def test_an_owner_of_many_addresses_is_one_source():
    assert network("2001:db8::1") == network("2001:db8::ffff:2") != network("2001:db8:0:1::1")
    assert network("::ffff:203.0.113.9") == "203.0.113.9" == network("203.0.113.9")


FEW = SocketLimits(connections_per_source=4)


async def test_one_address_has_so_many_connections_and_keeps_no_place_from_others(tmp_path, caplog):
    def story(server):
        with ExitStack() as stack:
            held = [stack.enter_context(Stranger(server.address, "127.0.0.66")) for _ in range(4)]
            assert [one.join() for one in held] == [101] * 4
            for _ in range(20):
                with Stranger(server.address, "127.0.0.66") as more:
                    assert more.ask("/api/health") == 503
                    assert b"/" not in more.body
            with Stranger(server.address) as other:
                assert other.ask("/api/health") == 200
            held[0].close()
            end = time.monotonic() + PATIENCE_S
            while (again := stack.enter_context(Stranger(server.address, "127.0.0.66"))).ask("/api/health") != 200:
                assert time.monotonic() < end, "a place that is given back is free"
                again.close()

    with caplog.at_level(logging.WARNING):
        await played(tmp_path, story, limits=FEW)
    told = [record for record in caplog.records if "connections" in record.getMessage()]
    assert len(told) == 1, "a flood is told once a minute"
    assert told[0].source == "127.0.0.66"


async def test_slow_heads_from_one_address_take_no_more_places_than_any(tmp_path):
    def story(server):
        with ExitStack() as stack:
            for _ in range(4):
                stack.enter_context(Stranger(server.address, "127.0.0.66")).say(b"GET / HT")
            with Stranger(server.address, "127.0.0.66") as more:
                assert more.ask("/api/health") == 503
            with Stranger(server.address) as other:
                assert other.ask("/api/health") == 200

    await played(tmp_path, story, limits=FEW)


async def test_a_terminal_of_the_house_is_not_counted_with_its_neighbours(tmp_path):
    def story(server):
        terminals = [server.terminal("H", seat) for seat in (1, 2, 3, 4)]
        with ExitStack() as stack:
            for _ in range(2):
                for who in terminals:
                    cookie = "; ".join(f"{key}={value}" for key, value in who.cookies.items())
                    assert stack.enter_context(Stranger(server.address)).join(Cookie=cookie) == 101
            with Stranger(server.address) as other:
                assert other.ask("/api/health") == 200

    await played(tmp_path, story, limits=FEW)


async def test_behind_a_proxy_sockets_are_counted_for_whoever_is_behind_it(tmp_path):
    def story(server):
        with ExitStack() as stack:
            for _ in range(4):
                stranger = stack.enter_context(Stranger(server.address))
                assert stranger.join(X_Forwarded_For="203.0.113.9") == 101
            fifth = stack.enter_context(Stranger(server.address))
            assert fifth.join(X_Forwarded_For="203.0.113.9") == 503
            other = stack.enter_context(Stranger(server.address))
            assert other.join(X_Forwarded_For="203.0.113.10") == 101

    await played(tmp_path, story, limits=FEW, proxies=("127.0.0.1",))


FULL = SocketLimits(connections_max=12, connections_for_staff=4)


async def test_when_the_house_is_full_there_is_room_for_staff(tmp_path):
    def story(server):
        manager, console = server.sign_in("shi.manager"), server.enrol(DeviceKind.CONSOLE, "H")
        player = server.terminal("H", 1)
        with ExitStack() as stack:
            for number in range(8):
                assert stack.enter_context(Stranger(server.address, f"127.0.1.{number}")).join() == 101
            statuses = {}
            for who in (manager, console, player):
                cookie = "; ".join(f"{key}={value}" for key, value in who.cookies.items())
                with Stranger(server.address) as stranger:
                    statuses[who.name] = stranger.ask("/api/tables", Cookie=cookie)
                with Stranger(server.address) as stranger:
                    assert stranger.join(Cookie=cookie) == (503 if who is player else 101)
            assert statuses == {"shi.manager": 200, console.name: 200, player.name: 503}
            with Stranger(server.address) as stranger:
                assert stranger.ask("/api/health") == 503

    await played(tmp_path, story, limits=FULL)


async def test_there_are_never_more_connections_than_files(tmp_path):
    allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    limits = socket_limits(Settings())
    assert limits.connections_max <= allowed - 200
    assert 0 < limits.connections_for_staff < limits.connections_max

    def story(server):
        with ExitStack() as stack:
            for number in range(40):
                stack.enter_context(Stranger(server.address, f"127.0.1.{number}"))
            time.sleep(0.3)
            assert len(server.house.crowd) <= 12

    await played(tmp_path, story, limits=FULL)


BEFORE_OURS_S = 8  # our own limits would take 10
HASTY = SocketLimits(request_within_s=0.4, body_within_s=0.4, taken_within_s=0.6, close_within_s=0.2)
POST = (
    b"POST /api/sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n"
)
CHUNKED = POST.replace(b"Content-Length: 1000", b"Transfer-Encoding: chunked")
GET = POST.replace(b"POST /api/sign-in", b"GET /api/health")


@pytest.mark.parametrize("head", [POST, CHUNKED, GET], ids=["length", "chunked", "get"])
async def test_a_body_that_does_not_come_is_not_waited_for(tmp_path, head):
    def story(server):
        with Stranger(server.address) as stranger:
            stranger.say(head)
            assert stranger.is_cut(BEFORE_OURS_S)

    await played(tmp_path, story, limits=HASTY)


async def test_nor_one_that_comes_a_byte_at_a_time(tmp_path):
    def story(server):
        with Stranger(server.address) as stranger:
            stranger.say(POST)
            end = time.monotonic() + BEFORE_OURS_S
            with suppress(ConnectionError):
                while time.monotonic() < end:
                    stranger.say(b"{")
                    time.sleep(0.05)
            assert time.monotonic() < end

    await played(tmp_path, story, limits=HASTY)


async def test_whoever_asks_for_much_and_reads_nothing_is_cut(tmp_path):
    def story(server):
        with Stranger(server.address) as stranger:
            for _ in range(400):
                try:
                    stranger.say(b"GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                except OSError:
                    break
            deadline = time.monotonic() + PATIENCE_S
            while len(server.house.crowd):
                assert time.monotonic() < deadline, "still there"
                time.sleep(0.05)

    await played(tmp_path, story, limits=HASTY)


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8080", "127.0.0.1.evil.example", "", "localhost.evil", "[1:::]"]
)
async def test_a_page_that_calls_us_by_another_name_gets_nowhere(tmp_path, host):
    def story(server):
        for path in ("/api/tables", "/", "/assets/nothing.js"):
            with Stranger(server.address) as stranger:
                assert stranger.ask(path, Host=host) == 421, path
        with Stranger(server.address) as stranger:
            assert stranger.join(Host=host) == 421

    await played(tmp_path, story)


async def test_our_own_names_are_known(tmp_path):
    def story(server):
        for host in (
            "127.0.0.1:8080",
            "localhost",
            "LOCALHOST:1",
            "192.168.1.7:8080",
            "[::1]:80",
            "tables.example.com",
        ):
            with Stranger(server.address) as stranger:
                assert stranger.ask("/api/tables", Host=host) == 200, host

    await played(tmp_path, story, origins=("https://tables.example.com",))


async def test_under_tls_browsers_are_told_to_stay_with_it(tmp_path, certificate):
    cert, key = certificate

    async with house(tmp_path / "tls", HAND, tls_cert=cert, tls_key=key) as server:
        for path in ("/api/health", "/api/nothing", "/"):
            assert (await server.get(path)).header("strict-transport-security") == "max-age=31536000"
    async with house(tmp_path / "plain", HAND, proxies=("127.0.0.1",)) as server:
        assert not (await server.get("/api/health")).header("strict-transport-security")
        told = await server.http("GET", "/api/health", headers={"X-Forwarded-Proto": "https"})
        assert told.header("strict-transport-security")


async def test_an_enrolled_console_is_not_slowed_by_its_neighbours(tmp_path):
    async with house(tmp_path, HAND, hurried=False, traffic_requests_per_s=1) as server:
        console = server.enrol(DeviceKind.CONSOLE, "H")
        assert 429 in [(await server.get("/api/health")).status for _ in range(15)]
        assert (await server.get("/api/health", console)).status == 200
        body = {"name": "shi.manager", "password": WORD}
        assert (await server.http("POST", "/api/sign-in", console, body)).status == 200
        await until(lambda: server.register.newest_seq(Happening.RATE_EXCEEDED))
