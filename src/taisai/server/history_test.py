"""The part of the full self-test that reads all history, as a question for a separate process."""

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
    """Ask for the full self-test; results are streamed check by check."""

    settings: Settings

    def pieces(self) -> Iterator[bytes]:
        return map(_encode, self._checks())

    def _checks(self) -> Iterator[Check]:
        """Check all journals as they were at the start, while tables keep writing.

        Each transaction reads only a few batches, so that the database can vacuum."""
        settings = self.settings
        names = (HOUSE, *(table.id for table in settings.tables))
        with closing(settings.place.open_for_reading()) as journals:
            people = PersonKeys(settings.keys / PERSON_KEYS)
            opened = {name: keyed(journals.store(name), name, settings.snapshot_key) for name in names}
            stores = {name: BoundedStore(VeiledStore(store, people, name)) for name, store in opened.items()}
            yield from house_test(settings, stores, whole=True)
            yield claim_test(journals)
            yield from mirror_test(settings, names if settings.mirror_folder else ())
