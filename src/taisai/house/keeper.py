"""The lease of a node, and which tables it takes, keeps and hands over. Runs in a thread that may wait for the
database."""

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from math import inf
from typing import Final, Protocol
from zlib import crc32

from taisai.house.nodes_seen import NOBODY_SEEN, seen_now
from taisai.journal.leases import Doing, Holding, Leases, Node
from taisai.rules.refusals import Refused

RENEW_S: Final = 1.0
LOOK_S: Final = 0.25
YIELD_S: Final = 2 * LOOK_S  # how long a free table is left to nodes that hold fewer
HAND_OVER_S: Final = 1.0  # between two tables handed over to balance the nodes
UNABLE_S: Final = 10.0  # how long a table that failed to open here is left to others
QUICK_S: Final = 0.5
CUT_S: Final = 3.0  # a node off the bus for this long hands over to those on it
CLOCK_OFF_S: Final = 2.0  # a node whose clock is this far off the database's takes no tables


class HeldTables(Protocol):
    """The tables of a node. The node's event loop carries out requests soon after they are made."""

    def held(self) -> Collection[str]: ...

    def open(self, table: str, life: str) -> None: ...

    def hand_over(self, table: str) -> None:
        """Hand a table over at its next moment between two rounds. Asking again has no effect."""

    def drop_all(self) -> None:
        """Drop all tables at once: another node may already have them."""


class NoTables:
    """The tables of a node that does not serve yet."""

    def held(self) -> Collection[str]:
        return ()

    def open(self, table: str, life: str) -> None:
        raise AssertionError(table, life)

    def hand_over(self, table: str) -> None:
        raise AssertionError(table)

    def drop_all(self) -> None:
        """Do nothing: there are none."""


