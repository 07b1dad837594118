"""Decide about players who leave, locked seats, failed terminals and new disputes."""

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Act, Role, Trouble
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.decide import allow
from taisai.table.decide.chips import taken
from taisai.table.decide.remedy import provided
from taisai.table.game import Game
from taisai.table.order import Order
from taisai.table.state import Table


def report_terminal(game: Game, table: Table, order: Order, command: c.ReportTerminal) -> list[e.Event]:
    """Record a failed terminal. Registered wagers are settled with the round; unregistered money stays with the
    player."""
    allow.staff(order)
    seat = allow.seat(table, order, command.seat)
    found = provided(game, table, order, Trouble.TERMINAL_FAILED, table.round)
    if seat.failed:
        words = f"the terminal of seat {command.seat} was already reported; repair it first"
        raise Refused(Refusal.TERMINAL_FAILED, words, command.seat)
    for spot, stake in command.unregistered.items():
        game.paytable[spot]
        if stake < 1:
            words = f"{game.money(stake)} on {spot!r} is not a stake; stakes start at {game.money(1)}"
            raise Refused(Refusal.STAKE_INVALID, words, stake)
    return [e.TerminalFailed(command.seat, found.clause, command.unregistered)]


def mend_terminal(game: Game, table: Table, order: Order, command: c.MendTerminal) -> list[e.Event]:
    allow.act(game, order, Act.REPORT_TROUBLE)
    if not allow.seat(table, order, command.seat).failed:
        raise Refused(Refusal.TROUBLE_UNKNOWN, f"the terminal of seat {command.seat} has not failed", command.seat)
    if not command.procedure.strip():
        raise Refused(Refusal.REASON_MISSING, "enter what was done about the terminal", command.seat)
    return [e.TerminalMended(command.seat, command.procedure)]


def leave_seat(game: Game, table: Table, order: Order, command: c.LeaveSeat) -> list[e.Event]:
    """Record that a player left.

    Wagers are settled as usual and the credit is kept. Chips leave when staff confirm it, while no wager is open."""
    seat = allow.seat(table, order, command.seat)
    is_staked = table.current is not None and any(one.seat == command.seat for one in table.current.all_stakes())
    if command.chips and (is_staked or order.by.role is Role.PLAYER or table.money != "chips"):
        words = f"only staff can record that chips leave seat {command.seat}, while it has no wagers"
        raise Refused(Refusal.ROUND_RUNNING, words, command.seat)
    if table.money != "chips" or order.by.role is Role.PLAYER or is_staked or not (seat.credit or command.chips):
        return [e.SeatLeft(command.seat)]
    return taken(game, table, order, command)


def lock_seat(game: Game, table: Table, order: Order, command: c.LockSeat) -> list[e.Event]:
    del game
    allow.staff(order)
    seat = allow.seat(table, order, command.seat)
    if seat.locked or not command.cause.strip():
        words = (
            f"seat {command.seat} is already locked because of {seat.locked}"
            if seat.locked
            else "enter the cause of the lock"
        )
        raise Refused(Refusal.SEAT_LOCKED, words, command.seat)
    return [e.SeatLocked(command.seat, command.cause, command.amount)]


def release_seat(game: Game, table: Table, order: Order, command: c.ReleaseSeat) -> list[e.Event]:
    """Release a locked seat. It needs the right to handle money, and two people if money is paid by hand."""
    allow.act(game, order, Act.HANDLE_MONEY)
    second = allow.two(order) if command.paid else allow.agreed(order)
    seat = allow.seat(table, order, command.seat)
    if not seat.locked or not command.procedure.strip():
        words = "enter what was done about it" if seat.locked else f"seat {command.seat} is not locked"
        raise Refused(Refusal.SEAT_LOCKED, words, command.seat)
    if not 0 <= command.paid <= (seat.credit if table.money == "credits" else 0):
        paid, credit = game.money(command.paid), game.money(seat.credit)
        words = f"{paid} cannot be paid by hand; seat {command.seat} has a credit of {credit}"
        raise Refused(Refusal.CREDIT_SHORT, words, command.paid)
    return [e.SeatReleased(command.seat, command.procedure, command.paid, second)]


def open_dispute(game: Game, table: Table, order: Order, command: c.OpenDispute) -> list[e.Event]:
    del game
    if command.seat:
        allow.seat(table, order, command.seat)
    elif order.by.role is Role.PLAYER:
        raise Refused(Refusal.SEAT_UNKNOWN, "a player can only dispute for their own seat", 0)
    if not 0 <= command.about <= table.round:
        raise Refused(Refusal.ROUND_UNKNOWN, f"there is no round {command.about} yet", command.about)
    number = table.disputes_opened + 1
    return [e.DisputeOpened(number, command.seat, command.about, command.claim, command.evidence)]
