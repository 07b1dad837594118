"""Decide about void rounds: every stake goes back, even after collection and payment."""

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Does, Moment, Role, Trouble
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.decide import allow
from taisai.table.decide.compensate import check_float, corrections, credits_of, deltas
from taisai.table.decide.remedy import provided
from taisai.table.game import Game
from taisai.table.moments import moment_of
from taisai.table.order import Order
from taisai.table.state import SettledRound, Settling, Table


def void_round(game: Game, table: Table, order: Order, command: c.VoidRound) -> list[e.Event]:
    """Void a round. A fault that is found late still voids it, until the round is final."""
    allow.staff(order)
    _known(table, order.round)
    moment = moment_of(game, table, order.round)
    if order.by.role is not Role.AUTOMATION and moment is not Moment.BEFORE_CLOSING:
        allow.no_committed_roll(table, order, command.trouble.value)
    found = provided(game, table, order, command.trouble, order.round)
    if command.trouble is Trouble.DICE_EXPOSED and command.announced and moment is not Moment.BEFORE_CLOSING:
        words = f"dice may be seen after the closing call{allow.cite(game, found.clause)}; or enter it as unannounced"
        raise Refused(Refusal.CAUSE_NOT_COVERED, words, command.trouble.value)
    if found.outcome.does is Does.REVERSE:
        settled = table.settled(order.round)
        assert settled is not None, "the last round is at hand"
        reversed_ = reversal(table, settled, order, command.trouble, found.clause)
        check_float(game, table, reversed_.corrections)
        return [reversed_]
    return [voided(game, table, order.round, command.trouble, announced=command.announced)]


def _known(table: Table, number: int) -> None:
    under_way = table.current is not None and table.current.number == number
    if not under_way and not 1 <= number <= table.round:
        raise allow.stale(table, number)
    if table.is_void(number):
        raise Refused(Refusal.ROUND_UNKNOWN, f"round {number} is already void", number)


def voided(game: Game, table: Table, number: int, trouble: Trouble, *, announced: bool) -> e.RoundVoided:
    """Return the event of a void round. During payment, lost stakes come back from the bank and winnings return to
    it."""
    clause, phase = game.book.clause_on(trouble), table.phase
    stakes = tuple(table.current.all_stakes()) if table.current else ()
    staked = sum(stake.stake for stake in stakes)
    made: tuple[e.Correction, ...] = ()
    if isinstance(phase, Settling):
        waiting = [award for awards in phase.unpaid.values() for award in awards]
        stakes = tuple(e.Stake(award.seat, award.spot, award.stake) for award in waiting)
        made = _taken_back(game, table, phase, stakes)
    return e.RoundVoided(number, trouble, clause, announced, game.book.phrases.void, stakes, made, staked)


def _taken_back(game: Game, table: Table, phase: Settling, returned: tuple[e.Stake, ...]) -> tuple[e.Correction, ...]:
    lost = [(award.seat, award.stake) for award in phase.awards if not award.returned]
    won = [(award.seat, award.stake - award.returned) for award in phase.paid]
    balances = credits_of(table)
    for stake in returned:
        balances[stake.seat] += stake.stake
    made = corrections(deltas([*lost, *won]), balances)
    check_float(game, table, made)
    return made


def reversal(
    table: Table, settled: SettledRound | c.PastRound, order: Order, trouble: Trouble, clause: str,
    balances: dict[int, int] | None = None,
) -> e.RoundReversed:  # fmt: skip
    """Return the event that voids a settled round: all players get back their earlier balance, or owe the
    difference."""
    wanted = deltas((award.seat, award.stake - award.returned) for award in settled.awards)
    made = corrections(wanted, credits_of(table) if balances is None else balances)
    return e.RoundReversed(settled.number, trouble, clause, made, allow.two(order))
