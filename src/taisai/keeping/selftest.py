"""Self-tests that everything is as it was left. They run before the house opens, every day and on request, and return
values."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from functools import cache, partial
from pathlib import Path

import msgspec

from taisai.house.claims import claims_of
from taisai.house.desk import Desk
from taisai.house.journal_log import fault, newest
from taisai.house.key_files import read_key
from taisai.house.rotations import terms_of, verified
from taisai.house.settings import Settings
from taisai.house.signers import secret_file, signer_of
from taisai.house.table_entry import recorded
from taisai.house.tables import HOUSE
from taisai.house.tumbler_key import read_keys
from taisai.journal.batch_key import FILE as BATCH_KEY
from taisai.journal.batch_key import read_batch_keys
from taisai.journal.bounded import BoundedStore
from taisai.journal.entry import decode
from taisai.journal.keys import PUBLIC_FILE, key_name, load_public
from taisai.journal.place import OpenPlace, Place
from taisai.journal.seal import START
from taisai.journal.store import Store
from taisai.journal.verify_taisai import Bad, Cover
from taisai.keeping.backup import RESTORED
from taisai.keeping.marks import Marks, known_marks
from taisai.keeping.outside_checkpoints import kept_outside
from taisai.keeping.packages import loaded_files, misfits, needed, strangers
from taisai.keeping.software import differences, digest, installed, planted, read_anew
from taisai.keeping.table_tests import (
    Answer,
    Examined,
    Shared,
    index,
    ledger,
    lit,
    pay_table,
    register_index,
    rounds,
    seals,
    seals_since,
)
from taisai.keeping.verdicts import verdict
from taisai.log.checkpoints import Checkpoint, sealing_of
from taisai.rules.refusals import Refused

Files = Mapping[str, str]
Test = tuple[str, Callable[[], Answer]]
Marked = Callable[[], Mapping[Path, Marks]]


class Check(msgspec.Struct, frozen=True):
    """`words` say what was found and, if something is wrong, what to do; `value` is what it is about."""

    name: str
    ok: bool
    words: str
    value: str = ""


def self_test(
    settings: Settings,
    stores: Mapping[str, Store],
    recorded_files: Files | None,
    *,
    whole: bool = False,
    desks: dict[str, Desk] | None = None,
) -> list[Check]:
    """Run all tests. `stores` are all journals of the house by name. Without `whole` the time does not grow with the
    journals: seals are checked since the last snapshot, and the newest checkpoint stands for all. `desks` collects the
    desks that have read their journals, so that a start need not read them again."""
    here = process_test(recorded_files, whole=whole)
    return [*here, *house_test(settings, stores, whole=whole, desks=desks)]


def process_test(recorded_files: Files | None, *, whole: bool) -> Iterator[Check]:
    """Test what this very process runs. A new process would be made of the files in doubt."""
    if whole:
        read_anew()
    yield _asked("software", partial(_software, recorded_files))
    yield _asked("packages", partial(_packages, whole))
    yield _asked("bytecode", partial(_bytecode, whole))


def house_test(
    settings: Settings, stores: Mapping[str, Store], *, whole: bool, desks: dict[str, Desk] | None = None
) -> Iterator[Check]:
    """Test keys, journals and tables, which any process can read."""
    is_restored = (Path(settings.folder) / RESTORED).exists()
    asked: list[Test] = [
        ("keys", partial(_keys, settings)),
        ("voucher key", partial(_secret_key, settings.voucher_key)),
        ("pepper", partial(_made_key, settings.pepper_key)),
        ("snapshot key", partial(_made_key if is_restored else _secret_key, settings.snapshot_key)),
        ("key of batches", partial(_batch_key, settings.keys_folder)),
        ("tumbler key", partial(_tumbler_key, settings.tumbler_key)),
    ]
    shared, marks = Shared(), cache(partial(known_marks, settings))
    tested = {table.id: Examined(table, stores.get(table.id), shared) for table in settings.tables}
    for name, store in stores.items():
        asked.append(_seals_of(name, store, whole, tested.get(name)))
        asked.append(_checkpoints_of(settings, name, store, marks, whole))
        asked.append((f"log of {name}", partial(_log, settings, name, store, whole)))
        if whole:
            asked.append((f"verdict of {name}", partial(verdict, settings, name, store)))
    if HOUSE in stores:
        asked.append((f"index of {HOUSE}", partial(register_index, stores[HOUSE], whole)))
    for name, one in tested.items():
        asked.append((f"lit layout of {name}", partial(lit, one)))
        asked.append((f"pay table of {name}", partial(pay_table, one)))
        asked.append((f"ledger of {name}", partial(ledger, one, whole)))
        asked.append((f"rounds of {name}", partial(rounds, one, whole)))
        asked.append((f"index of {name}", partial(index, one, whole)))
    yield from (_asked(name, test) for name, test in asked)
    if desks is not None:
        desks |= {name: one.desk for name, one in tested.items() if "desk" in vars(one)}


def journal_test(settings: Settings, name: str, store: Store) -> list[Check]:
    """Test one journal since its last snapshot and checkpoint."""
    tests = _seals_of(name, store, whole=False), _checkpoints_of(settings, name, store, partial(known_marks, settings))
    return [_asked(*one) for one in tests]


def _seals_of(name: str, store: Store, whole: bool, tested: Examined | None = None) -> Test:
    test = partial(seals, store, whole) if whole or tested is None else partial(seals_since, tested)
    return f"seals of {name}", test


def _checkpoints_of(settings: Settings, name: str, store: Store, marks: Marked, whole: bool = False) -> Test:
    return f"checkpoints of {name}", partial(_checkpoints, settings, name, store, marks, whole)


def mirror_test(settings: Settings, names: Iterable[str]) -> list[Check]:
    """Check every seal of the mirror, and that the journals agree. The mirror may be behind them."""
    return [_asked(f"mirror of {name}", partial(_mirror, settings, name)) for name in names]


def claim_test(journals: OpenPlace) -> Check:
    """Check that the claims in the database are those that its journals made, each once. Reads all journals."""
    return _asked("claims", partial(_claims, journals))


def _claims(journals: OpenPlace) -> Answer:
    """Compare claims at one moment: read them together with the heads of the journals, then read the journals up to
    there."""
    with journals.at_one_moment():
        stores = {name: BoundedStore(journals.store(name)) for name in journals.tables() if name != HOUSE}
        claimed = journals.claims()
    made: set[str] = set()
    for name, store in stores.items():
        for stored in store.read():
            for claim in claims_of([recorded(stored.body).event]) if b"voucher" in stored.body else ():
                if claim in made:
                    return False, f"{claim} was claimed twice, the second time in {name}; find out why", claim
                made.add(claim)
    wrong = made ^ claimed
    if wrong:
        one = min(wrong)
        what = "was made but is missing" if one in made else "was never made"
        return (
            False,
            f"{len(wrong)} claims are wrong: {one} {what}; repair the journals and find out who changed them",
            one,
        )
    return True, f"{len(made)} claims match the journals", str(len(made))


def _mirror(settings: Settings, name: str) -> Answer:
    with closing(Place(str(settings.mirror_file), str(settings.keys_folder)).open_for_reading()) as mirrored:
        head = mirrored.store(name).verify()
    with closing(settings.place.open_for_reading()) as journals:
        same = next((entry.seal for entry in journals.store(name).read(head.seq - 1)), b"") == head.seal
    if head.seq and not same:
        words = f"entry {head.seq} differs between the mirror and the journal; find out which is right, fix the other"
        return False, words, str(head.seq)
    return True, f"{head.seq} entries match their seals and the journal", str(head.seq)


def _asked(name: str, test: Callable[[], Answer]) -> Check:
    try:
        return Check(name, *test())
    except Refused as refused:
        return Check(name, False, refused.words, str(refused.value))
    except Exception as error:  # noqa: BLE001 - damage can raise anything, and the other tests must still run
        kind = type(error).__name__
        return Check(name, False, f"{kind}: {error}; stop play and restore a copy that verifies", kind)


def _software(recorded_files: Files | None) -> Answer:
    files = installed()
    found = digest(files)
    if recorded_files is None:
        return True, f"{len(files)} files and packages; no record to compare them with yet", found
    changed = differences(recorded_files, files)
    if not changed:
        return True, f"{len(files)} files and packages are as recorded", found
    more = f" and {len(changed) - 3} more" if len(changed) > 3 else ""
    return False, f"{'; '.join(changed[:3])}{more}; install taisai again, or have the change recorded", found


def _packages(whole: bool) -> Answer:
    """Check the files that are loaded; in the whole test, also all that could be."""
    loaded = loaded_files()
    wrong = [*misfits(loaded), *(strangers(loaded) if sys.pycache_prefix else ()), *(misfits() if whole else ())]
    if wrong:
        return False, f"{'; '.join(wrong[:3])}; install that package again, and find out who changed it", wrong[0]
    what = f"all files of {len(needed())} packages" if whole else f"{len(loaded)} loaded files"
    return True, f"{what} match the records of their packages", str(len(loaded))


def _bytecode(whole: bool) -> Answer:
    wrong = list(planted(anew=whole))
    if wrong:
        return False, f"{'; '.join(wrong[:3])}, and find out who put it there", wrong[0]
    cache = sys.pycache_prefix
    words = f"Python reads compiled files only from {cache}" if cache else "no compiled file of taisai was changed"
    return True, words, cache or ""


def _keys(settings: Settings) -> Answer:
    folder = settings.keys_folder
    name = key_name(load_public(folder / PUBLIC_FILE))
    if key_name(signer_of(settings).public_key()) != name:
        return False, f"{folder}: the two keys are not a pair; restore the pair that signed the checkpoints", name
    return _secret(secret_file(settings)) or (True, f"{folder}: a pair that only this house can sign with", name)


def _secret_key(path: Path) -> Answer:
    read_key(path)
    return _secret(path) or (True, f"{path}: only its owner can read it", str(path))


def _batch_key(folder: Path) -> Answer:
    read_batch_keys(folder)
    path = folder / BATCH_KEY
    return _secret(path) or (True, f"{path}: only its owner can read it", str(path))


def _made_key(path: Path) -> Answer:
    """Check a key that a start makes if it is missing."""
    return _secret_key(path) if path.exists() else (True, f"no {path} yet; the next start creates it", str(path))


def _tumbler_key(path: Path) -> Answer:
    if not path.exists():
        return True, f"no {path} yet; the next start creates it", str(path)
    read_keys(path)
    return _secret(path) or (True, f"{path}: only its owner can read it", str(path))


def _secret(path: Path) -> Answer | None:
    mode = path.stat().st_mode & 0o777
    return (False, f"other users can read {path}; run chmod 600 {path}", f"{mode:o}") if mode & 0o077 else None


def _checkpoints(settings: Settings, name: str, store: Store, marks: Marked, whole: bool) -> Answer:
    """Check the checkpoints in the database, and those outside, which someone who truncates the database cannot
    reach."""
    here = store.checkpoints() if whole else filter(None, [store.newest_checkpoint()])
    notes = [*here, *kept_outside(settings, name, newest=not whole)]
    held = terms_of(settings, name)
    signed = [verified(note, held) for note in notes]
    newest, known = max((one.size for one in signed), default=0), _known_to(marks, name)
    if newest < known:
        return False, f"the checkpoint of {known} entries is missing; restore a copy that has it", str(known)
    checkpoints = [one for one in signed if not _is_later(store, one)]
    if not checkpoints:
        return True, "there are none yet", "0"
    seals = _seals_at(store, {one.size for one in checkpoints}, whole)
    for one in checkpoints:
        if seals.get(one.size) != sealing_of(one).seal:
            why = "is cut short" if one.size > store.head().seq else "was changed"
            words = f"the journal {why}: entry {one.size} was signed at {sealing_of(one).at}"
            return False, f"{words}; restore a copy that has it", str(one.size)
    try:
        _check_covered(store, checkpoints, whole)
    except Bad as bad:
        return False, f"entry {bad.seq}: {bad.why}; restore a copy that has its checkpoints", str(bad.seq)
    return True, f"{len(checkpoints)} match, the newest is of entry {max(seals)}", str(max(seals))


def _log(settings: Settings, name: str, store: Store, whole: bool) -> Answer:
    """Check the log. Someone who rewrites entries that a checkpoint covers cannot produce the same root again."""
    store = store.live if isinstance(store, BoundedStore) else store  # a checkpoint may have been signed since
    size = found[0].size if (found := newest(store)) else 0
    why = fault(store, terms_of(settings, name), whole=whole)
    if why:
        words = f"{why}; find out who changed the journal or its hashes; try taisai reindex, otherwise restore a copy"
        return False, words, str(size)
    return True, f"its newest checkpoint, of {size} entries, matches the entries", str(size)


def _is_later(store: Store, checkpoint: Checkpoint) -> bool:
    """Return whether a checkpoint is of an entry written since the test began."""
    return isinstance(store, BoundedStore) and store.head().seq < checkpoint.size <= store.live.head().seq


def _known_to(marks: Marked, name: str) -> int:
    return max((one.journals[name].signed for one in marks().values() if name in one.journals), default=0)


def _check_covered(store: Store, checkpoints: list[Checkpoint], whole: bool) -> None:
    """Check the entries after the newest of these checkpoints (the oldest if `whole`) as the stand-alone verifier
    does."""
    every_s = {one.size: sealing_of(one).every_s for one in checkpoints}
    first = (min if whole else max)(every_s)
    cover = Cover(every_s[first], first)
    for stored in store.read(first):
        cover.add(stored.seq, decode(stored.body).at)
        if stored.seq in every_s:
            cover.checkpoint(stored.seq)


def _seals_at(store: Store, wanted: set[int], whole: bool) -> dict[int, bytes]:
    """Return the seals of entries by their number; before the first entry stands the seal of the start."""
    if whole:
        return {0: START.seal} | {entry.seq: entry.seal for entry in store.read() if entry.seq in wanted}
    first = (next(store.read(seq - 1), None) for seq in wanted if seq)
    return {0: START.seal} | {entry.seq: entry.seal for entry in first if entry}
