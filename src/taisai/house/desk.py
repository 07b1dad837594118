"""One table's loop: decide, write down, evolve, and only then answer."""

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from itertools import islice
from typing import Final, Self

import msgspec

from taisai.house.past import informed, redeemed, worth
from taisai.house.reading import recorded, replayed
from taisai.journal.entry import By, Entry, Head
from taisai.journal.seal import START, checked, sealed
from taisai.journal.store import Snapshot, Store
from taisai.ledger.balances import Ledger, bank_of
from taisai.rules.refusals import Refusal, Refused
from taisai.table import events as e
from taisai.table.decide import decide
from taisai.table.decide.life import check_limits
from taisai.table.evolve import evolve, install
from taisai.table.game import Game
from taisai.table.limits import LimitRule
from taisai.table.order import Order
from taisai.table.state import Table

ANSWERS_KEPT: Final = 5_000
SNAPSHOT_EVERY: Final = 2_000

ANCHOR_EVERY: Final = 1_000

Clock = Callable[[], str]
Signer = Callable[[Head, str], bytes]
_encode = msgspec.json.Encoder().encode


class Setup(msgspec.Struct, frozen=True):
    """How a table is installed. `automation` names the steps that the table takes by itself."""

    table: str
    money: str = "credits"
    seats: int = 8
    automation: tuple[str, ...] = ()
    chips: tuple[int, ...] = (5, 25, 100, 500, 1000)
    limits: tuple[LimitRule, ...] = ()


class Reply(msgspec.Struct, frozen=True):
    """The receipt: which entries of the journal hold the answer."""

    first: int
    last: int
    events: tuple[e.Event, ...]


class Answered(msgspec.Struct, frozen=True, gc=False):
    digest: str
    first: int
    last: int


class _Memory(msgspec.Struct):
    """What a snapshot holds."""

    table: Table
    balances: dict[str, int]
    answered: dict[str, Answered]


