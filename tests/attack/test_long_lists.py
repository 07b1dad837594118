"""A house with thousands of people, devices and events: every listing comes in pages that fit, and nobody is left out
or told of twice."""

import msgspec
import pytest
from server.making import HAND, STAFF, house

from taisai.cli.journals import keys_beside
from taisai.house.clock import now
from taisai.house.desk import Desk
from taisai.house.games import game
from taisai.house.key_files import make_batch_key
from taisai.house.setup import Setup
from taisai.journal.place import Place
from taisai.journal.sqlite import SqliteStore
from taisai.people import events as e
from taisai.people.authorization import ID_LONGEST, WORDS_LONGEST
from taisai.people.event_log import Note
from taisai.people.events import DeviceKind
from taisai.people.evolve import evolve
from taisai.people.records import HOUSE
from taisai.people.register_entry import Recorded
from taisai.people.significant_events import Happening
from taisai.people.staff import FULL_NAME_LONGEST
from taisai.rules.vocabulary import Role
from taisai.server.readings import AskVouchers
from taisai.table import commands as c
from taisai.table import events as table_events
from taisai.table.parts import NUMBER_MOST

ANSWER_MOST = 64 * 1024
MANY = 5_000
WORST = "\u4e16"  # three bytes a character


def known(register, events):
    """Known and not written: one by one it would take too long."""
    for event in events:
        evolve(register.state, Recorded(register.head.seq, register.clock(), HOUSE, event))


def people(register, count, start=1):
    full_name = WORST * FULL_NAME_LONGEST
    numbers = range(start, start + count)
    known(register, (e.PersonAdded(f"p{n}.person", full_name, Role.SHIFT_MANAGER, "x", f"id-{n}") for n in numbers))
    return [f"p{n}.person" for n in numbers]


def displays(register, count):
    first = register.state.invited + 1
    numbers = range(first, first + count)
    kind, label = DeviceKind.DISPLAY, WORST * ID_LONGEST
    known(register, (e.DeviceInvited(f"display-{n}", kind, "", 0, label) for n in numbers))
    known(register, (e.DeviceEnrolled(f"display-{n}", kind, "", 0, label, f"key {n}") for n in numbers))
    return [f"display-{n}" for n in numbers]


async def listed(server, who, path, named, meanwhile=lambda page: None):
    """All of a listing, page by page, as `named` tells each; `meanwhile` is what happens between two pages."""
    found, more = [], True
    while more:
        answer = await server.get(f"{path}?after={found[-1] if found else ''}", who)
        assert answer.status == 200, answer.body
        assert len(answer.body) <= ANSWER_MOST
        page = named(answer.json)
        assert page or not answer.json["more"], "a page that has no end"
        found, more = found + page, answer.json["more"]
        meanwhile(page)
    return found


def names(told):
    return [one["name"] for one in told["staff"]]


def ids(told):
    return [one["id"] for one in told["devices"]]


async def test_five_thousand_people_come_in_pages_and_nobody_is_missing_or_twice(tmp_path):
    async with house(tmp_path, HAND) as server:
        added = people(server.register, MANY)
        auditor = server.sign_in("aud.auditor")
        found = await listed(server, auditor, "/api/staff", names)
        assert len(found) == len(set(found))
        assert set(found) == {*added, *STAFF, "first.manager"}


async def test_five_thousand_devices_come_in_pages_and_none_is_missing_or_twice(tmp_path):
    async with house(tmp_path, HAND) as server:
        added = displays(server.register, MANY)
        found = await listed(server, server.sign_in("tec.technician"), "/api/devices", ids)
        assert found == added


async def test_who_comes_and_goes_while_somebody_pages_shifts_nobody_else(tmp_path):
    """The last one of a page is taken off before the next page is asked for, and others come."""

    async with house(tmp_path, HAND) as server:
        kept, manager = people(server.register, 600), server.sign_in("shi.manager")
        come = iter(range(10_000, 11_000))

        def change_people(page):
            server.register.deactivate("first.manager", page[-1])
            people(server.register, 20, next(come) * 20)

        found = await listed(server, manager, "/api/staff", names, change_people)
        assert len(found) == len(set(found))
        assert set(kept) <= set(found)

        stay = displays(server.register, 1_000)
        gone, revoked = displays(server.register, 600), set()

        def change_devices(page):
            leave = {page[-1], *gone[:40]} - revoked
            for device in leave:
                server.register.revoke_device("first.manager", device)
            revoked.update(leave)
            del gone[:40]
            displays(server.register, 20)

        found = await listed(server, manager, "/api/devices", ids, change_devices)
        assert len(found) == len(set(found))
        assert set(stay) <= set(found)


@pytest.mark.parametrize("path", ["/api/staff", "/api/devices"])
async def test_a_listing_goes_on_after_whatever_is_named(tmp_path, path):
    async with house(tmp_path, HAND) as server:
        manager = server.sign_in("shi.manager")
        for odd in ("zzz", "-", "%C2%B2-%C2%B2", "display-99999999999999999999"):
            answer = await server.get(f"{path}?after={odd}", manager)
            assert answer.status == 200
            assert not answer.json["more"]
        assert (await server.get(f"{path}?after={'x' * 201}", manager)).status == 413
        assert (await server.get(f"{path}?before=3", manager)).status == 400


