"""What is put right after the fact: never edited, always compensated, and owed where a balance cannot bear it."""

from collections.abc import Iterable

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.roll import Roll
from taisai.rules.vocabulary import Act, Role, Trouble
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.decide import allow
from taisai.table.decide.money import in_float
from taisai.table.decide.settle import returned_on
from taisai.table.decide.void import provision, voided
from taisai.table.game import Game
from taisai.table.order import Order
from taisai.table.remedies import AMENDING, CORRECTING, REVERSING
from taisai.table.state import SettledRound, Settling, Table


def reverse_rounds(game: Game, table: Table, order: Order, command: c.ReverseRounds) -> list[e.Event]:
    """Damaged dice: all affected rounds are void, the one under way included."""
    allow.act(game, order, Act.REVERSE_ROUND)
    found = provision(game, Trouble.DICE_DAMAGED, *REVERSING)
    if not command.rounds or len(set(command.rounds)) < len(command.rounds):
        raise Refused(Refusal.ROUND_UNKNOWN, "name the affected rounds, each once", len(command.rounds))
    balances = {number: seat.credit for number, seat in table.seats.items()}
    events: list[e.Event] = []
    rounds = list(command.rounds)
    if table.current and table.current.number in rounds and not isinstance(table.phase, Settling):
        rounds.remove(table.current.number)
        events.append(voided(game, table, table.current.number, Trouble.DICE_DAMAGED, announced=True))
        for stake in table.current.all_stakes():
            balances[stake.seat] += stake.stake
    for number in rounds:
        deltas = _deltas(
            (award.seat, award.stake - award.returned) for award in _settled(table, number, command.past).awards
        )
        corrections = _corrections(deltas, balances)
        events.append(e.RoundReversed(number, Trouble.DICE_DAMAGED, found.clause, corrections))
    _check_float(table, (one for event in events if isinstance(event, e.RoundReversed) for one in event.corrections))
    return events


def correct_round(game: Game, table: Table, order: Order, command: c.CorrectRound) -> list[e.Event]:
    """A wrong entry found after settlement: settled again by the dice, and no other round is touched."""
    allow.act(game, order, Act.AMEND_ENTRY)
    found = provision(game, Trouble.ENTRY_WRONG, *AMENDING)
    settled = _settled(table, command.number, command.past)
    if found.effect not in CORRECTING:
        words = f"an entry is amended before settlement only{allow.cite(game, found.clause)}; open a dispute instead"
        raise Refused(Refusal.CAUSE_NOT_COVERED, words, command.number)
    roll = Roll.parse(command.roll)
    awards = tuple(_again(game, award, roll) for award in settled.awards)
    pairs = zip(settled.awards, awards, strict=True)
    deltas = _deltas((old.seat, new.returned - old.returned) for old, new in pairs)
    corrections = _corrections(deltas, {number: seat.credit for number, seat in table.seats.items()})
    _check_float(table, corrections)
    return [e.RoundCorrected(command.number, settled.roll, str(roll), found.clause, awards, corrections)]


def decide_dispute(game: Game, table: Table, order: Order, command: c.DecideDispute) -> list[e.Event]:
    """The Shift Manager decides and says why; where money moves, a second person must agree."""
    allow.act(game, order, Act.DECIDE_UNCOVERED)
    dispute = table.disputes.get(command.dispute)
    if dispute is None or dispute.decided:
        raise Refused(Refusal.DISPUTE_UNKNOWN, f"no open dispute {command.dispute}", command.dispute)
    if not command.reason.strip():
        raise Refused(Refusal.DISPUTE_UNKNOWN, "a decision needs its reason", "")
    second = order.second.name if order.second else ""
    if not command.amount:
        return [e.DisputeDecided(command.dispute, command.reason, second, ())]
    if order.second is None or second == order.by.name or order.second.role in (Role.PLAYER, Role.AUTOMATION):
        words = "money moves only with a second member of staff, other than the one who decides"
        raise Refused(Refusal.DUAL_CONTROL, words, second)
    number = dispute.seat or command.seat
    seat = allow.seat(table, order, number)
    corrections = _corrections({number: command.amount}, {number: seat.credit})
    _check_float(table, corrections)
    return [e.DisputeDecided(command.dispute, command.reason, second, corrections)]


def _check_float(table: Table, corrections: Iterable[e.Correction]) -> None:
    """At a chip table corrections go through the float, which lies there only while the table is open."""
    if table.money == "chips":
        allow.open_table(table)
        in_float(table, sum(one.credited - one.debited for one in corrections))


def _settled(table: Table, number: int, past: tuple[c.PastRound, ...]) -> SettledRound | c.PastRound:
    """As the table keeps it, or, for an older round, as the house found it in the journal."""
    kept = table.settled(number)
    found = kept or next((one for one in past if one.number == number), None)
    under_way = table.current is not None and table.current.number == number
    if found is None or under_way or (kept and kept.reversed):
        words = f"round {number} was not settled, or was reversed; open a dispute instead"
        raise Refused(Refusal.ROUND_UNKNOWN, words, number)
    return found


def _again(game: Game, award: e.Award, roll: Roll) -> e.Award:
    back = returned_on(game.paytable[award.spot], award.stake, roll)
    return e.Award(award.seat, award.spot, award.stake, back, award.refused)


def _deltas(amounts: Iterable[tuple[int, int]]) -> dict[int, int]:
    deltas: dict[int, int] = {}
    for seat, amount in amounts:
        deltas[seat] = deltas.get(seat, 0) + amount
    return deltas


def _corrections(deltas: dict[int, int], balances: dict[int, int]) -> tuple[e.Correction, ...]:
    """Takes what a seat has and leaves the rest owed; `balances` goes along, for several rounds in one order."""
    corrections = []
    for seat, amount in deltas.items():
        debited = min(max(-amount, 0), balances[seat])
        balances[seat] += max(amount, 0) - debited
        if amount:
            corrections.append(e.Correction(seat, max(amount, 0), debited, max(-amount, 0) - debited))
    return tuple(corrections)
