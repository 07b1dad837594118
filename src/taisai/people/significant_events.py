"""Codes of significant events, and their severity."""

from enum import StrEnum
from typing import Final, Self

LOST_AFTER_S: Final = 300  # a receiver or a witness that has not answered for so long is noted as lost


class Severity(StrEnum):
    """What is critical waits until somebody acknowledges it."""

    INFO = "info"
    WARNING = "warning"
    CRITICAL = "critical"


class Happening(StrEnum):
    severity: Severity

    def __new__(cls, code: str, severity: Severity) -> Self:
        member = str.__new__(cls, code)
        member._value_ = code
        member.severity = severity
        return member

    STARTED = "started", Severity.INFO
    STOPPED = "stopped", Severity.INFO
    POWER_RESET = "power-reset", Severity.CRITICAL
    CLOCK_CHANGED = "clock-changed", Severity.CRITICAL
    SELF_TEST_PASSED = "self-test-passed", Severity.INFO
    SELF_TEST_FAILED = "self-test-failed", Severity.CRITICAL
    SOFTWARE_FIRST = "software-first", Severity.INFO
    SOFTWARE_CHANGED = "software-changed", Severity.CRITICAL
    SOFTWARE_MISMATCH = "software-mismatch", Severity.CRITICAL
    PROGRAM_ERROR = "program-error", Severity.CRITICAL
    SETTINGS_CHANGED = "settings-changed", Severity.WARNING

    JOURNAL_UNWRITABLE = "journal-unwritable", Severity.CRITICAL
    JOURNAL_WRITABLE = "journal-writable", Severity.INFO
    JOURNAL_DAMAGED = "journal-damaged", Severity.CRITICAL
    SNAPSHOT_REFUSED = "snapshot-refused", Severity.CRITICAL
    MIRROR_LOST = "mirror-lost", Severity.CRITICAL
    MIRROR_BACK = "mirror-back", Severity.INFO
    CHECKPOINTS_LOST = "checkpoints-lost", Severity.CRITICAL
    CHECKPOINTS_BACK = "checkpoints-back", Severity.INFO
    MARKS_LOST = "marks-lost", Severity.CRITICAL
    MARKS_BACK = "marks-back", Severity.INFO
    WITNESS_LOST = "witness-lost", Severity.CRITICAL
    WITNESS_BACK = "witness-back", Severity.INFO
    BEACON_LOST = "beacon-lost", Severity.CRITICAL
    BEACON_BACK = "beacon-back", Severity.INFO
    RECEIVER_LOST = "receiver-lost", Severity.CRITICAL
    RECEIVER_BACK = "receiver-back", Severity.INFO
    ALERT_ESCALATED = "alert-escalated", Severity.WARNING
    LOG_DISPUTED = "log-disputed", Severity.CRITICAL
    DISK_LOW = "disk-low", Severity.CRITICAL
    BACKUP_MADE = "backup-made", Severity.INFO
    BACKUP_KEY_TAKEN = "backup-key-taken", Severity.WARNING
    KEY_REPLACED = "key-replaced", Severity.WARNING
    KEY_REVOKED = "key-revoked", Severity.CRITICAL
    DATA_LOST = "data-lost", Severity.CRITICAL
    DATA_RESTORED = "data-restored", Severity.CRITICAL
    DATA_MOVED = "data-moved", Severity.WARNING
    DATA_EXPORTED = "data-exported", Severity.INFO

    DEVICE_INVITED = "device-invited", Severity.INFO
    DEVICE_ENROLLED = "device-enrolled", Severity.INFO
    DEVICE_REVOKED = "device-revoked", Severity.WARNING
    DEVICE_LOST = "device-lost", Severity.WARNING
    DEVICE_BACK = "device-back", Severity.INFO
    ENROLMENT_FAILED = "enrolment-failed", Severity.WARNING
    ENROLMENT_SLOWED = "enrolment-slowed", Severity.CRITICAL
    RATE_EXCEEDED = "rate-exceeded", Severity.WARNING

    EQUIPMENT_PLACED = "equipment-placed", Severity.INFO
    EQUIPMENT_REMOVED = "equipment-removed", Severity.INFO
    EQUIPMENT_FAULT = "equipment-fault", Severity.WARNING
    EQUIPMENT_DESTROYED = "equipment-destroyed", Severity.INFO
    SEAL_DIFFERS = "seal-differs", Severity.CRITICAL

    SIGN_IN_FAILED = "sign-in-failed", Severity.WARNING
    PERSON_LOCKED = "person-locked", Severity.CRITICAL
    TAKEN_OVER = "taken-over", Severity.INFO
    TAKE_OVER_LOCKED = "take-over-locked", Severity.CRITICAL
    PERSON_UNLOCKED = "person-unlocked", Severity.WARNING
    PERSON_ADDED = "person-added", Severity.INFO
    PERSON_RESET = "person-reset", Severity.WARNING
    PERSON_RESCUED = "person-rescued", Severity.CRITICAL
    PERSON_DEACTIVATED = "person-deactivated", Severity.WARNING
    ROLE_CHANGED = "role-changed", Severity.WARNING
    PERSON_ERASED = "person-erased", Severity.WARNING
    RECORD_ERASED = "record-erased", Severity.WARNING

    ACTED_BY_TWO = "acted-by-two", Severity.INFO
    ACTED_ALONE = "acted-alone", Severity.WARNING
    SECOND_REFUSED = "second-refused", Severity.WARNING

    SUPERVISOR_CALLED = "supervisor-called", Severity.CRITICAL
    ATTENDANT_CALLED = "attendant-called", Severity.CRITICAL
    TABLE_INSTALLED = "table-installed", Severity.INFO
    TABLE_OPENED = "table-opened", Severity.INFO
    TABLE_CLOSED = "table-closed", Severity.INFO
    LIMITS_CHANGED = "limits-changed", Severity.WARNING
    LARGE_WAGER = "large-wager", Severity.WARNING
    LARGE_WIN = "large-win", Severity.WARNING
    LARGE_BUY_IN = "large-buy-in", Severity.WARNING
    LARGE_CASH_OUT = "large-cash-out", Severity.WARNING
    ROUND_VOID = "round-void", Severity.WARNING
    VOID_RATE = "void-rate", Severity.CRITICAL
    DICE_SUSPECT = "dice-suspect", Severity.WARNING
    DICE_ALARM = "dice-alarm", Severity.CRITICAL
    ROUND_UNSOUND = "round-unsound", Severity.CRITICAL
    THROW_UNREADABLE = "throw-unreadable", Severity.CRITICAL
    ROLL_REFUSED = "roll-refused", Severity.CRITICAL
    MORE_ROLLS_REFUSED = "more-rolls-refused", Severity.WARNING
    LINE_JUDGED = "line-judged", Severity.INFO
    WAGER_SHIFTED = "wager-shifted", Severity.INFO
    CHECK_FAILED = "check-failed", Severity.WARNING
    POST_ASSIGNED = "post-assigned", Severity.INFO
    ROUND_CORRECTED = "round-corrected", Severity.WARNING
    ROUND_INTERRUPTED = "round-interrupted", Severity.WARNING
    ROUNDS_REVERSED = "rounds-reversed", Severity.CRITICAL
    MALFUNCTION_REPORTED = "malfunction-reported", Severity.CRITICAL
    MALFUNCTION_CLEARED = "malfunction-cleared", Severity.INFO
    TERMINAL_FAILED = "terminal-failed", Severity.WARNING
    SEAT_LOCKED = "seat-locked", Severity.CRITICAL
    SEAT_RELEASED = "seat-released", Severity.INFO
    DISPUTE_OPENED = "dispute-opened", Severity.WARNING
    DISPUTE_DECIDED = "dispute-decided", Severity.INFO
    ADJUSTMENT = "adjustment", Severity.WARNING
    OVERRIDE = "override", Severity.WARNING
    FLOAT_DIFFERS = "float-differs", Severity.WARNING
    BOX_DIFFERS = "box-differs", Severity.WARNING
    COUNT_APPROVED = "count-approved", Severity.WARNING
    SLIP_VOIDED = "slip-voided", Severity.WARNING
    VOUCHER_REFUSED = "voucher-refused", Severity.WARNING
    VOUCHER_CANCELLED = "voucher-cancelled", Severity.WARNING
    VOUCHER_MENDED = "voucher-mended", Severity.WARNING
    BALANCE_WRONG = "balance-wrong", Severity.CRITICAL
