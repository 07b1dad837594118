"""Accounts: one a person, with a name that is never given twice."""

import pytest
from people.making import BOSS, WORD, House, refused, wrong

from taisai.people import events as e
from taisai.people.refusals import PeopleRefusal as No
from taisai.people.rights import Right, rights_of
from taisai.people.significant_events import Happening
from taisai.people.state import Standing
from taisai.rules.vocabulary import Role


def test_a_house_is_founded_once_by_a_shift_manager():
    house = House()
    code = house.register.found("eve")
    assert house.register.state.people["eve"].role is Role.SHIFT_MANAGER
    assert house.sign_in("eve", code).session.must_change_password
    assert refused(house.register.found, "mal").code is No.REGISTER_FOUNDED


def test_a_new_person_can_do_nothing_before_setting_a_password(house):
    code = house.register.add_staff(BOSS, "vic", "Vic", Role.SHIFT_MANAGER)
    session = house.sign_in("vic", code).session
    assert not any(session.may(right) for right in Right)
    assert refused(house.register.add_staff, "vic", "mal", "Mal", Role.DEALER).code is No.PASSWORD_DUE
    house.set_password("vic", code, WORD)
    assert house.register.add_staff("vic", "mal", "Mal", Role.DEALER)


@pytest.mark.parametrize("name", ["", "a", "Ann", "a" * 33, "an n", "taisai", "1ann", "ann\n", "añn"])
def test_a_name_that_could_be_mistaken_is_refused(house, name):
    assert refused(house.register.add_staff, BOSS, name, "Ann", Role.DEALER).code is No.NAME_INVALID


def test_a_person_has_a_full_name_too(house):
    assert refused(house.register.add_staff, BOSS, "ann", "  ", Role.DEALER).code is No.NAME_INVALID


def test_a_name_is_never_given_twice(house):
    house.employ("ann")
    house.register.deactivate(BOSS, "ann")
    assert refused(house.register.add_staff, BOSS, "ann", "Ann", Role.DEALER).code is No.NAME_TAKEN


@pytest.mark.parametrize("role", [Role.PLAYER, Role.AUTOMATION])
def test_players_and_machines_are_not_employed(house, role):
    assert refused(house.register.add_staff, BOSS, "ann", "Ann", role).code is No.ROLE_INVALID
    house.employ("ann")
    assert refused(house.register.change_role, BOSS, "ann", role).code is No.ROLE_INVALID


def test_only_who_manages_staff_does(house):
    for role in Role:
        if role in (Role.PLAYER, Role.AUTOMATION, Role.SHIFT_MANAGER):
            continue
        name = house.employ(f"a.{role}", role, pin="")
        for act in (
            lambda by: house.register.add_staff(by, "new", "New", Role.DEALER),
            lambda by: house.register.change_role(by, BOSS, Role.DEALER),
            lambda by: house.register.deactivate(by, BOSS),
            lambda by: house.register.unlock(by, BOSS),
            lambda by: house.register.reset(by, BOSS),
        ):
            assert refused(act, name).code is No.RIGHT_MISSING
    assert refused(house.register.deactivate, "nobody", BOSS).code is No.RIGHT_MISSING
    assert refused(house.register.deactivate, "taisai", BOSS).code is No.RIGHT_MISSING


def test_nobody_changes_their_own_account(house):
    acts = (house.register.deactivate, house.register.unlock, house.register.reset)
    assert [refused(act, BOSS, BOSS).code for act in acts] == [No.PERSON_SELF] * 3
    assert refused(house.register.change_role, BOSS, BOSS, Role.DEALER).code is No.PERSON_SELF


def test_a_new_role_ends_the_session_and_is_recorded_with_the_old(house):
    token = house.sign_in(house.employ("ann")).token
    house.register.change_role(BOSS, "ann", Role.AUDITOR)
    assert refused(house.session, token).code is No.SESSION_UNKNOWN
    assert house.events(e.RoleChanged, e.SessionEnded) == [
        e.RoleChanged("ann", Role.DEALER, Role.AUDITOR),
        e.SessionEnded("ann", "role changed"),
    ]
    assert house.sign_in("ann").session.role is Role.AUDITOR
    (found,) = house.register.search(code="role-changed").happenings
    assert (found.by, found.words) == (BOSS, "the role of ann changed from dealer to auditor")


