"""What befalls the nodes: pauses, deaths, cuts, drains; when and which is the seed's to say."""

from collections import Counter
from typing import Any

from simulation.world import Process, World


class Faults:
    def __init__(self, world: World, house: Any) -> None:
        self.happened: Counter[str] = Counter()
        self.are_on = True
        self._world, self._house = world, house
        self._gap_s = world.random.choice((2.0, 4.0, 8.0))
        world.later(4, self._strike)

    def _strike(self) -> None:
        if not self.are_on:
            return
        dice = self._world.random
        kinds = (
            self._pause, self._pause, self._kill, self._cut, self._cut_all, self._drain, self._hand_over,
        )  # fmt: skip
        fault = dice.choice(kinds)
        self.happened[fault.__name__.strip("_")] += 1
        fault()
        self._world.later(dice.expovariate(1 / self._gap_s), self._strike)

    def _any(self) -> int:
        return self._world.random.randrange(len(self._house.nodes))

    def _pause(self) -> None:
        self.pause(self._house.nodes[self._any()].process)

    def pause(self, process: Process) -> None:
        if not process.dead and not process.paused:
            process.pause()
            self._world.later(self._world.random.uniform(0.3, 12), process.wake)

    def _kill(self) -> None:
        place = self._any()
        if not self._house.nodes[place].process.dead:
            self._house.nodes[place].process.kill()
            self._world.later(self._world.random.uniform(0.2, 5), self._house.start, place)

    def _cut(self) -> None:
        self._cut_off([self._house.nodes[self._any()]], self._world.random.uniform(0.5, 7))

    def _cut_all(self) -> None:
        self._cut_off(self._house.nodes, self._world.random.uniform(0.3, 4))

    def _cut_off(self, nodes: list[Any], for_s: float) -> None:
        for node in nodes:
            node.process.cut = True
            self._world.later(for_s, setattr, node.process, "cut", False)

    def _drain(self) -> None:
        node = self._house.nodes[self._any()]
        node.process.due(node.drain, self._world.random.uniform(1, 5))

    def _hand_over(self) -> None:
        """One table, as when nodes share tables anew."""
        node = self._house.nodes[self._any()]
        for one in [*node.tables.values()][:1]:
            node.process.due(setattr, one, "leaves", True)
