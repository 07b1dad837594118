"""What goes into a journal and comes out again: the same for whoever has the keys, nothing for whoever has not."""

import re
from typing import get_type_hints

import msgspec
import pytest

from taisai.journal.entry import By, Fact, encode
from taisai.journal.memory import MemoryStore
from taisai.journal.seal import START, head_of, sealed_bodies
from taisai.journal.store import Snapshot
from taisai.people import events as p
from taisai.people.significant_events import Happening
from taisai.privacy.fields import NOTED_DISPUTES, NOTED_PLACES, NOTED_TYPED, NOTED_TYPED_NAMES, personal_fields
from taisai.privacy.keys import PersonKeys
from taisai.privacy.store import VeiledStore
from taisai.privacy.veil import Veil
from taisai.rules.vocabulary import Role
from taisai.table import events as t

AT = "2026-11-15T06:10:00.000+00:00"
ANN, SEAT, HOUSE = By("ann", "dealer"), By("terminal-1", "player"), By("taisai", "automation")
OF_THE_GAME = {
    "act", "announced", "area", "book", "call", "check", "clause", "code", "colour", "commitment", "currency", "ending",
    "expires", "fingerprint", "hashed", "id", "is", "key", "kept", "kind", "money", "nonce", "of", "old", "password",
    "paytable", "pin", "placed_by", "post", "proof", "role", "roll", "severity", "spot", "table", "throw", "to",
    "trouble", "version", "voucher", "was", "dice", "contribution", "end", "seed", "due", "until",
    "chain", "group", "public_key", "signature", "receiver", "item", "seal", "camera", "since", "player", "purpose",
    "box", "duty", "promise",
}  # fmt: skip
BESIDES = {  # texts of other kinds under names that elsewhere are about people
    ("wager-moved", "cause"), ("wager-shifted", "cause"), ("software-accepted", "digest"),
    ("soft-count-entered", "digest"), ("session-ended", "why"),
    ("device-invited", "device"), ("device-enrolled", "device"), ("device-revoked", "device"),
    ("beacon-chosen", "name"),
}  # fmt: skip


@pytest.fixture
def keys():
    made = PersonKeys()
    for name in ("ann", "bea", "a.lee"):
        made.person(name)
    return made


def texts_of(event):
    """The fields of an event that hold text."""
    return {name for name, kind in get_type_hints(event).items() if kind is str}


def test_somebody_has_decided_about_every_text_of_every_event():
    for event in (*p.Event.__args__, *t.Event.__args__):
        tag = event.__struct_config__.tag
        personal = {*personal_fields(event)}
        decided = personal | {field for kind, field in BESIDES if kind == tag}
        assert personal <= texts_of(event), tag
        open_ = texts_of(event) - decided - OF_THE_GAME
        assert not open_, f"{tag}: say by its type whose {open_} is, or here that it is nobody's"


def test_every_code_is_one_that_exists():
    codes = {code.value for code in Happening}
    assert codes >= NOTED_DISPUTES | NOTED_PLACES | NOTED_TYPED | NOTED_TYPED_NAMES


WRITTEN = {
    "a wager of a player": (SEAT, t.WagerPlaced(1, 1, "big", 100, 0, "player"), ()),
    "a wager that staff place": (ANN, t.WagerPlaced(1, 1, "big", 100, 0, "dealer", "Mr Lee"), ("ann", "Mr Lee")),
    "a line": (ANN, t.LineJudged(1, 1, "big", 5, True, "bea saw “it” \\ \n", "bea", "4.3"), ("ann", "bea", "saw")),
    "a claim": (SEAT, t.DisputeOpened(1, 1, 1, "ann cheats ~7k3f9q2mab", "entry 4 " + "a" * 64), ("ann", "cheats")),
    "a reason of a player": (SEAT, t.WagerWithdrawn(1, 1, "big", 5, "I am Mr Lee"), ("Lee",)),
    "an account": (ANN, p.PersonAdded("bea", "Bea Müller", Role.DEALER, "h", "k3f9q2mab7"), ("ann", "bea", "Bea")),
    "a stranger": (
        HOUSE, p.AttemptRecorded("mallory", "10.0.0.7", "sign-in", ok=False, proof="password"), ("mallory", "10.0"),
    ),
    "an own device": (ANN, p.AttemptRecorded("ann", "console-1", "sign-in", ok=True, proof="pin"), ("ann",)),
    "words of the house": (
        HOUSE, p.HappeningNoted("role-changed", "warning", "ann made a.lee, and bea.", "", "", "bea"),
        ("ann", "a.lee", "bea"),
    ),
    "a flood": (HOUSE, p.HappeningNoted("rate-exceeded", "warning", "many of 10.0.0.7", value="10.0.0.7"), ("10.",)),
    "words that look like ours": (HOUSE, p.HappeningNoted("started", "info", "~7k3f9q2mab and ~"), ()),
}  # fmt: skip