def test_who_left_cannot_come_in_and_has_no_rights(house):
    token = house.sign_in(house.employ("ann", Role.SHIFT_MANAGER)).token
    house.register.deactivate(BOSS, "ann")
    assert refused(house.session, token).code is No.SESSION_UNKNOWN
    assert refused(house.sign_in, "ann").code is No.SIGN_IN_FAILED
    assert refused(house.register.add_staff, "ann", "new", "New", Role.DEALER).code is No.RIGHT_MISSING
    assert refused(house.register.reset, BOSS, "ann").code is No.PERSON_INACTIVE
    assert refused(house.register.deactivate, BOSS, "ann").code is No.PERSON_INACTIVE


def test_failures_do_not_make_a_leaver_locked_instead_of_gone(house):
    house.register.deactivate(BOSS, house.employ("ann"))
    wrong(house, "ann", 4)
    assert house.register.state.people["ann"].standing is Standing.INACTIVE


def test_a_reset_takes_password_pin_and_lock_away(house):
    token = house.sign_in(house.employ("ann")).token
    wrong(house, "ann", 3)
    code = house.register.reset(BOSS, "ann")
    person = house.register.state.people["ann"]
    assert (person.standing, person.pin, person.pin_failures) == (Standing.ACTIVE, "", 0)
    assert refused(house.session, token).code is No.SESSION_UNKNOWN
    assert refused(house.sign_in, "ann").code is No.SIGN_IN_FAILED
    assert house.sign_in("ann", code).session.must_change_password


def test_an_account_that_is_not_locked_is_not_unlocked(house):
    assert refused(house.register.unlock, BOSS, house.employ("ann")).code is No.PERSON_NOT_LOCKED


def test_the_last_manager_is_rescued_at_the_machine(house):
    wrong(house, BOSS, 3)
    assert refused(house.sign_in, BOSS).code is No.SIGN_IN_SLOWED
    house.set_password(BOSS, house.register.rescue(BOSS), "a wholly new password")
    assert house.sign_in(BOSS, "a wholly new password")
    assert Happening.PERSON_RESCUED in [found.code for found in house.register.waiting()]


def test_only_who_manages_staff_is_rescued(house):
    assert refused(house.register.rescue, house.employ("ann")).code is No.RIGHT_MISSING
    house.register.deactivate(BOSS, house.employ("vic", Role.SHIFT_MANAGER))
    assert refused(house.register.rescue, "vic").code is No.RIGHT_MISSING
    assert refused(house.register.rescue, "nobody").code is No.PERSON_UNKNOWN


def test_the_listing_names_everybody_by_name_with_their_rights_and_no_secret(house):
    house.employ("ann", Role.AUDITOR)
    house.register.add_staff(BOSS, "vic", "Vic New", Role.DEALER)
    house.register.deactivate(BOSS, house.employ("tom", Role.TECHNICIAN, pin=""))
    ann, boss, tom, vic = house.register.staff()
    assert (ann.name, ann.full_name, ann.role, ann.standing, ann.has_pin) == (
        "ann", "Ann", Role.AUDITOR, Standing.ACTIVE, True,
    )  # fmt: skip
    assert set(ann.rights) == rights_of(Role.AUDITOR)
    assert ann.password_at == ann.proved_at == house.clock()
    assert (vic.password_at, vic.proved_at, vic.has_pin) == ("", "", False)
    assert (tom.standing, tom.rights) == (Standing.INACTIVE, ())
    assert boss.name == BOSS
    assert "argon2" not in repr(house.register.staff())


def test_each_change_of_staff_is_a_significant_event(house):
    house.employ("ann")
    house.register.change_role(BOSS, "ann", Role.AUDITOR)
    house.register.reset(BOSS, "ann")
    wrong(house, "ann", 3)
    house.register.unlock(BOSS, "ann")
    house.register.deactivate(BOSS, "ann")
    assert [code for code in house.codes() if code != "sign-in-failed"] == [
        "person-added", "person-added", "role-changed", "person-reset", "person-locked", "person-unlocked",
        "person-deactivated",
    ]  # fmt: skip
