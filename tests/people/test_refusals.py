"""Every refusal of the register can be provoked, says what to do next, and tells no secret."""

import pytest
from people.making import BOSS, PIN, WORD, House, refused

from taisai.people.duty_events import DutyKind
from taisai.people.equipment_events import ItemKind
from taisai.people.events import DeviceKind
from taisai.people.refusals import PeopleRefusal as No
from taisai.people.significant_events import Happening
from taisai.rules.vocabulary import Role

HOURS, DAYS = 3600, 24 * 3600
OTHER = "some other password"


def founded_again(house):
    return refused(house.register.found, "mal")


def wrong_password(house):
    return refused(house.sign_in, "sue", OTHER)


def fourth_wrong_password(house):
    return [wrong_password(house) for _ in range(4)][-1]


def made_up_session(house):
    return refused(house.session, "made up")


def session_after(house, seconds):
    token = house.sign_in("sue").token
    house.wait(seconds)
    return refused(house.session, token)


def approval_before_a_password(house):
    house.wait(90 * DAYS)
    return refused(house.approve, "sue")


def add(house, name="new", role=Role.DEALER, by=BOSS):
    return refused(house.register.add_staff, by, name, "New", role)


def reset_of_a_leaver(house):
    house.register.deactivate(BOSS, "sue")
    return refused(house.register.reset, BOSS, "sue")


def used_approval(house):
    token = house.approve("sue")
    house.use(token)
    return refused(house.use, token)


def expired_approval(house):
    token = house.approve("sue")
    house.wait(60)
    return refused(house.use, token)


def invite(house, seat=1):
    return house.register.invite_device(BOSS, DeviceKind.TERMINAL, table="T1", seat=seat)


def enrol_after_ten_failures(house):
    code = invite(house)
    for _ in range(10):
        refused(house.register.enrol, "WRONG")
    return refused(house.register.enrol, code)


def second_terminal(house):
    house.register.enrol(invite(house))
    return refused(invite, house)


def revoked_key(house):
    enrolled = house.register.enrol(invite(house))
    house.register.revoke_device(BOSS, enrolled.device.id)
    return refused(house.register.device, enrolled.key)


def same_software(house):
    house.register.accept_software(BOSS, "0.1", "d1", {})
    return refused(house.register.accept_software, BOSS, "0.1", "d1", {})


def erasing_whoever_is_signed_in(house):
    house.employ("bea", Role.SHIFT_MANAGER)
    house.employ("ann")
    house.sign_in("ann")
    return refused(house.register.erase, "ann", "bea", "sue")


def erasing_a_dispute_that_never_was(house):
    house.employ("bea", Role.SHIFT_MANAGER)
    return refused(house.register.erase_record, "dispute 7 at T1", "bea", "sue")


DICE = ItemKind.DICE


def dice(house, item="D1", seal="S1"):
    house.register.add_item(BOSS, item, DICE, serials=(f"{item}a", f"{item}b", f"{item}c"), seal=seal)
    return item


def placed_dice(house, item="D1"):
    dice(house, item)
    house.register.open_item(BOSS, item, "S1")
    house.register.test_item(BOSS, item, "", passed=True)
    house.register.place_item(BOSS, item, "T1", 0)
    return item


def refused_duty(house):
    if not house.register.duties():
        return house.register.begin_duty(BOSS, "sue", DutyKind.SUPERVISE, "T1")
    return refused(house.register.begin_duty, BOSS, "sue", DutyKind.SUPERVISE, "T1")


def rate(house, card, seat=1):
    return house.register.begin_rating(BOSS, card, name="Pat Player", table="T1", seat=seat, after=0)


def event(house):
    return house.register.note(Happening.DISK_LOW, "little room")


def second_set_at_a_table(house):
    placed_dice(house)
    return refused(house.register.place_item, BOSS, dice(house, "D2"), "T1", 0)


