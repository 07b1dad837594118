"""What one round did to everyone's money; the changes sum to zero."""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from taisai.ledger.transfers import transfers
from taisai.table import events as e
from taisai.table.accounts import LAYOUT, Account


class Line(NamedTuple):
    """`staked` went to the layout, `returned` came from it or from the bank."""

    staked: int
    returned: int

    @property
    def net(self) -> int:
        return self.returned - self.staked


class Statement(NamedTuple):
    """The result of a round. The bank's net is the opposite of the players' nets: all together are zero."""

    seats: dict[Account, Line]
    bank: int

    @property
    def total(self) -> int:
        return self.bank + sum(line.net for line in self.seats.values())


def statement(events: Iterable[e.Event], bank: Account) -> Statement:
    """Return the statement from the events of one round, including its corrections."""
    out: dict[Account, int] = defaultdict(int)
    into: dict[Account, int] = defaultdict(int)
    for event in events:
        for transfer in transfers(event, bank):
            out[transfer.source] += transfer.amount
            into[transfer.target] += transfer.amount
    seats = sorted({*out, *into} - {LAYOUT, bank})
    assert out[LAYOUT] == into[LAYOUT], "a round is told whole"
    return Statement({seat: Line(out[seat], into[seat]) for seat in seats}, into[bank] - out[bank])
