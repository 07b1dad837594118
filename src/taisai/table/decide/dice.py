"""From the tumble to the lit layout: tumbling, revealing, the entry terminal, amending an entry."""

from taisai.rules.call import call
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.roll import FACES, Roll
from taisai.rules.vocabulary import Act, Step, Trouble
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.decide import allow
from taisai.table.decide.betting import begin
from taisai.table.decide.void import voided
from taisai.table.game import Game
from taisai.table.order import Order
from taisai.table.state import Entered, Revealed, Table


def tumble_dice(game: Game, table: Table, order: Order, command: c.TumbleDice) -> list[e.Event]:
    """Too few tumbles void the round, whether or not anybody says so."""
    allow.step(game, table, order, Step.TUMBLE)
    if command.times < 1:
        raise Refused(Refusal.STEP_OUT_OF_ORDER, f"{command.times} tumbles are none", command.times)
    events: list[e.Event] = [] if table.current else [begin(game, order)]
    events.append(e.DiceTumbled(order.round, command.times))
    assert game.book.play is not None
    if command.times < game.book.play.tumbles_min:
        events.append(voided(game, table, order.round, Trouble.TUMBLES_TOO_FEW, announced=False))
    return events


def reveal_dice(game: Game, table: Table, order: Order, command: c.RevealDice) -> list[e.Event]:
    allow.step(game, table, order, Step.REVEAL)
    if not command.flat:
        return [voided(game, table, order.round, Trouble.DICE_NOT_FLAT, announced=False)]
    return [e.DiceRevealed(order.round)]


def press_button(game: Game, table: Table, order: Order, command: c.PressButton) -> list[e.Event]:
    """The display keeps the last three; a fourth press pushes the first one out."""
    allow.step(game, table, order, Step.ENTER)
    if command.face not in FACES:
        raise Refused(Refusal.ROLL_INVALID, f"no button {command.face}; there are 1 to 6", command.face)
    return [e.ButtonPressed(order.round, command.face)]


def enter_roll(game: Game, table: Table, order: Order, _: c.EnterRoll) -> list[e.Event]:
    allow.step(game, table, order, Step.ENTER)
    assert isinstance(table.phase, Revealed)
    pressed = table.phase.round.pressed
    if len(pressed) < 3:
        words = f"only {len(pressed)} of three numbers are on the display; press the rest, then enter"
        raise Refused(Refusal.ENTRY_SHORT, words, len(pressed))
    return [entered(game, order.round, Roll.of(*pressed))]


def entered(game: Game, number: int, roll: Roll) -> e.RollEntered:
    return e.RollEntered(number, str(roll), call(roll, game.book.phrases), _lit(game, roll))


def amend_entry(game: Game, table: Table, order: Order, command: c.AmendEntry) -> list[e.Event]:
    clause = allow.act(game, order, Act.AMEND_ENTRY)
    allow.current_round(table, order)
    if not isinstance(table.phase, Entered):
        words = f"an entry is amended after it is made and before wagers are settled{allow.cite(game, clause)}"
        raise Refused(Refusal.STEP_OUT_OF_ORDER, words, command.roll)
    roll = Roll.parse(command.roll)
    spoken = call(roll, game.book.phrases)
    return [e.EntryAmended(order.round, table.phase.roll, str(roll), spoken, _lit(game, roll), clause)]


def _lit(game: Game, roll: Roll) -> tuple[str, ...]:
    return game.paytable.lights[str(roll)]
