"""The result of each table with chips: by its floats and by its play, to the unit."""

from table.playing import FLOAT, opened

from taisai.reports.sources import Sources
from taisai.reports.table_results import table_results
from taisai.rules.vocabulary import Role
from taisai.table import commands as c

DEALER, MANAGER = Role.DEALER, Role.PIT_MANAGER


def row(play):
    found = table_results(Sources({"T1": play.store}, "", "", "2026-01-02T00:00:00Z"))
    return dict(zip((column.name for column in found.columns), found.rows[0], strict=True))


def test_an_open_table_has_its_float_as_closing_and_a_boxs_variance_in_the_drop():
    play = opened("rws-6/2", money="chips")
    play.round("4-5-6", (1, "small", 300), (2, "big", 100))
    play.fill((1000,))
    play.do(DEALER, c.ExchangeBox(), second=MANAGER)
    for by in (DEALER, Role.GAME_SUPERVISOR):
        play.do(by, c.EnterSoftCount("1", {"50": 79}))
    play.do(Role.CASINO_SUPERVISOR, c.ConfirmSoftCount("1"))
    assert row(play)["drop"] == 4000
    play.do(Role.SHIFT_MANAGER, c.ApproveSoftCount("1", "seen on film"))
    found = row(play)
    assert (found["opening float"], found["fills"], found["drop"], found["closing float"]) == (
        FLOAT, 1000, 4000, FLOAT - 4000 + 200 + 1000,
    )  # fmt: skip
    assert (found["result"], found["play"], found["drop variance"]) == (150, 200, -50)


def test_a_table_with_credits_has_no_such_result():
    found = table_results(Sources({"T1": opened("rws-6/2").store}, "", "", "2026-01-02T00:00:00Z"))
    assert found.rows == ()
