"""What a house keeps watch over by itself: its settings, backups made elsewhere, its mirror, large amounts of money."""

import asyncio
import shutil
import sqlite3

import pytest
from click.testing import CliRunner
from journal.files import change_bodies
from patience import PATIENCE_S
from server.making import HAND, NOBODY, house, settings_of, until
from server.test_records import played

from taisai.cli.backup import command as backup_command
from taisai.house.settings_problems import SettingsRefusal
from taisai.journal.refusals import JournalRefusal
from taisai.keeping import mirror as mirrors
from taisai.keeping.marks import MarkRefusal
from taisai.keeping.repair import repair
from taisai.keeping.selftest import mirror_test
from taisai.people.significant_events import Happening
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Step
from taisai.table import commands as c


async def events(server, code):
    found = await server.get(f"/api/events?code={code}", server.sign_in("aud.auditor"))
    return found.json["page"]["happenings"]


async def test_settings_that_decide_about_credits_do_not_change_while_there_are_any(tmp_path):
    async with house(tmp_path, HAND) as server:
        await server.open("H", 2)
    with pytest.raises(Refused) as caught:
        async with house(tmp_path, HAND, hand_pay=500):
            pass
    assert caught.value.code is SettingsRefusal.WITH_CREDITS
    assert "hand_pay cannot become 500 while seat 2 has credit at H" in caught.value.words
    async with house(tmp_path, HAND, events_win=7) as server:
        (changed, first) = await events(server, "settings-changed")
        assert changed["words"] == "events.win was 0, is 7"
        assert first["words"] == "the settings of the first start"
        (issued,) = (await server.do("H", c.CashOut(2))).events
        await server.do("H", c.CollectVoucher(2, issued.ending))
    async with house(tmp_path, HAND, events_win=7, hand_pay=500) as server:
        assert (await events(server, "settings-changed"))[0]["words"] == "hand_pay was 0, is 500"


async def test_a_house_for_trying_out_may_change_anything(tmp_path):
    async with house(tmp_path, HAND, demo=True) as server:
        await server.open("H", 2)
    async with house(tmp_path, HAND, demo=True, hand_pay=500) as server:
        assert (await events(server, "settings-changed"))[0]["words"] == "hand_pay was 0, is 500"


async def test_a_backup_made_by_another_process_is_written_down_while_the_house_runs_or_when_it_starts(tmp_path):
    def back_up(name):
        args = [str(tmp_path / "house"), str(tmp_path / name)]
        assert CliRunner().invoke(backup_command, args, catch_exceptions=False).exit_code == 0

    async def noted(server, name):
        async def is_noted():
            return any(name in one["words"] for one in await events(server, "backup-made"))

        for _ in range(PATIENCE_S * 10):
            if await is_noted():
                return True
            await asyncio.sleep(0.1)
        return False

    async def play():
        async with house(tmp_path / "house", HAND) as server:
            await asyncio.to_thread(back_up, "monday")
            assert await noted(server, "monday")
            assert "of this machine" in (await events(server, "backup-made"))[0]["by"]
        back_up("tuesday")
        async with house(tmp_path / "house", HAND) as server:
            assert await noted(server, "tuesday")
            assert len(await events(server, "backup-made")) == 2
            assert list((tmp_path / "house" / "slips").iterdir()) == []

    await play()


async def test_large_amounts_that_come_and_go_are_significant(tmp_path):
    async with house(tmp_path, HAND, events_buy_in=5_000, events_cash_out=8_000) as server:
        await server.open("H", 1, credit=4_999)
        await server.do("H", c.BuyIn(1, 5_000))
        await server.do("H", c.LockSeat(1, "hand-pay"))
        await server.do("H", c.ReleaseSeat(1, "paid", 8_500))
        await server.do("H", c.CashOut(1))
        assert [one["value"] for one in await events(server, "large-buy-in")] == ["5000"]
        assert [one["value"] for one in await events(server, "large-cash-out")] == ["8500"]


def mirrored(tmp_path, **more):
    return {"mirror_folder": str(tmp_path / "other")} | more


