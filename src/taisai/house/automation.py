"""The steps that a table takes by itself: which ones is data of the table, what time it is is told."""

from collections.abc import Callable, Iterator
from itertools import count
from typing import Final

from taisai.house.desk import Desk, Reply
from taisai.rules.roll import Roll
from taisai.rules.vocabulary import Role, Step
from taisai.table import commands as c
from taisai.table.order import Order, Person
from taisai.table.state import Betting, Idle

ITSELF = Person("taisai", Role.AUTOMATION)
_COMMANDS: Final[dict[Step, c.Command]] = {
    Step.OPEN_BETS: c.OpenBets(),
    Step.CLOSE_BETS: c.CloseBets(),
    Step.REVEAL: c.RevealDice(),
    Step.ENTER: c.EnterRoll(),
    Step.COLLECT: c.CollectLosers(),
    Step.PAY: c.PayArea(),
}


class Automation:
    """`window_s` is how long wagers stay open where closing is automatic."""

    def __init__(self, desk: Desk, tumbler: Callable[[], Roll], window_s: int) -> None:
        self.desk = desk
        self.tumbler = tumbler
        self.window_s = window_s
        self._opened_at: float | None = None
        self._ids = (f"automation-{desk.head.seq}-{number}" for number in count(1))

    def tick(self, at_s: float) -> list[Reply]:
        """Takes every automatic step that is due, until the table waits for a person or for the window."""
        replies: list[Reply] = []
        while commands := list(self._due(at_s)):
            replies += [self._do(command) for command in commands]
            self._opened_at = at_s if isinstance(self.desk.table.phase, Betting) else None
        return replies

    def _due(self, at_s: float) -> Iterator[c.Command]:
        table = self.desk.table
        following = self.desk.game.next_step(table.phase)
        stopped = isinstance(table.phase, Idle) and table.trouble
        if following is None or following.step not in table.automation or stopped:
            return
        if following.step is Step.CLOSE_BETS and not self._window_is_over(at_s):
            return
        if following.step is Step.ENTER:
            yield from (c.PressButton(face) for face in self.tumbler().faces)
        yield self._command(following.step)

    def _window_is_over(self, at_s: float) -> bool:
        if self._opened_at is None:
            self._opened_at = at_s  # opened by a dealer, or before this process began
        return at_s - self._opened_at >= self.window_s

    def _command(self, step: Step) -> c.Command:
        if step is Step.TUMBLE:
            assert self.desk.game.book.play is not None
            return c.TumbleDice(self.desk.game.book.play.tumbles_min)
        return _COMMANDS[step]

    def _do(self, command: c.Command) -> Reply:
        table = self.desk.table
        number = table.round + isinstance(table.phase, Idle)
        return self.desk.do(Order(next(self._ids), ITSELF, command, number))
