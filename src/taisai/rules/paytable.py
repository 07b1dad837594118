"""A rulebook's spots and odds for one layout, compiled over the 56 rolls."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from math import lcm
from operator import itemgetter

import msgspec

from taisai.rules.html import called, table_html
from taisai.rules.multipliers import NONE, Multipliers
from taisai.rules.refusals import Refusal, Refused, did_you_mean
from taisai.rules.roll import ROLLS, Roll
from taisai.rules.spot import Spot


class PayTable(msgspec.Struct, frozen=True, dict=True):
    """The spots of one layout with their odds, in the rulebook's order.

    >>> table = paytable("rws-6/2")
    >>> table, len(table), [spot.id for spot in table][:3]
    (paytable('rws-6/2'), 104, ['small', 'big', 'odd'])
    >>> table["double-2"].label, "double-7" in table
    ('Double 2', False)
    """

    id: str
    name: str
    spots: tuple[Spot, ...]
    multipliers: Multipliers = NONE

    @cached_property
    def by_id(self) -> Mapping[str, Spot]:
        """The spots by their names.

        >>> paytable("rws-6/2").by_id["big"].label
        'Big'
        """
        return {spot.id: spot for spot in self.spots}

    def __iter__(self) -> Iterator[Spot]:
        return iter(self.spots)

    def __len__(self) -> int:
        return len(self.spots)

    def __contains__(self, spot: object) -> bool:
        return spot in self.by_id if isinstance(spot, str) else spot in self.spots

    def __repr__(self) -> str:
        return f"paytable({called(self, self.id)!r})"

    def _repr_html_(self) -> str:
        """Draw the spots with what they pay and how often they win."""
        cells = ((spot.id, spot.label, spot.odds_words, f"{spot.ways}/216") for spot in self.spots)
        return table_html(f"{self.id}: {self.name}", ("spot", "label", "pays", "wins"), cells)

    def __getitem__(self, spot_id: str) -> Spot:
        spot = self.by_id.get(spot_id)
        if spot is None:
            words = f"no spot {spot_id!r} on {self.id}{did_you_mean(spot_id, self.by_id)}"
            raise Refused(Refusal.SPOT_UNKNOWN, words, spot_id)
        return spot

    def lit(self, roll: Roll) -> tuple[Spot, ...]:
        """Return the spots that win on a roll, in the rulebook's order; spots that only return stake are not lit.

        >>> [spot.id for spot in paytable("rws-6/2").lit(Roll(1, 1, 3))][:3]
        ['small', 'odd', 'single-1']
        """
        return tuple(spot for spot in self.spots if (odds := spot.odds(roll)) and odds.wins)

    @cached_property
    def lights(self) -> dict[str, tuple[str, ...]]:
        """The lit spots for all 56 rolls, by name: what correct equipment lights in a test run.

        >>> paytable("rws-6/2").lights["1-1-1"]
        ('single-1', 'double-1', 'any-triple', 'triple-1')
        """
        return {str(roll): tuple(str(spot.id) for spot in self.lit(roll)) for roll in ROLLS}

    @cached_property
    def per(self) -> int:
        """The denominator of the unit that all odds are multiples of: 2 if some odds are halves.

        >>> paytable("rws-6/2").per, paytable("etg/1").per
        (1, 2)
        """
        return lcm(*(spot.stake_step for spot in self.spots))

    def units(self, spot: Spot) -> tuple[tuple[int, int], ...]:
        """Return the rolls on which anything is returned, by index, with the odds in units of 1/per.

        >>> table = paytable("rws-6/2")
        >>> table.units(table["triple-1"])
        ((0, 180),)
        """
        return tuple((roll.index, odds.units * (self.per // odds.per)) for roll, odds in spot.wins)

    @cached_property
    def back(self) -> Mapping[str, tuple[tuple[int, int], ...]]:
        """For each spot, the rolls on which anything is returned, by index.

        Each has what a stake of one gets back, in units of 1/per.

        >>> paytable("rws-6/2").back["triple-1"]
        ((0, 181),)
        """
        return {spot.id: tuple((index, odds + self.per) for index, odds in self.units(spot)) for spot in self.spots}

    @cached_property
    def alike(self) -> Mapping[str, tuple[tuple[int, Callable[[list[int]], tuple[int, ...]]], ...]]:
        """Each spot's different odds in units of 1/per, each with a function to pick its rolls from a list.

        >>> ((odds, pick),) = paytable("rws-6/2").alike["triple-1"]
        >>> odds, pick([str(roll) for roll in ROLLS])
        (180, ('1-1-1', '1-1-1'))
        """
        return {spot.id: tuple(_alike(self.units(spot))) for spot in self.spots}

    @cached_property
    def back_most(self) -> Mapping[str, int]:
        """For each spot, the most that a stake of one can get back, in units of 1/per.

        >>> paytable("rws-6/2").back_most["big"]
        2
        """
        return {spot: max(back for _, back in rolls) for spot, rolls in self.back.items()}

    @cached_property
    def fingerprint(self) -> str:
        """The SHA-256 of the id, the plain spots by id, and the multipliers if any, as JSON.

        The JSON has sorted keys and no white space.

        >>> paytable("rws-6/2").fingerprint[:8]
        'b1102aa7'
        """
        spots = [plain(spot) for spot in sorted(self.spots, key=lambda spot: spot.id)]
        from hashlib import sha256  # noqa: PLC0415 - most tables are used without it

        drawn = {"multipliers": msgspec.to_builtins(self.multipliers)} if self.multipliers.spots else {}
        return sha256(msgspec.json.encode({"id": self.id, "spots": spots, **drawn}, order="sorted")).hexdigest()


def _alike(units: Iterable[tuple[int, int]]) -> Iterator[tuple[int, Callable[[list[int]], tuple[int, ...]]]]:
    rolls: dict[int, list[int]] = {}
    for index, odds in units:
        if odds > 0:  # if at most the stake is returned, a further stake costs the house nothing
            rolls.setdefault(odds, []).append(index)
    for odds, found in rolls.items():
        yield odds, itemgetter(found[0], *found)  # twice the first: a single key gives no tuple


def plain(spot: Spot) -> dict[str, object]:
    """Return a spot's content in plain values: what the fingerprint covers and what is printed for machines."""
    words = {odds: str(odds) for odds in {odds for _, odds in spot.wins}}
    kept = {"commission": msgspec.to_builtins(spot.commission)} if spot.commission.of else {}
    return kept | {
        "id": spot.id,
        "label": spot.label,
        "clause": spot.clause,
        "inferred": bool(spot.inferred),
        "wins": {str(roll): words[odds] for roll, odds in spot.wins},
    }
