"""The table events that a house must be able to look up later."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from msgspec.structs import replace

from taisai.house.narration import tell
from taisai.house.settings_tables import Events
from taisai.people.event_log import Note
from taisai.people.significant_events import Happening
from taisai.privacy.fields import NOTED_DISPUTES, NOTED_TYPED, personal_fields
from taisai.privacy.veil import SEAT
from taisai.rules.currency import figures
from taisai.rules.personal import Personal
from taisai.table import events as e
from taisai.table.order import ALONE

LEFT_OUT: Final = "…"
_HAPPENINGS: Final = {one.value: one for one in Happening}
Coded = tuple[Happening, str]
"""The code of a note, and its value."""


def notes(table: str, first: int, events: Sequence[e.Event], large: Events, currency: str) -> Iterator[Note]:
    """Yield notes on significant events. Amounts in their texts are in units of the currency."""
    for seq, event in enumerate(events, start=first):
        for code, value in _codes(event, large):
            yield Note(code, _words(event, code, currency), table, value=value, seq=seq)
        if large.win:
            yield from _large_wins(table, seq, event, large, currency)


def _codes(event: e.Event, large: Events) -> Iterator[Coded]:
    if event.noted:
        yield _HAPPENINGS[event.noted], _case(event)
    if getattr(event, "second", "") == ALONE.name:
        yield Happening.ACTED_ALONE, ""
    yield from _money(event)
    yield from _large(event, large)


def _words(event: e.Event, code: Happening, currency: str) -> str:
    """Describe an event. What people typed stands only in notes that are encrypted for them."""
    if code not in NOTED_TYPED | NOTED_DISPUTES:
        typed = {name: getattr(event, name) for name in _typed(type(event))}
        left_out = {name: LEFT_OUT for name, text in typed.items() if text and not SEAT.fullmatch(text)}
        event = replace(event, **left_out)
    return tell(event, currency)


@cache
def _typed(event: type[e.Event]) -> tuple[str, ...]:
    fields = personal_fields(event).items()
    return tuple(name for name, kind in fields if kind in {Personal.TYPED, Personal.DISPUTE})


def _case(event: e.Event) -> str:
    """Return the dispute whose text a note repeats, so that the note is erased with it."""
    return f"dispute {event.dispute}" if isinstance(event, e.DisputeOpened | e.DisputeDecided) else ""


def _money(event: e.Event) -> Iterator[Coded]:
    if isinstance(event, e.DisputeDecided) and event.corrections:
        yield Happening.ADJUSTMENT, _case(event)
    if isinstance(event, e.FloatCounted) and event.differs:
        yield Happening.FLOAT_DIFFERS, str(event.variance)
    if isinstance(event, e.SoftCountMade) and event.variance:
        yield Happening.BOX_DIFFERS, str(event.variance)
    if isinstance(event, e.CheckRecorded) and not event.passed:
        yield Happening.CHECK_FAILED, ""


def _large(event: e.Event, large: Events) -> Iterator[Coded]:
    match event:
        case e.WagerPlaced(stake=stake) if 0 < large.wager <= stake:
            yield Happening.LARGE_WAGER, str(stake)
        case e.CreditBought(amount=amount) | e.CashChanged(amount=amount) if 0 < large.buy_in <= amount:
            yield Happening.LARGE_BUY_IN, str(amount)
        case e.VoucherIssued(amount=amount) | e.SeatReleased(paid=amount) if 0 < large.cash_out <= amount:
            yield Happening.LARGE_CASH_OUT, str(amount)


def _large_wins(table: str, seq: int, event: e.Event, large: Events, currency: str) -> Iterator[Note]:
    for award in event.awards if isinstance(event, e.AreaPaid) else ():
        won = award.returned - award.stake
        if won >= large.win:
            won_words, stake_words = figures(won, currency), figures(award.stake, currency)
            words = f"seat {award.seat} won {won_words} with {stake_words} on {award.spot}"
            yield Note(Happening.LARGE_WIN, words, table, value=str(won), seq=seq)
