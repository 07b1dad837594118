"""The state of the register. Sessions, approvals and invitations are not in it: a restart ends them."""

from enum import StrEnum

import msgspec

from taisai.people.duty_events import DutyKind
from taisai.people.equipment_state import Item
from taisai.people.events import DeviceKind
from taisai.people.significant_events import Severity
from taisai.rules.vocabulary import Role


class Standing(StrEnum):
    """An account is locked while a source has to wait there, or its PIN rests; nobody else is kept from it."""

    ACTIVE = "active"
    LOCKED = "locked"
    INACTIVE = "inactive"


class Code(msgspec.Struct, frozen=True, tag="code"):
    """Sets one password, and does nothing else."""

    hashed: str
    at: str


class Password(msgspec.Struct, frozen=True, tag="password"):
    hashed: str
    at: str


class Person(msgspec.Struct, frozen=True):
    """`pin` is empty until one is set; `pin_failures` are wrong PINs since the last success; `makers` are the people
    who made the account, reset it or changed its role, each with the last time. `added` is the entry that added them,
    `id` what stands for them in the journals."""

    name: str
    full_name: str
    role: Role
    secret: Code | Password
    standing: Standing = Standing.ACTIVE
    pin: str = ""
    passwords: tuple[str, ...] = ()
    pin_failures: int = 0
    proved_at: str = ""
    makers: dict[str, str] = {}
    added: int = 0
    id: str = ""


class Device(msgspec.Struct, frozen=True):
    id: str
    kind: DeviceKind
    table: str
    seat: int
    label: str
    enrolled_at: str
    revoked: bool = False


class Footage(msgspec.Struct, frozen=True):
    """Whoever noted it says where an event can be seen."""

    camera: str
    since: str
    until: str
    note: str
    by: str
    at: str


class Happened(msgspec.Struct, frozen=True):
    """`waiting` until somebody has acknowledged it; what is not critical never waits."""

    seq: int
    at: str
    by: str
    code: str
    severity: Severity
    words: str
    table: str
    device: str
    value: str
    table_seq: int
    waiting: bool
    acknowledged_by: str = ""
    acknowledged_at: str = ""
    footage: tuple[Footage, ...] = ()


class Duty(msgspec.Struct, frozen=True):
    """Of a person at a table, or a break, which is at none."""

    name: str
    duty: DutyKind
    table: str
    since: str


class Player(msgspec.Struct, frozen=True):
    """Whoever gave a card number; `id` is the pseudonym."""

    id: str
    card: str
    name: str


class Rating(msgspec.Struct, frozen=True):
    """One in progress, from round `first` on."""

    rating: int
    player: str
    table: str
    seat: int
    first: int
    since: str


class Voided(msgspec.Struct, frozen=True, array_like=True):
    """A void round: when, where, by whose order and for what trouble."""

    at: str
    table: str
    by: str
    trouble: str


class Acknowledgement(msgspec.Struct, frozen=True, array_like=True):
    by: str
    at: str


class Change(msgspec.Struct, frozen=True):
    """One change of the software: when, by whom, to what, and which files came, went or changed."""

    at: str
    by: str
    version: str
    digest: str
    items: tuple[str, ...]


class Software(msgspec.Struct, frozen=True):
    """The last accepted, with the SHA-256 of each file; version and digest are empty before the first."""

    version: str = ""
    digest: str = ""
    files: dict[str, str] = {}


class DeadLetter(msgspec.Struct, frozen=True):
    """An alert that could not be told to a receiver: when that was given up, after how many tries, and why."""

    at: str
    tries: int
    why: str


class Told(msgspec.Struct):
    """How far a receiver is: all up to `upto`, and of later ones those in `beyond`; `again` wait once more, whatever
    `upto` says."""

    upto: int
    beyond: set[int] = set()
    again: set[int] = set()
    dead: dict[int, DeadLetter] = {}


class State(msgspec.Struct):
    """`latest_at` is the latest time of any entry, wherever the clock was set to since. `erased` are ids with the time,
    `escalated` are those that wait and were told to further receivers."""

    people: dict[str, Person] = {}
    devices: dict[str, Device] = {}
    keys: dict[str, str] = {}
    invited: int = 0
    approvals: int = 0
    waiting: dict[int, Happened] = {}
    acknowledged: dict[int, Acknowledgement] = {}
    noted: dict[str, int] = {}
    newest: dict[str, int] = {}
    voids: tuple[Voided, ...] = ()
    software: Software = Software()
    changes: tuple[Change, ...] = ()
    settings: dict[str, str] = {}
    latest_at: str = ""
    erased: dict[str, str] = {}
    told: dict[str, Told] = {}
    escalated: set[int] = set()
    footage: dict[int, tuple[Footage, ...]] = {}
    equipment: dict[str, Item] = {}
    duties: tuple[Duty, ...] = ()
    players: dict[str, Player] = {}
    players_known: int = 0
    ratings: dict[int, Rating] = {}
    ratings_begun: int = 0
