"""The tables, people and records of a running house, shared by everything in it."""

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

from taisai.house.bus import LocalBus
from taisai.house.clock import now
from taisai.house.desks import Journals
from taisai.house.floor import Floor
from taisai.house.journal_checkpoints import JournalCheckpoints
from taisai.house.key_files import PERSON_KEYS, made_key, read_key
from taisai.house.live import LiveRefusal
from taisai.house.node_lease import NodeLease
from taisai.house.rotations import house_name
from taisai.house.settings import Settings
from taisai.house.signers import signer_of
from taisai.house.tables import HOUSE as HOUSE_JOURNAL
from taisai.house.tumbler_key import KeptTumbler
from taisai.house.views import Alerts
from taisai.journal.batch_key import read_batch_keys
from taisai.journal.keyed import KeyedStore, key_of
from taisai.journal.place import OpenPlace
from taisai.journal.shared import Shared
from taisai.journal.store import Store
from taisai.keeping.marks import Mark, MarkKeeper
from taisai.keeping.mirror import Mirror
from taisai.keeping.outside_checkpoints import Outside
from taisai.keeping.selftest import Check
from taisai.people.event_log import Note
from taisai.people.register import Register
from taisai.people.secret_hashes import Hasher
from taisai.people.significant_events import Happening
from taisai.privacy.keys import PersonKeys
from taisai.privacy.store import VeiledStore
from taisai.rules.refusals import Refused
from taisai.server.beacons import BeaconClient
from taisai.server.checks import SelfTestFailed, code_of
from taisai.server.feeds import Feeds
from taisai.server.hub import Hub
from taisai.server.limiter import Limiter
from taisai.server.metrics import Metrics
from taisai.server.peers import Beside
from taisai.server.reader import Reader
from taisai.server.receipt_links import ReceiptLinks
from taisai.server.secrets import SecretThreads
from taisai.server.tester import Tester
from taisai.server.transport import Crowd

if TYPE_CHECKING:
    from taisai.wire.stream import Stream

REQUESTS_BURST_S: Final = 10
REFUSED_PER_S: Final = 10  # requests of a source over its limit; whoever goes on loses the connection
SECRETS_PER_S: Final = 1  # each costs a slow hash
SECRETS_BURST: Final = 20
TELL_AGAIN_S: Final = 60  # of a source that is turned away


