"""The steps that a table takes by itself. The table's data says which steps; the caller passes in the time."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import TYPE_CHECKING, Final

from taisai.house.beacon import Beacons, NoBeacon, TableBeacon
from taisai.house.desk import Desk
from taisai.house.tables import TableSettings
from taisai.house.tumbler import Tumbler
from taisai.rules.vocabulary import Role, Step
from taisai.table import commands as c
from taisai.table.order import Order, Person
from taisai.table.state import Betting, Entered, Idle, Phase, Settling
from taisai.table.throws import seed_before

if TYPE_CHECKING:
    from taisai.house.seeds import SeedChain

NO_BEACON: Final = NoBeacon()
ITSELF = Person("taisai", Role.AUTOMATION)
_COMMANDS: Final[dict[Step, c.Command]] = {
    Step.OPEN_BETS: c.OpenBets(),
    Step.CLOSE_BETS: c.CloseBets(),
    Step.REVEAL: c.RevealDice(),
    Step.COLLECT: c.CollectLosers(),
    Step.PAY: c.PayArea(),
}


class Automation:
    """Issues a table's automatic steps. `pace` is how many seconds the table waits before each step; the betting window
    is one of these waits."""

    def __init__(self, desk: Desk, tumbler: Tumbler, pace: Mapping[Step, float], beacons: Beacons = NO_BEACON) -> None:
        self.desk = desk
        self._tumbler = tumbler
        self._pace = pace
        self._beacon = TableBeacon(desk, beacons, pace.get(Step.CLOSE_BETS, 0))
        self._chain: SeedChain | None = None
        self._phase: Phase | None = None
        self._since_s = self._at_s = 0.0
        self._ids = (f"automation-{desk.head.seq}-{number}" for number in count(1))

    def due(self, at_s: float) -> list[Order]:
        """Return the orders that are due now. They go no further than the current phase."""
        self._at_s = at_s
        self.watch(at_s)
        return self._orders(self._commands(at_s))

    def seeds_due(self) -> list[Order]:
        """Return the orders that commit the table to a seed for its next round, before anyone can begin it."""
        return self._orders(self._seeds())

    def _orders(self, commands: Iterable[c.Command]) -> list[Order]:
        table = self.desk.table
        number = table.round + isinstance(table.phase, Idle)
        return [Order(next(self._ids), ITSELF, command, number) for command in commands]

    def watch(self, at_s: float) -> None:
        """Start the timer when a new phase is first seen. After an interruption the wait therefore starts again."""
        if self.desk.table.phase is not self._phase:
            self._phase, self._since_s = self.desk.table.phase, at_s

    def closes_at(self) -> float:
        """Return when betting closes automatically; 0 if it is not open or does not close by itself."""
        betting = isinstance(self._phase, Betting) and Step.CLOSE_BETS in self.desk.table.automation
        return self._since_s + self._pace.get(Step.CLOSE_BETS, 0) if betting else 0

    def _commands(self, at_s: float) -> Iterator[c.Command]:
        table = self.desk.table
        yield from self._openings()
        following = self.desk.game.next_step(table.phase)
        if following is None or (isinstance(table.phase, Idle) and table.trouble):
            return
        if isinstance(table.phase, Idle) and table.electronic:
            if not self._beacon.is_ready:
                return
            yield from self._beacon.choice()
        yield from self._seeds()
        if self._beacon.is_late():
            yield c.Resume(disturbed=True)
        elif following.step in table.automation and at_s - self._since_s >= self._pace.get(following.step, 0):
            yield from self._step(following.step)

    def _openings(self) -> Iterator[c.Command]:
        """Yield commands that reveal the seeds of finished rounds that are still hidden."""
        table = self.desk.table
        secret_still = {table.round} if table.current and not isinstance(table.phase, Entered | Settling) else set()
        over = [number for number in table.commitments if number <= table.round and number not in secret_still]
        for number in over:
            seed = self._seed(number)
            if seed is not None:
                yield c.RevealSeed(number, seed)

    def _seeds(self) -> Iterator[c.Command]:
        """Between rounds, commit to the seed of the next round before it begins. A chain that another process began is
        never continued: the journal may have been restored from a copy, and then its seeds are known."""
        table, chain, link = self.desk.table, self._chain, self.desk.table.chain.committed + 1
        if not table.electronic or not isinstance(table.phase, Idle):
            return
        if chain is None or chain.end != table.chain.end or (table.chain.is_spent and not self._is_committed()):
            chain, link = self._tumbler.chain(), 1
            self._chain = chain
            yield c.ChainSeeds(chain.end, chain.length)
        elif self._is_committed():
            return
        yield c.CommitSeed(self._tumbler.hide(table.table, table.round + 1, chain.seed(link)))

    def _is_committed(self) -> bool:
        return self.desk.table.is_committed(self.desk.table.round + 1)

    def _seed(self, number: int) -> str | None:
        """Return the seed of a committed round from memory, or else from the journal."""
        table = self.desk.table
        made = table.commitments[number]
        seed = self._chain.seed(made.link) if self._chain and made.link <= self._chain.length else ""
        if seed and seed_before(seed) == made.commitment:
            return seed
        return self._tumbler.seed(table.table, number, made.kept)

    def _step(self, step: Step) -> Iterator[c.Command]:
        match step:
            case Step.TUMBLE:
                assert self.desk.game.book.play is not None
                yield c.TumbleDice(self.desk.game.book.play.tumbles_min)
            case Step.ENTER:
                yield from self._entry()
            case Step.OPEN_BETS if self.desk.table.electronic:
                yield from self._beacon.naming()
                yield _COMMANDS[step]
            case _:
                yield _COMMANDS[step]

    def _entry(self) -> Iterator[c.Command]:
        """Yield the committed throw. If its seed can no longer be read, the round is resumed as disturbed."""
        table = self.desk.table
        made = table.commitments.get(table.round)
        seed = self._seed(table.round) if made else None
        if made is None or seed is None:
            yield c.Resume(disturbed=True)
        elif not made.beacon:
            yield c.RevealSeed(table.round, seed)
        elif command := self._beacon.telling(table.round, seed, made, self._at_s):
            yield command


def pace_of(table: TableSettings) -> dict[Step, float]:
    """Return the waits before each step. They leave players time to see the dice tumble, which screens show once the
    roll is known, and the lit layout. A table with no pause waits for nothing but its betting window."""
    beat = min(1.0, table.pause_s)
    return {
        Step.OPEN_BETS: table.pause_s,
        Step.CLOSE_BETS: table.window_s,
        Step.TUMBLE: beat,
        Step.REVEAL: beat,
        Step.ENTER: beat,
        Step.COLLECT: 5 * beat,
        Step.PAY: 2 * beat,
    }
