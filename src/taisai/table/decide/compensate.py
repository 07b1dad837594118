"""Corrections of money: entries are never edited, only compensated. A player who cannot cover one owes the rest."""

from collections.abc import Iterable

from taisai.table import events as e
from taisai.table.decide import allow
from taisai.table.decide.money import in_float
from taisai.table.game import Game
from taisai.table.state import Settling, Table

Deltas = dict[int, int]


def deltas(amounts: Iterable[tuple[int, int]]) -> Deltas:
    """Return what each seat gets; negative if it pays."""
    found: Deltas = {}
    for seat, amount in amounts:
        found[seat] = found.get(seat, 0) + amount
    return found


def corrections(wanted: Deltas, balances: dict[int, int]) -> tuple[e.Correction, ...]:
    """Debit what a seat has and record the rest as owed.

    `balances` is updated, so that one order can correct several rounds."""
    found = []
    for seat, amount in wanted.items():
        debited = min(max(-amount, 0), balances[seat])
        balances[seat] += max(amount, 0) - debited
        if amount:
            found.append(e.Correction(seat, max(amount, 0), debited, max(-amount, 0) - debited))
    return tuple(found)


def credits_of(table: Table) -> dict[int, int]:
    return {number: seat.credit for number, seat in table.seats.items()}


def check_float(game: Game, table: Table, made: Iterable[e.Correction], restored: int = 0) -> None:
    """Check that the float can pay. At a chip table it is there only while the table is open."""
    if table.money == "chips":
        allow.open_table(table)
        in_float(game, table, restored + sum(one.credited - one.debited for one in made))


def undone(game: Game, table: Table) -> list[e.SettlementUndone]:
    """Return the event that undoes collection and payment so far; nothing before collection."""
    phase = table.phase
    if not isinstance(phase, Settling):
        return []
    waiting = [award for awards in phase.unpaid.values() for award in awards]
    restored = sum(award.stake for award in phase.awards) - sum(award.stake for award in waiting)
    back = [(award.seat, -award.refused) for award in phase.awards]
    paid = [(award.seat, -award.returned) for award in phase.paid]
    made = corrections(deltas([*back, *paid]), credits_of(table))
    restored += sum(award.refused for award in phase.awards)
    check_float(game, table, made, restored)
    return [e.SettlementUndone(phase.round.number, restored, made)]
