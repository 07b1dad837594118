"""The table events that a house must be able to look up later."""

from collections.abc import Iterator, Sequence

from taisai.house.narration import tell
from taisai.house.settings_tables import Events
from taisai.people.event_log import Note
from taisai.people.significant_events import Happening
from taisai.rules.currency import figures
from taisai.table import events as e
from taisai.table.order import ALONE

_ALWAYS: dict[type, Happening] = {
    e.TableInstalled: Happening.TABLE_INSTALLED,
    e.TableOpened: Happening.TABLE_OPENED,
    e.TableClosed: Happening.TABLE_CLOSED,
    e.LimitsChanged: Happening.LIMITS_CHANGED,
    e.EntryAmended: Happening.OVERRIDE,
    e.RoundVoided: Happening.ROUND_VOID,
    e.RoundCorrected: Happening.ROUND_CORRECTED,
    e.RoundReversed: Happening.ROUNDS_REVERSED,
    e.TroubleReported: Happening.MALFUNCTION_REPORTED,
    e.TroubleCleared: Happening.MALFUNCTION_CLEARED,
    e.TerminalFailed: Happening.TERMINAL_FAILED,
    e.LineJudged: Happening.LINE_JUDGED,
    e.WagerShifted: Happening.WAGER_SHIFTED,
    e.PostAssigned: Happening.POST_ASSIGNED,
    e.SettlementUndone: Happening.OVERRIDE,
    e.SeatLocked: Happening.SEAT_LOCKED,
    e.SeatReleased: Happening.SEAT_RELEASED,
    e.VoucherCancelled: Happening.VOUCHER_CANCELLED,
    e.CountApproved: Happening.COUNT_APPROVED,
    e.SoftCountApproved: Happening.COUNT_APPROVED,
    e.SlipVoided: Happening.SLIP_VOIDED,
    e.DisputeOpened: Happening.DISPUTE_OPENED,
    e.DisputeDecided: Happening.DISPUTE_DECIDED,
}


def notes(table: str, first: int, events: Sequence[e.Event], large: Events, currency: str) -> Iterator[Note]:
    """Yield notes on significant events. Amounts in their texts are in units of the currency."""
    for seq, event in enumerate(events, start=first):
        code = _ALWAYS.get(type(event))
        if code is not None:
            yield Note(code, tell(event, currency), table, value=_case(event), seq=seq)
        yield from _alone(table, seq, event, currency)
        yield from _money(table, seq, event, currency)
        yield from _large(table, seq, event, large, currency)


def _case(event: e.Event) -> str:
    """Return the dispute whose text a note repeats, so that the note is erased with it."""
    return f"dispute {event.dispute}" if isinstance(event, e.DisputeOpened | e.DisputeDecided) else ""


def _alone(table: str, seq: int, event: e.Event, currency: str) -> Iterator[Note]:
    if getattr(event, "second", "") == ALONE.name:
        yield Note(Happening.ACTED_ALONE, tell(event, currency), table, seq=seq)


def _money(table: str, seq: int, event: e.Event, currency: str) -> Iterator[Note]:
    if isinstance(event, e.DisputeDecided) and event.corrections:
        yield Note(Happening.ADJUSTMENT, tell(event, currency), table, value=_case(event), seq=seq)
    if isinstance(event, e.FloatCounted) and event.differs:
        yield Note(Happening.FLOAT_DIFFERS, tell(event, currency), table, value=str(event.variance), seq=seq)
    if isinstance(event, e.SoftCountMade) and event.variance:
        yield Note(Happening.BOX_DIFFERS, tell(event, currency), table, value=str(event.variance), seq=seq)
    if isinstance(event, e.CheckRecorded) and not event.passed:
        yield Note(Happening.CHECK_FAILED, tell(event, currency), table, seq=seq)


def _large(table: str, seq: int, event: e.Event, large: Events, currency: str) -> Iterator[Note]:
    match event:
        case e.WagerPlaced(stake=stake) if 0 < large.wager <= stake:
            yield Note(Happening.LARGE_WAGER, tell(event, currency), table, value=str(stake), seq=seq)
        case e.CreditBought(amount=amount) | e.CashChanged(amount=amount) if 0 < large.buy_in <= amount:
            yield Note(Happening.LARGE_BUY_IN, tell(event, currency), table, value=str(amount), seq=seq)
        case e.VoucherIssued(amount=amount) | e.SeatReleased(paid=amount) if 0 < large.cash_out <= amount:
            yield Note(Happening.LARGE_CASH_OUT, tell(event, currency), table, value=str(amount), seq=seq)
        case e.AreaPaid(awards=awards) if large.win:
            for award in awards:
                won = award.returned - award.stake
                if won >= large.win:
                    won_words, stake_words = figures(won, currency), figures(award.stake, currency)
                    words = f"seat {award.seat} won {won_words} with {stake_words} on {award.spot}"
                    yield Note(Happening.LARGE_WIN, words, table, value=str(won), seq=seq)
