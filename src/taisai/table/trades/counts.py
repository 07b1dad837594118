"""Counts of the float: at the opening, at a change of dealer or supervisor, and at the closing."""

from typing import Literal

from taisai.rules.personal import Name, TypedText
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Act
from taisai.table.accounts import FLOAT, VARIANCE, Account, Transfer, Transfers
from taisai.table.game import Game
from taisai.table.gates import BETWEEN, CHIPS, CLOSED, MONEY, OPEN, TWO, By, If, Who
from taisai.table.handlers import applies, decides, moves_chips
from taisai.table.moving import Moving, worth_of
from taisai.table.order import ALONE, Order
from taisai.table.parts import Chips, Command, Event, Money, Text, Word
from taisai.table.piles import Pile, added
from taisai.table.sentences import pile_in, with_second
from taisai.table.state import Closed, Table
from taisai.table.trades.chips import check_colour_back, counted
from taisai.table.tray import Count

Purpose = Literal["opening", "change", "closing"]


class CountFloat(Command, frozen=True, tag="count-float"):
    """What two people found in the float, by chip value."""

    purpose: Purpose
    chips: Chips


@decides(MONEY, TWO, If("purpose", CLOSED, "opening", otherwise=OPEN), CHIPS, BETWEEN)
def count_float(game: Game, table: Table, order: Order, command: CountFloat) -> list[Event]:
    """Record a count by two people. They see the expected amount only afterwards; the first has none."""
    for number in table.seats if command.purpose == "closing" else ():
        check_colour_back(game, table, number)
    chips = counted(game, table, command.chips, least=0)
    amount, is_known = worth_of(table, chips), table.tray.counted
    wanted = expected(table) if is_known else {}
    variance = amount - worth_of(table, wanted) if is_known else 0
    differs = is_known and chips != wanted
    return [FloatCounted(command.purpose, chips, wanted, amount, variance, differs, order.by.name, order.agreed)]


def expected(table: Table) -> Pile:
    """Return the chips that a count should find: those of the float, or of the last closing if the table is closed."""
    return _values_only(table.tray.pile(FLOAT)) if table.tray.pile(FLOAT) else dict(table.tray.closing)


def _values_only(pile: Pile) -> Pile:
    return {kind: count for kind, count in pile.items() if kind.isdecimal()}


Duty = Literal["dealer", "supervisor"]


class NoteDuty(Command, frozen=True, tag="note-duty"):
    """Only for the house: a new dealer or supervisor, if the settings require a count at a change."""

    duty: Duty
    name: Word


@decides(By(Who.HOUSE), CHIPS)
def note_duty(game: Game, table: Table, order: Order, command: NoteDuty) -> list[Event]:
    """Record a new dealer or supervisor.

    No count is due for the first one at an open table, or at a closed table, which is counted at the opening."""
    before = table.tray.duties.get(command.duty, "")
    if not command.name or before == command.name:
        words = f"this changes nothing: {before or 'no one'} is already {command.duty} here"
        raise Refused(Refusal.POST_INVALID, words, command.name)
    due = bool(before) and not isinstance(table.phase, Closed)
    return [DutyNoted(command.duty, command.name, due)]


class ApproveCount(Command, frozen=True, tag="approve-count"):
    """A third person explains why the count differs from the expected amount."""

    why: Text


@decides(By(Act.OPEN_TABLE), CHIPS)
def approve_count(game: Game, table: Table, order: Order, command: ApproveCount) -> list[Event]:
    count = table.tray.count
    if not count.waits:
        raise Refused(Refusal.COUNT_MISSING, "there is no count to approve", table.table)
    if order.by.name in count.by and ALONE.name not in count.by:
        words = f"{order.by.name} took part in the count of the float; a third person must approve it"
        raise Refused(Refusal.DUAL_CONTROL, words, order.by.name)
    if not command.why.strip():
        raise Refused(Refusal.REASON_MISSING, "enter why the count differs", count.amount)
    variance = count.amount - worth_of(table, expected(table))
    return [CountApproved(count.purpose, count.chips, count.amount, variance, command.why)]


def finished(game: Game, table: Table, purpose: str) -> Count:
    """Return the count for opening or closing. A calculated amount never replaces it."""
    count = table.tray.count
    if count.purpose != purpose:
        words = f"the float was not counted for the {purpose}; two people must count it by denomination first"
        raise Refused(Refusal.COUNT_MISSING, words, purpose)
    if count.waits:
        found = game.money(count.amount)
        words = f"{found} was counted, which differs from the expected amount; have it explained and approved first"
        raise Refused(Refusal.COUNT_DIFFERS, words, count.amount)
    return count


class FloatCounted(Event, frozen=True, tag="float-counted"):
    """Counted by two people, `by` and `second`. `variance` is the value of `chips` minus `expected`. Nothing is
    expected if there was no closing count yet."""

    purpose: str
    chips: Pile
    expected: Pile
    amount: int
    variance: int
    differs: bool
    by: Name
    second: Name

    def sentence(self, money: Money) -> str:
        told = (
            f"{self.by}{with_second(self.second)} count {money(self.amount)} for the {self.purpose}: "
            f"{pile_in(self.chips, money)}"
        )
        if not self.differs:
            return told
        return f"{told}; expected: {pile_in(self.expected, money)}; variance: {money(self.variance)}"


@applies
def float_counted(table: Table, event: FloatCounted) -> None:
    table.tray.count = Count(event.purpose, event.chips, event.amount, event.differs, (event.by, event.second))
    table.tray.count_due = ""


class DutyNoted(Event, frozen=True, tag="duty-noted"):
    """A new dealer or supervisor. `count_due`: they relieved someone at an open table, so no round begins until the
    float is counted."""

    duty: str
    name: Name
    count_due: bool

    def sentence(self, money: Money) -> str:
        return (
            f"{self.name} is now {self.duty}{'; no round begins until the float is counted' if self.count_due else ''}"
        )


@applies
def duty_noted(table: Table, event: DutyNoted) -> None:
    table.tray.duties[event.duty] = event.name
    table.tray.count_due = event.duty if event.count_due else table.tray.count_due


class CountApproved(Event, frozen=True, tag="count-approved"):
    """An explained difference. From now on the float is what was counted."""

    noted = "count-approved"
    purpose: str
    chips: Pile
    amount: int
    variance: int
    why: TypedText

    def transfers(self, bank: Account) -> Transfers:
        """A variance before an opening came from the cage with the rest."""
        found = 0 if self.purpose == "opening" else self.variance
        return Transfer(VARIANCE, FLOAT, max(found, 0)), Transfer(FLOAT, VARIANCE, max(-found, 0))

    def sentence(self, money: Money) -> str:
        return (
            f"the count of {money(self.amount)} for the {self.purpose} is approved with a variance of "
            f"{money(self.variance)}: {self.why}"
        )


@applies
def count_approved(table: Table, event: CountApproved) -> None:
    table.tray.count = Count(event.purpose, event.chips, event.amount)
    if event.purpose != "opening":
        table.bank.now += event.variance


@moves_chips
def _approved_chips(moving: Moving, event: CountApproved) -> None:
    if event.purpose != "opening":
        found = added(event.chips, _values_only(moving.pile(FLOAT)), -1)
        moving.move(FLOAT, VARIANCE, {kind: -count for kind, count in found.items() if count < 0})
        moving.move(VARIANCE, FLOAT, {kind: count for kind, count in found.items() if count > 0})
