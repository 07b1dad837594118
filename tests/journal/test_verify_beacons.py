"""The stand-alone verifier and the beacon: whoever forges a name, a value, a moment or the choice is found."""

import json
from datetime import datetime, timedelta

import pytest
from cli.test_journals import run  # noqa: F401 - a fixture
from drand import OwnBeacon
from house.test_beacon import Night
from journal.forging import framed

from taisai.journal.verify_taisai import throw_of, verify, words
from taisai.signing.beacon import is_of_beacon
from taisai.table.beacons import value_of


def entries():
    """Of two rounds with a beacon."""
    night = Night()
    night.plays(70)
    return [json.loads(entry.body) for entry in night.desk.store.read()]


SOUND = entries()
TABLE = SOUND[0]["event"]["table"]


def sealed(told):
    """An export of them as a forger makes it."""
    bodies = [json.dumps(entry | {"seq": seq}, separators=(",", ":")) for seq, entry in enumerate(told, 1)]
    return framed([body.encode() for body in bodies], TABLE)


def copied():
    return json.loads(json.dumps(SOUND))


def place(told, kind, number=0):
    return [at for at, entry in enumerate(told) if entry["event"]["is"] == kind][number]


def event(told, kind, number=0):
    return told[place(told, kind, number)]["event"]


def rethrown(told, signature):
    """The first throw as if the beacon had published that, with a roll that fits."""
    revealed = event(told, "seed-revealed")
    revealed["signature"] = signature
    revealed["throw"] = throw_of(TABLE, 1, revealed["seed"], revealed["contributions"], value_of(signature))
    roll = "-".join(sorted(revealed["throw"].split("-")))
    for kind in ("roll-entered", "losers-collected", "round-settled"):
        event(told, kind)["roll"] = roll
    event(told, "roll-entered")["lit"] = [spot for spot, odds in told[0]["event"]["wins"].items() if roll in odds]
    return told


def without(kind, number=0):
    told = copied()
    del told[place(told, kind, number)]
    return told


def with_event(kind, number=0, **fields):
    told = copied()
    event(told, kind, number).update(fields)
    return told


def moved(kind, before, number=0):
    told = copied()
    one = told.pop(place(told, kind, number))
    told.insert(place(told, before, number), one)
    return told


def another(throw):
    return "6-6-6" if throw != "6-6-6" else "1-1-1"


def late():
    """Closed by a journal's clock when the value was public."""
    told = copied()
    closed = told[place(told, "bets-closed")]
    closed["at"] = (datetime.fromisoformat(closed["at"]) + timedelta(seconds=60)).isoformat()
    return told


NAMED = event(SOUND, "beacon-named")["beacon"]
FORGERIES = {
    "no name": (without("beacon-named"), "before a beacon round was named"),
    "no choice": (without("beacon-chosen"), "named for the next round"),
    "a name after wagers opened": (moved("beacon-named", "bets-closed"), "before a beacon round was named"),
    "another name": (with_event("beacon-named", beacon=NAMED + 1), "does not use the named beacon round"),
    "an older name in the second round": (with_event("beacon-named", 1, beacon=NAMED), "was named before"),
    "a throw without the beacon": (
        with_event("seed-revealed", beacon=0, signature=""),
        "does not use the named beacon round",
    ),
    "a throw without a value": (with_event("seed-revealed", signature=""), "does not use the named beacon round"),
    "another value": (rethrown(copied(), OwnBeacon(period_s=3).signature(NAMED + 1)), "not what the beacon published"),
    "a value of one's own": (rethrown(copied(), OwnBeacon(secret=7).signature(NAMED)), "not what the beacon published"),
    "a value that is none": (rethrown(copied(), "00" * 47), "not a signature of a beacon"),
    "another throw": (with_event("seed-revealed", throw=another(event(SOUND, "seed-revealed")["throw"])), "throw"),
    "another key": (
        with_event("beacon-chosen", public_key=OwnBeacon(secret=7).beacon.public_key),
        "does not match its hash",
    ),
    "another beginning": (with_event("beacon-chosen", genesis_s=10**9), "does not match its hash"),
    "a period of nothing": (with_event("beacon-chosen", period_s=0), "does not match its hash"),
    "a choice in the middle of a round": (moved("beacon-chosen", "bets-closed"), "named for the next round"),
    "wagers closed when it was public": (late(), "still open when beacon round"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forger_who_seals_everything_again_is_found(name):
    told, why = FORGERIES[name]
    report = verify(sealed(told), is_signed=is_of_beacon)
    assert not report.sound
    assert why in report.bad_why


def test_the_rounds_are_sound_and_it_is_said_who_checked_what():
    report = verify(sealed(SOUND), is_signed=is_of_beacon)
    throws = report.throws
    assert (report.sound, throws["beacons"] >= 2, throws["beacon_signatures"]) == (True, True, "checked")
    alone = verify(sealed(SOUND))
    assert alone.sound
    assert "beacon signatures not checked here; use taisai verify" in words(alone)


def test_without_a_pairing_a_forged_value_is_not_seen_and_that_is_said():
    told = rethrown(copied(), OwnBeacon(secret=7).signature(NAMED))
    told = told[: place(told, "losers-collected")]
    assert verify(sealed(told)).throws["beacon_signatures"].startswith("not checked")
    assert verify(sealed(told)).sound
    assert not verify(sealed(told), is_signed=is_of_beacon).sound


def test_the_command_checks_the_signatures_of_the_beacon(run, tmp_path):  # noqa: F811 - the fixture
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    good.write_bytes(b"".join(sealed(SOUND)))
    bad.write_bytes(b"".join(sealed(FORGERIES["a value of one's own"][0])))
    assert "beacon signatures checked" in run("verify", good)
    assert "not what the beacon published" in run("verify", bad, code=1)
