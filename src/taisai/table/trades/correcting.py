"""Corrections of settled rounds. They need two people."""

from taisai.rules.personal import Name
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.returns import returned_on
from taisai.rules.roll import Roll
from taisai.rules.vocabulary import Act, Trouble
from taisai.table.accounts import Account, Transfers
from taisai.table.corrections import check_float, correct, corrected, corrections, credits_of, deltas
from taisai.table.game import Game
from taisai.table.gates import By, ByHand, Of, Remedy, Since, Who
from taisai.table.handlers import applies, decides, moves_chips, unchanged
from taisai.table.moving import Moving
from taisai.table.order import Order
from taisai.table.parts import Award, Command, Correction, Event, Money, Number, Numbers, PastRound
from taisai.table.remedies import offered
from taisai.table.sentences import corrections_in, of_clause, with_second
from taisai.table.state import SettledRound, Table
from taisai.table.trades.keys import keyed, pressed
from taisai.table.trades.void import RoundReversed, RoundVoided, reversal, voided


class ReverseRounds(Command, frozen=True, tag="reverse-rounds"):
    """The rounds with damaged dice, settled or not."""

    rounds: Numbers
    past: tuple[PastRound, ...] = ()

    @property
    def rounds_named(self) -> tuple[int, ...]:
        """Those that were void already are passed over."""
        void = {one.number for one in self.past if one.void}
        return tuple(number for number in self.rounds if number not in void)


@decides(By(Act.REVERSE_ROUND), Remedy(Trouble.DICE_DAMAGED, Of.NAMED), ByHand(Since.CLOSING_OF_CURRENT))
def reverse_rounds(game: Game, table: Table, order: Order, command: ReverseRounds) -> list[Event]:
    """Void all rounds with damaged dice, including the current one. Rounds that are already void are skipped."""
    if not command.rounds or len(set(command.rounds)) < len(command.rounds):
        raise Refused(Refusal.ROUND_UNKNOWN, "name the affected rounds, each once", len(command.rounds))
    clause = offered(game, order, Trouble.DICE_DAMAGED)[0].clause
    balances = credits_of(table)
    events: list[Event] = []
    for number in sorted(command.rounds, reverse=True):
        if _is_void(table, number, command.past):
            events.append(RoundPassedOver(number, Trouble.DICE_DAMAGED))
            continue
        if table.current and table.current.number == number:
            events.append(void := voided(game, table, number, Trouble.DICE_DAMAGED, announced=True))
            _follow(balances, void)
        else:
            settled = _settled(table, number, command.past)
            events.append(reversal(table, settled, order, Trouble.DICE_DAMAGED, clause, balances))
    reversed_ = (event for event in events if isinstance(event, RoundReversed))
    check_float(game, table, (one for event in reversed_ for one in event.corrections))
    return events


class CorrectRound(Command, frozen=True, tag="correct-round"):
    """Settle a round with a wrong entry again, by the `keys` of what the dice showed."""

    number: Number
    keys: Numbers
    past: tuple[PastRound, ...] = ()

    @property
    def rounds_named(self) -> tuple[int, ...]:
        return (self.number,)


@decides(By(Who.STAFF), ByHand(), Remedy(Trouble.ENTRY_WRONG, Of.NAMED))
def correct_round(game: Game, table: Table, order: Order, command: CorrectRound) -> list[Event]:
    """Settle a round again by the dice after a wrong entry was found. No other round changes."""
    settled = _settled(table, command.number, command.past)
    roll = keyed(command.keys)
    awards = tuple(_again(game, award, roll) for award in settled.awards)
    pairs = zip(settled.awards, awards, strict=True)
    wanted = deltas((old.seat, new.returned - old.returned) for old, new in pairs)
    made = corrections(wanted, credits_of(table))
    check_float(game, table, made)
    return [
        *pressed(command.number, command.keys),
        RoundCorrected(
            command.number,
            settled.roll,
            str(roll),
            game.book.clause_on(Trouble.ENTRY_WRONG),
            awards,
            made,
            order.agreed,
        ),
    ]


Found = SettledRound | PastRound


def _is_void(table: Table, number: int, past: tuple[PastRound, ...]) -> bool:
    return table.is_void(number) or any(one.void for one in past if one.number == number)


def _settled(table: Table, number: int, past: tuple[PastRound, ...]) -> Found:
    """Return the round as the table keeps it; an older round as the house found it in the journal."""
    found = table.settled(number) or next((one for one in past if one.number == number), None)
    if found is None or _is_void(table, number, past):
        words = f"round {number} was not settled, or is void; open a dispute instead"
        raise Refused(Refusal.ROUND_UNKNOWN, words, number)
    return found


def _again(game: Game, award: Award, roll: Roll) -> Award:
    back = returned_on(game.paytable[award.spot], award.stake, roll)
    return Award(award.seat, award.spot, award.stake, back, award.refused)


@unchanged
class RoundPassedOver(Event, frozen=True, tag="round-passed-over"):
    """Listed among void rounds, but already void."""

    round: int
    trouble: Trouble

    def sentence(self, money: Money) -> str:
        return f"round {self.round} is already void and is skipped"


class RoundCorrected(Event, frozen=True, tag="round-corrected"):
    noted = "round-corrected"
    round: int
    old: str
    roll: str
    clause: str
    awards: tuple[Award, ...]
    corrections: tuple[Correction, ...]
    second: Name = ""

    def transfers(self, bank: Account) -> Transfers:
        return corrected(self.corrections, bank)

    def sentence(self, money: Money) -> str:
        return (
            f"round {self.round} is settled again{with_second(self.second)} as {self.roll} instead of {self.old}"
            f"{of_clause(self.clause)}: {corrections_in(self.corrections, money)}"
        )


@applies
def round_corrected(table: Table, event: RoundCorrected) -> None:
    settled = table.settled(event.round)
    if settled is not None:
        settled.roll, settled.awards = event.roll, event.awards
    correct(table, event.corrections)


@moves_chips
def _corrected_chips(moving: Moving, event: RoundCorrected) -> None:
    moving.correct(event.corrections)


def _follow(balances: dict[int, int], void: RoundVoided) -> None:
    for stake in void.returned:
        balances[stake.seat] += stake.stake
    for one in void.corrections:
        balances[one.seat] += one.credited - one.debited
