"""The tests of one table's journal: its installation, seals, money, rounds and index."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property
from typing import Final

import msgspec

from taisai.books.load import layout
from taisai.house.boundary import Boundary, boundary
from taisai.house.clock import now
from taisai.house.desk import Desk
from taisai.house.dice_watch import dice_of, may_be_watched
from taisai.house.games import game
from taisai.house.journal_index import differs
from taisai.house.proof import followed
from taisai.house.recall import history, told_of
from taisai.house.snapshots import remembered
from taisai.house.table_entry import recorded
from taisai.house.tables import TableSettings
from taisai.journal.entry import Head
from taisai.journal.seal import START, checked, head_of
from taisai.journal.store import Store
from taisai.journal.verify_taisai import Bad
from taisai.ledger.balances import Ledger, ledger_of
from taisai.people.minutes import differs as register_differs
from taisai.rules.paytable import PayTable, plain
from taisai.rules.roll import ROLLS
from taisai.table import events as e
from taisai.table.accounts import FLOAT, LAYOUT, TIPS, Account, box_account, owed_account, seat_account
from taisai.table.game import Game
from taisai.table.moving import worth_of
from taisai.table.state import Settling, Table

Answer = tuple[bool, str, str]
Wins = dict[str, dict[str, str]]
NOT_YET: Final = "is not installed yet"


class Shared:
    """What tables with the same pay table have in common, by its reference; computed once per test."""

    def __init__(self) -> None:
        self._games: dict[str, Game] = {}
        self._lit: dict[str, tuple[Wins, Answer]] = {}

    def game(self, ref: str) -> Game:
        if ref not in self._games:
            self._games[ref] = game(ref)
        return self._games[ref]

    def lit(self, ref: str) -> tuple[Wins, Answer]:
        """Return the wins and the answer, which holds for a table that was installed with exactly these wins."""
        if ref not in self._lit:
            wins = _plain_wins(self.game(ref).paytable)
            self._lit[ref] = wins, _lit_by(ref, self.game(ref).paytable, wins)
        return self._lit[ref]


class Examined:
    """A table whose journal is read once, however many tests need it."""

    def __init__(self, table: TableSettings, store: Store | None, shared: Shared) -> None:
        self.table, self.store, self.shared = table, store, shared

    @property
    def game(self) -> Game:
        return self.shared.game(self.table.paytable)

    @cached_property
    def installed(self) -> e.TableInstalled | None:
        """None if the table has not been installed yet."""
        first = next(self.store.read(), None) if self.store else None
        if first is None:
            return None
        event = recorded(first.clear).event
        assert isinstance(event, e.TableInstalled), "a journal begins with its table"
        return event

    @cached_property
    def desk(self) -> Desk:
        assert self.store is not None
        desk = Desk(self.store, self.game, now)
        desk.restore()
        return desk


def seals(store: Store, whole: bool) -> Answer:
    snapshot = None if whole else store.snapshot()
    start = found = snapshot.head if snapshot else START
    if whole:
        found = store.verify()
    else:
        for entry in checked(store.read(start.seq), start):
            found = head_of(entry)
    return _are_sealed(start, found)


def _are_sealed(start: Head, found: Head) -> Answer:
    return (
        True,
        f"{found.seq - start.seq} entries after {start.seq} match their seals",
        f"{found.seq} {found.seal.hex()}",
    )


def seals_since(tested: Examined) -> Answer:
    """Check the seals. A desk that has read its journal has checked them; if it cannot read it, only seals are
    checked."""
    assert tested.store is not None
    if tested.installed is None:
        return seals(tested.store, whole=False)
    try:
        return _are_sealed(tested.desk.since, tested.desk.head)
    except Exception:  # noqa: BLE001 - the other tests report what else is wrong
        return seals(tested.store, whole=False)


def lit(tested: Examined) -> Answer:
    """Check that the wins in the journal at installation light the same spots of the layout as the pay table."""
    wins, answer = tested.shared.lit(tested.table.paytable)
    if tested.installed is None or tested.installed.wins == wins:
        return answer
    return _lit_by(tested.table.paytable, tested.game.paytable, tested.installed.wins)


def _lit_by(ref: str, paytable: PayTable, wins: Wins) -> Answer:
    for arrangement in layout(ref, paytable).arrangement:
        drawn = {spot for block in arrangement.block for row in block.rows for spot in row}
        lit = {roll: set(spots) for roll, spots in paytable.lights.items()}
        for spot in drawn:
            for roll, odds in wins.get(spot, {}).items():
                if _is_win(odds):  # what both light goes; what is left is wrong
                    lit.setdefault(roll, set()).symmetric_difference_update({spot})
        for roll, wrong in lit.items():
            if wrong:
                words = f"{roll} lights {', '.join(sorted(wrong))} wrongly on {arrangement.name}; have it repaired"
                return False, words, roll
    return True, f"all {len(ROLLS)} rolls light what {paytable.id} pays", paytable.id


def _is_win(odds: str) -> bool:
    """Return whether odds in a journal are a win. Odds of 0 return the stake and less than 0 a part of it; neither is
    lit."""
    return odds not in {"", "0"} and not odds.startswith("-")


def _plain_wins(paytable: PayTable) -> Wins:
    return {str(spot.id): msgspec.convert(plain(spot)["wins"], dict[str, str]) for spot in paytable.spots}


def pay_table(tested: Examined) -> Answer:
    installed, paytable = tested.installed, tested.game.paytable
    if installed and installed.fingerprint != paytable.fingerprint:
        what = f"{tested.table.id} was installed with another pay table, {installed.paytable}"
        return False, f"{what}; restore that pay table, or install the table again", installed.fingerprint
    return True, f"{paytable.id} {'is as installed' if installed else NOT_YET}", paytable.fingerprint


def ledger(tested: Examined, whole: bool) -> Answer:
    if tested.store is None or tested.installed is None:
        return True, NOT_YET, "0"
    desk = tested.desk
    desk.check_game()
    wrong = list(misfits(desk.table, desk.ledger))
    if whole and not _is_as_told(desk, tested.store):
        wrong.append("the snapshot does not match the journal")
    if wrong:
        return False, f"{'; '.join(wrong[:3])}; stop play and restore a copy that verifies", str(desk.ledger.trial)
    return True, f"trial balance 0, {len(desk.table.seats)} seats agree", "0"


def rounds(tested: Examined, whole: bool) -> Answer:
    """Check rounds as the stand-alone verifier does, in the whole journal or since the snapshot."""
    if tested.store is None or tested.installed is None:
        return True, NOT_YET, "0"
    try:
        seen = followed(tested.store, Boundary() if whole else _rounds_from(tested))
    except Bad as bad:
        return False, f"entry {bad.seq}: {bad.why}; stop play and find out who changed it", str(bad.seq)
    return True, f"every roll, award and stake up to round {seen.round} is correct", str(seen.round)


def _rounds_from(tested: Examined) -> Boundary:
    """Return where to begin, even if the rest of the journal cannot be read."""
    assert tested.store is not None
    with suppress(Exception):
        return tested.desk.boundary
    known = remembered(tested.store)
    return boundary(*known) if known else Boundary()


def index(tested: Examined, whole: bool) -> Answer:
    """Check the index. A changed index hides entries from reports and recalls, though not from the seals."""
    store = tested.store
    if store is None or tested.installed is None:
        return True, NOT_YET, "0"
    return _index(store, whole, differs)


def register_index(store: Store, whole: bool) -> Answer:
    """Check where minutes begin in the register's journal."""
    return _index(store, whole, register_differs)


