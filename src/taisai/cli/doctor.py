"""`taisai doctor`: checks everything that a house needs, and says what to do."""

import fcntl
import os
import platform
import resource
import shutil
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from tempfile import TemporaryFile
from time import monotonic, perf_counter, sleep
from typing import Final, Literal

import apsw
import click
import msgspec

from taisai.cli.output import console, json_option, print_json
from taisai.house.clock import now
from taisai.house.key_files import keyed, readable
from taisai.house.settings import FILES_SPARE, Settings
from taisai.house.settings_problems import way_problem
from taisai.house.settings_reader import read
from taisai.house.tables import kind_of
from taisai.journal.entry import decode
from taisai.journal.place import OpenPlace
from taisai.journal.store import Store
from taisai.keeping.backup_key import secret_here
from taisai.keeping.file_modes import loose
from taisai.keeping.marks import check_marks, check_not_gone
from taisai.keeping.selftest import self_test
from taisai.keeping.software import RELEASED
from taisai.rules.refusals import Refused

Level = Literal["good", "warning", "bad"]
MARKS: Final = {"good": "[green]✓[/]", "warning": "[yellow]![/]", "bad": "[red]✗[/]"}
ROOM_LEAST, ROOM_WANTED = 100 * 2**20, 2**30
FLUSHES, FLUSH_SLOW_MS = 10, 20
CLOCK_SLACK: Final = timedelta(seconds=2)
CLOCK_SAMPLE_S: Final = 0.05


class Finding(msgspec.Struct, frozen=True):
    """`words` end with what to do, if anything."""

    area: str
    level: Level
    words: str
    value: str = ""


Findings = Iterator[Finding]


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), required=False)
@click.option("--whole", is_flag=True, help="Check the journals from the first entry on, however long it takes.")
@json_option
@click.pass_context
def command(context: click.Context, folder: Path | None, whole: bool, as_json: bool) -> None:
    """Check the machine, the disk, the clock, keys and journals.

    FOLDER is the house's, taisai-house by default; it need not exist yet. A running house is not disturbed. Exit code 1
    if anything must be fixed; a warning (!) does not count.

    Example: taisai doctor taisai-house
    """
    settings, problems = read({"folder": folder}, os.environ)
    found = [Finding("settings", "bad", str(problem), problem.value) for problem in problems]
    found = [*(found or [_settings(settings)]), *_shut(settings)]
    found += [*_machine(settings), *_disk(settings), *_house(settings, whole=whole)]
    bad = any(finding.level == "bad" for finding in found)
    if as_json:
        print_json({"folder": settings.folder, "ok": not bad, "found": found})
    else:
        _tell(found)
    context.exit(1 if bad else 0)


def _tell(found: list[Finding]) -> None:
    out = console()
    for finding in found:
        out.print(f"{MARKS[finding.level]} ", end="")
        out.print(f"{finding.area}: {finding.words}", markup=False, soft_wrap=True)
    counts = {level: sum(finding.level == level for finding in found) for level in MARKS}
    out.print(f"{counts['good']} good, {counts['warning']} to look at, {counts['bad']} to fix")


def _settings(settings: Settings) -> Finding:
    tables = ", ".join(f"{table.id} ({kind_of(table) or table.paytable})" for table in settings.tables)
    what = f"{settings.file}: tables" if settings.file.exists() else f"no {settings.file}, so this is a demo floor:"
    problem = way_problem(settings)
    if problem is not None:
        return Finding("settings", "bad", str(problem), problem.value)
    return Finding("settings", "good", f"{what} {tables}", str(settings.file))


def _shut(settings: Settings) -> Findings:
    for one in settings.shut:
        words = f"table {one.id} stays closed because {one.paytable} cannot be read: {one.why}"
        yield Finding("settings", "bad", words, one.id)


def _machine(settings: Settings) -> Findings:
    system = f"Python {platform.python_version()}, SQLite {apsw.sqlite_lib_version()}, {os.cpu_count()} cores"
    yield Finding("machine", "good", system, platform.python_version())
    seats = sum(table.seats for table in settings.tables)
    limit, needed = resource.getrlimit(resource.RLIMIT_NOFILE)[0], seats + FILES_SPARE
    words = f"{limit} open files allowed, {needed} needed for {seats} seats"
    if limit < needed:
        yield Finding("machine", "bad", f"{words}; allow more: ulimit -n {needed}", str(limit))
    else:
        yield Finding("machine", "good", words, str(limit))


def _disk(settings: Settings) -> Findings:
    folder = Path(settings.folder)
    place = next(one for one in (folder, *folder.parents) if one.exists())
    room = shutil.disk_usage(place).free
    level: Level = "bad" if room < ROOM_LEAST else "warning" if room < ROOM_WANTED else "good"
    advice = "" if level == "good" else "; free some space: play stops when the disk is full"
    yield Finding("disk", level, f"{room // 2**20} MiB free at {place}{advice}", str(room))
    try:
        flush_ms = _flush_ms(place)
    except OSError as error:
        words = f"{place} cannot be written to ({error.strerror}); give this user write permission there"
        yield Finding("disk", "bad", words, str(place))
        return
    slow = flush_ms > FLUSH_SLOW_MS
    words = f"a flush takes {flush_ms:.2f} ms{'; a faster disk makes wagers faster' if slow else ''}"
    yield Finding("disk", "warning" if slow else "good", words, f"{flush_ms:.2f}")


