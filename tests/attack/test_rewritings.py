"""An insider has the database, every key and root, and rewrites an evening: each time all is sealed, hashed and signed
anew. What is crude breaks a rule, and the verifier alone sees it; what is played again by the rules it cannot see. One
honest witness sees all of it, and so does one receipt that a player took home."""

import json
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from house.script import GAMES, REF, played
from journal.signing import sign
from machines.people import right_person

from taisai.house.automation import Automation
from taisai.house.desk import Desk
from taisai.house.journal_log import begun, grow, tiled
from taisai.house.seeds import SeedChain
from taisai.house.setup import Setup
from taisai.house.tumbler import Tumbler
from taisai.journal.export import export_lines, exported
from taisai.journal.keys import key_name
from taisai.journal.memory import MemoryStore
from taisai.journal.seal import START, sealed_bodies
from taisai.journal.verify_taisai import verify
from taisai.log.checkpoints import Checkpoint
from taisai.log.notes import key_of
from taisai.log.proofs import consistency, inclusion
from taisai.log.receipts import Receipt
from taisai.log.submissions import submission
from taisai.rules.vocabulary import Trouble
from taisai.table import commands as c
from taisai.table.limits import LimitRule
from taisai.table.order import Order
from taisai.table.state import Betting, Settling
from taisai.table.throws import seed_before, throw_of
from taisai.witness.answers import Witness
from taisai.witness.folder import WitnessFolder

HOUSE = Ed25519PrivateKey.from_private_bytes(b"k" * 32)
LOG = key_of("house.example/T1", HOUSE)
BUY_INS = (c.BuyIn(1, 1000), c.BuyIn(2, 1000))
ROUNDS = (
    ((2, 2, 5), (1, "big", 100), (2, "small", 50)),
    ((4, 5, 6), (1, "big", 100), (2, "odd", 20)),
    ((1, 2, 3), (1, "small", 70), (2, "even", 30)),
    ((6, 6, 5), (1, "big", 40), (2, "odd", 20)),
)
THROWN = Path(__file__).parents[1] / "journal" / "kept" / "table-25-seeds.jsonl"


def evening(rounds=ROUNDS, buy_ins=BUY_INS, ref=REF, *, day="2026-03-01", dealer="", void=()):
    """Played by the house's own software, so that it keeps every rule."""
    store, ids, game = MemoryStore(), count(1), GAMES[ref]
    limits = (LimitRule("", 5, 5000, 2000 if game.opposite else 0),)
    desk = Desk.install(store, game, Setup("T1", seats=4, limits=limits), lambda: f"{day}T20:00:00Z")

    def do(number, *commands):
        for command in commands:
            person = right_person(game, command)
            person = type(person)(dealer, person.role, person.seat) if dealer and not person.seat else person
            desk.do(Order(f"order {next(ids)}", person, command, number))

    do(0, c.OpenTable(), *buy_ins)
    for number, (faces, *wagers) in enumerate(rounds, 1):
        if number in void:
            do(number, c.OpenBets(), *(c.PlaceWager(*wager) for wager in wagers), c.CloseBets(), c.TumbleDice(3))
            do(number, c.VoidRound(Trouble.DICE_NOT_FLAT))
            continue
        do(number, *played(faces, *wagers))
        if isinstance(desk.table.phase, Settling):
            do(number, c.PayArea())
    do(len(rounds), c.CloseTable())
    return [entry.body for entry in store.read()]


HONEST = evening()


def edited(bodies, change):
    """The entries as somebody left them, numbered anew."""
    entries = change([json.loads(body) for body in bodies])
    numbered = [{**entry, "seq": seq} for seq, entry in enumerate(entries, 1)]
    return [json.dumps(entry, separators=(",", ":"), ensure_ascii=False).encode() for entry in numbered]


def places(entries, kind):
    return [place for place, entry in enumerate(entries) if entry["event"]["is"] == kind]


def put(kind, which, **fields):
    def change(entries):
        entries[places(entries, kind)[which]]["event"].update(fields)
        return entries

    return lambda: edited(HONEST, change)


def swapped(entries, one, other):
    entries[one], entries[other] = entries[other], entries[one]
    return entries


def swapped_wagers():
    return edited(HONEST, lambda entries: swapped(entries, *places(entries, "wager-placed")[:2]))


def swapped_closing():
    return edited(HONEST, lambda e: swapped(e, places(e, "wager-placed")[1], places(e, "bets-closed")[0]))


def better_odds(entries):
    entries[0]["event"]["wins"]["big"] = dict.fromkeys(entries[0]["event"]["wins"]["big"], "3")
    return entries


def without(kind, which=0):
    def change(entries):
        del entries[places(entries, kind)[which]]
        return entries

    return lambda: edited(HONEST, change)


def doubled(kind, which=0):
    def change(entries):
        place = places(entries, kind)[which]
        return [*entries[:place], entries[place], *entries[place:]]

    return lambda: edited(HONEST, change)


