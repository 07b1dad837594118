"""The chips of a settlement: those of losing stakes, and those that winners are paid."""

from collections.abc import Iterable, Mapping
from itertools import chain

from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.decide.chip_moves import check_no_count_waits
from taisai.table.decide.moving import Moving
from taisai.table.game import Game
from taisai.table.make_up import made_of
from taisai.table.piles import FLOAT, Pile, add_to, due_beside, lying
from taisai.table.state import Table


def lost_chips(table: Table, winners: Mapping[str, tuple[e.Award, ...]]) -> Pile:
    """Return all chips on the layout except those of the winners."""
    check_no_count_waits(table)
    layout, lost = table.tray.layout, dict(table.tray.staked)
    for award in chain.from_iterable(winners.values()):
        add_to(lost, layout[award.seat][award.spot], -1)
    return lost


class Paying:
    """Pays one winner after another from the rest of the float."""

    def __init__(self, game: Game, table: Table, payouts: Iterable[c.Payout]) -> None:
        check_no_count_waits(table)
        self._moving = Moving(game, table)
        self._left = self._moving.pile(FLOAT)
        self._chosen = {(one.seat, one.spot): one.chips for one in payouts}
        coloured = (number for number, seat in table.seats.items() if seat.colour)
        self._special = {*coloured, *(seat for seat, _ in self._chosen)}

    def paid(self, awards: Iterable[e.Award]) -> tuple[Pile, ...]:
        """Return what each winner is paid in addition to the stake."""
        found, left, values = list[Pile](), self._left, self._moving.table.chips
        for award in awards:
            due = award.returned - award.stake
            chips = None if due < 0 or award.seat in self._special else made_of(left, values, due)
            if chips is None:
                chips = self._pay(award)
            add_to(left, chips, -1)
            found.append(chips)
        return tuple(found)

    def _pay(self, award: e.Award) -> Pile:
        due = due_beside(award.stake, award.returned)
        if award.returned < award.stake:
            add_to(self._left, self._moving.pile(lying(award.seat, award.spot)))
        if (award.seat, award.spot) in self._chosen:
            return self._given(self._chosen[award.seat, award.spot])
        made = self._moving.makes(FLOAT, due, award.seat)
        if made is None:
            raise self._moving.lacking(due)
        return made

    def _given(self, chips: Pile) -> Pile:
        self._moving.check_float(chips)
        return {kind: count for kind, count in chips.items() if count}
