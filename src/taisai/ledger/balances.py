"""Balances: the sum of the transfers in a table's history."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from taisai.table import events as e
from taisai.table.accounts import FLOAT, HOUSE, LAYOUT, Account, seat_account

WAITING_MOST: Final = 1_000  # wagers


def bank_of(money: str) -> Account:
    return FLOAT if money == "chips" else HOUSE


class Ledger:
    """Balances, derived from events only; the same events always give the same balances. Nearly all events are wagers,
    which wait and are added up together, at the latest when somebody asks for a balance. One thread at a time may use a
    ledger; after `add_up` any number may read it."""

    def __init__(self, bank: Account) -> None:
        self.bank = bank
        self._balances: dict[Account, int] = defaultdict(int)
        self._wagers: list[e.WagerPlaced] = []

    @property
    def balances(self) -> dict[Account, int]:
        if self._wagers:
            self.add_up()
        return self._balances

    def add_up(self) -> None:
        """Add up the wagers that wait."""
        balances, wagers = self._balances, self._wagers
        for wager in wagers:
            if wager.stake:
                balances[seat_account(wager.seat)] -= wager.stake
        if staked := sum([wager.stake for wager in wagers]):
            balances[LAYOUT] += staked
        wagers.clear()

    def post(self, event: e.Event) -> None:
        if type(event) is e.WagerPlaced:
            assert event.stake >= 0, event
            self._wagers.append(event)
            if len(self._wagers) >= WAITING_MOST:
                self.add_up()
            return
        event.add_to(self.balances, self.bank)

    @property
    def trial(self) -> int:
        """The trial balance, which is always zero: money has two ends."""
        return sum(self.balances.values())

    @property
    def on_layout(self) -> int:
        return self.balances[LAYOUT]

    def seats(self) -> dict[Account, int]:
        return {account: balance for account, balance in self.balances.items() if account.startswith("seat:")}


def ledger_of(events: Iterable[e.Event]) -> Ledger:
    """Return the ledger of a whole history, which begins with the table's installation."""
    book = Ledger(HOUSE)
    for event in events:
        if isinstance(event, e.TableInstalled):
            book.bank = bank_of(event.money)
        book.post(event)
    return book
