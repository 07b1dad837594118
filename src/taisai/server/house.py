"""The running house: set up on first start, tested before anyone connects, and stopped in order."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Final

from taisai.house.clock import now, now_ms
from taisai.house.desk import Desk
from taisai.house.floor_table import looked, snapshot_refused
from taisai.house.games import game
from taisai.house.key_files import PEOPLE_LOST
from taisai.house.live import Listener
from taisai.house.node_lease import NodeLease
from taisai.house.settings import Settings
from taisai.house.settings_problems import SettingsRefusal
from taisai.house.settings_writer import written
from taisai.house.tables import HOUSE as HOUSE_JOURNAL
from taisai.journal.place import OpenPlace
from taisai.journal.store import Store
from taisai.keeping.changes import changes, check_allowed, flat, in_words
from taisai.keeping.selftest import journal_test, self_test
from taisai.people.secret_hashes import Hasher
from taisai.people.significant_events import Happening
from taisai.privacy.store import VeiledStore
from taisai.privacy.veil import outdated
from taisai.rules.refusals import Refused
from taisai.server.acceptance import NOTHING_ACCEPTED, Accepting, check_settings, record_software
from taisai.server.alert_sender import Telling
from taisai.server.caretaker import Caretaker
from taisai.server.household import Household
from taisai.server.logs import Logs
from taisai.server.start_notices import MARKERS, PEPPER_LOST
from taisai.server.version import VERSION
from taisai.server.witnesses import Witnesses
from taisai.table.state import Table
from taisai.wire.stream import Stream

FIRST_NAME: Final = "first.manager"


class House(Household):
    """`first_code` is the one-time code of the first account, once, where there was none; `passwords_lost` says so, if
    the pepper is not here that they were hashed with."""

    def __init__(
        self, settings: Settings, journals: OpenPlace, hasher: Hasher | None = None,
        lease: NodeLease | None = None,
    ) -> None:  # fmt: skip
        super().__init__(settings, journals, hasher, lease)
        self.first_code = ""
        self.passwords_lost: tuple[str, ...] = ()
        self.caretaker, self.logs = Caretaker(self), Logs(self, self.signer)
        self.witnesses = Witnesses(settings, self.logs, self.caretaker.note_soon)
        self.telling = Telling(self, self.caretaker.note_soon)
        self._is_started = False

    async def start(self, accepting: Accepting = NOTHING_ACCEPTED) -> None:
        """Start the house: replay and self-test come before anything is served or played."""
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
        self._note_power()
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
        self.metrics.watch_loop()
        self.logs.start()
        self.witnesses.start()
        self.beacons.start(self.caretaker.note_soon, [one.desk.table.beacon for one in self.floor.tables.values()])
        self.caretaker.start()
        self.telling.start()

    async def stop(self) -> None:
        self.metrics.unwatch_loop()
        await self.tester.stop()
        await self.reader.stop()
        await self.figures.stop()
        self.secret_threads.close()
        await self.telling.rest()
        await self.witnesses.stop()
        await self.beacons.stop()
        await self.caretaker.stop()
        await self.floor.stop()
        if self._is_started:  # a house that failed its self-test is not signed, and its stop is not recorded
            with suppress(Refused):
                self.register.note(Happening.STOPPED, f"taisai {VERSION} stopped")
                self.register.save_snapshot()
                self.sign_head()
            await self.logs.stop()
            if self.lease:
                self.marks.write(now(), self.heads_marked())
            else:
                whole = self.mirror and not self.mirror.lost
                self.marks.end(now(), self.heads_marked(), str(self.settings.mirror_file) if whole else "")
        if self.mirror:
            self.mirror.close()
        if self.lease:
            await asyncio.to_thread(self.lease.end)
        self.journals.close()

    def _look_after_people(self) -> None:
        """Complete pending erasures, including those that a restored journal does not know.
        Forget the keys of old network addresses and of unknown names that people typed."""
        self.register.find_again()
        self.register.carry_out(self.marks.erased)
        self.person_keys.forget(outdated(self.person_keys.records, now()))
        self.marks.erased = tuple(self.person_keys.erased)
        lost = self.register.unreadable()
        if lost:
            self.register.note(Happening.DATA_LOST, PEOPLE_LOST, value=", ".join(lost))

    def _sign_if_sound(self, own: Store) -> None:
        """Enable signing of the house journal if that journal passes its own test.
        It is written before the full self-test, to record what failed, but must not be signed if it is what fails."""
        if all(check.ok for check in journal_test(self.settings, HOUSE_JOURNAL, own)):
            self.register.schedule.signer = self.outside.signer(HOUSE_JOURNAL)

    def _note_unfit_snapshots(self, stores: Mapping[str, VeiledStore]) -> list[str]:
        """Record which journals have an invalid snapshot; return those whose snapshot must be replaced.
        The self-test found and replayed them. Snapshots that show names in clear text are replaced, too."""
        unfit = []
        stores[HOUSE_JOURNAL].snapshot()
        for name, store in stores.items():
            if store.refused:
                self.register.note_all([snapshot_refused(name, store.refused)])
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

    def _count(self) -> None:
        tables = self.floor.tables
        for name, one in tables.items():
            one.live.listeners.append(self._counting(name))
        self.metrics.gauge("taisai_sockets", "Sockets that have joined a table", self.hub.count)
        self.metrics.gauge("taisai_connections", "Connections of all kinds", lambda: len(self.crowd))
        self.metrics.gauge("taisai_alerts_waiting", "Alerts waiting to be sent", self.telling.waiting)
        self.metrics.gauge("taisai_alerts_dead", "Alerts given up after failed attempts", self.telling.dead)
        waiting = "Significant events not yet acknowledged"
        self.metrics.gauge("taisai_events_waiting", waiting, lambda: len(self.register.waiting()))
        down = "Tables whose journal cannot be written"
        self.metrics.gauge("taisai_tables_down", down, lambda: sum(bool(one.live.down) for one in tables.values()))

    def _counting(self, table: str) -> Listener:
        count = self.metrics.entries(table)
        return lambda _, events: count(len(events))

    def _found(self) -> None:
        if not self.register.staff():
            self.first_code = self.register.found(FIRST_NAME, "First Manager")

    def _note_start(self, how: str = "") -> None:
        self.register.note(Happening.STARTED, f"taisai {VERSION} started{how}")

    def _note_own_snapshot(self) -> None:
        if self._own.refused:
            self.register.note_all([snapshot_refused(HOUSE_JOURNAL, self._own.refused)])
            self.register.save_snapshot()

    def _note_power(self) -> None:
        """Record that the house did not stop in order. While other nodes serve, that is known of its tables alone."""
        if self.lease and self.lease.others_by_name():
            return
        if self.register.newest_seq(Happening.STARTED) > self.register.newest_seq(Happening.STOPPED):
            self.register.note(Happening.POWER_RESET, "the house did not shut down cleanly last time")

    def _check_kind(self) -> None:
        """Refuse a folder of the other kind: a house stays live or demo, so that demo credit never meets real money."""
        before = self.register.last(Happening.SETTINGS_CHANGED)
        known = before.value.split()[0] if before else self._kind
        if known != self._kind:
            words = f"{self.settings.folder} is the folder of a {known} house; use another for a {self._kind} house"
            raise Refused(SettingsRefusal.INVALID, words, self._kind)

    @property
    def _kind(self) -> str:
        return "demo" if self.settings.demo else "live"

    def _take_settings(self, accepting: Accepting) -> None:
        """Record changed settings with their old values. A live house refuses some while credits are at stake."""
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
        """Record losses first, then remove them from the marks. What nobody declared, the house found out itself."""
        for loss in self.marks.losses:
            words = f"entries were declared lost at {loss.at}: {loss.words}" if loss.by else loss.words
            self.register.note(Happening.DATA_LOST, words, by=loss.by)
        self.marks.losses = ()
