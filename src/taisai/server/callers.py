"""The caller of a request: a member of staff, a device, or an anonymous visitor."""

import time
from collections.abc import Mapping
from contextlib import suppress
from http.cookies import SimpleCookie
from typing import Final

import msgspec

from taisai.house.feed_settings import FeedSettings
from taisai.people.events import DeviceKind
from taisai.people.refusals import PeopleRefusal
from taisai.people.register import Register
from taisai.people.rights import Right, may
from taisai.people.sessions import Session
from taisai.people.state import Device
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Role
from taisai.server.addresses import network
from taisai.table.order import Person

SESSION: Final = "taisai_session"
DEVICE: Final = "taisai_device"
CALLER: Final = "x-taisai-caller"  # the name that a page shows


class Caller(msgspec.Struct, frozen=True):
    """Staff act by their role, a terminal for the player at its seat.

    A program with the key of a `feed` reads journals. Everyone else may only view tables."""

    session: Session | None = None
    device: Device | None = None
    token: str = ""
    feed: FeedSettings | None = None

    @property
    def role(self) -> Role:
        return self.session.role if self.session else Role.PLAYER

    @property
    def name(self) -> str:
        return self.session.name if self.session else self.device.id if self.device else ""

    @property
    def device_id(self) -> str:
        return self.device.id if self.device else ""

    def seat_at(self, table: str) -> int:
        """Return the seat that this terminal serves at the table, 0 for none."""
        terminal = self.device and self.device.kind is DeviceKind.TERMINAL and self.device.table == table
        return self.device.seat if self.device and terminal and not self.session else 0

    def may(self, right: Right) -> bool:
        if self.feed:
            return right is (Right.READ_METRICS if self.feed.metrics else Right.READ_JOURNAL)
        if self.session:
            return self.session.may(right)
        terminal = self.device is not None and self.device.kind is DeviceKind.TERMINAL
        return right is Right.READ_TABLES or (terminal and may(Role.PLAYER, right))

    def need(self, right: Right) -> None:
        if self.session and self.session.must_change_password:
            words = "the password must be changed before anything else; set a new one"
            raise Refused(PeopleRefusal.PASSWORD_DUE, words, self.name)
        if not self.may(right):
            code = PeopleRefusal.RIGHT_MISSING if self.name or self.feed else PeopleRefusal.SESSION_UNKNOWN
            words = f"{right} is not allowed for {self._called}"
            raise Refused(code, f"{words}; ask a person who has this right", right.value)

    @property
    def _called(self) -> str:
        if self.feed:
            return f"the feed {self.feed.name}"
        return self.role if self.name else "visitors who are not signed in"

    def giver(self, table: str) -> "Giver":
        self.need(Right.ORDER)
        by_pin = self.session is not None and self.session.by_pin
        if by_pin and self.device and self.device.table != table:
            words = f"{self.name} took over by PIN at {self.device.table} and can only deal there"
            raise Refused(PeopleRefusal.RIGHT_MISSING, f"{words}; sign in with the password", table)
        device = self.device_id or f"by {self.name}"
        return Giver(Person(self.name, self.role, self.seat_at(table), by_pin), f"{device} ")


class Giver(msgspec.Struct, frozen=True):
    """Someone who may give orders at a table.

    `prefix` precedes each order id: ids count per device, so that no device can use up another's."""

    person: Person
    prefix: str


ANYBODY: Final = Caller()


def caller_of(register: Register, cookies: Mapping[str, str], *, acting: bool = True) -> Caller:
    """Return the caller. An idle or expired session or a revoked device is refused, not treated as anonymous."""
    token, key = cookies.get(SESSION, ""), cookies.get(DEVICE, "")
    session = register.session(token, time.monotonic(), acting=acting) if token else None
    device = register.device(key) if key else None
    if session:
        check_place(session, device)
    return Caller(session, device, token)


def check_place(session: Session, device: Device | None) -> None:
    """Refuse a PIN session on any device other than the console where the PIN was entered."""
    if session.by_pin and (device is None or device.id != session.device):
        words = f"{session.name} took over by PIN at another device and is not signed in here"
        raise Refused(PeopleRefusal.SESSION_UNKNOWN, f"{words}; sign in with the password", "")


def device_of(register: Register, cookies: Mapping[str, str]) -> Device | None:
    """Return the device, whether or not someone is signed in there."""
    with suppress(Refused):
        return register.device(cookies[DEVICE]) if DEVICE in cookies else None
    return None


def source_of(register: Register, cookies: Mapping[str, str], peer: str) -> str:
    """Return what sign-in delays count: a device of the house, or else the network of the request."""
    device = device_of(register, cookies)
    return device.id if device else network(peer)


def asker_of(register: Register, cookies: Mapping[str, str], peer: str) -> str:
    """Return what rate limits and queues count: a device of the house, a person who is signed in, or else the network
    of the request."""
    if DEVICE in cookies and (device := device_of(register, cookies)):
        return device.id
    if SESSION in cookies:
        with suppress(Refused):
            return f"by {register.session(cookies[SESSION], time.monotonic(), acting=False).name}"
    return network(peer)


def cookie(name: str, value: str, *, secure: bool, days: int = 0) -> str:
    """Return an HttpOnly, SameSite=Strict cookie.

    Without `days` it lasts until the browser closes; an empty value deletes it."""
    made: SimpleCookie = SimpleCookie()
    made[name] = value
    made[name]["path"], made[name]["samesite"], made[name]["httponly"] = "/", "Strict", "yes"
    made[name]["secure"] = "yes" if secure else ""
    made[name]["max-age"] = str(days * 24 * 3600) if days or not value else ""
    return made[name].OutputString()