def _index(store: Store, whole: bool, differs: Callable[[Store], bool]) -> Answer:
    upto = store.index.upto()
    if not whole:
        return True, f"it covers {upto} entries; the whole test compares them", str(upto)
    if differs(store):
        words = "it does not match the entries; find out who changed it, then run taisai reindex"
        return False, words, str(upto)
    return True, f"it matches the entries up to entry {upto}", str(upto)


def _is_as_told(desk: Desk, store: Store) -> bool:
    """Compare money and dice with the whole journal, whatever the snapshot said."""
    dice = dice_of((told.seq, told.event) for told in told_of(store, may_be_watched))
    money = _kept(ledger_of(told.event for told in history(store))) == _kept(desk.ledger)
    return money and dice.counted == desk.dice.counted


def _kept(ledger: Ledger) -> dict[Account, int]:
    return {account: balance for account, balance in ledger.balances.items() if balance}


def misfits(table: Table, ledger: Ledger) -> Iterator[str]:
    balances = _kept(ledger)
    if ledger.trial:
        yield f"the trial balance is {ledger.trial}"
    wanted = {LAYOUT: _on_layout(table)}
    for number, seat in table.seats.items():
        wanted |= {seat_account(number): seat.credit, owed_account(number): -seat.owed}
    if table.money == "chips":
        wanted |= {FLOAT: table.bank.now, TIPS: worth_of(table, table.tray.pile("tips"))}
        wanted |= {box_account(box.name): box.amount for box in table.tray.boxes.values()}
    for account, amount in wanted.items():
        if balances.get(account, 0) != amount:
            yield f"{account} has {balances.get(account, 0)} in the ledger, {amount} at the table"


def _on_layout(table: Table) -> int:
    """Return the stakes on the layout; 0 between rounds."""
    if isinstance(table.phase, Settling):
        return sum(award.stake for awards in table.phase.unpaid.values() for award in awards)
    return sum(stake.stake for stake in table.current.all_stakes()) if table.current else 0
