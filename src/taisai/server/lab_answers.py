"""What the lab answers about many rounds: plain functions, each bounded, for the routes to call in a thread."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from taisai.maths.chance.bounded import Bounded
from taisai.maths.chance.evening import Evening, evening
from taisai.maths.hold.takings import Takings, takings
from taisai.maths.plan import Plan, plan
from taisai.maths.refusals import LabRefusal
from taisai.maths.ruin.bankroll import places, walk
from taisai.maths.ruin.ending import ending
from taisai.maths.ruin.horizon import horizon
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
POINTS_MAX: Final = 10**6

# What things cost at most on a slow machine, in seconds: measured, then doubled.
PLACE_S, PLACE_PAIR_S = 1e-4, 4e-9
MOVE_S, ROUND_S = 3e-9, 4e-5
SITUATION_S: Final = 4e-8


def evening_figures(table: PayTable, asked: w.EveningAsked) -> w.EveningFigures:
    made = _plan(table, asked.wagers)
    night = evening(made, asked.rounds)
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


def systems_figures(table: PayTable, asked: w.SystemsAsked) -> tuple[w.SystemFigures, ...]:
    stand = Stand(_plan(table, asked.wagers), asked.bankroll, asked.goal or None, 0, asked.maximum or None)
    units = (asked.goal or asked.bankroll + asked.rounds * stand.plan.staked) // stand.plan.staked
    seconds = (
        len(asked.systems) * asked.rounds * (ROUND_S + units * 10 * len(stand.plan.distribution()) * SITUATION_S / 4)
    )
    _bounded(seconds, f"taisai risk {table.id} --system {asked.systems[0]} --bankroll {asked.bankroll}")
    return tuple(_system(stand, name, asked) for name in asked.systems)


def house_figures(table: PayTable, asked: w.HouseAsked) -> w.HouseFigures:
    taken = takings(_plan(table, asked.wagers), asked.rounds)
    return w.HouseFigures(
        handle=taken.handle,
        expected=str(taken.expected),
        hold=str(taken.hold),
        losing=_measured(taken.losing),
        bands=tuple(_band(taken, level) for level in asked.levels),
    )


def _band(taken: Takings, level: float) -> w.Band:
    low, high = taken.band(level)
    return w.Band(level, str(low), str(high), float(low / taken.handle), float(high / taken.handle))


def _plan(table: PayTable, wagers: Sequence[PlanWager]) -> Plan:
    return plan(table, ((wager.spot, wager.stake) for wager in wagers))


def _measured(number: Bounded) -> w.Measured:
    return w.Measured(number.value, number.error)


def _bounded(seconds: float, command: str) -> None:
    """Refused before anything is worked out."""
    if seconds > SECONDS_MAX:
        words = f"this takes more than {SECONDS_MAX:g} s here; on the command line: {command}"
        raise Refused(LabRefusal.TOO_LONG, words, round(seconds))


def _fate(made: Plan, asked: w.EveningAsked) -> tuple[w.Fate, ...]:
    if not asked.bankroll:
        return ()
    steps, goal = walk(made), asked.goal or None
    down, up, command = (
        -steps.moves[0],
        steps.moves[-1],
        f"taisai risk --bankroll {asked.bankroll} --rounds {asked.rounds}",
    )
    farthest = places(steps, Fraction(asked.bankroll), Fraction(goal)).count if goal else asked.rounds * (down + up)
    _bounded(asked.rounds * (ROUND_S + len(steps.moves) * min(farthest, 10**5) * MOVE_S), command)
    if goal:
        _bounded(farthest * (PLACE_S + down * up * PLACE_PAIR_S), command)
    soon = horizon(made, asked.bankroll, asked.rounds, goal)
    ends = ending(made, asked.bankroll, goal) if goal else None
    ever = (_measured(ends.goal), _measured(ends.ruin), _measured(ends.rounds)) if ends else ()
    return (w.Fate(_measured(soon.goal), _measured(soon.ruin), ever),)


def _fan(made: Plan, rounds: int) -> tuple[w.FanPoint, ...]:
    counts = sorted({max(1, rounds * part // FAN_POINTS) for part in range(1, FAN_POINTS + 1)})
    nights = [evening(made, count) for count in counts]
    return tuple(w.FanPoint(night.rounds, tuple(float(night.quantile(chance)) for chance in FAN)) for night in nights)


def _spread_columns(night: Evening) -> tuple[w.Column, ...]:
    """None where there are too many results to list."""
    low, high = night.sum.window
    if high - low > POINTS_MAX:
        return ()
    spread = night.spread
    return _columns(spread.nets.tolist(), spread.chances.tolist())


def _columns(xs: list[float], chances: list[float]) -> tuple[w.Column, ...]:
    each = -(-len(xs) // COLUMNS)
    starts = range(0, len(xs), each)
    return tuple(w.Column(xs[at], xs[min(at + each, len(xs)) - 1], sum(chances[at : at + each])) for at in starts)


def _system(stand: Stand, name: str, asked: w.SystemsAsked) -> w.SystemFigures:
    ended: Course = course(stand, name, asked.rounds)
    shown = min(asked.rounds, PATH_ROUNDS)
    walked = played(stand, rule(name, stand), rounds=shown, players=PATHS, seed=asked.seed, shown=PATHS)
    return w.SystemFigures(
        system=name,
        cost=w.Measured(-ended.net.value, ended.net.error),
        staked=_measured(ended.staked),
        goal=_measured(ended.goal),
        ruin=_measured(ended.ruin),
        columns=_columns([float(bank) for bank in ended.banks], ended.chances.tolist()),
        paths=walked.paths,
    )
