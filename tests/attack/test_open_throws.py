"""Nobody reads the throw of an open round out of the files, and nobody kills a house to be rid of a throw unseen."""

import asyncio
import json
from base64 import b64decode
from contextlib import closing
from hashlib import sha256

from attack.kit.houses import CREDIT, SELF, happened, opened
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec.structs import replace
from server.making import house, until

from taisai.cli.journals import keys_beside
from taisai.house import floor as floors
from taisai.house.tumbler import Tumbler
from taisai.journal.export import export_lines
from taisai.journal.keys import PUBLIC_FILE
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_reading
from taisai.journal.verify_taisai import Wanted, read_key, verify, words
from taisai.rules.vocabulary import Role, Step, Trouble
from taisai.table import commands as c

SLOW = replace(SELF, window_s=3600)


def committed(folder):
    """What the journal says of the seeds, as anybody reads it who has the file."""
    with closing(open_for_reading(folder / "journal.sqlite", keys_beside(folder / "journal.sqlite"))) as file:
        events = [json.loads(entry.body)["event"] for entry in SqliteStore(file, "E").read()]
    return [event for event in events if event["is"] == "seed-committed"]


def keys_in(*folders):
    """Every key that can be made of any file there, as it is and the way older versions made it."""
    for folder in folders:
        for path in folder.rglob("*"):
            if path.is_file() and path.stat().st_size < 4096:
                for part in (path.read_bytes(), *path.read_bytes().split()):
                    yield from (sha256(b"taisai tumbler" + part).digest(), sha256(part).digest(), part)
                    try:
                        raw = bytes.fromhex(part.decode())
                    except ValueError:
                        continue
                    yield from (raw, sha256(b"taisai tumbler" + raw).digest())


def opens(key, event):
    kept = b64decode(event["kept"])
    try:
        AESGCM(key).decrypt(kept[:12], kept[12:], f"E {event['round']}".encode())
    except (InvalidTag, ValueError):
        return False
    return True


async def betting(server):
    """The seed of the present round is committed to, and that is written."""
    table = server.table("E").desk.table
    await until(lambda: table.current and table.round in table.commitments and not server.table("E").live.busy)


async def test_the_keys_of_a_house_do_not_open_the_throw_of_an_open_round(tmp_path):
    async with house(tmp_path / "house", SLOW, keys_tumbler_folder=str(tmp_path / "token")) as server:
        await opened(server, "E", 1)
        await betting(server)
        (event,) = committed(tmp_path / "house")
        assert not any(opens(key, event) for key in keys_in(tmp_path / "house"))
        assert any(opens(key, event) for key in keys_in(tmp_path / "token")), "the attack would find it"


async def test_the_key_for_vouchers_opens_no_throw(tmp_path):
    async with house(tmp_path, SLOW) as server:
        await opened(server, "E", 1)
        await betting(server)
        (event,) = committed(tmp_path)
        voucher = bytes.fromhex((tmp_path / "keys" / "voucher.key").read_text())
        assert Tumbler(voucher).seed("E", event["round"], event["kept"]) is None
        path = tmp_path / "keys" / "tumbler.key"
        assert path.stat().st_mode & 0o777 == 0o600
        assert voucher.hex() not in path.read_text()


async def test_a_key_that_was_copied_yesterday_opens_nothing_today(tmp_path):
    async with house(tmp_path, SLOW) as server:
        await opened(server, "E", 1)
        await betting(server)
        copied = (tmp_path / "keys" / "tumbler.key").read_text().split()
    for _ in range(2):
        async with house(tmp_path, SLOW) as server:
            await betting(server)
    newest = committed(tmp_path)[-1]
    for key in copied:
        assert Tumbler(bytes.fromhex(key)).seed("E", newest["round"], newest["kept"]) is None


async def test_each_open_and_close_of_a_table_brings_a_new_key(tmp_path):
    async with house(tmp_path, SLOW) as server:
        path = tmp_path / "keys" / "tumbler.key"
        seen = [path.read_text().split()[0]]
        await opened(server, "E")
        seen.append(path.read_text().split()[0])
        await until(lambda: server.table("E").desk.table.current is not None)
        ended = c.VoidRound(Trouble.DICE_EXPOSED), c.CloseTable()  # together: the next round begins by itself
        await asyncio.gather(*(server.do("E", command, Role.CASINO_SUPERVISOR) for command in ended))
        seen.append(path.read_text().split()[0])
        assert len({*seen}) == 3


def paced(monkeypatch, **seconds):
    paces = dict.fromkeys(Step, 0.0) | {Step(name): s for name, s in seconds.items()}
    monkeypatch.setattr(floors, "pace_of", lambda _: paces)
    return paces


