"""Makes a game from the name of a pay table."""

from taisai.books.load import paytable, rulebook
from taisai.rules.refusals import Refusal, Refused
from taisai.table.game import Game


def game(ref: str) -> Game:
    book = rulebook(ref)
    if book.play is None:
        words = f"{book.id} has no order of play, so no table can use it; add [play] to its rules.toml"
        raise Refused(Refusal.BOOK_INVALID, words, book.id)
    return Game(book, paytable(ref))
