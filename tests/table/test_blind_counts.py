"""What somebody counted blindly stays hidden from whoever reads the journal: no guess can be confirmed before the other
has entered what they found."""

import hmac
import json
import re
from hashlib import sha256
from itertools import product

import msgspec
import pytest
from table.playing import Play, only, opened
from table.test_boxes import CASINO, DEALER, SHIFT, SUPERVISOR
from xxhash import xxh3_128_hexdigest

from taisai import Refusal, Refused
from taisai.house.cage import Cage
from taisai.house.desk import Desk
from taisai.journal.verify_taisai import Bad, Money
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.boxes import digest_of

NOTES = {"100": 3, "500": 1}


def taken_away():
    play = opened("rws-6/2", money="chips")
    play.desk.cage = Cage(b"the house's own key, of which no journal tells")
    play.do(DEALER, c.ExchangeBox(""), second=SHIFT)
    return play


def enter(play, by, notes=NOTES, box="1"):
    return play.do(by, c.EnterSoftCount(box, notes))


def guesses():
    """Every count of up to five notes of each kind: what a box holds is nearly always among what one can try."""
    for hundreds, five_hundreds in product(range(6), repeat=2):
        yield {kind: many for kind, many in (("100", hundreds), ("500", five_hundreds)) if many}


def confirmed(lines, people, table):
    """Those guesses that fit anything in the journal, by every way that needs the journal alone."""
    text = b"\n".join(lines).decode()
    words = {*re.findall(r"[0-9a-f]{24,}", text)}
    keys = [b"", *(bytes.fromhex(word) for word in words if len(word) % 2 == 0), *(word.encode() for word in words)]
    for guess in guesses():
        told = ",".join(f"{kind}x{guess[kind]}" for kind in sorted(guess, key=int))
        plain = f"taisai soft count {table} 1 {told}".encode()
        asked = [
            msgspec.json.encode((by, number, {"do": "enter-soft-count", "box": "1", "notes": given, **rest}, None))
            for by in people
            for number in range(3)
            for given in (guess, dict(reversed(guess.items())))
            for rest in ({}, {"nonce": "", "key": ""})
        ]
        tried = {sha256(plain).hexdigest(), *map(xxh3_128_hexdigest, asked)}
        tried |= {hmac.digest(key, plain, "sha256").hex() for key in keys}
        if tried & words:
            yield guess


def lines_of(play):
    return [bytes(stored.body) for stored in play.store.read()]


def test_with_the_journal_alone_nobody_can_confirm_a_guess():
    play = taken_away()
    enter(play, DEALER)
    people = ["a dealer", "a game-supervisor"]
    assert not [*confirmed(lines_of(play), people, "T1")]
    assert b'"500"' not in b"".join(line for line in lines_of(play) if b"soft-count" in line)


def test_the_same_guesser_reads_a_digest_that_needs_no_key():
    play = taken_away()
    (entered,) = enter(play, DEALER)
    plain = sha256(b"taisai soft count T1 1 100x3,500x1").hexdigest()
    told = [line.replace(entered.digest.encode(), plain.encode()) for line in lines_of(play)]
    assert NOTES in [*confirmed(told, ["a dealer", "a game-supervisor"], "T1")], "the guesser can guess"


def test_the_same_guesser_reads_what_was_asked_where_the_entry_tells_a_plain_digest_of_it(monkeypatch):
    monkeypatch.setattr(Cage, "asked", lambda _, line: xxh3_128_hexdigest(line))
    play = taken_away()
    enter(play, DEALER)
    assert [*confirmed(lines_of(play), ["a dealer"], "T1")] == [NOTES]


def test_once_two_agree_the_key_shows_that_both_had_entered_it():
    play = taken_away()
    digests = [enter(play, by)[0].digest for by in (DEALER, SUPERVISOR)]
    made = only([event for _, _, event in play.written()], e.SoftCountMade)
    assert digests == [digest_of("T1", "1", NOTES, made.key)] * 2
    assert digest_of("T1", "1", {"100": 4}, made.key) != digests[0] != digest_of("T1", "1", NOTES, "")


