"""A signed head, kept outside: with it a truncated journal is detected too."""

from base64 import b64decode
from typing import Final

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from taisai.journal.entry import Head
from taisai.journal.keys import key_name
from taisai.journal.refusals import JournalRefusal
from taisai.rules.refusals import Refused, shown
from taisai.signing.signer import Signer

PURPOSE: Final = b"taisai anchor 1\n"  # keeps any other signature from passing as an anchor


class Anchor(msgspec.Struct, frozen=True, omit_defaults=True):
    """`seal` and `key`, the public key, are in hex. `every_s` is a promise: from here on, play never continues for more
    than that many seconds without an anchor. Older versions promised nothing."""

    seq: int
    seal: str
    at: str
    key: str
    every_s: int = 0


class SignedAnchor(msgspec.Struct, frozen=True, omit_defaults=True):
    """The signature is on the `checkpoint` of the journal's log, which contains `line_of` the anchor. Older anchors,
    and those of a journal that is not a log, have their own `signature`."""

    anchor: Anchor
    signature: str = ""
    checkpoint: str = ""


def sign(head: Head, at: str, key: Signer, *, every_s: int = 0) -> bytes:
    """Return one line of JSON, as stores and exports keep it."""
    anchor = Anchor(head.seq, head.seal.hex(), at, key_name(key.public_key()), every_s)
    return msgspec.json.encode(SignedAnchor(anchor, key.sign(_signed_bytes(anchor)).hex()))


def line_of(anchor: Anchor, size: int) -> str:
    """Return the line that makes a checkpoint of `size` entries an anchor too. A checkpoint of fewer entries names the
    anchor's entry."""
    behind = f" {anchor.seq}" if size < anchor.seq else ""
    return f"taisai-anchor {anchor.seal} {anchor.at} {anchor.every_s}{behind}\n"


def anchored(anchor: Anchor, checkpoint: str) -> bytes:
    return msgspec.json.encode(SignedAnchor(anchor, checkpoint=checkpoint))


def verify(line: bytes, key: Ed25519PublicKey) -> Anchor:
    try:
        signed = msgspec.json.decode(line, type=SignedAnchor)
        if signed.checkpoint:
            _check_note(signed, key)
        else:
            key.verify(bytes.fromhex(signed.signature), _signed_bytes(signed.anchor))
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError) as error:
        raise _invalid(line, f"is not a signed anchor ({error})") from error
    except InvalidSignature as error:
        raise _invalid(line, f"was not signed by the key {key_name(key)}") from error
    return signed.anchor


def _check_note(signed: SignedAnchor, key: Ed25519PublicKey) -> None:
    """Check the log's own signature, which comes first; cosignatures may follow."""
    text, _, signatures = signed.checkpoint.rpartition("\n\n")
    lines, anchor = text.split("\n"), signed.anchor
    size = int(lines[1]) if lines[1:] else 0
    if len(lines) != 4 or size > anchor.seq or f"{lines[3]}\n" != line_of(anchor, size):
        raise ValueError("its checkpoint does not match it")
    if anchor.key != key_name(key):
        raise InvalidSignature
    key.verify(b64decode(signatures.split("\n")[0].rpartition(" ")[2])[4:], f"{text}\n".encode())


def _signed_bytes(anchor: Anchor) -> bytes:
    return PURPOSE + msgspec.json.encode(anchor, order="sorted")


def _invalid(line: bytes, what: str) -> Refused:
    text = shown(line.decode("utf-8", "replace"))
    return Refused(
        JournalRefusal.ANCHOR_INVALID, f"{text} {what}; do not trust it; compare it with the copy kept outside", text
    )
