"""A house served by several nodes: each runs some of the tables and answers for all of them."""

import asyncio
import logging
import time
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from taisai.house.clock import now_ms
from taisai.house.floor_table import FloorTable
from taisai.house.key_files import read_key
from taisai.house.nats_bus import NatsBus
from taisai.house.node_floor import NodeFloor
from taisai.house.node_lease import NodeLease, address_of
from taisai.house.node_tumbler import NodeTumbler
from taisai.house.setting_rows import rows
from taisai.house.settings import Settings
from taisai.house.settings_problems import SettingsRefusal
from taisai.house.tables import HOUSE
from taisai.journal.refusals import NOT_BELIEVED, JournalRefusal
from taisai.journal.shared import SealedShared, Shared
from taisai.keeping.changes import changes, flat, in_words
from taisai.keeping.selftest import house_test, process_test, self_test
from taisai.rules.refusals import Refused, did_you_mean
from taisai.server.acceptance import NOTHING_ACCEPTED, Accepting, record_software
from taisai.server.house import House
from taisai.server.nodes import items as i
from taisai.server.nodes.figures import count_nodes
from taisai.server.nodes.guests import Guests
from taisai.server.nodes.heads import Heads
from taisai.server.nodes.outside_keys import share_keys
from taisai.server.nodes.peers import Node, NodePeer
from taisai.server.nodes.post import Post
from taisai.server.nodes.questions import Questions, news_of
from taisai.server.nodes.relay import Relay, asking_of, moving
from taisai.server.nodes.sockets import NodeSockets
from taisai.server.refusals import ServerRefusal
from taisai.server.version import VERSION
from taisai.wire.stream import Stream

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp

    from taisai.house.floor import Floor
    from taisai.journal.place import OpenPlace
    from taisai.keeping.marks import Mark
    from taisai.people.secret_hashes import Hasher
    from taisai.server.callers import Caller
    from taisai.server.peers import Asker
    from taisai.wire.bodies import TableInfo

TICK_S: Final = 0.1
BEAT_S: Final = 0.5
FOLLOW_S: Final = 1.0
MEND_S: Final = 60.0
TRIES: Final = 10
MOVES_S: Final = 2.0  # as long as handing over a table takes
BEGIN_S: Final = 10.0
OWN: Final = frozenset(row.name for row in rows(Settings).values() if row.traits.own)
"""Settings that may differ between nodes."""

log = logging.getLogger(__name__)


