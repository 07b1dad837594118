"""Passwords and PINs that an attacker tries first are not taken."""

import time

import pytest
from people.making import BOSS, PIN, WORD, House, refused

from taisai.people.refusals import PeopleRefusal as No
from taisai.people.strength import is_guessable

COMMON = (
    "password1234", "Password1234!", "passwordpassword", "123456789012", "qwertyuiop12", "1q2w3e4r5t6y", "iloveyou1234",
    "letmein12345", "aaaaaaaaaaaaaaaa", "abcabcabcabc", "P@ssw0rd1234", "manchesterunited", "zaq12wsxcde3",
    "casino123456", "x" * 128, "taisaitaisai", "sicbo1234567",
)  # fmt: skip
GOOD = (
    "violets grow behind the mill",
    "twelve chars",
    "Tr0ub4dor&3xx",
    "四個不相干的詞語放在一起就好",
    "kx7-pq2-mm9-zt4",
)
LEET = "4@8({[<36911!|7$5+%2" * 6


@pytest.mark.parametrize("password", COMMON)
def test_a_password_that_everybody_tries_is_refused(password):
    house = House().founded()
    assert refused(house.set_password, BOSS, WORD, password).code is No.PASSWORD_WEAK
    assert house.sign_in(BOSS, WORD), "the old one stays"


@pytest.mark.parametrize("password", ["bo.manager2026", "Bo.Manager123", "BoManager2026"])
def test_a_password_made_of_ones_own_name_is_refused(password):
    house = House().founded()
    assert refused(house.set_password, BOSS, WORD, password).code is No.PASSWORD_WEAK


@pytest.mark.parametrize("password", GOOD)
def test_a_password_of_some_words_is_taken(password):
    house = House().founded()
    house.set_password(BOSS, WORD, password)
    assert house.sign_in(BOSS, password)


@pytest.mark.parametrize(
    "pin", ["121212", "112233", "123123", "123321", "101010", "147258", "159753", "258456", "456789", "741852"]
)
def test_a_pin_that_everybody_tries_is_refused(pin):
    house = House().founded()
    assert refused(house.set_pin, BOSS, WORD, pin).code is No.PIN_INVALID


def test_most_pins_are_good_ones():
    house = House().founded()
    renewal = house.register.renewal(BOSS, source="here")
    refused_pins = [pin for pin in range(0, 10**6, 997) if renewal.pin(WORD, f"{pin:06}").faults]
    assert len(refused_pins) < 100, "of 1003"
    assert not renewal.pin(WORD, PIN).faults


def test_a_password_made_to_take_long_to_judge_does_not():
    start = time.process_time()
    is_guessable(LEET[:128], ())
    assert time.process_time() - start < 1
