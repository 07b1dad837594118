"""The same answers in whole numbers, slowly: nothing here is shared with what it checks."""

from collections import Counter
from fractions import Fraction
from math import comb


def powers(distribution, rounds):
    """The ways to each net result after some rounds, by convolution in whole numbers."""
    ways = Counter({Fraction(0): 1})
    for _ in range(rounds):
        after = Counter()
        for net, many in ways.items():
            for more, times in distribution.items():
                after[net + more] += many * times
        ways = after
    return ways


def packed_powers(sizes, ways, rounds):
    """The same for whole steps: a polynomial packed into one number is multiplied by itself at once."""
    width = -(-(sum(ways).bit_length() * rounds + 16) // 8) * 8
    packed = sum(times << (width * size) for size, times in zip(sizes, ways, strict=True))
    count = rounds * sizes[-1] + 1
    raw = (packed**rounds).to_bytes(width // 8 * (count + 1), "little")
    return [int.from_bytes(raw[at : at + width // 8], "little") for at in range(0, count * width // 8, width // 8)]


def binomial(trials, wins, losses, reach, bits=256):
    """Parts of a whole for each number of wins around the commonest, by their ratios to each other; and the whole."""
    middle = trials * wins // (wins + losses)
    found = {middle: 1 << bits}
    for count in range(middle, min(trials, middle + reach)):
        found[count + 1] = found[count] * (trials - count) * wins // ((count + 1) * losses)
    for count in range(middle, max(0, middle - reach), -1):
        found[count - 1] = found[count] * count * losses // ((trials - count + 1) * wins)
    return found, sum(found.values())


def exact_binomial_tail(trials, wins, losses, least):
    ways = sum(comb(trials, count) * wins**count * losses ** (trials - count) for count in range(least, trials + 1))
    return Fraction(ways, (wins + losses) ** trials)
