"""Every code is provoked, and says what to do next."""

import pytest
from log.test_notes import FOO_NOTE, LOG_KEY, WITNESS_KEYS, witnessed
from log.test_receipts import receipt

from taisai.log.checkpoints import checkpoint_of
from taisai.log.cosignatures import check_policy
from taisai.log.heads import opened_head
from taisai.log.notes import Note, parse, parse_key
from taisai.log.receipts import parse_receipt
from taisai.log.refusals import LogRefusal
from taisai.log.rotations import read_rotation
from taisai.log.tiles import parse as parse_tile
from taisai.rules.refusals import Refused

PROVOKED = {
    LogRefusal.KEY_INVALID: lambda: parse_key("nobody"),
    LogRefusal.NOTE_INVALID: lambda: parse(b"nothing"),
    LogRefusal.NOTE_UNSIGNED: lambda: parse(FOO_NOTE).check_signed([LOG_KEY]),
    LogRefusal.NOTE_FORGED: lambda: receipt().note._replace(text="x\n").check_signed([LOG_KEY]),
    LogRefusal.CHECKPOINT_INVALID: lambda: checkpoint_of(Note("x\n")),
    LogRefusal.PROOF_INVALID: lambda: parse_receipt("receipt"),
    LogRefusal.PROOF_WRONG: lambda: receipt()._replace(path=()).check(LOG_KEY),
    LogRefusal.WITNESSES_MISSING: lambda: check_policy(witnessed(0), WITNESS_KEYS, 1),
    LogRefusal.TILE_INVALID: lambda: parse_tile("tile"),
    LogRefusal.ROTATION_INVALID: lambda: read_rotation(str(receipt().note)),
    LogRefusal.HEAD_INVALID: lambda: opened_head(str(receipt().note), LOG_KEY),
}


def test_every_code_is_provoked():
    assert set(PROVOKED) == set(LogRefusal)


@pytest.mark.parametrize("code", PROVOKED)
def test_a_refusal_has_its_code_and_says_what_to_do(code):
    with pytest.raises(Refused) as caught:
        PROVOKED[code]()
    assert caught.value.code is code
    assert ";" in caught.value.words
