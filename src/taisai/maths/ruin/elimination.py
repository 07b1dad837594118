"""Solves how a walk leaves its places, by additions only.

After Grassmann, Taksar and Heyman: places are eliminated one after the other. The divisor is not one minus the
chance to return, which loses digits, but the sum of all ways to go elsewhere. All numbers are positive and nothing
is subtracted, so even a chance of 1e-121 is accurate."""

import numpy as np
from numpy.lib.stride_tricks import as_strided

from taisai.maths.chance.lattice import Floats


def eliminated(moves: tuple[int, ...], ways: tuple[int, ...], gone: Floats, each: Floats) -> Floats:
    """Return, for each place, the chance to leave by each column of `gone`, then the sums of `each`.

    `gone` has the ways to leave from each place; `each` has what every round there gives, times all ways."""
    count, down, up = len(gone), max(-moves[0], 0), max(moves[-1], 0)
    band, view = _band(count, down, up, moves, ways)
    right = np.zeros((count + down, gone.shape[1] + each.shape[1]))
    right[:count] = np.hstack([gone, each])
    leaving, sums = gone.shape[1], np.empty(count)
    for place in range(count):
        onward = band[place, down + 1 :]
        own = right[place]
        sums[place] = total = onward.sum() + own[:leaving].sum()
        after = slice(place + 1, place + 1 + down)
        shares = view[after, place : place + 1] / total
        view[after, place + 1 : place + 1 + up] += shares * onward
        right[after] += shares * own
    return _back(band[:, down + 1 :], right[:count], sums)


def _band(count: int, down: int, up: int, moves: tuple[int, ...], ways: tuple[int, ...]) -> tuple[Floats, Floats]:
    """Return the ways between places as a band by distance, and the same numbers as a view by place and place."""
    width = down + up + 1
    band = np.zeros((count + down + 1, width))
    for move, times in zip(moves, ways, strict=True):
        if move:
            band[max(0, -move) : max(0, count - max(0, move)), down + move] += times
    size = band.itemsize
    view = as_strided(band.ravel()[down:], (count + down, count + up), ((width - 1) * size, size))
    return band, view


def _back(onward: Floats, right: Floats, sums: Floats) -> Floats:
    count, up = len(sums), onward.shape[1]
    solved = np.zeros((count + up, right.shape[1]))
    for place in range(count - 1, -1, -1):
        solved[place] = (onward[place] @ solved[place + 1 : place + 1 + up] + right[place]) / sums[place]
    return solved[:count]
