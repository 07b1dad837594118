"""Which command puts an irregularity right is what the commands themselves go by."""

import pytest
from machines.people import GAMES

from taisai.books.load import rulebook
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Effect, Trouble
from taisai.table import commands as c
from taisai.table.commands import Command
from taisai.table.decide.void import provision
from taisai.table.remedies import _REMEDIES, remedies

BOOKS = ("nz-1998", "nz-2008", "rws-6", "etg")
NAMES = {str(command.__struct_config__.tag) for command in Command.__args__}


def told(book):
    return {one.trouble: remedies(one) for one in rulebook(book).irregularity}


def test_the_remedies_of_the_four_rulebooks():
    for book in BOOKS[:2]:
        found = told(book)
        assert found[Trouble.MALFUNCTION] == found[Trouble.LAYOUT_LIT_WRONG] == ("report-trouble",)
        assert found[Trouble.ENTRY_WRONG] == ("amend-entry",)
        assert found[Trouble.WAGER_MOVED] == ("move-wager-back",)
    for book in BOOKS[2:]:
        found = told(book)
        assert found[Trouble.DICE_DAMAGED] == ("reverse-rounds",)
        assert found[Trouble.INTERRUPTION] == ("resume",)
        assert found[Trouble.ENTRY_WRONG] == ("amend-entry", "correct-round")
        assert found[Trouble.UNCOVERED] == ("decide-dispute",)
        assert found[Trouble.DICE_NOT_FLAT] == ("void-round",)
    assert told("rws-6")[Trouble.MAXIMUM_EXCEEDED] == ("record-unnoticed",)
    assert told("etg")[Trouble.TERMINAL_FAILED] == ("report-terminal",)


@pytest.mark.parametrize("book", BOOKS)
def test_they_are_commands_and_what_nobody_puts_right_is_none(book):
    for one in rulebook(book).irregularity:
        assert set(remedies(one)) <= NAMES
        nobody = {Effect.REFUSE, Effect.LATER_ROUNDS_STAND, Effect.SETTLE_AS_PLACED}
        assert bool(remedies(one)) is (one.effect not in nobody), one


@pytest.mark.parametrize("ref", GAMES)
def test_a_command_takes_exactly_the_troubles_that_it_puts_right(ref):
    game = GAMES[ref]
    effects, _ = _REMEDIES[c.VoidRound]
    for trouble in Trouble:
        provided = game.book.provision(trouble)
        right = provided is not None and "void-round" in remedies(provided)
        if right:
            assert provision(game, trouble, *effects) == provided
        else:
            with pytest.raises(Refused) as caught:
                provision(game, trouble, *effects)
            assert caught.value.code is Refusal.TROUBLE_UNKNOWN
