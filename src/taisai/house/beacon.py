"""What a table does about the public beacon: chooses it, names a round of it, throws with its value or not at all."""

from collections.abc import Iterator
from datetime import datetime
from typing import Final, Protocol

from taisai.house.clock import now
from taisai.house.desk import Desk
from taisai.house.table_entry import Recorded, recorded
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.beacons import Beacon
from taisai.table.state import Betting, Commitment

SPARE_S: Final = 2.0  # between the closing of wagers and the earliest round that is named
NEAR: Final = 100  # entries
CLOSING_S: Final = 1.0  # before that round: what is not closed by then is void


class Beacons(Protocol):
    """The beacon as the house knows it. Nobody ever waits for an answer: what is not known yet is asked for."""

    wait_s: float

    def is_wanted(self) -> bool:
        """By the settings."""

    def known(self) -> Beacon:
        """The one that is wanted, once it is known; an empty one before, and where none is."""

    def now_s(self) -> float: ...

    def signature(self, beacon: Beacon, number: int) -> str:
        """What it published as a round of it, checked; nothing where that is not there yet."""

    def missed(self, table: str, number: int) -> None:
        """A round at a table is void for want of it."""


class NoBeacon:
    wait_s = 0.0

    def is_wanted(self) -> bool:
        return False

    def known(self) -> Beacon:
        return Beacon()

    def now_s(self) -> float:
        return datetime.fromisoformat(now()).timestamp()

    def signature(self, beacon: Beacon, number: int) -> str:
        """Nobody is asked, so a round that named one is void."""
        del beacon, number
        return ""

    def missed(self, table: str, number: int) -> None:
        """The round is void for the journal to tell."""


class TableBeacon:
    """One table's. `window_s` is how long wagers stay open."""

    def __init__(self, desk: Desk, beacons: Beacons, window_s: float) -> None:
        self._desk, self._beacons, self._window_s = desk, beacons, window_s
        self._closed = self._awaited = 0, 0.0

    @property
    def is_ready(self) -> bool:
        """For the next round: a beacon that is wanted is known."""
        return not self._beacons.is_wanted() or bool(self._beacons.known().chain)

    def choice(self) -> Iterator[c.Command]:
        """Between rounds, where the table has another than is wanted."""
        wanted = self._beacons.known()
        if self.is_ready and wanted.chain != self._desk.table.beacon.chain:
            yield c.ChooseBeacon(
                wanted.chain, wanted.public_key, wanted.period_s, wanted.genesis_s, wanted.group, wanted.name
            )

    def naming(self) -> Iterator[c.Command]:
        """Right before wagers open: the first round that is published once they are closed for certain."""
        wanted = self._beacons.known()
        if wanted.chain:
            last = self._desk.table.beacon.named if wanted.chain == self._desk.table.beacon.chain else 0
            first = wanted.first_after(self._beacons.now_s() + self._window_s + SPARE_S + CLOSING_S)
            yield c.NameBeacon(max(first, last + 1))

    def is_late(self) -> bool:
        """Wagers are open, and what the throw takes in is as good as public."""
        table = self._desk.table
        made = table.commitments.get(table.round)
        if not isinstance(table.phase, Betting) or made is None or not made.beacon:
            return False
        return self._beacons.now_s() >= table.beacon.told_s(made.beacon) - CLOSING_S

    def telling(self, number: int, seed: str, made: Commitment, at_s: float) -> c.Command | None:
        """The throw with the beacon's value; nothing while that is awaited; void where it does not come, or where
        wagers were closed too late."""
        beacon = self._desk.table.beacon
        told_s = beacon.told_s(made.beacon)
        signature = self._beacons.signature(beacon, made.beacon)
        if self._closed_s(number) >= told_s:
            return c.Resume(disturbed=True)
        if signature:
            return c.RevealSeed(number, seed, signature)
        if at_s < self._until(number, told_s, at_s):
            return None
        self._beacons.missed(self._desk.table.table, made.beacon)
        return c.Resume(disturbed=True)

    def _until(self, number: int, told_s: float, at_s: float) -> float:
        """Counted by the clock that nobody sets, from when it was first asked for: that always ends."""
        if self._awaited[0] != number:
            longest_s = self._window_s + SPARE_S + CLOSING_S + self._desk.table.beacon.period_s
            left_s = min(max(0.0, told_s - self._beacons.now_s()), longest_s)
            self._awaited = number, at_s + left_s + self._beacons.wait_s
        return self._awaited[1]

    def _closed_s(self, number: int) -> float:
        """By the journal, as anybody else will see it. Hardly anything is written between that and the throw."""
        if self._closed[0] != number:
            begun, head = self._desk.begun, self._desk.head.seq
            found = self._closing(max(begun, head - NEAR)) or self._closing(begun)
            assert found is not None, "a throw is told once wagers are closed"
            self._closed = number, datetime.fromisoformat(found.at).timestamp()
        return self._closed[1]

    def _closing(self, seq: int) -> Recorded | None:
        entries = (recorded(stored.clear) for stored in self._desk.store.read(seq - 1))
        return next((entry for entry in entries if isinstance(entry.event, e.BetsClosed)), None)
