"""The meaning of sentences about irregularities and corrections."""

from collections.abc import Iterator
from typing import Final

from taisai.house.desk import Desk
from taisai.rules.roll import Roll
from taisai.rules.vocabulary import Act, Role, Trouble
from taisai.scenario.grammar import Said
from taisai.scenario.requests import (
    DEALER,
    SHIFT_MANAGER,
    Sentence,
    Wish,
    allowed,
    beside,
    by_two,
    dealer,
    keys,
    may,
    numbers,
    one,
    player,
    trouble,
)
from taisai.table import commands as c
from taisai.table.moments import moment_of
from taisai.table.order import Person
from taisai.table.parts import tag_of


def _remedy(desk: Desk, command: c.Command, found: Trouble, number: int = 0) -> Wish:
    """Return the wish by the person that the rulebook's table of remedies names now, with a second person if it needs
    one.

    If the rulebook has no remedy, the dealer tries and is refused."""
    book, number = desk.game.book, number or desk.table.round
    row = book.remedy(tag_of(command), found)
    outcome = book.outcome(row, moment_of(desk.game, desk.table, number)) if row else None
    by = may(desk, outcome.act) if outcome and outcome.act else DEALER
    return Wish(by, command, beside(by) if outcome and outcome.two else None)


def _misplaced(desk: Desk, command: c.RecordMoved | c.MoveWagerBack | c.JudgeLine, found: Trouble) -> Wish:
    """Return the same, with a second person if staff had placed the wager."""
    wish, current = _remedy(desk, command, found), desk.table.current
    called = current is not None and (command.seat, command.spot) in current.called
    return wish._replace(second=beside(wish.by)) if called else wish


def _void(desk: Desk, said: Said, word: str) -> Iterator[Wish]:
    yield _remedy(desk, c.VoidRound(trouble(word), "unannounced" not in said.form), trouble(word))


def _amend(desk: Desk, _: Said, roll: str) -> Iterator[Wish]:
    yield _remedy(desk, c.AmendEntry(keys(roll)), Trouble.ENTRY_WRONG)


def _correct(desk: Desk, _: Said, number: str, roll: str) -> Iterator[Wish]:
    yield _remedy(desk, c.CorrectRound(int(number), keys(roll)), Trouble.ENTRY_WRONG, int(number))


def _moved(desk: Desk, _: Said, *values: str) -> Iterator[Wish]:
    stake, seat, spot, to, why = values
    yield _misplaced(desk, c.RecordMoved(int(seat), spot, to, int(stake), why), Trouble.WAGER_MOVED)


def _move_back(desk: Desk, _: Said, *values: str) -> Iterator[Wish]:
    seat, stake, spot, to, cause, *why = values
    yield _misplaced(desk, c.MoveWagerBack(int(seat), spot, to, int(stake), cause, *why), Trouble.WAGER_MOVED)


def _line(desk: Desk, said: Said, *values: str) -> Iterator[Wish]:
    stake, seat, spot, why = values
    judged = c.JudgeLine(int(seat), spot, int(stake), "counts" in said.form, why)
    yield _misplaced(desk, judged, Trouble.LINE_TOUCHED)


def _unnoticed(desk: Desk, _: Said, seat: str, stake: str, spot: str) -> Iterator[Wish]:
    yield _remedy(desk, c.RecordUnnoticed(int(seat), spot, int(stake)), Trouble.MAXIMUM_EXCEEDED)


def _resume(_: Desk, said: Said, roll: str = "") -> Iterator[Wish]:
    yield Wish(DEALER, c.Resume(roll, disturbed="disturbed" in said.form))


def _shown(desk: Desk, said: Said, word: str, *rolls: str) -> Iterator[Wish]:
    """Report what was lit or displayed, as for another roll, and what the dice show."""
    lit = desk.game.paytable.lights[str(Roll.parse(rolls[0]))] if "showing" in said.form else ()
    dice = keys(rolls[-1]) if "dice" in said.form else ()
    note = f"showing {rolls[0]}" if lit else ""
    yield Wish(DEALER, c.ReportTrouble(trouble(word), note, lit, dice))


def _terminal(_: Desk, __: Said, seat: str, amount: str = "", spot: str = "") -> Iterator[Wish]:
    yield Wish(DEALER, c.ReportTerminal(int(seat), {spot: int(amount)} if spot else {}))


def _dispute(desk: Desk, said: Said, *values: str) -> Iterator[Wish]:
    *seat, about, claim = values
    number = int(seat[0]) if seat else 0
    by = player(number) if said.form.startswith("seat") else SHIFT_MANAGER
    yield Wish(by, c.OpenDispute(number, int(about), claim, desk.head.seal.hex()))


def _decide(_: Desk, said: Said, number: str, reason: str, amount: str = "0", name: str = "") -> Iterator[Wish]:
    signed = -int(amount) if "gives" in said.form else int(amount)
    second = Person(name, Role.PIT_MANAGER) if name else None
    yield Wish(SHIFT_MANAGER, c.DecideDispute(int(number), reason, signed), second)


IRREGULARITIES: Final[dict[str, Sentence]] = {
    "unnoticed": _unnoticed,
    "amend": _amend,
    "void": _void,
    "reverse": by_two(lambda rounds: c.ReverseRounds(numbers(rounds)), Act.REVERSE_ROUND),
    "correct": _correct,
    "moved": _moved,
    "move-back": _move_back,
    "line": _line,
    "trouble": one(lambda word, note="": c.ReportTrouble(trouble(word), note), dealer),
    "shown": _shown,
    "clear": one(c.ClearTrouble, allowed(Act.CLEAR_MALFUNCTION)),
    "resume": _resume,
    "terminal": _terminal,
    "mend": one(lambda seat, procedure: c.MendTerminal(int(seat), procedure), dealer),
    "dispute": _dispute,
    "decide": _decide,
}
