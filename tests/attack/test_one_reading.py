"""An attacker has the database, rewrites what an export says and seals all of it again: what counts is that nothing is
read in two ways, that an electronic table was committed to what it threw, and that a verdict says how far a proof
reaches."""

import json
import random
from datetime import datetime, timedelta
from hashlib import sha256
from itertools import product
from types import UnionType
from typing import Annotated, get_args, get_origin

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from journal.forging import KEPT, body_of, framed, header, kept, place_of, resealed
from journal.signing import sign

from taisai.journal.export import framed_note
from taisai.journal.keys import key_name
from taisai.journal.memory import MemoryStore
from taisai.journal.seal import START, sealed_bodies
from taisai.journal.verify_taisai import HOUSE_KINDS, TABLE_KINDS, LogKey, Trust, Wanted, read_log_key, verify, words
from taisai.log.cosignatures import cosigned
from taisai.log.notes import COSIGNATURE, key_of, parse
from taisai.people import events as people
from taisai.table import events as table

HOUSE, WITNESS = (Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32) for n in (1, 2))
WATCHING = key_of("watch.example/w", WITNESS, COSIGNATURE)
TRUST = Trust((LogKey("", 1, HOUSE.public_key().public_bytes_raw()),), (read_log_key(str(WATCHING)),), 1)
SEEN_S = 1_763_305_200  # 2025-11-16T15:00:00Z


def entries(name):
    """Of a kept journal of the table T1, as JSON."""
    (path,) = (path for path in KEPT if path.stem == name)
    return [json.loads(body_of(line)) for line in path.read_bytes().splitlines(keepends=True)[1:]]


def bodies(told):
    numbered = (entry | {"seq": seq} for seq, entry in enumerate(told, 1))
    return [json.dumps(entry, separators=(",", ":"), ensure_ascii=False).encode() for entry in numbered]


def table_of(told):
    return told[0]["event"]["table"]


def lines(told):
    return framed(bodies(told), table_of(told))


def note_of(made, *, at="2026-11-16T15:00:00+00:00", seen_s=0):
    """The checkpoint of these entries, cosigned at a moment if one is said."""
    store = MemoryStore()
    store.append(START, sealed_bodies(START, made))
    note = parse(sign(store.head(), at, HOUSE, store, json.loads(made[0])["event"]["table"]))
    if seen_s:
        note = note._replace(signatures=(*note.signatures, cosigned(note, WATCHING, WITNESS, seen_s)))
    return str(note).encode()


THROWN = "table-25-seeds"


def vouched(told, true, **given):
    """An export of what is told, with the cosigned checkpoint of what is true."""
    head, *rest = lines(told)
    return [head, framed_note(note_of(bodies(true), **given)), *rest]


def test_true_entries_dressed_as_checkpoints_vouch_for_no_false_ones():
    true = entries(THROWN)
    false = json.loads(json.dumps(true))
    bought = next(entry["event"] for entry in false if entry["event"]["is"] == "credit-bought")
    bought["amount"] += 100_000_000
    good = vouched(true, true, seen_s=SEEN_S)
    assert verify(good, trust=TRUST).sound
    head, note, *_ = good
    dressed = [line.replace(b"e ", b"c ", 1) for line in lines(true)[1:]]
    as_json = [json.dumps({"seal": "0" * 64, "body": "{}", "checkpoint": {}}).encode() + b"\n"]
    for hidden in (
        dressed,
        as_json,
        [b"a" + line[1:] for line in dressed],
        [b"\n"],
        [b"e\t" + line[2:] for line in dressed],
    ):
        assert not verify([head, note, *hidden, *lines(false)[1:]], trust=TRUST).sound
        assert not verify([head, *hidden, note, *lines(false)[1:]], trust=TRUST).sound
    assert "has another seal" in verify([head, note, *lines(false)[1:]], trust=TRUST).bad_why


def test_swapped_keys_and_escapes_with_seals_that_fit_are_not_sound():
    """`round-passed\\u002dover` was a void round for one reader, and nothing for another."""
    true = entries("table-06-malfunction")
    made = bodies(true)
    for old, new in (
        (b'"is":"round-begun"', rb'"is":"round\u002dbegun"'),
        (b'"is":"round-begun","round":1,', b'"round":1,"is":"round-begun",'),
        (b'"round":1,', b'"round":1.0,'),
        (b'"round":1,', b'"round":1,"round":1,'),
        (b'"cause":', b'"seq":1,"cause":'),
        (b'"event":', b'"event":{},"event":'),
    ):
        place = next(at for at, body in enumerate(made) if old in body and b"round-begun" in body)
        forged = framed([*made[:place], made[place].replace(old, new, 1), *made[place + 1 :]], table_of(true))
        assert verify(framed(made, table_of(true))).sound
        verdict = verify(forged)
        assert (verdict.sound, verdict.bad_seq) == (False, place + 1), new