def note_at_length(register, count):
    long = WORST * WORDS_LONGEST
    return register.note_all([Note(Happening.SUPERVISOR_CALLED, long, value=long) for _ in range(count)])


async def back_to_the_first(server, who, path, named, before):
    """All of a listing that begins with the newest."""
    found, cursor = [], 0
    while True:
        answer = await server.get(f"{path}?limit=1000&before={cursor}", who)
        assert len(answer.body) <= ANSWER_MOST
        found += named(answer.json)
        cursor = before(answer.json)
        if not cursor:
            return found


async def test_events_at_length_come_in_pages_however_many_are_asked_for(tmp_path):
    async with house(tmp_path, HAND) as server:
        last = note_at_length(server.register, 300)
        auditor = server.sign_in("aud.auditor")
        found = await back_to_the_first(
            server,
            auditor,
            "/api/events",
            lambda told: [one["seq"] for one in told["page"]["happenings"]],
            lambda told: told["page"]["before_seq"],
        )
        assert found == sorted(set(found), reverse=True)
        assert set(range(last - 299, last + 1)) <= set(found)


async def test_attempts_to_sign_in_at_length_come_in_pages_however_many_are_asked_for(tmp_path):
    async with house(tmp_path, HAND) as server:
        before = server.register.head.seq
        tried = e.AttemptRecorded(WORST * ID_LONGEST, WORST * ID_LONGEST, "sign-in", ok=False, proof="password")
        server.register._write(HOUSE, *[tried] * 500)
        found = await back_to_the_first(
            server,
            server.sign_in("aud.auditor"),
            "/api/attempts",
            lambda told: [one["seq"] for one in told["attempts"]],
            lambda told: told["before_seq"],
        )
        assert found == sorted(set(found), reverse=True)
        assert set(range(before + 1, before + 501)) <= set(found)


async def test_of_what_waits_the_oldest_are_told_and_each_that_is_acknowledged_makes_room(tmp_path):
    async with house(tmp_path, HAND) as server:
        note_at_length(server.register, 50)
        manager = server.sign_in("shi.manager")
        waiting, more = [one.seq for one in server.register.waiting()], True
        while more:
            answer = await server.get("/api/events/waiting", manager)
            assert len(answer.body) <= ANSWER_MOST
            page, more = [one["seq"] for one in answer.json["waiting"]], answer.json["more"]
            assert page == waiting[: len(page)]
            assert more == (len(page) < len(waiting))
            for seq in page:
                server.register.acknowledge("first.manager", seq)
            del waiting[: len(page)]
        assert not waiting


def test_a_thousand_vouchers_come_in_pages_the_newest_first_and_none_is_missing_or_twice(tmp_path):
    path = tmp_path / "journal.sqlite"
    (tmp_path / "keys").mkdir()
    make_batch_key(tmp_path / "keys")
    store = SqliteStore.open(path, "T1", keys_beside(path))
    desk = Desk.install(store, game("rws-6/2"), Setup("T1"), now)
    issued = [table_events.VoucherIssued(n % 2 + 1, 100, f"{n:064x}", f"{n:04d}", "2027-01-01") for n in range(1_000)]
    desk._note([table_events.TableOpened(0)], "opened")
    for some in range(0, len(issued), 20):  # whoever reads an entry checks the batch that it is in
        desk._note(issued[some : some + 20], f"a long evening {some}")
    store.close()

    def all_of(seat, found=(), more=True):
        while more:
            before = found[-1]["entry"] if found else NUMBER_MOST
            answer = AskVouchers(Place(str(path), str(tmp_path / "keys")), "T1", seat, before).answer()
            assert len(answer) <= ANSWER_MOST
            told = msgspec.json.decode(answer)
            assert told["vouchers"], "a page that has no end"
            found, more = (*found, *told["vouchers"]), told["more"]
        return [one["ending"] for one in found]

    endings = [one.ending for one in reversed(issued)]
    assert all_of(0) == endings
    assert all_of(1) == endings[1::2]


async def test_the_list_of_vouchers_goes_on_after_an_entry(tmp_path):
    async with house(tmp_path, HAND) as server:
        await server.open("H", 1, 2)
        for seat in (1, 2):
            await server.do("H", c.CashOut(seat), seat=seat)
        manager = server.sign_in("shi.manager")
        newest, oldest = (await server.get("/api/tables/H/vouchers", manager)).json["vouchers"]
        assert (newest["seat"], oldest["seat"]) == (2, 1)
        told = (await server.get(f"/api/tables/H/vouchers?after={newest['entry']}", manager)).json
        assert told == {"vouchers": [oldest], "more": False}
        told = (await server.get(f"/api/tables/H/vouchers?after={oldest['entry']}", manager)).json
        assert told == {"vouchers": [], "more": False}
