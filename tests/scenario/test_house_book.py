"""Duties, equipment and ratings in a scenario: what a register refuses is refused, what is expected is checked."""

import pytest
from scenario.test_scenarios import played

from taisai import Refusal, Refused
from taisai.people.refusals import PeopleRefusal

READY = """
open rws-6/2
dice D1 with serials 1 2 3 and seal S1 are registered
dice D1 are opened at seal S1
dice D1 pass the test
dice D1 come to the table
"""
ROUND = """
seat 1 wagers 10 on big
no more bets
roll 4-5-6
settle
"""


def refuses(code, text):
    with pytest.raises(Refused) as refused:
        played(text)
    assert refused.value.code is code, refused.value.words
    return refused.value.words


WRONG = {
    "another dealer": "open rws-6/2\ndealer mei comes on duty\nexpect dealer on duty is ann",
    "nobody deals": "open rws-6/2\nexpect dealer on duty is ann",
    "the supervisor does not deal": "open rws-6/2\nsupervisor gus comes on duty\nexpect dealer on duty is gus",
    "dice of more rounds": f"{READY}{ROUND}dice D1 leave the table\n{ROUND}expect dice D1 used in rounds 1-2",
    "dice that were never used": "open rws-6/2\ndice D1 with serials 1 2 3 and seal S1 are registered\n"
    "expect dice D1 used in rounds 1-1",
    "a tumbler that was never used": "open rws-6/2\ntumbler A is registered\nexpect tumbler A used in rounds 1-1",
    "another card": "open rws-6/2\nseat 1 gives card A\nexpect seat 1 is rated by card B",
    "another seat": "open rws-6/2\nseat 1 gives card A\nexpect seat 2 is rated by card A",
    "a card that was given back": "open rws-6/2\nseat 1 gives card A\nseat 1 takes the card back\n"
    "expect seat 1 is rated by card A",
}


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_what_is_not_so_fails_the_scenario(text):
    assert "but it is" in refuses(Refusal.SCENARIO_WRONG, text)


REFUSED = {
    "dice whose test failed": (
        PeopleRefusal.EQUIPMENT_UNFIT,
        (
            "open rws-6/2\ndice D1 with serials 1 2 3 and seal S1 are registered\ndice D1 are opened at seal S1\n"
            'dice D1 fail the test because "loaded"\ndice D1 come to the table'
        ),
    ),
    "a second set at one table": (
        PeopleRefusal.PLACE_TAKEN,
        (
            f"{READY}dice D2 with serials 4 5 6 and seal S2 are registered\ndice D2 are opened at seal S2\n"
            "dice D2 pass the test\ndice D2 come to the table"
        ),
    ),
    "a second tumbler at one table": (
        PeopleRefusal.PLACE_TAKEN,
        (
            "open rws-6/2\ntumbler A is registered\ntumbler A passes the test\ntumbler A comes to the table\n"
            "tumbler B is registered\ntumbler B passes the test\ntumbler B comes to the table"
        ),
    ),
    "a tumbler called a layout": (
        PeopleRefusal.EQUIPMENT_UNKNOWN,
        "open rws-6/2\ntumbler A is registered\nlayout A passes the test",
    ),
    "dice called a tumbler": (PeopleRefusal.EQUIPMENT_UNKNOWN, f"{READY}tumbler D1 leaves the table"),
    "a tumbler called dice": (
        PeopleRefusal.EQUIPMENT_UNKNOWN,
        "open rws-6/2\ntumbler A is registered\ndice A pass the test",
    ),
    "a layout that was not tested after its repair": (
        PeopleRefusal.EQUIPMENT_UNFIT,
        (
            'open rws-6/2\nlayout A is registered\nlayout A passes the test\nlayout A is damaged because "torn"\n'
            'layout A is repaired because "sewn"\nlayout A comes to the table'
        ),
    ),
    "dice that are repaired": (Refusal.SCENARIO_UNCLEAR, f'{READY}dice D1 are repaired because "glued"'),
    "what is no equipment": (Refusal.SCENARIO_UNCLEAR, "open rws-6/2\nchair A is registered"),
    "a seal that reads otherwise": (
        PeopleRefusal.SEAL_DIFFERS,
        (
            "open rws-6/2\nentry-terminal A with serial 7 and seal S1 is registered\n"
            "entry-terminal A is opened at seal S2"
        ),
    ),
    "what is in use cannot be retired": (PeopleRefusal.EQUIPMENT_UNFIT, f'{READY}dice D1 are retired because "old"'),
    "dice that nobody registered": (PeopleRefusal.EQUIPMENT_UNKNOWN, "open rws-6/2\ndice D9 pass the test"),
    "a dealer who manages equipment": (PeopleRefusal.RIGHT_MISSING, f"{READY}dealer: dice D1 leave the table"),
    "rotation where nobody deals": (PeopleRefusal.DUTY_INVALID, "open rws-6/2\nrotation brings dealer ann"),
    "a card that nobody gave": (PeopleRefusal.RATING_UNKNOWN, "open rws-6/2\nseat 1 takes the card back"),
    "a register without a table": (Refusal.SCENARIO_UNCLEAR, "dealer mei comes on duty"),
}


@pytest.mark.parametrize(("code", "text"), REFUSED.values(), ids=REFUSED)
def test_what_the_register_refuses_stops_the_scenario_and_can_be_expected(code, text):
    refuses(code, text)
    if code is not Refusal.SCENARIO_UNCLEAR:
        first, _, last = text.rpartition("\n")
        played(f"{first}\nrefused {code.value}: {last}")


def test_nothing_of_it_is_in_the_journal_of_the_table():
    scenario = played(f"{READY}{ROUND}dealer mei comes on duty\nseat 1 gives card C-4711")
    told = b"".join(bytes(stored.body) for stored in scenario.desk.store.read())
    assert not any(word in told for word in (b"C-4711", b"mei", b"D1"))


def test_a_register_follows_to_the_next_table():
    played("open rws-6/2\ndealer mei comes on duty\nopen nz-1998/1\ndealer ann comes on duty\nseat 1 gives card A")