@pytest.mark.parametrize("case", WRITTEN)
def test_an_entry_is_read_to_the_byte_as_it_was_meant_and_tells_others_nothing(keys, case):
    by, event, secrets = WRITTEN[case]
    fact = Fact(1, AT, by, f"by {by.name} 17", "d1", event)
    veil = Veil(keys, "T1")
    (stored,), (meant,) = veil.bodies([fact]), encode([fact])
    assert veil.opened(stored) == meant
    words = (rf"\b{re.escape(secret)}\b".encode() for secret in secrets)  # by chance ciphertext has the letters of one
    assert [word for word in words if re.search(word, stored)] == []
    assert secrets == () or Veil(PersonKeys(), "T1").opened(stored) != meant
    assert (b"~" in stored) is bool(b"~" in meant or secrets)


def test_nobody_can_try_names_against_the_digest_of_an_order(keys):
    fact = Fact(1, AT, ANN, "c1", "d" * 32, t.DiceTumbled(1, 3))
    assert b"d" * 32 not in Veil(keys, "T1").bodies([fact])[0]


def test_a_cause_that_looks_like_a_pseudonym_stays_what_it_was(keys):
    fact = Fact(1, AT, SEAT, f"terminal-1 ~{keys.ids['ann']}", "d1", t.DiceTumbled(1, 3))
    veil = Veil(keys, "T1")
    assert veil.opened(*veil.bodies([fact])) == encode([fact])[0]


def test_what_was_erased_says_so_and_names_apart_stay_apart(keys):
    fact = Fact(1, AT, ANN, "c1", "d1", t.LineJudged(1, 1, "big", 5, True, "wet", "bea", "4.3"))
    veil = Veil(keys, "T1")
    (stored,) = veil.bodies([fact])
    ann, bea = keys.ids["ann"], keys.ids["bea"]
    keys.erase([ann, bea], AT)
    entry = msgspec.json.decode(veil.opened(stored))
    assert entry["by"]["name"] == f"erased person {ann}"
    assert entry["event"]["second"] == f"erased person {bea}"
    assert entry["event"]["reason"] == "erased"


def test_keys_are_there_again_when_the_file_is_read_again(tmp_path):
    keys = PersonKeys(tmp_path / "keys")
    ann, day = keys.person("ann"), keys.record("day 2026-11-15")
    sealed = keys.seal(ann, "wet")
    assert b"ann" not in (tmp_path / "keys").read_bytes()
    assert (tmp_path / "keys").stat().st_mode & 0o777 == 0o600
    again = PersonKeys(tmp_path / "keys")
    assert (again.ids, again.records, again.open(ann, sealed)) == ({"ann": ann}, {"day 2026-11-15": day}, "wet")
    again.erase([ann], AT)
    last = PersonKeys(tmp_path / "keys")
    assert (last.ids, last.erased, last.open(ann, sealed)) == ({}, {ann: AT}, None)
    assert last.records == again.records


def test_a_snapshot_of_before_an_erasure_is_no_longer_used(keys):
    store = VeiledStore(MemoryStore(), keys, "T1")
    (entry,) = sealed_bodies(START, store.bodies([Fact(1, AT, ANN, "c1", "d1", t.DiceTumbled(1, 3))]))
    store.append(START, [entry])
    store.save_snapshot(Snapshot(head_of(entry), b"ann and her friends"))
    assert store.snapshot().state == b"ann and her friends"
    assert b"ann" not in store._shelf.snapshot().state
    keys.erase([keys.ids["bea"]], AT)
    assert store.snapshot() is None
