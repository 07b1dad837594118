"""Corrections of money: entries are never edited, only compensated. A player who cannot cover one owes the rest."""

from collections.abc import Iterable

from taisai.rules.refusals import Refusal, Refused
from taisai.table.accounts import HOUSE, Account, Transfer, Transfers, owed_account, seat_account
from taisai.table.game import Game
from taisai.table.parts import Correction
from taisai.table.state import Closed, Table

Deltas = dict[int, int]


def deltas(amounts: Iterable[tuple[int, int]]) -> Deltas:
    """Return what each seat gets; negative if it pays."""
    found: Deltas = {}
    for seat, amount in amounts:
        found[seat] = found.get(seat, 0) + amount
    return found


def corrections(wanted: Deltas, balances: dict[int, int]) -> tuple[Correction, ...]:
    """Debit what a seat has and record the rest as owed.

    `balances` is updated, so that one order can correct several rounds."""
    found = []
    for seat, amount in wanted.items():
        debited = min(max(-amount, 0), balances[seat])
        balances[seat] += max(amount, 0) - debited
        if amount:
            found.append(Correction(seat, max(amount, 0), debited, max(-amount, 0) - debited))
    return tuple(found)


def credits_of(table: Table) -> dict[int, int]:
    return {number: seat.credit for number, seat in table.seats.items()}


def check_float(game: Game, table: Table, made: Iterable[Correction], restored: int = 0) -> None:
    """Check that the float can pay. It leaves a chip table that closes: then debts are recorded, and nobody is paid."""
    if table.money != "chips":
        return
    made = tuple(made)
    if isinstance(table.phase, Closed) and (paid := sum(one.credited for one in made)):
        words = f"table {table.table} is not open, so no float is there to pay {game.money(paid)}; open it first"
        raise Refused(Refusal.TABLE_CLOSED, words, table.table)
    in_float(game, table, restored + sum(one.credited - one.debited for one in made))


def in_float(game: Game, table: Table, amount: int) -> None:
    if amount > table.bank.now:
        words = f"the float holds {game.money(table.bank.now)}, not {game.money(amount)}; request a fill"
        raise Refused(Refusal.CREDIT_SHORT, words, amount)


def correct(table: Table, made: Iterable[Correction]) -> None:
    """Change the table as events say; they were checked when they were decided."""
    for one in made:
        seat = table.seats[one.seat]
        seat.credit += one.credited - one.debited
        seat.owed += one.owed
        table.bank.now += one.debited - one.credited


def corrected(made: Iterable[Correction], bank: Account) -> Transfers:
    """Return the transfers of corrections."""
    for one in made:
        yield Transfer(bank, seat_account(one.seat), one.credited)
        yield Transfer(seat_account(one.seat), bank, one.debited)
        yield Transfer(owed_account(one.seat), HOUSE, one.owed)  # the chips have not come back
