"""Balances: what the transfers of a table's history add up to."""

from collections import defaultdict
from collections.abc import Iterable

from taisai.ledger.transfers import FLOAT, HOUSE, LAYOUT, Account, meaning
from taisai.table import events as e


def bank_of(money: str) -> Account:
    return FLOAT if money == "chips" else HOUSE


class Ledger:
    """Derived from events alone; the same events always give the same balances."""

    def __init__(self, bank: Account) -> None:
        self.bank = bank
        self.balances: dict[Account, int] = defaultdict(int)

    def post(self, event: e.Event) -> None:
        balances = self.balances
        for transfer in meaning(event, self.bank):
            amount = transfer.amount
            assert amount >= 0, event
            if amount:
                balances[transfer.source] -= amount
                balances[transfer.target] += amount

    @property
    def trial(self) -> int:
        """Zero, always: money has two ends."""
        return sum(self.balances.values())

    @property
    def on_layout(self) -> int:
        return self.balances[LAYOUT]

    def seats(self) -> dict[Account, int]:
        return {account: balance for account, balance in self.balances.items() if account.startswith("seat:")}


def ledger_of(events: Iterable[e.Event]) -> Ledger:
    """The ledger of a whole history, which begins with the table's installation."""
    book = Ledger(HOUSE)
    for event in events:
        if isinstance(event, e.TableInstalled):
            book.bank = bank_of(event.money)
        book.post(event)
    return book
