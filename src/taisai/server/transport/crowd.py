"""Counts connections and their owners, keeps them below the machine's limit, and reserves room for staff."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from taisai.server.transport.limits import UNLIMITED, SocketLimits
from taisai.server.transport.request import Rejection

FULL: Final = Rejection(503, "too many connections; try again in a moment")
ARRIVING: Final = 4
"""So many times its limit an address may have connections whose first request is still to come: a floor of devices
behind it loads its screens at once, whoever else is there."""
FROM_HERE: Final = Rejection(503, "too many connections from this address; close some")


class Guest(NamedTuple):
    """The owner of a connection, as its first request shows.

    An empty source is not counted against a limit of its own."""

    source: str
    most: float = UNLIMITED
    staff: bool = False


Knowing = Callable[[Mapping[str, str], str], Guest]
"""Finds the owner by cookies and address."""
Telling = Callable[[str, str], None]
"""Called with a rejected source and the reason."""


def _nobody(_: Mapping[str, str], address: str) -> Guest:
    return Guest(address)


class Crowd:
    """Counts connections.

    Transports report each one when it opens, when its first request shows its owner, and when it ends."""

    def __init__(self, limits: SocketLimits, knows: Knowing = _nobody, tell: Telling = lambda *_: None) -> None:
        self._limits = limits
        self._knows = knows
        self._tell = tell
        self._sources: dict[object, str] = {}
        self._counts: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._sources)

    @property
    def is_crowded(self) -> bool:
        """Whether the remaining connections are reserved for staff."""
        return len(self) > self._limits.connections_max - self._limits.connections_for_staff

    def enter(self, transport: object, address: str) -> Rejection | None:
        """Count a new connection. One that is rejected because the house is full is not counted."""
        guest = self._knows({}, address)
        if len(self) >= self._limits.connections_max:
            return self._turned_away(guest.source, FULL)
        self._sources[transport] = guest.source
        self._counts[guest.source] += 1
        return self._too_many(guest, ARRIVING)

    def became(self, arrived: object, transport: object) -> None:
        """Move a connection to its new transport."""
        self._sources[transport] = self._sources.pop(arrived)

    def show(self, transport: object, cookies: Mapping[str, str], address: str) -> Rejection | None:
        """Count a connection for its owner, who is known from the first request."""
        guest = self._knows(cookies, address)
        self.leave(transport)
        self._sources[transport] = guest.source
        self._counts[guest.source] += 1
        if self.is_crowded and not guest.staff:
            return self._turned_away(guest.source, FULL)
        return self._too_many(guest)

    def leave(self, transport: object) -> None:
        source = self._sources.pop(transport, None)
        if source is not None:
            self._counts[source] -= 1
            if not self._counts[source]:
                del self._counts[source]

    def _too_many(self, guest: Guest, times: int = 1) -> Rejection | None:
        most = times * min(guest.most, self._limits.connections_per_source)
        over = guest.source and self._counts[guest.source] > most
        return self._turned_away(guest.source, FROM_HERE) if over else None

    def _turned_away(self, source: str, why: Rejection) -> Rejection:
        self._tell(source, why.body)
        return why
