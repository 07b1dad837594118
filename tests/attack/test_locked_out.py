"""Somebody who knows a name and no password tries to keep its owner out, and to get in."""

import asyncio
import json

from attack.kit.strangers import from_address
from people.making import BOSS, PIN, WORD, House, refused
from server.making import HAND, NOBODY, house

from taisai.people.challenge import Proof
from taisai.people.refusals import PeopleRefusal as No
from taisai.people.significant_events import Happening
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Role

MINUTES, HOURS, DAYS = 60, 3600, 24 * 3600
STRANGER, CONSOLE = "203.0.113.9", "console-1"


def tries(house, name, times, source=STRANGER):
    """Wrong passwords, as fast as the house lets them be tried."""
    return [refused(house.sign_in, name, f"guess {n}", device=source).code for n in range(times)]


def guesses_in(house, seconds, source, name=BOSS, every_s=1):
    """How many passwords of somebody who never stops are really looked at."""
    looked = 0
    for _ in range(seconds // every_s):
        looked += tries(house, name, 1, source) == [No.SIGN_IN_FAILED]
        house.wait(every_s)
    return looked


def test_nobody_is_kept_out_by_somebody_elses_wrong_passwords():
    house = House().founded()
    house.employ("ann", Role.DEALER)
    for name in (BOSS, "ann"):
        tries(house, name, 200)
        assert house.sign_in(name, device=CONSOLE).session.name == name


def test_nor_by_wrong_passwords_from_everywhere():
    house = House().founded()
    for number in range(300):
        tries(house, BOSS, 4, f"198.51.100.{number}")
    assert house.sign_in(BOSS, device=CONSOLE).session.name == BOSS


def test_a_source_that_fails_waits_longer_each_time_and_never_for_good():
    house = House().founded()
    assert tries(house, BOSS, 4) == [No.SIGN_IN_FAILED] * 3 + [No.SIGN_IN_SLOWED]
    waits = []
    for _ in range(9):
        waits.append(int(refused(house.sign_in, BOSS, device=STRANGER).value))
        house.wait(waits[-1])
        assert tries(house, BOSS, 1) == [No.SIGN_IN_FAILED]
    assert waits == [30, 60, 120, 240, 480, 960, 1800, 1800, 1800]
    assert refused(house.sign_in, BOSS, device=STRANGER).code is No.SIGN_IN_SLOWED, "right, but too soon"
    house.wait(1800)
    assert house.sign_in(BOSS, device=STRANGER), "right, and in time"


def test_waiting_is_not_made_longer_by_trying_meanwhile():
    house = House().founded()
    tries(house, BOSS, 50)
    house.wait(30)
    assert house.sign_in(BOSS, device=STRANGER)


def test_a_day_of_guessing_from_one_place_tests_few_passwords():
    house = House().founded()
    assert guesses_in(house, 4 * HOURS, STRANGER, every_s=10) <= 20


def test_one_password_tried_at_every_name_is_slowed_too():
    house = House().founded()
    codes = [refused(house.sign_in, f"name.{n}", "Summer2026!!", device=STRANGER).code for n in range(50)]
    assert codes.count(No.SIGN_IN_FAILED) <= 10


def test_whoever_sprays_names_from_a_shared_address_keeps_nobody_out_who_works_there():
    house = House().founded()
    house.employ("ann", Role.DEALER)
    house.sign_in("ann", device=STRANGER)
    for number in range(50):
        refused(house.sign_in, f"name.{number}", "Summer2026!!", device=STRANGER)
    assert house.sign_in("ann", device=STRANGER).session.name == "ann"


def test_a_stranger_learns_no_names_from_having_to_wait():
    house = House().founded()
    known = [refused(house.sign_in, BOSS, "wrong", device="a") for _ in range(5)]
    unknown = [refused(house.sign_in, "nobody", "wrong", device="b") for _ in range(5)]
    assert [(one.code, one.words, one.value) for one in known] == [(one.code, one.words, one.value) for one in unknown]


def test_many_guesses_at_once_are_counted_before_the_first_is_answered():
    house = House().founded()
    begun = []
    for _ in range(20):
        try:
            begun.append(house.register.challenge(BOSS, source=STRANGER))
        except Refused as no:
            assert no.code is No.SIGN_IN_SLOWED
    assert len(begun) == 3


def test_an_attack_is_on_record_and_told_once():
    house = House().founded()
    for number in range(40):
        tries(house, BOSS, 5, f"198.51.100.{number}")
    (told,) = [one for one in house.register.waiting() if one.code == Happening.PERSON_LOCKED]
    assert told.value == BOSS
    assert 40 <= house.codes().count("sign-in-failed") <= 60, "each that was looked at"
    assert house.register.state.people[BOSS].standing == "active"


def test_a_flood_of_wrong_passwords_does_not_fill_the_journal():
    house = House().founded()
    before = house.register.head.seq
    for number in range(1000):
        refused(house.sign_in, f"name.{number % 7}", "wrong", device=STRANGER)
    assert house.register.head.seq - before < 50


def test_a_pin_that_is_guessed_from_everywhere_rests_and_the_password_still_works():
    house = House().founded()
    house.employ("ann", Role.PIT_MANAGER)
    for number in range(60):
        challenge = house.register.challenge("ann", Proof.PIN, source=f"by mal{number}")
        refused(house.register.approve, challenge, challenge.verify(f"{number:06}"), "x", None, house.at_s)
    assert refused(house.approve, "ann", PIN).code is No.SIGN_IN_FAILED, "ten wrong ones were enough"
    assert house.sign_in("ann", WORD).session.name == "ann"
    assert house.approve("ann", PIN), "whoever has the password has the PIN again"


async def test_whoever_is_signed_in_does_not_guess_a_pin_faster_from_many_addresses(tmp_path):
    async with house(tmp_path, HAND) as server:
        dealer = server.sign_in("dee.dealer")
        order = {"table": "H", "giver": "dee.dealer", "id": "o", "round": 1, "command": {"do": "open-bets"}}
        statuses = []
        for number in range(6):
            said = json.dumps(order | {"name": "pit.manager", "pin": f"{number:06}"}).encode()
            asked = (server, f"127.0.0.{number + 2}", "/api/approvals", said, dealer)
            statuses.append(await asyncio.to_thread(from_address, *asked))
        assert statuses == [401, 401, 401, 429, 429, 429]


def test_wrong_enrolment_codes_keep_no_terminal_from_enrolling():
    house = House().founded()
    for number in range(100):
        refused(house.register.enrol, f"WRONG{number}", STRANGER)
    code = house.register.invite_device(BOSS, "display")
    assert house.register.enrol(code, "192.0.2.7").device.id == "display-1"


async def test_over_the_wire_an_attacker_waits_and_the_manager_at_a_console_does_not(tmp_path):
    async with house(tmp_path, HAND) as server:
        body = {"name": "shi.manager", "password": "not it"}
        answers = [await server.post("/api/sign-in", NOBODY, body) for _ in range(4)]
        assert [one.status for one in answers] == [401, 401, 401, 429]
        assert answers[-1].json["code"] == "sign-in-slowed"
        assert int(answers[-1].json["value"]) in (29, 30)
        console = server.enrol("console", "H")
        right = await server.post("/api/sign-in", console, {"name": "shi.manager", "password": WORD})
        assert right.status == 200, "the console is another source, though its address is the same"


async def test_over_the_wire_another_address_is_let_in_at_once(tmp_path):
    async with house(tmp_path, HAND) as server:
        wrong, right = (json.dumps({"name": "shi.manager", "password": word}).encode() for word in ("not it", WORD))
        near, far = ((server, f"127.0.0.{last}", "/api/sign-in") for last in (1, 66))
        assert [await asyncio.to_thread(from_address, *far, wrong) for _ in range(5)] == [401] * 3 + [429] * 2
        assert await asyncio.to_thread(from_address, *far, right) == 429
        assert await asyncio.to_thread(from_address, *near, right) == 200
