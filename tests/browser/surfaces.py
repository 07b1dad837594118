"""One table on every surface, and the question that must always have the same answer: whose roll is shown?"""

from browser.game import CHIPS
from browser.measures import attributes, shows
from browser.people import Player
from browser.staff import Dealer
from playwright.sync_api import expect

from taisai.house.views import table_view
from taisai.rules.vocabulary import Step
from taisai.table import commands as c


def rolls(page, where):
    return attributes(page, f"{where} .dice", "aria-label")


class Floor:
    """Table H of a house, and what the view tells of it."""

    def __init__(self, house):
        self.house = house

    @property
    def table(self):
        return self.house.table("H")

    def do(self, command, role=None, **options):
        self.house.run(self.house.server.do("H", command, role, **options))

    def view(self):
        """That names no other round's roll."""
        desk = self.house.server.table("H").desk
        seen = self.house.call(table_view, desk, 0, "")
        assert seen.shown is None or seen.shown.roll == self.rolled(seen.shown.round)
        return seen

    def tells_the_truth(self):
        """Every roll, light, call and number, as the table itself has them."""
        self.view()

    def looked_at_anew(self):
        """Whoever comes later is told the same."""

    def rolled(self, number):
        """By the table's own memory."""
        if self.table.current is not None and self.table.round == number:
            return self.table.phase.roll
        return next(one.roll for one in self.table.recent if one.number == number)

    def wagers(self):
        for spot in ("big", "small"):
            self.do(c.PlaceWager(1, spot, CHIPS[1]), seat=1)

    def betting(self):
        self.house.step("H", until=Step.CLOSE_BETS)
        self.wagers()

    def entered(self, faces):
        self.betting()
        self.house.enter("H", faces)
        self.view()

    def collected(self, faces):
        self.entered(faces)
        self.do(c.CollectLosers())
        self.view()

    def settled(self, faces):
        self.entered(faces)
        self.house.settle("H")
        self.view()


class Surfaces(Floor):
    """With a terminal, the display and the layout; and with its console and the pit, unless nobody is signed in."""

    def __init__(self, screens, house, *, staffed=True):
        super().__init__(house)
        self.staffed = staffed
        self.anna = Player(screens, house, "H", 1, size="wide")
        self.display, self.layout = (
            screens.page(house, f"/{path}?table=H", still=True) for path in ("display", "layout")
        )
        if staffed:
            self.dealer = Dealer(screens, house, "H")
            self.pit = screens.page(house, "/pit#/table/H", house.sign_in("shi.manager"), still=True)
            expect(self.pit.locator(".title-line")).to_be_visible()

    def tells_the_truth(self):
        seen = self.view()
        shown = seen.shown
        told = [] if shown is None or seen.trouble else [shown]
        notice = (of_notice("[data-shown]", "data-shown", numbers(told)), of_notice(".dice", "aria-label", faces(told)))
        lit = ("[data-lit]", "data-spot", shown.lit if shown else ())
        shows(self.anna.page, *notice, lit)
        shows(self.display, *notice, *self._last(seen))
        shows(self.layout, lit)
        if self.staffed:
            shows(self.dealer.page, (f".console {lit[0]}", *lit[1:]))
            shows(self.pit, lit, (".title-line .dice", "aria-label", faces([shown] if shown else [])))
        if seen.round:
            self._names(f"Round {seen.round}")

    def _last(self, seen):
        """The roll that stands alone on the display."""
        last = seen.recent[-1] if seen.recent else None
        wanted = [seen.shown] if seen.shown else [last] if last and last.roll else []
        return (".last [data-shown]", "data-shown", numbers(wanted)), (".last .dice", "aria-label", faces(wanted))

    def _names(self, words):
        staff = (self.dealer.page.locator(".about"), self.pit) if self.staffed else ()
        for where in (self.anna.page.locator("header"), *staff):
            expect(where.get_by_text(words).first).to_be_attached()

    def looked_at_anew(self):
        for page in (self.anna.page, self.display, self.layout):
            page.reload()
        self.tells_the_truth()


def of_notice(css, name, values):
    return f".notice {css}", name, values


def numbers(told):
    return [str(one.round) for one in told]


def faces(told):
    return [one.roll for one in told]
