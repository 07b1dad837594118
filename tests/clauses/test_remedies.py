"""Every cell of every rulebook's table of remedies: an order about a round at a moment, by whom, and to the last unit
what comes of it. First what the data says, then what the documents say, written down a second time."""

import re
from functools import cache
from typing import NamedTuple

import pytest
from clauses.remedying import (
    BEFORE,
    DEALER,
    DICE,
    ENTERED,
    EVERYBODY,
    EXCESS,
    MANAGER,
    SHIFT,
    SUPERVISOR,
    TABLES,
    VOIDS,
    WAGERS,
    asked,
    command,
    finish,
    fresh,
    has,
    path,
    reach,
    won,
)
from table.playing import only

from taisai import Refusal, Refused
from taisai.books.load import rulebook
from taisai.house.boundary import Boundary
from taisai.house.proof import followed
from taisai.rules.vocabulary import Does, Moment, Role, Trouble
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.moments import moment_of
from taisai.table.remedies import COMMITTED, REFUSED_BEFORE, left_of
from taisai.table.state import Idle

book_of = cache(rulebook)
SETTLING = (Moment.COLLECTED, Moment.PAYING)
OVER = (Moment.SETTLED, Moment.NEXT_ROUND, Moment.TABLE_CLOSED)
STALE = {
    (order, moment): Refusal.TABLE_CLOSED if moment is Moment.TABLE_CLOSED else Refusal.ROUND_STALE
    for order in ("resume", "record-moved", "move-wager-back", "judge-line")
    for moment in OVER
} | {(order, Moment.NEXT_ROUND): Refusal.ROUND_STALE for order in ("amend-entry", "record-unnoticed")}
"""An order about the round under way that names another is stale before any remedy is looked up."""


NOT_HERE = {COMMITTED: Refusal.ROLL_COMMITTED, REFUSED_BEFORE: Refusal.CHIPS_NOT_HERE}


class Cell(NamedTuple):
    book: str
    money: str
    order: str
    trouble: Trouble
    moment: Moment

    @property
    def outcome(self):
        book = book_of(self.book)
        named = book.outcome(book.remedy(self.order, self.trouble), self.moment)
        return left_of(self.money, self.order, self.moment, named)

    @property
    def command(self):
        return command(self.book, self.order, self.trouble)

    def people(self):
        """An electronic tumbler ends a round that it cannot throw."""
        return [by for by in EVERYBODY if by is not Role.AUTOMATION or self.money != "electronic"]

    def play(self):
        return played(self.book, self.money, self.moment, tight=self.order == "record-unnoticed")

    def shown(self):
        """Of all cells for which the table stands alike: nothing changes what is refused."""
        return shown(self.book, self.money, self.moment, tight=self.order == "record-unnoticed")


def played(book, money, moment, *, tight):
    return reach(fresh(book, money, tight=tight), moment)


shown = cache(played)


def cells():
    """With credits; with chips from where they leave the layout, at tables that have them; and electronic tables."""
    for book in TABLES:
        for row in book_of(book).remedies.remedy:
            for moment in row.at:
                chips = book != "etg" and (moment in (*SETTLING, *OVER) or row.order == "record-unnoticed")
                for money in ("credits", "electronic", *("chips",) * chips):
                    yield from (Cell(book, money, row.order, trouble, moment) for trouble in row.troubles)


def marked(cell):
    clause = book_of(cell.book).clause_on(cell.trouble)
    marks = [pytest.mark.clause(f"{cell.book}:{clause}")] if clause else []
    return pytest.param(cell, marks=marks, id="-".join((*cell[:3], cell.trouble.value, cell.moment.value)))


EVERY_CELL = [marked(cell) for cell in cells()]
REFUSED = [one for one in EVERY_CELL if one.values[0].outcome.does is Does.REFUSE]
DONE = [one for one in EVERY_CELL if one.values[0].outcome.does is not Does.REFUSE]


@pytest.mark.parametrize("cell", REFUSED)
def test_what_the_data_refuses_is_refused_to_everybody_for_the_reason_that_it_gives(cell):
    play = cell.shown()
    if cell.outcome in NOT_HERE or cell.money == "electronic":
        for by in cell.people():
            code = code_of(play, by, cell.command, other_than(by))
            wanted = NOT_HERE.get(cell.outcome, code)
            assert code in {wanted, Refusal.ROLE_NOT_ALLOWED, STALE.get((cell.order, cell.moment))} - {None}, by
        return
    code = STALE.get((cell.order, cell.moment), Refusal.REMEDY_REFUSED)
    for by in EVERYBODY[1:]:
        words = play.refuses(code, by, cell.command, 1, second=other_than(by))
        assert code is not Refusal.REMEDY_REFUSED or cell.outcome.why in words
    play.refuses(Refusal.ROLE_NOT_ALLOWED, 1, cell.command, 1, second=MANAGER)


