"""The stand-alone file asks where each roll comes from and who put a round right: whoever forges that is found, even if
all is sealed again."""

import pytest
from journal.forging import Told, edited, export_of, fed, inserted, kept, lit, told
from journal.test_verify_money import KEPT

from taisai.journal.verify_taisai import Bad, verify

THROWN, AMENDED, VOIDED, TWO, POSTS, OPENING, BEFORE = (
    "table-25-seeds", "table-17-amended-while-paying", "table-18-void-while-paying", "table-19-by-two",
    "table-20-posts", "table-21-opening", "table-23-began-before",
)  # fmt: skip
SIX = "6-6-6"


def with_roll(name, kind, number, roll):
    return edited(name, (kind, number, {"roll": roll, "lit": lit(kept(name), roll)}))


def pressed(number, keys, role="dealer"):
    return [Told({"is": "button-pressed", "round": number, "face": face}, role) for face in keys]


def entered(name, number, roll, role="dealer"):
    return Told({"is": "roll-entered", "round": number, "roll": roll, "call": "", "lit": lit(kept(name), roll)}, role)


def amended(name, number, roll, role="game-supervisor"):
    event = {"is": "entry-amended", "round": number, "old": "", "roll": roll, "call": "", "clause": ""}
    return Told(event | {"lit": lit(kept(name), roll)}, role)


def event_of(name, kind, number=0):
    return next(one.event for one in edited(name)[place(name, kind, number) :])


def place(name, kind, number=0):
    return [at for at, one in enumerate(kept(name)) if one.event["is"] == kind][number]


def without_presses(name, first, last):
    """The presses from one to another are not there."""
    return edited(name, *[("button-pressed", first, 0)] * (last - first))


