"""A console that nobody is at, a cookie of yesterday, a device that is not there, a disk that is full."""

import asyncio
from contextlib import suppress

import pytest
from patience import PATIENCE_S
from picows import WSHandshakeError
from server.making import HAND, PIN, WORD, Who, house, until
from server.screen import Screen

from taisai.journal.refusals import JournalRefusal
from taisai.people.events import DeviceKind
from taisai.people.sessions import LONGEST_S
from taisai.people.significant_events import Happening
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Role
from taisai.server import pages
from taisai.server.callers import DEVICE, SESSION
from taisai.wire.stream import topic

PULSE_S = 1.0


async def something_happens(server):
    """Something that staff are told, and something that everybody is told."""
    server.register.note(Happening.SUPERVISOR_CALLED, "somebody calls", table="H")
    server.house.tell_staff()
    server.house.bus.publish(topic("H"), b'{"is":"change","n":99,"at":1,"table":{}}')


def told(screen):
    return [one["is"] for one in screen.told]


async def test_a_session_that_fell_asleep_hears_nothing_until_it_is_woken(tmp_path):
    async with house(tmp_path, HAND) as server:
        dealer = server.sign_in("dee.dealer")
        asleep = await Screen(server, "H", dealer).join()
        awake = await Screen(server, "H", server.sign_in("gus.supervisor")).join()
        held = server.register.sessions.held(dealer.cookies[SESSION], 0)
        held.seen_s -= server.register.sessions.idle_s
        await asyncio.sleep(PULSE_S + 0.3)
        before, others = told(asleep), len(awake.told)
        await something_happens(server)
        await until(lambda: len(awake.told) >= others + 2)
        assert told(asleep) == before, "not a word"
        assert (await server.post("/api/reenter", dealer, {"pin": PIN})).status == 200
        await until(lambda: told(asleep)[len(before) :] == ["view"])
        await something_happens(server)
        await until(lambda: {"staff", "change"} <= set(told(asleep)[len(before) + 1 :]))


async def test_a_slow_reader_that_fell_asleep_gets_no_fresh_view(tmp_path):
    async with house(tmp_path, HAND) as server:
        dealer = server.sign_in("dee.dealer")
        asleep = await Screen(server, "H", dealer).join()
        (connection,) = server.house.hub._joined
        server.register.sessions.held(dealer.cookies[SESSION], 0).seen_s -= server.register.sessions.idle_s
        await asyncio.sleep(PULSE_S + 0.3)
        before = told(asleep)
        peer = server.house.hub._joined[connection].peer
        peer.drained()
        await asyncio.sleep(0.2)
        assert told(asleep) == before


async def test_a_session_that_is_over_loses_its_socket(tmp_path):
    async with house(tmp_path, HAND) as server:
        dealer = server.sign_in("dee.dealer")
        screen = await Screen(server, "H", dealer).join()
        held = server.register.sessions.held(dealer.cookies[SESSION], 0)
        held.since_s -= LONGEST_S
        await asyncio.wait_for(screen.gone.wait(), PATIENCE_S)
        assert screen.close_code == 1008


async def test_a_screen_that_connects_again_and_again_keeps_no_session_awake(tmp_path):
    async with house(tmp_path, HAND) as server:
        dealer = server.sign_in("dee.dealer")
        held = server.register.sessions.held(dealer.cookies[SESSION], 0)
        seen = held.seen_s
        for _ in range(3):
            (await Screen(server, "H", dealer).join()).close()
        assert held.seen_s == seen
        held.seen_s -= server.register.sessions.idle_s
        with pytest.raises(WSHandshakeError):
            await Screen(server, "H", dealer).connect()