@pytest.mark.parametrize("cell", DONE)
def test_what_the_data_allows_is_for_those_whom_it_names_and_comes_to_what_it_names_to_the_last_unit(cell):
    play = cell.play()
    may = book_of(cell.book).permission(cell.outcome.act).by
    for by in cell.people():
        if by not in may:
            play.refuses(Refusal.ROLE_NOT_ALLOWED, by, cell.command, 1, second=other_than(by))
    if cell.money == "chips" and cell.moment is Moment.TABLE_CLOSED and cell.outcome.does is not Does.RECORD:
        open_again(cell, play, may)
    for by in may:
        assert asked(play, by, cell.command, other_than(by)), by
        for nobody in (None, by, 1, Role.AUDITOR, Role.TECHNICIAN, Role.AUTOMATION) if cell.outcome.two else ():
            play.refuses(Refusal.DUAL_CONTROL, by, cell.command, 1, second=nobody)
    events = play.do(may[0], cell.command, 1, second=DEALER if cell.outcome.two else None)
    COMES_TO[cell.outcome.does](cell, play, events)
    assert is_said(cell), "what becomes of stakes and awards"
    followed(play.store, Boundary())  # the verifier finds nothing wrong with the journal


def open_again(cell, play, may):
    """No float lies at a closed chip table, so money that moves there waits until it is open, and its players are
    back with what they took away."""
    play.refuses(Refusal.TABLE_CLOSED, may[0], cell.command, 1, second=other_than(may[0]))
    play.open()
    for taken in [event for *_, event in play.written() if isinstance(event, e.ChipsTaken)]:
        play.do(DEALER, c.BringChips(taken.seat, taken.chips))


def other_than(by):
    return DEALER if by is MANAGER else MANAGER


def is_said(cell):
    """Once losers are collected, stakes go back and awards are taken back where a round is undone, and only there."""
    undone = cell.outcome.does in {Does.VOID, Does.REVERSE, Does.AMEND} or cell.order == "record-unnoticed"
    if cell.moment not in (*SETTLING, *OVER):
        return True
    if cell.outcome.does is Does.CORRECT:
        return (cell.outcome.stakes, cell.outcome.awards) == ("stay", "taken-back")
    return (cell.outcome.stakes, cell.outcome.awards) == (("go-back", "taken-back") if undone else ("stay", "stay"))


def voided(cell, play, events):
    found = only(events, e.RoundVoided)
    assert (found.trouble, found.clause) == (cell.trouble, play.book.clause_on(cell.trouble))
    assert (play.phase, play.table.recent) == (Idle, [])
    has(play, BEFORE)


def reversed_(cell, play, events):
    found = only(events, e.RoundReversed)
    assert (found.trouble, found.clause) == (cell.trouble, play.book.clause_on(cell.trouble))
    assert found.second == "a dealer"
    has(play, BEFORE)


def amended(cell, play, events):
    assert (only(events, e.EntryAmended).roll, play.on_layout()) == (DICE, sum(WAGERS.values()))
    finish(play)
    has(play, won(play, DICE))
    assert [one.roll for one in play.table.recent] == [DICE]


def corrected(cell, play, events):
    found = only(events, e.RoundCorrected)
    assert (found.old, found.roll, found.second) == (ENTERED, DICE, "a dealer")
    has(play, won(play, DICE))


def concluded(cell, play, events):
    assert [type(event) for event in events] == [e.TroubleReported]
    finish(play)
    has(play, won(play, ENTERED))


def concluded_or_voided(cell, play, events):
    concluded(cell, play, events)
    disturbed = cell.play()
    voided(cell, disturbed, disturbed.do(DEALER, c.Resume(disturbed=True)))


def recorded(cell, play, events):
    finish(play)
    has(play, SETTLED_AS[cell.order](cell, play) if cell.order in SETTLED_AS else won(play, ENTERED))


def lying_elsewhere(play):
    return won(
        play, ENTERED, {spot: stake for spot, stake in WAGERS.items() if spot != (2, "small")} | {(2, "big"): 300}
    )


def moved(cell, play):
    """New Zealand fixes wagers when the dice are uncovered, Singapore when wagers close."""
    counts = cell.book in {"nz-1998", "nz-2008"} and cell.moment is Moment.TUMBLED
    return lying_elsewhere(play) if counts else won(play, ENTERED)


