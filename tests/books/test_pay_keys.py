"""What real houses do, written as data: pushes, shares that come back, odds by roll, ratios, commission, colours."""

from fractions import Fraction
from itertools import product

import pytest
from books.house import RULES, House, wager

from taisai import ROLLS, Refused, figures, paytable
from taisai.books.check import check
from taisai.maths.exposure import Book
from taisai.rules.roll import Roll

THROWS = list(product(range(1, 7), repeat=3))


def spot(house: House, *lines: str, pattern: str = "totals"):
    house.write("rules.toml", RULES + wager("x", pattern, *lines))
    (house.folder / "layout-1.toml").unlink(missing_ok=True)
    return paytable(house.ref)["x"]


def told(house: House) -> list[str]:
    return [f"{one.words}: {one.value}" for one in check(house.folder) if one.kind == "problem"]


def edge(net) -> Fraction:
    """What the house keeps on average, thrown out one by one."""
    return -sum((Fraction(net(faces)) for faces in THROWS), Fraction(0)) / len(THROWS)


def test_triples_that_push_give_the_stake_back_and_light_nothing(house):
    big = spot(house, "selection = [11, 12, 13, 14, 15, 16, 17]", 'triples = "push"', "odds = 1")
    for roll in ROLLS:
        wins, triple = roll.total in range(11, 18), roll.alike == 3
        assert (big.odds(roll) and str(big.odds(roll))) == (("0" if triple else "1") if wins else None)
    table = paytable(house.ref)
    assert [one.id for one in table.lit(Roll.of(4, 4, 4))] == []
    assert [one.id for one in table.lit(Roll.of(4, 4, 5))] == ["x"]
    assert figures(big).ways == 105
    assert figures(big).edge == edge(lambda faces: (0 if len({*faces}) == 1 else 1) if 11 <= sum(faces) <= 17 else -1)
    assert big.odds_words == "1, push"


def test_a_push_costs_the_house_nothing_and_half_back_earns_it_half(house):
    spot(house, "selection = [11, 12]", "odds = 1", 'pays = [{ when = ["triple"], returns = "1/2" }]')
    book = Book(paytable(house.ref))
    book.add("x", 10)
    assert book.loss(Roll.of(1, 1, 1)) == book.loss(Roll.of(4, 4, 4)) == -5
    assert (book.loss(Roll.of(5, 5, 1)), book.loss(Roll.of(1, 2, 3))) == (10, -10)
    assert book.exposure == 10
    assert book.headroom("x", 100) == 90


def test_a_field_pays_double_on_two_totals(house):
    field = spot(house, "selection = [3, 4, 9, 10, 11, 17, 18]", "odds = 1", "pays = [{ when = [3, 18], odds = 2 }]")
    wanted = {3: 2, 18: 2, 4: 1, 9: 1, 10: 1, 11: 1, 17: 1}
    for roll in ROLLS:
        assert (field.odds(roll).to_one if field.odds(roll) else None) == wanted.get(roll.total)
    assert figures(field).edge == edge(lambda faces: wanted.get(sum(faces), -1))


def test_a_row_with_when_speaks_of_every_spot_of_a_family(house):
    house.write(
        "rules.toml",
        RULES + wager("x", "show", "selections = [1, 2]", "odds = 1", 'pays = [{ when = ["1-2-3"], odds = 5 }]'),
    )
    table = paytable(house.ref)
    assert [str(table[name].odds(Roll.of(3, 2, 1))) for name in ("x-1", "x-2")] == ["5", "5"]
    assert str(table["x-1"].odds(Roll.of(1, 1, 3))) == "1"


def test_a_ratio_is_exact_and_stakes_must_fit_it(house):
    odd = spot(house, "selection = [11]", 'odds = "7/6"')
    assert (odd.stake_step, odd.odds_words) == (6, "7:6")
    assert figures(odd).edge == edge(lambda faces: Fraction(7, 6) if sum(faces) == 11 else -1)


def test_two_dice_of_a_colour(house):
    red = spot(house, "selection = [1, 4]", "odds = { 2 = 3, 3 = 9 }", pattern="count")
    wanted = {2: 3, 3: 9}
    for faces in THROWS:
        paid = red.odds(Roll.of(*faces))
        assert (paid.to_one if paid else None) == wanted.get(sum(face in {1, 4} for face in faces))


def test_one_of_two_dice_back(house):
    some = spot(house, "selection = [1]", "odds = { 3 = 10 }", "returns = { 2 = 1, 1 = 0.5 }", pattern="show")
    wanted = {3: Fraction(10), 2: Fraction(0), 1: Fraction(-1, 2)}
    for faces in THROWS:
        paid = some.odds(Roll.of(*faces))
        assert (paid.to_one if paid else None) == wanted.get(faces.count(1))
    assert (figures(some).ways, some.odds_words) == (1, "10, push, half back")


