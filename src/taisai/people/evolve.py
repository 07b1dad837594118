"""Applies events to the register. History is trusted: nothing is checked here."""

from typing import Any, Final, assert_never

from msgspec.structs import replace

from taisai.people import events as e
from taisai.people.duty_events import DutyBegun, DutyEnded
from taisai.people.equipment_events import EquipmentEvent
from taisai.people.evolve_equipment import evolve_equipment
from taisai.people.evolve_ratings import evolve_ratings, forget_player
from taisai.people.evolve_telling import escalate, evolve_telling
from taisai.people.rating_events import RatingEvent
from taisai.people.register_entry import Recorded
from taisai.people.significant_events import Happening, Severity
from taisai.people.state import (
    Acknowledgement,
    Change,
    Code,
    Device,
    Duty,
    Footage,
    Happened,
    Password,
    Person,
    Software,
    Standing,
    State,
    Voided,
)

PASSWORDS_KEPT: Final = 5
CHANGES_KEPT: Final = 20
ACKNOWLEDGED_KEPT: Final = 5_000
FILMED_KEPT: Final = 5_000
VOIDS_KEPT: Final = 500

_PERSON = (
    e.PersonAdded | e.RoleChanged | e.PersonDeactivated | e.PersonUnlocked | e.PersonReset
    | e.PasswordSet | e.PinSet | e.AttemptRecorded
)  # fmt: skip
_MAKING = e.PersonAdded | e.RoleChanged | e.PersonReset
REVOKED_KEPT: Final = 200
_DEVICE = e.DeviceInvited | e.EnrolmentFailed | e.DeviceEnrolled | e.DeviceRevoked
_HOUSE = (
    e.SessionEnded | e.ApprovalGiven | e.ApprovalsUsed
    | e.HappeningNoted | e.HappeningAcknowledged | e.HappeningFilmed | e.SoftwareAccepted | e.SettingsUsed
)  # fmt: skip
_ERASING = e.PersonErased | e.RecordErased
_TELLING = e.ReceiverBegun | e.ReceiverLeft | e.AlertTold | e.AlertGivenUp | e.AlertSentAgain


def evolve(state: State, entry: Recorded) -> None:
    event = entry.event
    state.latest_at = max(state.latest_at, entry.at)
    if isinstance(event, _PERSON):
        _evolve_person(state, event, entry)
        if isinstance(event, _MAKING):
            _made(state, event.name, entry.by.name)
    elif isinstance(event, _DEVICE):
        _evolve_device(state, event, entry.at)
    elif isinstance(event, _ERASING):
        _evolve_erasing(state, event, entry.at)
    elif isinstance(event, _TELLING):
        evolve_telling(state, event, entry.at)
    elif isinstance(event, EquipmentEvent):
        evolve_equipment(state, event, entry.at, entry.by.name)
    elif isinstance(event, RatingEvent):
        evolve_ratings(state, event, entry.at)
    elif isinstance(event, DutyBegun):
        state.duties = (*state.duties, Duty(event.name, event.duty, event.table, entry.at))
    elif isinstance(event, DutyEnded):
        ended = event.name, event.duty, event.table
        state.duties = tuple(one for one in state.duties if (one.name, one.duty, one.table) != ended)
    else:
        _evolve_house(state, event, entry)


def _evolve_house(state: State, event: _HOUSE, entry: Recorded) -> None:
    match event:
        case e.ApprovalGiven(number=number):
            state.approvals = number
        case e.SessionEnded() | e.ApprovalsUsed():
            pass  # sessions and approvals are kept in memory
        case e.HappeningNoted():
            _note(state, event, happened(entry, event))
        case e.HappeningAcknowledged(happening=seq):
            _acknowledge(state, seq, Acknowledgement(entry.by.name, entry.at))
        case e.HappeningFilmed():
            _film(state, event, entry)
        case e.SoftwareAccepted(version=version, digest=digest, files=files, items=items):
            change = Change(entry.at, entry.by.name, version, digest, items)
            state.software = Software(version, digest, files)
            state.changes = (change, *state.changes)[:CHANGES_KEPT]
        case e.SettingsUsed(values=values):
            state.settings = values
        case _ as never:
            assert_never(never)


def _evolve_erasing(state: State, event: _ERASING, at: str) -> None:
    match event:
        case e.PersonErased(id=known_as):
            state.erased[known_as] = at
            gone = {one.name for one in _people(state) if one.id == known_as}
            state.people = {one.name: one for one in _people(state) if one.id != known_as}
            _release(state, gone)
        case e.RecordErased(id=known_as, of=of):
            state.erased[known_as] = at
            forget_player(state, of.removeprefix("player "))
        case _ as never:
            assert_never(never)


def _release(state: State, names: set[str]) -> None:
    """Remove the duties of people who have left."""
    state.duties = tuple(one for one in state.duties if one.name not in names)


