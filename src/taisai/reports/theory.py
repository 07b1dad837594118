"""Theoretical against actual: whether a win is within what chance allows, in exact numbers throughout."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from math import ceil, floor, isqrt
from typing import Final

import msgspec

from taisai.house.recall import recalled, told_at
from taisai.house.topics import kind
from taisai.reports.games import Played, played
from taisai.reports.money import awards_of, stakes_by_spot
from taisai.reports.report import Body, Row, columns
from taisai.reports.sources import Journal, Sources, journals
from taisai.rules.roll import ROLL_WAYS, ROLLS, WAYS
from taisai.table import events as e

GROUPS = ("area", "table", "day", "month", "year")
Z_99: Final = Fraction(25_758_293, 10_000_000)  # 99 % of a normal distribution lies within so many deviations
HUNDREDTHS: Final = 100
NOTES = (
    "Rounds count as they stand now: reversed ones are left out, corrected ones are counted as corrected.",
    "The standard deviation is exact, with the wagers of a round taken together.",
    "The interval is where 99 % of wins lie once many rounds were played; after few it says little.",
    "Each line is judged by itself: of a hundred lines of a fair game about one is outside.",
)


class Line(msgspec.Struct):
    """`variance` is that of the win, added up round by round."""

    rounds: int = 0
    staked: int = 0
    win: int = 0
    expected: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)

    def add(self, game: Played, awards: tuple[e.Award, ...]) -> None:
        stakes = stakes_by_spot(awards)
        staked = sum(stakes.values())
        self.rounds += 1
        self.staked += staked
        self.win += staked - sum(award.returned for award in awards)
        self.expected += game.expected(stakes)
        self.variance += variance(game, stakes)

    @property
    def is_inside(self) -> bool:
        return bool((self.win - self.expected) ** 2 <= Z_99**2 * self.variance)

    @property
    def deviation(self) -> Fraction:
        """Standard, to a hundredth of a minor unit."""
        return Fraction(isqrt(floor(self.variance * HUNDREDTHS**2)), HUNDREDTHS)

    @property
    def z(self) -> str:
        if not self.variance:
            return ""
        away = self.win - self.expected
        hundredths = isqrt(floor(away**2 * HUNDREDTHS**2 / self.variance))
        return f"{'-' if away < 0 else '+'}{hundredths // HUNDREDTHS}.{hundredths % HUNDREDTHS:02d}"


def variance(game: Played, stakes: dict[str, int]) -> Fraction:
    """Of what a round gives back, over the 216 throws: wagers of one round win and lose together."""
    returned = [0] * len(ROLLS)
    for spot, stake in stakes.items():
        for index, back in game.units[spot]:
            returned[index] += stake * back
    weighed = [ways * back for ways, back in zip(ROLL_WAYS, returned, strict=True)]
    squares = sum(weight * back for weight, back in zip(weighed, returned, strict=True))
    return Fraction(WAYS * squares - sum(weighed) ** 2, (WAYS * game.paytable.per) ** 2)


def theory(sources: Sources) -> Body:
    lines: defaultdict[tuple[str, str], Line] = defaultdict(Line)
    totals: defaultdict[str, Line] = defaultdict(Line)
    notes = [*NOTES]
    for journal in journals(sources):
        game = played(sources, journal)
        notes += game.notes if sources.by == "area" else ()
        for at, awards in _rounds(sources, journal):
            totals[journal.currency].add(game, awards)
            for group, some in _grouped(sources, journal, game, at, awards):
                lines[group, journal.currency].add(game, some)
    named = [(group, currency, line) for (group, currency), line in sorted(lines.items())]
    summed = [("total", currency, line) for currency, line in sorted(totals.items())]
    notes += [_said(*one) for one in (*named, *summed) if not one[-1].is_inside]
    return Body(
        columns(**{sources.by: "text"}, currency="text", rounds="count", staked="money", win="money",
                expected_win="money", standard_deviation="money",
                interval_from="money", interval_to="money", z="text", verdict="text"),
        tuple(_row(*one) for one in named),
        tuple(_row(*one) for one in summed),
        tuple(notes),
    )  # fmt: skip


def _rounds(sources: Sources, journal: Journal) -> Iterator[tuple[str, tuple[e.Award, ...]]]:
    period, later = sources.period, _put_right(journal)
    for told in journal.entries:
        if isinstance(told.event, e.LosersCollected) and told.seq not in later.undone and period.holds(told.at):
            awards = later.awards.get(told.event.round, awards_of(told.event))
            if awards:
                yield told.at, awards


class PutRight(msgspec.Struct):
    """`awards` of rounds that were corrected, none of those reversed; `undone` are the entries that collected losers in
    vain. All are few, so they can be held."""

    awards: dict[int, tuple[e.Award, ...]] = msgspec.field(default_factory=dict)
    undone: set[int] = msgspec.field(default_factory=set)


def _put_right(journal: Journal) -> PutRight:
    """Whenever it was."""
    found, store, index = PutRight(), journal.store, journal.index
    kinds = (e.SettlementUndone, e.RoundVoided, e.RoundCorrected, e.RoundReversed)
    for told in told_at(store, (one.seq for of in kinds for one in index.find(kind(of)))):
        match told.event:
            case e.SettlementUndone(round=number) | e.RoundVoided(round=number):
                played = recalled(store, index, number)
                found.undone |= {
                    one.seq for one in played if isinstance(one.event, e.LosersCollected) and one.seq < told.seq
                }
            case e.RoundCorrected(round=number, awards=awards):
                found.awards[number] = awards
            case e.RoundReversed(round=number):
                found.awards[number] = ()
    return found


def _grouped(
    sources: Sources, journal: Journal, game: Played, at: str, awards: tuple[e.Award, ...]
) -> Iterator[tuple[str, tuple[e.Award, ...]]]:
    if sources.by != "area":
        yield sources.group(journal.table, at), awards
        return
    areas: dict[str, list[e.Award]] = {}
    for award in awards:
        areas.setdefault(game.areas[award.spot], []).append(award)
    yield from ((area, tuple(some)) for area, some in areas.items())


def _row(group: str, currency: str, line: Line) -> Row:
    low, high = _interval(line)
    verdict = "inside" if line.is_inside else "outside"
    figures = (line.rounds, line.staked, line.win, line.expected, line.deviation, low, high)
    return (group, currency, *figures, line.z, verdict)


def _interval(line: Line) -> tuple[int, int]:
    half = Z_99 * line.deviation
    return floor(line.expected - half), ceil(line.expected + half)


def _said(group: str, currency: str, line: Line) -> str:
    low, high = _interval(line)
    return (
        f"Outside, {group}: the house won {line.win:,} {currency} in {line.rounds:,} rounds where {low:,} to {high:,} "
        f"was to be expected; that is {line.z} standard deviations away."
    )
