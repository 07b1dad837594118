"""A signed head binds the log to one entry, at one place, after one history, before any checkpoint has it."""

from hashlib import sha256

import pytest
from log.receipt_vectors import ALIEN, BODIES, KEY, LOG, OTHER, THIEF
from log.test_notes import code_of

from taisai.log.checkpoints import Checkpoint, opened
from taisai.log.heads import ENTRY_BYTES_MAX, SignedHead, opened_head
from taisai.log.refusals import LogRefusal

HEAD = SignedHead(KEY.name, 3, b"s" * 32, BODIES[2])
SIGNED = HEAD.signed(KEY, LOG)


def test_it_is_read_as_it_was_signed_and_leads_to_the_seal_of_the_journal():
    read = opened_head(str(SIGNED), KEY)
    assert read == SIGNED
    assert read.seal == sha256(b"s" * 32 + BODIES[2]).digest()


@pytest.mark.parametrize(
    "change", [("\n3\n", "\n4\n"), ('"stake":500', '"stake":501'), (KEY.name, ALIEN.name), ("c3", "c4")]
)
def test_nothing_of_it_can_be_changed(change):
    forged = str(SIGNED).replace(*change, 1)
    assert forged != str(SIGNED)
    assert code_of(opened_head, forged, KEY) in (LogRefusal.NOTE_FORGED, LogRefusal.NOTE_UNSIGNED)


def test_it_is_of_one_log_and_one_key():
    assert code_of(opened_head, str(SIGNED), ALIEN) is LogRefusal.NOTE_UNSIGNED
    assert code_of(opened_head, str(SIGNED), THIEF) is LogRefusal.NOTE_UNSIGNED
    alien = HEAD._replace(origin=ALIEN.name).signed(KEY, LOG)
    assert code_of(opened_head, str(alien), KEY) is LogRefusal.HEAD_INVALID
    assert code_of(opened_head, str(HEAD.signed(KEY, OTHER)), KEY) is LogRefusal.NOTE_FORGED


def test_neither_a_head_nor_a_checkpoint_is_taken_for_the_other():
    checkpoint = Checkpoint(KEY.name, 3, b"r" * 32).note.signed(KEY, LOG)
    assert code_of(opened_head, str(checkpoint), KEY) is LogRefusal.HEAD_INVALID
    assert code_of(opened, str(SIGNED), KEY) is LogRefusal.CHECKPOINT_INVALID


def test_an_entry_that_is_too_long_for_a_note_is_not_signed_by_itself():
    long = HEAD._replace(entry=b"x" * (ENTRY_BYTES_MAX + 1))
    assert code_of(long.signed, KEY, LOG) is LogRefusal.HEAD_INVALID
