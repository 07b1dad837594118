"""A log and what became of it when somebody rewrote it: two histories that part after the fifth entry."""

from functools import cache

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from log.trees import naive_root, tiled

from taisai.log.checkpoints import Checkpoint, checkpoint_of
from taisai.log.notes import key_of, parse_signatures
from taisai.log.proofs import consistency
from taisai.log.submissions import submission

HOUSE = Ed25519PrivateKey.from_private_bytes(b"h" * 32)
KEY = key_of("house.example/T1", HOUSE)
PARTED = 5
HONEST = [b"entry %d" % n for n in range(40)]
FORKED = [*HONEST[:PARTED], *(b"another %d" % n for n in range(35))]


@cache
def head(history, size):
    leaves = {"honest": HONEST, "forked": FORKED}[history][:size]
    return Checkpoint(KEY.name, size, naive_root(leaves)).note.signed(KEY, HOUSE)


def asked(history, old, size):
    leaves = {"honest": HONEST, "forked": FORKED}[history]
    return submission(old, consistency(tiled(leaves).hash, old, size), head(history, size))


def submit(witness, history, size, at_s=1_700_000_000):
    """As a house does: where it does not know how far the witness is, that tells it."""
    told = witness.add_checkpoint(asked(history, 0, size), at_s)
    if told.status == 409:
        old = int(told.body)
        if old > size:
            return told
        told = witness.add_checkpoint(asked(history, old, size), at_s)
    return told


def cosigned_head(told, history, size):
    note = head(history, size)
    return checkpoint_of(note._replace(signatures=(*note.signatures, *parse_signatures(told.body))))
