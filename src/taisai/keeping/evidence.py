"""A dispute as it was opened: the table, the seat and its last rounds at that moment, rebuilt from the journal."""

import re
from itertools import chain, islice, takewhile

import msgspec

from taisai.house.journal_index import whole
from taisai.house.seat_history import Lived, ReadingBack
from taisai.house.table_entry import recorded
from taisai.house.topics import DISPUTE
from taisai.house.views import SeatView, SeatViews, TableView, table_view
from taisai.journal.entry import Head
from taisai.journal.seal import checked, head_of
from taisai.journal.store import Store
from taisai.ledger.balances import Ledger, bank_of
from taisai.rules.refusals import Refusal, Refused
from taisai.table import events as e
from taisai.table.evolve import evolve, install
from taisai.table.game import Game
from taisai.table.state import Dispute
from taisai.table.trades.disputes import disputed
from taisai.table.trades.disputes import note_decision as decide

_HEAD = re.compile(r"entry (\d{1,15}) ([0-9a-f]{64})", re.ASCII)


class Written(msgspec.Struct, frozen=True):
    """An entry in the journal: its number, when and by whom. Empty if there is none yet."""

    seq: int = 0
    at: str = ""
    by: str = ""


class Evidence(msgspec.Struct, frozen=True):
    """`fits` says that the journal still has the seal that the dispute names at the entry it names: what is shown here
    is what was known then. `rounds` are the last ten of the seat, newest first."""

    opened: Written
    decided: Written
    fits: bool
    table: TableView
    seat: SeatView | None
    rounds: tuple[Lived, ...]


class _Scene:
    """A table without its desk: enough to view it."""

    def __init__(self, game: Game, first: e.TableInstalled) -> None:
        self.game = game
        self.table = install(first)
        self.ledger = Ledger(bank_of(first.money))

    def take(self, event: e.Event) -> None:
        evolve(self.table, event)
        self.ledger.post(event)


def evidence(store: Store, game: Game, number: int) -> tuple[Dispute, Evidence]:
    """Return a dispute and its evidence. This reads the journal up to that point, so use it on request only."""
    opened, claim, decided = _found(store, number)
    named = _HEAD.fullmatch(claim.evidence)
    last = int(named[1]) if named else opened.seq - 1
    scene, head = _replayed(store, game, last)
    back = ReadingBack(head.seq, dict(scene.ledger.balances), scene.ledger.bank)
    back.read(store)
    seat = SeatViews(scene).one(claim.seat) if claim.seat in scene.table.seats else None
    fits = bool(named) and head.seq == last and head.seal.hex() == (named[2] if named else "")
    return claim, Evidence(opened, decided, fits, table_view(scene, 0, ""), seat, back.book.of(claim.seat))


def _found(store: Store, number: int) -> tuple[Written, Dispute, Written]:
    claim, opened, decided = None, Written(), Written()
    pointers = whole(store).find(DISPUTE, number)
    for stored in chain.from_iterable(islice(store.read(one.seq - 1), 1) for one in pointers):
        entry = recorded(stored.clear)
        match entry.event:
            case e.DisputeOpened() as event:
                claim, opened = disputed(event), Written(entry.seq, entry.at, entry.by.name)
            case e.DisputeDecided() as event if claim:
                decide(claim, event)
                decided = Written(entry.seq, entry.at, entry.by.name)
    if claim is None:
        raise Refused(Refusal.DISPUTE_UNKNOWN, f"there is no dispute {number} at this table", number)
    return opened, claim, decided


def _replayed(store: Store, game: Game, last: int) -> tuple[_Scene, Head]:
    entries = takewhile(lambda stored: stored.seq <= last, checked(store.read()))
    first = next(entries)
    installed = recorded(first.clear).event
    assert isinstance(installed, e.TableInstalled), "a journal begins with its table"
    scene, head = _Scene(game, installed), head_of(first)
    for stored in entries:
        scene.take(recorded(stored.clear).event)
        head = head_of(stored)
    return scene, head
