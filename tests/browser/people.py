"""Players at their terminals: what they do there and what they must see, in the words of the game."""

import re

from browser.game import money
from browser.measures import attributes, settles
from playwright.sync_api import expect

from taisai.house.recall import history
from taisai.table import events as e

GAINS = "(all) => all.map((one) => [one.dataset.gain, one.textContent])"
WATCH = r"""() => {
  const ticket = document.querySelector(".ticket");
  window.tickets = [];
  new MutationObserver(() => window.tickets.push(ticket.innerText.replace(/\s+/g, " "))).observe(
    ticket, { childList: true, characterData: true, subtree: true });
}"""


NOTHING = "–"
"""In place of a net where no round has a result."""


def signed(net):
    return net if net == NOTHING else f"{'+' if net > 0 else '−' if net < 0 else ''}{money(abs(net))}"


class Player:
    """At a terminal; a finger on a tablet, a mouse on a wide screen."""

    def __init__(self, screens, house, name, seat, *, size="tablet", **options):
        self.device = house.terminal(name, seat)
        self.page = screens.page(house, "/terminal", self.device, size=size, **{"still": True} | options)
        self.house, self.table, self.seat, self.touch = house, name, seat, size != "wide"
        expect(self.page.locator("[data-meter=credit]")).to_be_visible()

    @classmethod
    def at(cls, screens, other):
        """The same terminal, once more."""
        made = cls.__new__(cls)
        vars(made).update(vars(other) | {"page": screens.tab(other.house, "/terminal", other.page.context)})
        return made

    @property
    def game(self):
        return self.house.server.table(self.table).desk.game

    def spot(self, name):
        return self.page.locator(f'[data-spot="{name}"]')

    def pile(self, name):
        return self.page.locator(f'[data-pile="{name}"]')

    @property
    def ticket(self):
        return self.page.locator(".ticket")

    def press(self, what, **options):
        button = self.page.get_by_role("button", name=what, **options)
        button.tap() if self.touch else button.click()

    def pick(self, chip):
        one = self.page.get_by_role("radio", name=f"Chip of {money(chip)}", exact=True)
        one.tap() if self.touch else one.click()
        expect(one).to_be_checked()

    def tap(self, *spots):
        for name in spots:
            self.spot(name).tap() if self.touch else self.spot(name).click()

    def places(self, chip, *spots):
        """One chip on each spot, and waits until each has its receipt."""
        self.pick(chip)
        for name in spots:
            self.tap(name)
            expect(self.pile(name)).to_have_class(re.compile("accepted"))

    def menu(self, what):
        self.press("Menu", exact=True)
        sheet = self.page.get_by_role("dialog")
        sheet.get_by_role("button", name=what, exact=True).click()
        return self.page.get_by_role("dialog", name=re.compile("."))

    def close(self):
        self.page.get_by_role("dialog").get_by_role("button", name="Close", exact=True).click()
        expect(self.page.get_by_role("dialog")).to_have_count(0)

    def sees(self, *, notice=None, credit=None, staked=None, net=None, words=None, banner=None):
        shown = {"credit": credit, "staked": staked}
        for meter, amount in shown.items():
            if amount is not None:
                expect(self.page.locator(f"[data-meter={meter}]")).to_have_text(money(amount))
        if net is not None:
            shown = re.compile(rf"^{re.escape(signed(net))}( ?\S+ back)?$")
            expect(self.page.locator("[data-meter=net]")).to_have_text(shown)
        for where, wanted in ((".notice", notice), (".word", words), (".banner", banner)):
            if wanted:
                expect(self.page.locator(where)).to_contain_text(wanted)

    def sees_piles(self, amounts, look="accepted"):
        """Exactly these, each with its sum printed."""
        piles = self.page.locator(f".pile.{look}")
        expect(piles).to_have_count(len(amounts))
        for name, amount in amounts.items():
            expect(self.spot(name)).to_have_attribute(
                "aria-label", re.compile(f"Yours {re.escape(money(amount))}(,|$)")
            )

    def sees_lit(self, spots):
        settles(self.page, lambda: set(attributes(self.page, "[data-lit]", "data-spot")), spots)

    def sees_gains(self, gains):
        wanted = {spot: f"+{money(amount)}" for spot, amount in gains.items()}
        settles(self.page, lambda: dict(self.page.locator("[data-gain]").evaluate_all(GAINS)), wanted)

    def sees_no_banner(self):
        expect(self.page.locator(".banner")).to_have_count(0)

    def receipts(self):
        """The entries of the journal that hold this seat's wagers."""
        told = history(self.house.server.table(self.table).desk.store)
        placed = [one for one in told if isinstance(one.event, e.WagerPlaced) and one.event.seat == self.seat]
        return {one.event.spot: one.seq for one in placed}
