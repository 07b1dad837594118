"""Void rounds: every stake goes back, even after collection and payment."""

from taisai.rules.personal import Name
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Does, Moment, Trouble
from taisai.table import allow
from taisai.table.accounts import LAYOUT, Account, Transfer, Transfers, seat_account
from taisai.table.corrections import check_float, correct, corrected, corrections, credits_of, deltas
from taisai.table.game import Game
from taisai.table.gates import By, ByHand, Of, Remedy, Since, Time, When, Who
from taisai.table.handlers import applies, decides, moves_chips
from taisai.table.moments import moment_of
from taisai.table.moving import Moving
from taisai.table.order import Order
from taisai.table.parts import Command, Correction, Event, Money, PastRound, Stake
from taisai.table.piles import lying, rack
from taisai.table.remedies import provided
from taisai.table.sentences import corrections_in, of_clause, stakes_in, with_second
from taisai.table.state import RECENT_ROUNDS, Idle, LastVoid, SettledRound, Settling, Table


class VoidRound(Command, frozen=True, tag="void-round"):
    trouble: Trouble
    announced: bool = True

    @property
    def trouble_named(self) -> Trouble:
        return self.trouble


@decides(By(Who.STAFF), When(Time.KNOWN), ByHand(Since.CLOSING), Remedy(Trouble.DICE_NOT_FLAT, Of.ORDER))
def void_round(game: Game, table: Table, order: Order, command: VoidRound) -> list[Event]:
    """Void a round. A fault that is found late still voids it, until the round is final."""
    moment = moment_of(game, table, order.round)
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


class RoundVoided(Event, frozen=True, tag="round-voided"):
    """`returned` went back from the layout; `corrections` reversed collections and payments; `staked` is the total."""

    noted = "round-void"
    round: int
    trouble: Trouble
    clause: str
    announced: bool
    call: str
    returned: tuple[Stake, ...]
    corrections: tuple[Correction, ...]
    staked: int

    def transfers(self, bank: Account) -> Transfers:
        yield from (Transfer(LAYOUT, seat_account(one.seat), one.stake) for one in self.returned)
        yield from corrected(self.corrections, bank)

    def sentence(self, money: Money) -> str:
        called = f'"{self.call}" is called' if self.announced else "without a call"
        back = f"; {corrections_in(self.corrections, money)}" if self.corrections else ""
        told = f"round {self.round} is void because of {self.trouble}{of_clause(self.clause)}, {called}"
        return f"{told}; returned: {stakes_in(self.returned, money)}{back}"


@applies
def round_voided(table: Table, event: RoundVoided) -> None:
    for stake in event.returned:
        table.seats[stake.seat].credit += stake.stake
    correct(table, event.corrections)
    table.phase = Idle()
    table.void = LastVoid(event.round, event.trouble.value, event.clause, event.staked)
    table.voids.append(table.void)
    del table.voids[:-RECENT_ROUNDS]


@moves_chips
def _voided_chips(moving: Moving, event: RoundVoided) -> None:
    for stake in event.returned:
        moving.all(lying(stake.seat, stake.spot), rack(stake.seat))
    moving.correct(event.corrections)


def voided(game: Game, table: Table, number: int, trouble: Trouble, *, announced: bool) -> RoundVoided:
    """Return the event of a void round. During payment, lost stakes come back from the bank and winnings return to
    it."""
    clause, phase = game.book.clause_on(trouble), table.phase
    stakes = tuple(table.current.all_stakes()) if table.current else ()
    staked = sum(stake.stake for stake in stakes)
    made: tuple[Correction, ...] = ()
    if isinstance(phase, Settling):
        waiting = [award for awards in phase.unpaid.values() for award in awards]
        stakes = tuple(Stake(award.seat, award.spot, award.stake) for award in waiting)
        made = _taken_back(game, table, phase, stakes)
    return RoundVoided(number, trouble, clause, announced, game.book.phrases.void, stakes, made, staked)


def _taken_back(game: Game, table: Table, phase: Settling, returned: tuple[Stake, ...]) -> tuple[Correction, ...]:
    lost = [(award.seat, award.stake) for award in phase.awards if not award.returned]
    won = [(award.seat, award.stake - award.returned) for award in phase.paid]
    balances = credits_of(table)
    for stake in returned:
        balances[stake.seat] += stake.stake
    made = corrections(deltas([*lost, *won]), balances)
    check_float(game, table, made)
    return made


class RoundReversed(Event, frozen=True, tag="round-reversed"):
    noted = "rounds-reversed"
    round: int
    trouble: Trouble
    clause: str
    corrections: tuple[Correction, ...]
    second: Name = ""

    def transfers(self, bank: Account) -> Transfers:
        return corrected(self.corrections, bank)

    def sentence(self, money: Money) -> str:
        return (
            f"round {self.round} is reversed{with_second(self.second)} because of {self.trouble}"
            f"{of_clause(self.clause)}: {corrections_in(self.corrections, money)}"
        )


@applies
def round_reversed(table: Table, event: RoundReversed) -> None:
    settled = table.settled(event.round)
    if settled is not None:  # older rounds are only in the journal
        settled.reversed = True
    correct(table, event.corrections)


@moves_chips
def _reversed_chips(moving: Moving, event: RoundReversed) -> None:
    moving.correct(event.corrections)


def reversal(
    table: Table, settled: SettledRound | PastRound, order: Order, trouble: Trouble, clause: str,
    balances: dict[int, int] | None = None,
) -> RoundReversed:  # fmt: skip
    """Return the event that voids a settled round: all players get back their earlier balance, or owe the
    difference."""
    wanted = deltas((award.seat, award.stake - award.returned) for award in settled.awards)
    made = corrections(wanted, credits_of(table) if balances is None else balances)
    return RoundReversed(settled.number, trouble, clause, made, order.agreed)
