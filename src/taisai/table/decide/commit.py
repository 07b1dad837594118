"""Rounds from before seeds existed: the tumbler committed itself to one throw and later revealed the secret."""

from hashlib import sha256

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.roll import Roll
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.decide import allow
from taisai.table.decide.dice import entered
from taisai.table.game import Game
from taisai.table.order import Order
from taisai.table.state import Entered, Revealed, Settling, Table


def commitment_to(table: str, number: int, throw: str, nonce: str) -> str:
    """Return the commitment to a throw. Without the nonce, 216 guesses would find the throw."""
    return sha256(f"taisai throw {table} {number} {throw} {nonce}".encode()).hexdigest()


def open_commitment(game: Game, table: Table, order: Order, command: c.OpenCommitment) -> list[e.Event]:
    """Reveal the secret. Once the dice are uncovered this enters the roll; after the round it is only recorded."""
    allow.tumbler(table, order)
    under_way = table.current is not None and table.current.number == command.number
    if under_way and not isinstance(table.phase, Revealed | Entered | Settling):
        words = f"round {command.number} has no roll yet; its secret is revealed when the dice are uncovered"
        raise Refused(Refusal.STEP_OUT_OF_ORDER, words, command.number)
    made = table.commitments.get(command.number)
    made = None if made and made.link else made
    Roll.parse(command.throw)
    if made is None or commitment_to(table.table, command.number, command.throw, command.nonce) != made.commitment:
        words = f"{command.throw} with that secret does not match the commitment of round {command.number}"
        raise Refused(Refusal.COMMITMENT_WRONG, words, command.throw)
    opened: list[e.Event] = [e.CommitmentOpened(command.number, command.throw, command.nonce)]
    if under_way and isinstance(table.phase, Revealed):
        opened.append(entered(game, command.number, Roll.parse(command.throw)))
    return opened
