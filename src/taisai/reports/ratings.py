"""Ratings of players: time, average wager and theoretical win of each, by what the table's journal has of the seat."""

from collections import defaultdict
from datetime import datetime
from fractions import Fraction

import msgspec

from taisai.reports.games import Played, played
from taisai.reports.money import stakes_by_spot
from taisai.reports.refusals import ReportRefusal
from taisai.reports.report import Body, Cell, Row, columns
from taisai.reports.sources import Journal, Rated, Sources, journals
from taisai.reports.theory import settled_rounds
from taisai.rules.refusals import Refused
from taisai.table import events as e

GROUPS = ("entry", "player", "table")
NOTES = (
    "The average is of the rounds in which the player wagered; theoretical win is exact, by each spot's edge.",
    "Of a player the report has a pseudonym; the register knows who it is, until that is erased.",
)
MINUTE_S = 60


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
        self.theoretical += game.expected(stakes_by_spot(awards))

    def add(self, other: "Play") -> None:
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def cells(self) -> tuple[Cell, ...]:
        average = Fraction(self.staked, self.rounds) if self.rounds else 0
        return self.minutes, self.rounds, self.staked, average, self.theoretical, self.win


def ratings(sources: Sources) -> Body:
    if sources.rated is None:
        words = "ratings are in the house's own journal, and there is none here; ask the running house"
        raise Refused(ReportRefusal.SOURCE_MISSING, words, "rated")
    of_table: defaultdict[str, list[Rated]] = defaultdict(list)
    for one in sources.rated:
        of_table[one.table].append(one)
    found = [
        (journal.currency, one, play)
        for journal in journals(sources)
        for one, play in _plays(sources, journal, of_table[journal.table])
    ]
    return _listed(found) if sources.by == "entry" else _grouped(sources.by, found)


def _listed(found: list[tuple[str, Rated, Play]]) -> Body:
    rows: list[Row] = [
        (one.player, one.table, str(one.seat), one.began, one.ended, currency, *play.cells)
        for currency, one, play in sorted(found, key=lambda told: told[1].began)
    ]
    named = columns(player="text", table="text", seat="text", began="time", ended="time", currency="text", **_FIGURES)
    return Body(named, tuple(rows), notes=NOTES)


def _grouped(by: str, found: list[tuple[str, Rated, Play]]) -> Body:
    sums: defaultdict[tuple[str, str], Play] = defaultdict(Play)
    for currency, one, play in found:
        sums[getattr(one, by), currency].add(play)
    named = columns(**{by: "text"}, currency="text", **_FIGURES)
    return Body(named, tuple((*key, *play.cells) for key, play in sorted(sums.items())), notes=NOTES)


_FIGURES = {
    "minutes": "count", "rounds": "count", "staked": "money", "average_wager": "money", "theoretical_win": "money",
    "win": "money",
}  # fmt: skip


def _plays(sources: Sources, journal: Journal, rated: list[Rated]) -> list[tuple[Rated, Play]]:
    """Nothing is read of a table at which nobody was rated."""
    plays = [(one, Play(_minutes(sources, one))) for one in rated]
    if not plays:
        return []
    game = played(sources, journal)
    for told, awards, _ in settled_rounds(journal):
        assert isinstance(told.event, e.LosersCollected)
        for one, play in plays:
            own = [award for award in awards if award.seat == one.seat]
            if own and one.first <= told.event.round <= (one.last or told.event.round):
                play.count(game, own)
    return plays


def _minutes(sources: Sources, one: Rated) -> int:
    ended = datetime.fromisoformat(one.ended or sources.made_at)
    return int((ended - datetime.fromisoformat(one.began)).total_seconds()) // MINUTE_S
