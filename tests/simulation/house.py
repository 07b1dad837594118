"""A house of several nodes under one seed: play with faults, then quiet until everybody has an answer."""

from collections import Counter
from functools import partial
from typing import Any, Final, NamedTuple

from simulation.database import Database
from simulation.faults import Faults
from simulation.guards import ALL, Guards
from simulation.history import problems
from simulation.neighbours import Travelling
from simulation.network import CALM, Network
from simulation.node import Node
from simulation.patched import simulated
from simulation.players import Habits, Player
from simulation.sent import Telling
from simulation.store import Connection
from simulation.world import Process, World

from taisai.house.tables import ELECTRONIC, TableSettings
from taisai.table.limits import LimitRule

NODES: Final = 3
PLAY_S: Final = 60.0
QUIET_S: Final = 20.0
LOST: Final = 0.003
LIMITS: Final = (LimitRule(minimum=100, maximum=1_500, differential=1_000),)
TABLES: Final = ("T1", "T2", "T3")


def _settings(world: World) -> dict[str, TableSettings]:
    """Busy tables and slow ones: each finds what the other does not."""
    window_s, pause_s = world.random.choice((1, 5, 8)), world.random.choice((0, 1))
    return {
        name: TableSettings(name, "rws-6/2", automation=ELECTRONIC, window_s=window_s, pause_s=pause_s, limits=LIMITS)
        for name in TABLES
    }


class Outcome(NamedTuple):
    """`seals` are the last of each table: the same for the same seed."""

    seed: int
    problems: list[str]
    seals: dict[str, str]
    figures: dict[str, int]


class House:
    def __init__(self, seed: int, guards: Guards) -> None:
        self.world = World(seed)
        self.guards = guards
        self.database = Database(self.world, guards)
        self.faults = Faults(self.world, self)
        self.network = Network(self.world, self.faults.pause)
        self._started = Counter[int]()
        self._tables = _settings(self.world)
        self.nodes: list[Node] = []
        for place in range(NODES):
            self.start(place)
        self.newest = dict.fromkeys(TABLES, 0)
        wallet: list[str] = []
        habits = Habits.of(self.world)
        self.players = [Player(self.world, seat, self, wallet, habits) for seat in range(1, habits.players + 1)]

    def start(self, place: int) -> None:
        process = Process(self.world, f"N{place + 1}")
        connection = Connection(process, self.network, self.database, self.guards)
        self._started[place] += 1
        self.nodes[place : place + 1] = [Node(connection, self._tables, self._started[place], Travelling(self))]

    tables = TABLES

    def any_node(self) -> int:
        return self.world.random.randrange(NODES)

    def orders(self, node: int, table: str, given: list[tuple[Any, Telling]]) -> None:
        """What a terminal sends in one go arrives in one go; each answer comes by itself."""
        if not self.loses():
            delay_s, there = self.travel_s(), self.nodes[node]
            for order, told in given:
                ask = partial(Node.hear, there, table=table, order=order, told=self._back(node, told))
                self.world.later(delay_s, there.process.due, ask)

    def look(self, node: int, table: str, seat: int, told: Telling) -> None:
        self._carry(node, partial(Node.show, table=table, seat=seat), told)

    def _carry(self, place: int, ask: Any, told: Telling) -> None:
        """There and back; either way it may be lost."""
        node = self.nodes[place]
        if not self.loses():
            self.world.later(self.travel_s(), node.process.due, partial(ask, node, told=self._back(place, told)))

    def _back(self, place: int, told: Telling) -> Telling:
        def back(*answer: Any) -> None:
            if not self.loses():
                self.world.later(self.travel_s(), told, place, *answer)

        return back

    def travel_s(self) -> float:
        return 0.001 + self.world.random.expovariate(1 / 0.01)

    def loses(self) -> bool:
        return self.faults.are_on and self.world.random.random() < LOST

    def play(self) -> None:
        self.world.run(PLAY_S)
        self.faults.are_on, self.network.weather = False, CALM
        for player in self.players:
            player.plays = False
        self.world.run(PLAY_S + QUIET_S)
        for node in self.nodes:
            node.process.kill()


def simulate(seed: int, guards: Guards = ALL) -> Outcome:
    world_of = House(seed, guards)
    with simulated(world_of.world, guards):
        world_of.play()
    return Outcome(seed, problems(world_of), _seals(world_of), _figures(world_of))


def _seals(house: House) -> dict[str, str]:
    return {table: house.database.store(table).head().seal.hex() for table in TABLES}


def _figures(house: House) -> dict[str, int]:
    sent = [one for player in house.players for one in player.sent]
    return {
        "faults": house.faults.happened.total() + house.network.happened.total(),
        "takes": len(house.database.taken),
        "entries": sum(house.database.store(table).head().seq for table in TABLES),
        "acknowledged": sum(bool(one.receipts) for one in sent),
        "refused": sum(one.is_refused for one in sent),
        "sent again": sum(one.attempts - 1 for one in sent),
    }
