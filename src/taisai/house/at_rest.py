"""The lease of a command that changes a house which nobody serves."""

import logging
import secrets
import socket
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from importlib.metadata import version
from threading import Event, Thread
from typing import Final

from taisai.house.clock import ticking
from taisai.house.settings import Settings
from taisai.journal.leases import Doing, Leases, Node
from taisai.journal.place import OpenPlace
from taisai.journal.refusals import JournalRefusal
from taisai.rules.refusals import Refused

RENEW_S: Final = 1.0

log = logging.getLogger(__name__)


def node_of(settings: Settings, doing: Doing) -> Node:
    """Return the row of a process of this house, without the id of its life."""
    return Node("", settings.nodes.name or socket.gethostname(), settings.site, version("taisai"), doing=doing)


@contextmanager
def at_rest(settings: Settings, journals: OpenPlace) -> Iterator[None]:
    """Keep every node out during work on a house in a database. A file needs no lease: its own lock does the same."""
    leases = journals.leases()
    if leases is None:
        yield
        return
    with closing(leases):
        lease = RestLease(leases, node_of(settings, Doing.AT_REST))
        try:
            lease.check_alone(settings)
            journals.live_as(lease.life)
            lease.keep()
            yield
            lease.check_not_lost()
        finally:
            lease.end()


class RestLease:
    """A command and a node each enrol before they look at the others, so at least one of them sees the other: a
    command is refused beside any other life, and a node that starts waits for a command to end."""

    def __init__(self, leases: Leases, node: Node, clock: Callable[[], float] = ticking) -> None:
        self.life = f"{node.name}.{secrets.token_hex(8)}"
        self._leases, self._clock = leases, clock
        self._ended = Event()
        self._keeping: Thread | None = None
        self._sent_s = clock()
        leases.enrol(node._replace(id=self.life))

    def check_alone(self, settings: Settings) -> None:
        others = [one for one in self._leases.living() if one.id != self.life]
        if others:
            commands = [one for one in others if one.doing is Doing.AT_REST]
            what = f"a command at {commands[0].name}" if commands else f"node {', '.join(one.name for one in others)}"
            then = "wait until it has ended" if commands else "stop that node first"
            raise Refused(
                JournalRefusal.LOCKED, f"{settings.place} is in use by {what}; {then}", settings.nodes.database
            )

    def keep(self) -> None:
        """Start renewing the lease in a thread."""
        self._keeping = Thread(target=self._keep, name="lease", daemon=True)
        self._keeping.start()

    def holds(self) -> bool:
        """Return whether the lease is valid. It counts from when the last good renewal was sent, and once over it is
        over for good."""
        return self._clock() < self._sent_s + self._leases.term_s

    def renew(self) -> None:
        sent_s = self._clock()
        if self.holds() and self._leases.renew(self.life):
            self._sent_s = sent_s

    def check_not_lost(self) -> None:
        if not self.holds():
            words = "the database did not answer for longer than the lease of this command, and a node may have started"
            words = f"{words} meanwhile; stop all nodes, check the house with taisai doctor, and run the command again"
            raise Refused(JournalRefusal.TAKEN, words, self.life)

    def end(self) -> None:
        self._ended.set()
        if self._keeping is not None:
            self._keeping.join()
        with suppress(Refused):
            self._leases.end(self.life)

    def _keep(self) -> None:
        while not self._ended.wait(RENEW_S):
            try:
                self.renew()
            except Refused as refused:
                log.warning("the lease could not be renewed", extra={"why": refused.words})
            except Exception:
                log.exception("the lease could not be renewed")
