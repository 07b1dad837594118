"""Seats: players who leave, locked seats, failed terminals."""

from typing import Annotated

import msgspec

from taisai.rules.personal import Name, TypedText
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Act, Role, Trouble
from taisai.table import allow
from taisai.table.accounts import CASH, Account, Transfer, Transfers, seat_account
from taisai.table.game import Game
from taisai.table.gates import CHIPS, MONEY, TWO, By, If, Of, Remedy, Who
from taisai.table.handlers import applies, decides
from taisai.table.moving import worth_of
from taisai.table.order import Order
from taisai.table.parts import ITEMS_MOST, Chips, Command, Event, Money, Number, Text, Word
from taisai.table.piles import rack
from taisai.table.sentences import of_clause, with_second
from taisai.table.state import Table
from taisai.table.trades.chips import ChipsTaken, check_colour_back, counted


class LeaveSeat(Command, frozen=True, tag="leave-seat"):
    """`chips` are those that the player takes, as staff see them; by default those on record."""

    seat: Number
    chips: Chips = msgspec.field(default_factory=dict)


@decides(If("chips", MONEY, otherwise=By(Act.HANDLE_MONEY, or_player=True)), If("chips", CHIPS))
def leave_seat(game: Game, table: Table, order: Order, command: LeaveSeat) -> list[Event]:
    """Record that a player left.

    Wagers are settled as usual and the credit is kept. Chips leave when staff confirm it, while no wager is open."""
    seat = allow.seat(table, order, command.seat)
    is_staked = table.current is not None and any(one.seat == command.seat for one in table.current.all_stakes())
    if command.chips and is_staked:
        words = f"chips can leave seat {command.seat} only while it has no wagers"
        raise Refused(Refusal.ROUND_RUNNING, words, command.seat)
    if table.money != "chips" or order.by.role is Role.PLAYER or is_staked or not (seat.credit or command.chips):
        return [SeatLeft(command.seat)]
    return _taken_away(game, table, order, command)


def _taken_away(game: Game, table: Table, order: Order, command: LeaveSeat) -> list[Event]:
    """Record what a player takes away: the value on record, in the chips that staff see."""
    seat, held = table.seats[command.seat], table.tray.pile(rack(command.seat))
    check_colour_back(game, table, command.seat)
    chips = counted(game, table, command.chips) if command.chips else held
    amount = worth_of(table, chips) if chips else 0
    if amount != seat.credit:
        has, says = game.money(seat.credit), game.money(amount)
        words = f"seat {command.seat} has {has} on record but would leave with {says}; count again or open a dispute"
        raise Refused(Refusal.COUNT_DIFFERS, words, amount)
    return [ChipsTaken(command.seat, dict(chips), seat.credit)]


class LockSeat(Command, frozen=True, tag="lock-seat"):
    """No wagers or cash-outs at this seat until staff release it. `amount` is what they pay by hand."""

    seat: Number
    cause: Text
    amount: Number = 0


@decides(By(Who.STAFF))
def lock_seat(game: Game, table: Table, order: Order, command: LockSeat) -> list[Event]:
    seat = allow.seat(table, order, command.seat)
    if seat.locked or not command.cause.strip():
        words = (
            f"seat {command.seat} is already locked because of {seat.locked}"
            if seat.locked
            else "enter the cause of the lock"
        )
        raise Refused(Refusal.SEAT_LOCKED, words, command.seat)
    return [SeatLocked(command.seat, command.cause, command.amount)]


class ReleaseSeat(Command, frozen=True, tag="release-seat"):
    """`paid` is what staff paid by hand; it is deducted from the credit."""

    seat: Number
    procedure: Text
    paid: Number = 0


@decides(MONEY, If("paid", TWO))
def release_seat(game: Game, table: Table, order: Order, command: ReleaseSeat) -> list[Event]:
    """Release a locked seat. It needs the right to handle money, and two people if money is paid by hand."""
    second = order.agreed if command.paid else allow.agreed(order)
    seat = allow.seat(table, order, command.seat)
    if not seat.locked or not command.procedure.strip():
        words = "enter what was done about it" if seat.locked else f"seat {command.seat} is not locked"
        raise Refused(Refusal.SEAT_LOCKED, words, command.seat)
    if not 0 <= command.paid <= (seat.credit if table.money == "credits" else 0):
        paid, credit = game.money(command.paid), game.money(seat.credit)
        words = f"{paid} cannot be paid by hand; seat {command.seat} has a credit of {credit}"
        raise Refused(Refusal.CREDIT_SHORT, words, command.paid)
    return [SeatReleased(command.seat, command.procedure, command.paid, second)]


