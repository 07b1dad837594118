"""The lab's answers about many rounds: plain functions with bounded cost, which run in the lab's own process."""

from collections.abc import Sequence
from fractions import Fraction
from time import process_time
from typing import Final

import numpy as np

from taisai.maths.chance.bounded import Bounded
from taisai.maths.chance.evening import Evening, evening
from taisai.maths.hold.takings import Takings, takings
from taisai.maths.hold.telling import rounds_to_tell
from taisai.maths.plan import Plan, plan
from taisai.maths.refusals import LabRefusal
from taisai.maths.ruin.bankroll import places, walk
from taisai.maths.ruin.ending import ending
from taisai.maths.ruin.horizon import horizon
from taisai.maths.simulation.estimate import Estimate
from taisai.maths.systems.chain import Effort
from taisai.maths.systems.course import Course, Stand, course
from taisai.maths.systems.rules import played, rule
from taisai.rules.paytable import PayTable
from taisai.rules.refusals import Refused
from taisai.wire import risk as w
from taisai.wire.lab import PlanWager

SECONDS_MAX: Final = 2.0
CHANCES: Final = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
FAN: Final = (0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99)
FAN_POINTS: Final = 12
COLUMNS: Final = 120
PATHS: Final = 6
PATH_ROUNDS: Final = 500
SIMULATED: Final = "labouchere"  # its state is a whole line of numbers
SIMULATED_ROUNDS: Final = 300_000
POINTS_MAX: Final = 10**6
POINT: Final = Fraction(1, 100)
TELLING_QUANTILES: Final = 40  # about as many as the bisection takes

# Upper bounds of cost on a slow machine, in seconds: measured, then doubled.
PLACE_S, PLACE_PAIR_S = 1e-4, 4e-9
MOVE_S, ROUND_S = 3e-9, 4e-5
SITUATION_S, STEP_S = 1e-6, 2e-8


def evening_figures(table: PayTable, asked: w.EveningAsked) -> w.EveningFigures:
    made = _plan(table, asked.wagers)
    night = evening(made, asked.rounds)
    limits = {"rounds": asked.rounds, "bankroll": asked.bankroll, "goal": asked.goal}
    _check_quantiles(night, len(CHANCES) + FAN_POINTS * len(FAN), _command("risk", table.id, asked.wagers, limits))
    fate = _fate(made, asked)
    return w.EveningFigures(
        cost=str(-night.expected),
        staked=night.staked,
        deviation=float(night.variance) ** 0.5,
        ahead=_measured(night.ahead),
        neither=_measured(night.even),
        behind=_measured(night.behind),
        quantiles=tuple(w.Quantile(chance, str(night.quantile(chance))) for chance in CHANCES),
        fan=_fan(made, asked.rounds),
        columns=_spread_columns(night),
        fate=fate,
    )


def systems_figures(table: PayTable, asked: w.SystemsAsked) -> w.SystemsFigures:
    stand = Stand(_plan(table, asked.wagers), asked.bankroll, asked.goal or None, 0, asked.maximum or None)
    limits = {"rounds": asked.rounds, "bankroll": asked.bankroll, "goal": asked.goal, "maximum": asked.maximum}
    command = f"{_command('risk', table.id, asked.wagers, limits)} --system {asked.systems[0]}"
    _bounded(len(asked.systems) * asked.rounds * ROUND_S, command)
    began = process_time()
    left = ((name, SECONDS_MAX - process_time() + began) for name in asked.systems)
    return w.SystemsFigures(tuple(_system(stand, name, asked, seconds) for name, seconds in left))


def house_figures(table: PayTable, asked: w.HouseAsked) -> w.HouseFigures:
    mix = _plan(table, asked.wagers)
    taken = takings(mix, asked.rounds)
    wanted = 2 * len(asked.levels) * (1 + FAN_POINTS) + TELLING_QUANTILES
    command = _command("hold", table.id, asked.wagers, {"rounds-an-hour": asked.rounds, "hours": 1})
    _check_quantiles(evening(mix, asked.rounds), wanted, command)
    return w.HouseFigures(
        handle=taken.handle,
        expected=str(taken.expected),
        hold=str(taken.hold),
        losing=_measured(taken.losing),
        bands=tuple(_band(taken, level) for level in asked.levels),
        course=tuple(_hold_point(mix, rounds, asked.levels) for rounds in _parts(asked.rounds)),
        telling=_telling(mix),
    )


def _hold_point(mix: Plan, rounds: int, levels: Sequence[float]) -> w.HoldPoint:
    bands = (takings(mix, rounds).hold_band(level) for level in levels)
    return w.HoldPoint(rounds, tuple(w.Holds(float(low), float(high)) for low, high in bands))


def _telling(mix: Plan) -> int:
    try:
        return rounds_to_tell(mix, POINT)
    except Refused:
        return 0


def _band(taken: Takings, level: float) -> w.Band:
    low, high = taken.band(level)
    return w.Band(level, str(low), str(high), float(low / taken.handle), float(high / taken.handle))


def _plan(table: PayTable, wagers: Sequence[PlanWager]) -> Plan:
    return plan(table, ((wager.spot, wager.stake) for wager in wagers))


def _measured(number: Bounded) -> w.Measured:
    return w.Measured(number.value, number.error)


def _bounded(seconds: float, command: str) -> None:
    """Refuse a calculation that takes too long, before it starts."""
    if seconds > SECONDS_MAX:
        words = f"this takes more than {SECONDS_MAX:g} s here; run it on the command line: {command}"
        raise Refused(LabRefusal.TOO_LONG, words, round(seconds))


