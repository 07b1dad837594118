"""Key rotation: a checkpoint that names the old and the new key of a log and that both keys signed."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from taisai.log.checkpoints import Checkpoint, checkpoint_of
from taisai.log.notes import ED25519, Key, Note, parse, parse_key
from taisai.log.refusals import LogRefusal
from taisai.rules.refusals import Refused, shown
from taisai.signing.signer import Signer

OLD: Final = "taisai-key-old "
NEW: Final = "taisai-key-new "
REVOKED: Final = "taisai-key-revoked "
EVER: Final = 2**63


class Rotation(NamedTuple):
    """From the checkpoint's size on, the log signs with `new`; signatures of `old` beyond it are void."""

    note: Note
    checkpoint: Checkpoint
    old: Key
    new: Key
    is_revoked: bool


class Term(NamedTuple):
    """A key, and the sizes of the log for which its signature is valid."""

    key: Key
    since: int = 0
    until: int = EVER

    def holds(self, size: int) -> bool:
        return self.since <= size <= self.until


def rotated(checkpoint: Checkpoint, old: tuple[Key, Signer], new: tuple[Key, Signer], *, revoked: bool) -> Rotation:
    lines = f"{OLD}{old[0]}\n{NEW}{new[0]}\n" + (f"{REVOKED}{old[0]}\n" if revoked else "")
    named = checkpoint._replace(extensions=lines)
    return Rotation(named.note.signed(*old).signed(*new), named, old[0], new[0], revoked)


def rotation_of(note: Note) -> Rotation | None:
    """Return the rotation in a note; None if it is no such checkpoint. Refuses one that not both keys signed."""
    checkpoint = checkpoint_of(note)
    lines = checkpoint.extensions.splitlines()
    if not any(line.startswith((OLD, NEW, REVOKED)) for line in lines):
        return None
    if len(lines) not in (2, 3) or not (lines[0].startswith(OLD) and lines[1].startswith(NEW)):
        raise _invalid(note, "does not name an old and a new key")
    old, new = parse_key(lines[0].removeprefix(OLD)), parse_key(lines[1].removeprefix(NEW))
    names = {old.name, new.name} == {checkpoint.origin} and {old.kind, new.kind} == {ED25519}
    if not names or old == new or lines[2:] not in ([], [f"{REVOKED}{old}"]):
        raise _invalid(note, "names keys that do not belong to this log")
    note.check_signed([old])
    note.check_signed([new])
    return Rotation(note, checkpoint, old, new, bool(lines[2:]))


def read_rotation(text: str) -> Rotation:
    found = rotation_of(parse(text))
    if found is None:
        raise _invalid(parse(text), "does not replace a key")
    return found


def terms(trusted: Iterable[Key], rotations: Iterable[Rotation]) -> list[Term]:
    """Return the terms of all keys that follow from the trusted ones: trust in a key extends to its successor and its
    predecessor, each for its term. A key is replaced once; a second successor is refused."""
    found, waiting = {key: Term(key) for key in trusted}, list(rotations)
    while taken := [one for one in waiting if one.old in found or one.new in found]:
        waiting = [one for one in waiting if one not in taken]
        for one in taken:
            _take(found, one)
    if waiting:
        raise _invalid(waiting[0].note, "does not lead to a trusted key")
    return list(found.values())


def _take(found: dict[Key, Term], one: Rotation) -> None:
    size, old, new = one.checkpoint.size, found.get(one.old, Term(one.old)), found.get(one.new, Term(one.new))
    if old.until != EVER or not old.since <= size <= new.until or new.since:
        raise _invalid(one.note, "replaces a key that was already replaced")
    found[one.old], found[one.new] = old._replace(until=size), new._replace(since=size)


def _invalid(note: Note, what: str) -> Refused:
    words = f"{shown(note.text)} {what}; do not trust it; ask the house and its witnesses which key is valid"
    return Refused(LogRefusal.ROTATION_INVALID, words, note.text[:80])
