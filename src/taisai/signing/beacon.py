"""Signatures of a public beacon: drand's scheme bls-unchained-g1-rfc9380, verified with a library for the curve."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any, Final

from taisai.rules.refusals import Refused
from taisai.signing.refusals import SigningRefusal

SCHEME: Final = "bls-unchained-g1-rfc9380"
DOMAIN: Final = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"


def is_of_beacon(public_key: str, number: int, signature: str) -> bool:
    """Return whether the beacon made this signature for its round `number`. Key and signature are compressed points in
    hexadecimal. The point at infinity is never valid."""
    curve = _curve()
    try:
        key = curve.G2Point.from_compressed_bytes(bytes.fromhex(public_key))
        signed = curve.G1Point.from_compressed_bytes(bytes.fromhex(signature))
        message = sha256(number.to_bytes(8)).digest()
    except (ValueError, OverflowError):
        return False
    if key == curve.G2Point.identity() or signed == curve.G1Point.identity():
        return False
    told = curve.G1Point.hash_to_curve(message, DOMAIN)
    return bool(curve.GT.pairing(signed, curve.G2Point()) == curve.GT.pairing(told, key))


def check_library() -> None:
    """Refuse if the library is missing, so that a house that wants a beacon learns at once that it cannot verify it."""
    _curve()


def beacon_checker() -> Callable[[str, int, str], bool] | None:
    """Return the check; None if this machine lacks the library."""
    try:
        check_library()
    except Refused:
        return None
    return is_of_beacon


def _curve() -> Any:
    try:
        import py_arkworks_bls12381 as curve  # noqa: PLC0415 - needed only with a beacon
    except ImportError as error:
        words = "checking a beacon needs the package py-arkworks-bls12381; install taisai[beacon]"
        raise Refused(SigningRefusal.BEACON_LIBRARY_MISSING, words, "py-arkworks-bls12381") from error
    return curve
