"""The pay table that a journal records, and the areas of its spots."""

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property

import msgspec

from taisai.books.shelf import by_fingerprint
from taisai.maths.exact import figures
from taisai.reports.sources import Journal, Sources
from taisai.rules.commission import NO_COMMISSION
from taisai.rules.multiplier_reader import multiplied
from taisai.rules.odds import Odds
from taisai.rules.paytable import PayTable
from taisai.rules.roll import ROLLS
from taisai.rules.spot import Spot, SpotId
from taisai.table import events as e

_ROLLS = {str(roll): roll for roll in ROLLS}
NO_AREAS = "The pay table of table {} is not available, so each of its spots is shown as its own area."


class Played(msgspec.Struct, frozen=True, dict=True):
    """`notes` says if the areas are unknown."""

    paytable: PayTable
    notes: tuple[str, ...]

    @cached_property
    def areas(self) -> dict[str, str]:
        return {str(spot.id): spot.area for spot in self.paytable.spots}

    @cached_property
    def units(self) -> dict[str, tuple[tuple[int, int], ...]]:
        """What one unit staked returns on each winning roll, by index, in units of 1/per."""
        table = self.paytable
        return {
            str(spot.id): tuple((index, odds + table.per) for index, odds in table.units(spot)) for spot in table.spots
        }

    @cached_property
    def is_rounded(self) -> bool:
        """Whether rounding makes the return depend on the size of a stake."""
        return any(spot.commission.of for spot in self.paytable.spots)

    def expected(self, awards: Iterable[e.Award]) -> Fraction:
        """Return the theoretical win of the house on these wagers; of undone ones it is negative."""
        return sum((award.stake * self._edge(award.spot, abs(award.stake)) for award in awards), Fraction(0))

    def _edge(self, name: str, stake: int) -> Fraction:
        spot = self.paytable[name]
        size = stake if spot.commission.of else 0
        if (name, size) not in self._edges:
            self._edges[name, size] = figures(spot, size).edge
        return self._edges[name, size]

    @cached_property
    def _edges(self) -> dict[tuple[str, int], Fraction]:
        """By spot and stake; by stake only where a commission is rounded."""
        return {}


def played(sources: Sources, journal: Journal) -> Played:
    areas = _areas(sources, journal)
    drawn = journal.installed.multipliers
    kept = journal.installed.commissions
    plain = (
        msgspec.structs.replace(_spot(name, areas.get(name, name), wins), commission=kept.get(name, NO_COMMISSION))
        for name, wins in journal.installed.wins.items()
    )
    name = journal.installed.paytable
    table = PayTable(name, name, tuple(multiplied(spot, drawn) for spot in plain), drawn)
    return Played(table, () if areas else (NO_AREAS.format(journal.table),))


def _spot(name: str, area: str, wins: dict[str, str]) -> Spot:
    odds = {text: Odds.parse(text) for text in set(wins.values())}
    return Spot(SpotId(name), area, name, name, "", "", tuple((_ROLLS[roll], odds[to]) for roll, to in wins.items()))


def _areas(sources: Sources, journal: Journal) -> dict[str, str]:
    """Return the areas of the installed pay table, if that exact one is known; else none."""
    installed = journal.installed
    found = by_fingerprint(installed.fingerprint, installed.paytable, sources.paytables)
    return {str(spot.id): spot.area for spot in found.spots} if found else {}