@pytest.mark.parametrize("stale", ["yesterday's", "idle", "expired"])
async def test_signing_in_works_with_a_cookie_of_yesterday(tmp_path, stale):
    async with house(tmp_path, HAND) as server:
        console = server.enrol(DeviceKind.CONSOLE, "H")
        old = server.sign_in("dee.dealer")
        held = server.register.sessions.held(old.cookies[SESSION], 0)
        if stale == "idle":
            held.seen_s -= server.register.sessions.idle_s
        elif stale == "expired":
            held.since_s -= LONGEST_S
        token = "made up" if stale == "yesterday's" else old.cookies[SESSION]
        browser = Who({SESSION: token, **console.cookies})
        body = {"name": "gus.supervisor", "password": WORD}
        answer = await server.post("/api/sign-in", browser, body)
        assert answer.status == 200
        cookies = dict(browser.cookies)
        for name, value in answer.headers:
            if name.lower() == "set-cookie":
                key, _, kept = value.partition(";")[0].partition("=")
                cookies.pop(key, None)
                cookies |= {key: kept} if "max-age=0" not in value.lower() else {}
        assert cookies.keys() == {SESSION, DEVICE}, "neither the new session nor the console is lost"
        me = (await server.get("/api/me", Who(cookies))).json
        assert (me["name"], me["device"]["id"]) == ("gus.supervisor", console.name)


@pytest.mark.parametrize("device", ["terminal-99", "display-1"])
async def test_revoking_a_device_that_is_not_there_leaves_ones_own(tmp_path, device):
    async with house(tmp_path, HAND) as server:
        display = server.display()
        console, technician = server.enrol(DeviceKind.CONSOLE, "H"), server.sign_in("tec.technician")
        at_work = Who({**console.cookies, **technician.cookies}, technician.name)
        await server.together("DELETE", f"/api/devices/{display.name}", at_work)
        answer = await server.together("DELETE", f"/api/devices/{device}", at_work)
        assert answer.json["code"] in {"device-unknown", "device-revoked"}
        assert not answer.header("set-cookie"), "the console goes on being one"
        gone = await server.get("/api/tables/H/meters", display)
        assert "max-age=0" in gone.header("set-cookie").lower(), "whoever was revoked is told"


async def test_a_person_with_the_name_of_a_device_is_not_taken_for_it(tmp_path):
    async with house(tmp_path, HAND) as server:
        terminal = server.terminal("H", 1)
        server.employ(terminal.name, Role.DEALER)
        seat = await Screen(server, "H", terminal).join()
        manager = server.sign_in("shi.manager")
        answer = await server.together("POST", f"/api/staff/{terminal.name}/deactivate", manager)
        assert answer.status == 200
        await asyncio.sleep(0.2)
        assert not seat.gone.is_set()


async def test_a_full_disk_tells_a_stranger_no_path(tmp_path):
    async with house(tmp_path, HAND) as server:
        manager = server.sign_in("shi.manager")
        terminal = server.terminal("H", 1)
        seq = server.register.note(Happening.DISK_LOW, "1 GB is left")
        path = str(server.house.settings.journal)

        def full(*_):
            raise Refused(JournalRefusal.FULL, f"{path} has no room on its disk (disk full)", path)

        keep, server.register.store.append = server.register.store.append, full
        try:
            stranger = await server.post("/api/sign-in", body={"name": "dee.dealer", "password": WORD})
            player = await server.post("/api/enrol", terminal, {"code": "WRONG"})
            insider = await server.post(f"/api/events/{seq}/acknowledge", manager)
        finally:
            server.register.store.append = keep
        for answer in (stranger, player):
            assert answer.status == 503
            assert b"/" not in answer.body, answer.body
            assert answer.json["words"].endswith("call a technician")
        assert path in insider.json["words"], "whoever mends it needs it"


async def test_on_a_socket_neither(tmp_path):
    async with house(tmp_path, HAND) as server:
        screen = await Screen(server, "H", server.sign_in("dee.dealer")).join()
        path = str(server.house.settings.journal)

        def full(*_):
            raise Refused(JournalRefusal.FULL, f"{path} has no room", path)

        keep, server.register.use_approvals = server.register.use_approvals, full
        with suppress(KeyError):
            answer = await screen.give({"do": "open-bets"}, approvals=["a", "b"])
        server.register.use_approvals = keep
        assert path not in str(answer)


async def test_screens_that_are_not_there_break_nothing_and_tell_no_path(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(pages, "FOLDER", tmp_path / "nothing")

    async with house(tmp_path / "house", HAND) as server:
        for path, status in (("/", 503), ("/assets/icon.svg", 404), ("/assets/", 404), ("/assets/..%2f..%2f", 404)):
            answer = await server.get(path)
            assert answer.status == status, path
            assert str(tmp_path).encode() not in answer.body
    assert [record for record in caplog.records if record.exc_info] == []
