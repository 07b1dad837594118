"""A signed head, to be kept outside: with it a cut tail is seen too."""

from typing import Final

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from taisai.journal.entry import Head
from taisai.journal.keys import key_name
from taisai.journal.refusals import JournalRefusal
from taisai.rules.refusals import Refused, shown

PURPOSE: Final = b"taisai anchor 1\n"  # so that a signature for anything else is never taken for an anchor


class Anchor(msgspec.Struct, frozen=True, omit_defaults=True):
    """`seal` and `key`, the public key, are in hex. `every_s` is a promise: from here on no more than so many seconds
    of play go by without an anchor. Older versions promised nothing."""

    seq: int
    seal: str
    at: str
    key: str
    every_s: int = 0


class SignedAnchor(msgspec.Struct, frozen=True):
    anchor: Anchor
    signature: str


def sign(head: Head, at: str, key: Ed25519PrivateKey, *, every_s: int = 0) -> bytes:
    """One line of JSON, as stores and exports keep it."""
    anchor = Anchor(head.seq, head.seal.hex(), at, key_name(key.public_key()), every_s)
    return msgspec.json.encode(SignedAnchor(anchor, key.sign(_signed_bytes(anchor)).hex()))


def verify(line: bytes, key: Ed25519PublicKey) -> Anchor:
    try:
        signed = msgspec.json.decode(line, type=SignedAnchor)
        key.verify(bytes.fromhex(signed.signature), _signed_bytes(signed.anchor))
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError) as error:
        raise _invalid(line, f"is no signed anchor ({error})") from error
    except InvalidSignature as error:
        raise _invalid(line, f"was not signed by the key {key_name(key)}") from error
    return signed.anchor


def _signed_bytes(anchor: Anchor) -> bytes:
    return PURPOSE + msgspec.json.encode(anchor, order="sorted")


def _invalid(line: bytes, what: str) -> Refused:
    text = shown(line.decode("utf-8", "replace"))
    return Refused(
        JournalRefusal.ANCHOR_INVALID, f"{text} {what}; do not trust it, compare it with the copy outside", text
    )