def test_a_commission_is_kept_of_winnings_exactly(house):
    big = spot(
        house, "selection = [11, 12]", "odds = 1", "commission = 5", 'pays = [{ when = ["triple"], returns = 1 }]'
    )
    assert (str(big.odds(Roll.of(5, 5, 1))), str(big.odds(Roll.of(4, 4, 4)))) == ("0.95", "0")
    assert big.stake_step == 20
    (finer,) = [spot(house, "selection = [11]", "odds = 8.5", "commission = 2.5")]
    assert finer.wins[0][1].to_one == Fraction(17, 2) * Fraction(39, 40)


BAD = [
    ('triples = "push"', "show", "triples is only for totals: show"),
    ("when = [3]", "show", "when outside a row of pays: [3]"),
    ("returns = 1", "show", "both odds and returns for the same rolls: 1"),
    ("pays = [{ when = [2], odds = 1 }]", "show", "this matches no roll: 2"),
    ('pays = [{ when = ["7-7-7"], odds = 1 }]', "show", "this matches no roll: 7-7-7"),
    ("pays = [{ when = [3], odds = 1 }, { when = [3], odds = 2 }]", "show", "two rows name this roll: 1-1-1"),
    ("pays = [{ when = [3] }]", "show", "missing odds: 3"),
    ("pays = [{ when = [3], odds = { 1 = 1 } }]", "show", "a row with when must pay the same on all its rolls"),
    ("pays = [{ when = [3], selections = [1], odds = 1 }]", "show", "selections together with when: [1]"),
    ("pays = [{ when = [3], returns = 2 }]", "show", "2 is not a share: a share of the stake must be above 0"),
    ("commission = 100", "show", "100 is not a percentage: a percentage must be above 0 and below 100: 100"),
    ('commission = "5"', "show", "5 is not a percentage: write a number"),
]


@pytest.mark.parametrize(("line", "pattern", "words"), BAD)
def test_what_makes_no_sense_is_told(house, line, pattern, words):
    with pytest.raises(Refused, match="rules.toml"):
        spot(house, "selection = [1]", "odds = 1", line, pattern=pattern)
    assert any(one.startswith(words) for one in told(house)), told(house)


def test_odds_and_returns_for_one_count_are_told(house):
    with pytest.raises(Refused, match="both odds and returns"):
        spot(house, "selection = [1]", "odds = { 1 = 1, 2 = 2 }", "returns = { 2 = 1 }", pattern="show")


def test_a_spot_that_only_pushes_wins_on_no_roll(house):
    with pytest.raises(Refused, match="wins on no roll"):
        spot(house, "selection = [3, 18]", 'triples = "push"', "odds = 1")


def test_odds_whose_units_do_not_meet_are_told(house):
    house.write(
        "rules.toml",
        RULES
        + "".join(wager(f"x{per}", "totals", "selection = [11]", f'odds = "1/{per}"') for per in (7, 11, 13, 997)),
    )
    with pytest.raises(Refused, match="stakes would have to be multiples"):
        paytable(house.ref)


FACES = """
[dice]
faces = [
    { name = "Stag" }, { name = "Gourd", colour = "red" }, { name = "Rooster" },
    { name = "Fish", picture = "F" }, { name = "Crab" }, { name = "Prawn" },
]
"""


def test_faces_have_names_in_labels_and_calls(house):
    from taisai import rulebook
    from taisai.rules.call import call

    single = wager("x", "show", "selections = [1, 2, 3, 4, 5, 6]", 'label = "{0}"', "odds = { 1 = 1, 2 = 2, 3 = 3 }")
    house.write("rules.toml", RULES + FACES + single)
    table, book = paytable(house.ref), rulebook(house.ref)
    assert [one.label for one in table.spots] == ["Stag", "Gourd", "Rooster", "Fish", "Crab", "Prawn"]
    assert table["x-4"].art.picture == "F"
    assert call(Roll.of(5, 1, 5), book.phrases, book.dice) == "Stag, double Crab"
    assert call(Roll.of(5, 1, 5), book.phrases) == "1, double 5, total 11"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('{ name = "Prawn" },', "", "expected a list of length 6"),
        ('"Prawn"', '"Crab"', "two faces have this name: Crab"),
        ('"Prawn"', '"{0}"', "not a face name: {0}"),
    ],
)
def test_dice_have_six_faces_of_different_names(house, old, new, words):
    house.write("rules.toml", RULES + FACES.replace(old, new) + wager("x", "totals", "selection = [11]", "odds = 1"))
    assert any(words in one.lower() or words in one for one in told(house)), told(house)
