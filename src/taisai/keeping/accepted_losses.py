"""Writes off lost entries: someone takes responsibility, the marks record the new length of the journals, and the house
records the loss."""

from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING

from taisai.house.journal_log import newest
from taisai.house.settings import Settings
from taisai.house.signers import signer_of
from taisai.house.tables import HOUSE
from taisai.journal.keys import PUBLIC_FILE, load_public
from taisai.journal.lock import FileLock
from taisai.keeping.marks import Loss, Mark, MarkRefusal, Marks, missing, places, read_marks, write_marks
from taisai.rules.refusals import Refused

if TYPE_CHECKING:
    from taisai.journal.place import OpenPlace


class Losses:
    """What the marks of a house know and its journals lack. The house stays locked, so that it cannot start
    meanwhile."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._held = ExitStack()
        self._journals: OpenPlace | None = None
        if settings.place.exists():
            self._journals = settings.place.open_for_writing()
            self._held.callback(self._journals.close)
        else:
            self._held.callback(FileLock(settings.journal).release)

    def close(self) -> None:
        self._held.close()

    def told(self) -> tuple[str, ...]:
        """Return each loss once, whichever places know of it. A marks file that cannot be trusted counts as lost
        itself."""
        key, found = load_public(self._settings.keys_folder / PUBLIC_FILE), dict[str, None]()
        for path in places(self._settings):
            if not path.exists():
                gone = path.parent == self._settings.keys_folder and self._settings.snapshot_key.exists()
                found |= {f"{path}, which recorded how long the journals were": None} if gone else {}
                continue
            try:
                marks = read_marks(path, key)
            except Refused:
                found[f"{path}, which cannot be trusted"] = None
                continue
            found |= {lost.words: None for lost in missing(marks, self._journals)}
        if not found and self._journals is None:
            found[f"all of {self._settings.place}"] = None
        return tuple(found)

    def accept(self, at: str, by: str, reason: str) -> tuple[str, ...]:
        told = self.told()
        if not told:
            words = f"nothing is lost in {self._settings.folder}; there is nothing to write off"
            raise Refused(MarkRefusal.NOTHING_LOST, words, self._settings.folder)
        loss = Loss(at, by, f"{'; '.join(told)}. Reason: {reason}")
        marks = Marks(at, self._ends(), (*self._losses_before(), loss), self._erased())
        for path in places(self._settings):
            write_marks(path, marks, signer_of(self._settings))
        self._drop_checkpoints()
        return told

    def _drop_checkpoints(self) -> None:
        """Delete the checkpoints of lost entries. Anyone who saw one knows of the loss, and a witness keeps reporting
        it."""
        journals = self._journals
        for name, store in {name: journals.store(name) for name in journals.tables()}.items() if journals else ():
            signed = newest(store)
            if signed and signed[0].size > store.head().seq:
                if name != HOUSE:  # the house's journal has no owner
                    store.take()
                store.tree.drop_checkpoints()

    def _ends(self) -> dict[str, Mark]:
        if self._journals is None:
            return {}
        heads = {name: self._journals.store(name).head() for name in self._journals.tables()}
        return {name: Mark(head.seq, head.seal.hex()) for name, head in heads.items()}

    def _erased(self) -> tuple[str, ...]:
        """Return the erased ids from every marks file that can be trusted: they stay erased, whatever else is lost."""
        found: set[str] = set()
        for path in places(self._settings):
            with suppress(Refused):
                found |= {*read_marks(path, load_public(self._settings.keys_folder / PUBLIC_FILE)).erased}
        return tuple(sorted(found))

    def _losses_before(self) -> tuple[Loss, ...]:
        """Return earlier losses that are accepted but not recorded in the journal yet."""
        own = places(self._settings)[0]
        try:
            return read_marks(own, load_public(self._settings.keys_folder / PUBLIC_FILE)).losses
        except Refused:
            return ()
