"""Opening with its checks, closing, limits."""

from typing import NoReturn

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.roll import ROLLS
from taisai.rules.rulebook import Permission
from taisai.rules.vocabulary import Act
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.decide import allow
from taisai.table.game import Game
from taisai.table.limits import LimitRule
from taisai.table.order import Order
from taisai.table.state import Closed, Table


def _closed(table: Table) -> Closed:
    if not isinstance(table.phase, Closed):
        raise Refused(Refusal.TABLE_OPEN, f"table {table.table} is open already", table.table)
    return table.phase


def _opening(game: Game) -> Permission:
    permission = game.book.permission(Act.OPEN_TABLE)
    assert permission is not None, "whoever got here was allowed to open"
    return permission


def _refuse_check(game: Game, check: str, why: str) -> NoReturn:
    asked = ", ".join(_opening(game).checks) or "none"
    raise Refused(Refusal.CHECKS_MISSING, f"{check!r} {why}; asked for are {asked}", check)


def record_check(game: Game, table: Table, order: Order, command: c.RecordCheck) -> list[e.Event]:
    allow.act(game, order, Act.OPEN_TABLE)
    _closed(table)
    if command.check not in _opening(game).checks:
        _refuse_check(game, command.check, "is no check of this rulebook")
    if command.check == _opening(game).test_run:
        _refuse_check(game, command.check, "is passed by a test run, not by a word")
    return [e.CheckRecorded(command.check)]


def run_test(game: Game, table: Table, order: Order, command: c.RunTest) -> list[e.Event]:
    """All 56 rolls, each compared with the pay table."""
    allow.act(game, order, Act.OPEN_TABLE)
    _closed(table)
    check = _opening(game).test_run
    if command.check not in {"", check}:
        _refuse_check(game, command.check, "is not passed by a test run")
    for roll in ROLLS:
        wanted = set(game.paytable.lights[str(roll)])
        lit = set(command.lit.get(str(roll), ()))
        if lit != wanted:
            wrong = ", ".join(sorted(lit ^ wanted))
            raise Refused(
                Refusal.TEST_RUN_WRONG, f"{roll} lights wrongly: {wrong}; have the equipment mended", str(roll)
            )
    return [e.TestRun(check, len(ROLLS))]


def open_table(game: Game, table: Table, order: Order, command: c.OpenTable) -> list[e.Event]:
    clause = allow.act(game, order, Act.OPEN_TABLE)
    passed = _closed(table).checks
    missing = [check for check in _opening(game).checks if check not in passed]
    if missing:
        words = f"checks not passed yet: {', '.join(missing)}{allow.cite(game, clause)}"
        raise Refused(Refusal.CHECKS_MISSING, words, missing[0])
    if command.opening_float < 0 or (command.opening_float and table.money != "chips"):
        words = f"{command.opening_float} is no float; a chip table has 0 or more, a table with credits none"
        raise Refused(Refusal.STAKE_INVALID, words, command.opening_float)
    return [e.TableOpened(command.opening_float)]


def close_table(game: Game, table: Table, order: Order, _: c.CloseTable) -> list[e.Event]:
    allow.act(game, order, Act.OPEN_TABLE)
    allow.open_table(table)
    allow.between_rounds(table)
    bank = table.bank
    chips = table.money == "chips"
    win = bank.now + bank.credits + bank.drop - bank.opening - bank.fills
    closing = bank.now if chips else 0
    return [e.TableClosed(bank.opening, bank.fills, bank.credits, bank.drop, closing, win)]


def change_limits(game: Game, table: Table, order: Order, command: c.ChangeLimits) -> list[e.Event]:
    allow.act(game, order, Act.CHANGE_LIMITS)
    allow.between_rounds(table)
    check_limits(game, command.limits)
    return [e.LimitsChanged(table.limits, command.limits)]


def check_limits(game: Game, limits: tuple[LimitRule, ...]) -> None:
    """Only limits that the rulebook has, for areas that the pay table has, each once."""
    areas = {spot.area for spot in game.paytable.spots} | {""}
    kinds = game.book.limits.kinds if game.book.limits else ()
    named = [rule.area for rule in limits]
    for rule in limits:
        if rule.area not in areas or named.count(rule.area) > 1:
            raise Refused(Refusal.LIMITS_INVALID, f"no area {rule.area!r} to limit, or limited twice", rule.area)
        if rule.differential and "differential" not in kinds:
            words = f"{game.book.id} has no Differential; leave {rule.differential} out"
            raise Refused(Refusal.LIMITS_INVALID, words, rule.differential)
