"""Commit and reveal: the electronic tumbler binds itself to a throw while wagers can still be made, and tells its
secret when the round is over, so that anyone can check that nothing was chosen afterwards."""

from hashlib import sha256

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.roll import Roll
from taisai.rules.vocabulary import Role, Step
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.decide import allow
from taisai.table.decide.dice import entered
from taisai.table.game import Game
from taisai.table.order import Order
from taisai.table.state import Betting, Entered, Revealed, Settling, Table, Tumbled


def commitment_to(table: str, number: int, throw: str, nonce: str) -> str:
    """Without the nonce, 216 tries would find the throw."""
    return sha256(f"taisai throw {table} {number} {throw} {nonce}".encode()).hexdigest()


def commit_roll(game: Game, table: Table, order: Order, command: c.CommitRoll) -> list[e.Event]:
    _tumbler_only(table, order)
    current = allow.current_round(table, order)
    early = isinstance(table.phase, Betting) or (isinstance(table.phase, Tumbled) and not table.phase.closed)
    if not early or current.number in table.commitments:
        words = f"round {current.number} is committed to once, before wagers are closed; next is "
        following = game.next_step(table.phase)
        raise Refused(Refusal.STEP_OUT_OF_ORDER, words + (following.step if following else ""), order.round)
    return [e.RollCommitted(current.number, command.commitment, command.kept)]


def open_commitment(game: Game, table: Table, order: Order, command: c.OpenCommitment) -> list[e.Event]:
    """Once the dice are uncovered it enters the roll; of a round that is over in any way it only tells the secret."""
    _tumbler_only(table, order)
    under_way = table.current is not None and table.current.number == command.number
    if under_way and not isinstance(table.phase, Revealed | Entered | Settling):
        words = f"round {command.number} has no roll yet; its secret is told when the dice are uncovered"
        raise Refused(Refusal.STEP_OUT_OF_ORDER, words, command.number)
    made = table.commitments.get(command.number)
    Roll.parse(command.throw)
    if made is None or commitment_to(table.table, command.number, command.throw, command.nonce) != made.commitment:
        words = f"{command.throw} with that secret is not what round {command.number} was committed to"
        raise Refused(Refusal.COMMITMENT_WRONG, words, command.throw)
    opened: list[e.Event] = [e.CommitmentOpened(command.number, command.throw, command.nonce)]
    if under_way and isinstance(table.phase, Revealed):
        opened.append(entered(game, command.number, Roll.parse(command.throw)))
    return opened


def _tumbler_only(table: Table, order: Order) -> None:
    if order.by.role is not Role.AUTOMATION or Step.ENTER not in table.automation:
        words = f"only an electronic tumbler commits itself to a throw, not a {order.by.role}"
        raise Refused(Refusal.ROLE_NOT_ALLOWED, words, order.by.role.value)
