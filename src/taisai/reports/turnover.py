"""Turnover, win and hold."""

from collections import defaultdict
from collections.abc import Iterator

from taisai.reports.games import Played, played
from taisai.reports.money import TALLIED, Counted, Tally, Undone, awards_of, counted, rounds_in, settled, touched
from taisai.reports.period import HOUSE_TIME
from taisai.reports.report import Body, Cell, Row, columns
from taisai.reports.round_dealer import NOTE, dealt
from taisai.reports.sources import Journal, Sources, journals
from taisai.table import events as e

GROUPS = ("table", "day", "month", "year", "area", "dealer", *HOUSE_TIME)
CORRECTIONS = "corrections"
NOTES = (
    "Win is staked minus returned, with corrections; it is what the bank gained plus what is owed to it.",
    "Money counts on the day (UTC) on which it moved; hold is win divided by staked.",
    "An undone settlement is subtracted on the day on which it is undone.",
)
NOTES_BY = {
    "area": ("Corrections have their own line: they are made by seat, not by area.",),
    "dealer": (NOTE, "Corrections have their own line: the person who makes them rarely dealt the round."),
}

Tallies = defaultdict[tuple[str, str], Tally]


def turnover(sources: Sources) -> Body:
    groups: Tallies = defaultdict(Tally)
    totals: defaultdict[str, Tally] = defaultdict(Tally)
    notes = [*NOTES, *NOTES_BY.get(sources.by, ())]
    for journal in journals(sources):
        game = played(sources, journal) if sources.by == "area" else None
        notes += game.notes if game else ()
        for at, event, dealer in _events(sources, journal):
            totals[journal.currency].count(event)
            if game:
                _count_by_area(groups, journal.currency, game, event)
            elif sources.by == "dealer":
                _count_by_dealer(groups, journal.currency, dealer, event)
            else:
                groups[sources.group(journal.table, at), journal.currency].count(event)
    rows = tuple(_row(group, currency, tally) for (group, currency), tally in sorted(groups.items()) if touched(tally))
    return Body(
        columns(**{sources.by: "text"}, currency="text", **TALLIED, corrections="money", win="money", hold="share"),
        rows,
        tuple(_row("total", currency, tally) for currency, tally in sorted(totals.items())),
        tuple(notes),
    )


def _events(sources: Sources, journal: Journal) -> Iterator[tuple[str, Counted, str]]:
    period = sources.period
    found = dealt(counted(journal.entries))
    return ((told.at, event, dealer) for told, event, dealer in found if period.holds(told.at))


def _count_by_dealer(groups: Tallies, currency: str, dealer: str, event: Counted) -> None:
    tally = groups[dealer, currency]
    tally.rounds += rounds_in(event)
    for award in settled(event):
        tally.settle(award)
    groups[CORRECTIONS, currency].correct(event)


def _count_by_area(groups: Tallies, currency: str, game: Played, event: Counted) -> None:
    for area in _areas_of(event, game):
        groups[area, currency].rounds += rounds_in(event)
    for award in settled(event):
        groups[game.areas[award.spot], currency].settle(award)
    groups[CORRECTIONS, currency].correct(event)


def _areas_of(event: Counted, game: Played) -> Iterator[str]:
    """Yield each area with stakes in the round, once."""
    collected = event.event if isinstance(event, Undone) else event
    if isinstance(collected, e.LosersCollected):
        yield from {game.areas[award.spot] for award in awards_of(collected)}


def _row(group: str, currency: str, tally: Tally) -> Row:
    cells: tuple[Cell, ...] = (*tally.cells, tally.corrected, tally.win, tally.hold)
    return (group, currency, *cells)
