"""A replica of a house's database. It is only read, and only if it has everything requested."""

import logging
import time
from typing import TYPE_CHECKING, Final

from taisai.journal.postgres_place import PostgresJournals
from taisai.rules.refusals import Refused

if TYPE_CHECKING:
    from taisai.journal.replica import Replica

WAIT_S: Final = 3.0
LOOK_S: Final = 0.02

log = logging.getLogger(__name__)


def opened_replica(wanted: "Replica", within_s: float = WAIT_S) -> PostgresJournals | None:
    """Open the replica; None if it does not answer, is of another house, or is too far behind. The primary is then read
    instead."""
    try:
        journals = PostgresJournals(wanted.address, only_reads=True)
    except Refused as refused:
        log.warning("the replica cannot be read", extra={"why": refused.words})
        return None
    try:
        if why := _why_not(journals, wanted, time.monotonic() + within_s):
            log.warning("the replica is not used", extra={"why": why})
            journals.close()
            return None
    except BaseException:
        journals.close()
        raise
    return journals


def _why_not(journals: PostgresJournals, wanted: "Replica", end_s: float) -> str:
    while not journals.has_reached(wanted.position):
        if time.monotonic() >= end_s:
            return "it is behind the primary"
        time.sleep(LOOK_S)
    return "" if journals.mark() == wanted.mark else "it belongs to another house"
