"""Opening and closing a table: the rulebook's checks, test rolls that a supervisor judges, limits on display."""

from typing import NoReturn

import msgspec

from taisai.rules.commission import Commission
from taisai.rules.multipliers import NONE, Multipliers
from taisai.rules.personal import TypedText
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.rulebook import Permission
from taisai.rules.vocabulary import Act
from taisai.table import allow
from taisai.table.accounts import CAGE, FLOAT, Account, Transfer, Transfers
from taisai.table.electronic import table_kind
from taisai.table.game import Game
from taisai.table.gates import BETWEEN, CLOSED, OPEN, By
from taisai.table.handlers import applies, decides, moves_chips, unchanged
from taisai.table.limits import LimitRule
from taisai.table.moving import Moving
from taisai.table.order import Order
from taisai.table.parts import Command, Event, Money, Text, Word
from taisai.table.state import Chain, Closed, Idle, Rules, Table
from taisai.table.trades.chips import all_taken
from taisai.table.trades.counts import finished
from taisai.table.trades.keys import keyed
from taisai.table.trades.limiting import check_displayed
from taisai.table.trades.slips import check_all_done
from taisai.table.tray import NOT_COUNTED


class RecordCheck(Command, frozen=True, tag="record-check"):
    """One of the rulebook's checks before opening. `why` is the reason if it failed."""

    check: Word
    passed: bool = True
    why: Text = ""


@decides(By(Act.OPEN_TABLE), CLOSED)
def record_check(game: Game, table: Table, order: Order, command: RecordCheck) -> list[Event]:
    """Record a check as passed, or as failed with the reason. It is recorded again after the repair."""
    if command.check not in _opening(game).checks:
        _refuse_check(game, command.check, "is not a check of this rulebook")
    if command.passed and command.check == _opening(game).test_run:
        _refuse_check(
            game, command.check, "is passed by test rolls that a supervisor judges, and cannot be recorded directly"
        )
    if not command.passed and not command.why.strip():
        raise Refused(Refusal.REASON_MISSING, f"check {command.check} failed; enter what was found", command.check)
    return [CheckRecorded(command.check, command.passed, command.why)]


def _closed(table: Table) -> Closed:
    assert isinstance(table.phase, Closed)
    return table.phase


def _opening(game: Game) -> Permission:
    permission = game.book.permission(Act.OPEN_TABLE)
    assert permission is not None, "whoever got here was allowed to open"
    return permission


def _refuse_check(game: Game, check: str, why: str) -> NoReturn:
    asked = ", ".join(_opening(game).checks) or "none"
    raise Refused(Refusal.CHECKS_MISSING, f"{check!r} {why}; the checks are {asked}", check)


class JudgeTest(Command, frozen=True, tag="judge-test"):
    """A supervisor's verdict on the lights of a test roll. `why` says what was wrong."""

    right: bool
    why: Text = ""


@decides(By(Act.OPEN_TABLE), CLOSED)
def judge_test(game: Game, table: Table, order: Order, command: JudgeTest) -> list[Event]:
    """Record the supervisor's verdict. The check passes when enough rolls were right and each area was lit by one of
    them."""
    phase = _closed(table)
    if not phase.testing:
        raise Refused(Refusal.TEST_RUN_WRONG, "no test roll is lit; press three numbers and enter them", command.right)
    if not command.right and not command.why.strip():
        raise Refused(Refusal.REASON_MISSING, f"{phase.testing} was lit wrongly; enter what you saw", phase.testing)
    judged = TestRollJudged(phase.testing, command.right, command.why)
    check = _opening(game).test_run
    if not command.right:
        failed = f"{phase.testing} was lit wrongly: {command.why}"
        return [judged, CheckRecorded(check, passed=False, why=failed)] if check else [judged]
    missing = areas_unlit(game, [*phase.tested, phase.testing])
    enough = len({*phase.tested, phase.testing}) >= _opening(game).test_rolls_min and not missing
    return [judged, CheckRecorded(check)] if check and enough and check not in phase.checks else [judged]