async def test_a_round_that_was_closed_ends_with_its_throw_after_a_restart(tmp_path, monkeypatch):
    """The key outlasts the process."""
    paces = paced(monkeypatch, **{"close-bets": 0.2, "reveal": 3600.0})

    async with house(tmp_path, SELF) as server:
        await opened(server, "E", 1)
        await until(lambda: type(server.table("E").desk.table.phase).__name__ == "Tumbled")
    paces.update(dict.fromkeys(Step, 0.0) | {Step.OPEN_BETS: 3600.0})
    async with house(tmp_path, SELF) as server:
        await until(lambda: server.table("E").desk.table.settled(1) is not None)
    with closing(open_for_reading(tmp_path / "journal.sqlite", keys_beside(tmp_path / "journal.sqlite"))) as file:
        events = [json.loads(entry.body)["event"] for entry in SqliteStore(file, "E").read()]
    (told,) = [event for event in events if event["is"] == "seed-revealed"]
    (hidden,) = [event for event in events if event["is"] == "seed-committed" and event["round"] == 1]
    assert sha256(b"taisai seed 1" + bytes.fromhex(told["seed"])).hexdigest() == hidden["commitment"]


async def test_a_key_that_is_taken_away_to_void_a_round_is_told_of(tmp_path, monkeypatch):
    """Nor does an honest house lose more where power fails and the key was in memory: the round is named, its cost is
    unknown, and whoever requires every reveal is not satisfied."""
    paces = paced(monkeypatch, **{"close-bets": 0.2, "reveal": 3600.0})

    async with house(tmp_path, SELF) as server:
        await opened(server, "E", 1)
        await until(lambda: type(server.table("E").desk.table.phase).__name__ == "Tumbled")
    (tmp_path / "keys" / "tumbler.key").unlink()
    paces.update(dict.fromkeys(Step, 0.0) | {Step.OPEN_BETS: 3600.0})
    async with house(tmp_path, SELF) as server:
        await until(lambda: server.table("E").desk.table.is_void(1))
        (told,) = happened(server, "throw-unreadable")
        assert (told.table, told.severity) == ("E", "critical")
    verdict = exported(tmp_path, Wanted(reveals=True))
    (void,) = verdict.voids
    assert (verdict.sound, verdict.code, verdict.throws["untold"]) == (True, 3, [1])
    assert (void["round"], void["roll"], void["cost"]) == (1, "", None)
    assert "1 rounds were never told, the first of round 1" in words(verdict).partition("\n")[0]
    assert exported(tmp_path, Wanted()).code == 0


def exported(folder, wanted):
    with closing(open_for_reading(folder / "journal.sqlite", keys_beside(folder / "journal.sqlite"))) as file:
        lines = [*export_lines(SqliteStore(file, "E"), "E")[1]]
    return verify(lines, read_key((folder / "keys" / PUBLIC_FILE).read_text()), wanted=wanted)


async def test_a_house_that_is_killed_again_and_again_while_wagers_are_open_raises_an_alarm(tmp_path):
    """Each time the round is void and nobody loses, whatever the dice would have shown."""

    async def once():
        async with house(tmp_path, SLOW, events_interruptions_per_day=3) as server:
            if not server.table("E").desk.table.seats[1].credit:
                await opened(server, "E", 1)
            await betting(server)
            await server.do("E", c.PlaceWager(1, "big", CREDIT // 10), seat=1)
            return happened(server, "void-rate")

    told = [await once() for _ in range(5)]
    assert [len(one) for one in told] == [0, 0, 0, 1, 1]
    (alarm,) = told[-1]
    assert alarm.table == "E"
    assert alarm.severity == "critical"
    assert "3 rounds were void by interruption at E within a day" in alarm.words


async def test_whoever_voids_many_rounds_is_named(tmp_path):
    async with house(tmp_path, SLOW, events_voids_per_hour=4) as server:
        await opened(server, "E", 1)
        for number in range(1, 5):
            await until(lambda number=number: server.table("E").desk.table.round == number)
            await betting(server)
            assert not happened(server, "void-rate")
            await server.do("E", c.VoidRound(Trouble.DICE_EXPOSED), Role.CASINO_SUPERVISOR)
        await until(lambda: happened(server, "void-rate"))
        words = {one.words for one in happened(server, "void-rate")}
        assert words == {
            "4 rounds were void at E within an hour",
            "a member of staff voided 4 rounds within an hour",
        }
        assert {one.by for one in happened(server, "round-void")} == {"a member of staff"}


async def test_a_house_that_asks_for_no_alarm_gets_none(tmp_path):
    async with house(tmp_path, SLOW, events_voids_per_hour=0, events_interruptions_per_day=0) as server:
        await opened(server, "E", 1)
        for number in range(1, 4):
            await until(lambda number=number: server.table("E").desk.table.round == number)
            await betting(server)
            await server.do("E", c.VoidRound(Trouble.DICE_EXPOSED), Role.CASINO_SUPERVISOR)
        assert not happened(server, "void-rate")
