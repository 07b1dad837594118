"""The revealed seeds of a table's rounds, ready for anyone who wants to check one."""

from typing import Final

import msgspec

from taisai.house.desk import Desk
from taisai.house.table_entry import Recorded, recorded
from taisai.house.topics import ROUND, kind
from taisai.rules.multipliers import NONE, Multipliers, Struck
from taisai.table import events as e

KEPT: Final = 500


class Opened(msgspec.Struct):
    """One opened commitment. `began_at` is when the round began: a commitment with an earlier `committed_at` was fixed
    before anyone could wager. The `seed` is number `link` of the chain that ends in `end`; the throw also uses the
    terminals' contributions and, if a round of the public `beacon` was named, its `signature`. `struck` is what was
    drawn by the `multipliers` of the pay table, if it has any."""

    commitment: str = ""
    throw: str = ""
    seed: str = ""
    link: int = 0
    end: str = ""
    contributions: tuple[str, ...] = ()
    beacon: int = 0
    signature: str = ""
    beacon_key: str = ""
    beacon_chain: str = ""
    multipliers: Multipliers = NONE
    struck: Struck = {}
    committed_at: str = ""
    began_at: str = ""


class Commitments:
    """Reads nothing until someone asks."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._opened: dict[int, Opened] = {}

    def get(self, number: int) -> Opened | None:
        """Return the opened commitment of a recent round; None if it is too old or not opened yet."""
        table = self._desk.table
        if number in self._opened or not table.electronic or not table.round - KEPT < number <= table.round:
            return self._opened.get(number)
        if number in table.commitments:
            return None
        return self._remembered(number, self._looked_up(number))

    def _remembered(self, number: int, found: Opened) -> Opened | None:
        if not found.seed:
            return None
        self._opened[number] = found
        for old in list(self._opened)[:-KEPT]:
            del self._opened[old]
        return found

    def _looked_up(self, number: int) -> Opened:
        found = Opened()
        for pointer in self._desk.store.index.find(ROUND, number):
            entry = self._read(pointer.seq)
            match entry.event:
                case e.RoundBegun():
                    found.began_at = entry.at
                case e.SeedCommitted(commitment=made, link=link):
                    found.commitment, found.link, found.committed_at = made, link, entry.at
                    found.end = self._end(pointer.seq)
                case e.SeedRevealed(seed=seed, throw=throw, contributions=given, signature=signature):
                    found.seed, found.throw, found.contributions, found.signature = seed, throw, given, signature
                case e.MultipliersDrawn(struck=struck):
                    found.multipliers, found.struck = self._desk.game.paytable.multipliers, struck
                case e.BeaconNamed(beacon=named):
                    found.beacon = named
                    found.beacon_chain, found.beacon_key = self._beacon(pointer.seq)
        return found

    def _end(self, seq: int) -> str:
        """Return the end of the seed chain that an entry's commitment belongs to."""
        event = self._last(e.SeedsChained, seq)
        assert isinstance(event, e.SeedsChained), event
        return event.end

    def _beacon(self, seq: int) -> tuple[str, str]:
        """Return the chain and public key of the beacon in use at an entry."""
        event = self._last(e.BeaconChosen, seq)
        assert isinstance(event, e.BeaconChosen), event
        return event.chain, event.public_key

    def _last(self, of: type[e.Event], seq: int) -> e.Event:
        """Return the last event of a kind before an entry."""
        found = [one.seq for one in self._desk.store.index.find(kind(of), 0) if one.seq < seq]
        return self._read(found[-1]).event

    def _read(self, seq: int) -> Recorded:
        return recorded(next(self._desk.store.read(seq - 1)).clear)
