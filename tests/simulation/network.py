"""The network between nodes and database: delays, losses, cuts, and requests that arrive when nobody waits any more."""

from collections import Counter
from collections.abc import Callable
from typing import Final, NamedTuple, TypeVar

from greenlet import GreenletExit, getcurrent
from simulation.world import Process, World

from taisai.journal.refusals import JournalRefusal
from taisai.rules.refusals import Refused

TIMEOUT_S: Final = 2.0
READ_TIMES: Final = 5  # so much longer may a reading take, as in the product
READINGS: Final = frozenset(("lines", "head", "snapshot", "claimed", "living", "holdings", "clock_s"))

Answer = TypeVar("Answer")


WRITES: Final = "append"
READS: Final = "lines"
SELDOM: Final = 10  # so much more seldom does it strike elsewhere


class Weather(NamedTuple):
    """How likely each mishap of a call is; each seed has its own. What is written is `late` and whoever reads a journal
    is `paused` far more often than others: there guards are needed, and it happens too seldom by itself."""

    lost: float
    lost_reply: float
    late: float
    paused: float

    @classmethod
    def of(cls, world: World) -> "Weather":
        chance = world.random.choice
        rare = (0.0, 0.001, 0.004)
        return cls(chance(rare), chance(rare), chance((0.0, 0.02, 0.06)), chance((0.0, 0.02, 0.05)))


CALM: Final = Weather(0, 0, 0, 0)


class Network:
    def __init__(self, world: World, pause: Callable[[Process], None]) -> None:
        self.world = world
        self.weather = Weather.of(world)
        self.happened: Counter[str] = Counter()
        self._pause = pause

    def ask(self, process: Process, name: str, request: Callable[[], Answer]) -> Answer:
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

        self._send(process, name, request, hear)
        process.later(TIMEOUT_S * (READ_TIMES if name in READINGS else 1), hear, _failed())
        outcome = process.rest()
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome

    def _send(self, process: Process, name: str, request: Callable[[], Answer], hear: Callable[..., None]) -> None:
        """A process may be paused when it has decided to send and has not sent: then it sends when it wakes."""
        paused = self.weather.paused if name == READS else self.weather.paused / SELDOM
        if self._strikes("paused at a call", paused):
            self._pause(process)
        late = self.weather.late if name == WRITES else self.weather.late / SELDOM
        process.due(self._leave, process, late, request, hear)

    def _leave(self, process: Process, late: float, request: Callable[[], Answer], hear: Callable[..., None]) -> None:
        if not process.cut and not self._strikes("lost", self.weather.lost):
            self.world.later(self._delay_s(late), self._arrive, process, request, hear)

    def _arrive(self, process: Process, request: Callable[[], Answer], hear: Callable[..., None]) -> None:
        try:
            outcome: Answer | BaseException = request()
        except (Refused, AssertionError) as error:
            outcome = error if isinstance(error, Refused) else _failed()
        if process.cut or self._strikes("reply lost", self.weather.lost_reply):
            return
        process.later(self._delay_s(0), hear, outcome)
        if self._strikes("paused at an answer", self.weather.paused / SELDOM):
            self._pause(process)

    def _delay_s(self, late: float) -> float:
        if self._strikes("late", late):
            return self.world.random.uniform(1, 9)
        return 0.002 + self.world.random.expovariate(1 / 0.006)

    def _strikes(self, what: str, chance: float) -> bool:
        if chance and self.world.random.random() < chance:
            self.happened[what] += 1
            return True
        return False


def _failed() -> Refused:
    return Refused(JournalRefusal.FAILED, "the database did not answer in time", "database")
