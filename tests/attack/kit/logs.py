"""Journals whose end is cut off, and checkpoints and marks that are taken away."""

from contextlib import closing
from typing import NamedTuple

from attack.kit.files import database, number_of

from taisai.cli.journals import keys_beside
from taisai.journal.keys import load_private
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_reading
from taisai.keeping.marks import Marks, write_marks
from taisai.log.checkpoints import checkpoint_of, sealing_of
from taisai.log.notes import parse


def length(folder, journal):
    with closing(open_for_reading(folder / "journal.sqlite", keys_beside(folder / "journal.sqlite"))) as file:
        return SqliteStore(file, journal).head().seq


def cut(folder, journal, keeping):
    """The newest entries are gone, with every snapshot and checkpoint that knew of them."""
    with database(folder) as file:
        first = number_of(file, journal) << 40
        file.execute("DELETE FROM snapshot")
        file.execute("DELETE FROM checkpoint")
        file.execute("DELETE FROM batch WHERE key > ? AND key < ?", (first + keeping, first + (1 << 40)))
        assert file.total_changes


def checkpoints(folder, journal="H"):
    with database(folder) as file:
        rows = file.execute("SELECT note FROM checkpoint WHERE journal = ?", (number_of(file, journal),)).fetchall()
    return [read(note) for (note,) in rows]


class Signed(NamedTuple):
    """A checkpoint that is kept: how many entries it covers, when it was signed, and what it promises."""

    size: int
    at: str
    every_s: int


def read(note):
    checkpoint = checkpoint_of(parse(note))
    return Signed(checkpoint.size, *sealing_of(checkpoint)[1:])


def take_checkpoints_away(folder, journal, after=0):
    with database(folder) as file:
        number = number_of(file, journal)
        for place, note in file.execute("SELECT number, note FROM checkpoint WHERE journal = ?", (number,)).fetchall():
            if read(note).size > after:
                file.execute("DELETE FROM checkpoint WHERE number = ?", (place,))


def forget_marks(folder):
    """They would say at once that something is missing; an outsider does not have them."""
    write_marks(folder / "keys" / "marks.json", Marks("", {}), load_private(folder / "keys"))
