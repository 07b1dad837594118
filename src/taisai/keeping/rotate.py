"""Replaces the signing key of a house: both keys sign one checkpoint of every journal, and the old key signs no more.

The next state is first written beside the keys. If a process ends in the middle, the next run of this command or the
next start completes it.
"""

from contextlib import closing
from pathlib import Path

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from taisai.house.at_rest import at_rest
from taisai.house.journal_log import begun, grow
from taisai.house.key_files import write_secret
from taisai.house.rotations import Line, house_name, lines_in, rotations_file, write_lines
from taisai.house.settings import Settings
from taisai.house.signers import signer_of
from taisai.house.tables import HOUSE
from taisai.journal.keys import PUBLIC_FILE
from taisai.journal.place import OpenPlace
from taisai.journal.tree import Kept
from taisai.keeping.marks import places, read_marks, write_marks
from taisai.keeping.next_key import drop_next, make_next, next_of, put_in_force, waiting
from taisai.log.checkpoints import Checkpoint
from taisai.log.notes import key_of
from taisai.log.rotations import Rotation, rotated
from taisai.rules.refusals import Refused
from taisai.signing.signer import Signer


def rotate(settings: Settings, *, revoked: bool) -> list[Rotation]:
    """Rotate the key of a house that is not running, and return what both keys signed."""
    with closing(settings.place.open_for_writing()) as journals, at_rest(settings, journals):
        finish_rotation(settings)
        old, new = signer_of(settings), make_next(settings)
        made = {name: _rotation(settings, journals, name, (old, new), revoked=revoked) for name in journals.tables()}
        lines = [Line(name, str(one.note)) for name, one in made.items()]
        write_lines(next_of(rotations_file(settings)), [*lines_in(rotations_file(settings)), *lines])
        finish_rotation(settings)
        for name, one in made.items():
            _store(journals, name, one)
    return list(made.values())


def _rotation(
    settings: Settings, journals: OpenPlace, name: str, pair: tuple[Signer, Signer], *, revoked: bool
) -> Rotation:
    store = journals.store(name)
    tree = begun(store)
    grow(store, tree)
    origin = f"{house_name(settings, pair[0].public_key().public_bytes_raw())}/{name}"
    old, new = ((key_of(origin, signer), signer) for signer in pair)
    return rotated(Checkpoint(origin, tree.size, tree.root()), old, new, revoked=revoked)


def _store(journals: OpenPlace, name: str, one: Rotation) -> None:
    """Save the rotation as the newest checkpoint, which witnesses are asked about next."""
    store = journals.store(name)
    if name != HOUSE:  # the house's journal has no owner
        store.take()
    store.tree.add(grow(store, begun(store)))
    store.tree.save_checkpoint(Kept.SIGNED, str(one.note).encode())


def finish_rotation(settings: Settings) -> None:
    """Complete a rotation, if a new key waits. The key is replaced last: until then, everything can be repeated."""
    lines = next_of(rotations_file(settings))
    new = waiting(settings) if lines.exists() else None
    if new is None:
        drop_next(settings)
        _drop(lines)
        return
    for path in places(settings):
        if path.exists():
            _sign_anew(path, settings, new)
    public = new.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    write_secret(settings.keys_folder / PUBLIC_FILE, public)
    write_secret(rotations_file(settings), lines.read_bytes())
    put_in_force(settings)
    _drop(lines)


def _sign_anew(path: Path, settings: Settings, new: Signer) -> None:
    try:
        marks = read_marks(path, new.public_key())
    except Refused:
        marks = read_marks(path, signer_of(settings).public_key())
    write_marks(path, marks, new)


def _drop(path: Path) -> None:
    path.unlink(missing_ok=True)
