"""What is said and answered over HTTP, typed once."""

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
from taisai.table.command_parts import Number
from taisai.table.commands import Command
from taisai.table.events import Event
from taisai.table.limits import LimitRule
from taisai.table.state import Bank, Dispute
from taisai.wire.faces import FaceInfo
from taisai.wire.messages import OrderId

Name = Annotated[str, msgspec.Meta(max_length=80)]
Secret = Annotated[str, msgspec.Meta(max_length=200)]
TableId = Annotated[str, msgspec.Meta(max_length=20)]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Refusal(Body, frozen=True):
    """Why something was not taken: a code that never changes its meaning, words, and the offending value."""

    code: str
    words: str
    value: str


class Health(Body, frozen=True):
    """`ready` where every journal can be written."""

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
    """`csrf` goes with every request that changes something, in the header X-Taisai-CSRF. `idle_s` is in how many
    seconds the session falls asleep unless somebody acts, 0 where there is none; asking for this is not an act.
    `alone`: a manager for whom nobody could be the second person yet, and who therefore acts alone. `help` is the
    problem-gambling helpline, `reality_minutes` how often a player is shown how the session goes. `by_pin`: a dealer
    who took over by PIN, at this console and for dealing alone."""

    name: str
    role: Role
    rights: tuple[Right, ...]
    csrf: str
    must_change_password: bool
    device: Device | None
    demo: bool
    idle_s: int
    alone: bool
    help: str
    reality_minutes: int
    by_pin: bool


class NewPerson(Body, frozen=True):
    name: Name
    full_name: Name
    role: Role


class NewRole(Body, frozen=True):
    role: Role


class Code(Body, frozen=True):
    """Told once."""

    code: str


class Staff(Body, frozen=True):
    """By name, as many as an answer has room for; where there is `more`, ask again after the last of them."""

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
    csrf: str


class Devices(Body, frozen=True):
    """In the order of their numbers, as many as an answer has room for; where there is `more`, ask again after the id
    of the last of them."""

    devices: tuple[Device, ...]
    more: bool


class Approval(Body, frozen=True):
    """By whoever agrees to an order, with a PIN or a password: `giver` is about to give `command` at `table` in `round`
    under the id `id`. The `approval` goes with that order, once, within a minute."""

    name: Name
    table: TableId
    giver: Name
    id: OrderId
    round: Number
    command: Command
    pin: Secret = ""
    password: Secret = ""


class ActApproval(Body, frozen=True):
    """By whoever agrees to a request that takes two people: `giver` is about to send `body`, empty where the
    request has none, to `path`. The approvals of both go with it once, within a minute, in the header
    X-Taisai-Approvals: the id, then the two, with a space between."""

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
    """A table in the lobby. `window_s` is for how long wagers stay open, 0 where somebody closes them; `faces` is what
    its dice show instead of pips, if anything."""

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
    """`shut` are those that stay closed because their rulebook cannot be read."""

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
    """`dealt_by` are all who gave a step of the round, in their order."""

    table: str
    round: int
    entries: tuple[Entry, ...]
    dealt_by: tuple[str, ...]


class SeatRound(Body, frozen=True):
    """A round as its player lived it."""

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
    """Between a round's closing and the next opening lies money that came or went; `more`: ask before the last one."""

    table: str
    seat: int
    version: str
    credit: int
    rounds: tuple[SeatRound, ...]
    more: bool


class Meters(Body, frozen=True):
    """As many seats as an answer has room for; where there is `more`, ask again after the last of them."""

    table: str
    seats: tuple[SeatView, ...]
    bank: Bank
    more: bool


class VoucherInfo(Body, frozen=True):
    """Never its number: only how it ends. `entry` is the one by which it was issued; `collected`: from the printer;
    `cancelled`: it did not come out of it."""

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
    """The newest first, as many as an answer has room for; where there is `more`, ask again after the entry of the last
    of them."""

    vouchers: tuple[VoucherInfo, ...]
    more: bool


class Disputes(Body, frozen=True):
    """By table and number, as many as an answer has room for; where there is `more`, ask again after the last of them,
    written as TABLE:NUMBER."""

    disputes: dict[str, tuple[Dispute, ...]]
    more: bool


class DisputeInfo(Body, frozen=True):
    table: str
    dispute: Dispute
    evidence: Evidence


class Waiting(Body, frozen=True):
    """The oldest, as many as an answer has room for; each that is acknowledged makes room."""

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
    """The head of a journal and its newest signed anchor; `anchored` is 0 where there is none yet."""

    name: str
    entries: int
    seal: str
    anchored: int
    anchored_at: str
    key: str


class Journals(Body, frozen=True):
    journals: tuple[JournalInfo, ...]


class Attempt(Body, frozen=True):
    """`name` is what was supplied, whether anybody has that name or not."""

    seq: int
    at: str
    name: str
    device: str
    act: str
    ok: bool


class Attempts(Body, frozen=True):
    """Newest first, paged as significant events are."""

    attempts: tuple[Attempt, ...]
    before_seq: int


class SettledInfo(Body, frozen=True):
    """`void` is why the round has no roll, empty for one that was settled; `reversed` is void since."""

    round: int
    roll: str
    staked: int
    returned: int
    reversed: bool
    void: str


class SettledRounds(Body, frozen=True):
    """Newest first; as settled, with what was corrected since."""

    table: str
    rounds: tuple[SettledInfo, ...]


class DemoSeat(Body, frozen=True):
    table: TableId


class Seated(Body, frozen=True):
    table: str
    seat: int
    csrf: str


class Done(Body, frozen=True):
    """It is written down."""


Anything = dict[str, Any]
