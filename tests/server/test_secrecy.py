"""Nobody sees a roll before it is entered, and a player sees nothing that is another's."""

import json
import re
from contextlib import AsyncExitStack

from server.making import HAND, NOBODY, SELF, house, until
from server.screen import Screen

from taisai.house.recall import history
from taisai.rules.vocabulary import Step
from taisai.table import commands as c
from taisai.table import events as e

CREDITS = {1: 111_111_100, 2: 222_222_200, 3: 333_333_300}
STAKES = {1: 1_700, 2: 12_300, 3: 45_600}
ROLL = re.compile(r'"roll":"\d')
STAFF = ("dee.dealer", "shi.manager", "aud.auditor")
HIDDEN = re.compile(r'"(kept|nonce|throw|secret)"')


async def everybody(server, table, stack):
    """A screen for everybody who can have one."""
    who = {f"seat {seat}": server.terminal(table, seat) for seat in CREDITS}
    who |= {"display": server.display(), "nobody": NOBODY}
    who |= {name: server.sign_in(name) for name in ("dee.dealer", "shi.manager", "aud.auditor", "tec.technician")}
    return {name: await stack.enter_async_context(Screen(server, table, one)) for name, one in who.items()}


async def bought_in(server, table):
    await server.open(table)
    for seat, credit in CREDITS.items():
        await server.do(table, c.BuyIn(seat, credit))


async def wagered(screens):
    for seat, stake in STAKES.items():
        assert (await screens[f"seat {seat}"].give(c.PlaceWager(seat, "big", stake)))["is"] == "taken"


def before_entry(screen):
    """What it was told of the first round until it was told that the roll is entered, which it was."""
    phases = [told.get("table", {}).get("phase", "") for told in screen.told]
    assert "betting" in phases
    return screen.raw[: phases.index("entered")]


def check_no_roll(screens):
    for name, screen in screens.items():
        for raw in before_entry(screen):
            assert not ROLL.search(raw.decode()), (name, raw)
            assert not json.loads(raw).get("table", {}).get("lit"), (name, raw)
        for raw in map(bytes.decode, screen.raw):
            assert not HIDDEN.search(raw), (name, raw)


def known_by(screens, spot):
    """Whether staff know every stake, and everybody else what is in the box."""
    for name, screen in screens.items():
        if name in STAFF:
            seats = screen.staff["seats"]
            yield {one["seat"]: one["stakes"][spot] for one in seats if spot in one["stakes"]} == STAKES
        else:
            yield screen.table["boxes"] == {spot: sum(STAKES.values())}


def check_own(screens, spots):
    """Each player's messages are about their seat alone, whoever wins."""
    for seat in CREDITS:
        others = [other for other in CREDITS if other != seat]
        for raw, told in zip(screens[f"seat {seat}"].raw, screens[f"seat {seat}"].told, strict=True):
            assert told.get("staff") is None
            assert not [other for other in others if f'"seat":{other}' in raw.decode()]
            assert not [other for other in others if str(CREDITS[other])[:6] in raw.decode()], raw
    for name in ("display", "nobody", "tec.technician"):
        for raw, told in zip(screens[name].raw, screens[name].told, strict=True):
            assert (told.get("seat"), told.get("staff")) == (None, None), name
            assert '"credit"' not in raw.decode(), name
        assert any(told["table"].get("boxes") == {spots: sum(STAKES.values())} for told in screens[name].told)
    for name in STAFF:
        told = [one for one in screens[name].told if one["is"] == "staff"]
        seen = {(one["seat"], one["stakes"].get("big")) for staff in told for one in staff["staff"]["seats"]}
        assert set(STAKES.items()) <= seen, name


def secrets_of(server, table):
    """What the journal hides, and the seeds of rounds that are not over."""
    for told in history(server.table(table).desk.store):
        if isinstance(told.event, e.SeedCommitted):
            yield told.event.kept
    for number, made in server.table(table).desk.table.commitments.items():
        yield server.house.floor._tumbler.seed(table, number, made.kept)


async def test_an_electronic_round_tells_its_roll_when_it_is_entered_and_not_before(tmp_path):
    async with house(tmp_path, SELF) as server, AsyncExitStack() as stack:
        screens = await everybody(server, "E", stack)
        await bought_in(server, "E")
        await until(lambda: all(one.table["phase"] == "betting" for one in screens.values()))
        await wagered(screens)
        assert (await server.get("/api/tables/E/proof?round=1")).status == 404
        await until(lambda: all(one.table["round"] == 2 for one in screens.values()))
        check_no_roll(screens)
        check_own(screens, "big")
        hidden = list(secrets_of(server, "E"))
        assert len(hidden) >= 2
        assert not [one for one in hidden for screen in screens.values() if one.encode() in b"".join(screen.raw)]
        commitments = {told["table"].get("commitment") for told in screens["nobody"].told if "table" in told} - {
            None,
            "",
        }
        assert commitments, "it was committed to in the open"


async def test_a_round_dealt_by_hand_tells_neither_roll_nor_buttons_to_those_who_do_not_deal(tmp_path):
    async with house(tmp_path, HAND) as server, AsyncExitStack() as stack:
        screens = await everybody(server, "H", stack)
        await bought_in(server, "H")
        await server.step("H", until=Step.CLOSE_BETS)
        await until(lambda: all(one.table["phase"] == "betting" for one in screens.values()))
        await wagered(screens)
        await until(lambda: all(known_by(screens, "big")))
        await server.step("H", until=Step.ENTER)
        for face in (4, 5, 6):
            await server.do("H", c.PressButton(face))
        await until(lambda: screens["dee.dealer"].staff["pressed"] == [4, 5, 6])
        told = b"".join(raw for name, screen in screens.items() if "." not in name for raw in screen.raw)
        assert b"pressed" not in told
        await server.do("H", c.EnterRoll())
        await server.settle("H")
        await until(lambda: all(one.table["phase"] == "idle" for one in screens.values()))
        check_no_roll(screens)
        check_own(screens, "big")
        pressed = [one["staff"].get("pressed") for one in screens["dee.dealer"].told if one["is"] == "staff"]
        assert [4, 5, 6] in pressed, "the dealer sees what was pressed"


async def test_a_player_who_comes_back_while_betting_and_while_settling_has_the_exact_state(tmp_path):
    async with house(tmp_path, HAND) as server:
        await server.open("H", 1, 2)
        player = await Screen(server, "H", server.terminal("H", 1)).join()
        await server.step("H", until=Step.CLOSE_BETS)
        await player.give(c.PlaceWager(1, "big", 500))
        await player.give(c.PlaceWager(1, "small", 300))
        for fresh in (False, True):
            player.close()
            await player.join(fresh=fresh)
            assert player.table["phase"] == "betting"
            assert (player.seat["credit"], player.seat["stakes"]) == (99_200, {"big": 500, "small": 300})
        await server.enter("H", (6, 6, 5))
        await server.do("H", c.CollectLosers())
        for fresh in (False, True):
            player.close()
            await player.join(fresh=fresh)
            assert player.table["phase"] == "settling"
            assert (player.seat["credit"], player.table["shown"]["roll"]) == (99_200, "5-6-6")
            assert player.seat["meter_wagered"] == 0, "meters move when nothing can be undone any more"
        await server.do("H", c.PayArea())
        await until(lambda: player.seat["credit"] == 100_200)
        assert (player.seat["meter_wagered"], player.seat["meter_won"]) == (800, 1000)
        assert player.seat["result"] == {
            "round": 1,
            "roll": "5-6-6",
            "staked": 800,
            "returned": 1000,
            "won": {"big": 1000},
        }
