import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from table.slow_solver import shares, solve, solve_pair

from taisai import Box, Refusal, Refused, apportion, apportion_pair

MANY = settings(max_examples=150, deadline=None)


@st.composite
def boxes(draw, unit=1):
    """Few small stakes, so that ties, exempt stakes, excess and overflow are all common; and some very large ones."""
    sizes = draw(st.sampled_from([9, 60, 10**12]))
    stakes = draw(st.lists(st.integers(1, sizes), min_size=1, max_size=8))
    minimum = draw(st.integers(0, max(stakes)))
    maximum = draw(st.integers(minimum, max(minimum, sum(stakes) + 2)))
    return Box(tuple(stake * unit for stake in stakes), minimum * unit, maximum * unit)


def floors(box):
    return [min(stake, box.minimum) for stake in box.stakes]


@pytest.mark.parametrize(
    ("stakes", "minimum", "settled", "overflow"),
    [
        ((60, 1000), 50, (50, 450), 0),
        ((300, 250, 180, 120), 100, (164, 136, 100, 100), 0),
        ((50,) * 12, 50, (50,) * 12, 100),
    ],
)
def test_the_worked_examples_of_one_box_come_out(stakes, minimum, settled, overflow):
    result = apportion(Box(stakes, minimum, 500))
    assert (result.settled, result.overflow) == (settled, overflow)


def test_the_worked_example_of_a_differential_comes_out():
    big, small = apportion_pair(Box((2500, 1500, 100), 25, 5000), Box((800, 200), 25, 5000), 1000)
    assert (big.settled, big.returned, big.overflow) == ((1219, 732, 49), (1281, 768, 51), 0)
    assert (small.settled, small.returned, small.overflow) == ((800, 200), (0, 0), 0)


@pytest.mark.parametrize(
    ("stakes", "cap", "settled"),
    [
        ((3, 5, 8), 8, (1, 3, 4)),  # shares 1.5, 2.5, 4: of two equal remainders the larger stake's comes first
        ((5, 5, 5), 10, (4, 3, 3)),  # equal remainders, equal stakes: the earlier
        ((1, 1, 1), 2, (1, 1, 0)),
        ((4, 4, 2), 6, (3, 2, 1)),  # shares 2.4, 2.4, 1.2
        ((10, 7), 0, (0, 0)),
    ],
)
def test_spare_units_go_by_remainder_then_stake_then_place(stakes, cap, settled):
    assert apportion(Box(stakes, 0, cap)).settled == settled


def test_a_coarser_unit_gives_whole_chips_only():
    box = Box((300, 250, 175, 125), 100, 500)
    assert apportion(box).settled == (164, 136, 100, 100)
    assert apportion(box, unit=25).settled == (175, 125, 100, 100)


def test_an_empty_box_settles_to_nothing():
    assert apportion(Box((), 10, 100)).settled == ()


@MANY
@given(boxes())
def test_nobody_gets_more_than_staked_or_less_than_protected(box):
    result = apportion(box)
    for stake, settled, returned, floor in zip(box.stakes, result.settled, result.returned, floors(box), strict=True):
        assert floor <= settled <= stake
        assert settled + returned == stake


@MANY
@given(boxes())
def test_the_cap_is_used_up_exactly_unless_stakes_are_under_it_or_minimums_over_it(box):
    # As the factor rises to 1 the sum runs from the minimums to the stakes without a jump, so it meets every cap
    # between: there is never room left while a stake is cut.
    result = apportion(box)
    assert result.total == min(sum(box.stakes), max(box.maximum, sum(floors(box))))
    assert result.overflow == max(result.total - box.maximum, 0)
    if result.overflow:
        assert result.settled == tuple(floors(box))


@MANY
@given(boxes())
def test_a_box_under_its_cap_is_untouched(box):
    roomy = Box(box.stakes, box.minimum, max(box.minimum, sum(box.stakes)))
    assert apportion(roomy).settled == box.stakes


@MANY
@given(boxes())
def test_settling_what_was_settled_changes_nothing(box):
    first = apportion(box)
    left = tuple(settled for settled in first.settled if settled)
    again = apportion(Box(left, box.minimum, box.maximum))
    assert (again.settled, again.overflow) == (left, first.overflow)


@MANY
@given(st.data(), boxes())
def test_the_order_of_players_matters_only_between_equal_stakes(data, box):
    order = data.draw(st.permutations(range(len(box.stakes))))
    shuffled = Box(tuple(box.stakes[place] for place in order), box.minimum, box.maximum)
    one, other = apportion(box).settled, apportion(shuffled).settled
    assert sorted(zip(box.stakes, one, strict=True)) == sorted(zip(shuffled.stakes, other, strict=True))
    if len(set(box.stakes)) == len(box.stakes):
        assert other == tuple(one[place] for place in order)


@MANY
@given(boxes(), st.integers(1, 50), st.integers(1, 50))
def test_everything_times_k_settles_at_k_times_as_much(box, unit, k):
    small = apportion(scaled(box, unit), unit)
    large = apportion(scaled(box, unit * k), unit * k)
    assert large.settled == tuple(settled * k for settled in small.settled)
    assert large.overflow == small.overflow * k
    assert not any(settled % unit for settled in small.settled)


def scaled(box, k):
    return Box(tuple(stake * k for stake in box.stakes), box.minimum * k, box.maximum * k)