def of_kind(told, kind):
    return [entry["event"] for entry in told if entry["event"]["is"] == kind]


def test_true_is_not_seat_one_and_nothing_stands_for_a_second_person():
    """For Python `true` equals 1, but the account "seat:True" is not that of seat 1, who would never be paid; and null
    is not the empty name of nobody."""
    told = entries("table-20-posts")
    paid = next(event for event in of_kind(told, "area-paid") if event["awards"][0][0] == 1)
    paid["awards"][0][0] = True
    verdict = verify(lines(told))
    assert (verdict.sound, "of another type" in verdict.bad_why) == (False, True)
    for kind, field, value in (
        ("wager-placed", "spot", None),
        ("wager-placed", "chips", []),
        ("bets-closed", "bell", 1),
        ("credit-bought", "voucher", None),
        ("table-installed", "chips", {}),
        ("table-installed", "wins", []),
    ):
        told = entries("table-04-damaged-dice")
        of_kind(told, kind)[0][field] = value
        verdict = verify(lines(told))
        assert (verdict.sound, "of another type" in verdict.bad_why) == (False, True), (kind, field)


def test_a_second_pay_table_in_the_middle_of_a_journal_is_not_sound():
    """Odds that are better from the next round on."""
    told = entries("table-05-pro-rata")
    place = next(at for at, entry in enumerate(told) if entry["event"]["is"] == "round-begun")
    verdict = verify(lines([*told[:place], told[0], *told[place:]]))
    assert (verdict.sound, verdict.bad_seq) == (False, place + 1)


def test_a_voucher_of_another_table_is_named_with_its_worth_whatever_was_claimed():
    """Half a thousand become half a thousand million: this file alone cannot know what the other table issued."""
    told = entries("table-04-damaged-dice")
    of_kind(told, "credit-bought")[0].update(voucher="not-from-here", amount=50_000_000_000)
    verdict = verify(lines(told))
    assert verdict.elsewhere == {"vouchers": 1, "worth": 50_000_000_000}
    assert "vouchers of other tables, whose journals tell: 1, worth 50000000000" in words(verdict)


def test_a_moment_without_a_zone_is_no_moment():
    """It would be another one for every reader."""
    true = entries("table-05-pro-rata")
    true[-1]["at"] = true[-1]["at"].replace("+00:00", "").replace("Z", "")
    export = vouched(true, true)
    assert "is not a time" in verify(export, trust=TRUST).bad_why


# ---- electronic means committed ----


BOUND = ("seeds-chained", "seed-committed", "seed-revealed", "contribution-given")


def thrown_at_will(told, *left_out):
    """Whoever chose each roll after the stakes were seen has none of what would have bound them."""
    return [entry for entry in told if entry["event"]["is"] not in left_out]


@pytest.mark.parametrize(
    ("left_out", "why"),
    [
        (
            ("rules-stated", "seeds-chained", "seed-committed", "seed-revealed", "contribution-given"),
            "rules were stated",
        ),
        (("rules-stated",), "rules were stated"),
        (("seeds-chained",), "not the next seed of the chain"),
        (("seed-committed",), "before the tumbler committed"),
        (BOUND, "before the tumbler committed"),
        (("seed-revealed",), "not the throw that round 1 was committed to"),
        (("contribution-given",), "the wrong contributions"),
    ],
)
def test_an_electronic_journal_without_what_binds_it_is_not_sound(left_out, why):
    told = entries(THROWN)
    assert verify(lines(told)).sound
    verdict = verify(lines(thrown_at_will(told, *left_out)))
    assert not verdict.sound
    assert why in verdict.bad_why


def test_a_void_round_whose_seed_was_never_told_is_named_and_can_be_refused():
    verdict = verify(lines(entries(THROWN)), wanted=Wanted(reveals=True))
    assert (verdict.sound, verdict.code) == (True, 3)
    assert verdict.missing == ["the seeds of 1 rounds were never told, the first of round 4"]
    (void,) = (one for one in verdict.voids if one["round"] == 4)
    assert (void["roll"], void["cost"], void["staked"] > 0) == ("", None, True)
    said = words(verdict)
    assert f"round 4 was void: {void['staked']} was staked; nothing tells what it would have thrown" in said
    assert "cost to the house: unknown" in said
    assert said.startswith("NOT ENOUGH: ")


