"""Decide about the dice, from the tumble to the lit layout: tumbling, revealing, entering a roll, amending an entry."""

from taisai.rules.call import call
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.roll import Roll
from taisai.rules.vocabulary import Step, Trouble
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.decide import allow
from taisai.table.decide.betting import begin
from taisai.table.decide.compensate import undone
from taisai.table.decide.keys import keyed, pressed
from taisai.table.decide.opening import enter_test, press_test
from taisai.table.decide.remedy import provided
from taisai.table.decide.void import voided
from taisai.table.game import Game
from taisai.table.order import Order
from taisai.table.state import Closed, Entered, Revealed, Settling, Table


def tumble_dice(game: Game, table: Table, order: Order, command: c.TumbleDice) -> list[e.Event]:
    """Record a tumble. Too few tumbles void the round automatically."""
    allow.step(game, table, order, Step.TUMBLE)
    if command.times < 1:
        raise Refused(
            Refusal.STEP_OUT_OF_ORDER, f"{command.times} is not a number of tumbles; enter at least 1", command.times
        )
    events: list[e.Event] = [] if table.current else [begin(game, table, order)]
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
    """Record a press. The display keeps the last three; a fourth press removes the first."""
    if isinstance(table.phase, Closed):
        return press_test(game, order, command.face)
    allow.no_committed_roll(table, order, command.face)
    allow.step(game, table, order, Step.ENTER)
    return pressed(order.round, (command.face,))


def enter_roll(game: Game, table: Table, order: Order, _: c.EnterRoll) -> list[e.Event]:
    if isinstance(table.phase, Closed):
        return enter_test(game, table, order)
    allow.no_committed_roll(table, order, order.round)
    allow.step(game, table, order, Step.ENTER)
    assert isinstance(table.phase, Revealed)
    return [entered(game, order.round, keyed(table.phase.round.pressed))]


def entered(game: Game, number: int, roll: Roll) -> e.RollEntered:
    return e.RollEntered(number, str(roll), call(roll, game.book.phrases, game.book.dice), _lit(game, roll))


def amend_entry(game: Game, table: Table, order: Order, command: c.AmendEntry) -> list[e.Event]:
    """Replace the entry by newly pressed keys. If winners are already being paid, all payments are undone first."""
    allow.staff(order)
    allow.no_committed_roll(table, order, str(list(command.keys)))
    current = allow.last_round(table, order)
    clause = provided(game, table, order, Trouble.ENTRY_WRONG, current).clause
    assert isinstance(table.phase, Entered | Settling)
    roll = keyed(command.keys)
    spoken = call(roll, game.book.phrases, game.book.dice)
    amended = e.EntryAmended(current, table.phase.roll, str(roll), spoken, _lit(game, roll), clause)
    return [*undone(game, table), *pressed(current, command.keys), amended]


def _lit(game: Game, roll: Roll) -> tuple[str, ...]:
    return game.paytable.lights[str(roll)]
