"""What a table does by itself while it is held: its own steps, and a look at promises whose end it was not told."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from taisai.house.automation import ITSELF, Automation
from taisai.house.live import LiveTable
from taisai.house.opening_orders import opening
from taisai.house.tables import TableSettings
from taisai.rules.vocabulary import Act, Step
from taisai.table import commands as c
from taisai.table.order import Order, Person
from taisai.table.state import Closed

if TYPE_CHECKING:
    from simulation.node import Node

MEND_S: Final = 4.0


class Steps:
    def __init__(self, live: LiveTable, node: "Node", settings: TableSettings) -> None:
        self._live, self._world = live, node.world
        self._automation = Automation(live.desk, node.tumbler, _pace_of(settings))
        self._steps_due, self._mended_s = 0, 0.0

    def begin(self) -> None:
        """As after a restart: a round under way is concluded, and a closed table is opened."""
        desk = self._live.desk
        if desk.table.current is not None:
            self._order(Order(f"resume-{desk.head.seq}", ITSELF, c.Resume(), desk.table.round))
        permission = desk.game.book.permission(Act.OPEN_TABLE)
        if permission and isinstance(desk.table.phase, Closed):
            boss = Person("boss", permission.by[0])
            for place, command in enumerate(opening(desk.game)):
                self._order(Order(f"open-{desk.head.seq}-{place}", boss, command))

    def _order(self, order: Order) -> None:
        self._live.submit(order, lambda *_: None)

    def watch(self) -> None:
        self._automation.watch(self._world.at_s)

    def tick(self, mend: Callable[[], None]) -> None:
        if not self._live.down and not self._steps_due:
            self._steps_due = 1
            self._live.look(self._take_due)
        if self._world.at_s >= self._mended_s + MEND_S:
            self._mended_s = self._world.at_s
            mend()

    def _take_due(self) -> None:
        orders = [] if self._live.down else self._automation.due(self._world.at_s)
        self._steps_due = len(orders)
        for order in orders:
            self._live.submit(order, self._stepped)

    def _stepped(self, *_: Any) -> None:
        self._steps_due -= 1


def _pace_of(table: TableSettings) -> dict[Step, float]:
    """Nobody watches the dice tumble and the layout light up, so all the time goes to wagers and to what lies between
    two rounds: there tables are handed over and snapshots saved."""
    return {Step.OPEN_BETS: table.pause_s, Step.CLOSE_BETS: table.window_s}
