"""Ways to forge the files of a house while it does not run, and what must come of each."""

import json
import secrets
from typing import NamedTuple

from attack.kit.bytecode import canary, plant
from attack.kit.files import database, forge_snapshot, number_of, rewrite
from attack.kit.logs import cut, take_checkpoints_away

import taisai.house.tumbler

REFUSED, NOTED, FOUND, HARMLESS = "refused at the start", "noted at the start", "found by the self-test", "harmless"
SEEN = (REFUSED, NOTED, FOUND)


class Forgery(NamedTuple):
    """`do` takes the folder and dice; `seen` is where it may be seen."""

    do: object
    seen: tuple[str, ...]

    @property
    def name(self):
        return self.do.__name__.replace("_", " ")


def marked(folder, journal):
    """How far a journal had come when that was last written down elsewhere: what is newer nobody can miss."""
    return json.loads((folder / "keys" / "marks.json").read_bytes())["marks"]["journals"][journal]["seq"]


def a_snapshot_with_other_bytes(folder, dice):
    forge_snapshot(folder, dice.choice("HCE"), lambda state: _flipped(state, dice))


def a_snapshot_with_more_credit(folder, dice):
    forge_snapshot(folder, "H", lambda state: state.replace(b'"credit":', b'"credit":9', 1), veiled=dice.random() < 0.5)


def a_cut_tail(folder, dice):
    journal = dice.choice(("H", "E", "house"))
    cut(folder, journal, marked(folder, journal) - dice.randint(1, 5))


def another_end(folder, dice):
    journal = dice.choice("HE")
    rewrite(folder, journal, marked(folder, journal) - 4, lambda line: line.replace(b'"at":"20', b'"at":"19'))


def no_checkpoints(folder, dice):
    take_checkpoints_away(folder, dice.choice(("H", "E", "house")))


def no_marks(folder, _):
    (folder / "keys" / "marks.json").unlink()


def older_marks(folder, dice):
    path = folder / "keys" / "marks.json"
    path.write_bytes(_flipped(path.read_bytes(), dice))


def no_journal(folder, _):
    for path in folder.glob("journal.sqlite*"):
        path.unlink()


def an_entry_with_other_bytes(folder, dice):
    """Somewhere in history, where a start may not look."""
    with database(folder) as file:
        key, bodies = dice.choice(file.execute("SELECT key, bodies FROM batch").fetchall())
        file.execute("UPDATE batch SET bodies = ? WHERE key = ?", (_flipped(bodies, dice), key))


def a_seal_with_other_bytes(folder, dice):
    with database(folder) as file:
        key, seals = dice.choice(file.execute("SELECT key, seals FROM batch").fetchall())
        file.execute("UPDATE batch SET seals = ? WHERE key = ?", (_flipped(seals, dice), key))


def a_batch_that_is_gone(folder, dice):
    with database(folder) as file:
        first = number_of(file, "H") << 40
        keys = file.execute("SELECT key FROM batch WHERE key BETWEEN ? AND ?", (first, first + marked(folder, "H")))
        file.execute("DELETE FROM batch WHERE key = ?", dice.choice(keys.fetchall()))


def a_claim_of_nobody(folder, dice):
    with database(folder) as file:
        file.execute("INSERT INTO claim VALUES (?, x'')", (f"voucher worth 900000 {dice.getrandbits(128):x}",))


def a_key_that_others_read(folder, dice):
    (folder / "keys" / dice.choice(("voucher.key", "snapshot.key", "pepper.key"))).chmod(0o644)


def another_snapshot_key(folder, _):
    (folder / "keys" / "snapshot.key").write_text(secrets.token_hex(32))


def planted_bytecode(folder, _):
    """In the cache that only the house writes: it would leave a file behind if it ran."""
    source = taisai.house.tumbler.__file__
    (compiled,) = (folder / "bytecode").rglob("tumbler.*.pyc")
    plant(type(folder)(source), canary(folder / "ran"), compiled)


def a_flipped_byte(folder, dice):
    """Anywhere in any file of the database: what lies there may be in use or not."""
    path = dice.choice([path for path in folder.glob("journal.sqlite*") if path.stat().st_size > 100])
    path.write_bytes(_flipped(path.read_bytes(), dice))


def _flipped(content, dice):
    place = dice.randrange(len(content))
    return content[:place] + bytes([content[place] ^ 1 << dice.randrange(8)]) + content[place + 1 :]


FORGERIES = (
    Forgery(a_snapshot_with_other_bytes, (NOTED,)),
    Forgery(a_snapshot_with_more_credit, (NOTED,)),
    Forgery(a_cut_tail, (REFUSED,)),
    Forgery(another_end, (REFUSED,)),
    Forgery(no_checkpoints, (REFUSED,)),
    Forgery(no_marks, (REFUSED,)),
    Forgery(older_marks, (REFUSED,)),
    Forgery(no_journal, (REFUSED,)),
    Forgery(an_entry_with_other_bytes, (REFUSED, FOUND)),
    Forgery(a_seal_with_other_bytes, (REFUSED, FOUND)),
    Forgery(a_batch_that_is_gone, (REFUSED, FOUND)),
    Forgery(a_claim_of_nobody, (FOUND,)),
    Forgery(a_key_that_others_read, (REFUSED,)),
    Forgery(another_snapshot_key, (NOTED, REFUSED)),
    Forgery(planted_bytecode, (HARMLESS,)),
    Forgery(a_flipped_byte, (*SEEN, HARMLESS)),
)
