"""Which orders put an irregularity right: what people are shown is what the orders themselves go by."""

import pytest
from machines.people import GAMES

from taisai.books.load import rulebook
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Effect, Moment, Role, Trouble
from taisai.table import commands as c
from taisai.table.commands import Command
from taisai.table.order import Order, Person
from taisai.table.remedies import offered, remedies

BOOKS = ("nz-1998", "nz-2008", "rws-6", "etg")
NAMES = {str(command.__struct_config__.tag) for command in Command.__args__}
NOBODY = {Effect.REFUSE, Effect.LATER_ROUNDS_STAND, Effect.SETTLE_AS_PLACED}


def told(book):
    read = rulebook(book)
    return {one.trouble: remedies(read, one) for one in read.irregularity}


def test_the_remedies_of_the_four_rulebooks():
    for book in BOOKS[:2]:
        found = told(book)
        assert found[Trouble.MALFUNCTION] == found[Trouble.LAYOUT_LIT_WRONG] == ("report-trouble",)
        assert found[Trouble.WAGER_MOVED] == ("record-moved", "move-wager-back")
        assert found[Trouble.LINE_TOUCHED] == ("judge-line",)
    for book in BOOKS[2:]:
        found = told(book)
        assert found[Trouble.DICE_DAMAGED] == ("reverse-rounds",)
        assert found[Trouble.WAGER_MOVED] == ("record-moved",), "it counts where it lay at closing, whoever asks"
        assert found[Trouble.UNCOVERED] == ("decide-dispute",)
    for book in BOOKS:
        found = told(book)
        assert found[Trouble.INTERRUPTION] == ("resume",)
        assert found[Trouble.ENTRY_WRONG] == ("amend-entry", "correct-round")
        assert found[Trouble.DICE_NOT_FLAT] == ("void-round",)
    assert told("rws-6")[Trouble.MAXIMUM_EXCEEDED] == ("record-unnoticed",)
    assert told("etg")[Trouble.TERMINAL_FAILED] == ("report-terminal",)


@pytest.mark.parametrize("book", BOOKS)
def test_they_are_commands_and_what_nobody_puts_right_has_none(book):
    read = rulebook(book)
    for one in read.irregularity:
        found = remedies(read, one)
        assert set(found) <= NAMES
        assert found or one.effect in NOBODY, one
        if one.effect is Effect.REFUSE or one.effect is Effect.LATER_ROUNDS_STAND:
            assert not found, one


@pytest.mark.parametrize("ref", GAMES)
def test_a_command_takes_exactly_the_troubles_that_it_puts_right(ref):
    game = GAMES[ref]
    for trouble in Trouble:
        order = Order("1", Person("ann", Role.PIT_MANAGER), c.VoidRound(trouble), 1)
        provided = game.book.provision(trouble)
        if provided is not None and "void-round" in remedies(game.book, provided):
            irregularity, row = offered(game, order, trouble)
            assert irregularity == provided
            assert (row.order, trouble in row.troubles) == ("void-round", True)
        else:
            with pytest.raises(Refused) as caught:
                offered(game, order, trouble)
            assert caught.value.code is Refusal.TROUBLE_UNKNOWN


@pytest.mark.parametrize("book", BOOKS)
def test_every_cell_says_what_happens_and_by_whom_or_why_not(book):
    """No document lets settled money move by one person's word, and every refusal says what to do instead."""
    read = rulebook(book)
    for row in read.remedies.remedy:
        moments = [moment for moment in Moment if moment in row.at]
        assert set(Moment) - set(moments) <= ({Moment.CLOSED} if book.startswith("nz") else set())
        for moment in moments:
            outcome = read.outcome(row, moment)
            if outcome.does.value == "refuse":
                assert outcome.why
                assert outcome.act is None
            else:
                assert read.permission(outcome.act).by
            if outcome.does.value in {"reverse", "correct"}:
                assert outcome.two
                assert moment in {Moment.SETTLED, Moment.NEXT_ROUND, Moment.TABLE_CLOSED}