PROVOCATIONS = {
    No.REGISTER_FOUNDED: founded_again,
    No.SIGN_IN_SLOWED: fourth_wrong_password,
    No.SIGN_IN_FAILED: wrong_password,
    No.SESSION_UNKNOWN: made_up_session,
    No.SESSION_EXPIRED: lambda house: session_after(house, 12 * HOURS),
    No.SESSION_IDLE: lambda house: session_after(house, HOURS),
    No.PASSWORD_DUE: approval_before_a_password,
    No.PASSWORD_FIRST: lambda house: refused(house.take_over, "sue", house.console()),
    No.RIGHT_MISSING: lambda house: add(house, by="sue"),
    No.NAME_INVALID: lambda house: add(house, "Mal Content"),
    No.NAME_TAKEN: lambda house: add(house, "sue"),
    No.ROLE_INVALID: lambda house: add(house, role=Role.PLAYER),
    No.PERSON_UNKNOWN: lambda house: refused(house.register.reset, BOSS, "nobody"),
    No.PERSON_SELF: lambda house: refused(house.register.reset, BOSS, BOSS),
    No.PERSON_INACTIVE: reset_of_a_leaver,
    No.PERSON_NOT_LOCKED: lambda house: refused(house.register.unlock, BOSS, "sue"),
    No.PERSON_BUSY: erasing_whoever_is_signed_in,
    No.RECORD_UNKNOWN: erasing_a_dispute_that_never_was,
    No.PASSWORD_WEAK: lambda house: refused(house.set_password, "sue", WORD, "short"),
    No.PASSWORD_USED: lambda house: refused(house.set_password, "sue", WORD, WORD),
    No.PIN_INVALID: lambda house: refused(house.set_pin, "sue", WORD, "123456"),
    No.APPROVAL_UNKNOWN: lambda house: refused(house.use, "made up"),
    No.APPROVAL_USED: used_approval,
    No.APPROVAL_EXPIRED: expired_approval,
    No.APPROVAL_OTHER: lambda house: refused(house.use, house.approve("sue"), table="T2"),
    No.APPROVAL_SAME_PERSON: lambda house: refused(house.use, house.approve("sue", giver="sue"), giver="sue"),
    No.SECOND_NOT_INDEPENDENT: lambda house: refused(house.approve, "sue", giver=BOSS),
    No.DEVICE_INVALID: lambda house: refused(invite, house, 0),
    No.ENROLMENT_SLOWED: enrol_after_ten_failures,
    No.CODE_INVALID: lambda house: refused(house.register.enrol, "WRONG"),
    No.SEAT_SERVED: second_terminal,
    No.DEVICE_UNKNOWN: lambda house: refused(house.register.device, "made up"),
    No.DEVICE_REVOKED: revoked_key,
    No.EQUIPMENT_INVALID: lambda house: refused(house.register.add_item, BOSS, "D1", DICE, serials=("a", "b")),
    No.EQUIPMENT_KNOWN: lambda house: refused(dice, house, dice(house)),
    No.EQUIPMENT_UNKNOWN: lambda house: refused(house.register.item, "D9"),
    No.EQUIPMENT_UNFIT: lambda house: refused(house.register.place_item, BOSS, dice(house), "T1", 0),
    No.SEAL_DIFFERS: lambda house: refused(house.register.open_item, BOSS, dice(house), "S2"),
    No.PLACE_TAKEN: second_set_at_a_table,
    No.DUTY_INVALID: lambda house: refused(house.register.begin_duty, BOSS, "sue", DutyKind.DEAL, ""),
    No.DUTY_SAME: lambda house: [refused_duty(house) for _ in range(2)][-1],
    No.RATING_INVALID: lambda house: refused(rate, house, ""),
    No.RATING_UNKNOWN: lambda house: refused(house.register.end_rating, BOSS, 7, 1),
    No.RATING_RUNNING: lambda house: [rate(house, "C1"), refused(rate, house, "C2")][-1],
    No.SEARCH_INVALID: lambda house: refused(house.register.search, limit=0),
    No.NOT_WAITING: lambda house: refused(house.register.acknowledge, BOSS, 1),
    No.EVENT_UNKNOWN: lambda house: refused(house.register.add_footage, BOSS, 1, "cam 4", "21:04", "", ""),
    No.FOOTAGE_INVALID: lambda house: refused(house.register.add_footage, BOSS, event(house), "", "21:04", "", ""),
    No.LETTER_UNKNOWN: lambda house: refused(house.register.send_again, BOSS, "pager", 1),
    No.SOFTWARE_SAME: same_software,
}


def test_every_refusal_is_provoked():
    assert list(PROVOCATIONS) == list(No)


@pytest.mark.parametrize("code", No, ids=lambda code: code.value)
def test_a_refusal_says_what_to_do_and_tells_no_secret(code):
    house = House().founded()
    house.employ("sue", Role.GAME_SUPERVISOR)
    refusal = PROVOCATIONS[code](house)
    assert refusal.code is code
    assert ";" in refusal.words, "first what is the matter, then what to do"
    said = f"{refusal.words} {refusal.value} {refusal!r}"
    assert not any(secret in said for secret in (WORD, OTHER, PIN, "123456", "made up", "WRONG", "argon2"))


def test_of_two_reasons_the_first_in_the_list_is_given():
    house = House().founded()
    house.register.add_staff(BOSS, "new", "New", Role.DEALER)
    assert add(house, "x", by="new").code is No.PASSWORD_DUE
    assert add(house, "Mal Content", Role.PLAYER, by="nobody").code is No.RIGHT_MISSING
    assert add(house, "Mal Content", Role.PLAYER).code is No.NAME_INVALID
    assert refused(house.register.change_role, BOSS, "nobody", Role.PLAYER).code is No.ROLE_INVALID
    token = house.sign_in(BOSS).token
    house.wait(12 * HOURS)
    assert refused(house.session, token).code is No.SESSION_EXPIRED
