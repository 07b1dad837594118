"""The pro rata of the rules' words, taken literally: look for the one factor, then hand out spare units one by one."""

from fractions import Fraction


def shares(stakes, minimum, cap):
    """What each stake is worth before rounding, where the stakes exceed the cap and the minimums do not."""
    factor = _factor(stakes, minimum, cap)
    return [max(Fraction(min(stake, minimum)), factor * stake) for stake in stakes]


def solve(stakes, minimum, cap, unit=1):
    """The settled stakes and the overflow."""
    protected = [min(stake, minimum) for stake in stakes]
    if sum(stakes) <= cap:
        return list(stakes), 0
    if sum(protected) > cap:
        return protected, sum(protected) - cap
    return _rounded(stakes, shares(stakes, minimum, cap), cap, unit), 0


def solve_pair(one, other, differential, unit=1):
    """Each side is (stakes, minimum, maximum)."""
    alone = [solve(*one, unit), solve(*other, unit)]
    totals = [sum(settled) for settled, _ in alone]
    if totals[0] >= totals[1]:
        return _again(one, totals[1] + differential, unit), alone[1]
    return alone[0], _again(other, totals[0] + differential, unit)


def _again(side, room, unit):
    stakes, minimum, maximum = side
    return solve(stakes, minimum, min(maximum, room), unit)


def _factor(stakes, minimum, cap):
    """The sum is a broken line in the factor that rises to the right; its bends are where a stake leaves its floor."""

    def filled(factor):
        return sum(max(Fraction(min(stake, minimum)), factor * stake) for stake in stakes)

    bends = sorted({Fraction(0), Fraction(1), *(Fraction(min(stake, minimum), stake) for stake in stakes)})
    left = max(bend for bend in bends if filled(bend) <= cap)
    right = min(bend for bend in bends if bend > left)
    factor = left + (right - left) * (cap - filled(left)) / (filled(right) - filled(left))
    assert filled(factor) == cap
    return factor


def _rounded(stakes, exact, cap, unit):
    settled = [share // unit * unit for share in exact]
    waiting = list(range(len(stakes)))
    while sum(settled) < cap:
        lucky = max(waiting, key=lambda place: (exact[place] % unit, stakes[place], -place))
        waiting.remove(lucky)
        settled[lucky] += unit
    return settled
