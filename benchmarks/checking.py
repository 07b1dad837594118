"""Checking an export with the stand-alone verifier, compared with hashing the same bytes."""

import os
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

from history import at, played
from promise import Pair

from taisai.house.desk import Desk
from taisai.house.games import game
from taisai.house.setup import Setup
from taisai.journal.export import export
from taisai.journal.memory import MemoryStore
from taisai.journal.seal import START
from taisai.journal.verify_taisai import verify

ENTRIES, SEATS, CHECKS = 200_000, 40, 2


def measured(folder: Path) -> Iterator[Pair]:
    store = MemoryStore()
    played(Desk.install(store, game("rws-6/2"), Setup("T1", seats=SEATS), lambda: at(0)), ENTRIES, SEATS)
    bodies = [entry.body for entry in store.read()]
    if not (folder / "export").exists():
        export(store, "T1", folder / "export")
    for _ in range(CHECKS):
        yield Pair("verify", taken(lambda: _verified(folder / "export")), taken(lambda: _hashed(bodies)))


def taken(action: Callable[[], object]) -> float:
    """Return seconds of user and system, with those of processes that it started and waited for."""
    before = sum(os.times()[:4])
    action()
    return sum(os.times()[:4]) - before


def _verified(path: Path) -> None:
    with path.open("rb") as file:
        assert verify(file).sound


def _hashed(bodies: list[bytes]) -> None:
    last = START.seal
    for body in bodies:
        last = sha256(last + body).digest()
