"""Dice: how often each face came up at each table, and how strong the evidence against fair dice is."""

from math import log

from taisai.house.dice_watch import WATCHED, DiceWatch
from taisai.reports.period import BY_PLACE_AND_TIME
from taisai.reports.report import Body, Row, columns
from taisai.reports.round_dealer import dealt
from taisai.reports.sources import Journal, Sources, journals
from taisai.table import events as e

GROUPS = BY_PLACE_AND_TIME
FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")
NOTES = (
    "The e-value covers only this period; the table's own dice watch covers all throws since it was installed.",
    "With fair dice, at most one case in 100 ever reaches an e-value of 100, and one in 1,000 a value of 1,000.",
    "A throw counts when its round is settled; a corrected entry counts as corrected; void rounds do not count.",
)


def dice(sources: Sources) -> Body:
    """Each table is watched separately. Other groups combine the throws of all tables, one table after another."""
    named = dict.fromkeys(FACES, "count")
    shown = columns(
        **{sources.by: "text"}, throws="count", **named, e_value="text", highest_e_value="text", state="text"
    )
    found: dict[str, DiceWatch] = {}
    for journal in journals(sources):
        _watch(sources, journal, found)
    return Body(shown, tuple(_row(*one) for one in found.items()), notes=NOTES)


def _row(group: str, found: DiceWatch) -> Row:
    watch = found.watch
    return (group, watch.throws, *watch.pooled, _power(watch.log_e), _power(watch.peak), found.state)


def _watch(sources: Sources, journal: Journal, found: dict[str, DiceWatch]) -> None:
    """Count the throws. A correction of a round before the period changes nothing here."""
    settled: dict[int, str] = {}
    if sources.by == "table":
        found[journal.table] = DiceWatch()
    for told, event, dealer in dealt((told, told.event) for told in journal.entries):
        if type(event) not in WATCHED or not journal.period.holds(told.at):
            continue
        number = getattr(event, "round", 0)
        group = settled.get(number) or sources.group(journal.table, told.at, dealer)
        if type(event) is e.RoundSettled:
            settled[number] = group
        if type(event) is not e.RoundCorrected or number in settled:
            found[group] = found.get(group, DiceWatch()).after(told.seq, event)


def _power(log_e: float) -> str:
    """Return a number of any size with three digits."""
    power = log_e / log(10)
    return f"{10**power:.3g}" if abs(power) < 300 else f"1e{power:.0f}"