class ReportTerminal(Command, frozen=True, tag="report-terminal"):
    seat: Number
    unregistered: Annotated[dict[Word, Number], msgspec.Meta(max_length=ITEMS_MOST)] = msgspec.field(
        default_factory=dict
    )


@decides(By(Who.STAFF), Remedy(Trouble.TERMINAL_FAILED, Of.TABLE))
def report_terminal(game: Game, table: Table, order: Order, command: ReportTerminal) -> list[Event]:
    """Record a failed terminal. Registered wagers are settled with the round; unregistered money stays with the
    player."""
    seat = allow.seat(table, order, command.seat)
    clause = game.book.clause_on(Trouble.TERMINAL_FAILED)
    if seat.failed:
        words = f"the terminal of seat {command.seat} was already reported; repair it first"
        raise Refused(Refusal.TERMINAL_FAILED, words, command.seat)
    for spot, stake in command.unregistered.items():
        game.paytable[spot]
        if stake < 1:
            words = f"{game.money(stake)} on {spot!r} is not a stake; stakes start at {game.money(1)}"
            raise Refused(Refusal.STAKE_INVALID, words, stake)
    return [TerminalFailed(command.seat, clause, command.unregistered)]


class MendTerminal(Command, frozen=True, tag="mend-terminal"):
    seat: Number
    procedure: Text


@decides(By(Act.REPORT_TROUBLE))
def mend_terminal(game: Game, table: Table, order: Order, command: MendTerminal) -> list[Event]:
    if not allow.seat(table, order, command.seat).failed:
        raise Refused(Refusal.TROUBLE_UNKNOWN, f"the terminal of seat {command.seat} has not failed", command.seat)
    if not command.procedure.strip():
        raise Refused(Refusal.REASON_MISSING, "enter what was done about the terminal", command.seat)
    return [TerminalMended(command.seat, command.procedure)]


class SeatLeft(Event, frozen=True, tag="seat-left"):
    seat: int

    def sentence(self, money: Money) -> str:
        return f"seat {self.seat} leaves; its wagers stay and its credit is kept"


@applies
def seat_left(table: Table, event: SeatLeft) -> None:
    table.seats[event.seat].away = True


class SeatLocked(Event, frozen=True, tag="seat-locked"):
    noted = "seat-locked"
    seat: int
    cause: TypedText
    amount: int

    def sentence(self, money: Money) -> str:
        return f"seat {self.seat} is locked: {self.cause}{f', pay {money(self.amount)} by hand' if self.amount else ''}"


@applies
def seat_locked(table: Table, event: SeatLocked) -> None:
    table.seats[event.seat].locked = event.cause


class SeatReleased(Event, frozen=True, tag="seat-released"):
    """`paid` was paid by hand and deducted from the credit."""

    noted = "seat-released"
    seat: int
    procedure: TypedText
    paid: int = 0
    second: Name = ""

    def transfers(self, bank: Account) -> Transfers:
        return (Transfer(seat_account(self.seat), CASH, self.paid),)

    def sentence(self, money: Money) -> str:
        paid = f", {money(self.paid)} paid by hand" if self.paid else ""
        return f"seat {self.seat} is released{paid}{with_second(self.second)}: {self.procedure}"


@applies
def seat_released(table: Table, event: SeatReleased) -> None:
    seat = table.seats[event.seat]
    seat.locked = ""
    seat.credit -= event.paid
    seat.meter_hand_paid += event.paid


class TerminalFailed(Event, frozen=True, tag="terminal-failed"):
    noted = "terminal-failed"
    seat: int
    clause: str
    unregistered: dict[str, int]

    def sentence(self, money: Money) -> str:
        left = ", ".join(f"{money(stake)} on {spot}" for spot, stake in self.unregistered.items())
        return (
            f"the terminal of seat {self.seat} fails{of_clause(self.clause)}; registered wagers stay; "
            f"the player keeps unregistered wagers: {left or 'none'}"
        )


@applies
def terminal_failed(table: Table, event: TerminalFailed) -> None:
    seat = table.seats[event.seat]
    seat.failed, seat.unregistered = True, event.unregistered


class TerminalMended(Event, frozen=True, tag="terminal-mended"):
    seat: int
    procedure: TypedText

    def sentence(self, money: Money) -> str:
        return f"the terminal of seat {self.seat} is repaired: {self.procedure}"


@applies
def terminal_mended(table: Table, event: TerminalMended) -> None:
    seat = table.seats[event.seat]
    seat.failed, seat.unregistered = False, {}
