"""Gates: who may give an order, when, at which tables, and whether alone.

They are data that stand beside the order. The dispatcher enforces them before anything is decided, and the page of
rights prints them by trying them. They never read amounts or texts, and of seats only for whom staff placed a wager:
the rest is for the decision."""

from enum import StrEnum
from typing import Final, Literal

import msgspec

from taisai.rules.vocabulary import Act, Moment, Role, Step, Trouble
from taisai.table import allow
from taisai.table.allow import PLAYER
from taisai.table.game import Game
from taisai.table.moments import moment_of
from taisai.table.order import Order
from taisai.table.parts import Command
from taisai.table.remedies import provided
from taisai.table.state import Closed, Table


class Gate(msgspec.Struct, frozen=True, tag_field="gate"):
    def check(self, game: Game, table: Table, order: Order) -> None:
        """Refuse if the gate is shut."""
        raise NotImplementedError


class Who(StrEnum):
    PLAYER = "player"
    STAFF = "staff"
    HOUSE = "house"
    TUMBLER = "tumbler"


class By(Gate, frozen=True, tag="by"):
    """Those whom the rulebook names for an act, or one of our own groups. `or_player`, `or_house`: they too."""

    who: Act | Who
    or_player: bool = False
    or_house: bool = False

    def check(self, game: Game, table: Table, order: Order) -> None:
        role = order.by.role
        if role is PLAYER:
            if self.or_player:
                return
        elif self.or_house and role is Role.AUTOMATION:
            return
        match self.who:
            case Act() as act:
                allow.act(game, order, act)
            case Who.PLAYER:
                allow.player(order)
            case Who.STAFF:
                allow.staff(order)
            case Who.HOUSE:
                allow.house(order)
            case Who.TUMBLER:
                allow.tumbler(table, order)


class Time(StrEnum):
    """`known`: the order names a round that is not void. Only a round that is yet to begin waits until a count is
    agreed, made or a trouble cleared."""

    OPEN = "open"
    CLOSED = "closed"
    BETWEEN = "between"
    BETTING = "betting"
    KNOWN = "known"
    RUNNING = "running"
    STOPPED = "stopped"
    UNCOVERED = "uncovered"
    COUNT_AGREED = "count-agreed"
    COUNTED = "counted"
    CLEARED = "cleared"


class When(Gate, frozen=True, tag="when"):
    time: Time

    def check(self, game: Game, table: Table, order: Order) -> None:
        if self.time is _BETTING:
            allow.betting(game, table, order)
        elif self.time is Time.KNOWN:
            allow.known_round(table, order)
        else:
            _CONDITIONS[self.time](table)


_BETTING: Final = Time.BETTING  # looking up enum members is slow, and every wager passes this gate
_CONDITIONS: Final = {
    Time.OPEN: allow.open_table,
    Time.CLOSED: allow.closed_table,
    Time.BETWEEN: allow.between_rounds,
    Time.RUNNING: allow.running,
    Time.STOPPED: allow.stopped,
    Time.UNCOVERED: allow.uncovered,
    Time.COUNT_AGREED: allow.count_agreed,
    Time.COUNTED: allow.counted,
    Time.CLEARED: allow.cleared,
}


class NextStep(Gate, frozen=True, tag="next-step"):
    """The rulebook's next step is this one."""

    step: Step

    def check(self, game: Game, table: Table, order: Order) -> None:
        allow.step(game, table, order, self.step)


class Keys(Gate, frozen=True, tag="keys"):
    """The entry terminal: an entry of a hand-dealt round or, at a closed table, of a test roll."""

    def check(self, game: Game, table: Table, order: Order) -> None:
        if isinstance(table.phase, Closed):
            allow.act(game, order, Act.OPEN_TABLE)
        else:
            allow.no_committed_roll(table, order, getattr(order.command, "roll", "") or order.round)
            allow.step(game, table, order, Step.ENTER)


class At(Gate, frozen=True, tag="at"):
    money: Literal["credits", "chips"]

    def check(self, game: Game, table: Table, order: Order) -> None:
        if self.money == "chips":
            allow.chips_only(table)
        else:
            allow.credits_only(table)


class Since(StrEnum):
    EVER = "ever"
    CLOSING = "closing"
    CLOSING_OF_CURRENT = "closing of the current round"


