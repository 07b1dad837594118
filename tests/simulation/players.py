"""Players who wager, cash out and redeem each other's vouchers at any table, and remember what they were told."""

from functools import partial
from typing import Any, Final, NamedTuple

from simulation.held import Seen
from simulation.sent import Sent, Telling, decides
from simulation.world import World

from taisai.house.desk import Answer, Reply
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table.order import Order, Person

PATIENCE_S: Final = 3.0
PENDING_MOST: Final = 4
SPOTS: Final = ("small", "big", "total-9", "total-10", "any-triple", "domino-1-2", "single-3")


class Habits(NamedTuple):
    """How many players there are, how long they think, and how long they wait before they send an order again."""

    players: int
    think_s: float
    again_s: float

    @classmethod
    def of(cls, world: World) -> "Habits":
        chance = world.random.choice
        return cls(chance((2, 4, 8)), chance((0.1, 0.2, 0.4, 1.5)), chance((0.5, 1.5, 4.0)))


class Player:
    """`wire` carries a message to a node and gives what came back, or nothing for ever. The `wallet` has the numbers of
    vouchers, some more than once; all players share it, and the `newest` entry of each table that one of them knows."""

    def __init__(self, world: World, seat: int, wire: Any, wallet: list[str], habits: Habits) -> None:
        self.world, self.seat = world, seat
        self.sent: list[Sent] = []
        self.plays = True
        self._person = Person(f"player {seat}", Role.PLAYER, seat)
        self._wire, self._wallet, self._habits = wire, wallet, habits
        self._table = world.random.choice(wire.tables)
        self._seen = dict.fromkeys(wire.tables, Seen(0, 0, 0))
        self._owner: dict[str, int] = {}
        world.later(world.random.random(), self._act)

    def pending(self) -> list[Sent]:
        return [one for one in self.sent if not one.is_over]

    def _act(self) -> None:
        if self.plays:
            if len(self.pending()) < PENDING_MOST:
                self._choose()
            else:
                self._look()
            self.world.later(self.world.random.expovariate(1 / self._habits.think_s), self._act)

    def _choose(self) -> None:
        dice, seen = self.world.random, self._seen[self._table]
        luck = dice.random()
        if luck < 0.1 or not seen.seq:
            self._look()
        elif luck < 0.13:
            self._table = dice.choice(self._wire.tables)
        elif luck < 0.28 and self._wallet:
            self._redeem(self._wallet.pop(dice.randrange(len(self._wallet))))
        elif luck < 0.36 and seen.credit:
            self._order(c.CashOut(self.seat, self._number()))
        elif seen.credit < 500:
            self._top_up(seen.credit)
        else:
            self._order(self._wager())

    def _redeem(self, number: str) -> None:
        """Whoever has a number twice tries it at two tables at once."""
        here, command = self._table, c.BuyIn(self.seat, 0, number)
        self._order(command)
        if number in self._wallet:
            self._wallet.remove(number)
            self._table = self.world.random.choice([one for one in self._wire.tables if one != here])
            self._order(command)
            self._table = here

    def _top_up(self, credit: int) -> None:
        """And wagers more than there was before: the one is right only after the other."""
        amount = 100 * self.world.random.randint(1, 4)
        wager = c.PlaceWager(self.seat, self.world.random.choice(SPOTS), credit // 100 * 100 + amount)
        self._order(c.BuyIn(self.seat, amount), wager)

    def _number(self) -> str:
        return str(self.world.random.randrange(10**13, 10**14))

    def _wager(self) -> c.Command:
        dice = self.world.random
        if dice.random() < 0.15:
            return c.WithdrawWager(self.seat, dice.choice(SPOTS), 100)
        return c.PlaceWager(self.seat, dice.choice(SPOTS), 100 * dice.randint(1, 4))

    def _order(self, *commands: c.Command) -> None:
        """Several go in one go, and each is sent again by itself."""
        made = [self._made(command) for command in commands]
        self._send(*made)

    def _made(self, command: c.Command) -> Sent:
        name = f"{self.seat}-{len(self.sent)}"
        sent = Sent(self._table, Order(name, self._person, command, self._seen[self._table].round))
        self.sent.append(sent)
        return sent

    def _send(self, *orders: Sent) -> None:
        table = orders[0].table
        given = [(one.order, self._attempt(one)) for one in orders]
        self._wire.orders(self._node(table), table, given)
        for one in orders:
            self.world.later(PATIENCE_S, self._give_up, one, one.attempts)

    def _attempt(self, sent: Sent) -> Telling:
        sent.attempts += 1
        sent.unanswered += 1
        return partial(self._told, sent, sent.attempts, self._wire.newest[sent.table])

    def _node(self, table: str) -> int:
        """Nearly always the one that answered last."""
        dice = self.world.random
        return self._owner[table] if table in self._owner and dice.random() < 0.75 else self._wire.any_node()

    def _give_up(self, sent: Sent, attempt: int) -> None:
        if sent.attempts == attempt and not sent.is_over:
            self._owner.pop(sent.table, None)
            self._send(sent)

    def _told(self, sent: Sent, attempt: int, known: int, node: int, answer: Answer | None, seen: Seen | None) -> None:
        sent.unanswered -= 1
        sent.last = f"node {node + 1}: {answer}"
        if decides(answer):
            self._check_seen(sent.table, node, known, seen)
            self._decided(sent, answer)
        elif sent.attempts == attempt and not sent.is_over:
            if self._owner.get(sent.table) == node:
                self._owner.pop(sent.table)
            again_s = self._habits.again_s if self.plays else 0.5
            self.world.later(self.world.random.uniform(0.05, again_s), self._give_up, sent, attempt)

    def _decided(self, sent: Sent, answer: Answer | None) -> None:
        if isinstance(answer, Reply):
            sent.receipts.append(answer)
            if not sent.is_over:
                self._taken(sent)
        elif not sent.receipts:
            sent.refused = answer
        sent.is_over = True

    def _taken(self, sent: Sent) -> None:
        match sent.order.command:
            case c.CashOut(voucher=number):
                self._wallet += [number] * self.world.random.choice((1, 2, 2, 3))
                if self.world.random.random() < 0.5:
                    self._order(c.CollectVoucher(self.seat, number[-4:]))

    def _check_seen(self, table: str, node: int, known: int, seen: Seen | None) -> None:
        """Once anybody was told of an entry, nobody who asks after that is shown the table as it was before."""
        assert seen is not None
        if seen.seq < known:
            words = f"entry {known} of {table} was known, and {self._person.name} was answered as of entry {seen.seq}"
            self.world.problems.append(f"{words} at {self.world.at_s:.3f} s")
        self._wire.newest[table] = max(seen.seq, self._wire.newest[table])
        self._owner[table] = node
        self._seen[table] = max(seen, self._seen[table])

    def _look(self) -> None:
        table, known = self._table, self._wire.newest[self._table]
        self._wire.look(self._node(table), table, self.seat, partial(self._shown, table, known))

    def _shown(self, table: str, known: int, node: int, _: Answer | None, seen: Seen | None) -> None:
        if seen is not None:
            self._check_seen(table, node, known, seen)
        elif self._owner.get(table) == node:
            self._owner.pop(table)
