"""States of the pit: its floor, tables and rounds, its records and people."""

from browser.dealing import throw
from browser.gallery.recording import State
from browser.scene import GARDEN, HARBOUR, LOTUS, OTHERS, PAVILION, WINNING, dispute, evening

REPORTS = (
    "result", "turnover", "theory", "performance", "voids", "vouchers", "meters", "dice", "events", "duties", "float",
    "live",
)  # fmt: skip
SHIFT = ("duties", "plan", "ratings", "equipment")
PEOPLE = ("staff", "devices", "attempts", "own")
PUT = ("Void", "Correct a round", "Damaged dice", "Interruption", "Wagers", "Equipment", "Amend entry")
SHOWN = {
    "events", "limits", "chips", "disputes", "put-void", "void-chosen", "report", "correct-two", "terminal", "test-lit",
    "opening-failed", "floor", "table", "recall", "dispute", "report-turnover", "integrity",
}  # fmt: skip
DECISION = "The recording shows the chips on Big."


def pit(gallery):
    house = evening(gallery)
    dispute(house)
    throw(house, WINNING, HARBOUR, wagers=[one for one in OTHERS if one[0] != 3])
    yield house, State("pit-sign-in", "/pit", "label ~ Password", pictured=True)
    yield house, State("pit-renew", "/pit", "label ~ code", (("press", "I have a one-time code"),))
    manager = house.sign_in("shi.manager")

    def state(name, place, shows, *acts, who=manager, **more):
        there = f"/pit#/{place}" if place else "/pit"
        follows = acts if place else None
        return house, State(f"pit-{name}", there, shows, acts, who, pictured=name in SHOWN, follows=follows, **more)

    yield state("floor", "", "h2, h3 ~ Harbour 1", felt=True)
    yield state("lost", "", "[role=alert], .lost", ("lose",))
    yield from tables(state)
    yield from terminal(state)
    yield from rounds(state, house.table(HARBOUR).round - 1)
    yield from records(state)
    yield from people(state)
    yield from opening(state, house.sign_in("cas.supervisor"))


def tables(state):
    at = f"table/{HARBOUR}"
    yield state("table", at, "[data-lit]", felt=True)
    for name in PUT:
        yield state(f"put-{name.lower().replace(' ', '-')}", at, "#put-panel", ("press", name))
    wrong = (("press", "Equipment"), ("press", "The layout lit the wrong spots"), ("press", "Mark what is really lit"))
    yield state("report", at, "#put-panel [data-spot]", *wrong, felt=True)
    yield state("void-chosen", at, "#put-panel", ("press", "Void"), ("press", "The dice did not lie flat."))
    keys = tuple(("press", f"Button {face}") for face in WINNING)
    corrected = (("press", "Correct a round"), ("fill", "Round", "3"), *keys, ("press", "Settle again by the dice"))
    yield state("correct-two", at, "dialog ~ Two people agree", *corrected)
    yield state("limits", at, "main ~ Add a limit for", ("press", "Change"))
    yield state("close", at, "button ~ Cancel", ("press", "Close the table…"))
    yield state("chips", f"table/{PAVILION}", "h2, h3 ~ Float")
    yield state("opening", f"table/{GARDEN}", "h2, h3, button ~ Open table")


def terminal(state):
    """At the electronic table, where every seat has one."""
    at = f"table/{LOTUS}"
    seats = (("press", "Show all seats"),)
    yield state("seats", at, "button ~ Lock", *seats)
    lock = (*seats, ("press", "Lock Seat 2"))
    yield state("lock", at, "dialog", *lock)
    failed = (*lock, ("press", "The terminal failed…"), ("tap", "small"))
    yield state("terminal", at, "dialog [data-spot]", *failed, felt=True)
    out = ("see", "main ~ The terminal of seat 2 is out of service.")
    report = (("press", "Report the terminal"), out, ("press", "Return the terminal to service Seat 2"))
    yield state("terminal-failed", at, "dialog label ~ What was done to the terminal", *failed, *report)


def rounds(state, number):
    yield state(
        "recall", f"recall/{HARBOUR}/{number}", "[data-lit]", ("see", "h2, h3 ~ Entries of the journal"), felt=True
    )
    yield state("disputes", "disputes", "h1, h2 ~ Disputes")
    yield state("dispute-new", "disputes", "dialog", ("press", "Open a dispute"))
    at = f"disputes/{HARBOUR}/1"
    yield state("dispute", at, "h2, h3 ~ Entries of the journal", ("see", "h2, h3 ~ Decision"))
    decided = (
        ("fill", "The decision and its reason", DECISION), ("fill", "Money", "to"), ("fill", "Amount", "250"),
        ("press", "To approval…"),
    )  # fmt: skip
    yield state("dual", at, "dialog", *decided)


def records(state):
    yield state("events", "events", "tbody tr:nth-child(4)")
    for name in REPORTS:
        yield state(f"report-{name}", f"reports/{name}", "main table")
    yield state("report-shift", "reports/shift", "[aria-label='Significant events'], section ~ Significant events")
    for name in SHIFT:
        yield state(f"shift-{name}", f"shift/{name}", "main table")
    yield state("equipment-new", "shift/equipment", "dialog", ("press", "Add equipment"))
    yield state("integrity", "integrity", "main ~ ✓", ("press", "Run all tests now"))


def people(state):
    for name in PEOPLE:
        yield state(f"people-{name}", f"people/{name}", "h1, h2 ~ Staff and devices")
    yield state("staff-one", "people/staff", "dialog", ("press", "Open dee.dealer"))


def opening(state, who):
    at = f"table/{GARDEN}"
    failing = (("press", "Failed… 5.0(c)"), ("fill", "What was found", "the dome is cracked"))
    yield state("opening-failing", at, "dialog", *failing, who=who)
    yield state("opening-failed", at, "main ~ the dome is cracked", *failing, ("press", "Failed"), who=who)
    keys = (("press", "Test run"), *(("press", f"Button {face}") for face in WINNING))
    yield state("test-run", at, "dialog ~ Total 14", *keys, who=who)
    yield state("test-lit", at, "dialog button ~ Right spots lit", *keys, ("press", "Enter"), who=who)