class Household:
    """The tables, people and records of a house, and the questions that they can always answer. Background tasks get
    only this part of the house."""

    crowd: Crowd
    beside: Beside | None = None

    def __init__(
        self, settings: Settings, journals: OpenPlace, hasher: Hasher | None = None,
        lease: NodeLease | None = None,
    ) -> None:  # fmt: skip
        self.settings = settings
        self.journals, self.lease = journals, lease
        self.bus = LocalBus()
        self.hub = Hub(self.bus)
        self.metrics = Metrics()
        self.limiter = Limiter(settings.traffic.requests_per_s, settings.traffic.requests_per_s * REQUESTS_BURST_S)
        self.patience = Limiter(REFUSED_PER_S, REFUSED_PER_S)
        self.secret_limiter = Limiter(SECRETS_PER_S, SECRETS_BURST)
        self.reader = Reader()
        self.figures = Reader("play_first")  # quick answers about pay tables, for whoever opens the lab
        self.secret_threads = SecretThreads()
        self.feeds = Feeds(settings)
        self.tester = Tester(settings, self.reader)
        self.telling_limiter = Limiter(1 / TELL_AGAIN_S, 1)
        self.checks: list[Check] = []
        self.started_s = time.monotonic()
        self.mirror = self._made_mirror()
        self._snapshot_key = read_key(settings.snapshot_key)
        self.person_keys = PersonKeys(settings.keys_folder / PERSON_KEYS)
        self._own = self._store(HOUSE_JOURNAL)
        self.register = self._opened_register(hasher)
        self.signer = signer_of(settings)
        house = house_name(settings, self.signer.public_key().public_bytes_raw())
        self.outside = Outside(settings, JournalCheckpoints(house, self.signer, self.journals.store).sign)
        self.marks = MarkKeeper(settings, self.signer)
        secret = read_key(settings.voucher_key)
        self.beacons = BeaconClient(settings)
        self.floor = self._made_floor(secret)
        self.receipt_links = ReceiptLinks(secret)
        self.streams: dict[str, Stream] = {}
        self.is_stopping = False

    def _made_mirror(self) -> Mirror | None:
        if not self.settings.mirror.folder:
            return None
        keys = read_batch_keys(self.settings.keys_folder)
        return Mirror(self.settings.mirror_file, keys, must=self.settings.mirror.must)

    def _opened_register(self, hasher: Hasher | None) -> Register:
        pepper = made_key(self.settings.pepper_key)
        peppered = hasher.with_pepper(pepper) if hasher else Hasher(pepper)
        idle_s, shared = self.settings.idle_minutes * 60, self._shared()
        if shared:
            self.person_keys.share(shared)
        return Register.open(self._own, now, hasher=peppered, idle_s=idle_s, keys=self.person_keys, shared=shared)

    def _shared(self) -> Shared | None:
        """Return the storage shared with other nodes; none here."""
        return None

    def _made_floor(self, secret: bytes) -> Floor:
        tumbler = KeptTumbler(self.settings.tumbler_key)
        return Floor(self.settings, self._journals(), self.register, secret, tumbler, self.beacons)

    def is_held(self) -> bool:
        return self.lease is None or self.lease.holds()

    def check_held(self) -> None:
        """Refuse while this process holds no lease: another process may have written the journals meanwhile."""
        if not self.is_held():
            words = "this process does not hold the lease on the house at the moment; try again"
            raise Refused(LiveRefusal.JOURNAL_DOWN, words, "")

    def _store(self, name: str) -> VeiledStore:
        store: Store = self.journals.store(name)
        return self._keyed(name, self.mirror.over(name, store) if self.mirror else store)

    def _keyed(self, name: str, store: Store) -> VeiledStore:
        return self.readable(name, KeyedStore(store, key_of(self._snapshot_key, name)))

    def readable(self, name: str, store: Store) -> VeiledStore:
        """Return the store with people's names readable, for callers who may see them."""
        return VeiledStore(store, self.person_keys, name)

    def _journals(self) -> Journals:
        one = Journals(self._store, self.outside.signer, known=self.marks.head)
        if self.mirror:
            one = one._replace(together=self._together, then=self.mirror.flush)
        elif self.lease:
            one = one._replace(lanes=self.journals.lanes, holds=self.lease.holds)
        else:
            one = one._replace(together=self.journals.together)
        return one._replace(names=self.journals.tables)

    @contextmanager
    def _together(self) -> Iterator[None]:
        assert self.mirror is not None
        with self.mirror.held(), self.journals.together():
            yield

    def sign_head(self) -> None:
        """Sign the newest entry of the house journal; keep the checkpoint outside, too. Tables sign their own."""
        with suppress(Refused):
            self.register.schedule.sign(self.register.head, now())

    def heads_marked(self) -> dict[str, Mark]:
        """Return the durable head of every journal."""
        ends = {HOUSE_JOURNAL: (self.register.head, self.register.schedule)}
        ends |= {name: (one.desk.head, one.desk.schedule) for name, one in self.floor.tables.items()}
        return {name: Mark(head.seq, head.seal.hex(), schedule.signed) for name, (head, schedule) in ends.items()}

    def sign_rest(self) -> None:
        """Sign what was written since the last checkpoints, here and at the tables."""
        with suppress(Refused):
            self.register.schedule.sign_rest(self.register.head, now())
        self.floor.sign_rest()

    def alerts(self, table: str) -> Alerts:
        waiting = self.register.waiting()
        calls = (one.at for one in waiting if one.code == Happening.SUPERVISOR_CALLED and one.table == table)
        return Alerts(len(waiting), next(calls, ""), self.attendants(table))

    def attendants(self, table: str) -> tuple[int, ...]:
        """Return the seats whose call for an attendant is not yet acknowledged."""
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

    async def test_whole(self) -> list[Check]:
        """Run the full self-test. If it fails, people decide what happens to open tables."""
        return await self.tester.run(self._test_whole)

    async def _test_whole(self) -> list[Check]:
        checks = self._judged(await self.tester.checks(self.register.software.files))
        self.floor.redemptions.mend()
        return checks

    def _judged(self, checks: list[Check]) -> list[Check]:
        """Record the result of a self-test, and refuse to go on if a check failed."""
        self.checks = checks
        failed = [check for check in checks if not check.ok]
        if failed:
            self.register.note_all([Note(code_of(check), f"{check.name}: {check.words}") for check in failed])
            raise SelfTestFailed(checks)
        self.register.note(Happening.SELF_TEST_PASSED, f"{len(checks)} tests passed")
        return checks
