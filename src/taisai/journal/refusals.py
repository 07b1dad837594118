"""Why a journal, a key or an export was refused."""

from enum import Enum
from typing import Final


class JournalRefusal(Enum):
    """In order of precedence. A code never gets a second meaning."""

    MISSING = "journal-missing"
    LOCKED = "journal-locked"
    READ_ONLY = "journal-read-only"
    NOT_OURS = "journal-not-ours"
    TOO_NEW = "journal-too-new"
    CORRUPT = "journal-corrupt"
    FORGED = "journal-forged"
    LOST = "journal-lost"
    NOT_DURABLE = "journal-not-durable"
    ELSEWHERE = "journal-elsewhere"
    TABLE_UNKNOWN = "journal-table-unknown"
    TAKEN = "journal-taken"
    MOVED = "journal-moved"
    CLAIMED = "journal-claimed"
    FULL = "journal-full"
    FAILED = "journal-failed"
    EXPORT_EXISTS = "export-exists"
    EXPORT_FAILED = "export-failed"
    EXPORT_INVALID = "export-invalid"
    KEY_EXISTS = "key-exists"
    KEY_MISSING = "key-missing"
    KEY_INVALID = "key-invalid"
    KEY_FAILED = "key-failed"
    CHECKPOINT_INVALID = "journal-checkpoint-invalid"


NOT_BELIEVED: Final = (JournalRefusal.CORRUPT, JournalRefusal.FORGED, JournalRefusal.LOST)
"""The journal is not what this house wrote: a critical event, and nothing in it is believed."""