async def test_a_house_that_lost_its_disk_goes_on_from_its_mirror_with_all_of_it(tmp_path):
    async with house(tmp_path / "house", HAND, **mirrored(tmp_path)) as server:
        await server.open("H", 1, 2)
        await played(server, (4, 5, 6), (1, "big", 500), (2, "small", 300))
        before, credit = server.heads()["H"], server.table("H").desk.table.seats[1].credit
    for path in (tmp_path / "house").glob("journal.sqlite*"):
        path.unlink()
    with pytest.raises(Refused) as caught:
        async with house(tmp_path / "house", HAND, **mirrored(tmp_path)):
            pass
    assert caught.value.code is MarkRefusal.NO_JOURNAL
    repair(tmp_path / "house", tmp_path / "other", "2026-11-15T10:00:00Z", lambda *_: None)
    async with house(tmp_path / "house", HAND, **mirrored(tmp_path)) as server:
        assert server.heads()["H"].seq >= before.seq
        assert server.table("H").desk.table.seats[1].credit == credit
        assert "repaired from a copy" in (await events(server, "data-restored"))[0]["words"]
        checks = (await server.post("/api/self-test", server.sign_in("tec.technician"))).json["checks"]
        assert {one["name"]: one["ok"] for one in checks if one["name"].startswith("mirror")} == {
            "mirror of house": True,
            "mirror of H": True,
        }


async def test_a_mirror_that_is_lost_is_told_and_play_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr(mirrors, "RETRY_S", 0.1)
    async with house(tmp_path / "house", HAND, **mirrored(tmp_path)) as server:
        await server.open("H", 1)
        lose(server, tmp_path)
        await played(server, (4, 5, 6), (1, "big", 500))
        assert server.house.mirror.lost
        await until(lambda: server.register.last(Happening.MIRROR_LOST) is not None)
        (tmp_path / "away").rename(tmp_path / "other")
        await asyncio.sleep(0.1)
        await played(server, (4, 5, 6), (1, "big", 500))
        assert not server.house.mirror.lost
        await until(lambda: server.register.last(Happening.MIRROR_BACK) is not None)


def lose(server, tmp_path):
    server.house.mirror.close()
    (tmp_path / "other").rename(tmp_path / "away")


async def test_where_the_mirror_must_be_there_play_stops_without_it(tmp_path):
    async with house(tmp_path / "house", HAND, **mirrored(tmp_path, mirror_must=True)) as server:
        await server.open("H", 1)
        await server.step("H", until=Step.CLOSE_BETS)
        lose(server, tmp_path)
        with pytest.raises(Refused) as caught:
            await server.do("H", c.PlaceWager(1, "big", 500), seat=1)
        assert caught.value.code.value == "journal-down"
        assert (await server.view("H", NOBODY))["table"]["down"]
        (tmp_path / "away").rename(tmp_path / "other")
        await until(lambda: not server.table("H").live.down)
        stakes = server.table("H").desk.table.current.stakes
        assert stakes == {"big": {1: 500}}, "it was written; whoever sends it again is told so"
    shutil.rmtree(tmp_path / "other")
    (tmp_path / "other").write_text("no folder")
    with pytest.raises(Refused) as caught:
        async with house(tmp_path / "house", HAND, **mirrored(tmp_path, mirror_must=True)):
            pass
    assert caught.value.code is JournalRefusal.MISSING


async def test_a_damaged_mirror_fails_the_whole_test(tmp_path):
    async with house(tmp_path / "house", HAND, **mirrored(tmp_path)) as server:
        await server.open("H", 1)
    settings = settings_of(tmp_path / "house", HAND, **mirrored(tmp_path))
    assert all(check.ok for check in mirror_test(settings, ("house", "H")))
    with sqlite3.connect(tmp_path / "other" / "journal.sqlite") as file:
        change_bodies(file, lambda bodies: bodies.replace(b"opening_float", b"opening_flaot"))
    assert {check.name: check.ok for check in mirror_test(settings, ("house", "H"))} == {
        "mirror of house": True,
        "mirror of H": False,
    }
