"""Player ratings: time, average wager and theoretical win, from what the table's journal records for the seat."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import msgspec

from taisai.reports.games import Played, played
from taisai.reports.period import BY_PLACE_AND_TIME, HOUSE_TIME
from taisai.reports.refusals import ReportRefusal
from taisai.reports.report import Body, Cell, Row, columns
from taisai.reports.round_dealer import NOTE
from taisai.reports.sources import Journal, Rated, Sources, journals
from taisai.reports.stretches import in_house_time, stretches
from taisai.reports.theory import settled_rounds
from taisai.rules.refusals import Refused
from taisai.table import events as e

GROUPS = ("entry", "player", *BY_PLACE_AND_TIME)
NOTES = (
    "The average covers the rounds in which the player wagered; theoretical win is exact, wager by wager.",
    "Only minutes within the period count; a rating in progress counts up to the time of the report.",
    "The report shows each player's pseudonym; the register holds the identity until it is erased.",
)
NOTES_BY_DEALER = (*NOTES, NOTE, "Minutes are left out because a player stays while dealers change.")


class Play(msgspec.Struct):
    minutes: int = 0
    rounds: int = 0
    staked: int = 0
    win: int = 0
    theoretical: Fraction = Fraction(0)

    def count(self, game: Played, awards: list[e.Award]) -> None:
        staked = sum(award.stake for award in awards)
        self.rounds += 1
        self.staked += staked
        self.win += staked - sum(award.returned for award in awards)
        self.theoretical += game.expected(awards)

    def add(self, other: "Play") -> None:
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def cells(self) -> tuple[Cell, ...]:
        average = Fraction(self.staked, self.rounds) if self.rounds else 0
        return self.minutes, self.rounds, self.staked, average, self.theoretical, self.win


class Share(NamedTuple):
    """The part of a rating in one group."""

    currency: str
    rated: Rated
    group: str
    play: Play


def ratings(sources: Sources) -> Body:
    if sources.rated is None:
        words = "ratings are in the house's own journal, which is not available here; use the running house"
        raise Refused(ReportRefusal.SOURCE_MISSING, words, "rated")
    of_table: defaultdict[str, list[Rated]] = defaultdict(list)
    for one in sources.rated:
        of_table[one.table].append(one)
    found = [
        Share(journal.currency, *part)
        for journal in journals(sources)
        for part in _parts(sources, journal, of_table[journal.table])
    ]
    return _listed(found) if sources.by == "entry" else _grouped(sources.by, found)


def _listed(found: list[Share]) -> Body:
    rows: list[Row] = [
        (one.player, one.table, str(one.seat), one.began, one.ended, currency, *play.cells)
        for currency, one, _, play in sorted(found, key=lambda share: share.rated.began)
    ]
    named = columns(player="text", table="text", seat="text", began="time", ended="time", currency="text", **_FIGURES)
    return Body(named, tuple(rows), notes=NOTES)


def _grouped(by: str, found: list[Share]) -> Body:
    sums: defaultdict[tuple[str, str], Play] = defaultdict(Play)
    for share in found:
        sums[share.group, share.currency].add(share.play)
    timed = by != "dealer"
    figures = _FIGURES if timed else {name: kind for name, kind in _FIGURES.items() if name != "minutes"}
    rows = ((*key, *play.cells[not timed :]) for key, play in sorted(sums.items()))
    return Body(
        columns(**{by: "text"}, currency="text", **figures), tuple(rows), notes=NOTES if timed else NOTES_BY_DEALER
    )


_FIGURES = {
    "minutes": "count", "rounds_wagered": "count", "staked": "money", "average_wager": "money",
    "theoretical_win": "money", "win": "money",
}  # fmt: skip


def _parts(sources: Sources, journal: Journal, rated: list[Rated]) -> Iterator[tuple[Rated, str, Play]]:
    """Yield the parts of all ratings. Tables without a rated player are not read."""
    found = [(one, _stays(sources, one)) for one in rated]
    game = played(sources, journal) if found else None
    for told, awards, dealer in settled_rounds(journal) if game else ():
        assert game is not None
        assert isinstance(told.event, e.LosersCollected)
        for one, plays in found:
            own = [award for award in awards if award.seat == one.seat]
            if own and one.first <= told.event.round <= (one.last or told.event.round):
                plays[_group(sources, one, told.at, dealer)].count(game, own)
    yield from ((one, group, play) for one, plays in found for group, play in plays.items())


def _stays(sources: Sources, one: Rated) -> defaultdict[str, Play]:
    """Return the minutes within the period by group. Grouped by dealer there are none."""
    plays: defaultdict[str, Play] = defaultdict(Play)
    for stretch in stretches(sources, one.began, one.ended):
        if sources.by in HOUSE_TIME:
            plays.update((group, Play(part.minutes)) for group, part in in_house_time(sources, stretch))
        elif sources.by != "dealer":
            plays[_group(sources, one, one.began, "")].minutes = stretch.minutes
    return plays


def _group(sources: Sources, one: Rated, at: str, dealer: str) -> str:
    return one.player if sources.by == "player" else sources.group(one.table, at, dealer)
