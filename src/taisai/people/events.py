"""Events about people, devices and the house. The envelope says who and when; tags are permanent.

Only an argon2id hash with a pepper is kept of a password, PIN or one-time code, and only a SHA-256 digest of a
device's key."""

from enum import StrEnum

from taisai.people.duty_events import DutyEvent
from taisai.people.equipment_events import EquipmentEvent
from taisai.people.event_base import Tagged as _Event
from taisai.people.rating_events import RatingEvent
from taisai.rules.personal import HouseText, Name, OwnText, Place, TextDigest, TypedName, TypedText
from taisai.rules.vocabulary import Role


class DeviceKind(StrEnum):
    TERMINAL = "terminal"
    CONSOLE = "console"
    DISPLAY = "display"


class PersonAdded(_Event, frozen=True, tag="person-added"):
    """`id` stands for them in the journals."""

    name: Name
    full_name: OwnText
    role: Role
    code: str
    id: str


class RoleChanged(_Event, frozen=True, tag="role-changed"):
    name: Name
    was: Role
    role: Role


class PersonDeactivated(_Event, frozen=True, tag="person-deactivated"):
    name: Name


class PersonUnlocked(_Event, frozen=True, tag="person-unlocked"):
    name: Name


class PersonReset(_Event, frozen=True, tag="person-reset"):
    """Removes password and PIN, and with them the reason for a lock."""

    name: Name
    code: str


class PasswordSet(_Event, frozen=True, tag="password-set"):
    name: Name
    password: str


class PinSet(_Event, frozen=True, tag="pin-set"):
    name: Name
    pin: str


class AttemptRecorded(_Event, frozen=True, tag="attempt-recorded"):
    """`name` is as typed, cut short, whether or not it exists; `proof` is password or pin."""

    name: TypedName
    device: Place
    act: str
    ok: bool
    proof: str


class SessionEnded(_Event, frozen=True, tag="session-ended"):
    name: Name
    why: str


class ApprovalGiven(_Event, frozen=True, tag="approval-given"):
    """`digest` binds it to one order: table, giver, id, round and command."""

    number: int
    name: Name
    role: Role
    table: str
    digest: TextDigest


class ApprovalsUsed(_Event, frozen=True, tag="approvals-used"):
    numbers: tuple[int, ...]
    table: str
    digest: TextDigest


class DeviceInvited(_Event, frozen=True, tag="device-invited"):
    device: str
    kind: DeviceKind
    table: str
    seat: int
    label: HouseText


class EnrolmentFailed(_Event, frozen=True, tag="enrolment-failed"):
    source: Place


class DeviceEnrolled(_Event, frozen=True, tag="device-enrolled"):
    device: str
    kind: DeviceKind
    table: str
    seat: int
    label: HouseText
    key: str


class DeviceRevoked(_Event, frozen=True, tag="device-revoked"):
    device: str


class HappeningNoted(_Event, frozen=True, tag="happening-noted"):
    """`code` and `severity` are strings, so that history loads after a code is retired."""

    code: str
    severity: str
    words: HouseText
    table: str = ""
    device: Place = ""
    value: HouseText = ""
    seq: int = 0


class HappeningAcknowledged(_Event, frozen=True, tag="happening-acknowledged"):
    happening: int


class HappeningFilmed(_Event, frozen=True, tag="happening-filmed"):
    """Where it can be seen: a camera, and time codes of its recorder."""

    happening: int
    camera: TypedText
    since: TypedText
    until: TypedText
    note: TypedText


class SoftwareAccepted(_Event, frozen=True, tag="software-accepted"):
    """`files` maps paths to SHA-256; `items` are the paths that were added, removed or changed."""

    version: str
    digest: str
    files: dict[str, str]
    items: tuple[str, ...]


class SettingsUsed(_Event, frozen=True, tag="settings-used"):
    """All settings of a start that changed some."""

    values: dict[str, str]


class PersonErased(_Event, frozen=True, tag="person-erased"):
    """`second` is empty if the house itself repeats it, after a restore."""

    id: str
    second: Name


class RecordErased(_Event, frozen=True, tag="record-erased"):
    """What was written about someone who is not on the staff; `of` says where."""

    id: str
    of: str
    second: Name


class ReceiverBegun(_Event, frozen=True, tag="receiver-begun"):
    """An outside receiver gets alerts after entry `after`; earlier ones are settled."""

    receiver: str
    after: int


class ReceiverLeft(_Event, frozen=True, tag="receiver-left"):
    receiver: str


class AlertTold(_Event, frozen=True, tag="alert-told"):
    """The receiver confirmed it. Nothing up to entry `upto` waits to be sent there."""

    receiver: str
    happening: int
    upto: int


class AlertGivenUp(_Event, frozen=True, tag="alert-given-up"):
    """After `tries` attempts of this process; `why` is the last reason."""

    receiver: str
    happening: int
    upto: int
    tries: int
    why: HouseText


class AlertSentAgain(_Event, frozen=True, tag="alert-sent-again"):
    receiver: str
    happening: int


Event = (
    PersonAdded | RoleChanged | PersonDeactivated | PersonUnlocked | PersonReset | PasswordSet | PinSet
    | AttemptRecorded | SessionEnded | ApprovalGiven | ApprovalsUsed
    | DeviceInvited | EnrolmentFailed | DeviceEnrolled | DeviceRevoked
    | HappeningNoted | HappeningAcknowledged | HappeningFilmed | SoftwareAccepted | SettingsUsed
    | PersonErased | RecordErased
    | ReceiverBegun | ReceiverLeft | AlertTold | AlertGivenUp | AlertSentAgain
    | EquipmentEvent | DutyEvent | RatingEvent
)  # fmt: skip