def _people(state: State) -> tuple[Person, ...]:
    return tuple(state.people.values())


def _evolve_person(state: State, event: _PERSON, entry: Recorded) -> None:
    at = entry.at
    match event:
        case e.PersonAdded(name=name, full_name=full_name, role=role, code=code, id=known_as):
            state.people[name] = Person(name, full_name, role, Code(code, at), added=entry.seq, id=known_as)
        case e.RoleChanged(role=role):
            _change(state, event.name, role=role)
        case e.PersonDeactivated():
            _change(state, event.name, standing=Standing.INACTIVE)
            _release(state, {event.name})
        case e.PersonUnlocked():
            _change(state, event.name, pin_failures=0)
        case e.PersonReset(code=code):
            _change(state, event.name, secret=Code(code, at), pin="", pin_failures=0)
        case e.PasswordSet() | e.PinSet():
            _evolve_secret(state, event, at)
        case e.AttemptRecorded():
            _attempted(state, event, at)
        case _ as never:
            assert_never(never)


def _evolve_secret(state: State, event: e.PasswordSet | e.PinSet, at: str) -> None:
    person = state.people[event.name]
    match event:
        case e.PasswordSet(password=password):
            kept = (password, *person.passwords)[:PASSWORDS_KEPT]
            _change(state, event.name, secret=Password(password, at), passwords=kept)
        case e.PinSet(pin=pin):
            _change(state, event.name, pin=pin, pin_failures=0)


def _change(state: State, name: str, **changes: Any) -> None:
    state.people[name] = replace(state.people[name], **changes)


def _made(state: State, name: str, maker: str) -> None:
    """Record who made or changed an account; the house itself does not count.

    The time is the latest that the register has seen. If the clock was set back, an account made then would
    otherwise look old once the clock is right again."""
    if maker in state.people:
        _change(state, name, makers=state.people[name].makers | {maker: state.latest_at})


def _attempted(state: State, event: e.AttemptRecorded, at: str) -> None:
    person = state.people.get(event.name)
    if person is None:
        return
    if event.ok:
        _change(state, person.name, pin_failures=0, proved_at=at)
    elif event.proof == "pin":
        _change(state, person.name, pin_failures=person.pin_failures + 1)


def _evolve_device(state: State, event: _DEVICE, at: str) -> None:
    match event:
        case e.DeviceInvited():
            state.invited += 1
        case e.EnrolmentFailed():
            pass  # delays are kept in memory
        case e.DeviceEnrolled(device=device, kind=kind, table=table, seat=seat, label=label, key=key):
            state.devices[device] = Device(device, kind, table, seat, label, at)
            state.keys[key] = device
        case e.DeviceRevoked(device=device):
            state.devices[device] = replace(state.devices[device], revoked=True)
            _forget_revoked(state)
        case _ as never:
            assert_never(never)


def _forget_revoked(state: State) -> None:
    """Drop the oldest revoked devices, so that repeated enrolment cannot fill the register.

    The journal has them all."""
    revoked = [device.id for device in state.devices.values() if device.revoked]
    for device in revoked[:-REVOKED_KEPT]:
        del state.devices[device]
        state.keys = {key: name for key, name in state.keys.items() if name != device}


def happened(entry: Recorded, event: e.HappeningNoted) -> Happened:
    severity = Severity(event.severity)
    return Happened(
        entry.seq, entry.at, entry.by.name, event.code, severity, event.words,
        event.table, event.device, event.value, event.seq, severity is Severity.CRITICAL,
    )  # fmt: skip


def _note(state: State, event: e.HappeningNoted, noted: Happened) -> None:
    state.newest[event.code] = noted.seq
    if event.code == Happening.ROUND_VOID:
        state.voids = (*state.voids, Voided(noted.at, noted.table, noted.by, noted.value))[-VOIDS_KEPT:]
    if event.code == Happening.ALERT_ESCALATED:
        escalate(state, event.value)
    if noted.waiting:
        state.waiting[noted.seq] = noted
    if event.seq:
        state.noted[event.table] = max(event.seq, state.noted.get(event.table, 0))


def _film(state: State, event: e.HappeningFilmed, entry: Recorded) -> None:
    footage = Footage(event.camera, event.since, event.until, event.note, entry.by.name, entry.at)
    state.footage[event.happening] = (*state.footage.get(event.happening, ()), footage)
    if len(state.footage) > FILMED_KEPT:
        del state.footage[min(state.footage)]


def _acknowledge(state: State, seq: int, acknowledgement: Acknowledgement) -> None:
    del state.waiting[seq]
    state.escalated.discard(seq)
    state.acknowledged[seq] = acknowledgement
    if len(state.acknowledged) > ACKNOWLEDGED_KEPT:
        del state.acknowledged[next(iter(state.acknowledged))]