class Desk:
    """The one writer of a table's journal."""

    def __init__(self, store: Store, game: Game, clock: Clock, signer: Signer | None = None) -> None:
        self.store = store
        self.game = game
        self.clock = clock
        self.signer = signer
        self.answered: dict[str, Answered] = {}
        self.head: Head = store.head()
        self._since_snapshot = 0
        self._since_anchor = 0
        self.table: Table
        self.ledger: Ledger

    @classmethod
    def install(cls, store: Store, game: Game, setup: Setup, clock: Clock, signer: Signer | None = None) -> Self:
        """A new journal, whose first entry says by which pay table it is to be read."""
        desk = cls(store, game, clock, signer)
        if desk.head.seq:
            words = (
                f"table {setup.table} has a journal already, {desk.head.seq} entries long; resume it, or name another"
            )
            raise Refused(Refusal.TABLE_INSTALLED, words, setup.table)
        check_limits(game, setup.limits)
        table = game.paytable
        wins = {spot.id: {str(roll): str(odds) for roll, odds in spot.wins} for spot in table.spots}
        event = e.TableInstalled(
            setup.table, game.book.id, table.id, table.fingerprint, {str(spot): rolls for spot, rolls in wins.items()},
            game.book.rulebook.currency, setup.money, setup.seats, setup.automation, setup.chips, setup.limits,
        )  # fmt: skip
        desk._begin(event)
        desk._write([event], By("taisai", "automation"), "install", "")
        return desk

    @classmethod
    def resume(cls, store: Store, game: Game, clock: Clock, signer: Signer | None = None) -> Self:
        """From the newest snapshot, or from the first entry where there is none."""
        desk = cls(store, game, clock, signer)
        snapshot = store.snapshot()
        if snapshot is not None:
            memory = msgspec.json.decode(snapshot.state, type=_Memory)
            desk.table, desk.answered = memory.table, memory.answered
            desk.ledger = Ledger(bank_of(memory.table.money))
            desk.ledger.balances.update(memory.balances)  # type: ignore[arg-type]
        desk._replay(snapshot.head if snapshot else None)
        if desk.table.fingerprint != game.paytable.fingerprint:
            words = f"table {desk.table.table} was installed with another {game.paytable.id}; install it anew"
            raise Refused(Refusal.BOOK_INVALID, words, desk.table.fingerprint)
        return desk

    def _begin(self, event: e.TableInstalled) -> None:
        self.table = install(event)
        self.ledger = Ledger(bank_of(event.money))

    def _replay(self, start: Head | None) -> None:
        """Commands of long ago are not remembered: nobody resends them any more."""
        entries = self.store.read(start.seq if start else 0)
        oldest, cause, kept = self.head.seq - ANSWERS_KEPT, "", True
        for stored in checked(entries, start or START):
            entry = replayed(stored.body)
            event, seq = entry.event, entry.seq
            if seq == 1:
                assert isinstance(event, e.TableInstalled), "a journal begins with its table"
                self._begin(event)
            evolve(self.table, event)
            self.ledger.post(event)
            if entry.cause != cause:  # a receipt is whole, so it begins with the first entry of its batch
                cause, kept = entry.cause, seq > oldest
            if kept:
                self._remember(cause, entry.digest, seq, seq)

    def do(self, order: Order) -> Reply:
        digest = sha256(_encode((order.by, order.round, order.command, order.second))).hexdigest()[:32]
        known = self.answered.get(order.id)
        if known is not None:
            return self._answer_again(order, known, digest)
        command = informed(order.command, self.table, self.store)
        events = decide(self.game, self.table, msgspec.structs.replace(order, command=command))
        return self._write(events, By(order.by.name, order.by.role.value), order.id, digest)

    def _answer_again(self, order: Order, known: Answered, digest: str) -> Reply:
        if known.digest != digest:
            words = f"the command id {order.id!r} was used for something else; give each command an id of its own"
            raise Refused(Refusal.COMMAND_CONFLICT, words, order.id)
        stored = islice(self.store.read(known.first - 1), known.last - known.first + 1)
        return Reply(known.first, known.last, tuple(recorded(entry.body).event for entry in stored))

    def _write(self, events: Sequence[e.Event], by: By, cause: str, digest: str) -> Reply:
        """Nothing is known to anybody, not even here, before it is written."""
        at, seq = self.clock(), self.head.seq
        entries = [
            Entry(seq + place, at, by, cause, digest, msgspec.Raw(_encode(event)))
            for place, event in enumerate(events, start=1)
        ]
        batch = sealed(self.head, entries)
        self.store.append(self.head, batch, tuple(claims_of(events)))
        self.head = Head(batch[-1].seq, batch[-1].seal)
        for event in events:
            evolve(self.table, event)
            self.ledger.post(event)
        self._remember(cause, digest, seq + 1, self.head.seq)
        self._snapshot_now_and_then(len(batch))
        self._anchor_now_and_then(len(batch), at, closed=isinstance(events[-1], e.TableClosed))
        return Reply(seq + 1, self.head.seq, tuple(events))

    def _remember(self, cause: str, digest: str, first: int, last: int) -> None:
        answered = self.answered
        known = answered.get(cause)
        answered[cause] = Answered(digest, known.first if known else first, last)
        if len(answered) > 2 * ANSWERS_KEPT:
            self.answered = dict(islice(answered.items(), ANSWERS_KEPT, None))

    def _snapshot_now_and_then(self, written: int) -> None:
        self._since_snapshot += written
        if self._since_snapshot >= SNAPSHOT_EVERY:
            self.save_snapshot()

    def _anchor_now_and_then(self, written: int, at: str, *, closed: bool) -> None:
        """A signed head at intervals and at each close, so that a cut tail is seen too."""
        self._since_anchor += written
        if self.signer and (closed or self._since_anchor >= ANCHOR_EVERY):
            self.store.save_anchor(self.signer(self.head, at))
            self._since_anchor = 0

    def save_snapshot(self) -> None:
        balances = {str(account): balance for account, balance in self.ledger.balances.items()}
        self.store.save_snapshot(Snapshot(self.head, _encode(_Memory(self.table, balances, self.answered))))
        self._since_snapshot = 0


def claims_of(events: Iterable[e.Event]) -> Iterable[str]:
    """What may happen once only in all the journals of a house."""
    for event in events:
        match event:
            case e.CreditBought(voucher=voucher) if voucher:
                yield redeemed(voucher)
            case e.VoucherIssued(voucher=voucher, amount=amount):
                yield f"voucher issued {voucher}"
                yield worth(voucher, amount)
