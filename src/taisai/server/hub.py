"""Who is connected to which table, and what reaches them from the bus."""

from collections import defaultdict
from collections.abc import Set as AbstractSet
from functools import partial

from taisai.house.bus import Bus, Ending
from taisai.server.transport import Connection, broadcast
from taisai.wire.stream import seat_topic, staff_topic, topic

POLICY = 1008


class Hub:
    """One subscription a topic, however many listen. A peer that missed something gets a fresh view later."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._connections: dict[str, dict[Connection, None]] = defaultdict(dict)
        self._ends: dict[str, Ending] = {}
        self._named: dict[str, set[Connection]] = defaultdict(set)
        self._joined: dict[Connection, tuple[AbstractSet[str], list[str]]] = {}

    def join(
        self, connection: Connection, table: str, seat: int, *, staff: bool, named: AbstractSet[str]
    ) -> dict[Connection, None]:
        """`named` are the device and the person behind it, either of which can lose its sockets. What comes back are
        all connections that serve the seat, now and later."""
        wanted = [topic(table)] + [seat_topic(table, seat)] * bool(seat) + [staff_topic(table)] * staff
        for name in wanted:
            self._connections[name][connection] = None
            if name not in self._ends:
                self._ends[name] = self._bus.subscribe(name, partial(self._send, name))
        for one in named:
            self._named[one].add(connection)
        self._joined[connection] = named, wanted
        return self._connections[seat_topic(table, seat)] if seat else {}

    def leave(self, connection: Connection) -> None:
        """At the cost of its own topics alone: thousands may leave at once."""
        named, topics = self._joined.pop(connection, (frozenset(), []))
        for name in topics:
            del self._connections[name][connection]
            if not self._connections[name]:
                del self._connections[name]
                self._ends.pop(name)()
        for one in named:
            self._named[one].discard(connection)
            if not self._named[one]:
                del self._named[one]

    def is_connected(self, device: str) -> bool:
        return device in self._named

    def drop(self, name: str, why: str) -> None:
        """A device that is revoked and a person whose session has ended lose their sockets at once."""
        for connection in tuple(self._named.get(name, ())):
            connection.close(POLICY, why)

    def count(self) -> int:
        return len(self._joined)

    def _send(self, name: str, message: bytes) -> None:
        broadcast(self._connections.get(name, ()), message)
