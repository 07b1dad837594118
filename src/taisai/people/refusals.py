"""Refusals of the register."""

from enum import Enum


class PeopleRefusal(Enum):
    """In order of precedence; a code never gets a second meaning."""

    REGISTER_FOUNDED = "register-founded"
    SIGN_IN_SLOWED = "sign-in-slowed"
    SIGN_IN_FAILED = "sign-in-failed"
    SESSION_UNKNOWN = "session-unknown"
    SESSION_EXPIRED = "session-expired"
    SESSION_IDLE = "session-idle"
    PASSWORD_DUE = "password-due"  # noqa: S105 - not a password
    PASSWORD_FIRST = "password-first"  # noqa: S105 - not a password
    RIGHT_MISSING = "right-missing"

    NAME_INVALID = "name-invalid"
    NAME_TAKEN = "name-taken"
    ROLE_INVALID = "role-invalid"
    PERSON_UNKNOWN = "person-unknown"
    PERSON_SELF = "person-self"
    PERSON_INACTIVE = "person-inactive"
    PERSON_NOT_LOCKED = "person-not-locked"
    PERSON_BUSY = "person-busy"
    RECORD_UNKNOWN = "record-unknown"
    PASSWORD_WEAK = "password-weak"  # noqa: S105 - not a password
    PASSWORD_USED = "password-used"  # noqa: S105 - not a password
    PIN_INVALID = "pin-invalid"

    APPROVAL_UNKNOWN = "approval-unknown"
    APPROVAL_USED = "approval-used"
    APPROVAL_EXPIRED = "approval-expired"
    APPROVAL_OTHER = "approval-other"
    APPROVAL_SAME_PERSON = "approval-same-person"
    SECOND_NOT_INDEPENDENT = "second-not-independent"

    DEVICE_INVALID = "device-invalid"
    ENROLMENT_SLOWED = "enrolment-slowed"
    CODE_INVALID = "code-invalid"
    SEAT_SERVED = "seat-served"
    DEVICE_UNKNOWN = "device-unknown"
    DEVICE_REVOKED = "device-revoked"

    EQUIPMENT_INVALID = "equipment-invalid"
    EQUIPMENT_KNOWN = "equipment-known"
    EQUIPMENT_UNKNOWN = "equipment-unknown"
    EQUIPMENT_UNFIT = "equipment-unfit"
    SEAL_DIFFERS = "seal-differs"
    PLACE_TAKEN = "place-taken"

    DUTY_INVALID = "duty-invalid"
    DUTY_SAME = "duty-same"

    RATING_INVALID = "rating-invalid"
    RATING_UNKNOWN = "rating-unknown"
    RATING_RUNNING = "rating-running"

    SEARCH_INVALID = "search-invalid"
    NOT_WAITING = "not-waiting"
    EVENT_UNKNOWN = "event-unknown"
    FOOTAGE_INVALID = "footage-invalid"
    LETTER_UNKNOWN = "letter-unknown"
    SOFTWARE_SAME = "software-same"
