"""The signing keys of a house over time: which key was valid for which entries of which journal, and the names of its
logs."""

from pathlib import Path
from typing import Final

import msgspec

from taisai.house.key_files import write_secret
from taisai.house.settings import Settings
from taisai.house.tables import HOUSE
from taisai.journal.keys import PUBLIC_FILE, load_public
from taisai.journal.refusals import JournalRefusal
from taisai.log.checkpoints import Checkpoint, checkpoint_of, sealing_of
from taisai.log.notes import ED25519, Key, parse
from taisai.log.rotations import Rotation, Term, read_rotation, terms
from taisai.rules.refusals import Refused

FILE: Final = "rotations.jsonl"


class Line(msgspec.Struct, frozen=True):
    """A checkpoint of a journal, signed by its old key and its new key."""

    log: str
    note: str


def rotations_file(settings: Settings) -> Path:
    return settings.keys_folder / FILE


def rotations(settings: Settings, journal: str) -> list[Rotation]:
    """Return a journal's key rotations, oldest first."""
    return [read_rotation(line.note) for line in lines_of(settings, journal)]


def lines_of(settings: Settings, journal: str) -> list[Line]:
    return [line for line in lines_in(rotations_file(settings)) if line.log == journal]


def lines_in(path: Path) -> list[Line]:
    if not path.exists():
        return []
    try:
        return [msgspec.json.decode(line, type=Line) for line in path.read_bytes().splitlines()]
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        words = f"{path} cannot be read ({error}); restore it from a backup"
        raise Refused(JournalRefusal.KEY_INVALID, words, str(path)) from error


def encoded(lines: list[Line]) -> bytes:
    """Return the lines as the file has them and as outsiders get them."""
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)


def write_lines(path: Path, lines: list[Line]) -> None:
    write_secret(path, encoded(lines))


def house_name(settings: Settings, public: bytes) -> str:
    """Return the name that its logs carry. A house without a log name is named after its first key, whatever
    followed."""
    first = rotations(settings, HOUSE)[:1]
    return settings.witnesses.log_name or f"taisai/{(first[0].old.public if first else public).hex()[:16]}"


def terms_of(settings: Settings, journal: str) -> list[Term]:
    """Return the terms of every key that ever signed for a journal, including the current one."""
    public, known = load_public(settings.keys_folder / PUBLIC_FILE).public_bytes_raw(), rotations(settings, journal)
    present = known[-1].new if known else Key(f"{house_name(settings, public)}/{journal}", ED25519, public)
    if present.public != public:
        words = f"{settings.keys_folder / PUBLIC_FILE} is not the last key in {FILE}; restore both from the same backup"
        raise Refused(JournalRefusal.KEY_INVALID, words, public.hex())
    return terms([present], known)


def verified(stored: bytes, held: list[Term]) -> Checkpoint:
    """Verify a journal's checkpoint with the key that was valid for its size."""
    note = parse(stored)
    checkpoint = checkpoint_of(note)
    sealing_of(checkpoint)
    keys = {term: term.key._replace(name=checkpoint.origin) for term in held}
    note.check_signed(keys.values())
    made = [term for term, key in keys.items() if note.by(key)]
    if not any(term.holds(checkpoint.size) for term in made):
        words = f"the checkpoint of {checkpoint.size} entries is signed with a key that was replaced at"
        words = f"{words} entry {made[0].until}; someone with that key forged it"
        raise Refused(JournalRefusal.CHECKPOINT_INVALID, words, checkpoint.size)
    return checkpoint
