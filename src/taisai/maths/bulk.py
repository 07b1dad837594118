"""Settlement and exposure of very many wagers at once with NumPy, in whole numbers throughout."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from taisai.rules.paytable import PayTable
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.roll import ROLLS, Roll

Integers = NDArray[np.int64]
LIMIT = 2**63 - 1


class Awards(NamedTuple):
    """One winning group: the positions of its wagers in the original order, and what each gets back."""

    spot: str
    wagers: Integers
    returned: Integers


class _Group(NamedTuple):
    """The wagers on one winning spot: a slice of the ordered columns, and what a staked unit returns."""

    spot: str
    span: slice
    multiple: int
    per: int


class BulkBook:
    """Wagers grouped by spot once, so that a roll touches only the groups that win on it."""

    def __init__(self, table: PayTable, spots: Integers, stakes: Integers) -> None:
        """`spots` are positions in `table.spots`; both columns have the same order."""
        spots, stakes = _whole(spots), _whole(stakes)
        _check(table, spots, stakes)
        self.table = table
        self._order = np.argsort(spots.astype(np.int16), kind="stable")  # small integers use radix sort
        self._stakes = stakes[self._order]
        edges = np.cumsum(np.bincount(spots + 1, minlength=len(table.spots) + 1))
        self._spans = [slice(int(start), int(stop)) for start, stop in pairwise(edges)]
        self._winners: dict[Roll, tuple[_Group, ...]] = {}

    def _groups(self, roll: Roll) -> Iterator[_Group]:
        for spot, span in zip(self.table.spots, self._spans, strict=True):
            odds = spot.odds(roll)
            if odds and span.start < span.stop:
                yield _Group(spot.id, span, odds.units + odds.per, odds.per)

    def settle(self, roll: Roll) -> Iterator[Awards]:
        """Yield the awards of the winners; a wager in none of them gets nothing back."""
        if roll not in self._winners:
            self._winners[roll] = tuple(self._groups(roll))
        for group in self._winners[roll]:
            returned = self._stakes[group.span] * group.multiple
            if group.per > 1:
                returned //= group.per
            yield Awards(group.spot, self._order[group.span], returned)

    def losses(self) -> Integers:
        """Return the house's loss on each of the 56 rolls, in units of 1/per; negative values are gains."""
        per = self.table.per
        returned: Integers = np.full(len(ROLLS), -int(self._stakes.sum()) * per)
        for spot, span in zip(self.table.spots, self._spans, strict=True):
            total = self._stakes[span].sum()
            for index, odds in self.table.units(spot):
                returned[index] += total * (odds + per)
        return returned


def _whole(column: Integers) -> Integers:
    if not np.issubdtype(column.dtype, np.integer):
        raise Refused(
            Refusal.WAGER_INVALID,
            f"a column has the type {column.dtype}; spots and stakes must be whole numbers",
            column.dtype,
        )
    return column.astype(np.int64, copy=False)


def _check(table: PayTable, spots: Integers, stakes: Integers) -> None:
    if table.multipliers.spots or any(spot.commission.of for spot in table.spots):
        words = f"{table.id} draws multipliers or rounds a commission, which bulk settlement does not support"
        raise Refused(Refusal.WAGER_INVALID, words, table.id)
    if len(spots) != len(stakes):
        raise Refused(Refusal.WAGER_INVALID, f"there are {len(spots)} spots but {len(stakes)} stakes", len(stakes))
    if not len(spots):
        return
    if spots.min() < 0 or spots.max() >= len(table.spots):
        wrong = int(spots.max() if spots.min() >= 0 else spots.min())
        raise Refused(
            Refusal.SPOT_UNKNOWN,
            f"there is no spot number {wrong} on {table.id}, which has {len(table.spots)} spots",
            wrong,
        )
    if stakes.min() < 1:
        raise Refused(Refusal.STAKE_INVALID, f"{stakes.min()} is not a stake; stakes start at 1", int(stakes.min()))
    most = max(odds for spot in table.spots for _, odds in table.units(spot)) + table.per
    if int(stakes.max()) * len(stakes) * most > LIMIT:
        raise Refused(
            Refusal.STAKE_TOO_LARGE,
            f"{stakes.max()} is too large to settle {len(stakes)} wagers exactly",
            int(stakes.max()),
        )
    steps = np.array([spot.stake_step for spot in table.spots])
    stepped = np.flatnonzero((steps > 1)[spots])
    misfits = stepped[np.flatnonzero(stakes[stepped] % steps[spots[stepped]])]
    if len(misfits):
        spot, stake = table.spots[spots[misfits[0]]], int(stakes[misfits[0]])
        words = f"{stake} on {spot.id!r} would not settle to whole units; stake a multiple of {spot.stake_step}"
        raise Refused(Refusal.UNIT_MISFIT, words, stake)