def test_a_void_round_whose_seed_is_told_says_what_it_would_have_thrown_and_cost():
    told = verify(lines(entries(THROWN))).voids
    known = [one for one in told if one["roll"]]
    assert known
    assert all(type(one["cost"]) is int and one["roll"].count("-") == 2 for one in known)


def test_every_electronic_journal_without_a_beacon_says_what_remains_possible():
    verdict = verify(lines(entries(THROWN)), wanted=Wanted(contributions=True))
    assert "contribute last" in words(verdict)
    assert verdict.missing == [f"{verdict.throws['without_contributions']} throws used no contribution of a terminal"]
    assert "contribute last" not in words(verify(lines(entries("table-27-beacon"))))
    assert "contribute last" not in words(verify(lines(entries("table-05-pro-rata"))))


def test_the_verdict_names_the_chain_of_the_beacon_that_the_house_chose():
    """A house that runs a beacon of its own knows every value beforehand: only its chain shows whose it is."""
    told = entries("table-27-beacon")
    (chosen,) = {event["chain"] for event in of_kind(told, "beacon-chosen") if event["chain"]}
    verdict = verify(lines(told))
    assert verdict.throws["beacon_chains"] == [chosen]
    assert f"compare its chain with the published one: {chosen}" in words(verdict)


# ---- how far a proof reaches ----


def redated(told, minutes):
    """The same rounds again and again, each later: a long evening behind a short head."""
    last = datetime.fromisoformat(told[-1]["at"])
    return (last + timedelta(minutes=minutes)).isoformat(timespec="milliseconds")


def test_a_cosigned_head_of_few_entries_says_how_few_and_can_be_refused():
    true = entries("table-05-pro-rata")
    number = place_of(kept("table-05-pro-rata"), "round-begun")
    few = true[: number + 1]
    export = vouched(true, few, seen_s=SEEN_S, at=few[-1]["at"])
    verdict = verify(export, trust=TRUST)
    beyond = len(true) - len(few)
    assert (verdict.sound, verdict.cosigned, verdict.reached, verdict.beyond) == (True, len(few), len(few), beyond)
    assert verdict.witnesses == {"watch.example/w": {"reached": len(few), "at": "2025-11-16T15:00:00+00:00"}}
    said = words(verdict)
    assert f"witness watch.example/w: up to entry {len(few)}, seen at 2025-11-16T15:00:00+00:00" in said
    assert f"no checkpoint covers the last {beyond} entries, after entry {len(few)}" in said
    for now_s, code in ((SEEN_S + 60, 0), (SEEN_S + 3_601, 3)):
        wanted = Wanted(age_most_s=3_600, now_s=now_s)
        assert verify(export, trust=TRUST, wanted=wanted).code == code
    later = [entry | ({"at": redated(true, 90)} if place > number else {}) for place, entry in enumerate(true)]
    fresh = vouched(later, few, seen_s=SEEN_S, at=few[-1]["at"])
    wanted = Wanted(age_most_s=3_600, now_s=SEEN_S + 60)
    assert "s old" in verify(fresh, trust=TRUST, wanted=wanted).missing[0]
    unseen = vouched(true, few)
    assert verify(unseen, trust=TRUST).missing == ["no checkpoint was seen by 1 trusted witnesses"]


def test_a_cosignature_of_another_head_or_of_a_stranger_counts_for_nothing():
    true = entries("table-05-pro-rata")
    note = parse(note_of(bodies(true), seen_s=SEEN_S))
    other = parse(note_of(bodies(true[:9]), seen_s=SEEN_S))
    head, *rest = lines(true)
    swapped = note._replace(signatures=(note.signatures[0], other.signatures[1]))
    assert (
        "cosignature of watch.example/w is forged"
        in verify([head, framed_note(str(swapped).encode()), *rest], trust=TRUST).bad_why
    )
    stranger = Ed25519PrivateKey.generate()
    unknown = cosigned(note, key_of("watch.example/w", stranger, COSIGNATURE), stranger, SEEN_S)
    strange = note._replace(signatures=(note.signatures[0], unknown))
    verdict = verify([head, framed_note(str(strange).encode()), *rest], trust=TRUST)
    assert (verdict.sound, verdict.witnesses, verdict.code) == (True, {}, 3)


