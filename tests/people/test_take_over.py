"""A dealer relieves another by PIN, at a console where one has signed in with a password, and nowhere else."""

import pytest
from people.making import BOSS, PIN, WORD, House, refused

from taisai.people import events as e
from taisai.people.challenge import Proof
from taisai.people.events import DeviceKind
from taisai.people.refusals import PeopleRefusal as No
from taisai.people.rights import Right
from taisai.people.significant_events import Happening
from taisai.rules.vocabulary import Role

MINUTES, HOURS = 60, 3600
WRONG = "000001"


@pytest.fixture
def floor():
    """Two dealers, a supervisor, and a console where one of the dealers has signed in with the password."""
    house = House().founded()
    for name, role in (("ann", Role.DEALER), ("bea", Role.DEALER), ("sue", Role.GAME_SUPERVISOR)):
        house.employ(name, role)
    house.t1 = house.console()
    house.sign_in("ann", device=house.t1.id)
    return house


def test_a_dealer_takes_over_by_pin_and_whoever_was_there_no_longer_is(floor):
    ann = floor.sign_in("ann", device=floor.t1.id)
    bea = floor.take_over("bea", floor.t1)
    session = floor.session(bea.token)
    assert (session.name, session.role, session.device, session.by_pin) == ("bea", Role.DEALER, floor.t1.id, True)
    assert refused(floor.session, ann.token).code is No.SESSION_UNKNOWN
    ended = floor.events(e.SessionEnded)[-1]
    assert ended == e.SessionEnded("ann", "taken over")


def test_that_somebody_took_over_is_on_record_with_table_and_device(floor):
    floor.take_over("bea", floor.t1)
    attempt = floor.events(e.AttemptRecorded)[-1]
    assert attempt == e.AttemptRecorded("bea", floor.t1.id, "take-over", ok=True, proof="pin")
    noted = floor.events(e.HappeningNoted)[-1]
    assert (noted.code, noted.table, noted.device, noted.value) == (Happening.TAKEN_OVER, "T1", floor.t1.id, "bea")
    assert noted.words == "bea took over from ann"


def test_the_names_of_the_shift_are_offered_the_last_dealer_first(floor):
    floor.take_over("bea", floor.t1)
    assert floor.register.dealers_at(floor.t1, floor.at_s) == ("bea", "ann")
    floor.register.deactivate(BOSS, "bea")
    assert floor.register.dealers_at(floor.t1, floor.at_s) == ("ann",)
    assert floor.register.dealers_at(None, floor.at_s) == ()


def test_they_go_to_and_fro_all_shift_and_no_longer(floor):
    for hour in range(11):
        floor.wait(HOURS)
        assert floor.take_over("ann" if hour % 2 else "bea", floor.t1)
    token = floor.take_over("ann", floor.t1).token
    floor.wait(HOURS)
    assert refused(floor.session, token).code is No.SESSION_EXPIRED, "with the password that it rests on"
    assert refused(floor.take_over, "bea", floor.t1).code is No.PASSWORD_FIRST
    assert floor.register.dealers_at(floor.t1, floor.at_s) == ()


def test_a_pin_is_for_dealing_alone(floor):
    session = floor.take_over("bea", floor.t1).session
    assert {right for right in Right if session.may(right)} == session.rights == {
        Right.READ_TABLES, Right.READ_ALL_SEATS, Right.RECALL_ROUNDS, Right.ORDER, Right.CALL_SUPERVISOR,
    }  # fmt: skip


def test_a_pin_wakes_the_session_that_a_pin_began(floor):
    token = floor.take_over("bea", floor.t1).token
    floor.wait(15 * MINUTES)
    assert refused(floor.session, token).code is No.SESSION_IDLE
    assert floor.reenter(token, "bea").name == "bea"


