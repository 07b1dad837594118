"""The chips of a settlement: those of losing stakes, and those that winners are paid, few or as the dealer chooses."""

from collections.abc import Iterable, Mapping
from itertools import chain

import msgspec

from taisai.rules.refusals import Refusal, Refused
from taisai.table import allow
from taisai.table.accounts import FLOAT
from taisai.table.game import Game
from taisai.table.make_up import made_of
from taisai.table.moving import Moving, values_of
from taisai.table.parts import Award, Chips, Number, Word
from taisai.table.piles import Pile, add_to, due_beside, lying, rack, worth
from taisai.table.state import Settling, Table
from taisai.table.trades.chip_moves import check_no_count_waits


class Payout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The chips, by kind, that the dealer chooses for one wager's winnings."""

    seat: Number
    spot: Word
    chips: Chips


class Proposal(msgspec.Struct, frozen=True, gc=False):
    """The proposed payout of one winning wager. `chips` is empty if the float cannot make the amount."""

    area: str
    seat: int
    spot: str
    amount: int
    chips: Pile


def proposed(game: Game, table: Table) -> tuple[Proposal, ...]:
    """Return a proposal for each unpaid winner, in the order of payment."""
    if not isinstance(table.phase, Settling) or not table.tray.counted:
        return ()
    moving = Moving(game, table)
    unpaid = table.phase.unpaid.items()
    return tuple(_proposal(moving, area, award) for area, awards in unpaid for award in awards)


def _proposal(moving: Moving, area: str, award: Award) -> Proposal:
    amount = due_beside(award.stake, award.returned)
    if award.returned < award.stake:
        moving.all(lying(award.seat, award.spot), FLOAT)
    made = moving.makes(FLOAT, amount, award.seat) or {}
    moving.move(FLOAT, rack(award.seat), made)
    return Proposal(area, award.seat, award.spot, amount, made)


def check_payouts(game: Game, table: Table, awards: list[Award], payouts: tuple[Payout, ...]) -> None:
    """Check that each payout is for a different winner who is due now, and worth exactly the winnings."""
    if not payouts:
        return
    allow.chips_only(table)
    waiting = {(award.seat, award.spot): award for award in awards}
    for one in payouts:
        award = waiting.pop((one.seat, one.spot), None)
        if award is None:
            words = f"seat {one.seat} is not due a payout on {one.spot!r} now, or this order pays it twice"
            raise Refused(Refusal.WAGER_ABSENT, words, one.spot)
        _check_chips(game, table, award, one.chips)


def _check_chips(game: Game, table: Table, award: Award, chips: Pile) -> None:
    own = table.seats[award.seat].colour
    values = {kind: value for kind, value in values_of(table).items() if kind.isdecimal() or kind == own}
    for kind in chips:
        if kind not in values:
            there = ", ".join(map(game.money, table.chips))
            named = game.money(int(kind)) if kind.isdecimal() else repr(kind)
            words = f"there is no chip of {named} for seat {award.seat}; the chips are {there}"
            raise Refused(Refusal.CHIP_UNKNOWN, words, int(kind) if kind.isdecimal() else kind)
    due, found = due_beside(award.stake, award.returned), worth(chips, values)
    if found != due:
        words = (
            f"the chips are worth {game.money(found)}, but seat {award.seat} wins {game.money(due)} on {award.spot!r}"
        )
        raise Refused(Refusal.PAYOUT_DIFFERS, words, found)


def lost_chips(table: Table, winners: Mapping[str, tuple[Award, ...]]) -> Pile:
    """Return all chips on the layout except those of the winners."""
    check_no_count_waits(table)
    layout, lost = table.tray.layout, dict(table.tray.staked)
    for award in chain.from_iterable(winners.values()):
        add_to(lost, layout[award.seat][award.spot], -1)
    return lost


class Paying:
    """Pays one winner after another from the rest of the float."""

    def __init__(self, game: Game, table: Table, payouts: Iterable[Payout]) -> None:
        check_no_count_waits(table)
        self._moving = Moving(game, table)
        self._left = self._moving.pile(FLOAT)
        self._chosen = {(one.seat, one.spot): one.chips for one in payouts}
        coloured = (number for number, seat in table.seats.items() if seat.colour)
        self._special = {*coloured, *(seat for seat, _ in self._chosen)}

    def paid(self, awards: Iterable[Award]) -> tuple[Pile, ...]:
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

    def _pay(self, award: Award) -> Pile:
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