def given_back(cell, play):
    return won(play, ENTERED, {spot: stake for spot, stake in WAGERS.items() if spot != (2, "small")})


def shared(cell, play):
    return won(play, ENTERED, WAGERS | {(1, "single-6"): 25, EXCESS[:2]: 475})


SETTLED_AS = {
    "record-moved": moved,
    "move-wager-back": lambda cell, play: lying_elsewhere(play),
    "judge-line": given_back,
    "record-unnoticed": shared,
}
COMES_TO = {
    Does.VOID: voided,
    Does.REVERSE: reversed_,
    Does.AMEND: amended,
    Does.CORRECT: corrected,
    Does.CONCLUDE: concluded,
    Does.CONCLUDE_OR_VOID: concluded_or_voided,
    Does.RECORD: recorded,
}


# From the documents and our readings of them, moment by moment: before closing, closed, tumbled, revealed, entered,
# losers collected, some areas paid, all paid, next round begun, table closed.
#     d  one person, a dealer suffices       s  one person, a supervisor     m  one person, a pit manager
#     2  two people: settled money moves, or a loser could be made to win once dice were seen
#     <  refused, too early                  >  refused, too late
#     x  not provided for                    .  no such moment
# and after an interruption, on the word of a dealer:
#     v  void     c  concluded by the dice, never void     e  concluded by covered dice, void where they were disturbed
NEW_ZEALAND = """
    void-round        dice-not-flat          d . d d s s s 2 > 2
    void-round        tumbles-too-few        d . d s s s s 2 > 2
    void-round        tumbler-fault          d . d s s s s 2 > 2
    void-round        dice-exposed           d . d s s s s 2 > 2
    void-round        tumbler-not-activated  d . d s s s s 2 > 2
    amend-entry       entry-wrong            < . < < s s s > > >
    correct-round     entry-wrong            < . < < < < < > > >
    reverse-rounds    dice-damaged           x . x x x x x x x x
    report-trouble    layout-lit-wrong       d . d d d d d d d >
    report-trouble    malfunction            d . d d d d d d d >
    resume            interruption           e . e c c c c > > >
    report-terminal   terminal-failed        x . x x x x x x x x
    record-moved      wager-moved            < . d d d > > > > >
    move-wager-back   wager-moved            < . s 2 2 > > > > >
    judge-line        line-touched           s . s 2 2 > > > > >
    record-unnoticed  maximum-exceeded       x . x x x x x x x x
"""
SINGAPORE = """
    void-round        dice-not-flat          < < d d s s s > > >
    void-round        tumbles-too-few        < < d s s s s > > >
    void-round        tumbler-fault          x x x x x x x x x x
    void-round        dice-exposed           d d d s s s s > > >
    void-round        tumbler-not-activated  x x x x x x x x x x
    amend-entry       entry-wrong            < < < < s s s > > >
    correct-round     entry-wrong            < < < < < < < 2 2 2
    reverse-rounds    dice-damaged           m m m m m m m 2 2 2
    report-trouble    malfunction            d d d d d d d d d >
    report-trouble    display-wrong          d d d d d d d d d >
    resume            interruption           v v e c c c c > > >
    record-moved      wager-moved            < d d d d > > > > >
    move-wager-back   wager-moved            x x x x x x x x x x
    judge-line        line-touched           x x x x x x x x x x
"""
DOCUMENTS = {
    "nz-1998": f"{NEW_ZEALAND} report-trouble display-wrong  x . x x x x x x x x",
    "nz-2008": f"{NEW_ZEALAND} report-trouble display-wrong  d . d d d d d d d >",
    "rws-6": f"""{SINGAPORE}
        report-trouble    layout-lit-wrong       d d d d d d d d d >
        report-terminal   terminal-failed        x x x x x x x x x x
        record-unnoticed  maximum-exceeded       < d d 2 2 2 2 > > >
    """,
    "etg": f"""{SINGAPORE}
        report-trouble    layout-lit-wrong       x x x x x x x x x x
        report-terminal   terminal-failed        d d d d d d d d d d
        record-unnoticed  maximum-exceeded       x x x x x x x x x x
    """,
}
WORDS = {
    "<": r"\byet\b|wagers are still open",
    ">": r"open a dispute|is settled|the table is closed|no round is in progress",
    "x": "does not provide",
}
RANKS = (DEALER, SUPERVISOR, MANAGER, SHIFT)
LOWEST = {"d": DEALER, "s": SUPERVISOR, "m": MANAGER, "v": DEALER, "c": DEALER, "e": DEALER}
PAIRS = {"void-round": MANAGER, "reverse-rounds": MANAGER} | dict.fromkeys(
    ("judge-line", "correct-round", "move-wager-back", "record-unnoticed"), SUPERVISOR
)