class NodeHouse(House):
    lease: NodeLease
    floor: NodeFloor

    def __init__(self, settings: "Settings", journals: "OpenPlace", hasher: "Hasher | None", lease: NodeLease) -> None:
        secret = read_key(settings.voucher_key)
        share_keys(settings, journals, secret)
        super().__init__(settings, journals, hasher, lease)
        self.names = frozenset(table.id for table in settings.tables)
        self.post = Post(lease.address, secret, self._hear, self._missed)
        self.post.bus = self._nats = NatsBus(settings.nodes.bus, secret, lease.address, self.post.arrived)
        lease.hears_bus = lambda: self._nats.is_up
        self.sockets, self.guests, self.relay = (
            NodeSockets(),
            Guests(self, self.post, self.hear_people),
            Relay(self.post),
        )
        self.questions = Questions(self.post, lease.others, lease.owner, self.floor.redemptions.answer)
        self.floor.redemptions.others = self.questions
        self._node = Node(self, lease, self.post, self.names)
        self._heads = Heads(self.floor, self.register)
        self.infos: dict[str, TableInfo] = {}
        self.beside = self
        self._done_s = dict.fromkeys(("beat", "ask", "follow", "mend"), 0.0)
        self._ticking: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def _shared(self) -> Shared | None:
        shared = self.journals.shared()
        assert shared is not None, "only a database is shared"
        return SealedShared(shared, read_key(self.settings.voucher_key))

    def _made_floor(self, secret: bytes) -> "Floor":
        """Return the floor. Any node may open another's commitments, so the tumbler keys are shared."""
        shared = self._shared()
        assert shared is not None
        self._tumbler = NodeTumbler(self.settings.tumbler_key, secret, shared, self.lease.address)
        floor = NodeFloor(self.settings, self._journals(), self.register, secret, self._tumbler, self.beacons)
        floor.came, floor.went = self._came, self._went
        return floor

    def answer_by(self, app: "ASGIApp") -> None:
        self.relay.app = app

    def peer(self, caller: "Caller", cookies: dict[str, str]) -> NodePeer:
        return NodePeer(self._node, self.sockets, caller, cookies)

    async def start(self, accepting: Accepting = NOTHING_ACCEPTED) -> None:
        await self._nats.start()
        self._check_kind()
        for step in self._steps(accepting):
            self._surely(step)
        self._is_started = True
        await self.floor.start()
        self._count()
        self.logs.keep()
        self.witnesses.start()
        self.beacons.start(self.caretaker.note_soon, [])
        self.lease.serve(self.floor, self.journals.live_as)
        self._ticking = asyncio.create_task(self._tick())
        with suppress(TimeoutError):
            await asyncio.wait_for(self._begun(), BEGIN_S)
        self.caretaker.start()

    def _steps(self, accepting: Accepting) -> "tuple[Callable[[], object], ...]":
        demo = self.settings.demo
        return (
            self._look_after_people,
            lambda: record_software(self.register, VERSION, accepting, demo=demo),
            self._found,
            self._note_own_snapshot,
            self._test,
            lambda: self._take_settings(accepting),
            self._note_power,
            lambda: self._note_start(f" as node {self.lease.name}"),
            self._note_restored,
            self._note_pepper,
            self._note_losses,
        )

    def _surely(self, step: "Callable[[], object]") -> None:
        """Run a start step, again if another node wrote meanwhile."""
        for _ in range(TRIES):
            try:
                step()
            except Refused as refused:
                if refused.code is not JournalRefusal.MOVED:
                    raise
            else:
                return
        step()

    async def _begun(self) -> None:
        while not self.lease.holds():  # noqa: ASYNC110 - another thread changes it
            await asyncio.sleep(TICK_S / 2)

    def _test(self) -> None:
        """Run the self-test.

        While other nodes write journals, test only this process and the house: a growing journal never matches what
        was just read."""
        if not self.lease.others_by_name():
            self._judged(self_test(self.settings, self.stores(), self.register.software.files))
            return
        here = [*process_test(self.register.software.files, whole=False)]
        self._judged([*here, *house_test(replace(self.settings, tables=()), {}, whole=False)])

    def _take_settings(self, accepting: Accepting) -> None:
        """Refuse settings that differ from those of the other running nodes."""
        old, new = self.register.settings_used(), flat(self.settings)
        changed = {name: change for name, change in changes(old, new).items() if name not in OWN}
        others = self.lease.others_by_name()
        if old and changed and others:
            words = f"{in_words(changed)}: these settings differ from those of {', '.join(others)}"
            words = f"{words}, which serves the house now; use the same settings here, or drain the other nodes first"
            raise Refused(SettingsRefusal.INVALID, words, next(iter(changed)))
        if changed:
            super()._take_settings(accepting)

    def _count(self) -> None:
        super()._count()
        count_nodes(self.metrics, self.lease, lambda: len(self.streams), lambda: self._nats.is_up)

    async def stop(self) -> None:
        await asyncio.to_thread(self.lease.rest)
        for task in (self._ticking, *self._tasks):
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
        await self.relay.stop()
        await self.questions.stop()
        try:
            await super().stop()
        finally:
            await self._nats.stop()

    # Tables that arrive and leave

    def _came(self, one: FloorTable) -> None:
        name = one.settings.id
        self.streams[name] = Stream(one.live, self.bus, now_ms, one.closes_at_ms, partial(self.alerts, name))
        one.live.listeners.append(self._counting(name))
        self.logs.open(name)
        self._attach_waiting()

    def _went(self, one: FloorTable) -> None:
        name = one.settings.id
        if self.streams.pop(name, None) is None:
            return
        self.logs.close(name)
        for node in self.lease.others():
            self.post.say(node, i.Beat({name: one.desk.head}))
        for peer in self.sockets.at_table(name):
            peer.detach()
        self.guests.move_on(name)

    def _attach_waiting(self) -> None:
        for peer in self.sockets.waiting():
            owner = self.lease.owner(peer.table)
            if peer.table in self.streams or (owner and owner != self.lease.address and self.post.hears(owner)):
                peer.attach()

    def heads_marked(self) -> "dict[str, Mark]":
        return self._heads.marks() | super().heads_marked()

    # Messages between nodes

    def _hear(self, node: str, item: i.Any) -> None:  # noqa: C901, PLR0912 - one line per item
        match item:
            case i.Open():
                self.guests.came(node, item)
            case i.Say(link, message):
                self.guests.said(node, link, message)
            case i.Room(link):
                self.guests.has_room(node, link)
            case i.Gone(link):
                self.guests.left(node, link)
            case i.Tell(links, message):
                for peer in self.sockets.linked(node, links):
                    peer.told(message)
            case i.End(link, code, reason):
                for peer in self.sockets.linked(node, [link]):
                    peer.ended(code, reason)
            case i.Away(link):
                for peer in self.sockets.linked(node, [link]):
                    peer.detach()
            case i.Lost():
                self._reopen(node)
            case i.Ask():
                self.relay.asked(node, item)
            case i.Part():
                self.relay.heard(node, item)
            case i.Inquiry():
                self.questions.asked(node, item)
            case i.Finding():
                self.questions.heard(item)
            case i.News():
                self.floor.redemptions.hear(news_of(item))
            case i.Beat(heads):
                self._heads.hear(heads)

    def _missed(self, node: str) -> None:
        self._reopen(node)

    def _reopen(self, node: str) -> None:
        """Open all links with that node again, because messages were lost."""
        self.relay.give_up(node)
        for peer in self.sockets.at_node(node):
            peer.reopen()

    def _do(self, work: "asyncio._CoroutineLike[None]") -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Requests

    def hear_people(self) -> None:
        self.register.follow()
        self.register.hear_others()

    async def node_of(self, journal: str) -> str:
        end_s = time.monotonic() + MOVES_S
        while True:
            try:
                return self._node_of(journal)
            except Refused:
                if time.monotonic() >= end_s:
                    raise
            await asyncio.sleep(TICK_S)

    def _node_of(self, journal: str) -> str:
        is_here = journal in self.streams or (journal == HOUSE and self.lease.is_in_chair)
        if is_here or (journal not in self.names and journal != HOUSE):
            return ""
        owner = self.lease.owner(journal)
        if not owner or owner == self.lease.address or not self.post.hears(owner):
            raise moving(journal)
        return owner

    async def relayed(self, node: str, request: "Request", body: bytes) -> "Response":
        return await self.relay.relayed(node, request, body)

    def node_named(self, name: str) -> str:
        known = {one.name: address_of(one.id) for one in self.lease.living()} | {self.lease.name: ""}
        if name not in known:
            words = f"no node {name!r} is running in this house{did_you_mean(name, known)}"
            raise Refused(ServerRefusal.NODE_UNKNOWN, words, name)
        return known[name]

    async def gathered(self, asker: "Asker", path: str, query: str = "") -> list[bytes]:
        asking = asking_of(asker, path, query)
        heard = filter(self.post.hears, self.lease.others())
        answers = await asyncio.gather(*(self.relay.ask(node, asking) for node in heard), return_exceptions=True)
        return [one.body for one in answers if not isinstance(one, BaseException) and one.status == 200]

    # Background work

    async def _tick(self) -> None:
        while True:
            try:
                self._turn()
            except Refused as refused:
                how = logging.CRITICAL if refused.code in NOT_BELIEVED else logging.WARNING
                log.log(how, "a node's regular work failed", extra={"why": refused.words})
            except Exception:
                log.exception("a node's regular work failed")
            await asyncio.sleep(TICK_S)

    def _turn(self) -> None:
        others = self.lease.others()
        if self._is_due("beat", BEAT_S):
            for node in others:
                self.post.say(node, i.Beat(self._heads.known()))
        self._part_from_silent(others)
        self._attach_waiting()
        if self._is_due("ask", FOLLOW_S):
            for peer in self.sockets.far_ones():
                peer.ask_again()
        if self.is_held():
            self._take_chair()
            if self._is_due("follow", FOLLOW_S):
                self.hear_people()
                self.person_keys.hear_others()
                self._tumbler.follow(others)
                self._drop_revoked()
            if self._is_due("mend", MEND_S):
                self.floor.renew_tumbler()
                self.floor.redemptions.mend()

    def _part_from_silent(self, others: list[str]) -> None:
        for node in self.sockets.nodes() | self.relay.nodes():
            if node not in others or not self.post.hears(node):
                self.relay.give_up(node)
                for peer in self.sockets.at_node(node):
                    peer.detach()
        for node in {*self.guests.nodes(), *self.post.known()} - {*others}:
            if not self.post.hears(node):
                self.guests.forget(node)
                self.post.forget(node)

    def _take_chair(self) -> None:
        """Start or stop the duties of the chair. It signs and publishes the house journal, and sends alerts."""
        is_in_chair = self.lease.is_in_chair
        self.register.schedule.signer = self.outside.signer(HOUSE) if is_in_chair else None
        if is_in_chair and HOUSE not in self.logs.logs:
            self.logs.open(HOUSE)
        elif not is_in_chair:
            self.logs.close(HOUSE)
        if is_in_chair and not self.telling.is_at_work:
            self.telling.start()
        elif not is_in_chair and self.telling.is_at_work:
            self._do(self.telling.rest())

    def _drop_revoked(self) -> None:
        for device in self.hub.devices():
            if device in self.register.state.devices and self.register.state.devices[device].revoked:
                self.hub.drop(device, "this device was revoked")

    def _is_due(self, what: str, every_s: float) -> bool:
        is_due = time.monotonic() - self._done_s[what] >= every_s
        if is_due:
            self._done_s[what] = time.monotonic()
        return is_due
