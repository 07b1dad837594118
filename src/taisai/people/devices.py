"""Terminals, consoles and displays: enrolled once with a one-time code, then known by their own key."""

from collections.abc import Callable
from math import ceil
from typing import Final, NoReturn

import msgspec

from taisai.people import events as e
from taisai.people.authorization import ID_LONGEST, Acting, happening
from taisai.people.backoff import FREE_SOURCE
from taisai.people.events import DeviceKind
from taisai.people.records import HOUSE
from taisai.people.refusals import PeopleRefusal
from taisai.people.rights import Right
from taisai.people.secret_hashes import digest, one_time_code, plain, read_code, token
from taisai.people.significant_events import Happening
from taisai.people.state import Device
from taisai.people.times import HOUR_S, near
from taisai.people.transient import Invitation
from taisai.rules.refusals import Refusal, Refused, shown

CODE_LENGTH: Final = 10
CODE_LASTS_S: Final = HOUR_S


HoldsCredit = Callable[[str, int], bool]
"""Returns whether a seat at a table holds money, which anyone at its terminal could take."""


class Enrolled(msgspec.Struct, frozen=True):
    """A new device. Its key is shown once, to the device."""

    device: Device
    key: str

    def __repr__(self) -> str:
        return f"<enrolled: {self.device.id}>"


