"""A child process that appends without end and says what was acknowledged, until somebody kills it."""

import os
import random
import sys
from pathlib import Path

from journal.making import entry

from taisai.journal.seal import head_of, sealed
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_writing


def submission(head, size):
    """Entries that tell which part of which batch they are."""
    events = [{"is": "Part", "batch": head.seq + 1, "part": part, "of": size} for part in range(size)]
    return sealed(head, [entry(head.seq + 1 + part, event) for part, event in enumerate(events)])


def main(path):
    file = open_for_writing(Path(path))
    file.connection.pragma("wal_autocheckpoint", 50)
    store = SqliteStore(file, "t1")
    generator = random.Random()
    head = store.head()
    while True:
        entries = submission(head, generator.choice((1, 1, 2, 7, 60)))
        store.append(head, entries, [f"claim-{head.seq + 1}"])
        head = head_of(entries[-1])
        os.write(1, f"{head.seq}\n".encode())


if __name__ == "__main__":
    main(sys.argv[1])