def areas_unlit(game: Game, tested: list[str]) -> list[str]:
    """Return the areas that no test roll has lit yet."""
    lit = {game.paytable[spot].area for roll in tested for spot in game.paytable.lights[roll]}
    return [area for area in dict.fromkeys(spot.area for spot in game.paytable.spots) if area not in lit]


def enter_test(game: Game, table: Table) -> list[Event]:
    """Light the layout for a test roll."""
    phase = _closed(table)
    if phase.testing:
        words = f"first enter whether {phase.testing} was lit correctly"
        raise Refused(Refusal.TEST_RUN_WRONG, words, phase.testing)
    roll = str(keyed(phase.pressed))
    return [TestRollEntered(roll, game.paytable.lights[roll])]


class OpenTable(Command, frozen=True, tag="open-table"):
    """At a table with chips, the float must be counted first."""


@decides(By(Act.OPEN_TABLE), CLOSED)
def open_table(game: Game, table: Table, order: Order, _: OpenTable) -> list[Event]:
    phase, clause = _closed(table), _opening(game).clause
    for check, why in phase.failed.items():
        words = f"check {check} failed: {why}; have it repaired and record it again{allow.cite(game, clause)}"
        raise Refused(Refusal.CHECKS_MISSING, words, check)
    missing = [check for check in _opening(game).checks if check not in phase.checks]
    if missing:
        words = f"checks not passed yet: {', '.join(missing)}{allow.cite(game, clause)}"
        raise Refused(Refusal.CHECKS_MISSING, words, missing[0])
    check_displayed(game, table.limits)
    if table.money != "chips":
        return [TableOpened(0)]
    return [*all_taken(table), TableOpened(finished(game, table, "opening").amount)]


class CloseTable(Command, frozen=True, tag="close-table"):
    pass


@decides(By(Act.OPEN_TABLE), OPEN, BETWEEN)
def close_table(game: Game, table: Table, order: Order, _: CloseTable) -> list[Event]:
    check_all_done(table)
    bank = table.bank
    has_chips = table.money == "chips"
    closing = finished(game, table, "closing").amount if has_chips else 0
    win = bank.now + bank.credits + bank.drop - bank.opening - bank.fills
    gone = all_taken(table) if has_chips else []
    return [*gone, TableClosed(bank.opening, bank.fills, bank.credits, bank.drop, closing, win)]


@unchanged
class TableInstalled(Event, frozen=True, tag="table-installed", omit_defaults=True):
    """`wins` is the whole pay table: spot, roll, odds to one. `multipliers` is what is drawn with the throw, if
    anything; `commissions` is what is kept of a spot's winnings, if that is rounded."""

    noted = "table-installed"
    table: str
    book: str
    paytable: str
    fingerprint: str
    wins: dict[str, dict[str, str]]
    currency: str
    money: str
    seats: int
    automation: tuple[str, ...]
    chips: tuple[int, ...]
    limits: tuple[LimitRule, ...]
    multipliers: Multipliers = NONE
    commissions: dict[str, Commission] = msgspec.field(default_factory=dict)

    def sentence(self, money: Money) -> str:
        told = f"table {self.table} is installed with {self.paytable}, {self.seats} seats, played with {self.money}"
        kind = table_kind(self.paytable, self.automation)
        return f"{told}; {kind}" if kind else told


class RulesStated(Event, frozen=True, tag="rules-stated"):
    """Who may press keys and enter rolls from now on, and how many tumbles are valid: outsiders check rolls by this."""

    tumbles_min: int
    enter: tuple[str, ...]
    amend: tuple[str, ...]
    correct: tuple[str, ...]

    def sentence(self, money: Money) -> str:
        return f"rolls are entered by {' or '.join(self.enter)} after at least {self.tumbles_min} tumbles"


@applies
def rules_stated(table: Table, event: RulesStated) -> None:
    table.rules = Rules(event.tumbles_min, event.enter, event.amend, event.correct)


