"""The stand-alone verifier's verdict on a journal, which the full self-test shows as it stands."""

from collections.abc import Iterable, Iterator

from taisai.house.rotations import terms_of
from taisai.house.settings import Settings
from taisai.journal.bounded import BoundedStore
from taisai.journal.checkpoint_schedule import size_of
from taisai.journal.export import export_lines, note_in
from taisai.journal.store import Store
from taisai.journal.verify_taisai import LogKey, Trust, verify, words
from taisai.keeping.table_tests import NOT_YET, Answer


def verdict(settings: Settings, name: str, store: Store) -> Answer:
    """Verify what an export would say, with the house's own keys. Before the first checkpoint there is nothing signed
    to trust."""
    head, lines = export_lines(store, name)
    if not head.seq:
        return True, NOT_YET, "0"
    own = (LogKey("", 1, term.key.public, term.since, term.until) for term in terms_of(settings, name))
    found = verify(_lines_of_then(store, lines), trust=Trust(tuple(own) if store.newest_checkpoint() else ()))
    after = "" if found.sound else "; stop play and find out who changed it"
    return found.sound, f"{words(found)}{after}", str(found.entries if found.sound else found.bad_seq)


def _lines_of_then(store: Store, lines: Iterable[bytes]) -> Iterator[bytes]:
    """Leave out checkpoints of entries written since the test began."""
    bounded = store if isinstance(store, BoundedStore) else None
    since = range(store.head().seq + 1, bounded.live.head().seq + 1) if bounded else range(0)
    return (line for line in lines if not line.startswith(b"c ") or size_of(note_in(line)) not in since)
