"""Reports from the journals of one file."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import click

from taisai.cli.output import console, json_option, print_json
from taisai.house.clock import now
from taisai.house.key_files import readable
from taisai.house.tables import HOUSE
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_reading
from taisai.rules.refusals import Refusal, Refused, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable

    from taisai.journal.store import Store
    from taisai.reports.report import Report
    from taisai.reports.sources import Noted

    Opened = tuple[dict[str, Store], Iterable[Noted] | None]

GROUPS = ("session", "table", "day", "month", "year", "area")
FORMATS = ("text", "json", "csv", "html")


@click.command()
@click.argument("name", metavar="[NAME]", default="")
@click.argument("journal", metavar="[JOURNAL]", type=click.Path(path_type=Path), required=False)
@click.option("--list", "listing", is_flag=True, help="List the reports and leave.")
@click.option("--table", "tables", multiple=True, metavar="NAME", help="Only this table; once for each. Without: all.")
@click.option("--since", default="", metavar="DATE", help="From this date or time on, in UTC.")
@click.option("--until", default="", metavar="DATE", help="Up to this date or time, which is no longer in it.")
@click.option("--by", default="", type=click.Choice(("", *GROUPS)), metavar="|".join(GROUPS), help="What a row is for.")
@click.option("--format", "kind", default="text", type=click.Choice(FORMATS), help="How it is written.")
@click.option("--site", default="", metavar="NAME", help="The site's name; without one, the journal's.")
@click.option("--out", type=click.Path(path_type=Path), help="Write it to this new file.")
@json_option
def command(  # noqa: PLR0913, PLR0917 - an option each
    name: str, journal: Path | None, listing: bool, tables: tuple[str, ...], since: str, until: str,
    by: str, kind: str, site: str, out: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Make a report of one or more tables.

    NAME is a report, such as turnover; --list shows them all. JOURNAL is the file in which tables keep their journals.
    The period is half-open: --since 2026-03-01 --until 2026-04-01 is March. Days begin at midnight UTC.

    Example: taisai report turnover floor.journal --by day --since 2026-03-01
    """
    if listing:
        _list(as_json=as_json)
        return
    from taisai.reports.registry import report_kind  # noqa: PLC0415 - a list of options does not wait for it
    from taisai.reports.sources import Sources  # noqa: PLC0415

    if journal is None:
        raise click.UsageError("name a report and a journal, such as: taisai report turnover floor.journal")
    found = report_kind(name)
    with _opened(journal, tables) as (stores, noted):
        named = site or journal.stem
        report = found.make(Sources(stores, named, version("taisai"), now(), since, until, by, noted))
    _put(report, "json" if as_json else kind, out)


def _list(*, as_json: bool) -> None:
    from taisai.reports.registry import REPORTS  # noqa: PLC0415

    if as_json:
        print_json({"reports": [{"name": n, "title": kind.title, "by": kind.groups} for n, kind in REPORTS.items()]})
        return
    for name, kind in REPORTS.items():
        by = f" (by {', '.join(kind.groups)})" if kind.groups else ""
        console().print(f"{name:<13}{kind.title}{by}", markup=False, soft_wrap=True)


@contextmanager
def _opened(journal: Path, tables: tuple[str, ...]) -> Iterator["Opened"]:
    """The tables' journals, and what the house noted of them where it keeps a journal in the same file."""
    from taisai.reports.noted import noted  # noqa: PLC0415

    file = open_for_reading(journal)
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
        found = noted(readable(SqliteStore(file, HOUSE), HOUSE, keys)) if HOUSE in journals else None
        if found and tables:
            found = (one for one in found if one.table in tables)
        yield {table: readable(SqliteStore(file, table), table, keys) for table in tables or known}, found


def _put(report: "Report", kind: str, out: Path | None) -> None:
    from taisai.reports.files import write_new  # noqa: PLC0415
    from taisai.reports.formats import FORMATS as FORMATTED  # noqa: PLC0415
    from taisai.reports.terminal import show  # noqa: PLC0415

    if out:
        write_new(out, FORMATTED[kind].text(report))
    elif kind == "text":
        show(report, console())
    else:
        click.echo(FORMATTED[kind].text(report), nl=False)
