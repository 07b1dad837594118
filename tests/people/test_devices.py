"""Devices enrol once, with a code, and are then known by their key."""

import pytest
from people.making import BOSS, refused

from taisai.people import events as e
from taisai.people.events import DeviceKind
from taisai.people.refusals import PeopleRefusal as No
from taisai.people.secret_hashes import digest
from taisai.people.state import Device
from taisai.rules.vocabulary import Role


def invite(house, kind=DeviceKind.TERMINAL, table="T1", seat=3, by=BOSS):
    return house.register.invite_device(by, kind, table=table, seat=seat, label="by the door")


def test_a_device_enrols_and_is_known_by_its_key(house):
    enrolled = house.register.enrol(invite(house), "10.0.0.7")
    device = house.register.device(enrolled.key)
    assert device == Device("terminal-1", DeviceKind.TERMINAL, "T1", 3, "by the door", house.clock())
    assert enrolled.device == device
    assert house.register.devices() == (device,)
    assert house.events(e.DeviceEnrolled) == [
        e.DeviceEnrolled("terminal-1", DeviceKind.TERMINAL, "T1", 3, "by the door", digest(enrolled.key))
    ]
    assert enrolled.key not in repr(enrolled)
    assert refused(house.register.device, "another key").code is No.DEVICE_UNKNOWN


def test_a_code_has_ten_letters_and_is_read_as_typed(house):
    code = invite(house)
    assert len(code) == 10
    assert house.register.enrol(f" {code[:5].lower()}-{code[5:]}").device.seat == 3


def test_a_code_is_used_once(house):
    code = invite(house)
    house.register.enrol(code)
    assert refused(house.register.enrol, code).code is No.CODE_INVALID


def test_a_code_lasts_an_hour(house):
    first = invite(house)
    house.wait(3599)
    second = invite(house, seat=4)
    assert house.register.enrol(first)
    house.wait(3600)
    assert refused(house.register.enrol, second).code is No.CODE_INVALID
    invite(house, seat=5)
    assert len(house.register.invitations) == 1


def test_a_seat_has_one_terminal(house):
    code, other = invite(house), invite(house)
    enrolled = house.register.enrol(code)
    assert refused(invite, house).code is No.SEAT_SERVED
    assert refused(house.register.enrol, other).code is No.SEAT_SERVED
    assert house.register.enrol(invite(house, seat=4))
    assert house.register.enrol(invite(house, table="T2"))
    house.register.revoke_device(BOSS, enrolled.device.id)
    assert house.register.enrol(other).device.id == "terminal-2"


@pytest.mark.parametrize(
    ("kind", "table"), [(DeviceKind.CONSOLE, "T1"), (DeviceKind.DISPLAY, "T1"), (DeviceKind.DISPLAY, "")]
)
def test_a_table_has_as_many_consoles_and_displays_as_it_likes(house, kind, table):
    for _ in range(2):
        assert house.register.enrol(invite(house, kind, table, 0)).device.kind is kind


@pytest.mark.parametrize(
    ("kind", "table", "seat"),
    [
        (DeviceKind.TERMINAL, "T1", 0),
        (DeviceKind.TERMINAL, "T1", -1),
        (DeviceKind.TERMINAL, "", 1),
        (DeviceKind.CONSOLE, "", 0),
        (DeviceKind.CONSOLE, "T1", 1),
        (DeviceKind.DISPLAY, "T1", 1),
        (DeviceKind.DISPLAY, "T" * 65, 0),
    ],
)
def test_a_device_stands_where_its_kind_can(house, kind, table, seat):
    assert refused(invite, house, kind, table, seat).code is No.DEVICE_INVALID


def test_a_revoked_key_opens_nothing(house):
    enrolled = house.register.enrol(invite(house))
    house.register.revoke_device(BOSS, "terminal-1")
    assert refused(house.register.device, enrolled.key).code is No.DEVICE_REVOKED
    assert refused(house.register.revoke_device, BOSS, "terminal-1").code is No.DEVICE_REVOKED
    assert refused(house.register.revoke_device, BOSS, "terminal-9").code is No.DEVICE_UNKNOWN
    assert house.codes()[-1] == "device-revoked"


def test_who_may_manage_devices(house):
    house.employ("tom", Role.TECHNICIAN)
    house.employ("ann", Role.PIT_MANAGER)
    assert house.register.enrol(invite(house, by="tom"))
    assert house.register.enrol(invite(house, by="taisai", seat=4))
    assert refused(invite, house, seat=5, by="ann").code is No.RIGHT_MISSING
    assert refused(house.register.revoke_device, "ann", "terminal-1").code is No.RIGHT_MISSING
    house.register.revoke_device("tom", "terminal-1")


def fail(house, times, source="10.0.0.9"):
    return [refused(house.register.enrol, "WRONG", source).code for _ in range(times)]


def test_failed_enrolments_are_recorded_and_their_source_slowed_down(house):
    code = invite(house)
    assert fail(house, 10) == [No.CODE_INVALID] * 10
    assert house.events(e.EnrolmentFailed) == [e.EnrolmentFailed("10.0.0.9")] * 10
    assert [found.code for found in house.register.waiting()] == ["enrolment-slowed"]
    before = len(house.recorded())
    assert refused(house.register.enrol, code, "10.0.0.9").code is No.ENROLMENT_SLOWED
    house.wait(29)
    assert fail(house, 5) == [No.ENROLMENT_SLOWED] * 5
    assert len(house.recorded()) == before
    house.wait(1)
    assert house.register.enrol(code, "10.0.0.9")


def test_a_flood_of_wrong_codes_from_everywhere_is_told_once(house):
    for number in range(20):
        fail(house, 12, f"10.0.0.{number}")
    assert [found.code for found in house.register.waiting()] == ["enrolment-slowed"]


def test_wrong_codes_are_forgotten_after_a_day_and_by_a_right_one(house):
    fail(house, 9)
    house.register.enrol(invite(house), "10.0.0.9")
    assert fail(house, 10) == [No.CODE_INVALID] * 10
    house.wait(24 * 3600)
    assert fail(house, 10) == [No.CODE_INVALID] * 10


def test_a_restart_makesinvitations_void_and_gives_no_number_twice(house):
    code = invite(house)
    house.open()
    assert refused(house.register.enrol, code).code is No.CODE_INVALID
    assert house.register.enrol(invite(house)).device.id == "terminal-2"
