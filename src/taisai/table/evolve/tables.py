"""How events about the whole table change it: opening, limits, posts, troubles."""

from taisai.table import events as e
from taisai.table.state import Chain, Closed, Idle, Rules, Table
from taisai.table.tray import NOT_COUNTED


def rules_stated(table: Table, event: e.RulesStated) -> None:
    table.rules = Rules(event.tumbles_min, event.enter, event.amend, event.correct)


def check_recorded(table: Table, event: e.CheckRecorded) -> None:
    phase = table.phase
    assert isinstance(phase, Closed)
    phase.checks = [check for check in phase.checks if check != event.check]
    phase.failed.pop(event.check, None)
    if event.passed:
        phase.checks.append(event.check)
    else:
        phase.failed[event.check] = event.why


def test_roll_entered(table: Table, event: e.TestRollEntered) -> None:
    assert isinstance(table.phase, Closed)
    table.phase.testing, table.phase.pressed = event.roll, []


def test_roll_judged(table: Table, event: e.TestRollJudged) -> None:
    """Record the verdict. After a wrong one, all test rolls are repeated."""
    assert isinstance(table.phase, Closed)
    table.phase.testing = ""
    table.phase.tested = list(dict.fromkeys((*table.phase.tested, event.roll))) if event.right else []


def table_opened(table: Table, event: e.TableOpened) -> None:
    table.phase = Idle()
    table.tray.counted = table.tray.counted or table.tray.count.purpose == "opening"
    table.tray.count = NOT_COUNTED
    bank = table.bank
    bank.opening = event.opening_float
    bank.now += event.opening_float
    bank.fills = bank.credits = bank.drop = 0


def table_closed(table: Table, _: e.TableClosed) -> None:
    """Close the table.

    The float leaves. Corrections at a closed table count in the next result. The remaining seeds are never used."""
    table.phase = Closed()
    table.tray.closing, table.tray.count, table.tray.count_due = table.tray.count.chips, NOT_COUNTED, ""
    table.bank.now = 0
    table.chain = Chain()


def limits_changed(table: Table, event: e.LimitsChanged) -> None:
    table.limits = event.new


def trouble_reported(table: Table, event: e.TroubleReported) -> None:
    if table.current and (event.lit or event.dice):
        table.current.lit, table.current.dice = event.lit or table.current.lit, event.dice or table.current.dice
    if event.stops and event.trouble.value not in table.trouble:
        table.trouble = ", ".join(filter(None, (table.trouble, event.trouble.value)))


def trouble_cleared(table: Table, _: e.TroubleCleared) -> None:
    table.trouble = ""


def post_assigned(table: Table, event: e.PostAssigned) -> None:
    if event.post:
        table.posts[event.name] = event.post
    else:
        del table.posts[event.name]
