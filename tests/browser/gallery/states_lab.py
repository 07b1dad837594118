"""States of the lab: edges, plans, evenings, systems, a house, dice and a pay table of one's own."""

from browser.gallery.recording import State
from browser.scene import HARBOUR, evening

PLAN = "rws-6.2_big.100_double-4.10_total-12.20_any-triple.5_single-4.25_domino-4-6.15"
EVEN = "rws-6.2_big.100"
BIASED = 20 * "666651"
SHOWN = {"edges", "compare", "plan", "evening", "too-long", "systems", "house", "dice", "design"}


def lab(gallery):
    house = evening(gallery, rounds=12)

    def state(name, query, shows, *acts, **more):
        return house, State(f"lab-{name}", f"/lab?view={query}", shows, acts, pictured=name in SHOWN, **more)

    yield state("edges", "edges", "main tbody tr")
    yield state("compare", "compare&one=rws-6.2&other=etg.2", "main table")
    yield state("plan-empty", "plan", "[data-spot]")
    plan = state("plan", f"plan&plan={PLAN}", "[data-pile]", ("see", "main ~ Expected"), felt=True)
    yield plan
    yield state("plan-lists", f"plan&plan={PLAN}", "table", ("press", "Table"), ("press", "List"))
    yield from many(state)
    yield from design(state)
    yield from staff(house)


def drawn(title):
    return f"section, figure, [role=region] ~ {title}"


def many(state):
    yield state("evening-empty", "evening", "[data-spot]")
    risk = f"evening&plan={PLAN}&bankroll=5000"
    yield state(
        "evening", f"{risk}&rounds=200&goal=8000", drawn("How the evening can go"), ("see", "figure svg, svg[role=img]")
    )
    yield state("too-long", f"{risk}&rounds=90000000", "main ~ taisai risk")
    systems = f"systems&plan={EVEN}&bankroll=2000&goal=3000&systems=flat.martingale.labouchere"
    yield state("systems", systems, drawn("Martingale: where it ends"))
    yield state("house", f"house&plan={PLAN}", drawn("Hold and its bands"))
    yield state("dice-empty", "dice", "label ~ Throws, one per line")
    yield state("dice", f"dice&throws={BIASED}", "main ~ Alarm: it has reached 1,000")


def design(state):
    """A pay table on the drawing board: with other odds, with a spot of one's own, and with odds that are none."""
    yield state("design-empty", "design", "[data-spot]")
    chosen = (("tap", "any-triple"), ("see", "[aria-label='Any triple'], section ~ Any triple"))
    changed = (*chosen, ("fill", "Pays", "30"), ("see", "tr.changed"), ("fill", "Name", "Lucky sums"))
    yield state("design", "design", "tr.changed", *changed)
    yield state("design-wrong", "design", ".word.bad", *chosen, ("fill", "Pays", "as you like"))


def staff(house):
    who = house.sign_in("shi.manager")
    floor = f"/lab?view=house&plan={PLAN}"
    yield house, State("lab-house-floor", floor, drawn("Tables on this floor, actual against theory"), (), who)
    yield house, State("lab-dice-table", f"/lab?view=dice&table={HARBOUR}", drawn("E-value, throw by throw"), (), who)
