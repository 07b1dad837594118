"""The house as a running thing: made on first start, tested before anybody connects, stopped in order."""

import asyncio
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Final

from taisai.house.bus import LocalBus
from taisai.house.checkpoint_anchors import CheckpointAnchors
from taisai.house.clock import now, now_ms
from taisai.house.desk import Desk
from taisai.house.desks import Journals
from taisai.house.floor import Floor, looked
from taisai.house.games import game
from taisai.house.house_lease import HouseLease
from taisai.house.key_files import PEOPLE_LOST, PERSON_KEYS, made_key, read_key
from taisai.house.live import LiveRefusal
from taisai.house.node_lease import NodeLease
from taisai.house.redemptions import spent
from taisai.house.settings import Settings, written
from taisai.house.settings_problems import SettingsRefusal
from taisai.house.signers import signer_of
from taisai.house.tables import HOUSE as HOUSE_JOURNAL
from taisai.house.tumbler_key import KeptTumbler
from taisai.house.views import Alerts
from taisai.journal.keyed import KeyedStore, key_of
from taisai.journal.place import OpenPlace
from taisai.journal.shared import Shared
from taisai.journal.store import Store
from taisai.keeping.changes import changes, check_allowed, flat, in_words
from taisai.keeping.marks import Mark, MarkKeeper
from taisai.keeping.mirror import Mirror
from taisai.keeping.outside_anchors import Outside
from taisai.keeping.selftest import Check, journal_test, self_test
from taisai.people.event_log import Note
from taisai.people.register import Register
from taisai.people.secret_hashes import Hasher
from taisai.people.significant_events import Happening
from taisai.privacy.keys import PersonKeys
from taisai.privacy.store import VeiledStore
from taisai.privacy.veil import outdated
from taisai.rules.refusals import Refused
from taisai.server.acceptance import NOTHING_ACCEPTED, Accepting, check_settings, record_software
from taisai.server.alert_sender import Telling
from taisai.server.beacons import BeaconClient
from taisai.server.caretaker import Caretaker
from taisai.server.checks import SelfTestFailed, code_of
from taisai.server.feeds import Feeds
from taisai.server.hub import Hub
from taisai.server.limiter import Limiter
from taisai.server.logs import Logs
from taisai.server.metrics import Metrics
from taisai.server.peers import Beside
from taisai.server.reader import Reader
from taisai.server.receipt_links import ReceiptLinks
from taisai.server.start_notices import MARKERS, PEPPER_LOST
from taisai.server.tester import Tester
from taisai.server.timestamps import Timestamps
from taisai.server.transport import Crowd
from taisai.server.witnesses import Witnesses
from taisai.table.events import Event
from taisai.table.state import Table
from taisai.wire.stream import Stream

FIRST_NAME: Final = "first.manager"
REQUESTS_BURST_S: Final = 10
SECRETS_PER_S: Final = 1  # each costs a slow hash
SECRETS_BURST: Final = 20
TELL_AGAIN_S: Final = 60  # of a source that is turned away
VERSION: Final = version("taisai")