def test_entries_that_differ_tell_no_key_and_the_next_count_has_another():
    play = taken_away()
    first = enter(play, DEALER)
    differing = enter(play, SUPERVISOR, {"100": 4})
    assert [type(event) for event in differing] == [e.SoftCountEntered, e.SoftCountSetAside]
    assert not any(b'"key":"' in line for line in lines_of(play) if b"soft-count" in line)
    again = enter(play, DEALER)
    assert again[0].nonce != first[0].nonce
    assert again[0].digest != first[0].digest


def test_a_key_that_was_told_is_of_no_use_for_the_next_count_of_the_same_box():
    play = taken_away()
    told = only(enter(play, DEALER) + enter(play, SUPERVISOR), e.SoftCountMade)
    play.do(CASINO, c.ConfirmSoftCount("1", agrees=False, why="a note stuck"))
    again = enter(play, DEALER)
    assert again[0].digest != digest_of("T1", "1", NOTES, told.key)


def test_a_sender_chooses_neither_key_nor_nonce():
    play = taken_away()
    mine = "ab" * 32
    first = play.do(DEALER, c.EnterSoftCount("1", NOTES, mine, mine))
    assert mine not in (first[0].nonce, first[0].digest)
    assert first[0].digest != digest_of("T1", "1", NOTES, mine)


def test_the_second_entry_is_compared_after_the_house_was_restarted():
    play = taken_away()
    enter(play, DEALER)
    key = b"the house's own key, of which no journal tells"
    play.desk = Desk.resume(play.store, play.game, play.desk.clock, cage=Cage(key))
    assert type(enter(play, SUPERVISOR)[-1]) is e.SoftCountMade


def test_with_another_key_of_the_house_it_is_counted_again_and_nothing_worse():
    play = taken_away()
    enter(play, DEALER)
    play.desk = Desk.resume(play.store, play.game, play.desk.clock, cage=Cage(b"another"))
    assert type(enter(play, SUPERVISOR)[-1]) is e.SoftCountSetAside
    enter(play, DEALER)
    assert type(enter(play, SUPERVISOR)[-1]) is e.SoftCountMade


def test_an_order_that_is_sent_again_is_answered_as_before_also_after_a_restart_and_another_is_refused():
    play = taken_away()
    order = play.order(DEALER, c.EnterSoftCount("1", NOTES))
    first = play.desk.do(order)
    key = b"the house's own key, of which no journal tells"
    for _ in range(2):
        assert play.desk.do(order) == first
        with pytest.raises(Refused) as refused:
            play.desk.do(msgspec.structs.replace(order, command=c.EnterSoftCount("1", {"100": 4})))
        assert refused.value.code is Refusal.COMMAND_CONFLICT
        play.desk = Desk.resume(play.store, play.game, play.desk.clock, cage=Cage(key))


def follow(play, change=None):
    money = Money()
    for seq, line in enumerate(lines_of(play), 1):
        told = json.loads(line)
        event = told["event"]
        if change:
            change(event)
        money.feed(seq, event, told["by"]["role"], told["by"]["name"], told["at"])


def counted() -> Play:
    play = taken_away()
    enter(play, DEALER, {"100": 1})
    enter(play, SUPERVISOR)
    enter(play, DEALER)
    enter(play, SUPERVISOR)
    return play


FORGED = {
    "the key is not told": ("soft-count-made", lambda event: event.update(key=""), "is missing"),
    "another key is told": ("soft-count-made", lambda event: event.update(key="00" * 32), "not what two people"),
    "a key that is none": ("soft-count-made", lambda event: event.update(key="zz"), "hexadecimal"),
    "one entry has the key of another count": ("soft-count-entered", lambda event: event.update(nonce="00"), "another"),
    "an entry is hidden by no key": ("soft-count-entered", lambda event: event.update(nonce=""), "another"),
}


@pytest.mark.parametrize(("kind", "change", "why"), FORGED.values(), ids=FORGED)
def test_a_forged_key_is_found(kind, change, why):
    play, seen = counted(), []

    def last_only(event):
        if event["is"] == kind:
            seen.append(event)
            if len(seen) == {"soft-count-made": 1, "soft-count-entered": 4}[kind]:
                change(event)

    follow(play)
    with pytest.raises(Bad, match=why):
        follow(play, last_only)