def test_a_head_that_no_checkpoint_of_a_trusted_key_covers_in_time_is_not_sound():
    """The interval is promised by the header and by what is signed: neither may be nothing."""
    true = entries("table-05-pro-rata")
    head, note, *rest = vouched(true, true[:5], at=true[4]["at"])
    for every_s in (0, None, -1, 10**9, "60", 60.0):
        assert not verify(
            [header(len(true), table_of(true), every_s=every_s), note, *rest], key_name(HOUSE.public_key())
        ).sound
    late = [entry | ({"at": redated(true, place)} if place > 5 else {}) for place, entry in enumerate(true)]
    head, note, *rest = vouched(late, late[:5], at=true[4]["at"])
    verdict = verify([head, note, *rest], key_name(HOUSE.public_key()))
    assert (verdict.sound, verdict.bad_seq) == (False, 6)


# ---- one form ----


def types_of(field):
    """What JSON makes of a field."""
    field = get_args(field)[0] if get_origin(field) is Annotated else field
    if get_origin(field) is UnionType:
        return tuple(one for part in get_args(field) for one in types_of(part))
    if issubclass(get_origin(field) or field, tuple):
        return (list,)
    if issubclass(get_origin(field) or field, dict | msgspec.Struct):
        return (dict,)
    return (str,) if issubclass(field, str) else (field,)


def keys_of(events):
    """What each kind of event says by our own records: its keys, and of which types they may be."""
    found = {}
    for kind in events.Event.__args__:
        fields = msgspec.structs.fields(kind)
        types = {*product([str], *(types_of(field.type) for field in fields))}
        found[kind.__struct_config__.tag] = ("is", *(field.encode_name for field in fields)), types
    return found


def test_the_keys_of_every_kind_are_those_of_our_records_and_all_are_always_written():
    assert keys_of(table) == TABLE_KINDS
    assert keys_of(people) == HOUSE_KINDS
    for events in (table, people):
        assert not [kind for kind in events.Event.__args__ if kind.__struct_config__.omit_defaults]
        assert not any(
            "Unset" in str(one.type) for kind in events.Event.__args__ for one in msgspec.structs.fields(kind)
        )


PIECES = [
    *(b"", b"\n", b" ", b"\\", b'"', b"\\u002d", b"\\n", b"0", b"1", b"-"),
    *(b"c ", b"e ", b"h ", "é".encode(), b"{}", b","),
]


def mutated(export, dice):
    """A line, or a part of one, that is changed, doubled, moved or taken away; sealed again half of the time."""
    made = [*export]
    for _ in range(dice.randrange(1, 3)):
        place = dice.randrange(len(made))
        line = made[place]
        at = dice.randrange(len(line) + 1)
        match dice.randrange(6):
            case 0:
                made[place] = line[:at] + dice.choice(PIECES) + line[at:]
            case 1:
                made[place] = line[:at] + dice.choice(PIECES) + line[at + dice.randrange(1, 4) :]
            case 2:
                made[place] = line[:at] + bytes([dice.randrange(256)]) + line[at + 1 :]
            case 3:
                made.insert(dice.randrange(len(made)), line)
            case 4:
                del made[place]
            case _:
                other = dice.randrange(len(made))
                made[place], made[other] = made[other], line
        made = made or [*export]
    if dice.random() < 0.5 and any(line.startswith(b"e ") for line in made):
        made = resealed(made)
    return made


def written_again(content):
    """The file as it is made of what it means: JSON of JSON, notes of notes, seals of bodies."""
    seal = bytes(32)
    for line in content.decode().split("\n")[:-1]:
        mark, rest = line[:2], line[2:]
        if mark == "e ":
            body = json.dumps(json.loads(rest[65:]), ensure_ascii=False, separators=(",", ":"))
            seal = sha256(seal + body.encode()).digest()
            yield f"e {seal.hex()} {body}\n"
        elif mark == "h ":
            yield f"h {json.dumps(json.loads(rest), ensure_ascii=False, separators=(',', ':'))}\n"
        else:
            note = str(parse(rest.replace("\\n", "\n")))
            yield "c " + note.replace("\n", "\\n") + "\n"


def test_whatever_is_accepted_is_the_same_bytes_when_it_is_written_again():
    dice, accepted = random.Random(36), 0
    for name, share in ((THROWN, 250), ("table-05-pro-rata", 500)):
        told = entries(name)
        export = vouched(told, told, seen_s=SEEN_S, at=told[-1]["at"])
        assert verify(export).sound
        for number in range(share):
            made = b"".join(mutated(export, dice)) if number else b"".join(export)
            if verify(made.splitlines(keepends=True)).sound:
                accepted += 1
                assert "".join(written_again(made)).encode() == made
    assert accepted > 3, "some changes are of no account: a moment, or a checkpoint less"
