"""Keys that replace each other: both sign, each counts for its time, and nobody replaces a key twice."""

import json
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from taisai.journal import verify_taisai as alone
from taisai.log.checkpoints import Checkpoint
from taisai.log.notes import Note, key_of
from taisai.log.refusals import LogRefusal
from taisai.log.rotations import EVER, Term, read_rotation, rotated, terms
from taisai.rules.refusals import Refused

LOG, ROOT = "house.example/T1", b"r" * 32
PRIVATE = [Ed25519PrivateKey.generate() for _ in range(4)]
KEYS = [key_of(LOG, private) for private in PRIVATE]


def rotation(old, new, size, *, log=LOG, revoked=False):
    pairs = [(key_of(log, PRIVATE[one]), PRIVATE[one]) for one in (old, new)]
    return rotated(Checkpoint(log, size, ROOT), *pairs, revoked=revoked)


CHAIN = [rotation(0, 1, 10), rotation(1, 2, 20, revoked=True)]
HELD = [Term(KEYS[0], 0, 10), Term(KEYS[1], 10, 20), Term(KEYS[2], 20, EVER)]


def outsider(*trusted, chain=CHAIN):
    """The same by the stand-alone file."""
    keys = tuple(alone.read_log_key(str(KEYS[one])) for one in trusted)
    return alone.followed(keys, [str(one.note) for one in chain])


def checkpoint(size, by):
    return str(Checkpoint(LOG, size, ROOT).note.signed(KEYS[by], PRIVATE[by]))


@pytest.mark.parametrize("trusted", [0, 1, 2])
@pytest.mark.parametrize("turned", [False, True])
def test_whoever_trusts_any_of_the_keys_knows_which_held_when(trusted, turned):
    chain = CHAIN[::-1] if turned else CHAIN
    assert sorted(terms([KEYS[trusted]], chain), key=lambda one: one.since) == HELD
    told = sorted(outsider(trusted, chain=chain), key=lambda one: one.since)
    assert [(one.public, one.since) for one in told] == [(one.key.public, one.since) for one in HELD]
    assert [one.until for one in told[:2]] == [10, 20]


def test_what_is_signed_is_read_again_as_it_was():
    for one in CHAIN:
        assert read_rotation(str(one.note)) == one
    assert [one.is_revoked for one in CHAIN] == [False, True]


@pytest.mark.parametrize(
    ("size", "by", "good"),
    [(9, 0, True), (10, 0, True), (11, 0, False), (9, 1, False), (10, 1, True), (20, 1, True), (21, 1, False),
     (21, 2, True), (19, 2, False), (30, 3, False)],
)  # fmt: skip
def test_a_key_signs_nothing_beyond_its_time_and_what_it_signed_before_stays_good(size, by, good):
    trust = alone.Trust(outsider(0))
    if good:
        assert trust.check(checkpoint(size, by)).size == size
    else:
        with pytest.raises(alone.Bad, match="not signed by"):
            trust.check(checkpoint(size, by))


def test_a_signed_head_of_a_replaced_key_is_refused_the_same_way():
    from taisai.log.heads import SignedHead

    def head(seq, by):
        event = '{"is":"seat-left","seat":1}'
        entry = f'{{"seq":{seq},"at":"","by":{{"name":"","role":""}},"cause":"","digest":"","event":{event}}}'
        return str(SignedHead(LOG, seq, ROOT, entry.encode()).signed(KEYS[by], PRIVATE[by]))

    trust = alone.Trust(outsider(0))
    assert alone.check_head(head(10, 0), trust)[1] == 10
    with pytest.raises(alone.Bad, match="replaced key"):
        alone.check_head(head(11, 0), trust)
    assert alone.check_head(head(11, 1), trust)[1] == 11


def test_a_thief_who_names_a_successor_too_is_refused_at_any_size():
    for size in (5, 10, 15, 25):
        forged = rotation(0, 3, size)
        for chain in ([*CHAIN, forged], [forged, *CHAIN]):
            with pytest.raises(Refused) as refused:
                terms([KEYS[0]], chain)
            assert refused.value.code is LogRefusal.ROTATION_INVALID
            with pytest.raises(alone.Bad, match="replaced twice"):
                outsider(0, chain=chain)


def test_a_chain_that_leads_nowhere_is_refused():
    with pytest.raises(Refused) as refused:
        terms([KEYS[3]], CHAIN)
    assert refused.value.code is LogRefusal.ROTATION_INVALID
    assert outsider(3) == (alone.read_log_key(str(KEYS[3])),), "the stand-alone file trusts nobody more"


def forged(**changes):
    """A rotation to another key with something changed before it is signed."""
    lines = {"old": KEYS[0], "new": KEYS[1], "revoked": "", "by": (0, 1)} | changes
    text = f"{LOG}\n10\n{Checkpoint(LOG, 10, ROOT).text.splitlines()[2]}\n"
    text += f"taisai-key-old {lines['old']}\ntaisai-key-new {lines['new']}\n{lines['revoked']}"
    note = Note(text)
    for one in lines["by"]:
        note = note.signed(KEYS[one], PRIVATE[one])
    return str(note)


@pytest.mark.parametrize(
    "text",
    [
        forged(by=(0,)), forged(by=(1,)), forged(by=(0, 3)), forged(new=KEYS[0]), forged(old=KEYS[1], new=KEYS[1]),
        forged(new=key_of("other.example/T1", PRIVATE[1])), forged(old=key_of("other.example/T1", PRIVATE[0])),
        forged(new=key_of(LOG, PRIVATE[1], 4)), forged(new="x"), forged().replace("\n10\n", "\n11\n"),
        checkpoint(10, 0), "", "x\n\n",
    ],
)  # fmt: skip
def test_what_not_both_keys_of_one_log_signed_is_no_rotation(text):
    with pytest.raises(Refused):
        read_rotation(text)
    with pytest.raises((alone.Bad, ValueError, IndexError)):
        alone.followed((alone.read_log_key(str(KEYS[0])),), [text])


def test_a_line_that_revokes_somebody_else_is_refused():
    assert read_rotation(forged()).is_revoked is False
    with pytest.raises(Refused):
        read_rotation(forged(revoked=f"taisai-key-revoked {KEYS[1]}\n"))


def test_the_vectors_that_the_page_is_tested_with_are_judged_the_same():
    found = json.loads((Path(__file__).with_name("rotations.json")).read_text(encoding="utf-8"))
    for key in found["keys"][:3]:
        trust = alone.Trust(alone.followed((alone.read_log_key(key),), found["rotations"]))
        for one in found["checkpoints"]:
            if one["good"]:
                assert trust.check(one["note"]).size == one["size"]
            else:
                with pytest.raises(alone.Bad):
                    trust.check(one["note"])
    with pytest.raises(alone.Bad):
        alone.followed((alone.read_log_key(found["keys"][0]),), [*found["rotations"], found["second"]])
