"""The network between nodes and database: delays, losses, cuts, and requests that arrive when nobody waits any more."""

from collections import Counter
from collections.abc import Callable
from typing import Final, NamedTuple, TypeVar

from greenlet import GreenletExit, getcurrent
from simulation.world import Process, World

from taisai.journal.refusals import JournalRefusal
from taisai.rules.refusals import Refused

TIMEOUT_S: Final = 2.0

Answer = TypeVar("Answer")


class Weather(NamedTuple):
    """How likely each mishap of a call is; each seed has its own."""

    lost: float
    lost_reply: float
    late: float
    paused: float

    @classmethod
    def of(cls, world: World) -> "Weather":
        chance = world.random.choice
        rare = (0.0, 0.001, 0.004)
        return cls(chance(rare), chance(rare), chance((0.0, 0.005, 0.02)), chance((0.0, 0.002, 0.005)))


CALM: Final = Weather(0, 0, 0, 0)


class Network:
    def __init__(self, world: World, pause: Callable[[Process], None]) -> None:
        self.world = world
        self.weather = Weather.of(world)
        self.happened: Counter[str] = Counter()
        self._pause = pause

    def ask(self, process: Process, request: Callable[[], Answer]) -> Answer:
        """`request` runs where the database is, when it arrives there. Whoever waits too long is told that it failed,
        whatever has come of it."""
        if process.dead:
            raise GreenletExit
        thread = getcurrent()
        if thread is self.world.hub:
            raise AssertionError("the loop waits for the database")
        waits = [True]

        def hear(outcome: Answer | BaseException) -> None:
            if waits:
                waits.clear()
                thread.switch(outcome)

        self._send(process, request, hear)
        process.later(TIMEOUT_S, hear, _failed())
        outcome = process.rest()
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome

    def _send(self, process: Process, request: Callable[[], Answer], hear: Callable[..., None]) -> None:
        """A process may be paused when it has decided to send and has not sent: then it sends when it wakes."""
        if self._strikes("paused at a call", self.weather.paused):
            self._pause(process)
        process.due(self._leave, process, request, hear)

    def _leave(self, process: Process, request: Callable[[], Answer], hear: Callable[..., None]) -> None:
        if not process.cut and not self._strikes("lost", self.weather.lost):
            self.world.later(self._delay_s(self.weather.late), self._arrive, process, request, hear)

    def _arrive(self, process: Process, request: Callable[[], Answer], hear: Callable[..., None]) -> None:
        try:
            outcome: Answer | BaseException = request()
        except (Refused, AssertionError) as error:
            outcome = error if isinstance(error, Refused) else _failed()
        if process.cut or self._strikes("reply lost", self.weather.lost_reply):
            return
        process.later(self._delay_s(0), hear, outcome)
        if self._strikes("paused at an answer", self.weather.paused):
            self._pause(process)

    def _delay_s(self, late: float) -> float:
        if self._strikes("late", late):
            return self.world.random.uniform(0.5, 7)
        return 0.002 + self.world.random.expovariate(1 / 0.006)

    def _strikes(self, what: str, chance: float) -> bool:
        if chance and self.world.random.random() < chance:
            self.happened[what] += 1
            return True
        return False


def _failed() -> Refused:
    return Refused(JournalRefusal.FAILED, "the database did not answer in time", "database")
