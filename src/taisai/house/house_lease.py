"""The lease of one process on a whole house. One process at a time serves the house; the others wait their turn."""

import logging
import secrets
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import version
from threading import Event, Thread
from typing import Final

from taisai.house.nodes_seen import NOBODY_SEEN, NodesSeen, seen_now
from taisai.house.settings import Settings
from taisai.house.tables import HOUSE
from taisai.journal.leases import Leases, Node
from taisai.journal.place import OpenPlace
from taisai.journal.refusals import JournalRefusal
from taisai.rules.refusals import Refused

RENEW_S: Final = 1.0

log = logging.getLogger(__name__)


def ticking() -> float:
    """Return the time of a clock that is never set and that keeps running while the machine sleeps."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class HouseLease:
    """The database's clock decides whose turn it is. Our clock only says when to stop trusting the lease, counted from
    the moment the last successful renewal was sent. `lost` says why the lease will not come back: this process must
    then end. `is_draining` is set once someone asks it to hand the house over. `began` is called with each life under
    which journals are taken."""

    def __init__(
        self, leases: Leases, node: Node, began: Callable[[str], None], clock: Callable[[], float] = ticking
    ) -> None:
        self.lost = ""
        self.is_draining = False
        self._leases, self._node, self._began, self._clock = leases, node, began, clock
        self._life, self._sent_s = "", -leases.term_s
        self._seen, self._clock_off_s = NOBODY_SEEN, 0.0
        self._ended = Event()
        self._keeping: Thread | None = None

    def is_our_turn(self) -> bool:
        """Try to take the lease. A waiting process calls this again and again."""
        sent_s = self._clock()
        if not self._life or not self._leases.renew(self._life):
            self._life = self._enrolled()
        if self._leases.hold(HOUSE, self._life) is None:
            return False
        self._hold(sent_s)
        return True

    def whose_turn(self) -> str:
        return ", ".join(one.name for one in self._leases.living() if one.id != self._life)

    def holds(self) -> bool:
        """Return whether the lease is valid: nobody else has been given the house."""
        return not self.lost and self._clock() < self._sent_s + self._leases.term_s

    def seen(self) -> NodesSeen:
        """Return this node and those that wait."""
        return self._seen

    def clock_off_s(self) -> float:
        """Return how many seconds this machine's clock is ahead of the database's."""
        return self._clock_off_s

    def keep(self) -> None:
        """Start renewing the lease in a thread."""
        self._keeping = Thread(target=self._keep, name="lease", daemon=True)
        self._keeping.start()

    def end(self) -> None:
        """Give up the lease at once, so that the next process need not wait for the term to end."""
        self._ended.set()
        if self._keeping is not None:
            self._keeping.join()
        with suppress(Refused):
            self._leases.end(self._life)
        self._leases.close()

    def _keep(self) -> None:
        while not self.lost and not self._ended.wait(RENEW_S):
            try:
                self.renew()
                self.is_draining = self.is_draining or self._leases.is_draining(self._life)
                self._look()
            except Refused as refused:
                log.warning("the lease could not be renewed", extra={"why": refused.words})
            except Exception:
                log.exception("the lease could not be renewed")

    def _look(self) -> None:
        self._seen = seen_now(self._leases, self._life)
        self._clock_off_s = time.time() - self._leases.clock_s()

    def renew(self) -> None:
        """Renew the lease. A life that has ended never comes back. If nobody else had the house since, a new life takes
        over what the last one held."""
        sent_s = self._clock()
        if self._leases.renew(self._life):
            self._sent_s = sent_s
            return
        old, self._life = self._life, self._enrolled()
        before = self._leases.hold(HOUSE, self._life)
        if before != old:
            self.lost = (
                f"another process took over the house while this one did not respond ({self.whose_turn() or before})"
            )
            return
        self._leases.follow(old, self._life)
        self._hold(sent_s)

    def _enrolled(self) -> str:
        node = self._node._replace(id=f"{self._node.name}.{secrets.token_hex(8)}")
        self._leases.enrol(node)
        return node.id

    def _hold(self, sent_s: float) -> None:
        self._sent_s = sent_s
        self._began(self._life)


def lease_of(settings: Settings, journals: OpenPlace) -> HouseLease | None:
    """Return the lease of a house; None if the lock of a file is enough."""
    leases = journals.leases()
    node = Node("", settings.node or socket.gethostname(), settings.site, version("taisai"))
    return HouseLease(leases, node, journals.live_as) if leases else None


@contextmanager
def at_rest(settings: Settings, journals: OpenPlace) -> Iterator[None]:
    """Hold the lease during work on a house that nobody serves."""
    lease = lease_of(settings, journals)
    if lease is None:
        yield
        return
    try:
        if not lease.is_our_turn():
            words = f"{settings.place} is in use by node {lease.whose_turn()}; stop that node first"
            raise Refused(JournalRefusal.LOCKED, words, settings.database)
        lease.keep()
        yield
    finally:
        lease.end()
