"""Which event fields contain personal data: those whose types say so."""

from collections.abc import Mapping
from typing import Final, get_type_hints

from taisai.rules.personal import Personal

Fields = Mapping[str, Personal]
NOTED: Final = "happening-noted"
WAGER: Final = "wager-placed"


def personal_fields(event: type) -> Fields:
    """Return the fields of a type of event that contain personal data."""
    types = get_type_hints(event, include_extras=True)
    marks = ((name, mark) for name, field in types.items() for mark in getattr(field, "__metadata__", ()))
    return {name: mark for name, mark in marks if isinstance(mark, Personal)}


# Significant events whose words and value contain more than the house's own text.
NOTED_DISPUTES: Final = frozenset({"dispute-opened", "dispute-decided", "adjustment"})
NOTED_TYPED: Final = frozenset({
    "malfunction-reported", "malfunction-cleared", "line-judged", "seat-locked", "seat-released", "voucher-cancelled",
    "check-failed", "equipment-fault", "count-approved", "slip-voided",
})  # fmt: skip
NOTED_PLACES: Final = frozenset({"rate-exceeded", "device-enrolled", "enrolment-failed", "enrolment-slowed"})
NOTED_TYPED_NAMES: Final = frozenset({"sign-in-failed", "person-locked"})
