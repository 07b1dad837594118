"""What a snapshot holds of a table. It contains short data itself and names the journal entries of long data. So it
stays small whatever the round, and saving one holds nobody up."""

from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from typing import Final

import msgspec

from taisai.house.desk_state import Known, first_of
from taisai.house.dice_watch import DiceWatch
from taisai.house.table_entry import asked, recorded
from taisai.journal.entry import Head, Sealed
from taisai.journal.seal import START, checked_lines, head_of, seal
from taisai.journal.store import Snapshot, Store
from taisai.ledger.balances import Ledger, bank_of
from taisai.table import events as e
from taisai.table.state import SettledRound, Table

ANSWERS_SHORT: Final = 10_000  # orders
AWARDS_SHORT: Final = 200  # per round

_encoder = msgspec.json.Encoder()


class Memory(msgspec.Struct):
    """`awarded` are the entries that hold the awards which `table` lacks. `answers_from` is the first entry of the
    oldest order that is remembered, where `answered` does not say them; 0 where it does."""

    table: Table
    balances: dict[str, int]
    answered: dict[str, int]
    begun: int = 0
    answers_from: int = 0
    awarded: dict[int, Head] = {}
    dice: DiceWatch = DiceWatch()


class _Shown(msgspec.Struct):
    """The part of it that says where a round began."""

    table: Table
    begun: int


SHAPE: Final = sha256(repr(msgspec.json.schema(Memory)).encode()).digest()  # the shape that a snapshot must have
_memory = msgspec.json.Decoder(Memory)
_shown = msgspec.json.Decoder(_Shown)


def snapshot_of(known: Known, head: Head) -> Snapshot:
    return Snapshot(head, packed(memory_of(known)))


def packed(memory: Memory) -> bytes:
    return SHAPE + _encoder.encode(memory)


def memory_of(known: Known) -> Memory:
    table, told = known.table, _told(known)
    recent = [_short(settled) if settled.number in told else settled for settled in table.recent]
    if table.current and table.round in known.awarded:  # it may be settled after the snapshot
        told[table.round] = known.awarded[table.round]
    balances = {str(account): balance for account, balance in known.ledger.balances.items()}
    shown = msgspec.structs.replace(table, recent=recent)
    memory = Memory(shown, balances, known.answered, known.begun, awarded=told, dice=known.dice)
    if len(known.answered) > ANSWERS_SHORT:
        memory.answered, memory.answers_from = {}, first_of(next(iter(known.answered.values())))
    return memory


def _told(known: Known) -> dict[int, Head]:
    """Return the entries with the awards of the rounds that have many."""
    many = (one.number for one in known.table.recent if len(one.awards) > AWARDS_SHORT)
    return {number: known.awarded[number] for number in many if number in known.awarded}


def _short(settled: SettledRound) -> SettledRound:
    return SettledRound(settled.number, settled.roll, (), settled.reversed)


def resumed(known: Known, store: Store) -> Head:
    """Load the snapshot and return the entry it goes up to; the start if there is no usable one."""
    snapshot = store.snapshot()
    if snapshot is None or not snapshot.state.startswith(SHAPE):  # from an older version: read the journal instead
        return START
    memory = _memory.decode(snapshot.state[len(SHAPE) :])
    known.table, known.answered, known.begun, known.awarded, known.dice = (
        memory.table, memory.answered, memory.begun, memory.awarded, memory.dice,
    )  # fmt: skip
    known.ledger = Ledger(bank_of(memory.table.money))
    known.ledger.balances.update(memory.balances)  # type: ignore[arg-type]
    if memory.answers_from:
        _read_answers(known, store, memory.answers_from, snapshot.head)
    return snapshot.head if _read_awards(known, store) else START


def remembered(store: Store) -> tuple[Table, int, int] | None:
    """Return the table at the newest snapshot, the entry at which its round began, and the snapshot's entry; None if
    the whole journal must be read."""
    snapshot = store.snapshot()
    if snapshot is None or not snapshot.state.startswith(SHAPE):
        return None
    shown = _shown.decode(snapshot.state[len(SHAPE) :])
    return shown.table, shown.begun, snapshot.head.seq


def _read_answers(known: Known, store: Store, first: int, last: Head) -> None:
    """Read the remembered orders. Their seals lead to the snapshot's seal, so nobody has changed them since."""
    before = next(store.read(first - 2)) if first > 1 else None
    after = head_of(before) if before else START
    for lines in checked_lines(store.lines(first - 1), after):
        for seq, body in enumerate(lines.clear, lines.first):
            if seq > last.seq:
                return
            known.remember(*asked(body), seq)
            assert seq < last.seq or lines.head(seq - lines.first) == last, "a snapshot is of this very history"


def _read_awards(known: Known, store: Store) -> bool:
    """Return False if an entry is not the named one: the whole journal is then read, which shows what was changed."""
    for settled in known.table.recent:
        named = known.awarded.get(settled.number)
        if named is not None and not settled.awards:
            event = _event_at(store, named)
            if event is None:
                return False
            settled.awards = tuple(awards_of(event))
    return True


def _event_at(store: Store, named: Head) -> e.Event | None:
    two: list[Sealed] = list(islice(store.read(named.seq - 2), 2))
    if len(two) < 2 or seal(two[0].seal, two[1].body) != named.seal:
        return None
    return recorded(two[1].clear).event


def awards_of(event: e.Event) -> Iterator[e.Award]:
    """Yield the awards of an event that settles or corrects a round."""
    match event:
        case e.LosersCollected(lost=lost, winners=winners):
            yield from lost
            for awards in winners.values():
                yield from awards
        case e.RoundCorrected(awards=awards):
            yield from awards
