"""Rounds checked as the stand-alone verifier checks them, from what was written and nothing else."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Any, Final

import msgspec

from taisai.house.desk import Desk
from taisai.journal.entry import Fact, decode
from taisai.journal.store import Store
from taisai.journal.verify_taisai import Bad, Money, Rounds
from taisai.table import events as e
from taisai.table.state import Rules

ENDS: Final = (e.RoundSettled, e.RoundVoided)
STATED: Final = "rules-stated"


class Proof:
    """Of one running table. The facts of a round wait until it ends: a wager costs no more than a place in a list."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._rounds = Rounds()
        self._waiting: list[Fact] = []
        self._heard = self._after = 0  # the last entry heard of, and the one after which rounds are followed again

    def start(self) -> str:
        """What is wrong with the round under way, as far as it was written."""
        desk = self._desk
        self._after = desk.begun - 1 if desk.table.current else desk.head.seq
        return self._follow()

    def heard(self, facts: Sequence[Fact]) -> str:
        """What is wrong with a round that has ended; nothing where all is as it should be."""
        self._waiting += facts
        before, self._heard = self._heard, facts[-1].seq
        if facts[0].seq != before + 1:
            return self._follow()
        ended = [fact.seq for fact in facts if isinstance(fact.event, ENDS)]
        if not ended:
            return ""
        waiting, self._waiting, self._after = self._waiting, [], ended[-1]
        try:
            for fact in waiting:
                self._feed(fact)
        except Bad as bad:
            self.start()
            return f"entry {bad.seq}: {bad.why}"
        return ""

    def _follow(self) -> str:
        """From the journal, at a start and where something was written of which nobody heard."""
        desk, self._waiting = self._desk, []
        self._heard = desk.head.seq
        try:
            self._rounds = followed(desk.store, self._after, desk.table.rules, desk.table.round)
        except Bad as bad:
            self._after = self._heard
            self._rounds = followed(desk.store, self._after, desk.table.rules, desk.table.round)
            return f"entry {bad.seq}: {bad.why}"
        return ""

    def _feed(self, fact: Fact) -> None:
        """Nearly all are wagers, of which only the stake is followed."""
        event, rounds = fact.event, self._rounds
        if type(event) is e.WagerPlaced and _is_usual(event, rounds):
            rounds.stake(event.seat, event.spot, event.stake)
        else:
            rounds.feed(fact.seq, msgspec.to_builtins(event), fact.by.role, fact.by.name)


def _is_usual(event: e.WagerPlaced, rounds: Rounds) -> bool:
    return not rounds.closed and event.round == rounds.round and event.spot in rounds.wins


def followed(store: Store, after: int, rules: Rules, last: int = 0) -> Rounds:
    """Every round that begins after an entry, up to now; all money too where that is the whole journal. `rules` are
    those stated last, as far as is known without reading; `last` is the number of the last round. Raises what the
    verifier says of the first bad entry."""
    rounds = Rounds() if after else Money()
    begun = not after
    if after:
        _feed(rounds, next(store.read()).body)
        rounds.first, rounds.round = last + 1, last
        rounds.rules = _stated_before(store, after, rules)
    for stored in store.read(after):
        kind, event = _read(stored.body)
        if not begun and kind == "round-begun":
            begun, rounds.first, rounds.round = True, event["round"], event["round"] - 1
        if begun or kind == STATED:
            _feed(rounds, stored.body)
    return rounds


def _stated_before(store: Store, after: int, rules: Rules) -> dict[str, Any]:
    """Rules hold from where they are stated on. That is once in the life of a rulebook, so the journal is hardly ever
    read for those before."""
    if not any(_states(stored.body) for stored in store.read(after)):
        return msgspec.structs.asdict(rules) if rules != Rules() else {}
    found: dict[str, Any] = {}
    for stored in takewhile(lambda one: one.seq <= after, store.read()):
        found = _read(stored.body)[1] if _states(stored.body) else found
    return found


def _states(body: bytes) -> bool:
    """Without decoding what does not even have the word."""
    return STATED.encode() in body and _read(body)[0] == STATED


def _read(body: bytes) -> tuple[str, dict[str, Any]]:
    event = msgspec.json.decode(decode(body).event)
    return event["is"], event


def _feed(rounds: Rounds, body: bytes) -> None:
    entry = decode(body)
    rounds.feed(entry.seq, msgspec.json.decode(entry.event), entry.by.role, entry.by.name)
