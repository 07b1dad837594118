"""A house in the open: contributions over the socket, restarts and backups. Nobody gets to choose a throw by them."""

import json
import shutil
from contextlib import closing

import pytest
from attack.kit.houses import SELF, opened
from msgspec.structs import replace
from server.making import HAND, house, until
from server.screen import Screen

from taisai.cli.journals import keys_beside
from taisai.house import floor as floors
from taisai.journal.export import export_lines
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_reading
from taisai.journal.verify_taisai import verify
from taisai.rules.vocabulary import Step
from taisai.table import commands as c
from taisai.table.throws import seed_before, throw_of

SLOW = replace(SELF, window_s=3600)
ONE, TWO = "1" * 64, "2" * 64


def events_of(folder, *kinds):
    with closing(open_for_reading(folder / "journal.sqlite", keys_beside(folder / "journal.sqlite"))) as file:
        events = [json.loads(entry.body)["event"] for entry in SqliteStore(file, "E").read()]
    return [event for event in events if not kinds or event["is"] in kinds]


def is_sound(folder):
    with closing(open_for_reading(folder / "journal.sqlite", keys_beside(folder / "journal.sqlite"))) as file:
        _, lines = export_lines(SqliteStore(file, "E"), "E")
        return verify([*lines])


def paced(monkeypatch, **seconds):
    paces = dict.fromkeys(Step, 0.0) | {Step(name): s for name, s in seconds.items()}
    monkeypatch.setattr(floors, "pace_of", lambda _: paces)
    return paces


@pytest.mark.parametrize("before", ["tumble", "reveal", "enter"])
async def test_staff_who_end_the_house_between_closing_and_throw_get_the_same_throw(tmp_path, monkeypatch, before):
    """As often as they like: what a killed process leaves is tried once more from a copy."""
    paces = paced(monkeypatch, **{"close-bets": 0.2, before: 3600.0})

    async def begin():
        async with house(tmp_path / "first", SELF) as server:
            await opened(server, "E", 1)
            table = server.table("E")
            await until(lambda: table.desk.game.next_step(table.desk.table.phase).step == "close-bets")
            await server.do("E", c.PlaceWager(1, "big", 1_000, contribution=ONE), seat=1)
            await until(
                lambda: table.desk.game.next_step(table.desk.table.phase).step == before and not table.live.busy
            )
            shutil.copytree(tmp_path / "first", tmp_path / "killed", ignore=shutil.ignore_patterns("*.lock"))

    async def go_on(folder):
        paces.update(dict.fromkeys(Step, 0.0) | {Step.OPEN_BETS: 3600.0})
        async with house(tmp_path / folder, SELF) as server:
            await until(lambda: server.table("E").desk.table.settled(1) is not None)

    await begin()
    told = []
    for folder in ("first", "killed"):
        await go_on(folder)
        told += events_of(tmp_path / folder, "seed-revealed")[:1]
        assert is_sound(tmp_path / folder).sound
    assert told[0] == told[1]
    assert told[0]["contributions"] == [ONE]
    assert told[0]["throw"] == throw_of("E", 1, told[0]["seed"], [ONE])


async def test_a_restored_copy_of_a_house_throws_with_other_seeds_than_the_world_has_seen(tmp_path, monkeypatch):
    paces = paced(monkeypatch, **{"close-bets": 0.05, "open-bets": 0.05})

    async def play(until_round):
        async with house(tmp_path / "house", SELF) as server:
            if not server.table("E").desk.table.round:
                await opened(server, "E", 1)
            await until(lambda: server.table("E").desk.table.round >= until_round)

    await play(3)
    shutil.copytree(tmp_path / "house", tmp_path / "backup")
    await play(6)
    seen = {event["seed"] for event in events_of(tmp_path / "house", "seed-revealed")}
    shutil.rmtree(tmp_path / "house")
    shutil.copytree(tmp_path / "backup", tmp_path / "house")
    before = {event["seed"] for event in events_of(tmp_path / "house", "seed-revealed")}
    committed = {event["commitment"] for event in events_of(tmp_path / "house", "seed-committed")}
    paces.update({Step.CLOSE_BETS: 0.05})
    await play(6)
    fresh = [event for event in events_of(tmp_path / "house", "seed-revealed") if event["seed"] not in before]
    again = [event for event in fresh if event["seed"] in seen]
    assert [event for event in again if event["throw"] and seed_before(event["seed"]) not in committed] == []
    assert len(fresh) > len(again)
    assert is_sound(tmp_path / "house").sound


NONSENSE = ("x", "1" * 65, "1" * 63, "é" * 64, ["1"], 7, None, {"seed": ONE})


def wager(**given):
    return {"do": "place-wager", "seat": 1, "spot": "big", "stake": 100} | given


async def test_players_who_send_nothing_too_much_or_nonsense_are_refused_or_have_no_part(tmp_path):
    async def refused(screen):
        for given in NONSENSE:
            screen.say({"is": "give", "id": "bad", "command": wager(contribution=given), "round": 1})
            before = len(screen.told)
            await until(lambda before=before: any(one["is"] == "declined" for one in screen.told[before - 1 :]))
            assert screen.table["boxes"] == {}

    async with house(tmp_path, SLOW) as server:
        await opened(server, "E", 1)
        async with Screen(server, "E", server.terminal("E", 1)) as screen:
            await until(lambda: screen.table["phase"] == "betting")
            await refused(screen)
            kinds = []
            for given in ({}, {"contribution": ONE}, {"contribution": ONE}):
                taken = await screen.give(wager(**given))
                kinds.append([event["is"] for event in taken["events"]])
            assert kinds == [["wager-placed"], ["contribution-given", "wager-placed"], ["wager-placed"]]
            assert (await screen.give(wager(contribution=TWO)))["code"] == "contribution-given"
            seen = await server.view("E", screen.who)
            assert seen["seat"]["contribution"] == ONE, "it is shown to the player"
            assert ONE not in json.dumps(await server.view("E")), "and to nobody else"
            screen.say({"is": "give", "id": "long", "command": wager(contribution="1" * 10_000_000), "round": 1})
            await until(lambda: screen.gone.is_set() or screen.told[-1]["is"] == "declined")
    assert [event["contribution"] for event in events_of(tmp_path, "contribution-given")] == [ONE]


async def test_a_table_that_is_dealt_by_hand_takes_no_contribution(tmp_path):
    async with house(tmp_path, HAND) as server:
        await opened(server, "H", 1)
        await server.step("H", until=Step.CLOSE_BETS)
        async with Screen(server, "H", server.terminal("H", 1)) as screen:
            assert (await screen.give(wager(contribution=ONE)))["code"] == "contribution-invalid"
            assert (await screen.give(wager()))["is"] == "taken"
