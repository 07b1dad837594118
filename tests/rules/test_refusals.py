"""Every refusal that needs no table can be provoked."""

import numpy as np
import pytest

from taisai import Box, Odds, Refusal, Refused, Roll, apportion, layout, paytable, plan
from taisai.maths.bulk import BulkBook
from taisai.rules.refusals import did_you_mean

RWS = paytable("rws-6/1")
BEFORE_A_TABLE = list(Refusal)[: list(Refusal).index(Refusal.UNIT_MISFIT) + 1]  # the rest is provoked at a table


def _no_layout(folder):
    from books.house import House

    house = House(folder / "house")
    (house.folder / "layout-1.toml").unlink()
    layout(house.ref, paytable(house.ref))


def _faulty(folder):
    (folder / "rules.toml").write_text("")
    paytable(f"{folder}/1")


PROVOKED = {
    Refusal.BOOK_UNKNOWN: lambda _: paytable("nowhere/1"),
    Refusal.BOOK_INVALID: _faulty,
    Refusal.TABLE_UNKNOWN: lambda _: paytable("rws-6/9"),
    Refusal.TABLE_UNSAID: lambda _: paytable("rws-6"),
    Refusal.LAYOUT_MISSING: _no_layout,
    Refusal.ROLL_INVALID: lambda _: Roll.parse("1-1-7"),
    Refusal.SPOT_UNKNOWN: lambda _: RWS["bigg"],
    Refusal.ODDS_INVALID: lambda _: Odds.parse("none"),
    Refusal.WAGER_INVALID: lambda _: plan(RWS, []),
    Refusal.STAKE_INVALID: lambda _: plan(RWS, [("big", 0)]),
    Refusal.STAKE_TOO_LARGE: lambda _: BulkBook(RWS, np.array([0]), np.array([2**62])),
    Refusal.LIMITS_INVALID: lambda _: apportion(Box((5,), 10, 5)),
    Refusal.UNIT_MISFIT: lambda _: apportion(Box((5,), 1, 5), unit=2),
}


def test_the_provocations_are_exactly_the_refusals():
    assert list(PROVOKED) == BEFORE_A_TABLE


@pytest.mark.parametrize("code", BEFORE_A_TABLE, ids=lambda code: code.value)
def test_a_refusal_has_a_code_words_and_the_value(code, tmp_path):
    with pytest.raises(Refused) as refused:
        PROVOKED[code](tmp_path)
    assert refused.value.code is code
    assert str(refused.value) == refused.value.words
    assert str(refused.value.value) in refused.value.words


def test_codes_are_unique():
    assert len({code.value for code in Refusal}) == len(Refusal.__members__)


def test_the_nearest_word_is_offered_only_when_it_is_near():
    assert did_you_mean("dubble-2", ["double-1", "double-2", "big"]) == "; did you mean double-2?"
    assert did_you_mean("xyz", ["double-1", "big"]) == ""
