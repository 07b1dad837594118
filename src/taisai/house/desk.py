"""One table's loop: decide, write to the journal, and only then answer."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, takewhile
from typing import Final, Self

import msgspec
from xxhash import xxh3_128_hexdigest

from taisai.house.boundary import Boundary, boundary
from taisai.house.box_places import check_box
from taisai.house.cage import Cage
from taisai.house.claims import claims_of
from taisai.house.desk_state import AWARDING, Known, first_of, stamp
from taisai.house.dice_watch import WATCHED, DiceWatch
from taisai.house.disputes import check_disputes
from taisai.house.journal_index import Indexer, complete
from taisai.house.lookups import WANTING, Facts, LookedUp, asks_store, informed, rounds_wanted, with_past
from taisai.house.outstanding import check_outstanding
from taisai.house.own_limits import LOOSEN_HOURS
from taisai.house.replay import replay
from taisai.house.setup import Setup, installed, stated
from taisai.house.snapshots import resumed, snapshot_of
from taisai.house.table_entry import Recorded, recorded
from taisai.house.topics import SILENT
from taisai.journal.checkpoint_schedule import CheckpointSchedule, Signing
from taisai.journal.entry import By, Fact, Head, Sealed
from taisai.journal.index import NO_ADDITIONS, Additions
from taisai.journal.seal import START, head_of, sealed_bodies
from taisai.journal.store import Snapshot, Store, check_reaches
from taisai.rules.refusals import Refusal, Refused
from taisai.table import events as e
from taisai.table.commands import EnterSoftCount
from taisai.table.decide import decide
from taisai.table.evolve import evolve
from taisai.table.game import Game
from taisai.table.order import Order
from taisai.table.state import Rules
from taisai.table.trades.posts import acting

SNAPSHOT_EVERY: Final = 20_000  # entries; then at the next moment between two rounds
_PASSED_OVER: Final = SILENT - AWARDING - WATCHED - {e.RoundBegun}  # nearly all are such: wagers

Clock = Callable[[], str]
Signer = Signing
_encoder = msgspec.json.Encoder()


class Reply(msgspec.Struct, frozen=True, gc=False):
    """The receipt: the journal entries that hold the answer."""

    first: int
    last: int
    events: tuple[e.Event, ...]


Answer = Reply | Refused


class Unapproved(Order, frozen=True, kw_only=True):
    """An order whose approvals are not valid. It is answered again if it was accepted before, else refused."""

    why: Refused


class Batch(msgspec.Struct):
    """Orders that are decided, each upon the one before, but not written yet. Nobody gets an answer before the
    write."""

    after: Head
    at: str
    answers: list[Answer] = msgspec.field(default_factory=list)
    facts: list[Fact] = msgspec.field(default_factory=list)
    claims: list[str] = msgspec.field(default_factory=list)
    additions: Additions = NO_ADDITIONS
    entries: list[Sealed] = msgspec.field(default_factory=list)
    awarding: list[int] = msgspec.field(default_factory=list)  # indexes of the facts with awards

    @property
    def events(self) -> list[e.Event]:
        return [fact.event for fact in self.facts]

    def seal(self, store: Store) -> None:
        """Seal all facts at once, before the writing thread gets the batch, so that it has nothing to compute."""
        self.entries = sealed_bodies(self.after, store.bodies(self.facts))


HOUSE: Final = By("taisai", "automation")


class Desk(Known):
    """The one writer of a table's journal."""

    def __init__(
        self, store: Store, game: Game, clock: Clock, signer: Signer | None = None, cage: Cage | None = None
    ) -> None:
        super().__init__()
        self.store = store
        self.game = game
        self.clock = clock
        self.schedule = CheckpointSchedule(store, signer)
        self.cage = cage or Cage()
        self.past = LookedUp()
        self.loosen_hours = LOOSEN_HOURS
        self.head: Head = store.head()
        self.since, self.boundary = START, Boundary()  # where the last replay began, and the round boundary there
        self._since_snapshot = 0
        self._indexer: Indexer | None = None

    @classmethod
    def install(
        cls,
        store: Store,
        game: Game,
        setup: Setup,
        clock: Clock,
        signer: Signer | None = None,
        cage: Cage | None = None,
    ) -> Self:
        """Begin a new journal. Its first entry names the pay table by which to read it."""
        desk = cls(store, game, clock, signer, cage)
        if desk.head.seq:
            words = (
                f"table {setup.table} already has a journal ({desk.head.seq} entries); resume it or choose another name"
            )
            raise Refused(Refusal.TABLE_INSTALLED, words, setup.table)
        event = installed(game, setup)
        desk.begin(event)
        desk._note([event, stated(game)], "install")
        return desk

    @classmethod
    def resume(
        cls,
        store: Store,
        game: Game,
        clock: Clock,
        signer: Signer | None = None,
        cage: Cage | None = None,
        other: "Desk | None" = None,
    ) -> Self:
        """Resume from the newest snapshot, or from the first entry if there is none. If `other` has read this very
        journal and does no more work, take over its state instead."""
        desk = cls(store, game, clock, signer, cage)
        if other is not None and other.head == desk.head:
            desk.know(other)
        else:
            desk.restore()
        desk.check_game()
        return desk

    def check_game(self) -> None:
        if self.table.fingerprint != self.game.paytable.fingerprint:
            words = f"table {self.table.table} was installed with a different {self.game.paytable.id}; install it again"
            raise Refused(Refusal.BOOK_INVALID, words, self.table.fingerprint)

    def state_rules(self) -> None:
        """Write the rules to the journal if it has none or if the rulebook has changed since."""
        event = stated(self.game)
        if self.table.rules != Rules(event.tumbles_min, event.enter, event.amend, event.correct):
            self._note([event], f"rules-{self.head.seq}")

    def state_tips(self, *, allowed: bool) -> None:
        """Write the house's setting for tips to the journal if the journal says otherwise."""
        if self.table.money == "chips" and self.table.tips is not allowed:
            self._note([e.TipsStated(allowed)], f"tips-{self.head.seq}")

    def _note(self, events: Sequence[e.Event], cause: str) -> None:
        """Write events that the house itself records, without an order."""
        batch = Batch(self.head, self.clock())
        self._take(batch, events, HOUSE, cause, "")
        self.seal(batch)
        self.write(batch)

    def restore(self) -> None:
        """Rebuild the table from its journal and discard decisions that could not be written."""
        self._indexer = None
        self.answered, self.awarded, self.begun, self.dice = {}, {}, 0, DiceWatch()
        self.since = resumed(self, self.store)
        self.boundary = boundary(self.table, self.begun, self.since.seq) if self.since.seq else Boundary()
        self._replay(self.since)

    def _replay(self, start: Head) -> None:
        head = replay(self, self.store, start)
        check_reaches(self.store, self.head, head, self.table.table)
        self.head = head

    def do(self, order: Order) -> Reply:
        batch = self.prepare([order])
        self.write(batch)
        (answer,) = batch.answers
        if isinstance(answer, Refused):
            raise answer
        return answer

    def prepare(self, orders: Sequence[Order]) -> Batch:
        batch = self.decide(orders)
        self.seal(batch)
        return batch

    def decide(self, orders: Sequence[Order]) -> Batch:
        """Decide each order upon the one before. `seal`, then `write`, or else `restore` must follow. If a round ends
        and a snapshot is due, the batch ends there and the remaining orders get no answer yet."""
        batch, room, table = Batch(self.head, self.clock()), SNAPSHOT_EVERY - self._since_snapshot, self.table
        try:
            for order, digest in zip(orders, digests(orders, self.cage), strict=True):
                before = table.phase
                try:
                    batch.answers.append(self._decided(batch, order, digest))
                except Refused as refused:
                    batch.answers.append(refused)
                if before is not table.phase and before.round and not table.phase.round and len(batch.facts) >= room:
                    break
        except BaseException:
            self.cage.release(batch.claims)
            raise
        return batch

    def seal(self, batch: Batch) -> None:
        """Seal what was decided and complete everything that the writing thread needs."""
        try:
            batch.seal(self.store)
            self.ledger.add_up()  # the writing thread and the loop may both read it
            if batch.facts:
                batch.additions = self.complete_index().taken() or NO_ADDITIONS
        except BaseException:
            self.cage.release(batch.claims)
            raise

    def complete_index(self) -> Indexer:
        """Complete the index no later than the first write. A desk that only reads a journal leaves the index alone."""
        if self._indexer is None:
            complete(self.store)
            self._indexer = Indexer.behind(self.store, self.head.seq)
        return self._indexer

    def write(self, batch: Batch) -> None:
        """Write a batch. Nothing in it becomes known before it is written."""
        if not batch.facts:
            return
        try:
            self.append(batch)
        except BaseException:
            self.give_up(batch)
            raise
        self.written(batch)

    def append(self, batch: Batch) -> None:
        """Do the first half of a write; `written` or `give_up` must follow."""
        self.store.append(batch.after, batch.entries, batch.claims, batch.additions)

    def give_up(self, batch: Batch) -> None:
        try:
            self.restore()
        finally:
            self.cage.release(batch.claims)

    def written(self, batch: Batch) -> None:
        """Finish a write. If a checkpoint or snapshot fails, the next batch tries again; this batch stands."""
        self.cage.release(batch.claims)
        self.head = head_of(batch.entries[-1])
        for place in batch.awarding:
            self.awards_are_at(batch.facts[place].event, head_of(batch.entries[place]))
        self._since_snapshot += len(batch.facts)
        closed = isinstance(batch.facts[-1].event, e.TableClosed)
        with suppress(Refused):
            self.schedule.written(self.head, batch.at, len(batch.facts), at_once=closed)
            if self._since_snapshot >= SNAPSHOT_EVERY and self.table.current is None:
                self.save_snapshot()

    def _decided(self, batch: Batch, order: Order, digest: str) -> Reply:
        known = self.answered.get(order.id)
        if known is not None:
            return self._answer_again(batch, order, known, digest)
        if type(order) is Unapproved:
            raise order.why
        if self.table.posts:
            order = acting(self.table, order)
        if type(order.command) in WANTING:
            told = informed(order, self.table, Facts(self.store, self.cage, batch.at, batch.after, self.loosen_hours))
            events = self._looked_up(batch, told)
            check_disputes(self.table, told.command)
            check_outstanding(self.table, told.command, batch.at)
            check_box(self.cage.tables(), self.table, told.command)
            self.complete_index()  # this may fail, so it comes before anything is claimed
            self.cage.hold(claims := claims_of(events))
            batch.claims += claims
        else:
            events = decide(self.game, self.table, order)
        return self._take(batch, events, By(order.by.name, order.by.role), order.id, digest)

    def _looked_up(self, batch: Batch, order: Order) -> list[e.Event]:
        """Decide an order, reading the journal only if the order is permitted and the table no longer has the round in
        memory."""
        try:
            return decide(self.game, self.table, order)
        except Refused as refused:
            wanted = rounds_wanted(self.table, order.command)
            if refused.code is not Refusal.ROUND_UNKNOWN or not wanted:
                raise
        return decide(self.game, self.table, with_past(order, wanted, self.store, self.past, batch.events))

    def looks_up(self, order: Order) -> bool:
        """Return whether deciding an order needs more than the table's memory, so that a database may have to
        answer."""
        if self._indexer is None:
            return True
        return (type(order.command) in WANTING and asks_store(order.command)) or order.id in self.answered

    def asks_for(self, order: Order) -> set[int]:
        """Return the rounds to look up before an order can be decided; none if it will be refused anyway."""
        wanted = rounds_wanted(self.table, order.command)
        if not wanted or order.id in self.answered:
            return set()
        unknown = msgspec.structs.replace(order, command=msgspec.structs.replace(order.command, past=()))
        try:
            decide(self.game, self.table, acting(self.table, unknown))
        except Refused as refused:
            return wanted if refused.code is Refusal.ROUND_UNKNOWN else set()
        return set()

    def _answer_again(self, batch: Batch, order: Order, known: int, digest: str) -> Reply:
        first = first_of(known)
        entries = list(self._caused(batch, order.id, first)) if known == stamp(first, digest) else []
        if not entries or entries[0].digest != digest:
            words = f"the command id {order.id!r} was used for a different command; give each command its own id"
            raise Refused(Refusal.COMMAND_CONFLICT, words, order.id)
        return Reply(first, entries[-1].seq, tuple(entry.event for entry in entries))

    def _caused(self, batch: Batch, cause: str, first: int) -> Iterator[Fact | Recorded]:
        """Return the entries of an order, which follow each other."""
        facts = batch.facts[max(0, first - batch.after.seq - 1) :]
        written = () if first > batch.after.seq else (recorded(entry.clear) for entry in self.store.read(first - 1))
        return takewhile(lambda one: one.cause == cause, chain(written, facts))

    def _take(self, batch: Batch, events: Sequence[e.Event], by: By, cause: str, digest: str) -> Reply:
        facts, table, ledger = batch.facts, self.table, self.ledger
        seq = first = batch.after.seq + len(facts) + 1
        if not facts and events:
            self.complete_index().note_minute(first, batch.at)  # all entries of a batch have the same moment
        for event in events:
            facts.append(Fact(seq, batch.at, by, cause, digest, event))
            if type(event) in _PASSED_OVER:
                evolve(table, event)
                ledger.post(event)
            else:
                self._take_noted(batch, seq, event)
            seq += 1
        if events:
            self.answered[cause] = stamp(first, digest)
        return Reply(first, seq - 1, tuple(events))

    def _take_noted(self, batch: Batch, seq: int, event: e.Event) -> None:
        """Take an event that the index or a watch wants to know of."""
        if type(event) not in SILENT:
            self.complete_index().take(seq, event, self.ledger.balances)
        evolve(self.table, event)
        self.ledger.post(event)
        self._follow(batch, seq, event)

    def _follow(self, batch: Batch, seq: int, event: e.Event) -> None:
        if type(event) is e.RoundBegun:
            self.forget(self.round_begins(seq))
        if type(event) in AWARDING:
            batch.awarding.append(len(batch.facts) - 1)
        if type(event) in WATCHED:
            self.dice = self.dice.after(seq, event)

    def sign_head(self) -> None:
        self.schedule.sign(self.head, self.clock())

    def sign_rest(self) -> None:
        """Sign the remaining entries, in the writing thread. If that fails, it is tried again a minute later."""
        with suppress(Refused):
            self.schedule.sign_rest(self.head, self.clock())

    def save_snapshot(self) -> None:
        """Save a snapshot. In the middle of a round it holds the whole round, so do that only while nobody plays."""
        self.store.save_snapshot(snapshot_of(self, self.head))
        self._since_snapshot = 0

    def write_again(self) -> None:
        """Save the current snapshot again: a test write that changes nothing."""
        self.store.save_snapshot(self.store.snapshot() or Snapshot(START, b""))


def digests(orders: Sequence[Order], cage: Cage) -> list[str]:
    """Return a digest of what each order asks: a repeated id must ask for the same. It guards against mistakes and
    proves nothing. Approvals are not part of it, so that an accepted order is answered again whatever approvals it
    has. The digest of a blind count has a key, because people who still have to count can read the journal."""
    asked = _encoder.encode_lines([(order.by.name, order.round, order.command, None) for order in orders])
    lines = asked.split(b"\n")[:-1]
    found = list(map(xxh3_128_hexdigest, lines))
    for place in [place for place, order in enumerate(orders) if type(order.command) is EnterSoftCount]:
        found[place] = cage.asked(lines[place])
    return found
