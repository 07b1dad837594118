"""A plan on the command line: written as for `edge`, saved in a file, or a seat's stakes."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import msgspec

from taisai.cli.floor_books import paytable
from taisai.cli.plan import parse_wager
from taisai.maths.plan import Plan, plan
from taisai.reports.files import write_new
from taisai.rules.paytable import PayTable
from taisai.rules.refusals import Refusal, Refused

SAVED = ".json"


class Saved(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A plan in a file."""

    table: str
    wagers: dict[str, int]


class Asked(msgspec.Struct, frozen=True):
    """A pay table and the plan on it."""

    table: PayTable
    plan: Plan

    @property
    def words(self) -> str:
        return ", ".join(f"{spot}={stake}" for spot, stake in self.plan.stakes.items())


def plan_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the argument PLAN and the options that describe a plan."""
    options = (
        click.argument("plan_ref", metavar="[PLAN]", default=""),
        click.option("--wager", "-w", "wagers", multiple=True, metavar="SPOT=STAKE", help="A wager; once for each."),
        click.option("--journal", type=click.Path(path_type=Path), help="Take the plan from this journal instead."),
        click.option(
            "--table", "of_table", default="", metavar="NAME", help="The table, if the journal holds several."
        ),
        click.option("--seat", type=click.IntRange(1), help="The seat whose last round is the plan."),
        click.option("--save", type=click.Path(path_type=Path), metavar="FILE", help="Save the plan to this new file."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def asked(given: dict[str, Any]) -> Asked:
    """Return the plan from these options."""
    found = _found(given)
    table = paytable(found.table)
    if given["save"]:
        write_new(given["save"], msgspec.json.encode(found).decode() + "\n")
    return Asked(table, plan(table, found.wagers.items()))


def _found(given: dict[str, Any]) -> Saved:
    if given["journal"]:
        return _of_seat(given["journal"], given["of_table"], given["seat"])
    ref = given["plan_ref"]
    if ref.endswith(SAVED):
        return _read(Path(ref))
    if not ref or not given["wagers"]:
        words = "a plan needs a pay table and wagers, such as rws-6/2 --wager big=100, or a file made with --save"
        raise Refused(Refusal.TABLE_UNSAID, words, ref)
    stakes: dict[str, int] = {}
    for spot, stake in map(parse_wager, given["wagers"]):
        stakes[spot] = stakes.get(spot, 0) + stake
    return Saved(ref, stakes)


def _read(path: Path) -> Saved:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Saved)
    except OSError as error:
        raise Refused(Refusal.WAGER_INVALID, f"{path} cannot be read: {error.strerror}", str(path)) from None
    except msgspec.DecodeError as error:
        raise Refused(Refusal.WAGER_INVALID, f"{path} is not a saved plan: {error}", str(path)) from None


def _of_seat(journal: Path, table: str, seat: int | None) -> Saved:
    from taisai.cli.journals import open_journal  # noqa: PLC0415 - most plans need no journal
    from taisai.reports.seat_plays import plan_of_seat  # noqa: PLC0415

    if seat is None:
        raise Refused(Refusal.SEAT_UNKNOWN, "use --seat to choose whose last round is the plan", "")
    _, store = open_journal(journal, table)
    return Saved(*plan_of_seat(store, seat))
