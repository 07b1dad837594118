"""The client of sigstore, which we did not write, takes our checkpoints and proofs of inclusion, and no forged ones."""

from base64 import b64encode
from types import SimpleNamespace

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from log.trees import LEAVES, grown, tiled
from sigstore._internal.merkle import verify_merkle_inclusion
from sigstore._internal.rekor.checkpoint import SignedCheckpoint, verify_checkpoint
from sigstore._internal.trust import Keyring
from sigstore.errors import VerificationError
from sigstore_models.common.v1 import PublicKey, PublicKeyDetails

from taisai.log.checkpoints import Checkpoint
from taisai.log.cosignatures import cosigned
from taisai.log.notes import COSIGNATURE, key_of
from taisai.log.proofs import inclusion

LOG, OTHER, WITNESS = (Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32) for n in (1, 2, 3))
KEY = key_of("house.example/T1", LOG)
SIZES = (1, 2, 3, 8, 100, 256, 257, 600)


def keyring(private):
    der = private.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return Keyring([PublicKey(raw_bytes=b64encode(der), key_details=PublicKeyDetails.PKIX_ED25519)])


def entry(index, size, **changes):
    """As its own log answers, of what is ours."""
    root = grown(LEAVES[:size]).root()
    note = Checkpoint(KEY.name, size, root).note.signed(KEY, LOG)
    witness = key_of("regulator.example/w1", WITNESS, COSIGNATURE)
    note = note._replace(signatures=(*note.signatures, cosigned(note, witness, WITNESS, 1_700_000_000)))
    told = {
        "log_index": index, "tree_size": size, "hashes": inclusion(tiled(LEAVES).hash, index, size), "root_hash": root,
        "envelope": str(note), "body": LEAVES[index], "key_id": KEY.id,
    } | changes  # fmt: skip
    proof = SimpleNamespace(
        log_index=told["log_index"], tree_size=told["tree_size"], hashes=told["hashes"], root_hash=told["root_hash"],
        checkpoint=SimpleNamespace(envelope=told["envelope"]),
    )  # fmt: skip
    inner = SimpleNamespace(
        inclusion_proof=proof, canonicalized_body=told["body"], log_id=SimpleNamespace(key_id=told["key_id"])
    )
    return SimpleNamespace(_inner=inner)


@pytest.mark.parametrize("size", SIZES)
def test_it_takes_our_checkpoints_and_our_proofs(size):
    for index in {0, size // 3, size - 1}:
        found = entry(index, size)
        verify_checkpoint(keyring(LOG), found)
        verify_merkle_inclusion(found)


@pytest.mark.parametrize("size", SIZES)
def test_it_reads_in_them_what_we_wrote(size):
    root = grown(LEAVES[:size]).root()
    told = SignedCheckpoint.from_text(str(Checkpoint(KEY.name, size, root).note.signed(KEY, LOG)))
    read = told.checkpoint
    assert (read.origin, read.log_size, bytes.fromhex(read.log_hash)) == (KEY.name, size, root)
    assert [(one.name, one.sig_hash) for one in told.signed_note.signatures] == [(KEY.name, KEY.id)]


def test_it_takes_no_checkpoint_that_was_changed_or_signed_by_another():
    note = entry(5, 100)._inner.inclusion_proof.checkpoint.envelope
    with pytest.raises(VerificationError, match="invalid signature"):
        verify_checkpoint(keyring(LOG), entry(5, 100, envelope=note.replace("\n100\n", "\n101\n")))
    with pytest.raises(VerificationError, match="invalid signature"):
        verify_checkpoint(keyring(OTHER), entry(5, 100))
    with pytest.raises(VerificationError, match="not found"):
        verify_checkpoint(keyring(LOG), entry(5, 100, key_id=b"none"))
    with pytest.raises(VerificationError, match="root hash"):
        verify_checkpoint(keyring(LOG), entry(5, 100, root_hash=b"r" * 32))


@pytest.mark.parametrize("size", SIZES)
def test_it_takes_no_proof_of_another_entry_or_place(size):
    with pytest.raises(VerificationError):
        verify_merkle_inclusion(entry(size // 3, size, body=b"forged"))
    if size > 1:
        with pytest.raises(VerificationError):
            verify_merkle_inclusion(entry(0, size, log_index=size - 1))
        with pytest.raises(VerificationError):
            verify_merkle_inclusion(entry(0, size, hashes=[]))
