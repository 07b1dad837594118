"""Amounts in words, as a voucher says them beside the figures."""

import pytest

from taisai.house.number_words import number_words

WORDS = {
    0: "zero", 7: "seven", 13: "thirteen", 20: "twenty", 21: "twenty-one", 40: "forty", 99: "ninety-nine",
    100: "one hundred", 101: "one hundred and one", 119: "one hundred and nineteen", 550: "five hundred and fifty",
    1_000: "one thousand", 1_001: "one thousand and one", 1_100: "one thousand, one hundred",
    12_345: "twelve thousand, three hundred and forty-five", 100_000: "one hundred thousand",
    1_000_000: "one million", 1_000_050: "one million and fifty", 2_003_000: "two million, three thousand",
    10**9: "one billion", 10**12: "one trillion", 10**15: "one quadrillion", 10**15 + 1: "one quadrillion and one",
}  # fmt: skip


@pytest.mark.parametrize("number", WORDS)
def test_a_number_is_said_as_on_a_cheque(number):
    assert number_words(number) == WORDS[number]


def test_no_two_numbers_are_said_alike():
    assert len({number_words(number) for number in range(100_000)}) == 100_000
