"""Marks: how far each journal has come, signed and stored apart from the journals, so that later losses are noticed."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from enum import Enum
from pathlib import Path
from threading import Lock
from typing import Final

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from taisai.house.clock import now
from taisai.house.key_files import write_secret
from taisai.house.settings import FILE as SETTINGS_FILE
from taisai.house.settings import Settings
from taisai.house.signers import signer_of
from taisai.house.tables import HOUSE
from taisai.journal.entry import Head
from taisai.journal.keys import PUBLIC_FILE, load_public
from taisai.journal.place import OpenPlace, Place
from taisai.journal.refusals import NOT_BELIEVED
from taisai.journal.seal import START
from taisai.rules.refusals import Refused
from taisai.signing.signer import Signer

FILE: Final = "marks.json"
PURPOSE: Final = b"taisai marks 1\n"  # keeps any other signature from passing as marks
WAYS_OUT: Final = (
    "restore it with taisai repair (from a mirror) or taisai restore (from a backup), or record the loss with"
    " taisai write-off"
)


class MarkRefusal(Enum):
    """In order of precedence. A code never gets a second meaning."""

    NO_JOURNAL = "marks-without-journal"
    GONE = "marks-gone"
    INVALID = "marks-invalid"
    BEHIND = "journal-behind-marks"
    DIFFERS = "journal-differs-from-marks"
    BEYOND = "journal-beyond-marks"
    NOTHING_LOST = "nothing-lost"


class Mark(msgspec.Struct, frozen=True):
    """`seal` is the seal of entry `seq` in hex; `signed` is the newest entry that was signed."""

    seq: int
    seal: str
    signed: int = 0


class Loss(msgspec.Struct, frozen=True):
    """Who takes responsibility for a loss, and why. The house records it at its next start."""

    at: str
    by: str
    words: str


class Marks(msgspec.Struct, frozen=True):
    """`erased` are the ids of people and records whose keys must never come back. `stopped` says that the house stopped
    in order, so that its journals end where the marks are, and `mirror` names the mirror that had all of them then."""

    at: str
    journals: dict[str, Mark]
    losses: tuple[Loss, ...] = ()
    erased: tuple[str, ...] = ()
    stopped: bool = False
    mirror: str = ""


class SignedMarks(msgspec.Struct, frozen=True):
    marks: Marks
    signature: str


def places(settings: Settings) -> tuple[Path, ...]:
    """Return where marks are stored: beside the keys, on the mirror's disk and with the checkpoints, as far as these
    exist."""
    folders = (str(settings.keys_folder), settings.mirror.folder, settings.checkpoints_folder)
    return tuple(Path(folder) / FILE for folder in folders if folder)


def write_marks(path: Path, marks: Marks, key: Signer) -> None:
    signature = key.sign(_signed_bytes(marks)).hex()
    write_secret(path, msgspec.json.encode(SignedMarks(marks, signature)))


def read_marks(path: Path, key: Ed25519PublicKey) -> Marks:
    try:
        found = msgspec.json.decode(path.read_bytes(), type=SignedMarks)
        key.verify(bytes.fromhex(found.signature), _signed_bytes(found.marks))
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError, InvalidSignature, OSError) as error:
        words = f"{path} was not signed by this house ({type(error).__name__}), so it cannot be trusted"
        raise Refused(MarkRefusal.INVALID, f"{words}; restore the file, or {WAYS_OUT}", str(path)) from error
    return found.marks


def _signed_bytes(marks: Marks) -> bytes:
    return PURPOSE + msgspec.json.encode(marks, order="sorted")


def known_marks(settings: Settings) -> dict[Path, Marks]:
    """Return the marks of every place that has some."""
    found = [path for path in places(settings) if path.exists()]
    return {path: read_marks(path, load_public(settings.keys_folder / PUBLIC_FILE)) for path in found}


def check_not_gone(settings: Settings) -> None:
    """Before anything is created, check that a house that existed before has its journal and its marks."""
    marks = known_marks(settings)
    begun = settings.voucher_key.exists() or settings.snapshot_key.exists()
    if not settings.place.exists() and (any(one.journals for one in marks.values()) or (begun and not marks)):
        words = (
            f"{settings.keys_folder} belongs to a house that has played, but its journal {settings.place} is missing; "
        )
        words += "" if settings.nodes.database else f"if it is in a database, set that in {SETTINGS_FILE}; otherwise "
        words += WAYS_OUT
        raise Refused(MarkRefusal.NO_JOURNAL, words, str(settings.place))
    own = settings.keys_folder / FILE
    if settings.snapshot_key.exists() and own not in marks:
        words = f"{own}, which records how long the journals must be, is missing; restore the file, or {WAYS_OUT}"
        raise Refused(MarkRefusal.GONE, words, str(own))


class Missing(msgspec.Struct, frozen=True):
    """A journal that does not match a mark; `head` is how it ends now."""

    journal: str
    mark: Mark
    head: Head

    @property
    def words(self) -> str:
        first, last = self.head.seq + 1, self.mark.seq
        if first > last:
            return f"{self.journal}: entry {last} was changed"
        many = f"entries {first} to {last}, {last - first + 1} entries" if last > first else f"entry {last}, 1 entry"
        return f"{self.journal}: {many}"


def missing(marks: Marks, journals: OpenPlace | None) -> Iterator[Missing]:
    """Yield losses without reading the journals: the entry that a mark names must be there with its seal."""
    tables = journals.tables() if journals else {}
    for name, mark in marks.journals.items():
        store = journals.store(name) if journals and name in tables else None
        with _left_to_self_test(name):
            head = store.head() if store else START
            stored = next(store.read(mark.seq - 1), None) if store and mark.seq else None
            if mark.seq and (stored is None or stored.seal.hex() != mark.seal):
                yield Missing(name, mark, head)


@contextmanager
def _left_to_self_test(name: str) -> Iterator[None]:
    """Pass over a table's journal that cannot be believed: the self-test records that as critical."""
    try:
        yield
    except Refused as refused:
        if refused.code not in NOT_BELIEVED or name == HOUSE:
            raise


