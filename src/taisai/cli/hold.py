"""`taisai hold`: win and hold with their bands, reserve, and the effect of a change, for the house."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from taisai.cli.floor_books import paytable
from taisai.cli.output import console, json_option, percent, print_json
from taisai.cli.pictures.files import checked, plot_option, save
from taisai.cli.plans import Asked, asked, plan_options

if TYPE_CHECKING:
    from taisai.maths.hold.takings import Takings

LEVELS = (0.9, 0.99, 0.999)
DAYS = 365
CROWD_ROUNDS = 500


@click.command()
@plan_options
@click.option("--rounds-an-hour", default=40, type=click.IntRange(1), show_default=True, help="Rounds of one table.")
@click.option("--hours", default=8, type=click.IntRange(1, 24), show_default=True, help="Hours in a shift.")
@click.option("--tables", default=1, type=click.IntRange(1), show_default=True, help="Tables with the same mix.")
@click.option(
    "--shifts-a-day", default=3, type=click.IntRange(1), show_default=True, help="Shifts a day, for the year."
)
@click.option("--risk", type=float, help="Also the reserve that is ever used up with at most this chance.")
@click.option("--tell", type=float, help="Also how many rounds reveal a hold lower by this, such as 0.005.")
@click.option("--other", default="", metavar="TABLE", help="Also the effect of this pay table.")
@click.option(
    "--cap", "caps", multiple=True, type=click.IntRange(1), help="Also the stakes that this exposure cap refuses."
)
@click.option(
    "--wagers-a-round", default=20, type=click.IntRange(1), show_default=True, help="Wagers in a round, for --cap."
)
@click.option("--seed", default=1, show_default=True, help="The seed of the simulation for --cap.")
@plot_option
@json_option
def command(plot: Path | None, as_json: bool, **given: Any) -> None:
    """Show what a house wins of a mix of wagers.

    PLAN is what all players of a table stake together in a round, written as for taisai risk. The win of a shift and of
    a year is shown with bands that contain 90, 99 and 99.9 % of them: a hold within its band is normal.

    Hold is win per unit staked (handle), not per unit bought in. The bands are exact.

    Example: taisai hold rws-6/2 --wager big=500 --wager small=400 --wager double-2=50 --risk 0.001 --tell 0.005
    """
    checked(plot)
    found = asked(given)
    document, shift, year = _worked_out(found, given)
    if plot:
        _plot(found, shift, plot)
    if as_json:
        print_json(document)
    else:
        _tell(found, document, {"shift": shift, "year": year})


def _worked_out(found: Asked, given: dict[str, Any]) -> tuple[dict[str, Any], "Takings", "Takings"]:
    from taisai.maths.hold.takings import takings  # noqa: PLC0415 - keeps --help fast

    rounds = given["rounds_an_hour"] * given["hours"] * given["tables"]
    shift, year = takings(found.plan, rounds), takings(found.plan, rounds * given["shifts_a_day"] * DAYS)
    document: dict[str, Any] = {
        "id": found.table.id,
        "mix": dict(found.plan.stakes),
        "hold": str(found.plan.edge),
        "shift": _stretch(shift),
        "year": _stretch(year),
    }
    return document | _asked_for(found, given, year), shift, year


def _stretch(taken: "Takings") -> dict[str, Any]:
    bands = [{"level": level, "win": [str(edge) for edge in taken.band(level)],
              "hold": [float(edge) for edge in taken.hold_band(level)]} for level in LEVELS]  # fmt: skip
    return {
        "rounds": taken.rounds,
        "handle": taken.handle,
        "expected": str(taken.expected),
        "deviation": float(taken.variance) ** 0.5,
        "losing": {"value": taken.losing.value, "error": taken.losing.error},
        "bands": bands,
    }


def _asked_for(found: Asked, given: dict[str, Any], year: "Takings") -> dict[str, Any]:
    told: dict[str, Any] = {}
    if given["risk"] is not None:
        from taisai.maths.hold.reserve import reserve  # noqa: PLC0415

        kept = reserve(found.plan, given["risk"])
        told["reserve"] = {
            "risk": kept.risk,
            "enough": str(kept.enough),
            "least": str(kept.least) if kept.least else None,
        }
    if given["tell"] is not None:
        from taisai.maths.hold.telling import rounds_to_tell  # noqa: PLC0415

        told["tell"] = {"difference": given["tell"], "rounds": rounds_to_tell(found.plan, given["tell"])}
    if given["other"]:
        from taisai.maths.hold.takings import change  # noqa: PLC0415

        changed = change(found.table, paytable(given["other"]), dict(found.plan.stakes), year.rounds)
        told["change"] = {"to": given["other"], "hold": str(changed.after.hold), "gain_a_year": str(changed.gain)}
    if given["caps"]:
        told["caps"] = _capped(found, given)
    return told


def _capped(found: Asked, given: dict[str, Any]) -> list[dict[str, Any]]:
    from taisai.cli.simulate import plain, progress  # noqa: PLC0415
    from taisai.maths.hold.caps import Crowd, capped  # noqa: PLC0415

    step = found.table.per
    stake = max(step, found.plan.staked // given["wagers_a_round"] // step * step)
    crowd = Crowd(found.plan.stakes, (stake,), given["wagers_a_round"])
    with progress("rounds", CROWD_ROUNDS) as told:
        caps = capped(found.table, crowd, given["caps"], rounds=CROWD_ROUNDS, seed=given["seed"], progress=told)
    return [{"cap": one.cap, "turned_away": plain(one.turned_away), "taken_a_round": plain(one.taken)} for one in caps]


def _tell(found: Asked, told: dict[str, Any], stretches: dict[str, "Takings"]) -> None:
    from rich.table import Table  # noqa: PLC0415

    out = console()
    out.print(f"[bold]{found.table.id}: {found.words}[/], hold {percent(found.plan.edge):.4f} % ({found.plan.edge})")
    for name, taken in stretches.items():
        grid = Table(title=f"a {name}: {taken.rounds:,} rounds, {taken.handle:,} staked", title_style="bold")
        for heading in ("band", "win from", "to", "hold from", "to"):
            grid.add_column(heading, justify="right")
        for level in LEVELS:
            low, high = taken.band(level)
            holds = (f"{percent(low / taken.handle):.4f} %", f"{percent(high / taken.handle):.4f} %")
            grid.add_row(f"{level:.1%}", f"{float(low):,.2f}", f"{float(high):,.2f}", *holds)
        out.print(grid)
        out.print(f"expected win {float(taken.expected):,.2f}; chance that the house loses {taken.losing}")
    _tell_more(told)


def _tell_more(told: dict[str, Any]) -> None:
    out = console()
    if "reserve" in told:
        kept = told["reserve"]
        least = f"; the smallest such reserve is {kept['least']}" if kept["least"] else ""
        out.print(f"the chance that a reserve of {kept['enough']} is ever used up is at most {kept['risk']:g}{least}")
    if "tell" in told:
        one = told["tell"]
        out.print(
            f"{one['rounds']:,} rounds reveal a hold lower by {one['difference']:g} (at 99 %, in 90 of 100 cases)"
        )
    if "change" in told:
        one = told["change"]
        out.print(f"with {one['to']} the hold is {one['hold']}; the win of a year changes by {one['gain_a_year']}")
    for one in told.get("caps", ()):
        away = one["turned_away"]
        out.print(f"an exposure cap of {one['cap']:,} refuses {away['value']:.3%} ± {away['error_99']:.2%} of stakes")


def _plot(found: Asked, shift: "Takings", plot: Path) -> None:
    from taisai.cli.bars import middle_part  # noqa: PLC0415
    from taisai.cli.pictures.chart import Names, columns  # noqa: PLC0415
    from taisai.maths.chance.evening import evening  # noqa: PLC0415
    from taisai.maths.hold.takings import house_side  # noqa: PLC0415

    spread = evening(house_side(found.plan), shift.rounds).spread
    xs, chances = spread.nets.tolist(), spread.chances.tolist()
    part = middle_part(xs, chances)
    save(columns(Names(f"{found.table.id}: win of a shift", "win", "chance"), xs[part], chances[part]), plot)
