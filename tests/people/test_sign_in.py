"""Sign-in, waiting after failures, and re-entry."""

import pytest
from people.making import BOSS, CHEAP, PIN, WORD, refused, wrong

from taisai.people import events as e
from taisai.people.backoff import KEPT
from taisai.people.challenge import Proof
from taisai.people.refusals import PeopleRefusal as No
from taisai.people.significant_events import Happening
from taisai.people.state import Standing
from taisai.rules.vocabulary import Role

MINUTES, HOURS, DAYS = 60, 3600, 24 * 3600


def standing(house, name="ann"):
    return next(listed.standing for listed in house.register.staff() if listed.name == name)


def test_a_session_knows_who_where_and_as_what(house):
    signed = house.sign_in(house.employ("ann"), device="console-7")
    session = house.session(signed.token)
    assert session == signed.session
    assert (session.name, session.role, session.device) == ("ann", Role.DEALER, "console-7")
    assert not session.must_change_password
    assert len(signed.token) >= 43


def test_names_are_the_same_in_capitals_and_with_spaces_around(house):
    assert house.sign_in(" Bo.Manager ").session.name == BOSS


def test_every_attempt_is_recorded_with_name_device_and_outcome(house):
    house.employ("ann", pin="")
    before = len(house.events(e.AttemptRecorded))
    house.wait(5)
    house.sign_in("ann", device="console-7")
    wrong(house, "ann")
    refused(house.sign_in, "n" * 50, device="d" * 80)
    assert house.events(e.AttemptRecorded)[before:] == [
        e.AttemptRecorded("ann", "console-7", "sign-in", ok=True, proof="password"),
        e.AttemptRecorded("ann", "console-1", "sign-in", ok=False, proof="password"),
        e.AttemptRecorded("n" * 32, "d" * 64, "sign-in", ok=False, proof="password"),
    ]
    newest = house.register.attempts(limit=2)
    assert [(entry.at, entry.event.name) for entry in newest.attempts] == [
        (house.clock(), "n" * 32), (house.clock(), "ann"),
    ]  # fmt: skip
    older = house.register.attempts(before_seq=newest.before_seq)
    assert [entry.event.ok for entry in older.attempts] == [True] * (before + 1)


def test_whatever_was_wrong_the_answer_is_the_same(house):
    house.employ("ann")
    house.register.deactivate(BOSS, house.employ("gone"))
    late = house.register.add_staff(BOSS, "late", "Late", Role.DEALER)
    house.wait(DAYS)
    answers = [refused(house.sign_in, "nobody"), *wrong(house, "ann", 2)]
    answers += [refused(house.sign_in, "gone"), refused(house.sign_in, "late", late)]
    assert {(answer.code, answer.words, answer.value) for answer in answers} == {
        (No.SIGN_IN_FAILED, answers[0].words, "")
    }


def test_a_name_that_nobody_has_costs_a_hash_of_the_same_kind(house):
    known, unknown = house.register.challenge(BOSS), house.register.challenge("nobody")
    assert unknown.hashed.split("$")[:4] == known.hashed.split("$")[:4]
    assert house.register.challenge(BOSS, Proof.PIN).hashed == CHEAP.decoy


def test_a_challenge_answered_yes_for_nobody_is_still_refused(house):
    for challenge in (house.register.challenge("nobody"), house.register.challenge(BOSS, Proof.PIN)):
        assert refused(house.register.signed_in, challenge, True, "c", 0).code is No.SIGN_IN_FAILED


def test_after_three_failures_the_source_waits_and_somebody_is_told(house):
    house.employ("ann")
    wrong(house, "ann", 2)
    assert standing(house) is Standing.ACTIVE
    wrong(house, "ann")
    assert standing(house) is Standing.LOCKED
    waits = refused(house.sign_in, "ann")
    assert (waits.code, waits.value) == (No.SIGN_IN_SLOWED, 30)
    (waiting,) = house.register.waiting()
    assert (waiting.code, waiting.value, waiting.device) == (Happening.PERSON_LOCKED, "ann", "console-1")
    house.wait(30)
    assert standing(house) is Standing.ACTIVE
    assert house.sign_in("ann")


def test_failures_of_every_kind_count_together(house):
    token = house.sign_in(house.employ("ann", Role.GAME_SUPERVISOR)).token
    refused(house.reenter, token, "ann", "000001")
    refused(house.approve, "ann", "000001")
    assert standing(house) is Standing.ACTIVE
    refused(house.set_password, "ann", "wrong", "some other password")
    assert standing(house) is Standing.LOCKED


def test_a_success_forgets_the_failures(house):
    house.employ("ann")
    wrong(house, "ann", 2)
    house.sign_in("ann")
    wrong(house, "ann", 2)
    assert standing(house) is Standing.ACTIVE


@pytest.mark.parametrize(("apart_s", "expected"), [(DAYS - 1, Standing.LOCKED), (DAYS, Standing.ACTIVE)])
def test_failures_count_for_a_day(house, apart_s, expected):
    house.employ("ann")
    wrong(house, "ann", 2)
    house.wait(apart_s)
    wrong(house, "ann")
    assert standing(house) is expected


def test_whoever_manages_staff_ends_the_waiting(house):
    house.employ("ann")
    wrong(house, "ann", 3)
    house.register.unlock(BOSS, "ann")
    wrong(house, "ann", 2)
    assert house.sign_in("ann")


