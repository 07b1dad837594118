"""Systems that are a ladder: each rung has a multiple of the plan, and leads on after a win and a loss."""

from collections.abc import Callable, Iterator
from itertools import takewhile
from typing import Final, NamedTuple

from taisai.maths.refusals import LabRefusal
from taisai.rules.refusals import Refused, did_you_mean

RUNGS_MAX: Final = 50_000


class Rung(NamedTuple):
    """How many times the plan is staked, and the positions of the rungs after a win and after a loss."""

    multiple: int
    won: int
    lost: int


Ladder = tuple[Rung, ...]


class Kind(NamedTuple):
    """`make` builds the rungs up to a largest multiple, for a player who can be this many units behind.

    `even_money`: it works only if a win brings exactly what was staked."""

    summary: str
    make: Callable[[int, int], Ladder]
    even_money: bool = False


def ladder(name: str, most: int, units: int) -> Ladder:
    """Return the ladder.

    A system starts and restarts on the first rung; `units` is how many plans behind a player can be."""
    made = kind(name).make(max(most, 1), units)
    if len(made) > RUNGS_MAX:
        words = f"{name} has more than {RUNGS_MAX:,} situations with this bankroll; use a larger stake"
        raise Refused(LabRefusal.LATTICE_TOO_LARGE, words, len(made))
    return made


def climbed(rungs: Ladder, rounds: int) -> tuple[Ladder, int]:
    """Return the rungs that can be reached within the rounds, and the most plans that can be staked on them."""
    seen, fresh, peak, plans = {0}, {0}, 0, 0
    for left in range(rounds, 0, -1):
        peak = max(peak, *(rungs[place].multiple for place in fresh))
        fresh = {after for place in fresh for after in rungs[place][1:]} - seen
        plans += peak
        if not fresh:
            plans += peak * (left - 1)
            break
        seen |= fresh
    count = max(seen) + 1
    kept = (Rung(one.multiple, *(after if after < count else 0 for after in one[1:])) for one in rungs[:count])
    return tuple(kept), plans


def kind(name: str) -> Kind:
    if name not in SYSTEMS:
        words = f"there is no system {name!r}{did_you_mean(name, SYSTEMS)}; choose one of {', '.join(SYSTEMS)}"
        raise Refused(LabRefusal.SYSTEM_UNKNOWN, words, name)
    return SYSTEMS[name]


def _flat(_most: int, _units: int) -> Ladder:
    return (Rung(1, 0, 0),)


def _up_on_losses(multiples: Callable[[], Iterator[int]], most: int) -> Ladder:
    """Return to the start after a win, and after losing the highest stake that the table accepts."""
    taken = list(takewhile(lambda multiple: multiple <= most, multiples()))
    return tuple(Rung(multiple, 0, (place + 1) % len(taken)) for place, multiple in enumerate(taken))


def _doubled() -> Iterator[int]:
    multiple = 1
    while True:
        yield multiple
        multiple *= 2


def _doubled_and_one() -> Iterator[int]:
    return (multiple - 1 for multiple in _doubled() if multiple > 1)


def _fibonacci_numbers() -> Iterator[int]:
    one, other = 1, 1
    while True:
        yield one
        one, other = other, one + other


def _fibonacci(most: int, _units: int) -> Ladder:
    """One rung up on a loss, as far as the table allows, two down on a win."""
    taken = list(takewhile(lambda multiple: multiple <= most, _fibonacci_numbers()))
    last = len(taken) - 1
    return tuple(Rung(multiple, max(0, place - 2), min(last, place + 1)) for place, multiple in enumerate(taken))


def _dalembert(most: int, _units: int) -> Ladder:
    """One unit more on a loss, as far as the table allows, one less on a win."""
    last = most - 1
    return tuple(Rung(place + 1, max(0, place - 1), min(last, place + 1)) for place in range(last + 1))


def _up_on_wins(multiples: tuple[int, ...], most: int) -> Ladder:
    """Return to the start after a loss, and after the last win."""
    taken = tuple(takewhile(lambda multiple: multiple <= most, multiples))
    return tuple(Rung(multiple, (place + 1) % len(taken), 0) for place, multiple in enumerate(taken))


def _oscar(most: int, units: int) -> Ladder:
    """Each cycle aims to win one unit: one unit more after a win, never more than the cycle still needs."""
    places, rungs = {(1, 0): 0}, []
    waiting = [(1, 0)]
    for stake, behind in waiting:
        left = behind - stake
        won = (1, 0) if left < 0 else (min(stake + 1, left + 1, most), left)
        lost = (stake, behind + stake) if behind + stake < units else (1, 0)
        for after in (won, lost):
            if after not in places:
                places[after] = len(waiting)
                waiting.append(after)
        rungs.append(Rung(stake, places[won], places[lost]))
        if len(rungs) > RUNGS_MAX:
            break
    return tuple(rungs)


SYSTEMS: Final[dict[str, Kind]] = {
    "flat": Kind("the same stake in every round", _flat),
    "martingale": Kind("twice the stake after a loss, back to one after a win",
                       lambda most, _: _up_on_losses(_doubled, most)),
    "grand-martingale": Kind("twice the stake and one more after a loss, back to one after a win",
                             lambda most, _: _up_on_losses(_doubled_and_one, most)),
    "dalembert": Kind("one more after a loss, one less after a win", _dalembert),
    "fibonacci": Kind("along 1 1 2 3 5 8 after losses, two back after a win", _fibonacci),
    "paroli": Kind("twice the stake after a win, three wins in a row at most",
                   lambda most, _: _up_on_wins((1, 2, 4), most)),
    "1-3-2-6": Kind("along 1 3 2 6 after wins, back to one after a loss",
                    lambda most, _: _up_on_wins((1, 3, 2, 6), most)),
    "oscar": Kind("one more after a win until the cycle is one ahead; the same after a loss", _oscar, even_money=True),
}  # fmt: skip
