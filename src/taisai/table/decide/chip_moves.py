"""The chips that move with the money of events, at tables with counted chips."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec import UNSET

from taisai.rules.refusals import Refusal, Refused
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.decide.moving import Moving, stack_of
from taisai.table.game import Game
from taisai.table.make_up import largest_first
from taisai.table.piles import CAGE, ELSEWHERE, FLOAT, TIPS, VARIANCE, Pile, added, lying, pile_of, rack, worth
from taisai.table.state import Seat, Settling, Table


def with_chips(game: Game, table: Table, events: list[e.Event]) -> list[e.Event]:
    """Return the events, followed by the chips that they moved."""
    moved = [(_MOVED[type(event)], event) for event in events if type(event) in _MOVED]
    if not moved:
        return events
    moving = Moving(game, table)
    for move, event in moved:
        move(moving, event)
    if not moving.moves:
        return events
    if any(FLOAT in (one.source, one.target) for one in moving.moves):
        check_no_count_waits(table, events)
    return [*events, e.ChipsMoved(tuple(moving.moves))]


def staked_chips(game: Game, table: Table, seat: Seat, command: c.PlaceWager, stake: int) -> tuple[list[e.Event], Pile]:
    """Return the chips of a wager, and a preceding exchange if the rack lacks the right chips."""
    if not (command.stack or seat.colour):
        made = largest_first(table.tray.pile(rack(command.seat)), table.chips, stake)
        if made:
            return [], made
    moving = Moving(game, table)
    chips = stack_of(moving, command.seat, stake, command.stack if stake == command.stake else ())
    if moving.moves:
        check_no_count_waits(table)
    return ([e.ChipsMoved(tuple(moving.moves))] if moving.moves else []), chips


def check_no_count_waits(table: Table, events: Sequence[e.Event] = ()) -> None:
    if table.tray.count.waits and not any(isinstance(event, e.CountApproved) for event in events):
        words = "the count of the float differs; count again, or have it explained and approved first"
        raise Refused(Refusal.COUNT_DIFFERS, words, table.tray.count.amount)


def _opened(moving: Moving, _: e.TableOpened) -> None:
    moving.move(CAGE, FLOAT, moving.table.tray.count.chips)


def _closed(moving: Moving, _: e.TableClosed) -> None:
    moving.all(FLOAT, CAGE)


def _approved(moving: Moving, event: e.CountApproved) -> None:
    if event.purpose != "opening":
        found = added(event.chips, _values_only(moving.pile(FLOAT)), -1)
        moving.move(FLOAT, VARIANCE, {kind: -count for kind, count in found.items() if count < 0})
        moving.move(VARIANCE, FLOAT, {kind: count for kind, count in found.items() if count > 0})


def _values_only(pile: Pile) -> Pile:
    return {kind: count for kind, count in pile.items() if kind.isdecimal()}


def _brought(moving: Moving, event: e.ChipsBrought) -> None:
    moving.move(ELSEWHERE, rack(event.seat), event.chips)


def _taken(moving: Moving, event: e.ChipsTaken) -> None:
    moving.swap(rack(event.seat), event.chips, event.seat)
    moving.move(rack(event.seat), ELSEWHERE, event.chips)


def _written_off(moving: Moving, event: e.ColourWrittenOff) -> None:
    """Record them as missing. Nobody can redeem them any more."""
    moving.move(rack(event.seat), FLOAT, {event.colour: event.count})


def _tipped(moving: Moving, event: e.TipGiven) -> None:
    moving.swap(rack(event.seat), event.chips, event.seat)
    moving.move(rack(event.seat), TIPS, event.chips)


def _tips_taken(moving: Moving, event: e.TipsTaken) -> None:
    moving.move(TIPS, CAGE, event.chips)


def _changed(moving: Moving, event: e.CashChanged) -> None:
    moving.give(rack(event.seat), pile_of(event.chips))


def _exchanged(moving: Moving, event: e.ChipsExchanged) -> None:
    """Exchange chips. If the record shows other chips in the rack, those are changed first."""
    colour, holder = moving.table.seats[event.seat].colour, rack(event.seat)
    given, received = pile_of(event.given), pile_of(event.received)
    given |= {colour: event.colour_given} if event.colour_given else {}
    received |= {colour: event.colour_received} if event.colour_received else {}
    moving.swap(holder, given, event.seat)
    moving.move(holder, FLOAT, given)
    moving.give(holder, received)


def _filled(moving: Moving, event: e.FloatFilled) -> None:
    moving.move(CAGE, FLOAT, pile_of(event.chips))


def _credited(moving: Moving, event: e.FloatCredited) -> None:
    moving.give(CAGE, pile_of(event.chips))


def _moved(moving: Moving, event: e.WagerMoved) -> None:
    moving.pay(lying(event.seat, event.spot), lying(event.seat, event.to), event.stake, event.seat)


def _shifted(moving: Moving, event: e.WagerShifted) -> None:
    if event.counts:
        moving.pay(lying(event.seat, event.spot), lying(event.seat, event.to), event.stake, event.seat)


def _back(moving: Moving, stake: e.Stake | e.WagerWithdrawn | e.LineJudged) -> None:
    moving.pay(lying(stake.seat, stake.spot), rack(stake.seat), stake.stake, stake.seat)


def _judged(moving: Moving, event: e.LineJudged) -> None:
    if not event.counts:
        _back(moving, event)


def _rejected(moving: Moving, event: e.ExcessRejected) -> None:
    for stake in event.rejected:
        _back(moving, stake)


def _unnoticed(moving: Moving, event: e.UnnoticedRecorded) -> None:
    moving.pay(rack(event.seat), lying(event.seat, event.spot), event.stake, event.seat)


def _collected(moving: Moving, event: e.LosersCollected) -> None:
    """Move the chips of losers if the event does not tell them: stakes that go back in part may need change."""
    if event.chips is not UNSET:
        return
    for award in (*event.lost, *(award for awards in event.winners.values() for award in awards)):
        if award.refused:
            moving.pay(lying(award.seat, award.spot), rack(award.seat), award.refused, award.seat)
    for award in event.lost:
        moving.all(lying(award.seat, award.spot), FLOAT)


def _corrected(moving: Moving, corrections: Sequence[e.Correction]) -> None:
    """Move the chips of corrections. Chips that come back first can be paid out again."""
    for one in corrections:
        moving.pay(rack(one.seat), FLOAT, one.debited, one.seat)
    for one in corrections:
        moving.pay(FLOAT, rack(one.seat), one.credited, one.seat)


def _put_right(moving: Moving, event: e.RoundReversed | e.RoundCorrected | e.DisputeDecided) -> None:
    _corrected(moving, event.corrections)


def _voided(moving: Moving, event: e.RoundVoided) -> None:
    for stake in event.returned:
        moving.all(lying(stake.seat, stake.spot), rack(stake.seat))
    _corrected(moving, event.corrections)


def _undone(moving: Moving, event: e.SettlementUndone) -> None:
    """Put every stake back where it was before collection, in chips of the same value."""
    phase = moving.table.phase
    assert isinstance(phase, Settling)
    _corrected(moving, event.corrections)
    waiting = {(award.seat, award.spot) for awards in phase.unpaid.values() for award in awards}
    for award in phase.awards:
        again = award.refused + (0 if (award.seat, award.spot) in waiting else award.stake)
        moving.pay(FLOAT, lying(award.seat, award.spot), again, award.seat)


def expected(table: Table) -> Pile:
    """Return the chips that a count should find: those of the float, or of the last closing if the table is closed."""
    return _values_only(table.tray.pile(FLOAT)) if table.tray.pile(FLOAT) else dict(table.tray.closing)


def worth_of(table: Table, chips: Pile) -> int:
    return worth(chips, {str(value): value for value in table.chips})


_MOVED: Final[dict[type, Callable[[Moving, Any], None]]] = {
    e.TableOpened: _opened,
    e.TableClosed: _closed,
    e.CountApproved: _approved,
    e.ChipsBrought: _brought,
    e.ChipsTaken: _taken,
    e.ColourWrittenOff: _written_off,
    e.TipGiven: _tipped,
    e.TipsTaken: _tips_taken,
    e.CashChanged: _changed,
    e.ChipsExchanged: _exchanged,
    e.FloatFilled: _filled,
    e.FloatCredited: _credited,
    e.WagerMoved: _moved,
    e.WagerShifted: _shifted,
    e.LineJudged: _judged,
    e.WagerWithdrawn: _back,
    e.ExcessRejected: _rejected,
    e.UnnoticedRecorded: _unnoticed,
    e.LosersCollected: _collected,
    e.RoundVoided: _voided,
    e.SettlementUndone: _undone,
    e.RoundReversed: _put_right,
    e.RoundCorrected: _put_right,
    e.DisputeDecided: _put_right,
}
