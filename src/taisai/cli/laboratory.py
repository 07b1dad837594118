"""A laboratory's tests of throws, shown on the command line."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from taisai.cli.output import console, print_json

if TYPE_CHECKING:
    from rich.table import Table

    from taisai.maths.randomness import Finding, Throws

LEVEL: Final = Fraction(1, 100)
BAR: Final = 40
FAMILY: Final = (
    "All tests together are judged at 99 % (by Holm's method): a fair tumbler fails about one run in a hundred. "
    "After a failure, run the test again; after a second failure, call a technician."
)
ASCENDING: Final = (
    "Every throw is in ascending order, so the dice cannot be told apart: tests that need this are skipped."
)


def show_laboratory(throws: "Throws", more: Sequence[str] = (), *, fine: bool = True, as_json: bool) -> bool:
    """Show what a laboratory's tests find, and return whether all passed, and everything else is fine."""
    from taisai.maths.randomness import findings, is_ascending, passed  # noqa: PLC0415

    found = findings(throws)
    judged = list(zip(found, passed(found, LEVEL), strict=True))
    fine = fine and all(passed for _, passed in judged)
    notes = [FAMILY, *([ASCENDING] if is_ascending(throws) else []), *more]
    _show(throws, judged, notes, passed=fine, as_json=as_json)
    return fine


def findings_grid(found: list[tuple["Finding", bool]]) -> "Table":
    from rich.box import SIMPLE_HEAD  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    grid = Table(box=SIMPLE_HEAD)
    for heading in ("test", "statistic", "df", "p-value", "verdict"):
        grid.add_column(heading, justify="left" if heading in {"test", "verdict"} else "right", no_wrap=True)
    for finding, passed in found:
        freedom = str(finding.freedom) if finding.freedom else "normal"
        verdict = "passed" if passed else "[red]failed[/]"
        grid.add_row(finding.name, f"{finding.statistic:.3f}", freedom, f"{finding.p:.6f}", verdict)
    return grid


def _show(
    throws: "Throws", judged: list[tuple["Finding", bool]], notes: list[str], *, passed: bool, as_json: bool
) -> None:
    if as_json:
        tests = [finding._asdict() | {"passed": fine} for finding, fine in judged]
        totals = {str(total): count for total, count, _ in _totals(throws)}
        head = {"throws": len(throws), "level": str(LEVEL), "passed": passed}
        print_json(head | {"tests": tests, "totals": totals, "notes": notes})
        return
    out = console()
    out.print(findings_grid(judged))
    for total, count, fair in _totals(throws):
        bar = "█" * round(BAR * count * 6 / len(throws))
        out.print(f"{total:>4} {bar:<{BAR}} {count / len(throws):>7.3%}  (fair {fair:.3%})", soft_wrap=True)
    for note in notes:
        out.print(note)
    verdict = "passed" if passed else "failed"
    out.print(f"{len(throws):,} throws: {verdict}", style="bold green" if passed else "bold red")


def _totals(throws: "Throws") -> list[tuple[int, int, float]]:
    """Yield each total, how often it came, and how often it is expected."""
    from numpy import bincount  # noqa: PLC0415

    from taisai.rules.roll import ROLLS as ALL  # noqa: PLC0415
    from taisai.rules.roll import TOTALS, WAYS  # noqa: PLC0415

    counts = bincount(throws.sum(axis=1), minlength=TOTALS[-1] + 1).tolist()
    fair = {total: sum(roll.ways for roll in ALL if roll.total == total) / WAYS for total in TOTALS}
    return [(total, counts[total], fair[total]) for total in TOTALS]
