"""A house with a beacon that answers over HTTP, lies, is silent or comes back: every throw is worked out again."""

import json
import time

import pytest
from drand import OwnBeacon, relayed
from msgspec.structs import replace
from server.making import SELF, house, until

from taisai.house.settings_reader import read
from taisai.journal.export import export_lines
from taisai.journal.verify_taisai import verify
from taisai.people.significant_events import Happening
from taisai.server import beacons
from taisai.server.beacons import BeaconClient, beacon_of
from taisai.signing.beacon import is_of_beacon
from taisai.table import commands as c
from taisai.table.beacons import value_of
from taisai.table.throws import throw_of

FAST = replace(SELF, window_s=1)
ONE = "1" * 64


def settings(relay, **more):
    return {"beacon_urls": (relay.url,), "beacon_chain": relay.own.beacon.chain} | more


def events_of(server, *kinds):
    desk = server.table("E").desk
    found = [json.loads(entry.body)["event"] for entry in desk.store.read()]
    return [event for event in found if event["is"] in kinds]


def is_sound(server):
    _, lines = export_lines(server.table("E").desk.store, "E")
    return verify([line + b"\n" for line in lines], is_signed=is_of_beacon)


async def settled(server, rounds=1):
    await until(lambda: len(events_of(server, "round-settled")) >= rounds)


async def test_a_house_throws_with_what_the_beacon_published(tmp_path):
    with relayed() as relay:
        async with house(tmp_path, FAST, **settings(relay)) as server:
            await server.open("E", 1)
            await until(lambda: server.table("E").desk.table.current)
            await server.do("E", c.PlaceWager(1, "big", 100, contribution=ONE), seat=1)
            await settled(server, 2)
            named, told = events_of(server, "beacon-named"), events_of(server, "seed-revealed")
            assert [one["beacon"] for one in told[:2]] == [one["beacon"] for one in named[:2]]
            for one in told[:2]:
                assert one["signature"] == relay.own.signature(one["beacon"])
                value = value_of(one["signature"])
                assert one["throw"] == throw_of("E", one["round"], one["seed"], one["contributions"], value)
            proof = (await server.get("/api/tables/E/proof?round=1")).json
            assert (proof["beacon"], proof["signature"]) == (told[0]["beacon"], told[0]["signature"])
            assert (proof["beacon_chain"], proof["beacon_key"]) == (relay.own.beacon.chain, relay.own.beacon.public_key)
            report = is_sound(server)
            assert (report.sound, report.beacons >= 2, report.beacon_signatures) == (True, True, "checked")
        asked = {path.split("/")[2] for path in relay.asked}
    assert asked == {"info", "public"}


async def test_a_relay_that_lies_is_believed_in_nothing_and_the_round_is_void(tmp_path, monkeypatch):
    """It answers with the value of another round, and with what another key signed."""
    monkeypatch.setattr(beacons, "WAIT_S", 1.0)
    liar = OwnBeacon(secret=7)

    with relayed() as relay:
        turns = []

        def lies(path):
            if "public" not in path:
                return relay.honest(path)
            turns.append(path)
            number = int(path.rpartition("/")[2])
            forged = relay.own.told(number - 1) | {"round": number}
            return forged if len(turns) % 2 else liar.told(number)

        relay.answer = lies
        async with house(tmp_path, FAST, **settings(relay)) as server:
            await server.open("E", 1)
            await until(lambda: server.table("E").desk.table.current)
            await server.do("E", c.PlaceWager(1, "big", 100), seat=1)
            await until(lambda: len(events_of(server, "round-voided")) >= 2)
            assert events_of(server, "round-settled") == []
            noted = server.register.last(Happening.BEACON_LOST)
            assert "not its own signature" in noted.words
            assert server.table("E").desk.table.seats[1].credit == 100_000
            report = is_sound(server)
            assert (report.sound, report.beacons, report.beacons_missed >= 2) == (True, 0, True)
            relay.answer = relay.honest
            await settled(server)
            await until(lambda: server.register.last(Happening.BEACON_BACK))


async def test_the_second_relay_answers_where_the_first_is_silent(tmp_path):
    with relayed() as silent, relayed() as speaking:
        silent.answer = silent.away
        urls = (silent.url, speaking.url)
        own = speaking.own
        chain = own.beacon.chain
        async with house(tmp_path, FAST, beacon_urls=urls, beacon_chain=chain) as server:
            await server.open("E", 1)
            await settled(server)
            assert is_sound(server).beacons == 1
        assert silent.asked


