"""The steps that a table takes by itself: which ones is data of the table, what time it is is told."""

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Final

from taisai.house.desk import Desk
from taisai.house.tumbler import Tumbler
from taisai.rules.vocabulary import Role, Step
from taisai.table import commands as c
from taisai.table.order import Order, Person
from taisai.table.state import Betting, Entered, Idle, Phase, Settling, Tumbled

ITSELF = Person("taisai", Role.AUTOMATION)
_COMMANDS: Final[dict[Step, c.Command]] = {
    Step.OPEN_BETS: c.OpenBets(),
    Step.CLOSE_BETS: c.CloseBets(),
    Step.REVEAL: c.RevealDice(),
    Step.COLLECT: c.CollectLosers(),
    Step.PAY: c.PayArea(),
}


class Automation:
    """`pace` is how many seconds a table stays as it is before it takes a step; the betting window is one of them."""

    def __init__(self, desk: Desk, tumbler: Tumbler, pace: Mapping[Step, float]) -> None:
        self.desk = desk
        self._tumbler = tumbler
        self._pace = pace
        self._phase: Phase | None = None
        self._since_s = 0.0
        self._ids = (f"automation-{desk.head.seq}-{number}" for number in count(1))

    def due(self, at_s: float) -> list[Order]:
        """What is to be done now, as far as the present phase goes."""
        self.watch(at_s)
        table = self.desk.table
        number = table.round + isinstance(table.phase, Idle)
        return [Order(next(self._ids), ITSELF, command, number) for command in self._commands(at_s)]

    def watch(self, at_s: float) -> None:
        """Time is counted from the first look at a phase, so after an interruption it starts again."""
        if self.desk.table.phase is not self._phase:
            self._phase, self._since_s = self.desk.table.phase, at_s

    def closes_at(self) -> float:
        """When wagers close by themselves; 0 where they do not, or are not open."""
        betting = isinstance(self._phase, Betting) and Step.CLOSE_BETS in self.desk.table.automation
        return self._since_s + self._pace.get(Step.CLOSE_BETS, 0) if betting else 0

    def _commands(self, at_s: float) -> Iterator[c.Command]:
        table = self.desk.table
        yield from self._openings()
        following = self.desk.game.next_step(table.phase)
        if following is None or (isinstance(table.phase, Idle) and table.trouble):
            return
        if self._may_commit():
            yield self._tumbler.commit(table.table, table.round)
        if following.step in table.automation and at_s - self._since_s >= self._pace.get(following.step, 0):
            yield self._step(following.step)

    def _openings(self) -> Iterator[c.Command]:
        """Secrets of rounds that are over without having been opened."""
        table = self.desk.table
        secret_still = {table.round} if table.current and not isinstance(table.phase, Entered | Settling) else set()
        for number in table.commitments.keys() - secret_still:
            secret = self._tumbler.secret(table.table, number, table.commitments[number].kept)
            if secret is not None:
                yield c.OpenCommitment(number, secret.throw, secret.nonce)

    def _may_commit(self) -> bool:
        """As early as can be: before wagers open where the dice are tumbled first, else while they are open."""
        table = self.desk.table
        early = isinstance(table.phase, Betting) or (isinstance(table.phase, Tumbled) and not table.phase.closed)
        return early and table.electronic and table.round not in table.commitments

    def _step(self, step: Step) -> c.Command:
        match step:
            case Step.TUMBLE:
                assert self.desk.game.book.play is not None
                return c.TumbleDice(self.desk.game.book.play.tumbles_min)
            case Step.ENTER:
                return self._entry()
        return _COMMANDS[step]

    def _entry(self) -> c.Command:
        """The throw that was committed to; where the secret cannot be read any more, none is established."""
        table = self.desk.table
        made = table.commitments.get(table.round)
        secret = self._tumbler.secret(table.table, table.round, made.kept) if made else None
        return c.OpenCommitment(table.round, secret.throw, secret.nonce) if secret else c.Resume(disturbed=True)
