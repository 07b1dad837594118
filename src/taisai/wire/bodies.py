"""Requests and answers over HTTP, typed once."""

from typing import Annotated, Any, Literal

import msgspec

from taisai.house.tables import ShutTable
from taisai.house.views import Past, SeatView
from taisai.keeping.evidence import Evidence
from taisai.keeping.selftest import Check
from taisai.people.event_log import Page
from taisai.people.events import DeviceKind
from taisai.people.rights import Right
from taisai.people.staff import Listed
from taisai.people.state import Change, Device, Happened
from taisai.rules.vocabulary import Role
from taisai.table.commands import Command
from taisai.table.events import Event
from taisai.table.limits import LimitRule
from taisai.table.parts import Number
from taisai.table.state import Bank, Dispute
from taisai.wire.faces import FaceInfo
from taisai.wire.messages import OrderId

Name = Annotated[str, msgspec.Meta(max_length=80)]
Secret = Annotated[str, msgspec.Meta(max_length=200)]
TableId = Annotated[str, msgspec.Meta(max_length=20)]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Refusal(Body, frozen=True):
    """Why a request was refused: a code that never changes its meaning, words, and the offending value."""

    code: str
    words: str
    value: str


class Health(Body, frozen=True):
    """`ready`: every journal can be written."""

    ready: bool
    version: str
    uptime_s: int
    down: dict[str, str]


class SignIn(Body, frozen=True):
    name: Name
    password: Secret


class NewPassword(Body, frozen=True):
    """`present` is the present password, or the one-time code."""

    name: Name
    present: Secret
    password: Secret


class NewPin(Body, frozen=True):
    password: Secret
    pin: Secret


class Pin(Body, frozen=True):
    pin: Secret


class Me(Body, frozen=True):
    """`idle_s`: the session goes to sleep in so many seconds unless there is activity, 0 for none; this request does
    not count as activity. `asleep`: nobody is signed in until a PIN wakes the session. `alone`: a manager who acts
    alone, because nobody could be the second person yet. `help` is the problem-gambling helpline; `reality_minutes` is
    how often a player sees a summary of the session. `by_pin`: a dealer who took over by PIN, at this console and only
    for dealing. `build` is the version with the digest of its files, for staff."""

    name: str
    role: Role
    rights: tuple[Right, ...]
    must_change_password: bool
    device: Device | None
    demo: bool
    idle_s: int
    asleep: bool
    alone: bool
    help: str
    reality_minutes: int
    by_pin: bool
    build: str


class NewPerson(Body, frozen=True):
    name: Name
    full_name: Name
    role: Role


class NewRole(Body, frozen=True):
    role: Role


class Code(Body, frozen=True):
    """Shown once."""

    code: str


class Staff(Body, frozen=True):
    """By name, as many as fit into an answer. If there is `more`, ask again after the last one."""

    staff: tuple[Listed, ...]
    more: bool


class Rights(Body, frozen=True):
    rights: dict[Right, tuple[Role, ...]]


class Invitation(Body, frozen=True):
    kind: DeviceKind
    table: TableId = ""
    seat: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 0
    label: Name = ""


class Enrolment(Body, frozen=True):
    code: Secret


class Enrolled(Body, frozen=True):
    device: Device


class Devices(Body, frozen=True):
    """By number, as many as fit into an answer. If there is `more`, ask again after the id of the last one."""

    devices: tuple[Device, ...]
    more: bool


class Approval(Body, frozen=True):
    """Sent by the person who approves an order, with PIN or password: `giver` is about to give `command` at `table` in
    `round` with the id `id`. The `approval` is valid for that order, once, within a minute."""

    name: Name
    table: TableId
    giver: Name
    id: OrderId
    round: Number
    command: Command
    pin: Secret = ""
    password: Secret = ""


class ActApproval(Body, frozen=True):
    """Sent by a person who approves a request that needs two people: `giver` is about to send `body`, empty if there is
    none, to `path`. Both approvals go with it, once, within a minute, in the header X-Taisai-Approvals: the id, then
    the two, separated by spaces."""

    name: Name
    giver: Name
    id: OrderId
    method: Literal["POST", "DELETE"]
    path: Secret
    body: dict[str, str | int] = {}
    pin: Secret = ""
    password: Secret = ""


class Approved(Body, frozen=True):
    approval: str


