"""The table of rights: which roles may do what."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from taisai.rules.vocabulary import Role


class Right(StrEnum):
    READ_TABLES = "read-tables"
    READ_ALL_SEATS = "read-all-seats"
    RECALL_ROUNDS = "recall-rounds"
    READ_EVENTS = "read-events"
    READ_REPORTS = "read-reports"
    READ_JOURNAL = "read-journal"
    READ_STAFF = "read-staff"
    READ_DEVICES = "read-devices"
    READ_METRICS = "read-metrics"
    ORDER = "order"
    APPROVE = "approve"
    CALL_SUPERVISOR = "call-supervisor"
    ACKNOWLEDGE_EVENTS = "acknowledge-events"
    MANAGE_STAFF = "manage-staff"
    MANAGE_DEVICES = "manage-devices"
    MANAGE_EQUIPMENT = "manage-equipment"
    MANAGE_DUTIES = "manage-duties"
    RATE_PLAYERS = "rate-players"
    RUN_SELF_TEST = "run-self-test"
    ACCEPT_SOFTWARE = "accept-software"


MANAGERS: Final = frozenset({Role.PIT_MANAGER, Role.SHIFT_MANAGER})
SUPERVISORS: Final = MANAGERS | {Role.GAME_SUPERVISOR, Role.CASINO_SUPERVISOR}
DEALING: Final = SUPERVISORS | {Role.DEALER}
STAFF: Final = DEALING | {Role.AUDITOR, Role.TECHNICIAN}
TECHNICAL: Final = frozenset({Role.TECHNICIAN, Role.SHIFT_MANAGER})

# Players and dealers give orders; the rulebook decides which orders each role may give. A demo house invites devices
# and accepts new software by itself.
RIGHTS: Final[Mapping[Right, frozenset[Role]]] = {
    Right.READ_TABLES: STAFF | {Role.PLAYER},
    Right.READ_ALL_SEATS: DEALING | {Role.AUDITOR},
    Right.RECALL_ROUNDS: DEALING | {Role.AUDITOR},
    Right.READ_EVENTS: SUPERVISORS | {Role.AUDITOR, Role.TECHNICIAN},
    Right.READ_REPORTS: SUPERVISORS | {Role.AUDITOR},
    Right.READ_JOURNAL: frozenset({Role.SHIFT_MANAGER, Role.AUDITOR}),
    Right.READ_STAFF: MANAGERS | {Role.AUDITOR},
    Right.READ_DEVICES: SUPERVISORS | {Role.AUDITOR, Role.TECHNICIAN},
    Right.READ_METRICS: TECHNICAL | {Role.AUDITOR},
    Right.ORDER: DEALING | {Role.PLAYER, Role.AUTOMATION},
    Right.APPROVE: DEALING,
    Right.CALL_SUPERVISOR: DEALING,
    Right.ACKNOWLEDGE_EVENTS: SUPERVISORS,
    Right.MANAGE_STAFF: frozenset({Role.SHIFT_MANAGER}),
    Right.MANAGE_DEVICES: TECHNICAL | {Role.AUTOMATION},
    Right.MANAGE_EQUIPMENT: SUPERVISORS | {Role.TECHNICIAN},
    Right.MANAGE_DUTIES: SUPERVISORS,
    Right.RATE_PLAYERS: SUPERVISORS,
    Right.RUN_SELF_TEST: TECHNICAL,
    Right.ACCEPT_SOFTWARE: TECHNICAL | {Role.AUTOMATION},
}

RIGHTS_BY_PIN: Final = frozenset({
    Right.READ_TABLES, Right.READ_ALL_SEATS, Right.RECALL_ROUNDS, Right.ORDER, Right.CALL_SUPERVISOR,
})  # fmt: skip
"""Rights of someone who took over by PIN: what dealing needs."""


def may(role: Role, right: Right) -> bool:
    return role in RIGHTS[right]


def rights_of(role: Role) -> frozenset[Right]:
    return frozenset(right for right in Right if may(role, right))


def listing() -> dict[Right, tuple[Role, ...]]:
    """Return every right with the roles that have it, in order of definition."""
    return {right: tuple(role for role in Role if may(role, right)) for right in Right}
