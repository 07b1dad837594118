"""How a table uses the public beacon: it chooses one, names a beacon round, and throws with its value or not at all."""

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

SPARE_S: Final = 2.0  # from the close of betting to the earliest beacon round that may be named
NEAR: Final = 100  # entries
CLOSING_S: Final = 1.0  # before that beacon round; a round still open for betting by then is void


class Beacons(Protocol):
    """The beacon as the house knows it. No call waits for an answer: a value that is not known yet is requested."""

    wait_s: float

    def is_wanted(self) -> bool:
        """Return whether the settings ask for a beacon."""

    def known(self) -> Beacon:
        """Return the configured beacon once it is known; an empty one until then, or if none is configured."""

    def now_s(self) -> float: ...

    def signature(self, beacon: Beacon, number: int) -> str:
        """Return the verified signature that the beacon published for a round; empty if it is not there yet."""

    def missed(self, table: str, number: int) -> None:
        """Report that a round at a table is void because the beacon's value did not arrive."""


class NoBeacon:
    wait_s = 0.0

    def is_wanted(self) -> bool:
        return False

    def known(self) -> Beacon:
        return Beacon()

    def now_s(self) -> float:
        return datetime.fromisoformat(now()).timestamp()

    def signature(self, beacon: Beacon, number: int) -> str:
        """Return nothing: no beacon is asked, so a round that named one is void."""
        del beacon, number
        return ""

    def missed(self, table: str, number: int) -> None:
        """Report nothing: the journal already shows that the round is void."""


class TableBeacon:
    """One table's use of the beacon. `window_s` is how long betting stays open."""

    def __init__(self, desk: Desk, beacons: Beacons, window_s: float) -> None:
        self._desk, self._beacons, self._window_s = desk, beacons, window_s
        self._closed = self._awaited = 0, 0.0

    @property
    def is_ready(self) -> bool:
        """Whether the next round may begin: no beacon is wanted, or the wanted one is known."""
        return not self._beacons.is_wanted() or bool(self._beacons.known().chain)

    def choice(self) -> Iterator[c.Command]:
        """Between rounds, yield the command that switches the table to the configured beacon."""
        wanted = self._beacons.known()
        if self.is_ready and wanted.chain != self._desk.table.beacon.chain:
            yield c.ChooseBeacon(
                wanted.chain, wanted.public_key, wanted.period_s, wanted.genesis_s, wanted.group, wanted.name
            )

    def naming(self) -> Iterator[c.Command]:
        """Just before betting opens, name the first beacon round that is published after betting has certainly
        closed."""
        wanted = self._beacons.known()
        if wanted.chain:
            last = self._desk.table.beacon.named if wanted.chain == self._desk.table.beacon.chain else 0
            first = wanted.first_after(self._beacons.now_s() + self._window_s + SPARE_S + CLOSING_S)
            yield c.NameBeacon(max(first, last + 1))

    def is_late(self) -> bool:
        """Return whether betting is still open although the beacon's value is about to become public."""
        table = self._desk.table
        made = table.commitments.get(table.round)
        if not isinstance(table.phase, Betting) or made is None or not made.beacon:
            return False
        return self._beacons.now_s() >= table.beacon.told_s(made.beacon) - CLOSING_S

    def telling(self, number: int, seed: str, made: Commitment, at_s: float) -> c.Command | None:
        """Return the throw with the beacon's value, or None while that is still awaited. The round is void if the value
        does not arrive or if betting closed too late."""
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
        """Return the deadline for the beacon's value. It runs on the monotonic clock from the first request, so the
        wait always ends."""
        if self._awaited[0] != number:
            longest_s = self._window_s + SPARE_S + CLOSING_S + self._desk.table.beacon.period_s
            left_s = min(max(0.0, told_s - self._beacons.now_s()), longest_s)
            self._awaited = number, at_s + left_s + self._beacons.wait_s
        return self._awaited[1]

    def _closed_s(self, number: int) -> float:
        """Return when betting closed according to the journal, as any verifier will see it. Few entries lie between
        that and the throw."""
        if self._closed[0] != number:
            begun, head = self._desk.begun, self._desk.head.seq
            found = self._closing(max(begun, head - NEAR)) or self._closing(begun)
            assert found is not None, "a throw is told once wagers are closed"
            self._closed = number, datetime.fromisoformat(found.at).timestamp()
        return self._closed[1]

    def _closing(self, seq: int) -> Recorded | None:
        entries = (recorded(stored.clear) for stored in self._desk.store.read(seq - 1))
        return next((entry for entry in entries if isinstance(entry.event, e.BetsClosed)), None)
