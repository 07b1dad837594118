"""Prepares the desks of all tables of a house together, so that their first writes go to disk at once and not one by
one."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from itertools import islice
from typing import Final, NamedTuple

from taisai.house.cage import Cage
from taisai.house.clock import now
from taisai.house.desk import Desk, Signer
from taisai.house.games import game
from taisai.house.setup import Setup
from taisai.house.table_entry import moment
from taisai.house.tables import TableSettings, automatic_steps, limits_of
from taisai.house.writer import Job, Together
from taisai.journal.entry import Head
from taisai.journal.seal import START
from taisai.journal.store import Store, check_reaches
from taisai.rules.refusals import Refusal, Refused
from taisai.table.game import Game

LAST_BATCH_FEW: Final = 64  # entries; nearly every batch has fewer
LAST_BATCH_MOST: Final = 10_000

Signing = Callable[[str], Signer]
Storing = Callable[[str], Store]


class Journals(NamedTuple):
    """`store` returns the journal of a table, `signing` returns what signs its checkpoints, `lanes` is how many threads
    write at the same time, and `known` returns an entry that a journal must have. `names` are all journals, also of
    tables that the house no longer runs. See `Writer` and `LiveTable` for the rest."""

    store: Storing
    signing: Signing
    together: Together | None = None
    then: Job | None = None
    lanes: int = 1
    holds: Callable[[], bool] | None = None
    known: Callable[[str], Head] = lambda _: START
    names: Callable[[], Iterable[str]] = tuple

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Make all writes inside the block durable together at its end, or none of them."""
        with self.together() if self.together else nullcontext():
            yield
        if self.then:
            self.then()


class Ready(NamedTuple):
    """`unheard` is the entry after which there may be entries that nobody was told of."""

    desk: Desk
    unheard: int


def all_ready(
    tables: Iterable[TableSettings], journals: Journals, cage: Cage, tested: Mapping[str, Desk], *, tips: bool = False
) -> dict[str, Ready]:
    """Prepare the desks of all tables. `tested` are desks that have already read their journals; `tips` says whether
    the house allows tips. Entries are durable before any of them is signed."""
    games: dict[str, Game] = {}
    ready: dict[str, Ready] = {}
    with journals.at_once():
        for table in tables:
            if table.paytable not in games:
                games[table.paytable] = game(table.paytable)
            ready[table.id] = _ready(table, games[table.paytable], journals, cage, tested.get(table.id))
            ready[table.id].desk.state_tips(allowed=tips)
    with suppress(Refused), journals.at_once():
        for one in ready.values():
            with suppress(Refused):
                one.desk.sign_head()
    return ready


def _ready(table: TableSettings, played: Game, journals: Journals, cage: Cage, tested: Desk | None) -> Ready:
    store, steps = journals.store(table.id), automatic_steps(table, played)
    store.take()
    check_reaches(store, journals.known(table.id), store.head(), table.id)
    means = (now, journals.signing(table.id), cage)
    if not store.head().seq:
        setup = Setup(table.id, table.money, table.seats, steps, table.chips, limits_of(table, played))
        return Ready(Desk.install(store, played, setup, *means), 0)
    desk = Desk.resume(store, played, *means, tested)
    _check_same(desk, table, steps)
    unheard = before_last_batch(store, desk.head.seq)
    desk.complete_index()
    desk.state_rules()
    return Ready(desk, unheard)


def before_last_batch(store: Store, last: int) -> int:
    """Return the last entry before the last batch. All entries of a batch have the same time."""
    many = LAST_BATCH_FEW
    while True:
        begin = max(0, last - many)
        moments = [moment(stored.body) for stored in islice(store.read(begin), last - begin)]
        others = [place for place, at in enumerate(moments, begin + 1) if at != moments[-1]]
        if others or not begin or many >= LAST_BATCH_MOST:
            return others[-1] if others else begin
        many = min(LAST_BATCH_MOST, 8 * many)


def _check_same(desk: Desk, table: TableSettings, steps: tuple[str, ...]) -> None:
    known = desk.table
    for name, installed, wanted in (
        ("money", known.money, table.money),
        ("seats", len(known.seats), table.seats),
        ("automation", known.automation, steps),
        ("chips", known.chips, table.chips),
    ):
        if installed != wanted:
            words = f"table {table.id} was installed with {name} {installed}, not {wanted}; add a new table instead"
            raise Refused(Refusal.SETUP_INVALID, words, table.id)
