"""The keys of people and of records about them, in a file apart from the journals. Destroying a key erases its data."""

import os
import secrets
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import RLock
from typing import Final

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from taisai.journal.refusals import JournalRefusal
from taisai.journal.shared import Shared
from taisai.journal.sqlite_open import sync_folder
from taisai.privacy.names import Names
from taisai.rules.refusals import Refused

ALPHABET: Final = "23456789abcdefghijkmnpqrstuvwxyz"
ID_LENGTH: Final = 10  # 50 random bits
NONCE_BYTES: Final = 12
FULL_NAME_LEAST: Final = 4  # letters; a shorter one is found in too many words
SNAPSHOTS: Final = "snapshots"
KIND: Final = "person-key"  # the kind of row that processes share


class KeyLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the file.

    A person has a `name`, encrypted with their own key; a record says what it is `of`. An erased one has only its id
    and the time."""

    id: str
    key: str = ""
    name: str = ""
    of: str = ""
    erased: str = ""


class PersonKeys:
    """The keys; without a path, in memory only.

    Only the process that writes the journals writes the file. If there are several, each has its own file and they
    share the content. A key is durable before its first use, so a crash leaves at most an unused key."""

    def __init__(self, path: Path | None = None) -> None:
        self._path, self._lock = path, RLock()
        self._lines: dict[str, KeyLine] = {}
        self._ciphers: dict[str, AESGCM] = {}
        self.ids: dict[str, str] = {}  # ids of people, by name
        self.names: dict[str, str] = {}  # names of people, by id
        self.records: dict[str, str] = {}  # ids of records, by what they are of
        self.erased: dict[str, str] = {}  # times of erasure, by id
        self.full_names: dict[str, str] = {}  # ids of people, by full name in lower case
        self.named = Names()
        self._shared: Shared | None = None
        self._shared_version = 0
        self._unknown: set[str] = set()  # ids that no process has a key for, and never will
        for line in _read(path) if path else ():
            self._take(line)

    def share(self, shared: Shared) -> None:
        """Start sharing: publish what is in the file, and store what other processes have."""
        with self._lock:
            self._shared = shared
            self.hear_others()
            for line in tuple(self._lines.values()):
                self._offer(line)
            self.hear_others()

    def hear_others(self) -> None:
        """Apply keys that other processes created or destroyed."""
        with self._lock:
            rows = self._shared.since((KIND,), self._shared_version) if self._shared else []
            for row in rows:
                self._shared_version = row.version
                self._hear(msgspec.json.decode(row.body, type=KeyLine) if row.body else None)

    def _hear(self, line: KeyLine | None) -> None:
        if line is None or self._lines.get(line.id) == line or line.id in self.erased:
            return
        if not line.key:
            self._drop({line.id}, (line,) if line.erased else ())
            return
        self._keep(line)

    def _offer(self, line: KeyLine) -> KeyLine:
        """Return the key that counts: the first that any process created for the same person or record."""
        if self._shared is None:
            return line
        mark = f"erased {line.id}" if line.erased else self._mark(line)
        return msgspec.json.decode(self._shared.put_new(KIND, mark, msgspec.json.encode(line)), type=KeyLine)

    def _mark(self, line: KeyLine) -> str:
        """Return the shared storage's name for it: two processes that meet a person at once must end with one key."""
        if line.of:
            return f"record {line.of}"
        name = self.names.get(line.id) or _opened(_cipher(line), line.id, bytes.fromhex(line.name)) or ""
        return f"person {name}"

    def _withdraw(self, gone: set[str], tombs: tuple[KeyLine, ...]) -> None:
        if self._shared is None:
            return
        for key in gone & self._lines.keys() - self.erased.keys():
            told = msgspec.json.encode(KeyLine(key))
            self._shared.drop(KIND, self._mark(self._lines[key]), told)
        for tomb in tombs:
            self._offer(tomb)

    def _is_known(self, key: str) -> bool:
        """Return whether there is a key, here or at another process."""
        if key in self._ciphers or self._shared is None or key in self._unknown or key in self.erased:
            return key in self._ciphers
        self.hear_others()
        if key not in self._ciphers:
            self._unknown.add(key)
        return key in self._ciphers

    def person(self, name: str) -> str:
        """Return the id that stands for a person in all records; created on first use."""
        with self._lock:
            if name not in self.ids:
                line = self._fresh()
                self._add(msgspec.structs.replace(line, name=_sealed(_cipher(line), line.id, name).hex()))
            return self.ids[name]

    def know(self, full_name: str, key: str) -> None:
        """Learn the full name of a person, so that it is found where others write it."""
        if key in self.names and len(full_name) >= FULL_NAME_LEAST:
            self.full_names.setdefault(full_name.casefold(), key)
            self.named.add(full_name)

    def meant(self, mention: str) -> str:
        """Return the id of the person whom a name or full name means, in whatever case."""
        folded = mention.casefold()
        return self.ids.get(mention) or self.ids.get(folded) or self.full_names.get(folded, "")

    def record(self, of: str) -> str:
        with self._lock:
            if of not in self.records:
                self._add(msgspec.structs.replace(self._fresh(), of=of))
            return self.records[of]

    def seal(self, key: str, text: str) -> bytes:
        return _sealed(self._ciphers[key], key, text)

    def open(self, key: str, sealed: bytes) -> str | None:
        """Return the text, or None if the key is gone or was never here."""
        return _opened(self._ciphers[key], key, sealed) if self._is_known(key) else None

    def cipher(self, key: str) -> AESGCM | None:
        return self._ciphers[key] if self._is_known(key) else None

    def __contains__(self, key: str) -> bool:
        return self._is_known(key)

    def erase(self, keys: Iterable[str], at: str) -> None:
        """Destroy keys for good, and the key of all snapshots, because those hold decrypted data."""
        with self._lock:
            gone = {*keys} - {*self.erased}
            snapshots = {self.records[SNAPSHOTS]} if gone and SNAPSHOTS in self.records else set()
            tombs = tuple(KeyLine(key, erased=at) for key in gone)
            self._withdraw(gone | snapshots, tombs)
            self._drop(gone | snapshots, tombs)

    def forget(self, records: Iterable[str]) -> None:
        """Destroy the keys of expired records, without a trace."""
        with self._lock:
            gone = {self.records[of] for of in records if of in self.records}
            self._withdraw(gone, ())
            self._drop(gone, ())

    def _drop(self, gone: set[str], tombs: Iterable[KeyLine]) -> None:
        if not gone:
            return
        kept = [line for line in self._lines.values() if line.id not in gone] + list(tombs)
        if self._path:
            _write(self._path, kept)
        full_names = tuple(self.full_names.items())
        for known in (self._lines, self._ciphers, self.ids, self.names, self.records, self.named, self.full_names):
            known.clear()
        for line in kept:
            self._take(line)
        for full_name, key in full_names:
            self.know(full_name, key)

    def _fresh(self) -> KeyLine:
        key = next(key for key in _ids() if key not in self._lines)
        return KeyLine(key, secrets.token_hex(32))

    def _add(self, line: KeyLine) -> None:
        self._keep(self._offer(line))

    def _keep(self, line: KeyLine) -> None:
        if self._path:
            _append(self._path, line)
        self._take(line)

    def _take(self, line: KeyLine) -> None:
        self._lines[line.id] = line
        if line.erased:
            self.erased[line.id] = line.erased
            return
        self._ciphers[line.id] = _cipher(line)
        if line.of:
            self.records[line.of] = line.id
        else:
            name = self.open(line.id, bytes.fromhex(line.name)) or ""
            self.ids[name], self.names[line.id] = line.id, name
            self.named.add(name)