async def test_a_house_that_cannot_learn_of_its_beacon_begins_no_round_and_goes_on_when_it_can(tmp_path):
    with relayed() as relay:
        relay.answer = relay.away
        async with house(tmp_path, FAST, **settings(relay)) as server:
            await server.open("E", 1)
            await until(lambda: len(relay.asked) > 3)
            assert events_of(server, "round-begun") == []
            relay.answer = relay.honest
            await settled(server)


async def test_a_house_that_is_started_again_knows_its_beacon_from_its_journal(tmp_path):
    async def first(relay):
        async with house(tmp_path, FAST, **settings(relay)) as server:
            await server.open("E", 1)
            await settled(server)

    async def second(relay):
        async with house(tmp_path, FAST, **settings(relay)) as server:
            await settled(server, 2)
            assert is_sound(server).sound
            assert len(events_of(server, "beacon-chosen")) == 1

    async def without():
        async with house(tmp_path, FAST) as server:
            chosen = len(events_of(server, "round-settled"))
            await settled(server, chosen + 1)
            assert [bool(one["chain"]) for one in events_of(server, "beacon-chosen")] == [True, False]
            assert events_of(server, "seed-revealed")[-1]["signature"] == ""
            assert is_sound(server).sound

    with relayed() as relay:
        await first(relay)
        relay.answer = lambda path: relay.honest(path) if "public" in path else None
        await second(relay)
    await without()


@pytest.mark.parametrize(
    "change",
    [
        {"public_key": OwnBeacon(secret=7).beacon.public_key}, {"period": 2}, {"genesis_time": 1}, {"period": -1},
        {"groupHash": "cd" * 32}, {"metadata": {"beaconID": "other"}}, {"schemeID": "pedersen-bls-chained"},
        {"public_key": "x"}, {"period": 2**40}, {"genesis_time": -5},
    ],
)  # fmt: skip
def test_a_relay_that_tells_of_another_beacon_is_not_believed(change):
    own = OwnBeacon()
    assert beacon_of(json.dumps(own.info()).encode(), own.beacon.chain) == own.beacon
    with pytest.raises(ValueError, match="another chain|scheme|hexadecimal"):
        beacon_of(json.dumps(own.info() | change).encode(), own.beacon.chain)


@pytest.mark.parametrize(
    "answer", [b"", b"[]", b"{}", b"null", b'{"round":"x"}', b"\xff", b'{"round":1}', b"{" * 10_000]
)
async def test_an_answer_that_is_none_is_no_value_and_breaks_nothing(tmp_path, answer):
    with relayed() as relay:
        client = BeaconClient(read({"folder": str(tmp_path)} | settings(relay), {})[0])
        number = int(time.time()) - 10
        assert client.signature(relay.own.beacon, number) == ""
        relay.answer = lambda _: answer
        await client.turn()
        assert (client.known().chain, client.signature(relay.own.beacon, number)) == ("", "")
        relay.answer = relay.honest
        await client.turn()
        assert client.signature(relay.own.beacon, number) == relay.own.signature(number)


async def test_nobody_asks_for_a_value_before_its_time(tmp_path):
    with relayed() as relay:
        client = BeaconClient(read({"folder": str(tmp_path)} | settings(relay), {})[0])
        number = int(time.time()) + 3600
        client.signature(relay.own.beacon, number)
        await client.turn()
        assert client.signature(relay.own.beacon, number) == ""
        assert not [path for path in relay.asked if "public" in path]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ('beacon.urls = ["http://b.example"]', "set without beacon.chain"),
        (f'beacon.chain = "{"ab" * 32}"', "set without beacon.urls"),
        (f'beacon.urls = ["ftp://b.example"]\nbeacon.chain = "{"ab" * 32}"', "not valid"),
        (f'beacon.urls = ["http://b.example"]\nbeacon.chain = "{"AB" * 32}"', "not valid"),
        (f'beacon.urls = ["http://b.example"]\nbeacon.chain = "{"ab" * 32}"', "people do open-bets and close-bets"),
    ],
)
def test_settings_that_would_let_anybody_choose_are_refused(tmp_path, given, words):
    tables = '[[table]]\nid = "E"\npaytable = "rws-6/2"\nautomation = ["tumble", "reveal", "enter"]\n'
    (tmp_path / "taisai.toml").write_text(given + "\n" + tables)
    _, problems = read({"folder": str(tmp_path)}, {})
    assert words in " ".join(map(str, problems))