def other_rounds(which, faces, *wagers):
    return (*ROUNDS[: which - 1], (faces, *wagers), *ROUNDS[which:])


def forked_at(which):
    """As it was up to there, so that a checkpoint of then still fits, and another evening behind it."""
    return lambda: evening((*ROUNDS[:which], ((1, 1, 2), (1, "small", 500))))


UNSEEN = {  # by the verifier alone: each keeps every rule
    "drop the last round": lambda: evening(ROUNDS[:-1]),
    "drop the first round": lambda: evening(ROUNDS[1:]),
    "cut the last entry": lambda: HONEST[:-1],
    "replay an old backup and stop there": lambda: HONEST[: len(HONEST) // 2],
    "replay an old backup and play on": forked_at(2),
    "fork at the checkpoint of an evening's end": forked_at(4),
    "change a stake": lambda: evening(other_rounds(2, (4, 5, 6), (1, "big", 10), (2, "odd", 20))),
    "put a wager on another spot": lambda: evening(other_rounds(2, (4, 5, 6), (1, "small", 100), (2, "odd", 20))),
    "give a wager to another seat": lambda: evening(other_rounds(2, (4, 5, 6), (2, "big", 100), (2, "odd", 20))),
    "add a wager that won": lambda: evening(other_rounds(1, (2, 2, 5), *ROUNDS[0][1:], (2, "double-2", 30))),
    "press other keys for a roll": lambda: evening(other_rounds(3, (4, 5, 5), *ROUNDS[2][1:])),
    "make a lost round void": lambda: evening(void=(2,)),
    "buy in with money that never came": lambda: evening(buy_ins=(c.BuyIn(1, 5000), c.BuyIn(2, 1000))),
    "play by another pay table": lambda: evening(ref="etg/2", rounds=(ROUNDS[0],)),
    "name another dealer": lambda: evening(dealer="somebody else"),
    "move it to another day": lambda: evening(day="2026-03-02"),
    "swap two rounds": lambda: evening((ROUNDS[1], ROUNDS[0], *ROUNDS[2:])),
    "reorder two wagers": swapped_wagers,
    "add a round after the close": lambda: evening((*ROUNDS, ROUNDS[0])),
}
SEEN = {  # by the verifier alone
    "change a stake and nothing else": put("wager-placed", 2, stake=9_000),
    "change the roll that was settled": put("round-settled", 0, roll="6-6-6"),
    "change the roll that was entered": put("roll-entered", 0, roll="6-6-6"),
    "pay better odds than were installed": lambda: edited(HONEST, better_odds),
    "wager after closing": swapped_closing,
    "forget to pay": without("area-paid"),
    "settle a round twice": doubled("round-settled"),
    "take a key press away": without("button-pressed"),
}


def stored(bodies):
    store = MemoryStore()
    store.take()
    store.append(START, sealed_bodies(START, bodies))
    store.tree.add(grow(store, begun(store)))
    store.add_checkpoint(sign(store.head(), "2026-03-01T20:00:00Z", HOUSE, store))
    return store


def head(store):
    """Signed with the house's own key, as the insider can."""
    size = store.head().seq
    return Checkpoint(LOG.name, size, tiled(store, size).root()).note.signed(LOG, HOUSE)


def verdict(store):
    _, lines = export_lines(store, "T1")
    return verify(lines, key_name(HOUSE.public_key()))


def caught_by_witness(path, before, after):
    """Whether a witness that saw the one cosigns the other, with whatever proof the other one's own tree gives."""
    with closing(WitnessFolder(path, "regulator.example/w1")) as folder:
        folder.know(str(LOG))
        witness = Witness(folder)
        assert witness.add_checkpoint(submission(0, [], head(before)), 1).status == 200
        seen, size = before.head().seq, after.head().seq
        proof = consistency(tiled(after, size).hash, seen, size) if seen <= size else []
        told = witness.add_checkpoint(submission(min(seen, size), proof, head(after)), 2)
        assert folder.head(LOG.name).checkpoint.size == seen
        return told.status != 200


def caught_by_receipt(before, after):
    """A player's receipt of a wager leads to a head; an export of the rewritten journal does not."""
    size, index = before.head().seq, 20
    body = list(before.read())[index].body
    receipt = Receipt(body, index, tuple(inclusion(tiled(before, size).hash, index, size)), head(before))
    receipt.check(LOG)
    _, lines = export_lines(after, "T1")
    return not verify(lines, key_name(HOUSE.public_key()), [str(receipt).encode()]).sound


def test_there_are_more_than_twenty_ways_to_rewrite_an_evening_and_each_is_another():
    made = [tuple(rewrite()) for rewrite in (*UNSEEN.values(), *SEEN.values())]
    assert len({*made, tuple(HONEST)}) == len(made) + 1 > 21


def test_the_guide_says_which_of_them_the_verifier_sees_alone():
    guide = (Path(__file__).parents[2] / "docs" / "guides" / "witnesses.md").read_text(encoding="utf-8")
    told = {(what, verdict) for what in UNSEEN for verdict in ["does not"]} | {(what, "sees it") for what in SEEN}
    assert all(f"| {what} | {verdict} |" in guide for what, verdict in told)


def test_the_evening_itself_is_sound_and_cosigned_as_it_grows(tmp_path):
    assert verdict(stored(HONEST)).sound
    with closing(WitnessFolder(tmp_path / "w", "w")) as folder:
        folder.know(str(LOG))
        witness, whole, old = Witness(folder), stored(HONEST), 0
        for size in (5, 20, len(HONEST)):
            proof = consistency(tiled(whole, len(HONEST)).hash, old, size)
            assert witness.add_checkpoint(submission(old, proof, head(stored(HONEST[:size]))), 1).status == 200
            old = size
        assert folder.evidence() == []


@pytest.mark.parametrize("what", UNSEEN)
def test_what_keeps_the_rules_is_seen_by_a_witness_or_a_receipt_alone(tmp_path, what):
    after, before = stored(UNSEEN[what]()), stored(HONEST)
    assert verdict(after).sound, "the verifier alone cannot know"
    assert caught_by_witness(tmp_path / "w", before, after)
    assert caught_by_receipt(before, after)


@pytest.mark.parametrize("what", SEEN)
def test_what_breaks_a_rule_is_seen_by_the_verifier_too(tmp_path, what):
    after, before = stored(SEEN[what]()), stored(HONEST)
    assert not verdict(after).sound
    assert caught_by_witness(tmp_path / "w", before, after)
    assert caught_by_receipt(before, after)


SEEDS = [entry.body for entry in exported(THROWN.read_bytes().splitlines(True))]


def seeds(change):
    return lambda: edited(SEEDS, change)


def swapped_seed(entries):
    """And all that can be made to fit it: its commitment and its throw."""
    told, seed = entries[places(entries, "seed-revealed")[1]]["event"], "5" * 64
    entries[places(entries, "seed-committed")[1]]["event"]["commitment"] = seed_before(seed)
    told.update(seed=seed, throw=throw_of("T1", told["round"], seed, told["contributions"]))
    return entries


def exchanged_seeds(entries):
    one, other = (entries[place]["event"] for place in places(entries, "seed-revealed")[:2])
    one["seed"], other["seed"] = other["seed"], one["seed"]
    return entries


def dropped_contribution(entries):
    gone = entries.pop(places(entries, "contribution-given")[0])["event"]["contribution"]
    entries[places(entries, "seed-revealed")[0]]["event"]["contributions"].remove(gone)
    return entries


SEEDS_SEEN = {
    "swap the seed of a round": seeds(swapped_seed),
    "exchange the seeds of two rounds": seeds(exchanged_seeds),
    "drop what a terminal contributed": seeds(dropped_contribution),
}


def test_the_guide_says_what_the_verifier_sees_of_seeds():
    guide = (Path(__file__).parents[2] / "docs" / "guides" / "witnesses.md").read_text(encoding="utf-8")
    assert all(f"| {what} | sees it |" in guide for what in SEEDS_SEEN)
    assert "| draw other seeds and play the evening again | does not |" in guide


@pytest.mark.parametrize("what", SEEDS_SEEN)
def test_seeds_and_contributions_that_were_changed_are_seen_by_all_three(tmp_path, what):
    after, before = stored(SEEDS_SEEN[what]()), stored(SEEDS)
    assert (verdict(before).sound, verdict(after).sound) == (True, False)
    assert caught_by_witness(tmp_path / "w", before, after)
    assert caught_by_receipt(before, after)


class Drawn(Tumbler):
    """An insider's, who draws until the throws please."""

    def __init__(self, newest):
        super().__init__(b"key")
        self.newest = newest

    def chain(self):
        return SeedChain(self.newest)


def evening_by(newest):
    """Three rounds of a table that deals itself, with what one terminal contributed."""
    game = GAMES[REF]
    setup = Setup(
        "T1", automation=tuple(step.step.value for step in game.steps), limits=(LimitRule("", 5, 5000, 2000),)
    )
    desk = Desk.install(MemoryStore(), game, setup, lambda: "2026-03-01T20:00:00Z")
    for command in (c.OpenTable(), *BUY_INS):
        desk.do(Order(str(command), right_person(game, command), command))
    automation = Automation(desk, Drawn(newest), {})
    while desk.table.round < 4:
        for order in automation.due(0):
            desk.do(order)
        if isinstance(desk.table.phase, Betting):
            wager = c.PlaceWager(1, "big", 10, contribution="1" * 64)
            desk.do(Order(f"wager {desk.table.round}", right_person(game, wager), wager, desk.table.round))
    return [entry.body for entry in desk.store.read()]


def test_other_seeds_for_a_whole_evening_are_seen_by_a_witness_or_a_receipt_alone(tmp_path):
    before, after = stored(evening_by("1" * 64)), stored(evening_by("2" * 64))
    assert verdict(after).sound, "the verifier alone cannot know"
    assert caught_by_witness(tmp_path / "w", before, after)
    assert caught_by_receipt(before, after)
