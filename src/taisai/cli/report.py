"""`taisai report`: reports from the journals in a file."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import click

from taisai.cli.backup import shown_progress
from taisai.cli.floor_books import refs_of
from taisai.cli.journals import keys_beside
from taisai.cli.output import console, json_option, print_json
from taisai.house.clock import now
from taisai.house.key_files import readable
from taisai.house.tables import HOUSE
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_reading
from taisai.rules.refusals import Refusal, Refused, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from taisai.house.gaming_days import GamingDays
    from taisai.journal.store import Store
    from taisai.reports.period import Period
    from taisai.reports.report import Report
    from taisai.reports.sources import Noted, Rated, Served

    House = tuple[Iterable[Noted] | None, Iterable[Served] | None, Iterable[Rated] | None]
    Opened = tuple[dict[str, Store], House]

GROUPS = (
    "session", "table", "day", "month", "year", "gaming-day", "shift", "area", "dealer", "round", "seat", "voucher",
    "entry", "player",
)  # fmt: skip
FORMATS = ("text", "json", "csv", "html", "pdf")


@click.command()
@click.argument("name", metavar="[NAME]", default="")
@click.argument("journal", metavar="[JOURNAL]", type=click.Path(path_type=Path), required=False)
@click.option("--list", "listing", is_flag=True, help="List the reports and exit.")
@click.option("--table", "tables", multiple=True, metavar="NAME", help="Only this table; once for each. Without: all.")
@click.option("--since", default="", metavar="DATE", help="From this date or time on, in UTC.")
@click.option("--until", default="", metavar="DATE", help="Up to this date or time, which is not included.")
@click.option("--day", default="", metavar="DATE", help="The gaming day that began on this date, in the house's zone.")
@click.option("--shift", default=0, metavar="NUMBER", help="Only this shift of that gaming day; the first is 1.")
@click.option(
    "--by", default="", type=click.Choice(("", *GROUPS)), metavar="|".join(GROUPS), help="How rows are grouped."
)
@click.option("--format", "kind", default="text", type=click.Choice(FORMATS), help="The file format.")
@click.option("--site", default="", metavar="NAME", help="The site's name; without one, the journal's.")
@click.option("--out", type=click.Path(path_type=Path), help="Write it to this new file.")
@click.option("--sign", is_flag=True, help="Sign it with the key of the house beside JOURNAL.")
@json_option
def command(  # noqa: PLR0913, PLR0917 - one per option
    name: str, journal: Path | None, listing: bool, tables: tuple[str, ...], since: str, until: str,
    day: str, shift: int, by: str, kind: str, site: str, out: Path | None, sign: bool, as_json: bool,
) -> None:  # fmt: skip
    """Make a report of one or more tables.

    NAME is a report, such as turnover; --list shows them all. JOURNAL is the file with the tables' journals. The period
    is half-open: --since 2026-03-01 --until 2026-04-01 is March. Days begin at midnight UTC; gaming days and shifts are
    those of the settings beside JOURNAL. A signed report can be checked with taisai verify.

    Examples: taisai report turnover floor.journal --by day --since 2026-03-01, or the report of a shift:
    taisai report shift floor.journal --day 2026-03-01 --shift 2 --format pdf --sign --out shift.pdf
    """
    if listing:
        _list(as_json=as_json)
        return
    from taisai.reports.period import Period, house_period  # noqa: PLC0415 - keeps --help fast
    from taisai.reports.registry import report_kind  # noqa: PLC0415
    from taisai.reports.sources import Sources  # noqa: PLC0415

    if journal is None:
        raise click.UsageError("name a report and a journal, such as: taisai report turnover floor.journal")
    found, days = report_kind(name), _days(journal.parent)
    since, until = house_period(days, day, shift, since, until)
    with (
        _opened(journal, tables, Period.of(since, until)) as (stores, (noted, served, rated)),
        shown_progress(silent=as_json) as progress,
    ):
        made = site or journal.stem, version("taisai"), now(), since, until, by
        refs = (*refs_of(journal.parent), *(name for name in stores if "/" in name))
        sources = Sources(stores, *made, noted, refs, progress, days, served, rated)
        report = found.make(sources)
    kind = "json" if as_json else kind
    _put(report, kind, out, _signing(journal.parent, kind) if sign else None)


def _days(folder: Path) -> "GamingDays":
    """Return the gaming days in the settings beside the journal."""
    from taisai.house.gaming_days import GamingDays  # noqa: PLC0415
    from taisai.house.settings import FILE  # noqa: PLC0415
    from taisai.house.settings_reader import load  # noqa: PLC0415

    return load({"folder": folder}, os.environ).days if (folder / FILE).exists() else GamingDays()


def _list(*, as_json: bool) -> None:
    from taisai.reports.registry import REPORTS  # noqa: PLC0415

    if as_json:
        print_json({"reports": [{"name": n, "title": kind.title, "by": kind.groups} for n, kind in REPORTS.items()]})
        return
    for name, kind in REPORTS.items():
        by = f" (by {', '.join(kind.groups)})" if kind.groups else ""
        console().print(f"{name:<13}{kind.title}{by}", markup=False, soft_wrap=True)


@contextmanager
def _opened(journal: Path, tables: tuple[str, ...], period: "Period") -> Iterator["Opened"]:
    """Return the tables' journals, and the house's records about them if its journal is in the same file."""
    from taisai.reports.house_records import noted, rated, served  # noqa: PLC0415

    file = open_for_reading(journal, keys_beside(journal))
    with ExitStack() as opened:
        opened.callback(file.close)
        journals = tuple(file.tables())
        known = tuple(name for name in journals if name != HOUSE)
        for table in tables:
            if table not in known:
                there = ", ".join(known) or "none"
                words = f"no table {table!r} in {journal}{did_you_mean(table, known)}; there are {there}"
                raise Refused(Refusal.TABLE_UNKNOWN, words, table)
        keys = journal.parent / "keys"
        told: House = (None, None, None)
        if HOUSE in journals:
            own = readable(SqliteStore(file, HOUSE), HOUSE, keys)
            happened = (one for one in noted(own, period) if one.table in (tables or (one.table,)))
            on_duty = (one for one in served(own, period) if one.table in (tables or (one.table,)))
            told = happened, on_duty, rated(own, period)
        yield {table: readable(SqliteStore(file, table), table, keys) for table in tables or known}, told


def _signing(folder: Path, kind: str) -> "Callable[[bytes], bytes]":
    """Return the house's own signer."""
    from taisai.house.rotations import house_name  # noqa: PLC0415
    from taisai.house.settings_reader import load  # noqa: PLC0415
    from taisai.house.signers import signer_of  # noqa: PLC0415
    from taisai.reports.signatures import signed  # noqa: PLC0415

    settings = load({"folder": folder}, os.environ)
    signer = signer_of(settings)
    name = house_name(settings, signer.public_key().public_bytes_raw())
    return lambda content: signed(content, kind, name, signer)


def _put(report: "Report", kind: str, out: Path | None, sign: "Callable[[bytes], bytes] | None") -> None:
    from taisai.reports.files import write_new_bytes  # noqa: PLC0415
    from taisai.reports.formats import FORMATS as FORMATTED  # noqa: PLC0415
    from taisai.reports.terminal import show  # noqa: PLC0415

    if kind == "text" and not out and not sign:
        show(report, console())
        return
    content = FORMATTED[kind].content(report)
    content = sign(content) if sign else content
    if out:
        write_new_bytes(out, content)
    else:
        click.echo(content, nl=False)
