"""Which event fields contain personal data, by event tag. All other text is about the game."""

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final


class Kind(Enum):
    NAME = auto()  # of a person, a device or the house
    TYPED_NAME = auto()  # a name as someone typed it
    OWN = auto()  # about the person whom the event names
    TYPED = auto()  # typed by the author of the entry
    DISPUTE = auto()  # about the player of a dispute
    PLAYER = auto()  # about the player whose pseudonym the event has
    PLACE = auto()  # a device, or else a network address
    WORDS = auto()  # the house's own text, which may contain names
    DIGEST = auto()  # of something with a name in it, which could be guessed


Fields = Mapping[str, Kind]

_NAMED: Final = {"name": Kind.NAME}
_BY_TWO: Final = {"second": Kind.NAME}
_TYPED: Final = {"reason": Kind.TYPED}
_SAID: Final = {"words": Kind.TYPED}
_WHY: Final = {"why": Kind.TYPED}
_GIVER: Final = {"by": Kind.NAME}
_PROCEDURE: Final = {"procedure": Kind.TYPED}
NOTED: Final = "happening-noted"
WAGER: Final = "wager-placed"

FIELDS: Final[Mapping[str, Fields]] = {
    "person-added": {"name": Kind.NAME, "full_name": Kind.OWN},
    "role-changed": _NAMED,
    "person-deactivated": _NAMED,
    "person-unlocked": _NAMED,
    "person-reset": _NAMED,
    "password-set": _NAMED,
    "pin-set": _NAMED,
    "session-ended": _NAMED,
    "person-erased": _BY_TWO,
    "record-erased": _BY_TWO,
    "attempt-recorded": {"name": Kind.TYPED_NAME, "device": Kind.PLACE},
    "approval-given": {"name": Kind.NAME, "digest": Kind.DIGEST},
    "approvals-used": {"digest": Kind.DIGEST},
    "device-invited": {"label": Kind.WORDS},
    "device-enrolled": {"label": Kind.WORDS},
    "enrolment-failed": {"source": Kind.PLACE},
    NOTED: {"words": Kind.WORDS, "value": Kind.WORDS, "device": Kind.PLACE},
    WAGER: {"asked_by": Kind.TYPED},
    "wager-moved": _TYPED | _BY_TWO,
    "wager-withdrawn": _TYPED | _BY_TWO,
    "wager-shifted": _BY_TWO,
    "line-judged": _TYPED | _BY_TWO,
    "check-recorded": {"why": Kind.TYPED},
    "test-roll-judged": {"why": Kind.TYPED},
    "trouble-reported": {"note": Kind.TYPED},
    "trouble-cleared": _PROCEDURE,
    "terminal-mended": _PROCEDURE,
    "seat-locked": {"cause": Kind.TYPED},
    "seat-released": _PROCEDURE | _BY_TWO,
    "colour-written-off": _WHY | _BY_TWO,
    "float-counted": _GIVER | _BY_TWO,
    "duty-noted": _NAMED,
    "count-approved": _WHY,
    "box-placed": _GIVER | _BY_TWO,
    "box-removed": _GIVER | _BY_TWO,
    "soft-count-entered": _GIVER | _BY_TWO,
    "soft-count-made": _GIVER | _BY_TWO,
    "soft-count-set-aside": _WHY | _GIVER,
    "soft-count-confirmed": _GIVER | _BY_TWO,
    "soft-count-approved": _WHY | _GIVER | _BY_TWO,
    "tips-taken": _GIVER | _BY_TWO,
    "slip-requested": _GIVER,
    "slip-prepared": _GIVER,
    "slip-carried": _GIVER,
    "slip-received": _GIVER | _BY_TWO,
    "slip-voided": _WHY | _GIVER | _BY_TWO,
    "limits-changed": _BY_TWO,
    "voucher-issued": _BY_TWO,
    "unnoticed-recorded": _BY_TWO,
    "owed-paid": _BY_TWO,
    "voucher-cancelled": _PROCEDURE | _BY_TWO,
    "round-reversed": _BY_TWO,
    "round-corrected": _BY_TWO,
    "dispute-opened": {"claim": Kind.DISPUTE, "evidence": Kind.DISPUTE},
    "dispute-decided": {"reason": Kind.DISPUTE} | _BY_TWO,
    "post-assigned": _NAMED,
    "alert-given-up": {"why": Kind.WORDS},
    "happening-filmed": {"note": Kind.TYPED},
    "duty-begun": _NAMED,
    "duty-ended": _NAMED,
    "player-known": {"card": Kind.PLAYER, "player_name": Kind.PLAYER},
    "equipment-added": {"label": Kind.WORDS},
    "equipment-tested": _SAID,
    "equipment-faulted": _SAID,
    "equipment-mended": _SAID,
    "equipment-retired": _SAID,
    "equipment-destroyed": _SAID,
}

# Significant events whose words and value contain more than the house's own text.
NOTED_DISPUTES: Final = frozenset({"dispute-opened", "dispute-decided", "adjustment"})
NOTED_TYPED: Final = frozenset({
    "malfunction-reported", "malfunction-cleared", "line-judged", "seat-locked", "seat-released", "voucher-cancelled",
    "check-failed", "equipment-fault",
})  # fmt: skip
NOTED_PLACES: Final = frozenset({"rate-exceeded", "device-enrolled", "enrolment-failed", "enrolment-slowed"})
NOTED_TYPED_NAMES: Final = frozenset({"sign-in-failed", "person-locked"})
