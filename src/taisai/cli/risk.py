"""`taisai risk`: exact results of a plan over many rounds, with its cost first."""

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from taisai.cli.output import console, json_option, print_json
from taisai.cli.pictures.files import checked, plot_option, save
from taisai.cli.plans import Asked, asked, plan_options
from taisai.rules.refusals import Refusal, Refused

if TYPE_CHECKING:
    from taisai.maths.chance.bounded import Bounded
    from taisai.maths.chance.evening import Evening
    from taisai.maths.systems.course import Course

CHANCES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
DRAWN_MAX = 2_000_000


@click.command()
@plan_options
@click.option("--rounds", default=200, show_default=True, help="The number of rounds, up to a million million.")
@click.option("--bankroll", type=click.IntRange(1), help="What the player brings; then ruin is worked out too.")
@click.option("--goal", type=click.IntRange(1), help="The bankroll at which the player leaves.")
@click.option("--system", default="", metavar="NAME", help="How stakes follow wins and losses, such as martingale.")
@click.option("--minimum", default=0, help="The smallest stake in a round.")
@click.option("--maximum", type=click.IntRange(1), help="The largest stake in a round.")
@click.option("--risk", type=float, help="Also the bankroll for which ruin has at most this chance.")
@plot_option
@json_option
def command(plot: Path | None, as_json: bool, **given: Any) -> None:
    """Show what a plan does over many rounds.

    PLAN is a pay table with wagers, such as rws-6/2 --wager big=100; or a file that --save wrote; or, with --journal
    and --seat, the stakes of a seat in its last round. The expected cost comes first: it is what the evening costs on
    average, and no system changes the cost of a unit staked. All chances are exact, apart from the error stated with
    each.

    With --bankroll, ruin means that the bankroll no longer covers the plan. With --goal, the result of playing on
    without end is also shown. Systems: flat, martingale, grand-martingale, dalembert, fibonacci, paroli, 1-3-2-6,
    oscar.

    Examples: taisai risk rws-6/2 --wager big=100 --rounds 200 --bankroll 2000 --goal 3000,
    or: taisai risk rws-6/2 --wager big=100 --bankroll 2000 --system martingale --maximum 6400
    """
    checked(plot)
    found = asked(given)
    if given["system"]:
        _system(found, given, plot, as_json=as_json)
    else:
        _evening(found, given, plot, as_json=as_json)


def _evening(found: Asked, given: dict[str, Any], plot: Path | None, *, as_json: bool) -> None:
    from taisai.maths.chance.evening import evening  # noqa: PLC0415 - keeps --help fast

    night = evening(found.plan, given["rounds"])
    document = _document(found, night) | _ruin(found, given)
    if plot:
        save(_fan(found, night), plot)
    if as_json:
        print_json(document)
    else:
        _tell(found, night, document)


def plain(number: "Bounded") -> dict[str, float]:
    return {"value": number.value, "error": number.error}


def _document(found: Asked, night: "Evening") -> dict[str, Any]:
    return {
        "id": found.table.id,
        "wagers": dict(found.plan.stakes),
        "rounds": night.rounds,
        "staked": night.staked,
        "cost": str(-night.expected),
        "deviation": float(night.variance) ** 0.5,
        "ahead": plain(night.ahead),
        "neither": plain(night.even),
        "behind": plain(night.behind),
        "quantiles": [{"chance": chance, "net": str(night.quantile(chance))} for chance in CHANCES],
    }


def _ruin(found: Asked, given: dict[str, Any]) -> dict[str, Any]:
    from taisai.maths.ruin.ending import ending  # noqa: PLC0415
    from taisai.maths.ruin.horizon import bankroll_for, horizon  # noqa: PLC0415

    told: dict[str, Any] = {}
    bankroll, goal, rounds = given["bankroll"], given["goal"], given["rounds"]
    if given["risk"] is not None:
        told["bankroll_for_risk"] = {
            "risk": given["risk"],
            "bankroll": str(bankroll_for(found.plan, rounds, given["risk"])),
        }
    if bankroll is None:
        if goal is not None:
            raise Refused(Refusal.WAGER_INVALID, "a goal needs a starting bankroll; add --bankroll", goal)
        return told
    soon = horizon(found.plan, bankroll, rounds, goal)
    told["within"] = {"bankroll": bankroll, "goal": goal, "goal_reached": plain(soon.goal), "ruin": plain(soon.ruin),
                      "staked": plain(soon.staked)}  # fmt: skip
    if goal is not None:
        ever = ending(found.plan, bankroll, goal)
        told["ever"] = {"goal_reached": plain(ever.goal), "ruin": plain(ever.ruin), "rounds": plain(ever.rounds),
                        "cost": plain(ever.cost)}  # fmt: skip
    return told


