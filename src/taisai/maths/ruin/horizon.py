"""Ruin and goal within a number of rounds, round by round."""

from fractions import Fraction
from math import log
from typing import Final, NamedTuple

import msgspec
import numpy as np

from taisai.maths.chance.bounded import EPSILON, LEAST, Bounded
from taisai.maths.chance.evening import checked_rounds
from taisai.maths.chance.lattice import Floats
from taisai.maths.chance.quantiles import checked_chance
from taisai.maths.chance.window import EXPONENT_MAX, OUTSIDE
from taisai.maths.plan import Plan
from taisai.maths.refusals import LabRefusal
from taisai.maths.ruin.bankroll import (
    PLACES_MAX,
    Places,
    Walk,
    checked_bankroll,
    checked_goal,
    lowest,
    places,
    walk,
    written,
)
from taisai.rules.html import loaded_by, pasted
from taisai.rules.refusals import Refused

WORK_MAX: Final = 2 * 10**9  # places times results times rounds
BEYOND: Final = float(np.exp(-OUTSIDE))
_TILTS: Final = np.exp2(np.arange(-80, 40) / 4)


class Horizon(msgspec.Struct, frozen=True, dict=True):
    """After `rounds` rounds, or at goal or ruin if earlier. `ruined[n]` is the chance of ruin within n rounds.

    `last` are the chances of the bankrolls that still play, from `first` in steps of `unit`."""

    rounds: int
    goal: Bounded
    ruin: Bounded
    staked: Bounded
    ruined: Floats
    first: Fraction
    unit: Fraction
    last: Floats

    def __repr__(self) -> str:
        return pasted(self, f"<Horizon of {self.rounds:,} rounds: goal {self.goal}, ruin {self.ruin}>")

    @property
    def playing(self) -> Bounded:
        return Bounded(float(self.last.sum()), self.ruin.error)


class _Gone(NamedTuple):
    above: Floats
    below: Floats


def horizon(plan: Plan, bankroll: int | Fraction, rounds: int, goal: int | Fraction | None = None) -> Horizon:
    """Return the horizon. Without a goal, the player continues while the bankroll covers the plan.

    >>> found = horizon(plan(paytable("rws-6/2"), {"big": 100}), 1000, rounds=60)
    >>> print(f"{found.ruin.value:.4f}")
    0.2603
    """
    steps, start, rounds = walk(plan), checked_bankroll(bankroll), checked_rounds(rounds)
    reach = places(steps, start, checked_goal(goal)) if goal is not None else _within(steps, start, rounds)
    _check_work(reach, rounds)
    alive = np.zeros(reach.count)
    alive[reach.start] = 1
    gone, playing, ruined, won = _leaving(reach), 0.0, np.zeros(rounds + 1), 0.0
    for number in range(1, rounds + 1):
        playing += float(alive.sum())
        won += float(alive @ gone.above)
        ruined[number] = ruined[number - 1] + alive @ gone.below
        alive = _moved(alive, steps)
    error = EPSILON * 4 * rounds * len(steps.moves) + (0 if goal is not None else BEYOND)
    first = start + reach.first * steps.unit
    safe = Bounded(0.0, BEYOND) if goal is None else Bounded(won, max(error * won, LEAST))
    staked = Bounded(playing * plan.staked, error * (playing + rounds * (goal is None)) * plan.staked)
    ruin = Bounded(float(ruined[-1]), error * float(ruined[-1]) + (BEYOND if goal is None else LEAST))
    found = Horizon(rounds, safe, ruin, staked, ruined, first, steps.unit, alive)
    until = "" if goal is None else f", {written(Fraction(goal))}"
    return loaded_by(found, f"horizon({plan!r}, {written(start)}, {rounds}{until})")


def bankroll_for(plan: Plan, rounds: int, risk: float) -> Fraction:
    """Return the smallest bankroll whose chance of ruin within the rounds is at most the risk.

    >>> bankroll_for(plan(paytable("rws-6/2"), {"big": 100}), rounds=60, risk=0.01)
    Fraction(2200, 1)
    """
    steps = walk(plan)
    return steps.stake + _units_for(steps, checked_rounds(rounds), checked_chance(risk)) * steps.unit


def _units_for(steps: Walk, rounds: int, risk: float) -> int:
    reach = places(steps, steps.stake, steps.stake + _safe(steps, rounds, OUTSIDE - log(risk)))
    _check_work(reach, rounds)
    backwards = Walk(steps.unit, steps.stake, tuple(-move for move in reversed(steps.moves)), steps.ways[::-1])
    below = _leaving(reach).below
    ruin = np.zeros(reach.count)
    for _ in range(rounds):
        ruin = _moved(ruin, backwards) + below
    return int(np.argmax(ruin <= risk)) if (ruin <= risk).any() else reach.count


def _within(steps: Walk, start: Fraction, rounds: int) -> Places:
    """Return the bankrolls that these rounds lead to, except for e^-45; a large one is never near ruin."""
    down, up = int(_safe(steps, rounds) / steps.unit), int(_safe(steps.turned, rounds) / steps.unit)
    return Places(steps, start, max(lowest(steps, start), -down), up)


def _safe(steps: Walk, rounds: int, outside: float = OUTSIDE) -> Fraction:
    """Return a distance that a bankroll does not fall within the rounds, but for e^-outside, by Doob's inequality."""
    tilts = _TILTS[_TILTS * max(map(abs, steps.moves)) < EXPONENT_MAX]
    if not len(tilts):
        words = f"the results of this plan are up to {max(map(abs, steps.moves)):,} units apart; use rounder stakes"
        raise Refused(LabRefusal.LATTICE_TOO_LARGE, words, max(map(abs, steps.moves)))
    grown = np.log(np.exp(-tilts[:, None] * np.array(steps.moves)) @ steps.chances)
    farthest = float(np.min((rounds * np.maximum(grown, 0) + outside) / tilts))
    return (int(min(farthest, rounds * max(-steps.moves[0], 0))) + 2) * steps.unit


def _check_work(reach: Places, rounds: int) -> None:
    work = reach.count * rounds * len(reach.walk.moves)
    if work > WORK_MAX or reach.count > PLACES_MAX:
        words = f"{rounds:,} rounds over {reach.count:,} bankrolls take too long; use fewer rounds or rounder stakes"
        raise Refused(LabRefusal.LATTICE_TOO_LARGE, words, work)


def _leaving(reach: Places) -> _Gone:
    above, below = np.zeros(reach.count), np.zeros(reach.count)
    for move, chance in zip(reach.walk.moves, reach.walk.chances, strict=True):
        if move > 0:
            above[max(0, reach.count - move) :] += chance
        elif move < 0:
            below[:-move] += chance
    return _Gone(above, below)


def _moved(alive: Floats, steps: Walk) -> Floats:
    after, count = np.zeros_like(alive), len(alive)
    for move, chance in zip(steps.moves, steps.chances, strict=True):
        if move >= 0:
            after[move:] += chance * alive[: max(0, count - move)]
        else:
            after[:move] += chance * alive[-move:]
    return after
