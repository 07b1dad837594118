"""Checks rounds as the stand-alone verifier does, using only what was written."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import takewhile
from typing import Any, Final

import msgspec

from taisai.house.boundary import Boundary, boundary
from taisai.house.desk import Desk
from taisai.journal.entry import Fact, decode
from taisai.journal.store import Store
from taisai.journal.verify_taisai import Bad, Money, Rounds
from taisai.table import events as e
from taisai.table.state import Rules

ENDS: Final = frozenset((e.RoundSettled, e.RoundVoided))
STATED: Final = b"rules-stated"
WAGER_ENDS: Final = b',"asked_by":"","chips":null}}'  # the end of nearly every wager: placed for nobody else


class Proof:
    """Checks the rounds of one running table. Facts wait until their round ends; wagers in a row are added up, so that
    a long round takes no more memory than a short one."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._rounds = Rounds()
        self._waiting: list[Fact] = []
        self._staked: dict[tuple[int, int, str], int] = defaultdict(int)  # by round, seat and spot
        self._heard = 0  # the last entry heard
        self._from = Boundary()
        self._distrusts = False  # the current round is bad and already reported

    def start(self) -> str:
        """Return what is wrong with the current round as far as it was written; empty if nothing is."""
        self._from = boundary(self._desk.table, self._desk.begun, self._desk.head.seq)
        return self._follow()

    def heard(self, facts: Sequence[Fact]) -> str:
        """Return what is wrong with a round that has ended; empty if nothing is."""
        before, self._heard = self._heard, facts[-1].seq
        if self._distrusts:
            return self.start() if any(type(fact.event) in ENDS for fact in facts) else ""
        if facts[0].seq != before + 1:
            return self._follow()
        ended = self._wait(facts)
        return self._check(ended) if ended else ""

    def _wait(self, facts: Sequence[Fact]) -> Fact | None:
        """Keep facts until their round ends. Return the last one that ends a round."""
        staked, last, ended = self._staked, facts[0], None
        for fact in facts:
            event = fact.event
            if type(event) is e.WagerPlaced and event.stake > 0 and event.chips is None and not event.asked_by:
                staked[event.round, event.seat, event.spot] += event.stake
            else:
                self._add_up(last)
                self._waiting.append(fact)
                ended = fact if type(event) in ENDS else ended
            last = fact
        return ended

    def _add_up(self, last: Fact) -> None:
        """End a row of wagers: each seat's stake on a spot waits as one wager."""
        if self._staked:
            wagers = (_Wager(*placed, stake) for placed, stake in self._staked.items())
            self._waiting += [Fact(last.seq, last.at, last.by, "", "", wager) for wager in wagers]
            self._staked.clear()

    def _check(self, ended: Fact) -> str:
        waiting, self._waiting = self._waiting, []
        assert isinstance(ended.event, e.RoundSettled | e.RoundVoided)
        try:
            for fact in waiting:
                self._feed(fact)
        except Bad as bad:
            why = self._follow() or _told(bad)  # the journal shows which of the wagers it was
            self.start()
            return why
        table = self._desk.table
        self._from = Boundary(ended.seq, ended.event.round, table.rules, beacon=table.beacon)
        return ""

    def _follow(self) -> str:
        """Read the journal, at a start and when entries were written that were not heard."""
        desk, self._waiting, self._distrusts = self._desk, [], False
        self._staked.clear()
        self._heard = desk.head.seq
        try:
            self._rounds = followed(desk.store, self._from)
        except Bad as bad:
            self._distrusts = desk.table.current is not None
            if not self._distrusts:
                self.start()
            return _told(bad)
        return ""

    def _feed(self, fact: Fact) -> None:
        """Check one fact. Nearly all are wagers, of which only the stake is followed."""
        event, rounds = fact.event, self._rounds
        if type(event) not in _WAGERS or not _placed(rounds, fact.seq, event):
            rounds.feed(fact.seq, msgspec.to_builtins(event), fact.by.role, fact.by.name, fact.at)


class _Wager(msgspec.Struct, frozen=True, gc=False, tag_field="is", tag="wager-placed"):
    """The fields of a wager that are checked."""

    round: int
    seat: int
    spot: str
    stake: int


class _WagerEntry(msgspec.Struct, gc=False):
    event: _Wager


_WAGERS: Final = (e.WagerPlaced, _Wager)
_wager_entry = msgspec.json.Decoder(_WagerEntry)
NO_WAGER: Final = _Wager(0, 0, "", 0)


def _told(bad: Bad) -> str:
    return f"entry {bad.seq}: {bad.why}"


def _placed(rounds: Rounds, seq: int, event: e.WagerPlaced | _Wager) -> bool:
    """Do what `feed` does with less work. Return False if `feed` must report what is wrong."""
    if rounds.closed or event.round != rounds.round or event.spot not in rounds.wins:
        return False
    if not 0 <= event.seat <= rounds.seats or event.stake < 0 or (isinstance(rounds, Money) and rounds.counted):
        return False
    try:
        rounds.stake(event.seat, event.spot, event.stake)
    except ValueError as error:
        raise Bad(seq, f"wager-placed: {error}") from None
    return True


def followed(store: Store, start: Boundary) -> Rounds:
    """Check every round after a boundary up to now, and all money too if that is the whole journal. Raises the
    verifier's report on the first bad entry."""
    if not start.after:
        rounds: Rounds = Money()
    else:
        rounds = Rounds()
        _feed(rounds, next(store.read()).clear)
        rounds.first, rounds.round, rounds.closed = start.last + 1, start.last, True
        rounds.rules = _stated_before(store, start)
        rounds.commitments, rounds.chained = dict(start.commitments), bool(start.commitments)
        rounds.beacon = msgspec.structs.asdict(start.beacon) if start.beacon.chain else {}
        rounds.named = dict(start.named)
        rounds.pressed[0] = [(str(face), "") for face in start.display]
    for lines in store.lines(start.after):
        for seq, body in enumerate(lines.clear, lines.first):
            if not body.endswith(WAGER_ENDS) or not _placed(rounds, seq, _wager(body)):
                _feed(rounds, body)
    return rounds


def _stated_before(store: Store, start: Boundary) -> dict[str, Any]:
    """Return the rules in force at a boundary. Rules apply from where they are stated, which is rare, so the journal
    before the boundary is hardly ever read."""
    if not any(_states(stored.clear) for stored in store.read(start.after)):
        return msgspec.structs.asdict(start.rules) if start.rules != Rules() else {}
    found: dict[str, Any] = {}
    for stored in takewhile(lambda one: one.seq <= start.after, store.read()):
        found = _read(stored.clear) if _states(stored.clear) else found
    return found


def _states(body: bytes) -> bool:
    """Return whether an entry states rules. Entries without the word are not decoded."""
    return STATED in body and _read(body)["is"] == STATED.decode()


def _read(body: bytes) -> dict[str, Any]:
    return msgspec.json.decode(decode(body).event, type=dict[str, Any])


def _feed(rounds: Rounds, body: bytes) -> None:
    entry = decode(body)
    rounds.feed(entry.seq, msgspec.json.decode(entry.event), entry.by.role, entry.by.name, entry.at)


def _wager(body: bytes) -> _Wager:
    """Decode a wager. For any other entry, return one that can never be placed."""
    try:
        return _wager_entry.decode(body).event
    except msgspec.ValidationError:
        return NO_WAGER
