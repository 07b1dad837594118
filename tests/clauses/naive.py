"""What the rule documents say, written out a second time and naively: nothing here comes from the package."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product

Throw = tuple[int, int, int]
Rule = Callable[[Throw], Fraction | None]

FACES = (1, 2, 3, 4, 5, 6)
THROWS: tuple[Throw, ...] = tuple(product(FACES, repeat=3))

# The lists as the documents print them, one word a combination.
NZ_DOMINOES = "12 13 14 15 16 23 24 25 26 34 35 36 45 46 56"
SG_DOMINOES = "14 12 24 13 23 34 25 26 35 45 36 15 16 46 56"
NZ_THREES = "123 124 125 126 134 135 136 145 146 156 234 235 236 245 246 256 345 346 356 456"
SG_THREES = "126 135 234 256 346 123 136 145 235 356 124 146 236 245 456 125 134 156 246 345"
NZ_PAIRS = (
    "112 113 114 115 116 221 223 224 225 226 331 332 334 335 336 "
    "441 442 443 445 446 551 552 553 554 556 661 662 663 664 665"
)
SG_PAIRS = (
    "113 114 115 116 221 223 224 225 226 331 332 334 335 336 441 442 443 445 446 551 552 553 554 556 661 662 663 664"
)
FOUR_FOURS = "6543 6532 5432 4321"
ALL_FOURS = "6543 6542 6532 6432 5432 6541 6531 6431 5431 6521 6421 5421 6321 5321 4321"

LOW_TOTALS = {(4, 17): "62", (5, 16): "31", (6, 15): "18", (7, 14): "12", (8, 13): "8", (9, 12): "7", (10, 11): "6"}
HIGH_TOTALS = {
    (4, 17): "64",
    (5, 16): "32",
    (6, 15): "19",
    (7, 14): "12",
    (8, 13): "8.5",
    (9, 12): "7",
    (10, 11): "6.5",
}


def is_triple(throw: Throw) -> bool:
    return throw[0] == throw[1] == throw[2]


def when(wins: Callable[[Throw], bool], odds: str) -> Rule:
    return lambda throw: Fraction(odds) if wins(throw) else None


def digits(word: str) -> list[int]:
    return [int(digit) for digit in word]


def named(kind: str, faces: list[int]) -> str:
    return "-".join([kind, *(str(face) for face in faces)])


def small_and_big() -> dict[str, Rule]:
    return {
        "small": when(lambda throw: sum(throw) in (4, 5, 6, 7, 8, 9, 10) and not is_triple(throw), "1"),
        "big": when(lambda throw: sum(throw) in (11, 12, 13, 14, 15, 16, 17) and not is_triple(throw), "1"),
    }


def odd_and_even() -> dict[str, Rule]:
    return {
        "odd": when(lambda throw: sum(throw) in (5, 7, 9, 11, 13, 15, 17) and not is_triple(throw), "1"),
        "even": when(lambda throw: sum(throw) in (4, 6, 8, 10, 12, 14, 16) and not is_triple(throw), "1"),
    }


def single(face: int) -> Rule:
    return lambda throw: {0: None, 1: Fraction(1), 2: Fraction(2), 3: Fraction(12)}[throw.count(face)]


def singles() -> dict[str, Rule]:
    return {f"single-{face}": single(face) for face in FACES}


def total(number: int, odds: str) -> Rule:
    return when(lambda throw: sum(throw) == number, odds)


def totals(lines: dict[tuple[int, int], str]) -> dict[str, Rule]:
    return {f"total-{number}": total(number, odds) for line, odds in lines.items() for number in line}


def double(face: int, odds: str) -> Rule:
    return when(lambda throw: throw.count(face) in (2, 3), odds)


def doubles(odds: str) -> dict[str, Rule]:
    return {f"double-{face}": double(face, odds) for face in FACES}


def triple(face: int, odds: str) -> Rule:
    return when(lambda throw: throw.count(face) == 3, odds)


def triples(any_odds: str, odds: str) -> dict[str, Rule]:
    return {"any-triple": when(is_triple, any_odds)} | {f"triple-{face}": triple(face, odds) for face in FACES}


def domino(one: int, other: int, odds: str) -> Rule:
    return when(lambda throw: throw.count(one) >= 1 and throw.count(other) >= 1, odds)


def dominoes(printed: str, odds: str) -> dict[str, Rule]:
    return {named("domino", digits(word)): domino(*digits(word), odds) for word in printed.split()}


def exactly(faces: list[int], odds: str) -> Rule:
    return when(lambda throw: sorted(throw) == sorted(faces), odds)


def threes(printed: str) -> dict[str, Rule]:
    return {named("three", digits(word)): exactly(digits(word), "30") for word in printed.split()}


def pairs(printed: str, odds: str) -> dict[str, Rule]:
    return {named("pair", digits(word)): exactly(digits(word), odds) for word in printed.split()}


def four(faces: list[int], odds: str) -> Rule:
    return when(lambda throw: len(set(throw)) == 3 and all(face in faces for face in throw), odds)


def fours(printed: str, odds: str) -> dict[str, Rule]:
    return {named("four", sorted(digits(word))): four(digits(word), odds) for word in printed.split()}


NZ_1 = (
    small_and_big() | triples("31", "180") | doubles("11") | totals(LOW_TOTALS) | dominoes(NZ_DOMINOES, "6") | singles()
)
SG_LOW = small_and_big() | singles() | totals(LOW_TOTALS) | dominoes(SG_DOMINOES, "6") | triples("31", "180")
SG_HIGH = small_and_big() | singles() | totals(HIGH_TOTALS) | dominoes(SG_DOMINOES, "6") | triples("32", "195")
SG_COMBINED = threes(SG_THREES) | pairs(SG_PAIRS, "50")

NAIVE: dict[str, dict[str, Rule]] = {
    "nz-1998/1": NZ_1,
    "nz-2008/1": NZ_1,
    "nz-2008/2": NZ_1 | odd_and_even() | threes(NZ_THREES) | pairs(NZ_PAIRS, "60") | fours(FOUR_FOURS, "7"),
    "rws-6/1": SG_LOW | doubles("11"),
    "rws-6/2": SG_LOW | odd_and_even() | doubles("11") | fours(FOUR_FOURS, "7") | SG_COMBINED,
    "rws-6/3": SG_LOW | fours(ALL_FOURS, "7") | SG_COMBINED,
    "etg/1": SG_HIGH | odd_and_even() | doubles("11.5") | fours(FOUR_FOURS, "7.5"),
    "etg/2": SG_HIGH | odd_and_even() | doubles("11.5") | fours(FOUR_FOURS, "7.5") | SG_COMBINED,
    "etg/3": SG_LOW | odd_and_even() | doubles("11") | fours(FOUR_FOURS, "7") | SG_COMBINED,
}


def winners(table: str, throw: Throw) -> dict[str, Fraction]:
    """Every spot that wins on a throw, with what it pays to 1."""
    paid = {spot: rule(throw) for spot, rule in NAIVE[table].items()}
    return {spot: odds for spot, odds in paid.items() if odds is not None}
