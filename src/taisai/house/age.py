"""Files that one secret key opens, in the format of age (age-encryption.org/v1): `age` and `rage` read them too.

With the public key anybody can write one; who wrote it, it does not say.
"""

import hmac
import secrets
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from collections.abc import Iterator
from typing import IO, Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from taisai.house import bech32

INTRO: Final = b"age-encryption.org/v1"
CHUNK: Final = 64 * 1024
PUBLIC_KIND: Final = "age"
SECRET_KIND: Final = "age-secret-key-"  # noqa: S105 - what every such key begins with
_X25519: Final = b"X25519"
_LINE: Final = 64
_FILE_KEY_BYTES: Final = 16
_TAG_BYTES: Final = 16
_HEADER_MOST: Final = 64 * 1024


class AgeError(ValueError):
    """It cannot be opened; the words say why."""


class NoMatchError(AgeError):
    """It was written for another key."""


def make_secret() -> str:
    return bech32.encode(SECRET_KIND, X25519PrivateKey.generate().private_bytes_raw()).upper()


def public_of(secret: str) -> str:
    return bech32.encode(PUBLIC_KIND, _secret(secret).public_key().public_bytes_raw())


def _secret(text: str) -> X25519PrivateKey:
    try:
        return X25519PrivateKey.from_private_bytes(bech32.decode(SECRET_KIND, text))
    except ValueError as error:
        raise AgeError(f"this is no secret key, which begins with {SECRET_KIND.upper()}1: {error}") from error


def _public(text: str) -> X25519PublicKey:
    try:
        return X25519PublicKey.from_public_bytes(bech32.decode(PUBLIC_KIND, text))
    except ValueError as error:
        raise AgeError(f"this is no public key, which begins with {PUBLIC_KIND}1: {error}") from error


class Closing:
    """Writes a file that only the secret key of `public` opens; it is whole when it is closed."""

    def __init__(self, file: IO[bytes], public: str) -> None:
        self._file = file
        file_key, nonce = secrets.token_bytes(_FILE_KEY_BYTES), secrets.token_bytes(16)
        head = b"\n".join((INTRO, *_stanza(file_key, _public(public)), b"---"))
        file.write(head + b" " + _text(_mac(file_key, head)) + b"\n" + nonce)
        self._chunks = _Chunks(_derived(file_key, nonce, b"payload"))
        self._held = bytearray()

    def write(self, data: bytes) -> int:
        self._held += data
        while len(self._held) > CHUNK:  # the last chunk is not empty, so one is held back
            self._file.write(self._chunks.close(bytes(self._held[:CHUNK]), last=False))
            del self._held[:CHUNK]
        return len(data)

    def close(self) -> None:
        self._file.write(self._chunks.close(bytes(self._held), last=True))


class Opening:
    """Reads such a file. What it has given out is what was written, up to there; the end is sure only at the end."""

    def __init__(self, file: IO[bytes], secret: str) -> None:
        self._file = file
        file_key = _file_key(_header(file), _secret(secret))
        nonce = _exactly(file, 16)
        self._chunks = _Chunks(_derived(file_key, nonce, b"payload"))
        self._plain = self._opened()
        self._held = b""

    def read(self, size: int = -1) -> bytes:
        while size < 0 or len(self._held) < size:
            more = next(self._plain, None)
            if more is None:
                break
            self._held += more
        size = len(self._held) if size < 0 else size
        given, self._held = self._held[:size], self._held[size:]
        return given

    def _opened(self) -> Iterator[bytes]:
        ahead, first, last = self._file.read(CHUNK + _TAG_BYTES), True, False
        while not last:
            chunk, ahead = ahead, self._file.read(CHUNK + _TAG_BYTES)
            last = not ahead
            plain = self._chunks.open(chunk, last=last)
            if not plain and not first:
                raise AgeError("its last part is empty, as no such file's is")
            yield plain
            first = False


class _Chunks:
    """Each is bound to its place, and the last one to being the last: none can be changed, moved or left out."""

    def __init__(self, key: bytes) -> None:
        self._cipher, self._place = ChaCha20Poly1305(key), 0

    def close(self, plain: bytes, *, last: bool) -> bytes:
        return self._cipher.encrypt(self._nonce(last), plain, None)

    def open(self, chunk: bytes, *, last: bool) -> bytes:
        try:
            return self._cipher.decrypt(self._nonce(last), chunk, None)
        except InvalidTag as error:
            raise AgeError(f"it is damaged or cut short in its part {self._place}") from error

    def _nonce(self, last: bool) -> bytes:
        self._place += 1
        return (self._place - 1).to_bytes(11) + bytes([last])