def _flush_ms(place: Path) -> float:
    took = []
    with TemporaryFile(dir=place) as file:
        for _ in range(FLUSHES):
            file.write(bytes(4096))
            file.flush()
            begun = perf_counter()
            os.fsync(file.fileno())
            took.append((perf_counter() - begun) * 1000)
    return median(took)


def _house(settings: Settings, *, whole: bool) -> Findings:
    if not settings.place.exists():
        if not settings.keys_folder.exists():
            words = f"no house in {settings.folder} yet; taisai serve creates its keys, database and first account"
            yield Finding("house", "good", words, settings.folder)
        else:
            yield _gone(settings)
        yield _clock(None)
        return
    try:
        with closing(settings.place.open_for_reading()) as journals:
            yield _database(settings, journals)
            stores = {name: _store(settings, journals, name) for name in journals.tables()}
            yield from _snapshots(stores)
            yield from _kept_secret(settings)
            check_marks(settings, journals)
            yield _clock(_newest(stores))
            for check in self_test(settings, stores, None, whole=whole):
                yield Finding(check.name, "good" if check.ok else "bad", check.words, check.value)
    except Refused as refused:
        yield Finding("database", "bad", refused.words, str(refused.value))


def _store(settings: Settings, journals: OpenPlace, name: str) -> Store:
    return readable(keyed(journals.store(name), name, settings.snapshot_key), name, settings.keys_folder)


def _database(settings: Settings, journals: OpenPlace) -> Finding:
    writer, place = _serving(journals) or _writer(settings.journal), str(settings.place)
    used = f"{writer} is writing to it, so it is only read here" if writer else "no process is writing to it"
    return Finding("database", "good", f"{place}: journals {', '.join(journals.tables()) or 'none'}; {used}", place)


def _serving(journals: OpenPlace) -> str:
    """Return the live processes of a house in a database."""
    leases = journals.leases()
    if leases is None:
        return ""
    with closing(leases):
        return ", ".join(f"the node {node.name}" for node in leases.living())


def _kept_secret(settings: Settings) -> Findings:
    for path in loose(settings):
        words = f"other users can access {path}; the next start fixes this, or run: chmod go-rwx {path}"
        yield Finding("rights", "warning", words, str(path))
    if not settings.demo and secret_here(settings.keys_folder):
        words = "the key that opens backups is still on this machine; move it off: taisai keys backup"
        yield Finding("backup key", "warning", f"{words} {settings.folder}", str(settings.keys_folder))


def _gone(settings: Settings) -> Finding:
    """Report a missing house. The keys may already exist."""
    try:
        check_not_gone(settings)
    except Refused as refused:
        return Finding("database", "bad", refused.words, str(settings.place))
    words = f"no {settings.place} yet; taisai serve creates it, with its other keys and the first account"
    return Finding("database", "good", words, str(settings.place))


def _snapshots(stores: Mapping[str, Store]) -> Findings:
    for name, store in stores.items():
        store.snapshot()
        refused = getattr(store, "refused", "")
        if refused:
            words = f"{refused}; it is not used, and the next start replays {name}: find out who wrote it"
            yield Finding(f"snapshot of {name}", "warning", words, name)


def _writer(journal: Path) -> str:
    """Return who holds the lock; empty if nobody does."""
    try:
        lock = os.open(journal.with_name(f"{journal.name}.lock"), os.O_RDONLY)
    except OSError:
        return ""
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return os.pread(lock, 200, 0).decode("utf-8", "replace") or "another process"
    finally:
        os.close(lock)
    return ""


def _newest(stores: Mapping[str, Store]) -> datetime | None:
    """Return the time of the newest entry in all journals, if any has one."""
    last = (next(store.read(store.head().seq - 1)) for store in stores.values() if store.head().seq)
    times = []
    for entry in last:
        with suppress(ValueError):
            times.append(datetime.fromisoformat(decode(entry.body).at))
    return max((time for time in times if time.tzinfo), default=None)


def _clock(newest: datetime | None) -> Finding:
    """Check the clock. It must not be before the release of this software, or before the newest entry."""
    wall, ticks = datetime.fromisoformat(now()), monotonic()
    sleep(CLOCK_SAMPLE_S)
    jump_s = (datetime.fromisoformat(now()) - wall).total_seconds() - (monotonic() - ticks)
    shown = f"{wall.isoformat(timespec='seconds')}, local time {wall.astimezone():%H:%M %z}"
    set_it = "set the clock and keep it correct with NTP"
    if wall < datetime.fromisoformat(RELEASED).replace(tzinfo=UTC):
        return Finding("clock", "bad", f"{shown}: before the release of this software, {RELEASED}; {set_it}", str(wall))
    if newest and wall < newest - CLOCK_SLACK:
        return Finding("clock", "bad", f"{shown}: before the newest entry, {newest.isoformat()}; {set_it}", str(wall))
    if abs(jump_s) > CLOCK_SLACK.total_seconds():
        return Finding("clock", "bad", f"{shown}: the clock jumped by {jump_s:.1f} s just now; {set_it}", str(wall))
    return Finding("clock", "good", shown, str(wall))