def check_marks(settings: Settings, journals: OpenPlace) -> None:
    """Check the marks before any write: nothing is added to a journal that has lost something."""
    for path, marks in known_marks(settings).items():
        for lost in missing(marks, journals):
            if lost.head.seq < lost.mark.seq:
                words = (
                    f"{lost.journal} ends with entry {lost.head.seq}, but {path} states that it had"
                    f" entry {lost.mark.seq} at {marks.at}: its end is lost or cut off; {WAYS_OUT}"
                )
                raise Refused(MarkRefusal.BEHIND, words, lost.journal)
            words = f"entry {lost.mark.seq} of {lost.journal} does not match {path}: history was changed; {WAYS_OUT}"
            raise Refused(MarkRefusal.DIFFERS, words, lost.journal)


def check_ends(settings: Settings, journals: OpenPlace) -> None:
    """After a stop in order, check that nothing was written since. Whoever opens the journals to write lifts that."""
    known = known_marks(settings)
    for path, marks in known.items():
        for name, mark in marks.journals.items() if marks.stopped else ():
            head = START
            with _left_to_self_test(name):
                head = journals.store(name).head()
            if head.seq > mark.seq:
                words = (
                    f"{name} ends with entry {head.seq}, but {path} states that the house stopped at {marks.at} with"
                    f" entry {mark.seq}: something was written to it since; find out who did that, then {WAYS_OUT}"
                )
                raise Refused(MarkRefusal.BEYOND, words, name)
    if any(marks.stopped for marks in known.values()):
        keeper = MarkKeeper(settings, signer_of(settings))
        keeper.losses += tuple(_mirror_losses(settings, known.get(settings.keys_folder / FILE)))
        keeper.begin(now())


def _mirror_losses(settings: Settings, marks: Marks | None) -> Iterator[Loss]:
    """Yield what the mirror lacks although it had everything when the house stopped. It gets that back from the
    journals: only after a kill, or while it was lost, may an honest mirror be behind them."""
    file = settings.mirror_file
    if not settings.mirror.folder or marks is None or marks.mirror != str(file):
        return
    with suppress(Refused), ExitStack() as opened:  # what cannot be read, the mirror itself reports
        mirror = Place(str(file), str(settings.keys_folder)).open_for_reading() if file.exists() else None
        if mirror:
            opened.callback(mirror.close)
        for name in (HOUSE, *(table.id for table in settings.tables)):
            mark = marks.journals.get(name)
            head = mirror.store(name).head() if mirror and name in mirror.tables() else START
            if mark and head.seq < mark.seq:
                words = f"the mirror {file} lacked entries {head.seq + 1} to {mark.seq} of {name}, which it had before"
                yield Loss(marks.at, "", f"{words}; find out who can write to it")


class MarkKeeper:
    """Writes marks of durable entries to all places. `lost` says where that fails; it is tried again the next time, and
    the older marks there are still true."""

    def __init__(self, settings: Settings, key: Signer) -> None:
        self._places, self._key = places(settings), key
        self._lock = Lock()
        self._journals: dict[str, Mark] = {}
        known = known_marks(settings)
        for marks in known.values():
            self._take(marks.journals)
        self.losses = known[self._places[0]].losses if self._places[0] in known else ()
        self.erased = tuple(sorted({key for marks in known.values() for key in marks.erased}))
        self.lost = ""

    def head(self, journal: str) -> Head:
        """Return the newest entry that the marks name."""
        with self._lock:
            mark = self._journals.get(journal)
        return Head(mark.seq, bytes.fromhex(mark.seal)) if mark and mark.seq else START

    def write(self, at: str, journals: Mapping[str, Mark]) -> None:
        """Write the marks. Journals that are not named, or were already further, stay as they were."""
        with self._lock:
            if self._take(journals) or self.lost:
                self._write(at)

    def end(self, at: str, journals: Mapping[str, Mark], mirror: str) -> None:
        """Write the marks of a house that stops in order; `mirror` is the file that has everything, too."""
        with self._lock:
            self._take(journals)
            self._write(at, stopped=True, mirror=mirror)

    def begin(self, at: str) -> None:
        with self._lock:
            self._write(at)

    def _take(self, journals: Mapping[str, Mark]) -> bool:
        fresh = {name: mark for name, mark in journals.items() if self._is_farther(name, mark)}
        for name, mark in fresh.items():
            signed = max(mark.signed, self._journals.get(name, mark).signed)
            self._journals[name] = msgspec.structs.replace(mark, signed=signed)
        return bool(fresh)

    def _is_farther(self, name: str, mark: Mark) -> bool:
        known = self._journals.get(name)
        return known is None or (mark.seq, mark.signed) > (known.seq, known.signed)

    def _write(self, at: str, *, stopped: bool = False, mirror: str = "") -> None:
        self.lost = ""
        marks = Marks(at, self._journals, self.losses, self.erased, stopped, mirror)
        for path in self._places:
            try:
                write_marks(path, marks, self._key)
            except Refused as refused:
                self.lost = refused.words
