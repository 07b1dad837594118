"""Somebody with the files of a house at hand, and what they write there behind its back; nobody here has a key."""

import json
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager
from hashlib import sha256

from taisai.house.key_files import PERSON_KEYS
from taisai.journal.batch_key import read_batch_keys
from taisai.journal.packed_bodies import unpacked
from taisai.privacy.keys import ID_LENGTH, NONCE_BYTES, SNAPSHOTS, PersonKeys
from taisai.privacy.store import PURPOSE


@contextmanager
def database(folder):
    with closing(sqlite3.connect(folder / "journal.sqlite")) as file, file:
        yield file


def number_of(file, journal):
    return file.execute("SELECT number FROM journal WHERE name = ?", (journal,)).fetchone()[0]


def forge_snapshot(folder, journal, change, *, veiled=False):
    """With a digest that is right: whoever can write the file can compute it. The forger knows what the snapshot says,
    and writes it as a house of before would have; or, where it is to be `veiled`, even with the keys of people."""
    cipher, key = _snapshot_cipher(folder)
    with database(folder) as file:
        number = number_of(file, journal)
        seal, old = file.execute("SELECT seal, state FROM snapshot WHERE journal = ?", (number,)).fetchone()
        mac, sealed = old[:32], old[32 + len(PURPOSE) + ID_LENGTH :]
        clear = cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], PURPOSE)
        state = change(mac + clear)
        assert state != mac + clear, "the forger changes something"
        if veiled:
            nonce = bytes(NONCE_BYTES)
            state = mac + PURPOSE + key.encode() + nonce + cipher.encrypt(nonce, state[32:], PURPOSE)
        digest = sha256(seal + state).digest()
        file.execute("UPDATE snapshot SET state = ?, digest = ? WHERE journal = ?", (state, digest, number))


def _snapshot_cipher(folder):
    keys = PersonKeys(folder / "keys" / PERSON_KEYS)
    return keys.cipher(keys.records[SNAPSHOTS]), keys.records[SNAPSHOTS]


def rewrite(folder, journal, after, change, *, keyed=False):
    """What follows an entry is changed and sealed anew, as anybody can who has the file; `keyed` is with right MACs, by
    somebody who has the house's key too."""
    key = read_batch_keys(folder / "keys").of(journal)
    with database(folder) as file:
        first = number_of(file, journal) << 40
        rows = file.execute(
            "SELECT key, epoch, mac, bodies FROM batch WHERE key BETWEEN ? AND ? ORDER BY key",
            (first, first | (1 << 40) - 1),
        ).fetchall()
        seal, changed = bytes(32), 0
        for place, epoch, mac, bodies in rows:
            lines, before, begun = unpacked(bodies), seal, place - first
            fresh = [change(line) if begun + number > after else line for number, line in enumerate(lines)]
            changed += fresh != lines
            seals = [seal := sha256(seal + line).digest() for line in fresh]
            made = key.mac(epoch, begun, len(seals), before, seal) if keyed else mac
            file.execute(
                "UPDATE batch SET before = ?, mac = ?, seals = ?, bodies = ? WHERE key = ?",
                (before, made, b"".join(seals), b"\n".join(fresh), place),
            )
        file.execute("DELETE FROM snapshot")
        assert changed, "the forger changes something"


def meanwhile(folder, statement, *values):
    """While the house runs, from another process: two libraries in one would take each other's locks away."""
    code = (
        "import json, sqlite3, sys; path, statement, values = sys.argv[1:]; file = sqlite3.connect(path);"
        " file.execute(statement, json.loads(values)); file.commit(); file.close()"
    )
    command = [sys.executable, "-c", code, str(folder / "journal.sqlite"), statement, json.dumps(values)]
    subprocess.run(command, check=True)
