"""Decide about corrections after settlement. They need two people."""

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.returns import returned_on
from taisai.rules.roll import Roll
from taisai.rules.vocabulary import Act, Moment, Trouble
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.decide import allow
from taisai.table.decide.compensate import check_float, corrections, credits_of, deltas
from taisai.table.decide.keys import keyed, pressed
from taisai.table.decide.remedy import offered, provided
from taisai.table.decide.void import reversal, voided
from taisai.table.game import Game
from taisai.table.moments import moment_of
from taisai.table.order import Order
from taisai.table.state import SettledRound, Table

Found = SettledRound | c.PastRound


def reverse_rounds(game: Game, table: Table, order: Order, command: c.ReverseRounds) -> list[e.Event]:
    """Void all rounds with damaged dice, including the current one. Rounds that are already void are skipped."""
    allow.act(game, order, Act.REVERSE_ROUND)
    if not command.rounds or len(set(command.rounds)) < len(command.rounds):
        raise Refused(Refusal.ROUND_UNKNOWN, "name the affected rounds, each once", len(command.rounds))
    clause = offered(game, order, Trouble.DICE_DAMAGED)[0].clause
    balances = credits_of(table)
    events: list[e.Event] = []
    for number in sorted(command.rounds, reverse=True):
        if _is_void(table, number, command.past):
            events.append(e.RoundPassedOver(number, Trouble.DICE_DAMAGED))
            continue
        provided(game, table, order, Trouble.DICE_DAMAGED, number)
        if table.current and table.current.number == number:
            if moment_of(game, table, number) is not Moment.BEFORE_CLOSING:
                allow.no_committed_roll(table, order, number)
            events.append(void := voided(game, table, number, Trouble.DICE_DAMAGED, announced=True))
            _follow(balances, void)
        else:
            settled = _settled(table, number, command.past)
            events.append(reversal(table, settled, order, Trouble.DICE_DAMAGED, clause, balances))
    reversed_ = (event for event in events if isinstance(event, e.RoundReversed))
    check_float(game, table, (one for event in reversed_ for one in event.corrections))
    return events


def _follow(balances: dict[int, int], void: e.RoundVoided) -> None:
    for stake in void.returned:
        balances[stake.seat] += stake.stake
    for one in void.corrections:
        balances[one.seat] += one.credited - one.debited


def correct_round(game: Game, table: Table, order: Order, command: c.CorrectRound) -> list[e.Event]:
    """Settle a round again by the dice after a wrong entry was found. No other round changes."""
    allow.staff(order)
    allow.no_committed_roll(table, order, command.number)
    found = provided(game, table, order, Trouble.ENTRY_WRONG, command.number)
    settled = _settled(table, command.number, command.past)
    roll = keyed(command.keys)
    awards = tuple(_again(game, award, roll) for award in settled.awards)
    pairs = zip(settled.awards, awards, strict=True)
    wanted = deltas((old.seat, new.returned - old.returned) for old, new in pairs)
    made = corrections(wanted, credits_of(table))
    check_float(game, table, made)
    return [
        *pressed(command.number, command.keys),
        e.RoundCorrected(command.number, settled.roll, str(roll), found.clause, awards, made, allow.two(order)),
    ]


def decide_dispute(game: Game, table: Table, order: Order, command: c.DecideDispute) -> list[e.Event]:
    """Record the Shift Manager's decision and reason. If money moves, a second person must agree."""
    allow.act(game, order, Act.DECIDE_UNCOVERED)
    dispute = table.disputes.get(command.dispute)
    if dispute is None or dispute.decided:
        known = 1 <= command.dispute <= table.disputes_opened
        words = f"dispute {command.dispute} is already decided" if known else f"there is no dispute {command.dispute}"
        raise Refused(Refusal.DISPUTE_UNKNOWN, words, command.dispute)
    if not command.reason.strip():
        raise Refused(Refusal.DISPUTE_UNKNOWN, "enter the reason for the decision", "")
    if not command.amount:
        return [e.DisputeDecided(command.dispute, command.reason, allow.agreed(order), ())]
    second = allow.two(order)
    number = dispute.seat or command.seat
    seat = allow.seat(table, order, number)
    made = corrections({number: command.amount}, {number: seat.credit})
    check_float(game, table, made)
    return [e.DisputeDecided(command.dispute, command.reason, second, made)]


def _is_void(table: Table, number: int, past: tuple[c.PastRound, ...]) -> bool:
    return table.is_void(number) or any(one.void for one in past if one.number == number)


def _settled(table: Table, number: int, past: tuple[c.PastRound, ...]) -> Found:
    """Return the round as the table keeps it; an older round as the house found it in the journal."""
    found = table.settled(number) or next((one for one in past if one.number == number), None)
    if found is None or _is_void(table, number, past):
        words = f"round {number} was not settled, or is void; open a dispute instead"
        raise Refused(Refusal.ROUND_UNKNOWN, words, number)
    return found


def _again(game: Game, award: e.Award, roll: Roll) -> e.Award:
    back = returned_on(game.paytable[award.spot], award.stake, roll)
    return e.Award(award.seat, award.spot, award.stake, back, award.refused)