def test_nobody_takes_over_where_no_dealer_has_given_a_password(floor):
    other = floor.console("T2")
    assert refused(floor.take_over, "bea", other).code is No.PASSWORD_FIRST
    floor.sign_in("sue", device=other.id)
    assert refused(floor.take_over, "bea", other).code is No.PASSWORD_FIRST, "a supervisor is another role"
    code = floor.register.add_staff(BOSS, "new", "New", Role.DEALER)
    floor.sign_in("new", code, device=other.id)
    assert refused(floor.take_over, "bea", other).code is No.PASSWORD_FIRST, "a one-time code is not a password"
    floor.sign_in("ann", device=floor.console("T3").id)
    assert refused(floor.take_over, "bea", other).code is No.PASSWORD_FIRST, "it was given elsewhere"


@pytest.mark.parametrize(("kind", "place"), [
    (DeviceKind.TERMINAL, {"table": "T1", "seat": 1}), (DeviceKind.DISPLAY, {}),
])  # fmt: skip
def test_only_a_console_takes_a_pin(floor, kind, place):
    device = floor.enrol(kind, **place)
    floor.sign_in("ann", device=device.id)
    assert refused(floor.take_over, "bea", device).code is No.PASSWORD_FIRST


def test_a_browser_that_never_enrolled_takes_no_pin(floor):
    floor.sign_in("ann", device="10.0.0.7")
    assert "10.0.0.7" not in floor.register.openings
    assert refused(floor.register.check_opened, None, floor.at_s).code is No.PASSWORD_FIRST


def test_the_pin_of_another_role_is_answered_as_a_wrong_one(floor):
    wrong, other = refused(floor.take_over, "bea", floor.t1, WRONG), refused(floor.take_over, "sue", floor.t1)
    assert (other.code, other.words, other.value) == (No.SIGN_IN_FAILED, wrong.words, wrong.value)
    assert refused(floor.take_over, "nobody", floor.t1).words == wrong.words


def test_the_same_pin_of_two_people_makes_neither_the_other(floor):
    floor.set_pin("ann", WORD, "592814")
    assert refused(floor.take_over, "ann", floor.t1, PIN).code is No.SIGN_IN_FAILED, "it is bea's"
    assert floor.take_over("bea", floor.t1).session.name == "bea"


def test_an_old_pin_is_worth_nothing_even_if_it_was_right_when_it_was_looked_at(floor):
    challenge = floor.register.challenge("bea", Proof.PIN, source=floor.t1.id)
    verdict = challenge.verify(PIN)
    floor.set_pin("bea", WORD, "592814")
    late = refused(floor.register.take_over, challenge, verdict, floor.t1, floor.at_s)
    assert late.code is No.SIGN_IN_FAILED
    assert refused(floor.take_over, "bea", floor.t1, PIN).code is No.SIGN_IN_FAILED


def test_five_wrong_pins_close_a_console_to_pins_whoever_they_were_for(floor):
    names = [floor.employ(f"dealer.{number}") for number in range(5)]
    for name in names:
        assert refused(floor.take_over, name, floor.t1, WRONG).code is No.SIGN_IN_FAILED
    assert refused(floor.take_over, "bea", floor.t1).code is No.PASSWORD_FIRST, "not even a right one"
    locked = floor.register.waiting()[-1]
    assert (locked.code, locked.device, locked.table) == (Happening.TAKE_OVER_LOCKED, floor.t1.id, "T1")
    assert len([one for one in floor.events(e.AttemptRecorded) if one.act == "take-over" and not one.ok]) == 5
    floor.sign_in("ann", device=floor.t1.id)
    assert floor.take_over("bea", floor.t1)


def test_right_pins_that_were_being_looked_at_come_too_late_for_a_closed_console(floor):
    challenge = floor.register.challenge("bea", Proof.PIN, source=floor.t1.id)
    for number in range(5):
        refused(floor.take_over, floor.employ(f"dealer.{number}"), floor.t1, WRONG)
    late = refused(floor.register.take_over, challenge, True, floor.t1, floor.at_s)
    assert late.code is No.PASSWORD_FIRST


