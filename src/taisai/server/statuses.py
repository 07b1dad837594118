"""The HTTP status of each refusal; 409 Conflict for those that are not listed."""

from enum import Enum
from http import HTTPStatus
from typing import Final

from taisai.house.disputes import DisputeRefusal
from taisai.house.live import LiveRefusal
from taisai.house.outstanding import VoucherRefusal
from taisai.journal.refusals import JournalRefusal
from taisai.log.refusals import LogRefusal
from taisai.maths.refusals import LabRefusal
from taisai.people.refusals import PeopleRefusal
from taisai.reports.refusals import ReportRefusal
from taisai.rules.refusals import Refusal, Refused
from taisai.server.refusals import ServerRefusal

TOLD: Final = (
    Refusal, LiveRefusal, DisputeRefusal, VoucherRefusal, JournalRefusal, LogRefusal, PeopleRefusal, ReportRefusal,
    LabRefusal, ServerRefusal,
)  # fmt: skip
"""Every refusal that a client can see. Settings and backups are refused on the machine itself."""

_STATUSES: Final[dict[HTTPStatus, tuple[Enum, ...]]] = {
    HTTPStatus.BAD_REQUEST: (
        ServerRefusal.MESSAGE_INVALID, PeopleRefusal.SEARCH_INVALID, PeopleRefusal.EQUIPMENT_INVALID,
        PeopleRefusal.FOOTAGE_INVALID, LogRefusal.TILE_INVALID, *ReportRefusal,
        *(code for code in LabRefusal if code is not LabRefusal.TOO_LONG),
    ),
    HTTPStatus.UNAUTHORIZED: (
        PeopleRefusal.SESSION_UNKNOWN, PeopleRefusal.SESSION_EXPIRED, PeopleRefusal.SESSION_IDLE,
        PeopleRefusal.SIGN_IN_FAILED, PeopleRefusal.DEVICE_REVOKED, PeopleRefusal.DEVICE_UNKNOWN,
        PeopleRefusal.CODE_INVALID,
    ),
    HTTPStatus.FORBIDDEN: (
        PeopleRefusal.RIGHT_MISSING, PeopleRefusal.PASSWORD_DUE, PeopleRefusal.PASSWORD_FIRST,
        Refusal.ROLE_NOT_ALLOWED, Refusal.SEAT_NOT_YOURS,
        ServerRefusal.ORIGIN_UNFIT,
    ),
    HTTPStatus.NOT_FOUND: (
        Refusal.TABLE_UNKNOWN, Refusal.ROUND_UNKNOWN, Refusal.SEAT_UNKNOWN, Refusal.DISPUTE_UNKNOWN,
        PeopleRefusal.PERSON_UNKNOWN, PeopleRefusal.EQUIPMENT_UNKNOWN, PeopleRefusal.EVENT_UNKNOWN,
        PeopleRefusal.RATING_UNKNOWN,
        ServerRefusal.LOG_UNKNOWN, ServerRefusal.TILE_UNKNOWN, ServerRefusal.RECEIPT_UNKNOWN,
        ServerRefusal.NODE_UNKNOWN,
    ),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: (
        ServerRefusal.MESSAGE_TOO_LARGE, ServerRefusal.TEXT_TOO_LONG, DisputeRefusal.TOO_LONG, LabRefusal.TOO_LONG,
    ),
    HTTPStatus.MISDIRECTED_REQUEST: (ServerRefusal.HOST_UNKNOWN,),
    HTTPStatus.TOO_MANY_REQUESTS: (
        ServerRefusal.TOO_MANY_REQUESTS, PeopleRefusal.SIGN_IN_SLOWED, PeopleRefusal.ENROLMENT_SLOWED,
        LiveRefusal.TABLE_BUSY,
    ),
    HTTPStatus.SERVICE_UNAVAILABLE: (
        LiveRefusal.JOURNAL_DOWN, JournalRefusal.MISSING, JournalRefusal.LOCKED, JournalRefusal.READ_ONLY,
        JournalRefusal.CORRUPT, JournalRefusal.MOVED, JournalRefusal.FULL, JournalRefusal.FAILED,
        ServerRefusal.READING_STOPPED, ServerRefusal.TABLE_MOVING,
    ),
}  # fmt: skip
_WAITS: Final = frozenset((PeopleRefusal.SIGN_IN_SLOWED, PeopleRefusal.ENROLMENT_SLOWED))
"""Refusals whose value is how many seconds are left."""
_BY_CODE: Final = {code: status for status, codes in _STATUSES.items() for code in codes}


def for_strangers(refused: Refused) -> Refused:
    """Return the refusal without file paths, which journal refusals contain."""
    if not isinstance(refused.code, JournalRefusal):
        return refused
    return Refused(refused.code, "the house cannot read or write its journal now; call a technician", "")


def status_of(code: Enum) -> HTTPStatus:
    return _BY_CODE.get(code, HTTPStatus.CONFLICT)


def retry_after_s(refused: Refused) -> int:
    """Return how many seconds a client that sent too many requests waits before the next."""
    return int(refused.value) if refused.code in _WAITS else 1  # type: ignore[call-overload]
