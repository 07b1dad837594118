"""Signed notes by c2sp.org/signed-note: a text followed by signatures, each with its key's name and id."""

import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from taisai.log.refusals import LogRefusal
from taisai.rules.refusals import Refused, shown
from taisai.signing.signer import Signer

ED25519: Final = 1
COSIGNATURE: Final = 4
KEY_BYTES: Final = 32
SIGNATURES_MOST: Final = 64
NOTE_BYTES_MAX: Final = 64 * 1024

_NAME: Final = re.compile(r"[^\s+]+")
_LINE: Final = re.compile(r"— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})\n")
_VKEY: Final = re.compile(r"([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})")


class Signature(NamedTuple):
    name: str
    key_id: bytes
    content: bytes

    def __str__(self) -> str:
        return f"— {self.name} {b64encode(self.key_id + self.content).decode()}\n"


class Key(NamedTuple):
    """A trusted public key, by its name and for one kind of signature."""

    name: str
    kind: int
    public: bytes

    @property
    def id(self) -> bytes:
        return sha256(self.name.encode() + b"\n" + bytes([self.kind]) + self.public).digest()[:4]

    def __str__(self) -> str:
        """Return the key in the text form that others use."""
        return f"{self.name}+{self.id.hex()}+{b64encode(bytes([self.kind]) + self.public).decode()}"

    def made(self, signature: Signature) -> bool:
        return (signature.name, signature.key_id) == (self.name, self.id)

    def verify(self, message: bytes, content: bytes) -> bool:
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(content, message)
        except InvalidSignature:
            return False
        return True


def parse_key(text: str) -> Key:
    found = _VKEY.fullmatch(text)
    content = _decoded(found[3]) if found else b""
    if found is None or len(content) != KEY_BYTES + 1 or content[0] not in (ED25519, COSIGNATURE):
        raise _no_key(text, "is not a key of a log or a witness: name+id+key, with Ed25519")
    key = Key(found[1], content[0], content[1:])
    if key.id.hex() != found[2]:
        raise _no_key(text, f"has another id than its key, {key.id.hex()}")
    return key


def _no_key(text: str, what: str) -> Refused:
    words = f"{shown(text)} {what}; copy it again from its source"
    return Refused(LogRefusal.KEY_INVALID, words, text)


def key_of(name: str, private: Signer, kind: int = ED25519) -> Key:
    if not _NAME.fullmatch(name):
        words = f"{shown(name)} is not a valid key name; leave out spaces and plus signs"
        raise Refused(LogRefusal.KEY_INVALID, words, name)
    return Key(name, kind, private.public_key().public_bytes_raw())


class Note(NamedTuple):
    """`text` ends with a line feed."""

    text: str
    signatures: tuple[Signature, ...] = ()

    def __str__(self) -> str:
        return self.text + "\n" + "".join(map(str, self.signatures))

    def by(self, key: Key) -> tuple[Signature, ...]:
        return tuple(one for one in self.signatures if key.made(one))

    def signed(self, key: Key, private: Signer) -> "Note":
        signature = Signature(key.name, key.id, private.sign(self.text.encode()))
        return self._replace(signatures=(*self.signatures, signature))

    def check_signed(self, keys: Iterable[Key]) -> None:
        """Check that at least one of the keys signed. A bad signature of any of them invalidates the note."""
        check(self, keys, lambda key, signature: key.verify(self.text.encode(), signature.content))


def check(note: Note, keys: Iterable[Key], verify: Callable[[Key, Signature], bool]) -> None:
    keys = tuple(keys)
    made = [(key, signature) for key in keys for signature in note.by(key)]
    for key, signature in made:
        if not verify(key, signature):
            words = f"a signature of {key.name} is forged, or the text was changed; do not trust the note"
            raise Refused(LogRefusal.NOTE_FORGED, words, key.name)
    if not made:
        names = ", ".join(key.name for key in keys) or "nobody"
        raise Refused(LogRefusal.NOTE_UNSIGNED, f"the note is not signed by {names}; do not trust it", names)


def parse(content: bytes | str) -> Note:
    text = content if isinstance(content, str) else _text(content)
    body, middle, signed = text.rpartition("\n\n")
    lines = signed.splitlines(keepends=True)
    if not middle or not body or not 1 <= len(lines) <= SIGNATURES_MOST or not _is_clean(text):
        raise _invalid(text, "is not a signed note")
    return Note(body + "\n", parse_signatures(signed))


def parse_signatures(text: str) -> tuple[Signature, ...]:
    return tuple(_signature(line) for line in re.findall(r"[^\n]*\n|[^\n]+", text))


def _signature(line: str) -> Signature:
    found = _LINE.fullmatch(line)
    content = _decoded(found[2]) if found else b""
    if found is None or len(content) <= 4:
        raise _invalid(line, "is not a signature")
    return Signature(found[1], content[:4], content[4:])


def _text(content: bytes) -> str:
    try:
        if len(content) <= NOTE_BYTES_MAX:
            return content.decode()
    except UnicodeDecodeError:
        pass
    raise _invalid(content[:80].decode("utf-8", "replace"), "is not text, or is too long for a note")


def _is_clean(text: str) -> bool:
    return len(text) <= NOTE_BYTES_MAX and all(one >= " " or one == "\n" for one in text)


def _decoded(text: str) -> bytes:
    try:
        return b64decode(text, validate=True)
    except ValueError:
        return b""


def hashes(lines: Sequence[str]) -> list[bytes]:
    """Parse one hash per line, as in proofs."""
    found = [_decoded(line) for line in lines]
    if any(len(one) != 32 or b64encode(one).decode() != line for one, line in zip(found, lines, strict=True)):
        raise Refused(LogRefusal.PROOF_INVALID, "a line of the proof is not a hash; request the proof again", "")
    return found


def _invalid(text: str, what: str) -> Refused:
    return Refused(LogRefusal.NOTE_INVALID, f"{shown(text)} {what}; request it again", text[:80])
