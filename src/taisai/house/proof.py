"""Rounds checked as the stand-alone verifier checks them, from what was written and nothing else."""

from collections.abc import Sequence

import msgspec

from taisai.house.desk import Desk
from taisai.journal.entry import Fact, decode
from taisai.journal.store import Store
from taisai.journal.verify_taisai import Bad, Money, Rounds
from taisai.table import events as e

ENDS = (e.RoundSettled, e.RoundVoided)


class Proof:
    """Of one running table. The facts of a round wait until it ends: a wager costs no more than a place in a list."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._waiting: list[Fact] = []
        self._rounds = self._from_here()

    def heard(self, facts: Sequence[Fact]) -> str:
        """What is wrong with a round that has ended; nothing where all is as it should be."""
        self._waiting += facts
        if not any(isinstance(fact.event, ENDS) for fact in facts):
            return ""
        waiting, self._waiting = self._waiting, []
        try:
            for fact in waiting:
                self._feed(fact)
        except Bad as bad:
            self._rounds = self._from_here()
            return f"entry {bad.seq}: {bad.why}"
        return ""

    def _feed(self, fact: Fact) -> None:
        """Nearly all are wagers, of which only the stake is followed."""
        event = fact.event
        if type(event) is e.WagerPlaced and event.round == self._rounds.round and event.spot in self._rounds.wins:
            self._rounds.stake(event.seat, event.spot, event.stake)
        else:
            self._rounds.feed(fact.seq, msgspec.to_builtins(event), fact.by.role)

    def _from_here(self) -> Rounds:
        """Strictly from the first round on: the house has stated its rules before it plays."""
        desk = self._desk
        after = desk.begun - 1 if desk.table.current else desk.head.seq
        rounds = followed(desk.store, after, desk.table.round)
        rounds.rules = msgspec.structs.asdict(desk.table.rules)
        return rounds


def followed(store: Store, after: int, last: int) -> Rounds:
    """Every round that begins after an entry, up to now; all money too where that is the whole journal. `last` is the
    number of the last round. Raises what the verifier says of the first bad entry."""
    rounds = Rounds() if after else Money()
    first = next(store.read())
    begun = not after
    if after:
        _feed(rounds, first.body)
        rounds.first, rounds.round = last + 1, last
    for stored in store.read(after):
        event = msgspec.json.decode(decode(stored.body).event)
        if not begun and event["is"] == "round-begun":
            begun, rounds.first, rounds.round = True, event["round"], event["round"] - 1
        if begun or event["is"] == "rules-stated":
            _feed(rounds, stored.body)
    return rounds


def _feed(rounds: Rounds, body: bytes) -> None:
    entry = decode(body)
    rounds.feed(entry.seq, msgspec.json.decode(entry.event), entry.by.role)