def _check_quantiles(night: Evening, wanted: int, command: str) -> None:
    """Estimate the cost from two quantiles: it depends on the plan in ways that no formula covers."""
    first, next_ = (_taken_s(night, chance) for chance in (0.5, 0.05))
    _bounded((FAN_POINTS + 1) * first + wanted * next_, command)


def _taken_s(night: Evening, chance: float) -> float:
    start = process_time()
    night.quantile(chance)
    return process_time() - start


def _command(name: str, paytable: str, wagers: Sequence[PlanWager], limits: dict[str, int]) -> str:
    """Return the command line that does the same."""
    placed = (f"--wager {wager.spot}={wager.stake}" for wager in wagers)
    given = (f"--{name} {value}" for name, value in limits.items() if value)
    return " ".join((f"taisai {name}", paytable, *placed, *given))


def _fate(made: Plan, asked: w.EveningAsked) -> tuple[w.Fate, ...]:
    if not asked.bankroll:
        return ()
    steps, goal = walk(made), asked.goal or None
    down, up = -steps.moves[0], steps.moves[-1]
    limits = {"rounds": asked.rounds, "bankroll": asked.bankroll, "goal": asked.goal}
    command = _command("risk", asked.paytable, asked.wagers, limits)
    farthest = places(steps, Fraction(asked.bankroll), Fraction(goal)).count if goal else asked.rounds * (down + up)
    _bounded(asked.rounds * (ROUND_S + len(steps.moves) * min(farthest, 10**5) * MOVE_S), command)
    if goal:
        _bounded(farthest * (PLACE_S + down * up * PLACE_PAIR_S), command)
    soon = horizon(made, asked.bankroll, asked.rounds, goal)
    ends = ending(made, asked.bankroll, goal) if goal else None
    ever = (_measured(ends.goal), _measured(ends.ruin), _measured(ends.rounds)) if ends else ()
    return (w.Fate(_measured(soon.goal), _measured(soon.ruin), ever),)


def _parts(rounds: int) -> list[int]:
    return sorted({max(1, rounds * part // FAN_POINTS) for part in range(1, FAN_POINTS + 1)})


def _fan(made: Plan, rounds: int) -> tuple[w.FanPoint, ...]:
    nights = [evening(made, count) for count in _parts(rounds)]
    return tuple(w.FanPoint(night.rounds, tuple(float(night.quantile(chance)) for chance in FAN)) for night in nights)


def _spread_columns(night: Evening) -> tuple[w.Column, ...]:
    """Return a histogram; empty if there are too many different results."""
    low, high = night.sum.window
    if high - low > POINTS_MAX:
        return ()
    spread = night.spread
    return _columns(spread.nets.tolist(), spread.chances.tolist())


def _columns(xs: list[float], chances: list[float]) -> tuple[w.Column, ...]:
    each = -(-len(xs) // COLUMNS)
    starts = range(0, len(xs), each)
    return tuple(w.Column(xs[at], xs[min(at + each, len(xs)) - 1], sum(chances[at : at + each])) for at in starts)


def _system(stand: Stand, name: str, asked: w.SystemsAsked, seconds: float) -> w.SystemFigures:
    ended = None if name == SIMULATED else _course(stand, name, asked.rounds, seconds)
    return _exact(stand, asked, ended) if ended else _simulated(stand, name, asked)


def _course(stand: Stand, name: str, rounds: int, seconds: float) -> Course | None:
    """Return the exact course, or None if time runs out: the number of states is known only by exploring them."""
    each = SITUATION_S * len(stand.plan.distribution())
    try:
        return course(stand, name, rounds, Effort(int(seconds / 2 / each), int(seconds / 2 / STEP_S)))
    except Refused as refused:
        if refused.code is not LabRefusal.LATTICE_TOO_LARGE:
            raise
        return None


def _exact(stand: Stand, asked: w.SystemsAsked, ended: Course) -> w.SystemFigures:
    shown = min(asked.rounds, PATH_ROUNDS)
    walked = played(stand, rule(ended.system, stand), rounds=shown, players=PATHS, seed=asked.seed, shown=PATHS)
    return w.SystemFigures(
        system=ended.system,
        simulated=False,
        cost=w.Measured(-ended.net.value, ended.net.error),
        staked=_measured(ended.staked),
        goal=_measured(ended.goal),
        ruin=_measured(ended.ruin),
        columns=_columns([float(bank) for bank in ended.banks], ended.chances.tolist()),
        paths=walked.paths,
    )


def _simulated(stand: Stand, name: str, asked: w.SystemsAsked) -> w.SystemFigures:
    players = max(PATHS, SIMULATED_ROUNDS // asked.rounds // len(asked.systems))
    ended = played(stand, rule(name, stand), rounds=asked.rounds, players=players, seed=asked.seed, shown=PATHS)
    banks, counts = np.unique(ended.banks, return_counts=True)
    return w.SystemFigures(
        system=name,
        simulated=True,
        cost=_estimated(ended.cost(stand.plan.edge)),
        staked=_estimated(ended.mean_staked),
        goal=_estimated(ended.goal),
        ruin=_estimated(ended.ruin),
        columns=_columns(banks.tolist(), (counts / players).tolist()),
        paths=tuple(path[: PATH_ROUNDS + 1] for path in ended.paths),
    )


def _estimated(number: Estimate) -> w.Measured:
    return w.Measured(number.value, number.error)
