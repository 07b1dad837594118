"""A node: a process with its loop, its keeper, its cage and the tables that it holds."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from hashlib import sha256
from itertools import count
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from house.redeeming import NoneUnused
from simulation.database import Held
from simulation.guards import Guard
from simulation.held import HeldTable, Told
from simulation.loop import NodeLoop
from simulation.neighbours import Neighbours, RashRedemptions
from simulation.store import Connection, RemoteStore

from taisai.house.cage import Cage
from taisai.house.journal_checkpoints import JournalCheckpoints
from taisai.house.keeper import Keeper
from taisai.house.tables import TableSettings
from taisai.house.tumbler import Tumbler
from taisai.journal import leases
from taisai.table.order import Order

TICK_S: Final = 0.1
KEY: Final = sha256(b"the house's key").digest()
SIGNING: Final = Ed25519PrivateKey.from_private_bytes(sha256(b"the key of checkpoints").digest())


class NodeLeases:
    """What the keeper asks of the database, by the network."""

    term_s = leases.TERM_S

    def __init__(self, connection: Connection) -> None:
        self._ask = connection.ask

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return partial(self._ask, name)


class Node:
    def __init__(self, connection: Connection, tables: Mapping[str, TableSettings], started: int, bus: Any) -> None:
        self.connection, self.process, self.guards = connection, connection.process, connection.guards
        self.world = self.process.world
        self.loop = NodeLoop(self.process)
        self.tumbler = Tumbler(KEY)
        self.cage = Cage(KEY, 90, lambda: (live.desk.table for live in self._lives()))
        self.redemptions = RashRedemptions(self._lives, NoneUnused(tables), self.cage, lambda _: None)
        self.redemptions.guards, self.redemptions.others = self.guards, Neighbours(self, bus)
        self.tables: dict[str, HeldTable] = {}
        self._settings = tables
        name = self.process.name
        lives = (f"{name}.{started}.{number}" for number in count(1))
        clock = lambda: self.world.at_s  # noqa: E731
        node, sites = leases.Node("", name, "", "1"), dict.fromkeys(tables, "")
        self.keeper = Keeper(NodeLeases(connection), self, node, sites, lives, ticks=clock, clock=clock)  # type: ignore[arg-type]
        self.process.start(lambda: self.keeper.run(self.process.sleep))
        self.loop.call_soon(self._tick)

    def signing(self, table, store):
        """What signs the checkpoints of a table, which reads its own store."""
        return partial(JournalCheckpoints("h", SIGNING, lambda _: store).sign, table)

    def _lives(self) -> Iterator:
        return (one.live for one in self.tables.values() if one.live is not None and not one.gone)

    def holds(self) -> bool:
        return Guard.CLOCK not in self.guards or self.keeper.holds()

    def held(self) -> list[str]:
        return [*self.tables]

    def open(self, table: str, life: str) -> None:
        self.loop.call_soon_threadsafe(self._open, table, life)

    def _open(self, table: str, life: str) -> None:
        if table not in self.tables and life == self.keeper.life:
            store = RemoteStore(self.connection, table, Held(life, self.process.name))
            self.tables[table] = HeldTable(self, self._settings[table], store)

    def hand_over(self, table: str) -> None:
        self.loop.call_soon_threadsafe(self._hand_over, table)

    def _hand_over(self, table: str) -> None:
        if table in self.tables:
            self.tables[table].leaves = True

    def drop_all(self) -> None:
        self.loop.call_soon_threadsafe(self._drop_all)

    def _drop_all(self) -> None:
        for one in [*self.tables.values()]:
            one.drop()

    def forget(self, one: HeldTable) -> None:
        if self.tables.get(one.settings.id) is one:
            del self.tables[one.settings.id]

    def trouble(self, words: str) -> None:
        self.world.problems.append(f"{self.process.name} at {self.world.at_s:.3f} s: {words}")

    def _tick(self) -> None:
        if not self.holds():
            self._drop_all()
        for one in [*self.tables.values()]:
            one.tick()
        self.loop.call_later(TICK_S, self._tick)

    def drain(self, for_s: float) -> None:
        """All tables are handed over between rounds, and none is taken for a while."""
        self.keeper.is_draining = True
        self.loop.call_later(for_s, setattr, self.keeper, "is_draining", False)

    def inquire(self, question: Any, back: Callable[[Any], None]) -> None:
        """What another node asks about a voucher."""
        self.loop.call_soon(lambda: self.loop.create_task(self._answer(question, back)))

    async def _answer(self, question: Any, back: Callable[[Any], None]) -> None:
        back(await self.redemptions.answer(question))

    def hear(self, table: str, order: Order, told: Told) -> None:
        self.loop.call_soon(self._hear, table, partial(HeldTable.take_order, order=order, told=told), told)

    def show(self, table: str, seat: int, told: Told) -> None:
        self.loop.call_soon(self._hear, table, partial(HeldTable.show, seat=seat, told=told), told)

    def _hear(self, table, ask, told) -> None:
        one = self.tables.get(table)
        if one is None:
            told(None, None)
        else:
            ask(one)