class ByHand(Gate, frozen=True, tag="by-hand"):
    """Nobody puts a roll in the place of a throw that an electronic table has committed itself to."""

    since: Since = Since.EVER

    def check(self, game: Game, table: Table, order: Order) -> None:
        if self.since is Since.EVER or (table.electronic and self._is_committed(game, table, order)):
            allow.no_committed_roll(table, order, getattr(order.command, "roll", "") or order.round)

    def _is_committed(self, game: Game, table: Table, order: Order) -> bool:
        if self.since is Since.CLOSING_OF_CURRENT:
            current = table.current
            return (
                current is not None
                and current.number in order.command.rounds_named
                and moment_of(game, table, current.number) is not Moment.BEFORE_CLOSING
            )
        return order.by.role is not Role.AUTOMATION and moment_of(game, table, order.round) is not Moment.BEFORE_CLOSING


class Of(StrEnum):
    """The rounds that a remedy is for: the one under way, the last one, the table's, that of the order, or those that
    the command names."""

    CURRENT = "current"
    LAST = "last"
    TABLE = "table"
    ORDER = "order"
    NAMED = "named"


class Remedy(Gate, frozen=True, tag="remedy"):
    """What the rulebook provides for this order at the moment of its round; of several rounds the strictest counts.
    A command that names its trouble is for that one."""

    trouble: Trouble
    of: Of

    def check(self, game: Game, table: Table, order: Order) -> None:
        allow.staff(order)
        for number in self._rounds(table, order):
            self._check(game, table, order, number)

    def _check(self, game: Game, table: Table, order: Order, number: int) -> None:
        outcome = provided(game, table, order, order.command.trouble_named or self.trouble, number).outcome
        if outcome.act and not (order.by.role is Role.AUTOMATION and table.electronic):
            allow.act(game, order, outcome.act)
        if outcome.two:
            allow.two(order)

    def _rounds(self, table: Table, order: Order) -> tuple[int, ...]:
        match self.of:
            case Of.CURRENT:
                return (allow.current_round(table, order).number,)
            case Of.LAST:
                return (allow.last_round(table, order),)
            case Of.TABLE:
                return (table.round,)
            case Of.ORDER:
                return (order.round,)
            case Of.NAMED:
                return tuple(number for number in order.command.rounds_named if not table.is_void(number))


class Two(Gate, frozen=True, tag="two"):
    """A second person agrees. `or_player`: players do it alone."""

    or_player: bool = False

    def check(self, game: Game, table: Table, order: Order) -> None:
        if not (self.or_player and order.by.role is PLAYER):
            allow.two(order)


class TwoIfCalled(Gate, frozen=True, tag="two-if-called"):
    """A second person agrees to what staff do to a wager that staff placed for a player. `unfixed`: only while wagers
    count where they lie."""

    unfixed: bool = False

    def check(self, game: Game, table: Table, order: Order) -> None:
        if order.by.role is PLAYER or table.current is None or (self.unfixed and not allow.is_unfixed(game, table)):
            return
        if (getattr(order.command, "seat", 0), getattr(order.command, "spot", "")) in table.current.called:
            allow.two(order)


class If(Gate, frozen=True, tag="if"):
    """Another gate where a field of the command has this value or, without one, any value but none."""

    field: str
    then: Gate
    value: str = ""
    otherwise: Gate | None = None

    def choose(self, command: Command) -> Gate | None:
        found = getattr(command, self.field)
        return self.then if (found == self.value if self.value else found) else self.otherwise

    def check(self, game: Game, table: Table, order: Order) -> None:
        gate = self.choose(order.command)
        if gate is not None:
            gate.check(game, table, order)


OPEN: Final = When(Time.OPEN)
CLOSED: Final = When(Time.CLOSED)
BETWEEN: Final = When(Time.BETWEEN)
BETTING: Final = When(Time.BETTING)
NOTHING_STOPS: Final = (When(Time.COUNT_AGREED), When(Time.COUNTED), When(Time.CLEARED))
"""Before every step that a rulebook may begin a round with."""
CHIPS: Final = At("chips")
CREDITS: Final = At("credits")
MONEY: Final = By(Act.HANDLE_MONEY)
TWO: Final = Two()
UNFIXED: Final = "unfixed"
"""Wagers count where they lie, for no step has fixed them yet."""