class CheckRecorded(Event, frozen=True, tag="check-recorded"):
    check: str
    passed: bool = True
    why: TypedText = ""

    def sentence(self, money: Money) -> str:
        return f"check {self.check} is passed" if self.passed else f"check {self.check} fails: {self.why}"


@applies
def check_recorded(table: Table, event: CheckRecorded) -> None:
    phase = table.phase
    assert isinstance(phase, Closed)
    phase.checks = [check for check in phase.checks if check != event.check]
    phase.failed.pop(event.check, None)
    if event.passed:
        phase.checks.append(event.check)
    else:
        phase.failed[event.check] = event.why


class TestRollEntered(Event, frozen=True, tag="test-roll-entered"):
    """On a closed table: the layout is lit for it."""

    roll: str
    lit: tuple[str, ...]

    def sentence(self, money: Money) -> str:
        return f"test roll {self.roll} is entered; lit spots: {', '.join(self.lit)}"


@applies
def test_roll_entered(table: Table, event: TestRollEntered) -> None:
    assert isinstance(table.phase, Closed)
    table.phase.testing, table.phase.pressed = event.roll, []


class TestRollJudged(Event, frozen=True, tag="test-roll-judged"):
    """The supervisor's verdict: whether the layout was lit correctly."""

    roll: str
    right: bool
    why: TypedText

    def sentence(self, money: Money) -> str:
        return f"test roll {self.roll} lit the {'right spots' if self.right else f'wrong spots: {self.why}'}"


@applies
def test_roll_judged(table: Table, event: TestRollJudged) -> None:
    """Record the verdict. After a wrong one, all test rolls are repeated."""
    assert isinstance(table.phase, Closed)
    table.phase.testing = ""
    table.phase.tested = list(dict.fromkeys((*table.phase.tested, event.roll))) if event.right else []


class TableOpened(Event, frozen=True, tag="table-opened"):
    noted = "table-opened"
    opening_float: int

    def transfers(self, bank: Account) -> Transfers:
        return (Transfer(CAGE, FLOAT, self.opening_float),)

    def sentence(self, money: Money) -> str:
        return "the table opens" + (f" with a float of {money(self.opening_float)}" if self.opening_float else "")


@applies
def table_opened(table: Table, event: TableOpened) -> None:
    table.phase = Idle()
    table.tray.counted = table.tray.counted or table.tray.count.purpose == "opening"
    table.tray.count = NOT_COUNTED
    bank = table.bank
    bank.opening = event.opening_float
    bank.now += event.opening_float
    bank.fills = bank.credits = bank.drop = 0


@moves_chips
def _opened_chips(moving: Moving, _: TableOpened) -> None:
    moving.move(CAGE, FLOAT, moving.table.tray.count.chips)


class TableClosed(Event, frozen=True, tag="table-closed"):
    """The win is closing float, credits and drop, minus opening float and fills. The drop stays in its boxes until they
    are counted."""

    noted = "table-closed"
    opening_float: int
    fills: int
    credits: int
    drop: int
    closing_float: int
    win: int

    def transfers(self, bank: Account) -> Transfers:
        return (Transfer(FLOAT, CAGE, self.closing_float),)

    def sentence(self, money: Money) -> str:
        names = {"drop": self.drop, "fills": self.fills, "credits": self.credits, "float": self.closing_float}
        return "the table closes: " + ", ".join(
            f"{name} {money(value)}" for name, value in (names | {"win": self.win}).items()
        )


@applies
def table_closed(table: Table, _: TableClosed) -> None:
    """Close the table.

    The float leaves. Corrections at a closed table count in the next result. The remaining seeds are never used."""
    table.phase = Closed()
    table.tray.closing, table.tray.count, table.tray.count_due = table.tray.count.chips, NOT_COUNTED, ""
    table.bank.now = 0
    table.chain = Chain()


@moves_chips
def _closed_chips(moving: Moving, _: TableClosed) -> None:
    moving.all(FLOAT, CAGE)
