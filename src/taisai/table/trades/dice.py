"""The dice of a round, from the tumble to the lit layout: tumbling, revealing, entering a roll, amending an entry."""

from taisai.rules.call import call
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.roll import Roll
from taisai.rules.vocabulary import Step, Trouble
from taisai.table.game import Game
from taisai.table.gates import NOTHING_STOPS, By, ByHand, Keys, NextStep, Of, Remedy, Time, When, Who
from taisai.table.handlers import applies, decides
from taisai.table.order import Order
from taisai.table.parts import Command, Event, Money, Number, Numbers
from taisai.table.sentences import of_clause
from taisai.table.state import BetsShut, Closed, Entered, Revealed, Round, Settling, Table, Tumbled
from taisai.table.trades.keys import keyed, pressed
from taisai.table.trades.opening import enter_test
from taisai.table.trades.settling import undone
from taisai.table.trades.void import voided


class TumbleDice(Command, frozen=True, tag="tumble-dice"):
    times: Number


@decides(NextStep(Step.TUMBLE), *NOTHING_STOPS)
def tumble_dice(game: Game, table: Table, order: Order, command: TumbleDice) -> list[Event]:
    """Record a tumble. Too few tumbles void the round automatically."""
    if command.times < 1:
        raise Refused(
            Refusal.STEP_OUT_OF_ORDER, f"{command.times} is not a number of tumbles; enter at least 1", command.times
        )
    events: list[Event] = [] if table.current else [begin(game, table, order)]
    events.append(DiceTumbled(order.round, command.times))
    assert game.book.play is not None
    if command.times < game.book.play.tumbles_min:
        events.append(voided(game, table, order.round, Trouble.TUMBLES_TOO_FEW, announced=False))
    return events


class RevealDice(Command, frozen=True, tag="reveal-dice"):
    flat: bool = True


@decides(NextStep(Step.REVEAL))
def reveal_dice(game: Game, table: Table, order: Order, command: RevealDice) -> list[Event]:
    if not command.flat:
        return [voided(game, table, order.round, Trouble.DICE_NOT_FLAT, announced=False)]
    return [DiceRevealed(order.round)]


class PressButton(Command, frozen=True, tag="press-button"):
    face: Number


@decides(Keys())
def press_button(game: Game, table: Table, order: Order, command: PressButton) -> list[Event]:
    """Record a press. The display keeps the last three; a fourth press removes the first."""
    return pressed(0 if isinstance(table.phase, Closed) else order.round, (command.face,))


class EnterRoll(Command, frozen=True, tag="enter-roll"):
    pass


@decides(Keys())
def enter_roll(game: Game, table: Table, order: Order, _: EnterRoll) -> list[Event]:
    if isinstance(table.phase, Closed):
        return enter_test(game, table)
    assert isinstance(table.phase, Revealed)
    return [entered(game, order.round, keyed(table.phase.round.pressed))]


class AmendEntry(Command, frozen=True, tag="amend-entry"):
    """`keys` are the three numbers pressed on the entry terminal."""

    keys: Numbers


@decides(By(Who.STAFF), ByHand(), When(Time.KNOWN), Remedy(Trouble.ENTRY_WRONG, Of.LAST))
def amend_entry(game: Game, table: Table, order: Order, command: AmendEntry) -> list[Event]:
    """Replace the entry by newly pressed keys. If winners are already being paid, all payments are undone first."""
    current, clause = order.round, game.book.clause_on(Trouble.ENTRY_WRONG)
    assert isinstance(table.phase, Entered | Settling)
    roll = keyed(command.keys)
    spoken = call(roll, game.book.phrases, game.book.dice)
    amended = EntryAmended(current, table.phase.roll, str(roll), spoken, _lit(game, roll), clause)
    return [*undone(game, table), *pressed(current, command.keys), amended]


def _lit(game: Game, roll: Roll) -> tuple[str, ...]:
    return game.paytable.lights[str(roll)]


class RoundBegun(Event, frozen=True, tag="round-begun"):
    round: int
    paytable: str
    fingerprint: str

    def sentence(self, money: Money) -> str:
        return f"round {self.round} begins"


@applies
def round_begun(table: Table, event: RoundBegun) -> None:
    table.round, made = event.round, table.commitments.get(event.round)
    begun = Round(event.round, commitment=made.commitment, beacon=made.beacon) if made else None
    table.phase = Tumbled(begun or Round(event.round), closed=False)


def begin(game: Game, table: Table, order: Order) -> RoundBegun:
    if table.electronic and not table.is_committed(order.round):
        words = f"the tumbler has not committed to the seed of round {order.round} yet; try again in a moment"
        raise Refused(Refusal.COMMITMENT_MISSING, words, order.round)
    return RoundBegun(order.round, game.paytable.id, game.paytable.fingerprint)


class DiceTumbled(Event, frozen=True, tag="dice-tumbled"):
    round: int
    times: int

    def sentence(self, money: Money) -> str:
        return f"the dice are tumbled {self.times} times"


@applies
def dice_tumbled(table: Table, _: DiceTumbled) -> None:
    table.phase = Tumbled(table.playing, closed=isinstance(table.phase, BetsShut))


class DiceRevealed(Event, frozen=True, tag="dice-revealed"):
    round: int

    def sentence(self, money: Money) -> str:
        return "the dome is lifted"


@applies
def dice_revealed(table: Table, _: DiceRevealed) -> None:
    table.phase = Revealed(table.playing)


class RollEntered(Event, frozen=True, tag="roll-entered"):
    round: int
    roll: str
    call: str
    lit: tuple[str, ...]

    def sentence(self, money: Money) -> str:
        return f'roll {self.roll} is entered: "{self.call}"; lit spots: {", ".join(self.lit)}'


class EntryAmended(Event, frozen=True, tag="entry-amended"):
    noted = "override"
    round: int
    old: str
    roll: str
    call: str
    lit: tuple[str, ...]
    clause: str

    def sentence(self, money: Money) -> str:
        said = f'"{self.call}"; lit spots: {", ".join(self.lit)}'
        return f"the entry {self.old} is amended to {self.roll}{of_clause(self.clause)}: {said}"


@applies
def roll_entered(table: Table, event: RollEntered | EntryAmended) -> None:
    table.phase = Entered(table.playing, event.roll)


def entered(game: Game, number: int, roll: Roll) -> RollEntered:
    return RollEntered(number, str(roll), call(roll, game.book.phrases, game.book.dice), _lit(game, roll))
