"""Which sockets are connected to which table, and delivery of bus messages to them."""

from collections import defaultdict
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from enum import Enum
from functools import partial
from typing import NamedTuple, Protocol

from taisai.house.bus import Bus, Ending
from taisai.server.transport import Connection, broadcast
from taisai.wire.stream import seat_topic, staff_topic, topic

POLICY = 1008
SOCKETS_OF_ONE = 32
DEVICE, PERSON = "device", "person"

Named = tuple[str, str]
"""A device or a person; all sockets of either can be closed."""


def device_named(device: str) -> Named:
    return DEVICE, device


def person_named(name: str) -> Named:
    return PERSON, name


class Standing(Enum):
    """State of the session behind a socket. A socket without a session is always awake."""

    AWAKE = "awake"
    ASLEEP = "asleep"
    OVER = "over"


class Listening(Protocol):
    """What the hub needs to know of a socket's peer."""

    def standing(self) -> Standing: ...

    def drained(self) -> None:
        """Send a fresh view, because messages were skipped."""


class Joined(NamedTuple):
    peer: Listening
    named: AbstractSet[Named]
    topics: list[str]


class Hub:
    """Subscribes once per topic, however many sockets listen. A peer that missed messages gets a fresh view later."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._connections: dict[str, dict[Connection, None]] = defaultdict(dict)
        self._ends: dict[str, Ending] = {}
        self._named: dict[Named, dict[Connection, None]] = defaultdict(dict)
        self._joined: dict[Connection, Joined] = {}
        self._watched: dict[Connection, Joined] = {}  # sockets of staff, who are few
        self._asleep: set[Connection] = set()

    def join(
        self, connection: Connection, peer: Listening, table: str, seat: int, *, staff: bool, named: AbstractSet[Named]
    ) -> dict[Connection, None]:
        """Subscribe a socket. Return the live set of all sockets that serve the same seat."""
        topics = [topic(table)] + [seat_topic(table, seat)] * bool(seat) + [staff_topic(table)] * staff
        self._listen(connection, topics)
        for one in named:
            self._make_room(one)
            self._named[one][connection] = None
        self._joined[connection] = joined = Joined(peer, named, topics)
        if any(kind == PERSON for kind, _ in named):
            self._watched[connection] = joined
        return self._connections[seat_topic(table, seat)] if seat else {}

    def _make_room(self, named: Named) -> None:
        """Close the oldest socket if one device or person has too many, such as a browser with many tabs."""
        connections = self._named[named]
        if len(connections) >= SOCKETS_OF_ONE:
            oldest = next(iter(connections))
            oldest.close(POLICY, f"{SOCKETS_OF_ONE} sockets are open for one {named[0]}; the oldest is closed")
            self.leave(oldest)

    def _listen(self, connection: Connection, topics: Iterable[str]) -> None:
        for name in topics:
            self._connections[name][connection] = None
            if name not in self._ends:
                self._ends[name] = self._bus.subscribe(name, partial(self._send, name))

    def _unlisten(self, connection: Connection, topics: Iterable[str]) -> None:
        for name in topics:
            self._connections[name].pop(connection, None)
            if not self._connections[name]:
                del self._connections[name]
                self._ends.pop(name)()

    def leave(self, connection: Connection) -> None:
        """Remove a socket. The cost depends only on its own topics, because thousands may leave at once."""
        joined = self._joined.pop(connection, None)
        if joined is None:
            return
        self._watched.pop(connection, None)
        if connection in self._asleep:
            self._asleep.discard(connection)
        else:
            self._unlisten(connection, joined.topics)
        for one in joined.named:
            self._named[one].pop(connection, None)
            if not self._named[one]:
                del self._named[one]

    def look_after_sessions(self) -> None:
        """Mute sockets of idle sessions, resume those that are awake again, close those of ended sessions."""
        for connection, joined in tuple(self._watched.items()):
            match joined.peer.standing():
                case Standing.OVER:
                    connection.close(POLICY, "the session has ended")
                    self._mute(connection, joined)
                case Standing.ASLEEP:
                    self._mute(connection, joined)
                case Standing.AWAKE if connection in self._asleep:
                    self._asleep.discard(connection)
                    self._listen(connection, joined.topics)
                    joined.peer.drained()

    def _mute(self, connection: Connection, joined: Joined) -> None:
        if connection not in self._asleep:
            self._asleep.add(connection)
            self._unlisten(connection, joined.topics)

    def is_asleep(self, connection: Connection) -> bool:
        return connection in self._asleep

    def is_connected(self, device: str) -> bool:
        return device_named(device) in self._named

    def devices(self) -> list[str]:
        return [name for kind, name in self._named if kind == DEVICE]

    def drop(self, device: str, why: str) -> None:
        """Close all sockets of a revoked device."""
        self._drop(device_named(device), why)

    def drop_person(self, name: str, why: str) -> None:
        """Close all sockets of a person whose session has ended."""
        self._drop(person_named(name), why)

    def _drop(self, named: Named, why: str) -> None:
        for connection in tuple(self._named.get(named, ())):
            connection.close(POLICY, why)

    def count(self) -> int:
        return len(self._joined)

    def _send(self, name: str, message: bytes) -> None:
        broadcast(self._connections.get(name, ()), message)