def documented(book):
    """By order and irregularity, what each moment has."""
    words = DOCUMENTS[book].split()
    width = 2 + len(Moment)
    rows = [words[start : start + width] for start in range(0, len(words), width)]
    return {(order, Trouble(trouble)): dict(zip(Moment, row, strict=True)) for order, trouble, *row in rows}


def lowest(book, order, mark):
    if mark != "2":
        return LOWEST[mark]
    return SHIFT if (book, order) == ("rws-6", "correct-round") else PAIRS[order]


def code_of(play, by, given, second=None):
    try:
        asked(play, by, given, second)
    except Refused as refused:
        return refused.code
    return None


def is_void(play, given):
    return not code_of(play, DEALER, given) and any(
        isinstance(one, e.RoundVoided) for one in asked(play, DEALER, given)
    )


def moments(book):
    rows = documented(book).values()
    return [moment for moment in Moment if all(row[moment] != "." for row in rows)]


@pytest.mark.parametrize(("book", "moment"), [(book, moment) for book in TABLES for moment in moments(book)])
def test_the_table_does_what_the_documents_say_at_every_moment(book, moment):
    terminals, chips = reach(fresh(book), moment), reach(fresh(book, "chips", tight=book == "rws-6"), moment)
    for (order, trouble), row in documented(book).items():
        play = chips if order == "record-unnoticed" else terminals
        given, mark = command(book, order, trouble), row[moment]
        if mark in WORDS:
            for by in EVERYBODY:
                assert code_of(play, by, given, other_than(by)) is not None, (order, trouble, by)
            with pytest.raises(Refused) as refused:
                asked(play, SHIFT, given, MANAGER)
            code = Refusal.TROUBLE_UNKNOWN if mark == "x" else Refusal.REMEDY_REFUSED
            assert refused.value.code is STALE.get((order, moment), code), (order, trouble)
            assert (order, moment) in STALE or re.search(WORDS[mark], refused.value.words), (order, trouble)
            continue
        least = lowest(book, order, mark)
        for by in RANKS[: RANKS.index(least)]:
            assert code_of(play, by, given, other_than(by)) is Refusal.ROLE_NOT_ALLOWED, (order, trouble, by)
        alone = Refusal.DUAL_CONTROL if mark == "2" else None
        assert code_of(play, least, given) is alone, (order, trouble)
        assert code_of(play, least, given, other_than(least)) is None, (order, trouble)
        if order == "resume":
            assert is_void(play, c.Resume()) is (mark == "v")
            assert is_void(play, c.Resume(disturbed=True)) is (mark != "c")
            assert (code_of(play, DEALER, c.Resume(disturbed=True)) is Refusal.CAUSE_NOT_COVERED) is (mark == "c")


@pytest.mark.parametrize("book", TABLES)
def test_every_remedy_is_in_the_data_or_is_none_of_this_rulebook(book):
    expected = {pair for pair, row in documented(book).items() if "x" not in row.values()}
    assert {(row.order, trouble) for row in book_of(book).remedies.remedy for trouble in row.troubles} == expected
    named = {("void-round", trouble) for trouble in VOIDS} | {
        ("amend-entry", Trouble.ENTRY_WRONG),
        ("correct-round", Trouble.ENTRY_WRONG),
        ("reverse-rounds", Trouble.DICE_DAMAGED),
        ("report-trouble", Trouble.LAYOUT_LIT_WRONG),
        ("report-trouble", Trouble.MALFUNCTION),
        ("resume", Trouble.INTERRUPTION),
    }
    assert named <= set(documented(book))


@pytest.mark.parametrize("book", TABLES)
def test_a_moment_that_a_row_leaves_out_never_comes(book):
    """The round is looked at after every single order."""
    play, seen = fresh(book), set()
    for commands in [*path(play).values(), [c.TumbleDice(3) if play.game.tumbles_first else c.OpenBets()]]:
        for given in commands:
            play.do(given.seat if isinstance(given, c.PlaceWager) else DEALER, given)
            seen.add(moment_of(play.game, play.table, 1))
    seen.add(moment_of(play.game, reach(fresh(book), Moment.TABLE_CLOSED).table, 1))
    assert seen == set(moments(book))
    for row in book_of(book).remedies.remedy:
        assert set(row.at) == seen, row.order
