from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shipped import TABLES

from taisai import Odds, Refusal, Refused
from taisai.rules.odds import exact_decimal

hundredths = st.integers(1, 100_000_000)


@pytest.mark.parametrize(
    ("text", "units", "per"),
    [
        ("62", 62, 1),
        ("8.5", 17, 2),
        ("0.5", 1, 2),
        ("1.1", 11, 10),
        ("0.2", 1, 5),
        ("7.25", 29, 4),
        ("0.95", 19, 20),
        ("0.01", 1, 100),
        ("1000000", 1_000_000, 1),
    ],
)
def test_odds_are_read_in_lowest_terms_and_print_the_way_they_are_typed(text, units, per):
    odds = Odds.parse(text)
    assert odds == Odds(units, per)
    assert odds.to_one == Fraction(units, per) == Fraction(text)
    assert (str(odds), repr(odds)) == (text, f"Odds.parse('{text}')")


@pytest.mark.parametrize(
    ("given", "text", "units", "per", "words"),
    [("3/2", "1.5", 3, 2, "1.5"), ("7/6", "7/6", 7, 6, "7:6"), ("10/5", "2", 2, 1, "2"), ("1/3", "1/3", 1, 3, "1:3")],
)
def test_a_ratio_is_kept_exactly_and_survives_being_printed_and_read(given, text, units, per, words):
    odds = Odds.of(given)
    assert (odds, str(odds), odds.words) == (Odds(units, per), text, words)
    assert Odds.parse(text) == eval(repr(odds)) == odds


@pytest.mark.parametrize(
    ("share", "text", "words"),
    [
        (1, "0", "push"),
        (Decimal("0.5"), "-0.5", "half back"),
        ("1/2", "-0.5", "half back"),
        ("1/3", "-2/3", "1:3 back"),
    ],
)
def test_a_share_of_the_stake_that_comes_back_is_odds_of_nothing_or_less(share, text, words):
    odds = Odds.returning(share)
    assert (str(odds), odds.words, odds.wins) == (text, words, False)
    assert Odds.parse(text) == odds


@pytest.mark.parametrize("share", [0, -1, 2, "3/2", "0/1", "1/0", True, None, Decimal("0.001"), "half"])
def test_a_share_that_is_none_is_refused(share):
    with pytest.raises(Refused, match=r"is not (odds|a share)"):
        Odds.returning(share)


@given(hundredths)
def test_any_odds_survive_being_printed_and_read(number):
    odds = Odds.of(Decimal(number) / 100)
    assert odds.to_one == Fraction(number, 100)
    assert Odds.parse(str(odds)) == eval(repr(odds)) == odds
    assert hash(Odds.parse(str(odds))) == hash(odds)


def test_the_odds_of_all_spots_survive_being_printed_and_read():
    every = {odds for table in TABLES for spot in table.spots for _, odds in spot.wins}
    assert {odds.per for odds in every} == {1, 2}
    assert all(Odds.parse(str(odds)) == odds for odds in every)


def test_equal_numbers_are_equal_odds():
    assert Odds.parse("8.50") == Odds.of(Decimal("8.5")) == Odds(17, 2)
    assert Odds.parse("62.00") == Odds.of(62) == Odds.of(Decimal(62)) == Odds(62)


@pytest.mark.parametrize(
    ("for_one", "to_one"),
    [(63, "62"), (Decimal("9.5"), "8.5"), (2, "1"), (Decimal("1.01"), "0.01"), (Decimal("1.5"), "0.5")],
)
def test_odds_for_one_count_the_stake_in(for_one, to_one):
    assert Odds.of(for_one, for_one=True) == Odds.parse(to_one)


@given(hundredths)
def test_odds_for_one_are_one_more_than_to_one(number):
    to_one = Decimal(number) / 100
    if to_one + 1 <= 1_000_000:
        assert Odds.of(to_one + 1, for_one=True) == Odds.of(to_one)


@pytest.mark.parametrize(
    "text",
    ["-1", "-8.5", "nan", "-nan", "snan", "inf", "-inf", "true", "abc", "", "1/1001", "1/0", "7/-2", "0.001", "8.505"],
)
def test_text_that_is_no_odds_is_refused_with_the_value(text):
    with pytest.raises(Refused, match="is not odds") as refused:
        Odds.parse(text)
    assert refused.value.code is Refusal.ODDS_INVALID
    assert str(refused.value.value).lower() in {text, text.replace("inf", "infinity")}


@pytest.mark.parametrize(
    "value", [0, -1, True, False, 8.5, "62", None, Decimal("NaN"), Decimal("Infinity"), Fraction(1, 2)]
)
def test_values_that_are_no_odds_are_refused_with_the_value(value):
    with pytest.raises(Refused, match="is not odds") as refused:
        Odds.of(value)
    assert refused.value.code is Refusal.ODDS_INVALID
    assert refused.value.value is value


@pytest.mark.parametrize("text", ["1000000.01", "1000001", "1e7", "1e999999999"])
def test_odds_above_a_million_are_refused(text):
    with pytest.raises(Refused, match="at most 1000000") as refused:
        Odds.of(Decimal(text))
    assert refused.value.code is Refusal.ODDS_INVALID


@pytest.mark.parametrize(
    "value", [Decimal("1e-999999999"), Decimal("-1e999999999"), 16**5000, -(16**5000)], ids=range(4)
)
def test_absurd_numbers_are_refused_without_delay(value):
    with pytest.raises(Refused) as refused:
        Odds.of(value)
    assert len(refused.value.words) < 200


@pytest.mark.parametrize("text", ["６２", "1_0", " 5 ", "1e1", "+5", "5.", ".5"])
def test_odds_are_written_plainly(text):
    with pytest.raises(Refused, match="odds are a number"):
        Odds.parse(text)


def test_odds_are_in_lowest_terms():
    with pytest.raises(AssertionError):
        Odds(34, 4)


@pytest.mark.parametrize("value", [1, 0, Decimal("0.5"), -1])
def test_odds_for_one_that_leave_no_gain_are_refused(value):
    with pytest.raises(Refused, match="gain") as refused:
        Odds.of(value, for_one=True)
    assert (refused.value.code, refused.value.value) == (Refusal.ODDS_INVALID, value)


def test_the_words_of_a_refusal_say_what_is_wrong():
    with pytest.raises(Refused, match=r"^0\.001 is not odds: odds cannot be finer than hundredths of a unit$"):
        Odds.parse("0.001")
    with pytest.raises(Refused, match=r"^-2 is not odds: odds must be above 0$"):
        Odds.of(-2)
    with pytest.raises(
        Refused, match=r"^abc is not odds: odds are a number, such as 62 or 8\.5, or a ratio such as \"3/2\"$"
    ):
        Odds.parse("abc")


@pytest.mark.parametrize(
    ("number", "text"),
    [("0", "0"), ("62", "62"), ("100", "100"), ("8.5", "8.5"), ("-0.25", "-0.25"), ("-3", "-3"), ("0.05", "0.05")],
)
def test_a_fraction_of_hundredths_is_written_out(number, text):
    assert exact_decimal(Fraction(number)) == text


@given(st.integers())
def test_writing_out_loses_nothing(number):
    written = exact_decimal(Fraction(number, 100))
    assert Fraction(written) == Fraction(number, 100)
    assert "." not in written or not written.endswith(("0", "."))


def test_a_finer_fraction_is_written_as_a_fraction():
    assert exact_decimal(Fraction(1, 1000)) == "1/1000"
