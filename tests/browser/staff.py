"""Dealers at the console and supervisors in the pit, in the words of the game."""

import re

from browser.game import money
from playwright.sync_api import expect
from server.making import PIN, WORD


class Dealer:
    """At the console, by touch; whoever deals, at a table whose rulebook says what comes when."""

    def __init__(self, screens, house, name, who="dee.dealer", *, size="tablet"):
        self.page = screens.page(house, f"/console?table={name}", house.sign_in(who), size=size, still=True)
        self.house, self.table = house, name
        self.game = house.server.table(name).desk.game
        expect(self.page.locator(".console")).to_be_visible()

    @property
    def next(self):
        return self.page.locator("#next")

    @property
    def fate(self):
        return self.page.locator(".fate")

    def sees_step(self, step):
        """The step with its clause, and that it is the next."""
        shown = self.page.locator(f"[data-step={step.step.value}]")
        expect(shown).to_have_attribute("aria-current", "step")
        expect(shown).to_contain_text(f"rule {step.clause}" if step.clause else "house procedure")

    def sees_call(self, words):
        expect(self.page.locator(".call b")).to_have_text(f"“{words}”")

    def steps(self, *, until=None):
        """Takes the steps in the rulebook's order, up to one that is not taken."""
        for step in self.game.steps[self._place() :]:
            if until and step.step.value == until:
                return
            self.step(step)

    def step(self, step):
        self.sees_step(step)
        expect(self.fate).not_to_contain_text("sent…")
        self.next.tap()
        expect(self.page.locator(f"[data-step={step.step.value}]")).not_to_have_attribute("aria-current", "step")

    def taken(self):
        expect(self.fate).to_contain_text("accepted, receipt")

    def _place(self):
        wanted = self.game.next_step(self.house.table(self.table).phase)
        return self.game.steps.index(wanted)

    def press(self, *faces):
        for face in faces:
            self.page.get_by_role("button", name=f"Button {face}", exact=True).tap()

    def enters(self, *faces):
        """Presses three buttons, reads the window, and presses ENTER."""
        self.press(*faces)
        self.sees_window(faces)
        self.next.tap()
        expect(self.page.locator(".pad")).to_have_count(0)

    def sees_window(self, faces):
        expect(self.page.locator(".window")).to_have_attribute(
            "aria-label", f"Last three numbers: {', '.join(map(str, faces))}"
        )

    def tab(self, name):
        self.page.get_by_role("button", name=name, exact=True).tap()

    def seat(self, number):
        self.tab("Seats")
        self.page.locator(".seat-rail button").nth(number - 1).tap()
        return self.page.get_by_role("region", name=f"Seat {number}")

    def sees_seat(self, number, credit, staked):
        name = f"{number} {money(credit)} credits {money(staked)} staked"
        expect(self.page.get_by_role("button", name=name)).to_be_visible()

    def asks(self, what):
        """Opens an act by its name, and gives its sheet."""
        self.page.get_by_role("button", name=re.compile(f"^{re.escape(what)}")).first.tap()
        return self.page.get_by_role("dialog")

    def agrees(self, second):
        """The one who is signed in and a second person prove who they are, by PIN."""
        sheet = self.page.get_by_role("dialog", name="Two people")
        expect(sheet.get_by_role("group")).to_have_count(2)
        for group in sheet.get_by_role("group").all():
            group.get_by_label("PIN", exact=True).fill(PIN)
        sheet.get_by_label("Name", exact=True).fill(second)
        sheet.get_by_role("button", name="Agree and give the order").tap()
        expect(sheet).to_have_count(0)

    def touches(self, *spots):
        for spot in spots:
            self.page.locator(f'[data-spot="{spot}"]').tap()

    def confirms(self, sheet, button, **fields):
        for label, text in fields.items():
            sheet.get_by_label(label, exact=False).fill(text)
        sheet.get_by_role("button", name=button, exact=True).tap()
        expect(sheet).to_have_count(0)


class Supervisor:
    """In the pit, at one table, with a mouse."""

    def __init__(self, screens, house, name, who):
        self.page = screens.page(house, f"/pit#/table/{name}", house.sign_in(who), size="wide", still=True)
        self.table, self.name = name, who
        expect(self.page.get_by_role("navigation", name="Pit")).to_be_visible()

    def puts_right(self, what):
        self.page.get_by_role("tab", name=what).click()
        return self.page.locator("#put-panel")

    def presses(self, panel, *faces):
        """On the entry terminal, and reads its display."""
        for face in faces:
            panel.get_by_role("button", name=f"Button {face}", exact=True).click()
        expect(panel.locator(".window")).to_have_attribute(
            "aria-label", f"Last three numbers: {', '.join(map(str, faces[-3:]))}"
        )

    def agrees(self, second, summary):
        """Two people, this one and another, agree to an order that is told in words."""
        sheet = self.page.get_by_role("dialog", name="Two people agree")
        expect(sheet).to_contain_text(summary)
        agree(sheet, second)
        sheet.get_by_role("button", name="Give the order").click()
        expect(sheet).to_have_count(0)

    def opens(self, section, *args):
        self.page.goto(f"{self.page.url.partition('#')[0]}#/{'/'.join((section, self.table, *map(str, args)))}")

    def reads(self, words):
        expect(self.page.get_by_text(words).first).to_be_visible()


def signs_in(page, name, word=WORD):
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password", exact=True).fill(word)
    page.get_by_role("button", name="Sign in", exact=True).click()


def agree(sheet, second):
    """Two people prove who they are: the one who decides and a second one."""
    for place, name in enumerate(("", second)):
        form = sheet.locator("form").nth(place)
        if name:
            form.get_by_label("Name").fill(name)
        form.get_by_label("PIN or password").fill(PIN)
        form.get_by_role("button", name="Agree").click()
        expect(form.get_by_text("agrees.")).to_be_visible()