@MANY
@given(boxes())
def test_a_larger_stake_never_settles_for_less(box):
    settled = [taken for _, taken in sorted(zip(box.stakes, apportion(box).settled, strict=True))]
    assert settled == sorted(settled)


@MANY
@given(boxes())
def test_a_stake_settles_within_a_unit_of_its_exact_share(box):
    assume(sum(floors(box)) <= box.maximum < sum(box.stakes))
    exact = shares(box.stakes, box.minimum, box.maximum)
    for settled, share in zip(apportion(box).settled, exact, strict=True):
        assert abs(settled - share) < 1
        assert settled == share or share.denominator > 1


@MANY
@given(st.data(), st.sampled_from([1, 5, 25]))
def test_one_box_agrees_with_the_slow_solver(data, unit):
    box = data.draw(boxes(unit))
    result = apportion(box, unit)
    assert (list(result.settled), result.overflow) == solve(box.stakes, box.minimum, box.maximum, unit)


@MANY
@given(st.data(), st.sampled_from([1, 5, 25]))
def test_a_pair_agrees_with_the_slow_solver(data, unit):
    one, other = data.draw(boxes(unit)), data.draw(boxes(unit))
    differential = data.draw(st.integers(0, 40)) * unit
    found = [(list(side.settled), side.overflow) for side in apportion_pair(one, other, differential, unit)]
    sides = [(box.stakes, box.minimum, box.maximum) for box in (one, other)]
    assert found == list(solve_pair(*sides, differential, unit))


@MANY
@given(boxes(), boxes(), st.integers(0, 40))
@example(Box((9, 9), 5, 20), Box((2,), 1, 20), 3)  # the minimums alone break the Differential
def test_sides_differ_by_at_most_the_differential_unless_minimums_do(one, other, differential):
    heavy, light = sorted(apportion_pair(one, other, differential), key=lambda side: side.total, reverse=True)
    assert heavy.total - light.total <= differential or heavy.overflow >= heavy.total - light.total - differential > 0


@MANY
@given(boxes(), boxes(), st.integers(0, 40))
def test_the_lighter_side_settles_as_if_alone(one, other, differential):
    alone = apportion(one), apportion(other)
    light = 0 if alone[0].total < alone[1].total else 1
    assert apportion_pair(one, other, differential)[light] == alone[light]


@MANY
@given(boxes(), boxes(), st.integers(0, 40))
def test_naming_the_sides_the_other_way_round_changes_nothing(one, other, differential):
    assert apportion_pair(one, other, differential) == apportion_pair(other, one, differential)[::-1]


def test_the_heavier_side_is_shared_again_from_its_original_stakes():
    # By its own maximum of 10 it would settle at 7 and 3; from those, a cap of 5 would give 4 and 1.
    heavy, light = apportion_pair(Box((20, 10), 0, 10), Box((2,), 0, 10), 3)
    assert (heavy.settled, light.settled) == ((3, 2), (2,))


@pytest.mark.parametrize(
    ("box", "unit", "code", "value"),
    [
        (Box((10, 0), 0, 5), 1, Refusal.STAKE_INVALID, 0),
        (Box((10, -4), 0, 5), 1, Refusal.STAKE_INVALID, -4),
        (Box((10,), 60, 50), 1, Refusal.LIMITS_INVALID, 60),
        (Box((10,), -1, 50), 1, Refusal.LIMITS_INVALID, -1),
        (Box((10,), 0, -5), 1, Refusal.LIMITS_INVALID, -5),
        (Box((10,), 0, 50), 0, Refusal.UNIT_MISFIT, 0),
        (Box((10,), 0, 50), -5, Refusal.UNIT_MISFIT, -5),
        (Box((10, 12), 0, 50), 5, Refusal.UNIT_MISFIT, 12),
        (Box((10,), 7, 50), 5, Refusal.UNIT_MISFIT, 7),
        (Box((10,), 0, 52), 5, Refusal.UNIT_MISFIT, 52),
    ],
)
def test_what_cannot_be_shared_is_refused_with_the_value(box, unit, code, value):
    fine = Box((100,), 0, 100)
    for act in (
        lambda: apportion(box, unit),
        lambda: apportion_pair(box, fine, 100, unit),
        lambda: apportion_pair(fine, box, 100, unit),
    ):
        with pytest.raises(Refused) as refused:
            act()
        assert (refused.value.code, refused.value.value) == (code, value)
        assert str(value) in refused.value.words


@pytest.mark.parametrize(
    ("differential", "unit", "code"),
    [(-5, 5, Refusal.LIMITS_INVALID), (-1, 1, Refusal.LIMITS_INVALID), (7, 5, Refusal.UNIT_MISFIT)],
)
def test_a_differential_that_is_none_is_refused_with_the_value(differential, unit, code):
    with pytest.raises(Refused) as refused:
        apportion_pair(Box((10,), 0, 10), Box((10,), 0, 10), differential, unit)
    assert (refused.value.code, refused.value.value) == (code, differential)


def test_of_several_faults_the_first_in_precedence_is_refused():
    with pytest.raises(Refused) as refused:
        apportion(Box((0,), 60, 50), unit=0)
    assert refused.value.code is Refusal.STAKE_INVALID
    with pytest.raises(Refused) as refused:
        apportion(Box((10,), 60, 50), unit=0)
    assert refused.value.code is Refusal.LIMITS_INVALID
