"""The cost of an exposure cap: the handle that a table turns away."""

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from taisai.maths.refusals import LabRefusal
from taisai.maths.simulation.draws import Progress, streams
from taisai.maths.simulation.estimate import Estimate, of_mean
from taisai.rules.drawn_risk import risk_of
from taisai.rules.paytable import PayTable
from taisai.rules.refusals import Refused

WAGERS_MAX = 10**7


class Capped(msgspec.Struct, frozen=True):
    """Results of one cap: the share of the handle that is turned away, and the mean handle accepted per round."""

    cap: int
    turned_away: Estimate
    taken: Estimate


class Crowd(msgspec.Struct, frozen=True):
    """The players. `shares` says how they spread their wagers over the spots; each wager is one of `stakes`."""

    shares: Mapping[str, int]
    stakes: Sequence[int]
    wagers: int


def capped(
    table: PayTable, crowd: Crowd, caps: Sequence[int], *, rounds: int, seed: int, progress: Progress = lambda _: None
) -> list[Capped]:
    """Simulate the same players under each cap, in the same order. Each wager is cut to the room that is left."""
    _check(table, crowd, rounds)
    spots, weights = list(crowd.shares), np.array(list(crowd.shares.values()), dtype=np.float64)
    generator = np.random.Generator(next(streams(seed)))
    taken = np.zeros((len(caps), rounds))
    offered = np.zeros(rounds)
    for number in range(rounds):
        chosen = generator.choice(len(spots), crowd.wagers, p=weights / weights.sum()).tolist()
        stakes = generator.choice(np.array(crowd.stakes), crowd.wagers).tolist()
        offered[number] = sum(stakes)
        wagers = [(spots[place], stake) for place, stake in zip(chosen, stakes, strict=True)]
        for place, cap in enumerate(caps):
            taken[place, number] = _taken(table, wagers, cap)
        progress(number + 1)
    return [Capped(cap, of_mean(1 - row / offered), of_mean(row)) for cap, row in zip(caps, taken, strict=True)]


def _taken(table: PayTable, wagers: list[tuple[str, int]], cap: int) -> int:
    risk, taken = risk_of(table), 0
    for spot, stake in wagers:
        step = table[spot].stake_step
        room = min(stake, max(0, risk.headroom(spot, cap))) // step * step
        if room:
            risk.change(spot, room)
            taken += room
    return taken


def _check(table: PayTable, crowd: Crowd, rounds: int) -> None:
    for spot, share in crowd.shares.items():
        if share < 1:
            words = f"{share} is not a share for {table[spot].id}; shares start at 1"
            raise Refused(LabRefusal.MIX_INVALID, words, share)
    if not crowd.shares or not crowd.stakes or min(crowd.stakes) < 1:
        raise Refused(
            LabRefusal.MIX_INVALID, "players need at least one spot, and stakes from 1", str(list(crowd.stakes))
        )
    if not 1 <= crowd.wagers * rounds <= WAGERS_MAX:
        words = f"{crowd.wagers * rounds:,} wagers cannot be simulated; choose from 1 to {WAGERS_MAX:,}"
        raise Refused(LabRefusal.ROUNDS_INVALID, words, crowd.wagers * rounds)
