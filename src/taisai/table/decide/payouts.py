"""The chips that winners are paid in: the fewest, or those that the dealer chooses."""

import msgspec

from taisai.rules.refusals import Refusal, Refused
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.decide.chips import chips_only
from taisai.table.decide.moving import Moving, values_of
from taisai.table.game import Game
from taisai.table.piles import FLOAT, Pile, due_beside, lying, rack, worth
from taisai.table.state import Settling, Table


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


def _proposal(moving: Moving, area: str, award: e.Award) -> Proposal:
    amount = due_beside(award.stake, award.returned)
    if award.returned < award.stake:
        moving.all(lying(award.seat, award.spot), FLOAT)
    made = moving.makes(FLOAT, amount, award.seat) or {}
    moving.move(FLOAT, rack(award.seat), made)
    return Proposal(area, award.seat, award.spot, amount, made)


def check_payouts(game: Game, table: Table, awards: list[e.Award], payouts: tuple[c.Payout, ...]) -> None:
    """Check that each payout is for a different winner who is due now, and worth exactly the winnings."""
    if not payouts:
        return
    chips_only(table)
    waiting = {(award.seat, award.spot): award for award in awards}
    for one in payouts:
        award = waiting.pop((one.seat, one.spot), None)
        if award is None:
            words = f"seat {one.seat} is not due a payout on {one.spot!r} now, or this order pays it twice"
            raise Refused(Refusal.WAGER_ABSENT, words, one.spot)
        _check_chips(game, table, award, one.chips)


def _check_chips(game: Game, table: Table, award: e.Award, chips: Pile) -> None:
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
