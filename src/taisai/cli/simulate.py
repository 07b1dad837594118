"""`taisai simulate`: simulated evenings, if no exact answer exists, and paths of single players."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from taisai.cli.output import console, json_option, print_json
from taisai.cli.pictures.files import checked, plot_option, save
from taisai.cli.plans import Asked, asked, plan_options

if TYPE_CHECKING:
    from fractions import Fraction

    from taisai.maths.simulation.estimate import Estimate
    from taisai.maths.simulation.evenings import Simulated
    from taisai.maths.systems.rules import Played

CHANCES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
PATHS = 8


@click.command()
@plan_options
@click.option("--rounds", default=200, type=click.IntRange(1), show_default=True, help="Rounds of an evening.")
@click.option(
    "--evenings",
    default=10_000,
    type=click.IntRange(1),
    show_default=True,
    help="The number of evenings, or of players.",
)
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same evenings.")
@click.option("--system", default="", metavar="NAME", help="A system, labouchere among them; needs --bankroll.")
@click.option("--bankroll", type=click.IntRange(1), help="What each player brings.")
@click.option("--goal", type=click.IntRange(1), help="The bankroll at which a player leaves.")
@click.option("--maximum", type=click.IntRange(1), help="The largest stake in a round.")
@plot_option
@json_option
def command(plot: Path | None, as_json: bool, **given: Any) -> None:
    """Simulate evenings of a plan, with a stated error.

    PLAN is written as for taisai risk, which answers exactly and is better if it can. A simulation only estimates: each
    estimate is within its error in 99 cases of a hundred, and --seed repeats the same results. Simulated throws never
    decide anybody's money.

    Examples: taisai simulate rws-6/2 --wager big=100 --evenings 100000,
    or: taisai simulate rws-6/2 --wager big=10 --system labouchere --bankroll 500 --goal 700
    """
    checked(plot)
    found = asked(given)
    if given["bankroll"] is not None or given["system"]:
        _players(found, given, plot, as_json=as_json)
    else:
        _evenings(found, given, plot, as_json=as_json)


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show progress on the error stream, if it is a terminal."""
    from rich.progress import Progress  # noqa: PLC0415

    out = console(stderr=True)
    with Progress(console=out, transient=True, disable=not out.is_terminal) as bars:
        task = bars.add_task(what, total=total)
        yield lambda done: bars.update(task, completed=done)


def _evenings(found: Asked, given: dict[str, Any], plot: Path | None, *, as_json: bool) -> None:
    from taisai.maths.simulation.evenings import paths, simulated  # noqa: PLC0415

    with progress("evenings", given["evenings"]) as told:
        result = simulated(found.plan, given["rounds"], given["evenings"], given["seed"], told)
    if plot:
        walked = paths(found.plan, given["rounds"], PATHS, given["seed"])
        _plot(f"{found.table.id} {found.words}: {PATHS} evenings", "net result", walked.tolist(), plot)
    if as_json:
        print_json(
            _head(found, given) | {"mean": plain(result.mean), "ahead": plain(result.ahead)} | _quantiles(result)
        )
        return
    out = console()
    out.print(f"[bold]{found.table.id}: {found.words}, {given['evenings']:,} evenings of {given['rounds']:,} rounds[/]")
    out.print(f"[bold red]mean net {result.mean}[/]; exact value {float(given['rounds'] * found.plan.expected):,.4f}")
    out.print(f"ahead {result.ahead}")
    for row in _quantiles(result)["quantiles"]:
        out.print(f"  in {row['chance']:>4.0%} of cases the net is at most {row['net']:>14,.2f}")
    _draw(result.nets)


def _players(found: Asked, given: dict[str, Any], plot: Path | None, *, as_json: bool) -> None:
    from taisai.maths.refusals import LabRefusal  # noqa: PLC0415
    from taisai.maths.systems.course import Stand  # noqa: PLC0415
    from taisai.maths.systems.rules import played, rule  # noqa: PLC0415
    from taisai.rules.refusals import Refused  # noqa: PLC0415

    if given["bankroll"] is None:
        raise Refused(LabRefusal.BANKROLL_INVALID, "a system needs a bankroll; add --bankroll", given["system"])
    stand = Stand(found.plan, given["bankroll"], given["goal"], 0, given["maximum"])
    name = given["system"] or "flat"
    with progress("players", given["evenings"]) as told:
        rounds, players, seed = given["rounds"], given["evenings"], given["seed"]
        system = rule(name, stand)
        ended = played(stand, system, rounds=rounds, players=players, seed=seed, shown=PATHS, progress=told)
    if plot:
        _plot(f"{name}, {found.words}: {PATHS} players", "bankroll", [list(path) for path in ended.paths], plot)
    if as_json:
        print_json(_head(found, given) | {"system": name, "bankroll": stand.bankroll} | _played(ended, found.plan.edge))
        return
    out = console()
    out.print(f"[bold]{found.table.id}: {found.words}, {name}, {given['evenings']:,} players[/]")
    out.print(f"[bold red]expected cost {ended.cost(found.plan.edge)}[/]; mean net {ended.net}")
    out.print(f"goal {ended.goal}")
    out.print(f"ruin {ended.ruin}")
    out.print(f"staked {ended.mean_staked}")
    _draw(ended.banks - stand.bankroll)


def _played(ended: "Played", edge: "Fraction") -> dict[str, Any]:
    found = {
        "cost": ended.cost(edge), "mean": ended.net, "goal_reached": ended.goal, "ruin": ended.ruin,
        "staked": ended.mean_staked,
    }  # fmt: skip
    return {name: plain(estimate) for name, estimate in found.items()}


def plain(estimate: "Estimate") -> dict[str, float]:
    return {"value": estimate.value, "error_99": estimate.error, "tries": estimate.tries}


def _head(found: Asked, given: dict[str, Any]) -> dict[str, Any]:
    head = {
        "id": found.table.id,
        "wagers": dict(found.plan.stakes),
        "exact_mean": str(given["rounds"] * found.plan.expected),
    }
    return head | {name: given[name] for name in ("rounds", "evenings", "seed")}


def _quantiles(result: "Simulated") -> dict[str, Any]:
    return {"quantiles": [{"chance": chance, "net": result.quantile(chance)} for chance in CHANCES]}


def _draw(nets: Any) -> None:
    from numpy import unique  # noqa: PLC0415

    from taisai.cli.bars import draw_bars  # noqa: PLC0415

    found, counts = unique(nets, return_counts=True)
    draw_bars(console(), found.tolist(), (counts / len(nets)).tolist())


def _plot(title: str, up: str, walked: list[list[float]], plot: Path) -> None:
    from taisai.cli.pictures.chart import Names, lines  # noqa: PLC0415

    longest = max(len(path) for path in walked)
    series = {" " * (place + 1): path for place, path in enumerate(walked)}
    save(lines(Names(title, "rounds", up), list(range(longest)), series), plot)
