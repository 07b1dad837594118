"""Decide about opening: the rulebook's checks, test rolls that a supervisor judges, and limits on display."""

from typing import NoReturn

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.rulebook import Permission
from taisai.rules.vocabulary import Act
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.decide import allow
from taisai.table.decide.chips import all_taken, finished
from taisai.table.decide.keys import keyed, pressed
from taisai.table.decide.limiting import check_displayed
from taisai.table.game import Game
from taisai.table.order import Order
from taisai.table.state import Closed, Table


def _closed(table: Table) -> Closed:
    if not isinstance(table.phase, Closed):
        raise Refused(Refusal.TABLE_OPEN, f"table {table.table} is already open", table.table)
    return table.phase


def _opening(game: Game) -> Permission:
    permission = game.book.permission(Act.OPEN_TABLE)
    assert permission is not None, "whoever got here was allowed to open"
    return permission


def _refuse_check(game: Game, check: str, why: str) -> NoReturn:
    asked = ", ".join(_opening(game).checks) or "none"
    raise Refused(Refusal.CHECKS_MISSING, f"{check!r} {why}; the checks are {asked}", check)


def record_check(game: Game, table: Table, order: Order, command: c.RecordCheck) -> list[e.Event]:
    """Record a check as passed, or as failed with the reason. It is recorded again after the repair."""
    allow.act(game, order, Act.OPEN_TABLE)
    _closed(table)
    if command.check not in _opening(game).checks:
        _refuse_check(game, command.check, "is not a check of this rulebook")
    if command.passed and command.check == _opening(game).test_run:
        _refuse_check(
            game, command.check, "is passed by test rolls that a supervisor judges, and cannot be recorded directly"
        )
    if not command.passed and not command.why.strip():
        raise Refused(Refusal.REASON_MISSING, f"check {command.check} failed; enter what was found", command.check)
    return [e.CheckRecorded(command.check, command.passed, command.why)]


def press_test(game: Game, order: Order, face: int) -> list[e.Event]:
    allow.act(game, order, Act.OPEN_TABLE)
    return pressed(0, (face,))


def enter_test(game: Game, table: Table, order: Order) -> list[e.Event]:
    """Light the layout for a test roll."""
    allow.act(game, order, Act.OPEN_TABLE)
    phase = _closed(table)
    if phase.testing:
        words = f"first enter whether {phase.testing} was lit correctly"
        raise Refused(Refusal.TEST_RUN_WRONG, words, phase.testing)
    roll = str(keyed(phase.pressed))
    return [e.TestRollEntered(roll, game.paytable.lights[roll])]


def judge_test(game: Game, table: Table, order: Order, command: c.JudgeTest) -> list[e.Event]:
    """Record the supervisor's verdict. The check passes when enough rolls were right and each area was lit by one of
    them."""
    allow.act(game, order, Act.OPEN_TABLE)
    phase = _closed(table)
    if not phase.testing:
        raise Refused(Refusal.TEST_RUN_WRONG, "no test roll is lit; press three numbers and enter them", command.right)
    if not command.right and not command.why.strip():
        raise Refused(Refusal.REASON_MISSING, f"{phase.testing} was lit wrongly; enter what you saw", phase.testing)
    judged = e.TestRollJudged(phase.testing, command.right, command.why)
    check = _opening(game).test_run
    if not command.right:
        failed = f"{phase.testing} was lit wrongly: {command.why}"
        return [judged, e.CheckRecorded(check, passed=False, why=failed)] if check else [judged]
    missing = areas_unlit(game, [*phase.tested, phase.testing])
    enough = len({*phase.tested, phase.testing}) >= _opening(game).test_rolls_min and not missing
    return [judged, e.CheckRecorded(check)] if check and enough and check not in phase.checks else [judged]


def areas_unlit(game: Game, tested: list[str]) -> list[str]:
    """Return the areas that no test roll has lit yet."""
    lit = {game.paytable[spot].area for roll in tested for spot in game.paytable.lights[roll]}
    return [area for area in dict.fromkeys(spot.area for spot in game.paytable.spots) if area not in lit]


def open_table(game: Game, table: Table, order: Order, _: c.OpenTable) -> list[e.Event]:
    clause = allow.act(game, order, Act.OPEN_TABLE)
    phase = _closed(table)
    for check, why in phase.failed.items():
        words = f"check {check} failed: {why}; have it repaired and record it again{allow.cite(game, clause)}"
        raise Refused(Refusal.CHECKS_MISSING, words, check)
    missing = [check for check in _opening(game).checks if check not in phase.checks]
    if missing:
        words = f"checks not passed yet: {', '.join(missing)}{allow.cite(game, clause)}"
        raise Refused(Refusal.CHECKS_MISSING, words, missing[0])
    check_displayed(game, table.limits)
    if table.money != "chips":
        return [e.TableOpened(0)]
    return [*all_taken(table), e.TableOpened(finished(game, table, "opening").amount)]