def test_whoever_tries_one_name_waits_and_at_last_that_pin_rests(floor):
    for tries in range(10):
        if tries and not tries % 3:
            floor.sign_in("ann", device=floor.t1.id)
        floor.wait(HOURS / 2)
        assert refused(floor.take_over, "bea", floor.t1, WRONG).code is No.SIGN_IN_FAILED
        if tries == 2:
            assert refused(floor.take_over, "bea", floor.t1).code is No.SIGN_IN_SLOWED
    floor.wait(HOURS)
    floor.sign_in("ann", device=floor.t1.id)
    assert refused(floor.take_over, "bea", floor.t1).code is No.SIGN_IN_FAILED, "right, but it rests"


def test_signing_out_closes_the_console_to_pins(floor):
    floor.register.sign_out(floor.take_over("bea", floor.t1).token, floor.at_s)
    assert refused(floor.take_over, "bea", floor.t1).code is No.PASSWORD_FIRST


def test_a_supervisor_who_looks_in_and_signs_out_closes_nothing(floor):
    floor.register.sign_out(floor.sign_in("sue", device=floor.t1.id).token, floor.at_s)
    assert floor.take_over("bea", floor.t1)


def test_whoever_leaves_the_staff_takes_over_nowhere(floor):
    floor.register.deactivate(BOSS, "bea")
    assert refused(floor.take_over, "bea", floor.t1).code is No.SIGN_IN_FAILED


@pytest.mark.parametrize("act", ["deactivate", "reset", "change role"])
def test_what_rests_on_a_password_ends_with_it(floor, act):
    token = floor.take_over("bea", floor.t1).token
    register = floor.register
    {
        "deactivate": lambda: register.deactivate(BOSS, "ann"),
        "reset": lambda: register.reset(BOSS, "ann"),
        "change role": lambda: register.change_role(BOSS, "ann", Role.AUDITOR),
    }[act]()
    assert refused(floor.session, token).code is No.SESSION_UNKNOWN
    assert refused(floor.take_over, "bea", floor.t1).code is No.PASSWORD_FIRST
    assert "bea" in [ended.name for ended in floor.events(e.SessionEnded)]


def test_a_revoked_console_takes_no_pin_though_it_was_being_looked_at(floor):
    challenge = floor.register.challenge("bea", Proof.PIN, source=floor.t1.id)
    floor.register.revoke_device(BOSS, floor.t1.id)
    late = refused(floor.register.take_over, challenge, challenge.verify(PIN), floor.t1, floor.at_s)
    assert late.code is No.PASSWORD_FIRST


def test_a_restart_asks_for_passwords_again(floor):
    floor.open()
    assert refused(floor.take_over, "bea", floor.t1).code is No.PASSWORD_FIRST


def test_an_old_password_must_be_renewed_before_its_pin_counts(floor):
    floor.wait(90 * 24 * HOURS)
    floor.set_password("ann", WORD, "some other password")
    floor.sign_in("ann", "some other password", device=floor.t1.id)
    assert refused(floor.take_over, "bea", floor.t1).code is No.PASSWORD_DUE


def test_taking_over_elsewhere_ends_the_own_session_here(floor):
    here = floor.take_over("bea", floor.t1)
    other = floor.console("T2")
    floor.sign_in("ann", device=other.id)
    there = floor.take_over("bea", other)
    assert refused(floor.session, here.token).code is No.SESSION_UNKNOWN
    assert floor.session(there.token).device == other.id
    assert floor.take_over("ann", floor.t1), "the password that was given here still counts"


def test_no_pin_is_written_down(floor):
    signed = floor.take_over("bea", floor.t1)
    refused(floor.take_over, "ann", floor.t1, "739164")
    floor.register.save_snapshot()
    kept = b"".join(entry.body for entry in floor.store.read()) + floor.store.snapshot().state
    assert not any(secret.encode() in kept for secret in (PIN, "739164", signed.token))
