"""Exact evenings and simulated rounds, by processor time, compared with the naive way and with the limit of NumPy."""

from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time

import numpy as np
from promise import Pair

from taisai import Plan, paytable, plan
from taisai.maths.chance.evening import evening
from taisai.maths.chance.lattice import Lattice
from taisai.maths.simulation.evenings import simulated

TABLE = paytable("rws-6/2")
SIX = [("single-1", 10), ("single-2", 10), ("double-3", 5), ("total-9", 5), ("domino-1-2", 5), ("triple-4", 1)]
ROUNDS, SIMULATED = 10**6, (1000, 10_000)
EVENINGS, SIMULATIONS = 3, 50
NEGLIGIBLE = 1e-18


def measured(_: Path) -> Iterator[Pair]:
    six = plan(TABLE, SIX)
    for _again in range(EVENINGS):
        yield Pair("evening", taken(lambda: evening(six, ROUNDS).spread), taken(lambda: by_powers(six, ROUNDS)))
    drawn = results(six)
    for _again in range(SIMULATIONS):
        ours = taken(lambda: simulated(six, *SIMULATED, seed=1))
        counts = taken(lambda: np.random.default_rng(1).multinomial(SIMULATED[0], drawn, SIMULATED[1]))
        yield Pair("simulation", ours * 1e3, counts * 1e3)


def results(made: Plan) -> list[float]:
    return [ways / made.whole for ways in made.distribution().values()]


def taken(action: Callable[[], object]) -> float:
    start = process_time()
    action()
    return process_time() - start


def by_powers(made: Plan, rounds: int) -> np.ndarray:
    """Square repeatedly by FFT and cut off negligible values; the errors are unknown."""
    lattice = Lattice.of(made.distribution())
    power = np.zeros(lattice.top + 1)
    power[list(lattice.sizes)] = np.array(lattice.ways) / lattice.all_ways
    result = np.ones(1)
    while rounds:
        if rounds & 1:
            result = _convolved(result, power)
        power, rounds = _convolved(power, power), rounds >> 1
    return result


def _convolved(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    size = len(one) + len(other) - 1
    length = 1 << (size - 1).bit_length()
    product = np.fft.irfft(np.fft.rfft(one, length) * np.fft.rfft(other, length), length)[:size]
    kept = np.flatnonzero(product > NEGLIGIBLE)
    return product[kept[0] : kept[-1] + 1]
