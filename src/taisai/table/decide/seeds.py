"""Throws that nobody can choose.

The tumbler commits itself to a chain of seeds before the rounds begin. Terminals add their own random values. The seed
is revealed when the dice are uncovered."""

from typing import Final

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.roll import Roll
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.decide import allow
from taisai.table.decide.beacons import beacon_value
from taisai.table.decide.contributions import SECRET
from taisai.table.decide.dice import entered
from taisai.table.game import Game
from taisai.table.order import Order
from taisai.table.state import Idle, Revealed, Table
from taisai.table.throws import seed_before, struck_by, throw_of

LENGTH_MOST: Final = 10_000  # checking each seed of the chain costs a hash


def chain_seeds(game: Game, table: Table, order: Order, command: c.ChainSeeds) -> list[e.Event]:
    """Commit to a new chain, only between rounds: a round keeps its chain."""
    del game
    _between_rounds(table, order)
    if not SECRET.fullmatch(command.end) or not 1 <= command.length <= LENGTH_MOST:
        words = f"{command.end!r} is not the end of a chain of 1 to {LENGTH_MOST} seeds"
        raise Refused(Refusal.COMMITMENT_WRONG, words, command.end)
    return [e.SeedsChained(command.end, command.length)]


def commit_seed(game: Game, table: Table, order: Order, command: c.CommitSeed) -> list[e.Event]:
    """Commit a seed to the next round, after the previous seed was revealed."""
    del game
    _between_rounds(table, order)
    number, chain = table.round + 1, table.chain
    if order.round != number or chain.is_spent or table.is_committed(number):
        words = f"round {number} needs exactly one commitment, to an unused seed of the chain"
        raise Refused(Refusal.STEP_OUT_OF_ORDER, words, order.round)
    if any(made.commitment == chain.last for made in table.commitments.values()):
        words = f"the seed of the round before {number} was not revealed; start a new chain of seeds"
        raise Refused(Refusal.COMMITMENT_MISSING, words, order.round)
    return [e.SeedCommitted(number, chain.committed + 1, chain.last, command.kept)]


def reveal_seed(game: Game, table: Table, order: Order, command: c.RevealSeed) -> list[e.Event]:
    """Reveal the seed. Once the dice are uncovered it decides the throw; after a round without a throw it is only
    recorded."""
    allow.tumbler(table, order)
    number, made = command.number, table.commitments.get(command.number)
    current = table.current if table.current and table.current.number == number else None
    if number > table.round or (current and not isinstance(table.phase, Revealed)):
        words = f"round {number} has no roll yet; its seed is revealed when the dice are uncovered"
        raise Refused(Refusal.STEP_OUT_OF_ORDER, words, number)
    if made is None or not SECRET.fullmatch(command.seed) or seed_before(command.seed) != made.commitment:
        raise Refused(Refusal.COMMITMENT_WRONG, f"this is not the seed of round {number}", command.seed)
    if current is None:
        return [e.SeedRevealed(number, command.seed, "", ())]
    given = tuple(sorted(current.contributions.values()))
    beacon = beacon_value(made, command)
    throw = throw_of(table.table, number, command.seed, given, beacon)
    told: list[e.Event] = [e.SeedRevealed(number, command.seed, throw, given, made.beacon, command.signature)]
    drawn = game.paytable.multipliers
    if drawn.spots:
        told.append(e.MultipliersDrawn(number, struck_by(drawn, table.table, number, (command.seed, given, beacon))))
    return [*told, entered(game, number, Roll.parse(throw))]


def _between_rounds(table: Table, order: Order) -> None:
    allow.tumbler(table, order)
    if not isinstance(table.phase, Idle):
        words = "the tumbler can commit to seeds only between rounds, at an open table"
        raise Refused(Refusal.STEP_OUT_OF_ORDER, words, order.round)