class TableInfo(Body, frozen=True):
    """A table in the lobby. `window_s` is how long wagers stay open, 0 if a person closes them; `faces` is what its
    dice show instead of pips, if anything."""

    table: str
    title: str
    book: str
    document: str
    paytable: str
    fingerprint: str
    currency: str
    money: str
    seats: int
    electronic: bool
    chips: tuple[int, ...]
    limits: tuple[LimitRule, ...]
    phase: str
    round: int
    recent: tuple[Past, ...]
    trouble: str
    window_s: int
    faces: tuple[FaceInfo, ...]


class Tables(Body, frozen=True):
    """`shut` are tables that stay closed because their rulebook cannot be read."""

    house: str
    demo: bool
    help: str
    tables: tuple[TableInfo, ...]
    shut: tuple[ShutTable, ...]


class Entry(Body, frozen=True):
    seq: int
    at: str
    by: str
    words: str
    event: Event


class Recalled(Body, frozen=True):
    """`dealt_by` are all people who took a step of the round, in order."""

    table: str
    round: int
    entries: tuple[Entry, ...]
    dealt_by: tuple[str, ...]


class SeatRound(Body, frozen=True):
    """A round as the player at a seat saw it."""

    round: int
    at: str
    roll: str
    lit: tuple[str, ...]
    opening: int
    wagers: dict[str, int]
    returned: dict[str, int]
    closing: int
    void: str


class SeatRounds(Body, frozen=True):
    """If a round opens with another credit than the last one closed with, money moved in between. If there is `more`,
    ask before the last one."""

    table: str
    seat: int
    version: str
    credit: int
    rounds: tuple[SeatRound, ...]
    more: bool


class Meters(Body, frozen=True):
    """As many seats as fit into an answer. If there is `more`, ask again after the last one."""

    table: str
    seats: tuple[SeatView, ...]
    bank: Bank
    more: bool


class VoucherInfo(Body, frozen=True):
    """Never the whole number, only its ending. `entry` is the entry that issued it; `collected`: from the printer;
    `cancelled`: it was not printed."""

    entry: int
    table: str
    seat: int
    at: str
    amount: int
    ending: str
    expires: str
    collected: bool
    cancelled: bool = False
    redeemed: bool = False


class Vouchers(Body, frozen=True):
    """The newest first, as many as fit into an answer. If there is `more`, ask again after the entry of the last
    one."""

    vouchers: tuple[VoucherInfo, ...]
    more: bool


class Disputes(Body, frozen=True):
    """By table and number, as many as fit into an answer. If there is `more`, ask again after the last one, written as
    TABLE:NUMBER."""

    disputes: dict[str, tuple[Dispute, ...]]
    more: bool


class DisputeInfo(Body, frozen=True):
    table: str
    dispute: Dispute
    evidence: Evidence


class Waiting(Body, frozen=True):
    """The oldest ones, as many as fit into an answer; each acknowledgement makes room."""

    waiting: tuple[Happened, ...]
    more: bool


class Happenings(Body, frozen=True):
    page: Page


class SelfTest(Body, frozen=True):
    checks: tuple[Check, ...]


class Software(Body, frozen=True):
    version: str
    digest: str
    changes: tuple[Change, ...]


class JournalInfo(Body, frozen=True):
    """The head of a journal and its newest signed checkpoint; `signed` is 0 if there is none yet."""

    name: str
    entries: int
    seal: str
    signed: int
    signed_at: str
    key: str


class Journals(Body, frozen=True):
    journals: tuple[JournalInfo, ...]


class Attempt(Body, frozen=True):
    """`name` is what was typed, even if nobody has that name."""

    seq: int
    at: str
    name: str
    device: str
    act: str
    ok: bool


class Attempts(Body, frozen=True):
    """The newest first, paged like significant events."""

    attempts: tuple[Attempt, ...]
    before_seq: int


class SettledInfo(Body, frozen=True):
    """`void` is why the round has no roll, empty if it was settled; `reversed`: it became void later."""

    round: int
    roll: str
    staked: int
    returned: int
    reversed: bool
    void: str


class SettledRounds(Body, frozen=True):
    """The newest first, as settled and with later corrections."""

    table: str
    rounds: tuple[SettledInfo, ...]


class DemoSeat(Body, frozen=True):
    table: TableId


class Seated(Body, frozen=True):
    table: str
    seat: int


class Done(Body, frozen=True):
    """The change is recorded."""


Anything = dict[str, Any]
