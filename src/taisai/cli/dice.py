"""`taisai dice`: tests whether dice are fair, from recorded throws or a table's journal."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from taisai.cli.output import console, json_option, print_json
from taisai.cli.pictures.files import checked, plot_option, save

if TYPE_CHECKING:
    from taisai.maths.dice.watch import Watch
    from taisai.maths.randomness import Finding, Throws

BAR = 40
POINTS = 400
LN_10 = 2.302585092994046


@click.command()
@click.argument("file", metavar="[FILE]", type=click.File(encoding="utf-8"), required=False)
@click.option("--journal", type=click.Path(path_type=Path), help="Take the throws from this journal instead.")
@click.option("--table", default="", metavar="NAME", help="The table, if the journal holds several.")
@click.option(
    "--power", type=float, metavar="EXCESS", help="Only print how many throws reveal a face this much too frequent."
)
@click.option("--laboratory", is_flag=True, help="Run a laboratory's tests instead, as on a tumbler.")
@plot_option
@json_option
def command(  # noqa: PLR0913, PLR0917 - one per option
    file: TextIO | None,
    journal: Path | None,
    table: str,
    power: float | None,
    laboratory: bool,
    plot: Path | None,
    as_json: bool,
) -> None:
    """Judge whether dice are fair.

    FILE has one throw per line, as 2-2-5 or in three columns (CSV). If you know the dice apart, always write them in
    the same order, such as red, green, blue: then each die is also tested separately.

    The e-value is what a gambler would have made of one unit by betting against fair dice. You may look at it after
    every throw: fair dice ever reach 100 in one case of a hundred, 1000 in one of a thousand. All other tests are
    judged together at 99 %, by Holm's method. --laboratory runs the tests of `taisai tumbler test` instead; they need
    1080 throws and find patterns of any kind, and too even results. Exit code 1: an alarm, or a test that did not pass.

    Examples: taisai dice throws.csv, or: taisai dice --journal floor.journal --table T1, or: taisai dice --power 0.01
    """
    checked(plot)
    if power is not None:
        _power(power, as_json=as_json)
        return
    throws = _throws(file, journal, table)
    if laboratory:
        sys.exit(_laboratory(throws, as_json=as_json))
    sys.exit(_judge(throws, plot, as_json=as_json))


def _power(excess: float, *, as_json: bool) -> None:
    from taisai.maths.dice.power import throws_to_see  # noqa: PLC0415 - keeps --help fast

    pooled, single = throws_to_see(excess), throws_to_see(excess, dice=1)
    if as_json:
        print_json({"excess": excess, "level": 0.01, "power": 0.9, "throws_pooled": pooled, "throws_one_die": single})
        return
    console().print(f"a face that comes up {excess:.2%} too often is detected in 90 of 100 cases, at 1 %, after:")
    console().print(f"  {pooled:,} throws, if all three dice are affected")
    console().print(f"  {single:,} throws, if one die is affected and you know which")


def _throws(file: TextIO | None, journal: Path | None, table: str) -> "Throws":
    if journal:
        from taisai.cli.journals import open_journal  # noqa: PLC0415
        from taisai.reports.seat_plays import throws_of  # noqa: PLC0415

        return throws_of(open_journal(journal, table)[1])
    from taisai.maths.dice.recorded import recorded  # noqa: PLC0415

    if file is None:
        raise click.UsageError("name a file of throws or a journal, such as: taisai dice throws.csv")
    return recorded(file)


def _laboratory(throws: "Throws", *, as_json: bool) -> int:
    from taisai.cli.laboratory import show_laboratory  # noqa: PLC0415
    from taisai.reports.throws import check_enough  # noqa: PLC0415

    check_enough(throws)
    return 0 if show_laboratory(throws, as_json=as_json) else 1


def _judge(throws: "Throws", plot: Path | None, *, as_json: bool) -> int:
    from taisai.maths.dice.judgement import judged  # noqa: PLC0415
    from taisai.maths.dice.watch import Watch  # noqa: PLC0415
    from taisai.maths.randomness import is_ascending  # noqa: PLC0415

    in_order = not is_ascending(throws)
    watch, course = Watch(), [0.0]
    every = max(1, len(throws) // POINTS)
    for number, (one, two, three) in enumerate(throws.tolist(), start=1):
        watch = watch.after((one, two, three), in_order=in_order)
        if number % every == 0:
            course.append(watch.log_e)
    found = judged(throws)
    if plot:
        _plot(course, every, plot)
    fine = not watch.alarmed and all(passed for _, passed in found)
    if as_json:
        print_json(_document(throws, watch, found, in_order=in_order, fine=fine))
    else:
        _tell(throws, watch, found, in_order=in_order)
    return 0 if fine else 1


def _document(
    throws: "Throws", watch: "Watch", found: list[tuple["Finding", bool]], *, in_order: bool, fine: bool
) -> dict[str, Any]:
    return {
        "throws": len(throws),
        "dice_known": in_order,
        "passed": fine,
        "faces": list(watch.pooled),
        "e": {
            "log10_now": watch.log_e / LN_10,
            "log10_peak": watch.peak / LN_10,
            "warned_after": watch.warned,
            "alarmed_after": watch.alarmed,
        },
        "tests": [finding._asdict() | {"passed": passed} for finding, passed in found],
    }


def _tell(throws: "Throws", watch: "Watch", found: list[tuple["Finding", bool]], *, in_order: bool) -> None:
    from taisai.maths.dice.watch import shown  # noqa: PLC0415

    out, total = console(), 3 * len(throws)
    known = "the dice can be told apart" if in_order else "the dice cannot be told apart"
    out.print(f"[bold]{len(throws):,} throws[/], {known}")
    margin = 2.576 * (5 / 36 / total) ** 0.5 if total else 0.0
    for face, count in enumerate(watch.pooled, start=1):
        share = count / max(total, 1)
        style = "red" if abs(share - 1 / 6) > margin else "green"
        out.print(
            f"{face:>4} [{style}]{'█' * round(share * 3 * BAR):<{BAR}}[/] {share:>7.3%} (fair 16.667% ± {margin:.3%})"
        )
    style = {"quiet": "green", "warn": "yellow", "alarm": "red"}[watch.state]
    out.print(f"e-value [{style}]{shown(watch.log_e)}[/], highest {shown(watch.peak)}: {watch.state}")
    from taisai.cli.laboratory import findings_grid  # noqa: PLC0415

    out.print(findings_grid(found) if found else "too few throws to test; at least ten are needed")


def _plot(course: list[float], every: int, plot: Path) -> None:
    from taisai.cli.pictures.chart import Names, lines  # noqa: PLC0415

    xs = [float(place * every) for place in range(len(course))]
    names = Names("e-value against fair dice, powers of ten", "throws", "log 10")
    save(lines(names, xs, {"": [one / LN_10 for one in course]}, {"warn 100": 2.0, "alarm 1000": 3.0}), plot)
