"""The part of the whole self-test that reads all of history, as a question that a process of its own answers."""

from collections.abc import Iterator
from contextlib import closing

import msgspec

from taisai.house.key_files import PERSON_KEYS, keyed
from taisai.house.settings import Settings
from taisai.house.tables import HOUSE
from taisai.journal.bounded import BoundedStore
from taisai.keeping.selftest import Check, claim_test, house_test, mirror_test
from taisai.privacy.keys import PersonKeys
from taisai.privacy.store import VeiledStore

_encode = msgspec.json.Encoder().encode


class AskWholeTest(msgspec.Struct, frozen=True, tag_field="ask", tag="whole-test"):
    """Told check by check."""

    settings: Settings

    def pieces(self) -> Iterator[bytes]:
        return map(_encode, self._checks())

    def _checks(self) -> Iterator[Check]:
        """All journals as they were at its beginning, while tables go on writing. No transaction lasts longer than it
        takes to read a few batches, so that nobody keeps the database from tidying up behind them."""
        settings = self.settings
        names = (HOUSE, *(table.id for table in settings.tables))
        with closing(settings.place.open_for_reading()) as journals:
            people = PersonKeys(settings.keys / PERSON_KEYS)
            opened = {name: keyed(journals.store(name), name, settings.snapshot_key) for name in names}
            stores = {name: BoundedStore(VeiledStore(store, people, name)) for name, store in opened.items()}
            yield from house_test(settings, stores, whole=True)
            yield claim_test(journals)
            yield from mirror_test(settings, names if settings.mirror_folder else ())
