"""Tells the table that issued a voucher when another table redeems it."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final

from taisai.house.automation import ITSELF
from taisai.house.claims import redeemed
from taisai.house.desk import Answer
from taisai.house.live import LiveRefusal, LiveTable
from taisai.people.event_log import Note
from taisai.people.significant_events import Happening
from taisai.rules.refusals import Refused
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.order import Order

AGAIN_S: Final = 0.2

Lives = Callable[[], Iterable[LiveTable]]
Noting = Callable[[Note], None]


class Redemptions:
    """`lives` are all tables of the house. A process can end between a redemption and the message about it, so `mend`
    looks for such vouchers at each start and each day."""

    def __init__(self, lives: Lives, note: Noting) -> None:
        self._lives = lives
        self._note = note
        self._running = True
        self.elsewhere: Callable[[str], None] = lambda _: None  # for vouchers that other nodes may have issued

    def stop(self) -> None:
        self._running = False

    def heard(self, events: Sequence[e.Event]) -> None:
        for event in events:
            if isinstance(event, e.CreditBought) and event.voucher:
                self.tell(event.voucher)
                self.elsewhere(event.voucher)

    def tell(self, voucher: str) -> None:
        """Tell the issuing table. It is asked at rest: while it writes, its state may still be rolled back."""
        for live in self._lives():
            live.look(partial(self._order, live, voucher))

    def _order(self, live: LiveTable, voucher: str) -> None:
        if voucher in live.desk.table.vouchers:
            live.submit(_order(live, voucher), partial(self._told, live, voucher))

    def _told(self, live: LiveTable, voucher: str, _: Order, answer: Answer) -> None:
        """Retry until it works: the journal may be down at the moment."""
        if _is_to_try_again(answer) and self._running:
            asyncio.get_running_loop().call_later(AGAIN_S, live.look, partial(self._order, live, voucher))

    def outstanding(self) -> list[str]:
        return [voucher for live in self._lives() for voucher in live.desk.table.vouchers]

    def mend(self, spent: Iterable[str]) -> None:
        """Mark outstanding vouchers as redeemed if a claim shows that they were, and note it."""
        for voucher in spent:
            for live in self._lives():
                live.look(partial(self._mend, live, voucher))

    def _mend(self, live: LiveTable, voucher: str) -> None:
        found = live.desk.table.vouchers.get(voucher)
        if found is not None:
            amount = live.desk.game.money(found.amount)
            words = (
                f"the voucher ending in {found.ending} of seat {found.seat}, worth {amount}, was redeemed at"
                " another table but was still outstanding here; this was corrected"
            )
            note = Note(Happening.VOUCHER_MENDED, words, live.desk.table.table, value=str(found.amount))
            live.submit(_order(live, voucher), partial(self._mended, note))

    def _mended(self, note: Note, _: Order, answer: Answer) -> None:
        if not isinstance(answer, Refused):
            self._note(note)


def spent(outstanding: Iterable[str], claimed: Callable[[str], bytes | None]) -> list[str]:
    return [voucher for voucher in outstanding if claimed(redeemed(voucher)) is not None]


def _order(live: LiveTable, voucher: str) -> Order:
    """Return an order with the same id each time."""
    return Order(f"redeemed {voucher}", ITSELF, c.NoteRedeemed(voucher), live.desk.table.round)


def _is_to_try_again(answer: Answer) -> bool:
    return isinstance(answer, Refused) and isinstance(answer.code, LiveRefusal)