class House:
    """`first_code` is the one-time code of the first account, once, where there was none; `passwords_lost` says so, if
    the pepper is not here that they were hashed with."""

    crowd: Crowd
    beside: Beside | None = None

    def __init__(
        self, settings: Settings, journals: OpenPlace, hasher: Hasher | None = None,
        lease: HouseLease | NodeLease | None = None,
    ) -> None:  # fmt: skip
        self.settings = settings
        self.journals, self.lease = journals, lease
        self.bus = LocalBus()
        self.hub = Hub(self.bus)
        self.metrics = Metrics()
        self.limiter = Limiter(settings.requests_per_s, settings.requests_per_s * REQUESTS_BURST_S)
        self.secret_limiter = Limiter(SECRETS_PER_S, SECRETS_BURST)
        self.reader = Reader()
        self.feed_reader, self.feeds = Reader(), Feeds(settings)
        self.lab_reader = Reader()  # so that no report holds the lab up, nor the lab a report
        self.tester = Tester(settings)
        self.telling_limiter = Limiter(1 / TELL_AGAIN_S, 1)
        self.checks: list[Check] = []
        self.first_code = ""
        self.passwords_lost: tuple[str, ...] = ()
        self.started_s = time.monotonic()
        self.mirror = Mirror(settings.mirror, must=settings.mirror_must) if settings.mirror_folder else None
        self._snapshot_key = read_key(settings.snapshot_key)
        self.person_keys = PersonKeys(settings.keys / PERSON_KEYS)
        self._own = self._store(HOUSE_JOURNAL)
        self.register = self._opened_register(hasher or Hasher())
        key = signer_of(settings)
        anchors = CheckpointAnchors(settings, key, self.journals.store)
        self.outside = Outside(settings, anchors.sign)
        self.marks = MarkKeeper(settings, key)
        secret = read_key(settings.voucher_key)
        self.beacons = BeaconClient(settings)
        self.floor = self._made_floor(secret)
        self.logs, self.witnesses = Logs(self, key), Witnesses(self)
        self.timestamps, self.receipt_links = Timestamps(self), ReceiptLinks(secret)
        self.streams: dict[str, Stream] = {}
        self.caretaker, self.telling = Caretaker(self), Telling(self)
        self.is_stopping = False
        self._is_started = False

    def _opened_register(self, hasher: Hasher) -> Register:
        peppered = hasher.with_pepper(made_key(self.settings.pepper_key))
        idle_s, shared = self.settings.idle_minutes * 60, self._shared()
        if shared:
            self.person_keys.share(shared)
        return Register.open(self._own, now, hasher=peppered, idle_s=idle_s, keys=self.person_keys, shared=shared)

    def _shared(self) -> Shared | None:
        """With nobody."""
        return None

    def _made_floor(self, secret: bytes) -> Floor:
        tumbler = KeptTumbler(self.settings.tumbler_key, secret)
        return Floor(self.settings, self._journals(), self.register, secret, tumbler, self.beacons)

    async def start(self, accepting: Accepting = NOTHING_ACCEPTED) -> None:
        """Replay, then the self-test, and only then is anything served or played."""
        if self.mirror:
            self.mirror.begin(self.stores())
        self._check_kind()
        stores, tested = self.stores(), dict[str, Desk]()
        self._sign_if_sound(stores[HOUSE_JOURNAL])
        self._look_after_people()
        record_software(self.register, VERSION, accepting, demo=self.settings.demo)
        self._found()
        checks = self_test(self.settings, stores, self.register.software.files, desks=tested)
        unfit = self._note_unfit_snapshots(stores)
        self._judged(checks)
        self._take_settings(accepting)
        self._note_start()
        self._note_restored()
        self._note_pepper()
        self._note_losses()
        self._is_started = True
        await self.floor.start(tested)
        await self._save_snapshots(unfit)
        self.streams = {
            name: Stream(one.live, self.bus, now_ms, one.closes_at_ms, partial(self.alerts, name))
            for name, one in self.floor.tables.items()
        }
        self._count()
        self.logs.start()
        self.witnesses.start()
        self.timestamps.start()
        self.beacons.start(self.caretaker, [one.desk.table.beacon for one in self.floor.tables.values()])
        self.caretaker.start()
        self.telling.start()

    async def stop(self) -> None:
        await self.reader.stop()
        await self.lab_reader.stop()
        await self.feed_reader.stop()
        await self.tester.stop()
        await self.telling.stop()
        await self.witnesses.stop()
        await self.timestamps.stop()
        await self.beacons.stop()
        await self.caretaker.stop()
        await self.floor.stop()
        if self._is_ours():  # what failed its self-test is neither signed nor said to have stopped in order
            with suppress(Refused):
                self.register.note(Happening.STOPPED, f"taisai {VERSION} stopped")
                self.register.save_snapshot()
                self.anchor()
            await self.logs.stop()
            self.marks.write(now(), self.heads_marked())
        if self.mirror:
            self.mirror.close()
        if self.lease:
            await asyncio.to_thread(self.lease.end)
        self.journals.close()

    def _is_ours(self) -> bool:
        return self._is_started and not (self.lease and self.lease.lost)

    def is_held(self) -> bool:
        return self.lease is None or self.lease.holds()

    def check_held(self) -> None:
        """What this process knows is what the journals say: without a lease another may have written them."""
        if not self.is_held():
            words = "this process has no lease on the house at the moment; send it again"
            raise Refused(LiveRefusal.JOURNAL_DOWN, words, "")

    def _store(self, name: str) -> Store:
        store: Store = self.journals.store(name)
        return self._keyed(name, self.mirror.over(name, store) if self.mirror else store)

    def _keyed(self, name: str, store: Store) -> VeiledStore:
        return self.readable(name, KeyedStore(store, key_of(self._snapshot_key, name)))

    def readable(self, name: str, store: Store) -> VeiledStore:
        """With the names of people, for whoever may see them."""
        return VeiledStore(store, self.person_keys, name)

    def _look_after_people(self) -> None:
        """Erasures that were not carried out to the end, or that a restored journal does not know of; addresses and
        names of nobody in particular that are old enough."""
        self.register.find_again()
        self.register.carry_out(self.marks.erased)
        self.register.veil_staff()
        self.person_keys.forget(outdated(self.person_keys.records, now()))
        self.marks.erased = tuple(self.person_keys.erased)
        lost = self.register.unreadable()
        if lost:
            self.register.note(Happening.DATA_LOST, PEOPLE_LOST, value=", ".join(lost))

    def _journals(self) -> Journals:
        if self.mirror:
            return Journals(self._store, self.outside.signer, self._together, self.mirror.flush)
        if self.lease:
            return Journals(self._store, self.outside.signer, lanes=self.journals.lanes, holds=self.lease.holds)
        return Journals(self._store, self.outside.signer, self.journals.together)

    @contextmanager
    def _together(self) -> Iterator[None]:
        assert self.mirror is not None
        with self.mirror.held(), self.journals.together():
            yield

    def anchor(self) -> None:
        """The newest entry of the house's own journal, signed and kept outside too; tables see to their own."""
        with suppress(Refused):
            self.register.anchoring.sign(self.register.head, now())

    def heads_marked(self) -> dict[str, Mark]:
        """Of every journal, as far as it is durable."""
        ends = {HOUSE_JOURNAL: (self.register.head, self.register.anchoring)}
        ends |= {name: (one.desk.head, one.desk.anchoring) for name, one in self.floor.tables.items()}
        return {name: Mark(head.seq, head.seal.hex(), anchored.anchored) for name, (head, anchored) in ends.items()}

    def anchor_rest(self) -> None:
        """What was written since the last anchors, here and at the tables."""
        with suppress(Refused):
            self.register.anchoring.sign_rest(self.register.head, now())
        self.floor.anchor_rest()

    def _sign_if_sound(self, own: Store) -> None:
        """The house's own journal is written before the whole self-test, to say what failed; it is signed only where it
        is not itself what fails."""
        if all(check.ok for check in journal_test(self.settings, HOUSE_JOURNAL, own)):
            self.register.anchoring.signer = self.outside.signer(HOUSE_JOURNAL)

    def alerts(self, table: str) -> Alerts:
        waiting = self.register.waiting()
        calls = (one.at for one in waiting if one.code == Happening.SUPERVISOR_CALLED and one.table == table)
        return Alerts(len(waiting), next(calls, ""), self.attendants(table))

    def attendants(self, table: str) -> tuple[int, ...]:
        """The seats that call one, until a supervisor acknowledges it."""
        calls = (
            one for one in self.register.waiting() if one.code == Happening.ATTENDANT_CALLED and one.table == table
        )
        return tuple(dict.fromkeys(int(one.value) for one in calls))

    def tell_staff(self) -> None:
        for stream in self.streams.values():
            stream.tell_staff_soon()

    def stores(self) -> dict[str, VeiledStore]:
        names = (HOUSE_JOURNAL, *(table.id for table in self.settings.tables))
        return {name: self._keyed(name, self.journals.store(name)) for name in names}

    def _note_unfit_snapshots(self, stores: Mapping[str, VeiledStore]) -> list[str]:
        """Of which journals, as the self-test found them; they are replayed, and what they really lead to takes its
        place. One that tells of people to anybody gives way too."""
        unfit = []
        stores[HOUSE_JOURNAL].snapshot()
        for name, store in stores.items():
            if store.refused:
                words = f"{store.refused}; the journal was replayed instead. Find out who wrote to the database"
                self.register.note(Happening.SNAPSHOT_REFUSED, words, table=name)
            if store.refused or store.is_bare:
                unfit.append(name)
        return unfit

    async def _save_snapshots(self, names: Sequence[str]) -> None:
        for name in names:
            if name == HOUSE_JOURNAL:
                self.register.save_snapshot()
            else:
                one = self.floor.tables[name]
                await looked(one, one.desk.save_snapshot)

    async def test_whole(self) -> list[Check]:
        """People decide what happens to open tables if it fails."""
        return await self.tester.run(self._test_whole)

    async def _test_whole(self) -> list[Check]:
        checks = self._judged(await self.tester.checks(self.register.software.files))
        outstanding = self.floor.redemptions.outstanding()
        self.floor.redemptions.mend(await asyncio.to_thread(spent, outstanding, self._own.claimed))
        return checks

    def _count(self) -> None:
        tables = self.floor.tables
        for name, one in tables.items():
            one.live.listeners.append(partial(self._counted, name))
        self.metrics.gauge("taisai_sockets", "Sockets that have joined a table", self.hub.count)
        self.metrics.gauge("taisai_connections", "Connections of all kinds", lambda: len(self.crowd))
        self.metrics.gauge("taisai_alerts_waiting", "Alerts that wait to be told", self.telling.waiting)
        self.metrics.gauge("taisai_alerts_dead", "Alerts that were given up", self.telling.dead)
        waiting = "Significant events that nobody has acknowledged"
        self.metrics.gauge("taisai_events_waiting", waiting, lambda: len(self.register.waiting()))
        down = "Tables whose journal cannot be written"
        self.metrics.gauge("taisai_tables_down", down, lambda: sum(bool(one.live.down) for one in tables.values()))

    def _counted(self, table: str, _: int, events: Sequence[Event]) -> None:
        self.metrics.entries(table, len(events))

    def _judged(self, checks: list[Check]) -> list[Check]:
        """Recorded either way."""
        self.checks = checks
        failed = [check for check in checks if not check.ok]
        if failed:
            self.register.note_all([Note(code_of(check), f"{check.name}: {check.words}") for check in failed])
            raise SelfTestFailed(checks)
        self.register.note(Happening.SELF_TEST_PASSED, f"{len(checks)} tests passed")
        return checks

    def _found(self) -> None:
        if not self.register.staff():
            self.first_code = self.register.found(FIRST_NAME, "First Manager")

    def _note_start(self) -> None:
        if self.register.newest_seq(Happening.STARTED) > self.register.newest_seq(Happening.STOPPED):
            self.register.note(Happening.POWER_RESET, "it did not stop in order the last time")
        self.register.note(Happening.STARTED, f"taisai {VERSION} started")

    def _check_kind(self) -> None:
        """A folder is for real or for trying out, and stays so: demo credit never meets real money."""
        before = self.register.last(Happening.SETTINGS_CHANGED)
        known = before.value.split()[0] if before else self._kind
        if known != self._kind:
            words = f"{self.settings.folder} is the folder of a {known} house; start a {self._kind} one elsewhere"
            raise Refused(SettingsRefusal.INVALID, words, self._kind)

    @property
    def _kind(self) -> str:
        return "demo" if self.settings.demo else "live"

    def _take_settings(self, accepting: Accepting) -> None:
        """What changed is written down with what was; where credits are at stake some of it is refused."""
        old, new = self.register.settings_used(), flat(self.settings)
        changed = changes(old, new)
        if changed and not self.settings.demo:
            check_allowed(changed, old, self._table_before)
            check_settings(self.register, changed, accepting)
        if changed:
            words = in_words(changed) if old else "the settings of the first start"
            mark = sha256(written(self.settings).encode()).hexdigest()[:32]
            self.register.use_settings(new, words, f"{self._kind} {mark}")

    def _table_before(self, name: str, paytable: str) -> Table | None:
        store = self._keyed(name, self.journals.store(name))
        return Desk.resume(store, game(paytable), now).table if store.head().seq else None

    def _note_restored(self) -> None:
        for name, (code, words) in MARKERS.items():
            marker = Path(self.settings.folder) / name
            if marker.exists():
                self.register.note(code, f"the house was {words}")
                marker.unlink()

    def _note_pepper(self) -> None:
        locked = self.register.locked_by_pepper()
        if locked:
            self.passwords_lost = (f"{PEPPER_LOST}; {len(locked)} people cannot sign in",)
            self.register.note(Happening.DATA_RESTORED, *self.passwords_lost, value=", ".join(locked))

    def _note_losses(self) -> None:
        """Written down first, and only then taken off the marks."""
        for loss in self.marks.losses:
            words = f"entries were given up as lost at {loss.at}: {loss.words}"
            self.register.note(Happening.DATA_LOST, words, by=loss.by)
        self.marks.losses = ()