class Keeper:
    """A node has a name, and an id for each of its lives. `ticks` is a clock that is never set; it only says when to
    stop trusting the lease, counted from the moment the last successful renewal was sent. `sites` maps each table of
    the house to the site it prefers, if any. `nodes`, those that serve, and `holdings` are what the keeper saw when it
    last looked. A life is admitted unless a command was at work on the resting house when it began."""

    def __init__(  # noqa: PLR0913 - all are passed by name
        self,
        leases: Leases,
        tables: HeldTables,
        node: Node,
        sites: Mapping[str, str],
        lives: Iterator[str],
        *,
        ticks: Callable[[], float],
        clock: Callable[[], float] = time.time,
        hears_bus: Callable[[], bool] = lambda: True,
    ) -> None:
        self.life = ""
        self.is_draining = self.is_admitted = False
        self.clock_off_s = 0.0
        self._leases, self._tables, self._node, self._sites, self._term_s = leases, tables, node, sites, leases.term_s
        self._lives, self._ticks, self._clock, self._hears_bus = lives, ticks, clock, hears_bus
        self._heard_s = self._alone_s = ticks()
        self._says_it_hears = True
        self._says_doing = node.doing
        self.nodes: tuple[Node, ...] = ()
        self.holdings: dict[str, Holding] = {}
        self.seen = NOBODY_SEEN
        self._sent_s = self._begun_s = self._handed_s = -inf
        self._free_since: dict[str, float] = {}
        self._left_until: dict[str, float] = {}
        self._leaving: set[str] = set()
        self._is_answered = True

    def holds(self) -> bool:
        """Return whether the lease is valid: nobody else has been given what we hold."""
        return self.is_admitted and self._lasts()

    def _lasts(self) -> bool:
        return bool(self.life) and self._ticks() < self._sent_s + self._term_s

    def serve(self, tables: HeldTables) -> None:
        """Take tables from now on. The keeper's thread tells the others at its next turn."""
        self._tables = tables
        self._node = self._node._replace(doing=Doing.SERVING)

    def could_not_open(self, table: str) -> None:
        self._left_until[table] = self._ticks() + UNABLE_S

    def run(self, rests: Callable[[float], bool | None]) -> None:
        """Run until `rests` returns true."""
        while True:
            try:
                self._turn()
                self._is_answered = True
            except Refused:
                self._is_answered = False
            if rests(LOOK_S):
                return

    def end(self) -> None:
        """End the lease at once, so that nobody needs to wait for the term to end."""
        life, self.life = self.life, ""
        with suppress(Refused):
            self._leases.end(life)

    def _turn(self) -> None:
        if not self.life:
            self._begin()
        elif self._ticks() >= self._sent_s + RENEW_S:
            self._renew()
        if self._lasts():
            self._tell()
            self._look()

    def _begin(self) -> None:
        sent_s, life = self._ticks(), next(self._lives)
        node = self._node._replace(id=life)
        self._leases.enrol(node)
        self._says_doing, self._says_it_hears, self.is_admitted = node.doing, True, False
        self.life, self._sent_s, self._begun_s = life, sent_s, sent_s
        self._compare_clocks()

    def _renew(self) -> None:
        """Renew the lease. After a database outage every node gets a term to come back, so that a restart of the
        database moves no tables."""
        sent_s = self._ticks()
        if not self._leases.renew(self.life):
            self.life = ""
            self._tables.drop_all()
            return
        self._sent_s = sent_s
        if not self._is_answered:
            self._begun_s = sent_s
        self._compare_clocks()

    def _compare_clocks(self) -> None:
        """Measure the clock difference. A slow answer is ignored, because it is not accurate."""
        before_s, asked_s = self._clock(), self._ticks()
        database_s = self._leases.clock_s()
        if self._ticks() - asked_s < QUICK_S:
            self.clock_off_s = (before_s + self._clock()) / 2 - database_s

    def _tell(self) -> None:
        """Tell the others that this node serves. It took its time until then, and so may they."""
        if self._says_doing is not self._node.doing:
            self._leases.serve(self.life)
            self._says_doing = self._node.doing
            self._begun_s = self._heard_s = self._alone_s = self._ticks()

    def _look(self) -> None:
        self.seen = seen_now(self._leases, self.life)
        living, holdings = self.seen.nodes, self.seen.holdings
        nodes = tuple(one for one in living if one.doing is Doing.SERVING)
        self.nodes, self.holdings = nodes, {one.journal: one for one in holdings}
        self.is_draining = self.is_draining or any(one.draining for one in living if one.id == self.life)
        self.is_admitted = self.is_admitted or not any(one.doing is Doing.AT_REST for one in living)
        if self.is_admitted and self._says_doing is Doing.SERVING:
            self._serve(nodes, holdings)

    def _serve(self, nodes: tuple[Node, ...], holdings: tuple[Holding, ...]) -> None:
        is_cut = self._is_cut(nodes)
        self._leave_to_others(self._leaving - {*self._tables.held()})
        self._hand_over(self._leaving)  # ask again: a table that was still opening missed the request
        takers = [one for one in [one for one in nodes if one.hears_bus] or nodes if not one.draining]
        counted = Counter(one.life for one in holdings if one.lives and one.journal in self._sites)
        free = self._free(holdings)
        if self.is_draining or is_cut:
            self._hand_over(self._tables.held())
        elif abs(self.clock_off_s) < CLOCK_OFF_S:
            self._take(free, takers, counted)
            self._share(takers, counted)
        self._give_back(free)

    def _is_cut(self, nodes: Iterable[Node]) -> bool:
        """Return whether this node is off the bus while another stays on it, so that devices connected there cannot be
        served from here. If the bus itself fails, nodes notice its loss and return at different moments, and nothing
        moves."""
        at_s = self._ticks()
        if self._hears_bus():
            self._heard_s = at_s
        hears = at_s < self._heard_s + CUT_S
        if hears is not self._says_it_hears:
            self._leases.hear_bus(self.life, hears=hears)
            self._says_it_hears = hears
        if hears or not any(one.hears_bus and not one.draining for one in nodes if one.id != self.life):
            self._alone_s = at_s
        return at_s >= self._alone_s + CUT_S

    def _free(self, holdings: Iterable[Holding]) -> list[Holding]:
        """Return the tables that may be taken by the database's clock. A table that was never opened has no journal
        yet."""
        known = {one.journal: one for one in holdings}
        found = [known.get(table, Holding(table, "", "", lives=False, epoch=0)) for table in self._sites]
        held = self._tables.held()
        free = [one for one in found if one.journal not in held and (one.life == self.life or not one.lives)]
        at_s = self._ticks()
        self._free_since = {one.journal: self._free_since.get(one.journal, at_s) for one in free}
        return free

    def _take(self, free: list[Holding], takers: list[Node], counted: Counter[str]) -> None:
        """Take tables up to our share, and one more if it prefers our site or nobody else takes it. Nodes that hold
        fewer go first, and each node tries tables in a different order."""
        held = len(self._tables.held())
        share = -(-len(self._sites) // max(1, len(takers)))
        fewest = min((counted[one.id] for one in takers if one.id != self.life), default=inf)
        for one in sorted(free, key=lambda one: crc32(f"{self._node.name} {one.journal}".encode())):
            waited_s = self._ticks() - self._free_since[one.journal]
            is_of_site = self._sites[one.journal] == self._node.site != ""
            is_first = held <= fewest or is_of_site or one.name == self._node.name or waited_s >= YIELD_S
            room = share + (is_of_site or waited_s >= self._term_s)
            if held < room and is_first and self._may_take(one, takers, waited_s):
                self._tables.open(one.journal, self.life)
                held += 1

    def _may_take(self, one: Holding, takers: list[Node], waited_s: float) -> bool:
        """Return whether we may take a table. One that another node held must wait for a term, so that a restart of
        everything moves nothing."""
        site, at_s = self._sites[one.journal], self._ticks()
        preferred = site in ("", self._node.site) or all(other.site != site for other in takers)
        ours = one.name in ("", self._node.name) or at_s >= self._begun_s + self._term_s
        return at_s >= self._left_until.get(one.journal, -inf) and ours and (preferred or waited_s >= self._term_s)

    def _share(self, takers: list[Node], counted: Counter[str]) -> None:
        """Hand over one table at a time, to a node of its preferred site or to a node that holds at least two fewer."""
        if self._ticks() < self._handed_s + HAND_OVER_S:
            return
        held = sorted({*self._tables.held()} - self._leaving)
        others = [one for one in takers if one.id != self.life]
        fewer = [one for one in others if counted[one.id] + len(self._leaving) + 2 <= len(held)]
        astray = [table for table in held if self._is_astray(table, others, counted, len(held))]
        spare = [table for table in held if any(self._sites[table] in ("", one.site) for one in fewer)]
        chosen = [*astray, *spare][:1]
        if chosen:
            self._handed_s = self._ticks()
            self._hand_over(chosen)

    def _is_astray(self, table: str, others: list[Node], counted: Counter[str], held: int) -> bool:
        site = self._sites[table]
        return site not in ("", self._node.site) and any(one.site == site and counted[one.id] <= held for one in others)

    def _hand_over(self, tables: Iterable[str]) -> None:
        for table in tuple(tables):
            self._leaving.add(table)
            self._tables.hand_over(table)

    def _leave_to_others(self, tables: Collection[str]) -> None:
        """Leave handed-over tables to others for one term: the others look as often as we do."""
        self._leaving.difference_update(tables)
        self._left_until |= dict.fromkeys(tables, self._ticks() + self._term_s)

    def _give_back(self, free: list[Holding]) -> None:
        """Give back tables that we hold by lease but have dropped: nobody else could open them while we live."""
        held = self._tables.held()
        for one in free:
            if one.life == self.life and one.journal not in held:
                self._leases.give_back(one.journal, self.life, one.epoch)