def _tell(found: Asked, night: "Evening", told: dict[str, Any]) -> None:
    from taisai.cli.bars import draw_bars, middle_part  # noqa: PLC0415

    out = console()
    out.print(f"[bold]{found.table.id}: {found.words}, {night.rounds:,} rounds[/]")
    cost = float(-night.expected)
    deviation = f"standard deviation {told['deviation']:,.2f}"
    out.print(f"[bold red]expected cost {cost:,.2f}[/] of {night.staked:,} staked, {deviation}")
    out.print(f"ahead {night.ahead}, even {night.even}, behind {night.behind}")
    for row in told["quantiles"]:
        out.print(f"  in {row['chance']:>4.0%} of cases the net is at most {float(Fraction(row['net'])):>16,.2f}")
    _tell_ruin(told)
    low, high = night.sum.window
    if high - low < DRAWN_MAX:
        spread = night.spread
        xs, chances = spread.nets.tolist(), spread.chances.tolist()
        part = middle_part(xs, chances)
        draw_bars(out, xs[part], chances[part])


def _tell_ruin(told: dict[str, Any]) -> None:
    out = console()

    def chance(number: dict[str, float]) -> str:
        return f"{number['value']:.12g} ± {number['error']:.1g}"

    if "within" in told:
        within = told["within"]
        out.print(f"with a bankroll of {within['bankroll']:,}, ruin within these rounds {chance(within['ruin'])}")
    if "ever" in told:
        ever = told["ever"]
        out.print(f"goal {told['within']['goal']:,} within these rounds {chance(told['within']['goal_reached'])}")
        out.print(f"without a limit of rounds: goal {chance(ever['goal_reached'])}, ruin {chance(ever['ruin'])}")
        out.print(
            f"  after {ever['rounds']['value']:,.1f} rounds on average, at a cost of {ever['cost']['value']:,.2f}"
        )
    if "bankroll_for_risk" in told:
        asked_for = told["bankroll_for_risk"]
        out.print(f"with a bankroll of {asked_for['bankroll']}, the chance of ruin is at most {asked_for['risk']:g}")


def _fan(found: Asked, night: "Evening") -> Any:
    from taisai.cli.pictures.chart import Names, fan  # noqa: PLC0415
    from taisai.maths.chance.evening import evening  # noqa: PLC0415

    counts = sorted({max(1, night.rounds * part // 40) for part in range(1, 41)})

    def at(chance: float) -> list[float]:
        return [0.0, *(float(evening(found.plan, count).quantile(chance)) for count in counts)]

    bands = [(at(low), at(1 - low)) for low in (0.01, 0.1, 0.25)]
    title = f"{found.table.id} {found.words}: 98, 80 and 50 % of evenings"
    return fan(Names(title, "rounds", "net result"), [0, *counts], bands, at(0.5))


def _system(found: Asked, given: dict[str, Any], plot: Path | None, *, as_json: bool) -> None:
    from taisai.maths.systems.course import Stand, course  # noqa: PLC0415

    if given["bankroll"] is None:
        raise Refused(Refusal.WAGER_INVALID, "a system needs a bankroll; add --bankroll", given["system"])
    stand = Stand(found.plan, given["bankroll"], given["goal"], given["minimum"], given["maximum"])
    ended = course(stand, given["system"], given["rounds"])
    if plot:
        from taisai.cli.pictures.chart import Names, columns  # noqa: PLC0415

        names = Names(f"{given['system']}, {found.words}, {ended.rounds} rounds", "bankroll at the end", "chance")
        save(columns(names, [float(b) for b in ended.banks], ended.chances.tolist(), given["bankroll"]), plot)
    if as_json:
        print_json(_system_document(found, stand.bankroll, ended))
        return
    _tell_system(found, given, ended)


def _system_document(found: Asked, bankroll: int, ended: "Course") -> dict[str, Any]:
    return {
        "id": found.table.id,
        "wagers": dict(found.plan.stakes),
        "system": ended.system,
        "rounds": ended.rounds,
        "bankroll": bankroll,
        "cost": plain(ended.net) | {"value": -ended.net.value},
        "staked": plain(ended.staked),
        "goal_reached": plain(ended.goal),
        "ruin": plain(ended.ruin),
        "playing": plain(ended.playing),
        "quantiles": [{"chance": chance, "bankroll": str(ended.quantile(chance))} for chance in CHANCES],
    }


def _tell_system(found: Asked, given: dict[str, Any], ended: "Course") -> None:
    from taisai.cli.bars import draw_bars, middle_part  # noqa: PLC0415

    out = console()
    out.print(f"[bold]{found.table.id}: {found.words}, {ended.system}, {ended.rounds:,} rounds[/]")
    share = f"{float(found.plan.edge):.4%} of {ended.staked.value:,.2f} staked"
    out.print(f"[bold red]expected cost {-ended.net.value:,.2f}[/], which is {share}, as with any system")
    out.print(f"goal {ended.goal}, ruin {ended.ruin}, still playing {ended.playing}")
    for chance in CHANCES:
        out.print(f"  in {chance:>4.0%} of cases the bankroll is at most {float(ended.quantile(chance)):>14,.2f}")
    xs = [float(bank) - given["bankroll"] for bank in ended.banks]
    part = middle_part(xs, ended.chances.tolist())
    out.print("won or lost at the end:")
    draw_bars(out, xs[part], ended.chances.tolist()[part])
