"""The folder of a witness: its name and key, the logs it knows, their newest heads, and evidence."""

import os
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from taisai.journal.keys import PRIVATE_FILE, load_private, make_keys
from taisai.journal.lock import FileLock
from taisai.journal.sqlite_open import sync_folder
from taisai.log.checkpoints import Checkpoint, checkpoint_of
from taisai.log.notes import COSIGNATURE, ED25519, Note, key_of, parse, parse_key
from taisai.log.refusals import LogRefusal
from taisai.log.rotations import Rotation
from taisai.log.submissions import origin_hash
from taisai.rules.refusals import Refused

EVIDENCE_MOST: Final = 1_000  # per log; otherwise the holder of its key could fill the disk
FORKED: Final = "two roots at one size: the log was forked"
UNPROVED: Final = "no proof leads from the previous head to this one: the log was rewritten"


class Evidence(msgspec.Struct, frozen=True):
    """Two heads that one log signed and that nobody has shown to belong to one history; `seen` was cosigned before. Two
    roots at one size are proof in themselves that the log was forked."""

    origin: str
    at_s: int
    why: str
    seen: str
    told: str


class Head(NamedTuple):
    checkpoint: Checkpoint
    note: Note


class WitnessFolder:
    """Open in one process at a time. `name` is required the first time and never changes."""

    def __init__(self, folder: Path, name: str = "") -> None:
        self._folder = folder
        for part in (folder, folder / "heads", folder / "evidence"):
            part.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._lock = FileLock(folder / "witness")
        try:
            self._make(name)
            self.private = load_private(folder)
            self.key = key_of(self._read("name").strip(), self.private, COSIGNATURE)
            self.logs = {key.name: key for key in map(parse_key, self._read("logs").split())}
        except BaseException:
            self._lock.release()
            raise

    def close(self) -> None:
        self._lock.release()

    def _make(self, name: str) -> None:
        known = self._read("name").strip()
        if not (known or name) or (name and known and name != known):
            words = f"this witness is called {known}" if known else "a new witness needs a name"
            raise Refused(LogRefusal.KEY_INVALID, f"{words}; use --name once, such as regulator.example/w1", name)
        if not (self._folder / PRIVATE_FILE).exists():
            make_keys(self._folder)
        if not known:
            key_of(name, load_private(self._folder))
            write(self._folder / "name", f"{name}\n".encode())

    def _read(self, name: str) -> str:
        path = self._folder / name
        return path.read_text(encoding="utf-8") if path.exists() else ""

    def know(self, text: str) -> None:
        """Add a log's key. A log that is known by another key keeps that one."""
        key = parse_key(text)
        if key.kind != ED25519 or self.logs.get(key.name, key) != key:
            words = f"{key.name} has another key, or this is a witness key; remove its line from {self._folder}/logs"
            raise Refused(LogRefusal.KEY_INVALID, words, text)
        self.logs[key.name] = key
        write(self._folder / "logs", "".join(f"{one}\n" for one in self.logs.values()).encode())

    def replace_key(self, rotation: Rotation) -> None:
        """Replace a log's key. This is durable before the head that says so: from now on, signatures of the old key are
        void."""
        self.logs[rotation.new.name] = rotation.new
        write(self._folder / "logs", "".join(f"{one}\n" for one in self.logs.values()).encode())

    def head(self, origin: str) -> Head | None:
        """Return the newest cosigned head of a log."""
        path = self._folder / "heads" / origin_hash(origin)
        if not path.exists():
            return None
        note = parse(path.read_bytes())
        return Head(checkpoint_of(note), note)

    def keep(self, head: Head) -> None:
        """Store a head. It is durable on return: nobody gets a cosignature before that."""
        write(self._folder / "heads" / origin_hash(head.checkpoint.origin), str(head.note).encode())

    def keep_evidence(self, found: Evidence) -> None:
        """Store evidence, each pair of heads once."""
        start = origin_hash(found.origin)[:16]
        name = f"{start}-{sha256((found.seen + found.told).encode()).hexdigest()[:32]}.json"
        path = self._folder / "evidence" / name
        if not path.exists() and len(list(path.parent.glob(f"{start}-*.json"))) < EVIDENCE_MOST:
            write(path, msgspec.json.format(msgspec.json.encode(found)))

    def evidence(self) -> list[Evidence]:
        return evidence_in(self._folder)


def evidence_in(folder: Path) -> list[Evidence]:
    """Return the evidence in a folder without disturbing a running witness."""
    paths = (folder / "evidence").glob("*.json")
    return sorted((msgspec.json.decode(path.read_bytes(), type=Evidence) for path in paths), key=lambda one: one.at_s)


def write(path: Path, content: bytes) -> None:
    """Write a file atomically; it is on disk on return."""
    new = path.with_name(f".{path.name}.new")
    with new.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    new.rename(path)
    sync_folder(path.parent)