def test_slips_of_people_who_then_sign_in_do_not_slow_their_address(house):
    for number in range(20):
        name = house.employ(f"dealer.{number}", pin="")
        wrong(house, name)
        house.sign_in(name)
    assert wrong(house, "nobody")[0].code is No.SIGN_IN_FAILED


def test_what_is_remembered_of_failures_has_a_bound(house):
    for number in range(KEPT + 50):
        house.register.backoff.begin(f"name.{number}", "a")
        house.register.backoff.failed(f"name.{number}", f"b{number}")
        house.register.backoff.succeeded(f"name.{number}", f"c{number}")
    backoff = house.register.backoff
    for kept in backoff.kept():
        assert len(kept) == KEPT


def test_a_password_that_changed_while_it_was_verified_no_longer_counts(house):
    challenge = house.register.challenge(house.employ("ann"))
    house.set_password("ann", WORD, "some other password")
    assert refused(house.register.signed_in, challenge, True, "c", 0).code is No.SIGN_IN_FAILED


def test_wrong_passwords_leave_who_is_signed_in_at_work(house):
    token = house.sign_in(house.employ("ann")).token
    wrong(house, "ann", 3)
    assert house.session(token).name == "ann"
    assert refused(house.reenter, token, "ann").code is No.SIGN_IN_SLOWED


def test_a_code_lasts_a_day_and_is_read_as_typed(house):
    code = house.register.add_staff(BOSS, "ann", "Ann", Role.DEALER)
    house.wait(DAYS - 1)
    assert house.sign_in("ann", f"{code[:4]}-{code[4:].lower()}").session.must_change_password
    house.wait(1)
    assert refused(house.sign_in, "ann", code).code is No.SIGN_IN_FAILED


def test_a_code_sets_one_password(house):
    code = house.register.add_staff(BOSS, "ann", "Ann", Role.DEALER)
    token = house.sign_in("ann", code).token
    house.set_password("ann", code, WORD)
    assert not house.session(token).must_change_password
    assert refused(house.sign_in, "ann", code).code is No.SIGN_IN_FAILED


def test_a_password_must_be_changed_after_ninety_days(house):
    house.wait(90 * DAYS - 1)
    assert not house.sign_in(BOSS).session.must_change_password
    house.wait(1)
    token = house.sign_in(BOSS).token
    assert house.session(token).must_change_password
    house.set_password(BOSS, WORD, "some other password")
    assert not house.session(token).must_change_password


def test_a_new_sign_in_ends_the_old_session(house):
    first, second = house.sign_in(BOSS), house.sign_in(BOSS, device="console-2")
    assert refused(house.session, first.token).code is No.SESSION_UNKNOWN
    assert house.session(second.token).device == "console-2"
    assert house.events(e.SessionEnded) == [e.SessionEnded(BOSS, "replaced")]
    house.wait(12 * HOURS)
    house.sign_in(BOSS)
    assert house.events(e.SessionEnded)[1:] == [e.SessionEnded(BOSS, "expired")]


def test_signing_out_ends_the_session(house):
    token = house.sign_in(BOSS).token
    house.register.sign_out(token, house.at_s)
    assert refused(house.session, token).code is No.SESSION_UNKNOWN
    assert house.events(e.SessionEnded) == [e.SessionEnded(BOSS, "signed out")]


def test_a_pin_wakes_an_idle_session(house):
    token = house.sign_in(house.employ("ann")).token
    house.wait(15 * MINUTES)
    assert refused(house.session, token).code is No.SESSION_IDLE
    assert house.reenter(token, "ann").name == "ann"
    assert house.session(token).name == "ann"


def test_a_password_wakes_it_too(house):
    token = house.sign_in(BOSS).token
    house.wait(15 * MINUTES)
    assert house.reenter(token, BOSS, WORD, Proof.PASSWORD).name == BOSS


def test_nobody_wakes_the_session_of_another(house):
    token = house.sign_in(house.employ("ann")).token
    house.employ("mal")
    house.wait(15 * MINUTES)
    assert refused(house.reenter, token, "mal").code is No.SIGN_IN_FAILED
    assert refused(house.session, token).code is No.SESSION_IDLE


def test_a_pin_alone_is_no_sign_in(house):
    house.employ("ann")
    assert refused(house.sign_in, "ann", PIN).code is No.SIGN_IN_FAILED


def test_after_twelve_hours_a_pin_is_not_enough(house):
    token = house.sign_in(house.employ("ann")).token
    house.wait(12 * HOURS)
    assert refused(house.reenter, token, "ann").code is No.SESSION_EXPIRED


def test_a_password_that_grew_old_meanwhile_is_seen_at_re_entry(house):
    house.employ("ann")
    house.wait(90 * DAYS - HOURS)
    token = house.sign_in("ann").token
    house.wait(HOURS)
    assert house.reenter(token, "ann").must_change_password


def test_a_clock_that_is_set_neither_ends_nor_lengthens_the_waiting(house):
    house.employ("ann")
    wrong(house, "ann", 3)
    for seconds in (-10 * DAYS, 20 * DAYS):
        house.jump(seconds)
        assert refused(house.sign_in, "ann").value == 30