class Devices(Acting):
    """Devices. Invitations are in no journal: a code of ten letters is too short to publish even its digest."""

    def invite_device(
        self, by: str, kind: DeviceKind, *, table: str = "", seat: int = 0, label: str = "", by_two: bool = True
    ) -> str:
        """Return a code for one device.

        It is valid for an hour and ends with a restart. `by_two`: two people agreed."""
        actor = self._allowed(by, Right.MANAGE_DEVICES)
        _check_place(kind, table, seat)
        self._check_free(kind, table, seat)
        invited = e.DeviceInvited(f"{kind}-{self.state.invited + 1}", kind, table, seat, plain(label, ID_LONGEST))
        noted = happening(Happening.DEVICE_INVITED, f"{invited.device} may enrol", table=table, device=invited.device)
        self._write(actor, invited, noted)
        code, now = one_time_code(CODE_LENGTH), self.clock()
        self.invitations.keep(lambda one: near(one.at, now, CODE_LASTS_S))
        self.invitations[digest(code)] = Invitation(invited, now, by_two)
        return code

    def enrol(
        self, code: str, address: str = "", *, source: str = "", holds_credit: HoldsCredit = lambda *_: False
    ) -> Enrolled:
        """Enrol a device.

        A source that gave wrong codes must wait; others need not. Without a source, the address counts."""
        source = source or address
        self._check_slowed(source)
        key = digest(read_code(code))
        invited = self._invited(key, address, source, holds_credit)
        secret = token()
        enrolled = e.DeviceEnrolled(
            invited.device, invited.kind, invited.table, invited.seat, invited.label, digest(secret)
        )
        words = f"{invited.device} enrolled"
        noted = happening(Happening.DEVICE_ENROLLED, words, table=invited.table, device=invited.device, value=address)
        self._write(HOUSE, enrolled, noted)
        self.invitations.drop(key)
        self.enrolment_waits.forget((source,))
        return Enrolled(self.state.devices[invited.device], secret)

    def invited_table(self, code: str) -> str:
        """Return the table that a code is for; empty if the code is unknown or for no table."""
        invitation = self.invitations.get(digest(read_code(code)))
        return invitation.invited.table if invitation else ""

    def _invited(self, key: str, address: str, source: str, holds_credit: HoldsCredit) -> e.DeviceInvited:
        invitation = self.invitations.get(key)
        if invitation is None or not near(invitation.at, self.clock(), CODE_LASTS_S):
            self._fail_enrolment(address, source)
        invited = invitation.invited
        self._check_free(invited.kind, invited.table, invited.seat)
        if not invitation.by_two and holds_credit(invited.table, invited.seat):
            raise credit_held(invited.table, invited.seat)
        return invited

    def _fail_enrolment(self, address: str, source: str) -> NoReturn:
        self.enrolment_waits.fail((source,), FREE_SOURCE)
        noted = [happening(Happening.ENROLMENT_FAILED, "a device sent a wrong enrolment code", value=address)]
        if self.enrolment_waits.left_s((source,)) and not self._is_told(Happening.ENROLMENT_SLOWED):
            words = "too many wrong enrolment codes came from one source; find out who sent them"
            noted.append(happening(Happening.ENROLMENT_SLOWED, words, value=address))
        self._write(HOUSE, e.EnrolmentFailed(plain(address, ID_LONGEST)), *noted)
        words = "this code is not valid: it is wrong, already used, older than an hour or from before a restart"
        raise Refused(PeopleRefusal.CODE_INVALID, f"{words}; check it or request a new one", "")

    def _check_slowed(self, source: str) -> None:
        left_s = ceil(self.enrolment_waits.left_s((source,)))
        if left_s:
            words = f"too many wrong codes were tried from here; wait {left_s} seconds, then try again"
            raise Refused(PeopleRefusal.ENROLMENT_SLOWED, words, left_s)

    def _check_free(self, kind: DeviceKind, table: str, seat: int) -> None:
        for device in self.state.devices.values():
            taken = (device.kind, device.table, device.seat) == (kind, table, seat)
            if taken and kind is DeviceKind.TERMINAL and not device.revoked:
                words = f"seat {seat} at {shown(table)} already has {device.id}; revoke that first"
                raise Refused(PeopleRefusal.SEAT_SERVED, words, device.id)

    def device(self, key: str) -> Device:
        """Return the device with this key."""
        device = self._device(self.state.keys.get(digest(key), ""))
        if device.revoked:
            words = f"{device.id} was revoked; request an invitation and enrol again"
            raise Refused(PeopleRefusal.DEVICE_REVOKED, words, device.id)
        return device

    def revoke_device(self, by: str, device_id: str) -> None:
        actor = self._allowed(by, Right.MANAGE_DEVICES)
        device = self._device(device_id)
        if device.revoked:
            raise Refused(PeopleRefusal.DEVICE_REVOKED, f"{device.id} was already revoked; nothing to do", device.id)
        noted = happening(Happening.DEVICE_REVOKED, f"{device.id} was revoked", table=device.table, device=device.id)
        self._write(actor, e.DeviceRevoked(device.id), noted)

    def _device(self, device_id: str) -> Device:
        if device_id not in self.state.devices:
            words = "this device is not enrolled; look it up in the device list or enrol it with a code"
            raise Refused(PeopleRefusal.DEVICE_UNKNOWN, words, shown(device_id))
        return self.state.devices[device_id]

    def devices(self) -> tuple[Device, ...]:
        return tuple(self.state.devices.values())

    def devices_after(self, device_id: str) -> list[Device]:
        """Return devices with higher numbers, in order.

        Changes to other devices do not affect it, and the device need not exist."""
        after = _place(device_id)
        return sorted((one for one in self.devices() if _place(one.id) > after), key=lambda one: _place(one.id))


def _place(device_id: str) -> tuple[int, str]:
    number = device_id.rpartition("-")[2]
    return int(number) if number.isascii() and number.isdecimal() else 0, device_id


def credit_held(table: str, seat: int) -> Refused:
    words = f"seat {seat} at {shown(table)} holds credit, so a second person must approve its terminal; ask a colleague"
    return Refused(Refusal.DUAL_CONTROL, words, seat)


def _check_place(kind: DeviceKind, table: str, seat: int) -> None:
    right = {
        DeviceKind.TERMINAL: bool(table) and seat >= 1,
        DeviceKind.CONSOLE: bool(table) and seat == 0,
        DeviceKind.DISPLAY: seat == 0,
    }[kind]
    if not right or len(table) > ID_LONGEST:
        words = "a terminal needs a table and a seat, a console needs a table but no seat, a display has no seat"
        raise Refused(PeopleRefusal.DEVICE_INVALID, f"{words}; correct the place of the {kind}", shown(table))
