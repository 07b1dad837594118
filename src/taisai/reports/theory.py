"""Theoretical against actual: whether a win is within what chance allows, in exact numbers."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from math import ceil, floor, isqrt
from typing import Final

import msgspec

from taisai.house.recall import Told, recalled, told_at
from taisai.house.topics import kind
from taisai.maths.drawn_variance import drawn_variance
from taisai.reports.games import Played, played
from taisai.reports.money import awards_of, stakes_by_spot
from taisai.reports.period import HOUSE_TIME
from taisai.reports.report import Body, Row, columns
from taisai.reports.round_dealer import NOTE, dealt
from taisai.reports.sources import Journal, Sources, journals
from taisai.rules.currency import figures
from taisai.rules.returns import net_on
from taisai.rules.roll import ROLL_WAYS, ROLLS, WAYS
from taisai.table import events as e

GROUPS = ("area", "table", "day", "month", "year", "dealer", *HOUSE_TIME)
Z_99: Final = Fraction(25_758_293, 10_000_000)  # standard deviations that contain 99 % of a normal distribution
HUNDREDTHS: Final = 100
NOTES = (
    "Rounds count in their present state: reversed rounds are left out, corrected rounds count as corrected.",
    "Rounds without wagers are left out.",
    "The standard deviation is exact; it treats the wagers of a round together.",
    "The interval contains 99 % of wins after many rounds; after few rounds it is only a rough guide.",
    "Each line is tested separately: in a fair game, about one line in a hundred is outside.",
)


class Line(msgspec.Struct):
    """`variance` is the win's, added up round by round."""

    rounds: int = 0
    staked: int = 0
    win: int = 0
    expected: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)

    def add(self, game: Played, awards: tuple[e.Award, ...]) -> None:
        staked = sum(award.stake for award in awards)
        self.rounds += 1
        self.staked += staked
        self.win += staked - sum(award.returned for award in awards)
        self.expected += game.expected(awards)
        self.variance += rounded(game, awards) if game.is_rounded else variance(game, stakes_by_spot(awards))

    @property
    def is_inside(self) -> bool:
        return bool((self.win - self.expected) ** 2 <= Z_99**2 * self.variance)

    @property
    def deviation(self) -> Fraction:
        """The standard deviation, to a hundredth of a minor unit."""
        return Fraction(isqrt(floor(self.variance * HUNDREDTHS**2)), HUNDREDTHS)

    @property
    def z(self) -> str:
        if not self.variance:
            return ""
        away = self.win - self.expected
        hundredths = isqrt(floor(away**2 * HUNDREDTHS**2 / self.variance))
        return f"{'-' if away < 0 else '+'}{hundredths // HUNDREDTHS}.{hundredths % HUNDREDTHS:02d}"


def rounded(game: Played, awards: tuple[e.Award, ...]) -> Fraction:
    """Return the variance of a round's return where each commission is rounded separately."""
    staked = [(game.paytable[award.spot], award.stake) for award in awards if award.stake]
    nets = [sum((net_on(spot, stake, roll) for spot, stake in staked), Fraction(0)) for roll in ROLLS]
    mean = sum((ways * net for ways, net in zip(ROLL_WAYS, nets, strict=True)), Fraction(0)) / WAYS
    square = sum((ways * net * net for ways, net in zip(ROLL_WAYS, nets, strict=True)), Fraction(0)) / WAYS
    return square - mean**2


def variance(game: Played, stakes: dict[str, int]) -> Fraction:
    """Return the variance of a round's return over dice and multipliers: wagers of one round win and lose together."""
    if game.paytable.multipliers.spots:
        staked = [(spot, stake) for spot, stake in stakes.items() if stake]
        return drawn_variance(game.paytable, staked) if staked else Fraction(0)
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
    notes = [*NOTES, NOTE] if sources.by == "dealer" else [*NOTES]
    for journal in journals(sources):
        game = played(sources, journal)
        notes += game.notes if sources.by == "area" else ()
        for group, awards in _rounds(sources, journal):
            totals[journal.currency].add(game, awards)
            for name, some in _by_area(game, awards) if sources.by == "area" else ((group, awards),):
                lines[name, journal.currency].add(game, some)
    named = [(group, currency, line) for (group, currency), line in sorted(lines.items())]
    summed = [("total", currency, line) for currency, line in sorted(totals.items())]
    notes += [_said(*one) for one in (*named, *summed) if not one[-1].is_inside]
    return Body(
        columns(**{sources.by: "text"}, currency="text", rounds_wagered="count", staked="money", win="money",
                theoretical_win="money", standard_deviation="money",
                interval_from="money", interval_to="money", z="text", verdict="text"),
        tuple(_row(*one) for one in named),
        tuple(_row(*one) for one in summed),
        tuple(notes),
    )  # fmt: skip


def _rounds(sources: Sources, journal: Journal) -> Iterator[tuple[str, tuple[e.Award, ...]]]:
    """Yield each settled round with its group."""
    for told, awards, dealer in settled_rounds(journal):
        yield sources.group(journal.table, told.at, dealer), awards


def settled_rounds(journal: Journal) -> Iterator[tuple[Told, tuple[e.Award, ...], str]]:
    """Yield each round settled in the period, with the entry that collected its losers, its present awards and its
    dealer."""
    later = _put_right(journal)
    for told, event, dealer in dealt((told, told.event) for told in journal.entries):
        if isinstance(event, e.LosersCollected) and told.seq not in later.undone and journal.period.holds(told.at):
            awards = later.awards.get(event.round, awards_of(event))
            if awards:
                yield told, awards, dealer


class PutRight(msgspec.Struct):
    """`awards` of corrected rounds, empty for reversed ones. `undone` are collections that were undone. There are few,
    so they are kept in memory."""

    awards: dict[int, tuple[e.Award, ...]] = msgspec.field(default_factory=dict)
    undone: set[int] = msgspec.field(default_factory=set)


def _put_right(journal: Journal) -> PutRight:
    """Find all corrections, inside and outside the period."""
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


def _by_area(game: Played, awards: tuple[e.Award, ...]) -> Iterator[tuple[str, tuple[e.Award, ...]]]:
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
    won, least, most = (figures(one, currency) for one in (line.win, *_interval(line)))
    return (
        f"Outside, {group}: the house won {won} in {line.rounds:,} rounds; {least} to {most} "
        f"was expected; that is {line.z} standard deviations away."
    )
