"""A witness and a log whose key is replaced: killed at any write it ends up with one key, and never with a thief's."""

from contextlib import closing

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from log.trees import naive_root, tiled
from witness.histories import HONEST, HOUSE, KEY, submit
from witness.test_witness import opened

from taisai.log.checkpoints import Checkpoint
from taisai.log.notes import key_of
from taisai.log.proofs import consistency
from taisai.log.rotations import rotated
from taisai.log.submissions import submission
from taisai.witness import folder as kept
from taisai.witness.answers import Witness

NEW, THIEF = (Ed25519PrivateKey.from_private_bytes(one * 32) for one in (b"n", b"t"))
NEW_KEY, THIEF_KEY = (key_of(KEY.name, one) for one in (NEW, THIEF))


def at(size):
    return Checkpoint(KEY.name, size, naive_root(HONEST[:size]))


def told(witness, old, size, note):
    return witness.add_checkpoint(submission(old, consistency(tiled(HONEST).hash, old, size), note), 1_700_000_000)


ROTATION = rotated(at(12), (KEY, HOUSE), (NEW_KEY, NEW), revoked=True)


@pytest.mark.parametrize("writes", range(3))
def test_a_witness_that_is_killed_at_any_write_goes_on_with_one_key(tmp_path, monkeypatch, writes):
    with closing(opened(tmp_path)) as folder:
        witness = Witness(folder)
        submit(witness, "honest", 5)
        left = [writes]

        def dying(path, content, write=kept.write):
            if not left[0]:
                raise OSError("killed")
            left[0] -= 1
            write(path, content)

        with monkeypatch.context() as patched:
            patched.setattr(kept, "write", dying)
            if writes < 2:
                with pytest.raises(OSError, match="killed"):
                    told(witness, 5, 12, ROTATION.note)
            else:
                assert told(witness, 5, 12, ROTATION.note).status == 200
    with closing(opened(tmp_path)) as folder:
        witness = Witness(folder)
        size = 12 if writes == 2 else 5
        assert told(witness, size, 12, ROTATION.note).status == 200, "asked again, the same is taken"
        assert told(witness, 12, 20, at(20).note.signed(NEW_KEY, NEW)).status == 200
        assert told(witness, 20, 30, at(30).note.signed(KEY, HOUSE)).status == 403


def test_a_thief_names_no_successor_once_the_key_is_replaced(tmp_path):
    with closing(opened(tmp_path)) as folder:
        witness = Witness(folder)
        assert told(witness, 0, 12, ROTATION.note).status == 200
        for size in (12, 20):
            forged = rotated(at(size), (KEY, HOUSE), (THIEF_KEY, THIEF), revoked=False)
            assert told(witness, 12, size, forged.note).status == 403
        assert folder.logs[KEY.name] == NEW_KEY


def test_a_rotation_of_another_history_is_evidence_and_replaces_nothing(tmp_path):
    with closing(opened(tmp_path)) as folder:
        witness = Witness(folder)
        submit(witness, "honest", 12)
        forged = rotated(Checkpoint(KEY.name, 12, b"f" * 32), (KEY, HOUSE), (THIEF_KEY, THIEF), revoked=False)
        assert told(witness, 12, 12, forged.note).status == 422
        assert folder.logs[KEY.name] == KEY
        assert len(folder.evidence()) == 1


def test_a_rotation_that_the_new_key_did_not_sign_is_refused(tmp_path):
    with closing(opened(tmp_path)) as folder:
        unsigned = ROTATION.note._replace(signatures=ROTATION.note.signatures[:1])
        assert told(Witness(folder), 0, 12, unsigned).status == 403
        assert folder.logs[KEY.name] == KEY
