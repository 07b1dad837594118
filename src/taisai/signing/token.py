"""A signing key in a PKCS#11 token: it is made there, signs there, and cannot be copied out."""

from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any, Final, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from taisai.rules.refusals import Refused
from taisai.signing.refusals import SigningRefusal

ED25519: Final = bytes.fromhex("06032b6570")  # the curve by its object identifier, in DER
KEY_BYTES: Final = 32


class TokenPlace(NamedTuple):
    """`library` speaks PKCS#11 to the token with this `label`; `pin` is the file with the PIN; `key` is the label of
    both halves of the pair."""

    library: str
    label: str
    key: str
    pin: str


class TokenSigner:
    def __init__(self, place: TokenPlace) -> None:
        self._place, self._lock = place, Lock()
        self._session = _session(place)
        self._private = self._half("PRIVATE_KEY")
        self._public = _public(self._half("PUBLIC_KEY"))

    def public_key(self) -> Ed25519PublicKey:
        return self._public

    def sign(self, data: bytes, /) -> bytes:
        """Sign data. A token that was unplugged or restarted is reopened once."""
        pkcs11 = _pkcs11()
        with self._lock:
            try:
                return self._signed(data)
            except pkcs11.PKCS11Error:
                self._open_again()
            try:
                return self._signed(data)
            except pkcs11.PKCS11Error as error:
                raise _refused(SigningRefusal.FAILED, self._place, f"could not sign ({_named(error)})") from error

    def _signed(self, data: bytes) -> bytes:
        return bytes(self._private.sign(data, mechanism=_pkcs11().Mechanism.EDDSA))

    def _open_again(self) -> None:
        self._session = _session(self._place)
        self._private = self._half("PRIVATE_KEY")

    def _half(self, kind: str) -> Any:
        found = _find(self._session, self._place.key, kind)
        if found is None:
            words = f"has no key {self._place.key!r}; make one with taisai keys token, or choose another name"
            raise _refused(SigningRefusal.KEY_MISSING, self._place, words)
        return found


@lru_cache
def token_signer(place: TokenPlace) -> TokenSigner:
    """Return one signer per process: a token lets a process log in only once."""
    return TokenSigner(place)


def make_token_key(place: TokenPlace) -> Ed25519PublicKey:
    """Make a key pair in the token. It is never overwritten, and the token never gives out the private half."""
    pkcs11 = _pkcs11()
    session = _session(place, rw=True)
    if _find(session, place.key, "PRIVATE_KEY") or _find(session, place.key, "PUBLIC_KEY"):
        words = f"already has a key {place.key!r}, which is never overwritten; choose another name"
        raise _refused(SigningRefusal.KEY_EXISTS, place, words)
    curve = {pkcs11.Attribute.EC_PARAMS: ED25519}
    try:
        parameters = session.create_domain_parameters(pkcs11.KeyType.EC_EDWARDS, curve, local=True)
        public, _ = parameters.generate_keypair(
            mechanism=pkcs11.Mechanism.EC_EDWARDS_KEY_PAIR_GEN, store=True, label=place.key
        )
    except pkcs11.PKCS11Error as error:
        raise _refused(SigningRefusal.FAILED, place, f"could not make an Ed25519 key ({_named(error)})") from error
    return _public(public)


def destroy_token_key(place: TokenPlace) -> None:
    """Delete both halves, if they exist."""
    session = _session(place, rw=True)
    for kind in ("PRIVATE_KEY", "PUBLIC_KEY"):
        found = _find(session, place.key, kind)
        if found is not None:
            found.destroy()


def _session(place: TokenPlace, *, rw: bool = False) -> Any:
    pkcs11, pin = _pkcs11(), _pin(place)
    try:
        token = pkcs11.lib(place.library).get_token(token_label=place.label)
        try:
            return token.open(rw=rw, user_pin=pin)
        except pkcs11.UserAlreadyLoggedIn:
            return token.open(rw=rw)
    except (pkcs11.PKCS11Error, RuntimeError) as error:
        words = f"cannot be opened ({_named(error)}); check the library, the label and the PIN"
        raise _refused(SigningRefusal.TOKEN_REFUSED, place, words) from error


def _pkcs11() -> Any:
    try:
        import pkcs11  # noqa: PLC0415 - needed only with a token
    except ImportError as error:
        words = "keys in tokens need the package python-pkcs11; install taisai[token]"
        raise Refused(SigningRefusal.LIBRARY_MISSING, words, "python-pkcs11") from error
    return pkcs11


def _pin(place: TokenPlace) -> str:
    try:
        return Path(place.pin).read_text(encoding="utf-8").strip()
    except OSError as error:
        words = f"the PIN of the token cannot be read from {place.pin} ({error.strerror}); write it there, for you only"
        raise Refused(SigningRefusal.PIN_MISSING, words, place.pin) from error


def _find(session: Any, label: str, kind: str) -> Any:
    pkcs11 = _pkcs11()
    wanted = {pkcs11.Attribute.LABEL: label, pkcs11.Attribute.CLASS: pkcs11.ObjectClass[kind]}
    return next(iter(session.get_objects(wanted)), None)


def _public(key: Any) -> Ed25519PublicKey:
    """Return the public key. The standard wraps the point in DER; some tokens return it bare."""
    return Ed25519PublicKey.from_public_bytes(bytes(key[_pkcs11().Attribute.EC_POINT])[-KEY_BYTES:])


def _named(error: Exception) -> str:
    return str(error) or type(error).__name__


def _refused(code: SigningRefusal, place: TokenPlace, what: str) -> Refused:
    return Refused(code, f"the token {place.label!r} {what}", place.label)
