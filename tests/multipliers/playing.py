"""A house that draws multipliers, and a second evaluator that lists every draw one by one."""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations, product

from books.house import RULES, wager

RUN = RULES.replace('currency = "EUR"', 'currency = "EUR"\npreset = "usual"\nelectronic = "house-game"')
BIG = wager("big", "totals", "selection = [11, 12, 13, 14, 15, 16, 17]", 'triples = "lose"', "odds = 1")
SINGLE = wager("single", "show", "selections = [1, 2, 6]", "odds = { 1 = 1, 2 = 2, 3 = 3 }")
LOW = wager("low", "totals", "selection = [4, 5]", "odds = 17.5", 'pays = [{ when = ["triple"], returns = 1 }]')
MULTIPLIERS = """
[multipliers]
tables = [1]
wagers = ["single", "low"]
struck = { 0 = 1, 1 = 3, 2 = 2 }
times = { 2 = 5, 10 = 1 }
"""
TEXT = RUN + BIG + SINGLE + LOW + MULTIPLIERS
THROWS = Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=3))
SPOTS = ("low", "single-1", "single-2", "single-6")


def write(folder, text=TEXT):
    folder.mkdir(exist_ok=True)
    (folder / "rules.toml").write_text(text, encoding="utf-8")
    return f"{folder}/1"


def naive_draws(spots, struck, times):
    """Every draw with its chance: how many, which, and each by what."""
    for many, weight in struck.items():
        sets = list(combinations(spots, many))
        for chosen, factors in product(sets, product(times.items(), repeat=many)):
            chance = Fraction(weight, sum(struck.values())) / len(sets)
            for _, by in factors:
                chance *= Fraction(by, sum(times.values()))
            yield dict(zip(chosen, (factor for factor, _ in factors), strict=True)), chance


def naive_back(spot, faces, factor):
    """What a unit gets back, by looking at the dice."""
    if spot == "big":
        return Fraction(2) if sum(faces) in range(11, 18) and len({*faces}) > 1 else Fraction(0)
    if spot == "low":
        if len({*faces}) == 1:
            return Fraction(1)
        return 1 + Fraction(35, 2) * factor if sum(faces) in (4, 5) else Fraction(0)
    count = faces.count(int(spot[-1]))
    return Fraction(1 + count * factor) if count else Fraction(0)


def naive_nets(stakes, struck, times):
    """Every net result of these stakes with its chance, over all draws and all throws."""
    found = defaultdict(Fraction)
    for drawn, chance in naive_draws(SPOTS, struck, times):
        for faces, ways in THROWS.items():
            back = sum(stake * naive_back(spot, faces, drawn.get(spot, 1)) for spot, stake in stakes.items())
            found[back - sum(stakes.values())] += chance * ways / 216
    return dict(found)
