"""Systems with too much memory for exact answers, and a player's own: simulated, with a stated error."""

from fractions import Fraction
from math import ceil
from typing import Any, Final, Protocol

import msgspec
import numpy as np

from taisai.maths.chance.evening import checked_rounds
from taisai.maths.chance.lattice import Floats
from taisai.maths.plan import Plan
from taisai.maths.simulation.draws import Progress, draws, fair, streams
from taisai.maths.simulation.estimate import Estimate, of_chance, of_mean
from taisai.maths.simulation.evenings import farthest
from taisai.maths.systems.course import Stand
from taisai.maths.systems.ladder import Ladder, ladder
from taisai.maths.systems.spread import farthest_staked

LINE: Final = (1, 2, 3, 4)
SIMULATED_MAX: Final = 10**9  # rounds in total


class Rule(Protocol):
    """A player's own system: its memory, how many times the plan is staked, and what follows a round."""

    def first(self) -> Any: ...

    def multiple(self, memory: Any) -> int: ...

    def after(self, memory: Any, net: Fraction) -> Any:
        """Return the memory after a round. `net` is what one times the plan would have won or lost."""


class Labouchere:
    """Stake the first plus the last number of a line. Cross out both after a win, append the stake after a loss."""

    def __init__(self, line: tuple[int, ...] = LINE) -> None:
        self.line = line

    def first(self) -> tuple[int, ...]:
        return self.line

    def multiple(self, memory: tuple[int, ...]) -> int:
        return memory[0] + (memory[-1] if len(memory) > 1 else 0)

    def after(self, memory: tuple[int, ...], net: Fraction) -> tuple[int, ...]:
        if net > 0:
            return memory[1:-1] or self.line
        return (*memory, self.multiple(memory)) if net < 0 else memory


class Climbing:
    """A ladder as a rule, so that exact systems can be simulated, too."""

    def __init__(self, rungs: Ladder) -> None:
        self.rungs = rungs

    def first(self) -> int:
        return 0

    def multiple(self, memory: int) -> int:
        return self.rungs[memory].multiple

    def after(self, memory: int, net: Fraction) -> int:
        return self.rungs[memory].won if net > 0 else self.rungs[memory].lost if net < 0 else memory


class Played(msgspec.Struct, frozen=True):
    """`banks` is where each player ended, `staked` what each staked; `paths` are the bankrolls of the first players."""

    rounds: int
    seed: int
    banks: Floats
    staked: Floats
    goal: Estimate
    ruin: Estimate
    net: Estimate
    mean_staked: Estimate
    paths: tuple[tuple[float, ...], ...]

    def cost(self, edge: Fraction) -> Estimate:
        """Return the cost by Wald's identity: the edge times the stakes, which vary far less than wins and losses."""
        staked = self.mean_staked
        return Estimate(float(edge) * staked.value, abs(float(edge)) * staked.error, staked.tries)


def rule(system: str, stand: Stand) -> Rule:
    """Return the rule by name; a ladder is built as for an exact answer."""
    if system == "labouchere":
        return Labouchere()
    behind = (stand.goal or 10 * stand.bankroll) // stand.plan.staked
    return Climbing(ladder(system, stand.most, behind))


def played(  # noqa: PLR0913 - each is independent
    stand: Stand,
    system: Rule,
    *,
    rounds: int,
    players: int,
    seed: int,
    shown: int = 0,
    progress: Progress = lambda _: None,
) -> Played:
    """Play until the rounds are over, the goal is reached, or the bankroll no longer covers the plan.

    If the table does not accept a stake or the bankroll does not cover it, the system restarts."""
    checked_rounds(rounds)
    checked_rounds(rounds * players, SIMULATED_MAX)
    drawn, sources = draws(stand.plan), streams(seed)
    table = _Table(stand, tuple(drawn.nets))
    ended, paths = np.empty((players, 3)), []
    for player in range(players):
        labels = drawn.labels(fair(next(sources), rounds)).tolist()
        path = table.path(system, labels)
        ended[player] = path[-1], table.staked, table.squares
        if player < shown:
            paths.append(tuple(path))
        progress(player + 1)
    banks, staked, squares = ended.T
    goal = int((banks >= stand.goal).sum()) if stand.goal is not None else 0
    ruin = int((banks < stand.plan.staked).sum())
    spent = _staked(stand, system, rounds, staked)
    net = _net(stand.plan, banks - stand.bankroll, spent, (int(squares.sum()), table.most))
    chances = of_chance(goal, players), of_chance(ruin, players)
    return Played(rounds, seed, banks, staked, *chances, net, spent, tuple(paths))


def _staked(stand: Stand, system: Rule, rounds: int, staked: Floats) -> Estimate:
    """Return the mean of what players staked. How far it can be off is known exactly for a ladder; for a player's own
    rule only what was drawn tells it."""
    drawn = of_mean(staked)
    error = farthest_staked(stand, system.rungs, rounds, len(staked)) if isinstance(system, Climbing) else None
    return drawn if error is None else Estimate(drawn.value, error, drawn.tries)


def _net(plan: Plan, nets: Floats, staked: Estimate, multiples: tuple[int, int]) -> Estimate:
    """Return the mean net. Apart from what the stakes cost, it is a sum of rounds with a known variance, which counts
    rare wins also where nobody had one. As many rounds of the largest `multiples` as have the same variance lie at
    least as far from their mean."""
    squares, most = multiples
    chance = most * farthest(plan, max(1, ceil(squares / most**2))) / len(nets)
    return Estimate(float(nets.mean()), chance + abs(float(plan.edge)) * staked.error, len(nets))


class _Table:
    """A table where one player at a time plays. `squares` is the sum of the squares of what was staked, in plans.

    `most` is the most plans that any player staked in a round."""

    def __init__(self, stand: Stand, nets: tuple[Fraction, ...]) -> None:
        self.stand = stand
        self.nets = nets
        self.plain = [float(net) for net in nets]
        self.staked = self.squares = 0
        self.most = 1

    def path(self, system: Rule, labels: list[int]) -> list[float]:
        stand, memory, unit = self.stand, system.first(), self.stand.plan.staked
        bank, path = float(stand.bankroll), [float(stand.bankroll)]
        self.staked, self.squares = 0, 0
        goal = np.inf if stand.goal is None else stand.goal
        for label in labels:
            if not unit <= bank < goal:
                break
            multiple = system.multiple(memory)
            if not 1 <= multiple <= min(stand.most, bank // unit):
                memory = system.first()
                multiple = min(system.multiple(memory), stand.most, int(bank // unit))
            self.staked += multiple * unit
            self.squares += multiple * multiple
            self.most = max(self.most, multiple)
            bank += multiple * self.plain[label]
            memory = system.after(memory, self.nets[label])
            path.append(bank)
        return path