CORRECTED, REVERSED = event_of(TWO, "round-corrected"), event_of(TWO, "round-reversed")
VOID, UNDONE = event_of(VOIDED, "round-voided"), event_of(AMENDED, "settlement-undone")
INTERRUPTED = {"is": "trouble-reported", "trouble": "interruption", "clause": "", "stops": False, "note": SIX}
ROLLS = {
    "entered by a pit manager": (edited(POSTS, ("roll-entered", 0, "pit-manager")), "do not allow a pit-manager to"),
    "pressed by a player": (edited(POSTS, ("button-pressed", 1, "player")), "to enter or change this roll"),
    "entered by the table itself": (edited(POSTS, ("roll-entered", 0, "automation")), "do not allow an? automation to"),
    "pressed by nobody": (without_presses(POSTS, 0, 3), "1-2-3 was entered, but nothing was pressed"),
    "pressed twice": (edited(POSTS, ("button-pressed", 0, 0)), "1-2-3 was entered, but 2-3 was pressed"),
    "another than was pressed": (with_roll(POSTS, "roll-entered", 0, SIX), "6-6-6 was entered, but 1-2-3 was pressed"),
    "not tumbled": (edited(POSTS, ("dice-tumbled", 0, 0)), "without a valid tumble"),
    "tumbled twice": (edited(POSTS, ("dice-tumbled", 0, {"times": 2})), "without a valid tumble"),
    "tumbled in the round before": (
        edited(TWO, ("dice-tumbled", 1, 0)),
        "without a valid tumble",
    ),
    "entered while wagers are open": (
        inserted(POSTS, "wager-placed", 0, *pressed(1, (6, 6, 6)), entered(POSTS, 1, SIX)),
        "without a valid tumble",
    ),
    "entered again": (
        inserted(POSTS, "losers-collected", 0, *pressed(1, (6, 6, 6)), entered(POSTS, 1, SIX)),
        "a roll may be entered once, after wagers close",
    ),
    "told after an interruption": (
        inserted(BEFORE, "button-pressed", -3, Told(INTERRUPTED, "dealer"), entered(BEFORE, 3, SIX)),
        "6-6-6 was entered, but nothing was pressed",
    ),
    "a test roll that nobody pressed": (edited(OPENING, ("button-pressed", 0, {"face": 1})), "2-3-6 was entered, but"),
}
AMENDMENTS = {
    "amended by the dealer": (edited(POSTS, ("entry-amended", 0, "dealer")), "do not allow a dealer to"),
    "keyed by the dealer": (edited(POSTS, ("button-pressed", 4, "dealer")), "to enter or change this roll"),
    "keyed by nobody": (without_presses(POSTS, 3, 6), "4-5-6 was entered, but nothing was pressed"),
    "keyed otherwise": (edited(POSTS, ("button-pressed", 3, {"face": 6})), "4-5-6 was entered, but 5-6-6 was pressed"),
    "nothing to amend": (edited(POSTS, ("roll-entered", 0, 0)), "a roll may be entered once"),
    "after all was paid": (
        [*kept(POSTS), *pressed(1, (6, 6, 6), "game-supervisor"), amended(POSTS, 1, SIX)],
        "amended only until all is paid",
    ),
    "what was collected stays collected": (
        edited(AMENDED, ("settlement-undone", 0, 0)),
        "wagers that are not on the layout",
    ),
    "more lies there again": (
        edited(AMENDED, ("settlement-undone", 0, {"restored": 305})),
        "305 was put back on the layout",
    ),
    "nothing is taken back": (edited(AMENDED, ("settlement-undone", 0, {"corrections": []})), "are due"),
    "too little is taken back": (
        edited(AMENDED, ("settlement-undone", 0, {"corrections": [[1, 0, 195, 0]]})),
        "are due",
    ),
    "another pays for it": (edited(AMENDED, ("settlement-undone", 0, {"corrections": [[2, 0, 200, 0]]})), "are due"),
    "undone before anything was": (
        inserted(AMENDED, "losers-collected", 0, Told(UNDONE, "game-supervisor")),
        "was put back on the layout, not 0",
    ),
}
CORRECTIONS = {
    "corrected by the dealer": (edited(TWO, ("round-corrected", 0, "dealer")), "do not allow a dealer to"),
    "corrected by nobody's keys": (without_presses(TWO, 6, 9), "1-2-3 was entered, but nothing was pressed"),
    "corrected alone": (edited(TWO, ("round-corrected", 0, {"second": ""})), "without a second person"),
    "corrected by one person twice": (
        edited(TWO, ("round-corrected", 0, {"second": "a shift-manager"})),
        "without a second person",
    ),
    "nobody is said to agree": (
        [one._replace(event=one.event | ({"second": ""} if "second" in one.event else {})) for one in kept(TWO)],
        "without a second person",
    ),
    "reversed alone": (edited(TWO, ("round-reversed", 0, {"second": ""})), "without a second person"),
    "void after settlement, alone": (edited(VOIDED, ("round-reversed", 0, {"second": ""})), "without a second person"),
    "reversed twice": (edited(TWO, ("round-reversed", 0, 2)), "round-reversed: 1"),
    "a round that stands is passed over": (
        edited(TWO, ("round-passed-over", 0, {"round": 3})),
        "was passed over as if",
    ),
    "a correction that gives more": (
        edited(TWO, ("round-corrected", 0, {"corrections": [*CORRECTED["corrections"], [1, 5, 0, 0]]})),
        "are due",
    ),
}
VOIDS = {
    "what was paid is kept": (edited(VOIDED, ("round-voided", 0, {"corrections": []})), "are due"),
    "too little comes back": (
        edited(VOIDED, ("round-voided", 0, {"corrections": [[seat, 0, 0, 0] for seat, *_ in VOID["corrections"]]})),
        "are due",
    ),
    "a stake comes back twice": (
        edited(VOIDED, ("round-voided", 0, {"returned": VOID["returned"] * 2})),
        "not have that much",
    ),
    "a stake stays": (edited(VOIDED, ("round-voided", 0, {"returned": []})), "was returned|on the layout"),
    "another sum is told": (edited(VOIDED, ("round-voided", 0, {"staked": 5})), "5 was returned, not 325"),
}
THROWS = {
    "not committed to": (
        [one for one in kept(THROWN) if one.event["is"] not in ("seeds-chained", "seed-committed")],
        "before the tumbler committed to a seed",
    ),
    "another than was committed to": (
        with_roll(THROWN, "roll-entered", 0, SIX),
        "6-6-6 is not the throw that round 1",
    ),
    "entered before it was opened": (
        edited(THROWN, ("seed-revealed", 0, ("losers-collected", 0))),
        "is not the throw that round 1 was committed to",
    ),
    "keyed by a dealer": (
        inserted(THROWN, "seed-revealed", 0, *pressed(1, (6, 6, 6)), entered(THROWN, 1, SIX)),
        "6-6-6 is not the throw",
    ),
    "told by a pit manager": (
        inserted(THROWN, "seed-revealed", 0, Told(INTERRUPTED, "pit-manager"), entered(THROWN, 1, SIX)),
        "6-6-6 is not the throw",
    ),
    "amended": (
        inserted(THROWN, "losers-collected", 0, *pressed(1, (6, 6, 6)), amended(THROWN, 1, SIX)),
        "6-6-6 is not the throw",
    ),
}
WAGERS = {
    "placed after closing": (
        edited(POSTS, ("wager-placed", 0, ("dice-tumbled", 0))),
        "a wager was placed or withdrawn after wagers closed",
    ),
    "placed when the dice are known": (
        edited(THROWN, ("wager-placed", 0, ("losers-collected", 0))),
        "a wager was placed or withdrawn after wagers closed",
    ),
    "more moved than lay there": (
        edited(OPENING, ("wager-shifted", 0, {"stake": 75})),
        "does not have that much on total-10",
    ),
    "moved back where nothing lay": (
        edited(TWO, ("wager-shifted", 0, {"seat": 1, "stake": 301})),
        "not have that much on odd",
    ),
    "more on the line than lay there": (
        edited(OPENING, ("line-judged", 0, {"stake": 75})),
        "not have that much on total-9",
    ),
}
FORGERIES = ROLLS | AMENDMENTS | CORRECTIONS | VOIDS | THROWS | WAGERS


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_is_named(name):
    entries, why = FORGERIES[name]
    with pytest.raises(Bad, match=why):
        fed(entries)
    report = verify(export_of(entries))
    assert not report.sound
    assert report.bad_seq > 1


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_the_forger_of_these_tests_seals_well(path):
    report = verify(export_of(told(path)))
    assert (report.sound, report.bad_why) == (True, "")
