"""Two accounts of one person are not two people: whoever made an account cannot act together with it for a day."""

import pytest
from msgspec.structs import replace
from people.making import BOSS, ORDER, House, refused

from taisai.people.refusals import PeopleRefusal as No
from taisai.rules.vocabulary import Role

DAY = 24 * 3600


@pytest.fixture
def floor(house):
    """Ann, Bea and Cy are managers of long standing."""
    for name in ("ann", "bea", "cy"):
        house.employ(name, Role.SHIFT_MANAGER)
    house.set_pin(BOSS, "correct horse battery", "482913")
    house.wait(2 * DAY)
    return house


def agree(house, giver, second):
    """Both approve, and the order is given."""
    return house.use(house.approve(second, giver=giver), giver=giver)[0]


def tied(house, one, other):
    """Refused when the other approves, whichever gives the order; the words for the first."""
    refusals = [refused(house.approve, second, giver=giver) for giver, second in ((one, other), (other, one))]
    assert {refusal.code for refusal in refusals} == {No.SECOND_NOT_INDEPENDENT}
    return refusals[0]


def free(house, one, other):
    return agree(house, one, other) == other and agree(house, other, one) == one


def resets(house, by, name, word):
    house.renew(name, house.register.reset(by, name), word)


def test_managers_of_long_standing_are_two_people(floor):
    assert free(floor, "ann", "bea")
    assert free(floor, BOSS, "ann")


def test_whoever_made_an_account_cannot_act_together_with_it(floor):
    floor.employ("mal", Role.PIT_MANAGER, by="ann")
    refusal = tied(floor, "ann", "mal")
    assert refusal.words == (
        "ann created, reset or changed the account mal less than 24 hours ago, so ann and mal do not count as two"
        " people until 2026-11-18 06:10:00 UTC; ask another person to approve"
    )
    assert refusal.value == "mal"
    assert free(floor, "mal", "bea")
    assert free(floor, "ann", "cy")


def test_whoever_reset_an_account_cannot_act_together_with_it(floor):
    resets(floor, "ann", "bea", "the password of somebody")
    tied(floor, "ann", "bea")
    assert free(floor, "bea", "cy")


def test_whoever_changed_the_role_of_an_account_cannot_act_together_with_it(floor):
    floor.register.change_role("ann", "bea", Role.PIT_MANAGER)
    tied(floor, "ann", "bea")
    assert free(floor, "bea", "cy")


def test_a_day_later_they_are_two_people(floor):
    floor.employ("mal", Role.PIT_MANAGER, by="ann")
    floor.wait(DAY - 1)
    tied(floor, "ann", "mal")
    floor.wait(1)
    assert free(floor, "ann", "mal")


def test_unlocking_and_new_secrets_of_ones_own_tie_nobody(floor):
    for _ in range(3):
        refused(floor.sign_in, "bea", "wrong")
    floor.register.unlock("ann", "bea")
    floor.set_password("bea", "correct horse battery", "a password of my own")
    floor.set_pin("bea", "a password of my own", "482913")
    assert free(floor, "ann", "bea")


def test_what_the_house_does_itself_ties_nobody(floor):
    floor.renew(BOSS, floor.register.rescue(BOSS), "found again at the machine")
    assert free(floor, BOSS, "ann")
    young = House().founded()
    young.set_pin(BOSS, "correct horse battery", "482913")
    assert young.register.state.people[BOSS].makers == {}


@pytest.mark.parametrize("act", ["reset", "role"])
def test_approvals_from_before_do_not_outlive_a_hand_on_the_account(floor, act):
    tokens = [floor.approve(name, giver="ann") for name in ("ann", "bea")]
    if act == "reset":
        resets(floor, "ann", "bea", "the password of somebody")
    else:
        floor.register.change_role("ann", "bea", Role.PIT_MANAGER)
    order = replace(ORDER, giver="ann")
    assert refused(floor.register.use_approvals, tokens, order, floor.at_s).code is No.SECOND_NOT_INDEPENDENT


def test_makers_are_followed_through_the_accounts_they_made(floor):
    floor.employ("mal", Role.SHIFT_MANAGER, by="ann")
    floor.wait(3600)
    floor.employ("ned", Role.SHIFT_MANAGER, by="mal")
    floor.wait(3600)
    resets(floor, "ned", "cy", "the password of somebody")
    for account in ("mal", "ned", "cy"):
        assert "until 2026-11-18 06:10:00 UTC" in tied(floor, "ann", account).words
    assert "until 2026-11-18 07:10:00 UTC" in tied(floor, "mal", "cy").words
    words = refused(floor.approve, "cy", giver="ann").words
    assert words.startswith(
        "ann created, reset or changed the account mal and mal created, reset or changed the account ned"
        " and ned created, reset or changed the account cy less than 24 hours ago"
    )
    assert free(floor, "cy", "bea")
    floor.wait(DAY - 2 * 3600)
    assert free(floor, "ann", "cy"), "the first step is a day old"
    tied(floor, "mal", "cy")


def test_a_maker_who_has_left_still_ties_those_on_either_side(floor):
    floor.employ("mal", Role.SHIFT_MANAGER, by="ann")
    floor.employ("ned", Role.SHIFT_MANAGER, by="mal")
    floor.register.deactivate("ann", "mal")
    tied(floor, "ann", "ned")


@pytest.mark.parametrize("first", ["ann", "bea"])
def test_of_two_paths_the_one_that_lasts_longer_is_told(floor, first):
    """Ann's own act is an hour older than what she did by way of Bea, whichever of the two came first."""
    floor.employ("mal", Role.SHIFT_MANAGER, by=first)
    floor.register.change_role("ann", "mal", Role.SHIFT_MANAGER)
    floor.wait(3600)
    resets(floor, "bea", "mal", "the password of somebody")
    resets(floor, "ann", "bea", "the password of another")
    assert "until 2026-11-18 07:10:00 UTC" in tied(floor, "ann", "mal").words
    floor.wait(DAY - 3600)
    tied(floor, "ann", "mal")


def test_two_who_reset_each_other_are_tied_and_each_is_still_oneself(floor):
    resets(floor, "ann", "bea", "the password of somebody")
    resets(floor, "bea", "ann", "the password of another")
    tied(floor, "ann", "bea")
    assert free(floor, "ann", "cy")


def test_two_accounts_that_one_person_made_are_two_people(floor):
    floor.employ("mal", Role.PIT_MANAGER, by="ann")
    floor.employ("ned", Role.PIT_MANAGER, by="ann")
    assert free(floor, "mal", "ned")


def test_a_clock_that_is_set_back_makes_no_account_old(floor):
    floor.employ("mal", Role.PIT_MANAGER, by="ann")
    floor.jump(-30 * DAY)
    tied(floor, "ann", "mal")


def test_an_account_made_while_the_clock_was_set_back_is_not_old_when_it_is_right_again(floor):
    floor.approve("cy")
    floor.jump(-2 * DAY)
    floor.employ("mal", Role.PIT_MANAGER, by="ann")
    floor.jump(2 * DAY)
    tied(floor, "ann", "mal")
    floor.wait(DAY)
    assert free(floor, "ann", "mal")


@pytest.mark.parametrize("snapshot", [False, True])
def test_a_restart_forgets_no_maker(floor, snapshot):
    floor.employ("mal", Role.SHIFT_MANAGER, by="ann")
    floor.employ("ned", Role.PIT_MANAGER, by="mal")
    if snapshot:
        floor.register.save_snapshot()
    floor.open()
    tied(floor, "ann", "mal")
    tied(floor, "ann", "ned")
    assert free(floor, "ned", "cy")
