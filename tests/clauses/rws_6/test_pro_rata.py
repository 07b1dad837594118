from fractions import Fraction
from itertools import product
from math import ceil, floor

import pytest

from taisai import Apportionment, Box, apportion, apportion_pair

BOXES = [
    Box((600, 400), 10, 500),
    Box((60, 1000), 50, 500),
    Box((300, 250, 180, 120), 100, 500),
    Box((20, 1000), 50, 500),
    Box((999, 998, 997, 51, 50, 49), 50, 1000),
    Box((7, 7, 7), 1, 10),
]


def naive_shares(box):
    """Tries every choice of who is held at the minimum, until the one factor for the others fits them all."""
    floors = [min(stake, box.minimum) for stake in box.stakes]
    for held in product([False, True], repeat=len(floors)):
        pool = sum(stake for stake, kept in zip(box.stakes, held, strict=True) if not kept)
        room = box.maximum - sum(least for least, kept in zip(floors, held, strict=True) if kept)
        if not pool:
            continue
        shares = [Fraction(stake * room, pool) for stake in box.stakes]
        if all(
            share <= least if kept else share >= least for share, least, kept in zip(shares, floors, held, strict=True)
        ):
            return [least if kept else share for share, least, kept in zip(shares, floors, held, strict=True)]
    raise AssertionError(box)


@pytest.mark.clause("rws-6:5.1.1")
@pytest.mark.parametrize("box", BOXES)
def test_unnoticed_excess_is_settled_pro_rata_up_to_the_maximum(box):
    result = apportion(box)
    assert sum(result.settled) == box.maximum
    for settled, share in zip(result.settled, naive_shares(box), strict=True):
        assert floor(share) <= settled <= ceil(share)


@pytest.mark.clause("rws-6:5.1.1")
@pytest.mark.parametrize("box", BOXES)
def test_what_is_not_settled_is_returned(box):
    result = apportion(box)
    assert tuple(map(sum, zip(result.settled, result.returned, strict=True))) == box.stakes
    assert result.overflow == 0


@pytest.mark.clause("rws-6:5.1.1")
@pytest.mark.parametrize(
    ("box", "settled"),
    [
        (Box((600, 400), 10, 500), (300, 200)),
        (Box((60, 1000), 50, 500), (50, 450)),
        (Box((300, 250, 180, 120), 100, 500), (164, 136, 100, 100)),
    ],
)
def test_nobody_wins_or_loses_on_a_share_below_the_minimum(box, settled):
    assert apportion(box).settled == settled
    assert min(settled) >= box.minimum


@pytest.mark.clause("rws-6:5.1.1")
def test_a_box_within_its_maximum_is_settled_in_full():
    assert apportion(Box((300, 200), 50, 500)) == Apportionment((300, 200), (0, 0), 0)
    assert apportion(Box((300, 201), 50, 500)).settled != (300, 201)


@pytest.mark.clause("rws-6:5.1.1")
def test_beyond_the_differential_only_the_heavier_side_is_shared():
    big, small = Box((2500, 1500, 100), 25, 10_000), Box((800, 200), 25, 10_000)
    heavy = Apportionment((1219, 732, 49), (1281, 768, 51), 0)
    light = Apportionment((800, 200), (0, 0), 0)
    assert apportion_pair(big, small, 1000) == (heavy, light)
    assert apportion_pair(small, big, 1000) == (light, heavy)


@pytest.mark.clause("rws-6:5.1.1")
@pytest.mark.parametrize(("differential", "heavier"), [(1000, (1200, 400)), (1400, (1500, 500)), (9000, (1500, 500))])
def test_each_side_keeps_to_its_own_maximum_whatever_the_differential_allows(differential, heavier):
    big, small = apportion_pair(Box((3000, 1000), 25, 2000), Box((600, 600), 25, 600), differential)
    assert (big.settled, small.settled) == (heavier, (300, 300))


@pytest.mark.clause("rws-6:5.1.1")
def test_a_difference_within_the_differential_is_left_alone():
    big, small = apportion_pair(Box((1500,), 25, 5000), Box((500,), 25, 5000), 1000)
    assert (big.settled, small.settled) == ((1500,), (500,))


@pytest.mark.clause("rws-6:5.1.2")
@pytest.mark.parametrize("under", [1, 20, 49])
def test_a_wager_under_the_minimum_is_not_shared_but_uses_up_room(under):
    result = apportion(Box((under, 1000), 50, 500))
    assert (result.settled, result.returned) == ((under, 500 - under), (0, 500 + under))


@pytest.mark.clause("rws-6:5.1.2")
def test_a_wager_over_the_minimum_has_no_such_exemption():
    assert apportion(Box((60, 1000), 50, 500)).settled[0] < 60


@pytest.mark.clause("rws-6:5.1.2")
def test_minimums_that_exceed_the_maximum_together_stand_and_the_overflow_is_told():
    assert apportion(Box((50,) * 12, 50, 500)) == Apportionment((50,) * 12, (0,) * 12, 100)
    assert apportion(Box((30, 900, *(50,) * 11), 50, 500)) == Apportionment(
        (30, 50, *(50,) * 11), (0, 850, *(0,) * 11), 130
    )
