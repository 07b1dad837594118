"""New passwords and PINs."""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest
from people.making import BOSS, PIN, WORD, refused, wrong

from taisai.people.refusals import PeopleRefusal as No


@pytest.mark.parametrize("new", ["", "eleven char", "x" * 129, "ann.of.the.long.name", "ANN.of.the.long.name"])
def test_a_weak_password_is_refused(house, new):
    name = house.employ("ann.of.the.long.name")
    assert refused(house.set_password, name, WORD, new).code is No.PASSWORD_WEAK
    assert house.sign_in(name)


def test_a_full_name_is_no_password(house):
    renewal = house.register.renewal(BOSS)
    assert renewal.full_name == "Bo Manager"
    longer = type(renewal)(renewal.challenge, "Bo Manager the Elder", ())
    assert [fault.code for fault in longer.password(WORD, "bo manager the elder").faults] == [No.PASSWORD_WEAK]


@pytest.mark.parametrize("new", ["twelve chars", "violets grow behind the mill, " * 4 + "or do t"])
def test_a_password_of_the_right_length_is_taken(house, new):
    house.set_password(BOSS, WORD, new)
    assert house.sign_in(BOSS, new)
    assert refused(house.sign_in, BOSS, WORD).code is No.SIGN_IN_FAILED


def test_the_last_five_passwords_are_not_taken_again(house):
    passwords = [WORD, *(f"password number {n}" for n in range(5))]
    for present, new in pairwise(passwords):
        for used in passwords[: passwords.index(new)]:
            assert refused(house.set_password, BOSS, present, used).code is No.PASSWORD_USED
        house.set_password(BOSS, present, new)
    house.set_password(BOSS, passwords[-1], WORD)
    assert house.sign_in(BOSS, WORD)


def test_a_reset_does_not_bring_old_passwords_back(house):
    house.employ("ann")
    code = house.register.reset(BOSS, "ann")
    assert refused(house.set_password, "ann", code, WORD).code is No.PASSWORD_USED


@pytest.mark.parametrize("pin", ["", "12345", "1234567", "48291a", "٤٨٢٩١٣", "111111", "123456", "987654", "567890"])
def test_a_poor_pin_is_refused(house, pin):
    assert refused(house.set_pin, BOSS, WORD, pin).code is No.PIN_INVALID


def test_a_pin_can_be_set_by_whoever_knows_the_password_only(house):
    assert refused(house.set_pin, BOSS, "wrong", PIN).code is No.SIGN_IN_FAILED
    assert house.register.state.people[BOSS].pin == ""


def test_a_wrong_present_password_says_nothing_of_the_old_ones(house):
    assert refused(house.set_password, BOSS, "wrong", WORD).code is No.SIGN_IN_FAILED


def test_nobody_sets_a_pin_before_a_password(house):
    code = house.register.reset(BOSS, house.employ("ann"))
    assert refused(house.set_pin, "ann", code, PIN).code is No.PASSWORD_DUE


def test_a_renewal_for_nobody_is_like_any_other(house):
    assert refused(house.set_password, "nobody", WORD, "some other password").code is No.SIGN_IN_FAILED


def test_verifying_needs_no_register(house):
    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(house.register.challenge(BOSS).verify, [WORD, "wrong", WORD, ""]))
    assert answers == [True, False, True, False]


def test_nothing_that_is_printed_shows_a_hash(house):
    challenge, renewal = house.register.challenge(BOSS), house.register.renewal(BOSS)
    for shown in (challenge, renewal, renewal.password(WORD, "some other password"), renewal.pin(WORD, PIN)):
        assert "argon2" not in repr(shown)


@pytest.mark.parametrize("present", [WORD, "wrong"])
def test_whoever_waits_never_learns_whether_a_password_is_right(house, present):
    wrong(house, house.employ("ann"), 3)
    waits = refused(house.register.renewal, "ann", source="console-1")
    assert waits.code is No.SIGN_IN_SLOWED


@pytest.mark.parametrize("new", ["short", WORD])
def test_a_leaver_does_not_learn_what_is_wrong_with_a_new_password(house, new):
    made = house.register.renewal(house.employ("ann")).password(WORD, new)
    house.register.deactivate(BOSS, "ann")
    assert refused(house.register.set_password, made, "console-1").code is No.SIGN_IN_FAILED


def test_a_new_password_that_is_refused_is_still_an_attempt_on_record(house):
    refused(house.set_password, BOSS, WORD, "short")
    newest = house.register.attempts(limit=1).attempts[0].event
    assert (newest.act, newest.ok) == ("new password", True)
