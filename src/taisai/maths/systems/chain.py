"""Every bankroll and rung that a system can reach, and the transition chances."""

from fractions import Fraction
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array  # type: ignore[import-untyped]

from taisai.maths.chance.lattice import Floats, Integers
from taisai.maths.refusals import LabRefusal
from taisai.maths.ruin.bankroll import Walk
from taisai.maths.systems.ladder import Ladder
from taisai.rules.refusals import Refused

SITUATIONS_MAX: Final = 2 * 10**6
STEPS_MAX: Final = 5 * 10**9
CODES_MAX: Final = 10**8


class Effort(msgspec.Struct, frozen=True):
    """The most work allowed: situations, and transitions in all rounds together."""

    situations: int = SITUATIONS_MAX
    steps: int = STEPS_MAX


class Chain(msgspec.Struct, frozen=True):
    """For each situation: its bankroll in units of the walk, the multiple staked, and whether the player has left.

    `moves` has the chance to go from a situation (column) to another (row)."""

    banks: Integers
    multiples: Integers
    at_goal: NDArray[np.bool_]
    at_ruin: NDArray[np.bool_]
    start: int
    moves: Any

    @property
    def stays(self) -> NDArray[np.bool_]:
        return ~(self.at_goal | self.at_ruin)


class Table(msgspec.Struct, frozen=True):
    """`stake` is what the plan takes, `goal` where the player leaves, `top` what nobody can reach, in units."""

    walk: Walk
    ladder: Ladder
    stake: Fraction
    goal: int
    top: int


def chain(table: Table, bankroll: int, rounds: int, situations: int = SITUATIONS_MAX) -> Chain:
    """Return all that can come of a bankroll within the rounds."""
    rungs, size = np.array(table.ladder), len(table.ladder)
    if table.top * size > CODES_MAX:
        words = f"{table.top * size:,} situations are too many; set a goal or a lower maximum, or simulate"
        raise Refused(LabRefusal.LATTICE_TOO_LARGE, words, table.top * size)
    seen = np.zeros(table.top * size + size, dtype=bool)
    fresh = np.array([bankroll * size])
    seen[fresh] = True
    froms, tos, chances, count = [], [], [], 1
    for _ in range(rounds):
        fresh = fresh[_plays(table, fresh // size)]
        if not len(fresh):
            break
        reached = [_after(table, rungs, fresh, move) for move in table.walk.moves]
        for after, chance in zip(reached, table.walk.chances, strict=True):
            froms.append(fresh)
            tos.append(after)
            chances.append(np.full(len(fresh), chance))
        after = np.unique(np.concatenate(reached))
        fresh = after[~seen[after]]
        seen[fresh] = True
        count += len(fresh)
        if count > situations:
            words = f"there are more than {situations:,} situations; set a goal or a lower maximum, or simulate"
            raise Refused(LabRefusal.LATTICE_TOO_LARGE, words, count)
    return _built(table, rungs, np.flatnonzero(seen), bankroll * size, (froms, tos, chances))


def _plays(table: Table, banks: Integers) -> NDArray[np.bool_]:
    return (banks * float(table.walk.unit) >= float(table.stake)) & (banks < table.goal)


def _after(table: Table, rungs: Integers, codes: Integers, move: int) -> Integers:
    """Return the situations after a move.

    A rung that the bankroll no longer covers is left for the first, as is any when the player leaves."""
    size = len(rungs)
    banks, places = codes // size, codes % size
    banks = banks + move * rungs[places, 0]
    places = rungs[places, 1] if move > 0 else rungs[places, 2] if move < 0 else places
    covered = rungs[places, 0] * float(table.stake) <= banks * float(table.walk.unit)
    return np.asarray(banks * size + np.where(covered & (banks < table.goal), places, 0))


def _built(
    table: Table, rungs: Integers, codes: Integers, start: int, found: tuple[list[Any], list[Any], list[Any]]
) -> Chain:
    size = len(rungs)
    banks = codes // size
    plays = _plays(table, banks)
    gone = np.flatnonzero(~plays)
    froms, tos, chances = (np.concatenate(part) for part in found)
    rows = np.concatenate([np.searchsorted(codes, tos), gone])
    columns = np.concatenate([np.searchsorted(codes, froms), gone])
    moves = csr_array((np.concatenate([chances, np.ones(len(gone))]), (rows, columns)), shape=(len(codes),) * 2)
    multiples = np.where(plays, rungs[codes % size, 0], 0)
    at_goal = banks >= table.goal
    return Chain(banks, multiples, at_goal, ~plays & ~at_goal, int(np.searchsorted(codes, start)), moves)


def mean(chances: Floats, values: Integers) -> float:
    """Return the mean in one thread: a vector product would use all threads, and wait for them."""
    return float((chances * values).sum())