def _stanza(file_key: bytes, public: X25519PublicKey) -> tuple[bytes, bytes]:
    once = X25519PrivateKey.generate()
    share = once.public_key().public_bytes_raw()
    wrap = _wrapping(once.exchange(public), share, public)
    return b"-> " + _X25519 + b" " + _text(share), _text(wrap.encrypt(bytes(12), file_key, None))


def _wrapping(shared: bytes, share: bytes, public: X25519PublicKey) -> ChaCha20Poly1305:
    salt = share + public.public_bytes_raw()
    return ChaCha20Poly1305(_derived(shared, salt, INTRO + b"/" + _X25519))


def _derived(key: bytes, salt: bytes, info: bytes) -> bytes:
    return HKDF(SHA256(), 32, salt or None, info).derive(key)


def _mac(file_key: bytes, head: bytes) -> bytes:
    return hmac.digest(_derived(file_key, b"", b"header"), head, "sha256")


def _text(data: bytes) -> bytes:
    return b64encode(data).rstrip(b"=")


def _data(text: bytes) -> bytes:
    try:
        data = b64decode(text + b"=" * (-len(text) % 4), validate=True)
    except Base64Error as error:
        raise AgeError("its head cannot be read") from error
    if _text(data) != text:
        raise AgeError("its head is not written as it must be")
    return data


_Stanza = tuple[list[bytes], bytes]


class _Head:
    """Each stanza with its words and its body; `said` is what the MAC is over."""

    def __init__(self, stanzas: list[_Stanza], said: bytes, mac: bytes) -> None:
        self.stanzas, self.said, self.mac = stanzas, said, mac


def _header(file: IO[bytes]) -> _Head:
    said, stanzas = _line(file, 0), list[_Stanza]()
    if said != INTRO:
        raise AgeError("it is no file of age, or of a version that is not known here")
    while True:
        line = _line(file, len(said))
        if line.startswith(b"---"):
            if not line.startswith(b"--- "):
                raise AgeError("its head has no MAC")
            return _Head(stanzas, said + b"\n---", _data(line[4:]))
        said += b"\n" + line
        words = line.split(b" ")
        if words[0] != b"->" or len(words) < 2 or not all(word and _is_plain(word) for word in words[1:]):
            raise AgeError("its head cannot be read")
        body = [_line(file, len(said))]
        while len(body[-1]) == _LINE:
            body.append(_line(file, len(said)))
        if any(len(part) > _LINE for part in body):
            raise AgeError("its head cannot be read")
        said += b"\n" + b"\n".join(body)
        stanzas.append((words[1:], _data(b"".join(body))))


def _is_plain(word: bytes) -> bool:
    return all(33 <= letter <= 126 for letter in word)


def _line(file: IO[bytes], before: int) -> bytes:
    line = file.readline(_HEADER_MOST)
    if not line.endswith(b"\n") or before > _HEADER_MOST:
        raise AgeError("its head is cut short or too long")
    return line[:-1]


def _exactly(file: IO[bytes], size: int) -> bytes:
    found = file.read(size)
    if len(found) != size:
        raise AgeError("it is cut short")
    return found


def _file_key(head: _Head, secret: X25519PrivateKey) -> bytes:
    for words, body in head.stanzas:
        file_key = _unwrapped(words, body, secret) if words[0] == _X25519 else None
        if file_key is not None:
            if not hmac.compare_digest(_mac(file_key, head.said), head.mac):
                raise AgeError("its head was changed")
            return file_key
    raise NoMatchError("it was written for another key")


def _unwrapped(words: list[bytes], body: bytes, secret: X25519PrivateKey) -> bytes | None:
    share = _data(words[1]) if len(words) == 2 else b""
    if len(share) != 32 or len(body) != _FILE_KEY_BYTES + _TAG_BYTES:
        raise AgeError("its head cannot be read")
    try:
        shared = secret.exchange(X25519PublicKey.from_public_bytes(share))
        return _wrapping(shared, share, secret.public_key()).decrypt(bytes(12), body, None)
    except InvalidTag:
        return None
    except ValueError as error:
        raise AgeError("its head holds a share that gives nothing away") from error
