"""An alert: a significant event as sent outside, with pseudonyms for the names that the house knows."""

import re
from typing import Final

import msgspec

from taisai.house.receiver_settings import ReceiverSettings
from taisai.journal.entry import Sealed
from taisai.people.events import HappeningNoted
from taisai.people.register_entry import recorded
from taisai.people.significant_events import Happening, Severity

WITHHELD: Final = "(withheld)"
_NOTED: Final = b'"is":"happening-noted"'
_SEALED: Final = re.compile(r"~[2-9a-z]+~[A-Za-z0-9_-]+")


class Alert(msgspec.Struct, frozen=True):
    """`number` is its entry in the house's journal and `seal` that entry's seal; together they are unique across all
    houses. `of` is the table, or empty; `escalates` is the number of the event that nobody acknowledged, or 0."""

    number: int
    seal: str
    at: str
    by: str
    code: str
    severity: Severity
    words: str
    of: str
    device: str
    value: str
    escalates: int

    def id_for(self, receiver: str) -> str:
        """Return an id that is the same at every attempt, so that a receiver recognises duplicates."""
        return f"{receiver}-{self.number}-{self.seal[:32]}"


def alert_of(entry: Sealed) -> Alert | None:
    """Return the alert of an entry; None if the entry is none. It is read as stored, and data about people is not
    decrypted: what is sent outside has left the house, and destroying a key later cannot take it back."""
    if _NOTED not in entry.body:
        return None
    found = recorded(entry.body)
    event = found.event
    assert isinstance(event, HappeningNoted)
    number = event.value if event.code == Happening.ALERT_ESCALATED and event.value.isdecimal() else "0"
    return Alert(
        found.seq, entry.seal.hex(), found.at, _told(found.by.name), event.code, Severity(event.severity),
        _told(event.words), event.table, _told(event.device), _told(event.value), int(number),
    )  # fmt: skip


def _told(text: str) -> str:
    return _SEALED.sub(WITHHELD, text)


class News(msgspec.Struct, frozen=True):
    """What a receiver gets: an alert and, if that escalates another, the other one."""

    alert: Alert
    first: Alert | None = None


def is_wanted(receiver: ReceiverSettings, news: News) -> bool:
    """Return whether a receiver wants an alert. Alerts about a receiver itself are never sent to it: they could not be
    delivered, or would never end."""
    alert = news.alert
    if alert.code in {Happening.RECEIVER_LOST, Happening.RECEIVER_BACK} and alert.value == receiver.name:
        return False
    if not receiver.escalation:
        return _fits(receiver, alert)
    return news.first is not None and _fits(receiver, news.first)


def _fits(receiver: ReceiverSettings, alert: Alert) -> bool:
    return (
        (not receiver.severities or alert.severity in receiver.severities)
        and (not receiver.tables or alert.of in receiver.tables)
        and (not receiver.kinds or alert.code in receiver.kinds)
    )
