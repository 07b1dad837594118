"""Tables played on days of our choosing, and reports of them."""

from itertools import count

from machines.people import right_person
from table.playing import Play

from taisai import Refused
from taisai.reports.registry import REPORTS
from taisai.reports.sources import Sources
from taisai.rules.vocabulary import Role, Trouble
from taisai.table import commands as c

BY_TWO = (c.CorrectRound, c.ReverseRounds)
MADE_AT = "2026-12-31T23:00:00.000+00:00"


def sources(*plays, **more):
    """Where the house tells of events, it tells of duties and ratings too: of none."""
    stores = {}
    for play in plays:
        name = play.table.table
        stores[f"{name} again" if name in stores else name] = play.store
    own = {"served": (), "rated": ()} if "noted" in more else {}
    return Sources(stores, "Test Casino", "9.9", MADE_AT, **own | more)


def report(name, *plays, **more):
    return REPORTS[name].make(sources(*plays, **more))


def as_dicts(rows, report):
    return [dict(zip((column.name for column in report.columns), row, strict=True)) for row in rows]


def rows(name, *plays, **more):
    made = report(name, *plays, **more)
    return as_dicts(made.rows, made)


def total(name, *plays, **more):
    """The one total, nothing where nothing was found."""
    made = report(name, *plays, **more)
    found = as_dicts(made.totals, made)
    assert len(found) <= 1
    return found[0] if found else None


class Evening(Play):
    """A table whose clock we set."""

    def __init__(self, table="rws-6/2", **kwargs):
        super().__init__(table, **kwargs)
        self.at = "2026-03-01T20:00:00.000+00:00"
        self.desk.clock = lambda: self.at
        self._numbers = count(10**12)

    def on(self, at):
        self.at = at
        return self

    def rightly(self, command, number=None, second=None):
        """By whom the rulebook names, with somebody beside where settled money moves."""
        second = second or (Role.CASINO_SUPERVISOR if isinstance(command, BY_TWO) else None)
        return self.do(right_person(self.game, command).role, command, number, second)

    def perhaps(self, command):
        """Not every rulebook allows everything."""
        try:
            return self.rightly(command)
        except Refused:
            return ()

    def void(self):
        """While wagers are open."""
        return self.rightly(c.VoidRound(Trouble.DICE_EXPOSED))

    def cash_out(self, seat):
        number = str(next(self._numbers))
        self.do(seat, c.CashOut(seat, number))
        self.do(seat, c.CollectVoucher(seat, number[-4:]))
        return number


def evening(table="rws-6/2", *, bought=1000, **kwargs):
    play = Evening(table, **kwargs).open()
    for seat in play.table.seats:
        play.buy(seat, bought)
    return play
