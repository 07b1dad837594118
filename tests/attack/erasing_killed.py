"""Erases somebody and is killed at a step: taisai erase, in a process that nobody misses."""

import os
import signal
import sys
from pathlib import Path

from taisai.house.settings_reader import load
from taisai.journal.sqlite import SqliteStore
from taisai.keeping.marks import MarkKeeper
from taisai.people.register import Register
from taisai.privacy import keys
from taisai.server.house_setup import prepare
from taisai.server.offline_erasure import erase_person


def killed(*_: object, **__: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def main(folder: str, step: str, name: str, by: str, second: str, word: str) -> None:
    prepare(load({"folder": folder}, {})).close()  # the marks no longer say that the house stopped in order
    if step == "append":
        real = SqliteStore.append

        def append(store, after, entries, *more):
            killed() if any(b"person-erased" in entry.body for entry in entries) else real(store, after, entries, *more)

        SqliteStore.append = append
    elif step == "rename":
        Path.rename = killed
    else:
        owner = {"_write": keys, "_read_again": Register, "begin": MarkKeeper}[step]
        setattr(owner, step, killed)
    erase_person(load({"folder": folder}, {}), name, {by: word, second: word})


main(*sys.argv[1:])
