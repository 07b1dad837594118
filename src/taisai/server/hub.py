"""Who is connected to which table, and what reaches them from the bus."""

from collections import defaultdict
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
        self._devices: dict[str, set[Connection]] = defaultdict(set)

    def join(self, connection: Connection, table: str, seat: int, *, staff: bool, device: str) -> None:
        wanted = [topic(table)] + [seat_topic(table, seat)] * bool(seat) + [staff_topic(table)] * staff
        for name in wanted:
            self._connections[name][connection] = None
            if name not in self._ends:
                self._ends[name] = self._bus.subscribe(name, partial(self._send, name))
        self._devices[device].add(connection)

    def leave(self, connection: Connection) -> None:
        for name in [name for name, joined in self._connections.items() if connection in joined]:
            del self._connections[name][connection]
            if not self._connections[name]:
                del self._connections[name]
                self._ends.pop(name)()
        for device in [device for device, joined in self._devices.items() if connection in joined]:
            self._devices[device].discard(connection)
            if not self._devices[device]:
                del self._devices[device]

    def is_connected(self, device: str) -> bool:
        return device in self._devices

    def drop(self, device: str) -> None:
        """A revoked device loses its sockets at once."""
        for connection in tuple(self._devices.get(device, ())):
            connection.close(POLICY, "this device was revoked")

    def count(self) -> int:
        return sum(len(joined) for joined in self._devices.values())

    def _send(self, name: str, message: bytes) -> None:
        broadcast(self._connections.get(name, ()), message)