def _opened(cipher: AESGCM, key: str, sealed: bytes) -> str | None:
    with suppress(InvalidTag, ValueError):
        return cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], key.encode()).decode()
    return None


def _ids() -> Iterator[str]:
    while True:
        yield "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))


def _cipher(line: KeyLine) -> AESGCM:
    return AESGCM(bytes.fromhex(line.key))


def _sealed(cipher: AESGCM, key: str, text: str) -> bytes:
    nonce = os.urandom(NONCE_BYTES)
    return nonce + cipher.encrypt(nonce, text.encode("utf-8", "surrogatepass"), key.encode())


def _read(path: Path) -> Iterator[KeyLine]:
    """Yield the lines of the file. An incomplete last line was never used; the next write removes it."""
    try:
        content = path.read_bytes() if path.exists() else b""
    except OSError as error:
        words = f"the keys {path} cannot be read ({error.strerror}); restore them, or allow this user to read them"
        raise Refused(JournalRefusal.KEY_MISSING, words, str(path)) from error
    lines = content.split(b"\n")
    try:
        yield from (msgspec.json.decode(line, type=KeyLine) for line in lines[:-1] if line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        words = f"{path} is damaged ({error}), so no names can be read; restore it from a backup with keys"
        raise Refused(JournalRefusal.KEY_INVALID, words, str(path)) from error


def _append(path: Path, line: KeyLine) -> None:
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        with os.fdopen(handle, "r+b") as file:
            file.seek(_whole(file.read()))
            file.write(msgspec.json.encode(line) + b"\n")
            file.truncate()
            file.flush()
            os.fsync(handle)
        sync_folder(path.parent)
    except OSError as error:
        raise _unwritten(path, error) from error


def _whole(content: bytes) -> int:
    """Return the length of all complete lines."""
    return content.rfind(b"\n") + 1


def _write(path: Path, lines: Iterable[KeyLine]) -> None:
    """Replace the file, whole or not at all. The old content is overwritten in place, as far as the disk allows."""
    new = path.with_name(f".{path.name}.new")
    try:
        new.unlink(missing_ok=True)
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.writelines(msgspec.json.encode(line) + b"\n" for line in lines)
            file.flush()
            os.fsync(file.fileno())
        with path.open("r+b" if path.exists() else "w+b") as old:
            new.rename(path)
            sync_folder(path.parent)
            old.write(bytes(os.fstat(old.fileno()).st_size))
            old.flush()
            os.fsync(old.fileno())
    except OSError as error:
        raise _unwritten(path, error) from error


def _unwritten(path: Path, error: OSError) -> Refused:
    words = (
        f"the keys {path} could not be written ({error.strerror}); free disk space, or allow this user to write there"
    )
    return Refused(JournalRefusal.KEY_FAILED, words, str(path))
