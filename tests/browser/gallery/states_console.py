"""States of the dealer's console."""

import re

from browser.dealing import settle
from browser.gallery.recording import State
from browser.scene import GARDEN, HARBOUR, LOTUS, PAVILION, WINNING, dispute, evening, others

from taisai.rules.vocabulary import Role, Step, Trouble
from taisai.table import commands as c

KEYS = ("key", *map(str, WINNING))
NEXT = ("click", "#next")
CHIP = 2_500
TROUBLE = ("press", "Void · trouble")
REPORT = ("press", "Report")


def console(gallery):
    house = evening(gallery)
    yield house, State("console-sign-in", "/console", "label ~ Password", pictured=True, scrolls=True)
    dealer = house.sign_in("dee.dealer")
    yield house, State("console-choose", "/console", "main li", (), dealer, pictured=True, scrolls=True)

    def state(name, shows, *acts, table=HARBOUR, who=dealer, **more):
        return house, State(f"console-{name}", f"/console?table={table}", shows, acts, who, **more)

    yield from a_round(gallery, house, state)
    for name in ("Limits", "Orders"):
        yield state(name.lower(), "#next", ("press", name), pictured=name == "Limits")
    yield state("menu", "dialog", ("press", "Menu"))
    yield from voided(gallery, house, state)
    yield from sheets(gallery, state("float", ".side .body .button", ("press", "Float"), table=PAVILION))
    yield from chips(house, state)
    yield from opening(house, state, house.sign_in("cas.supervisor"))
    yield from supervised(house, state, house.sign_in("gus.supervisor"))
    yield from ends(house, state, house.sign_in("shi.manager"))


def sheets(gallery, base, css=""):
    """The state itself, and every sheet that a button in it opens."""
    house, state = base
    yield base
    css = css or state.shows
    for place, name in gallery.buttons(css):
        slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40]
        press = ("nth", css, place)
        yield (
            house,
            state._replace(
                name=f"{state.name}-{slug}", shows="dialog[open]", acts=(*state.acts, press), follows=(press,),
                pictured=False,
            ),
        )  # fmt: skip


def a_round(gallery, house, state):
    for step in house.server.table(HARBOUR).desk.game.steps:
        if step.step is Step.ENTER:
            break
        house.step(HARBOUR, until=step.step)
        yield state(step.step.value, "#next b")
        if step.step is Step.CLOSE_BETS:
            others(house)
            seat = state("seat", ".one .button", ("nth", ".seat-rail button", 2), ("see", ".stakes"), pictured=True)
            yield from sheets(gallery, seat)
            yield state("sent", ".fate ~ sent", ("hold",), NEXT)
    house.step(HARBOUR, until=Step.ENTER)
    yield state("keys", ".pad")
    yield state("entry", ".window ~ ", KEYS, pictured=True)
    house.enter(HARBOUR, WINNING)
    yield state("lit", "[data-lit]", felt=True, pictured=True)
    house.do(HARBOUR, c.CollectLosers())
    yield state("unpaid", ".unpaid")
    settle(house, HARBOUR)
    yield state("paid", "#next b")


def voided(gallery, house, state):
    house.step(HARBOUR, until=Step.CLOSE_BETS)
    yield from sheets(gallery, state("trouble", ".trouble .button", TROUBLE))
    house.do(HARBOUR, c.VoidRound(Trouble.DICE_EXPOSED), Role.DEALER)
    yield state("void", ".call.bad", pictured=True)
    house.do(HARBOUR, c.ReportTrouble(Trouble.MALFUNCTION, "the lights under Big"))
    yield state("malfunction", "[role=alert]", pictured=True)
    house.do(HARBOUR, c.ClearTrouble("lamps changed"), Role.GAME_SUPERVISOR)
    dispute(house)


def chips(house, state):
    """A round at a table with chips: a wager that is called out, and winners who are paid in other chips."""
    at = {"table": PAVILION}
    house.do(PAVILION, c.BringChips(1, {str(CHIP): 4}))
    house.step(PAVILION, until=Step.CLOSE_BETS)
    house.do(PAVILION, c.PlaceWager(1, "big", CHIP), seat=1)
    seat = ("nth", ".seat-rail button", 0)
    yield state("chips", ".one .button", seat, ("see", ".stakes"), **at, pictured=True)
    calling = (seat, ("press", "Call wager"), ("press", "Add a chip of 25"), ("press", "Now tap the spot"))
    yield state("aiming", ".aim", *calling, **at, felt=True, pictured=True)
    house.step(PAVILION, until=Step.ENTER)
    house.do(PAVILION, c.PressButton(4))
    yield state("chips-keys", ".pad", **at)
    house.enter(PAVILION, (4, 5, 6))
    house.step(PAVILION, until=Step.PAY)
    yield state("payout", "[data-payout]", **at, pictured=True)
    other = (("press", "Other chips"), ("fill", "25", "0"), ("fill", "5", "5"))
    yield state("payout-chips", "dialog [role=status] ~ correct", *other, **at, pictured=True)
    house.do(PAVILION, c.PayArea())


def opening(house, state, who):
    """With a check that failed, and a test roll from its keys to what somebody says of it."""
    at = {"table": GARDEN, "who": who, "scrolls": True}
    yield state("opening", "button ~ Press a test roll", **at, pictured=True)
    failing = (("press", "Failed… 5.0(c)"), ("fill", "What was found", "the dome is cracked"))
    yield state("opening-failing", "dialog", *failing, **at)
    test = ("press", "Press a test roll")
    yield state("test-keys", ".pad", test, KEYS, **at)
    yield state(
        "test-lit", "[data-lit]", test, KEYS, NEXT, ("see", "button ~ Right spots lit"), **at, felt=True, pictured=True
    )
    yield state("test-wrong", "dialog", ("press", "Something is wrong…"), **at)


def supervised(house, state, who):
    """What a supervisor does on the felt: marks what is really lit, reads the dice, marks what was not registered."""
    house.enter(PAVILION, WINNING)
    at = {"table": PAVILION, "who": who}
    yield state("remedies", ".remedies, .trouble", TROUBLE, **at, pictured=True)
    wrong = (TROUBLE, ("press", "The layout lit the wrong spots"))
    yield state("report", "dialog", *wrong, **at)
    marking = (*wrong, REPORT, ("tap", "small"))
    yield state("marking", "button ~ Done", *marking, **at, felt=True, pictured=True)
    yield state("reading", "section, [role=region] ~ What the dice show", *marking, ("press", "Done"), **at)


def ends(house, state, who):
    decided = (
        TROUBLE, ("press", "Decide"), ("fill", "Reason", "The recording shows the chips on Big."),
        ("fill", "Amount to the player", "250"), ("press", "Decide"),
    )  # fmt: skip
    yield state("second", "dialog ~ Two people", *decided, who=who)
    yield state("lost", ".link.lost", ("lose",), who=who)
    at = {"table": LOTUS, "who": house.sign_in("dee.dealer")}
    yield state("electronic", "#next b, .console", **at)
    failed = (("nth", ".seat-rail button", 0), ("press", "A terminal failed"))
    marking = (*failed, ("click", "dialog input[type=checkbox]"), REPORT, ("tap", "small"))
    yield state("unregistered", "button ~ Done", *marking, **at, felt=True, pictured=True)
    yield state("terminal-failed", ".failed", *marking, ("press", "Done"), **at, pictured=True)
