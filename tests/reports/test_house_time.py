"""Reports by gaming day and by shift: each round in the one in which it was settled, by the clock of the house."""

import pytest
from reports.evenings import evening, report, rows, total
from server.making import HAND, house

from taisai.house.gaming_days import GamingDays
from taisai.reports.registry import REPORTS

SINGAPORE = GamingDays("Asia/Singapore", ("06:00", "18:00"))


@pytest.fixture
def play():
    """Settled at 05:59 and at 06:01 there, on the 3rd of March, and at 18:01."""
    played = evening(seats=3)
    for at in ("2026-03-02T21:59:00.000+00:00", "2026-03-02T22:01:00.000+00:00", "2026-03-03T10:01:00.000+00:00"):
        played.on(at)
        played.round("2-2-5", (1, "small", 100))
    return played


def test_turnover_by_gaming_day_and_shift(play):
    by_day = rows("turnover", play, by="gaming-day", days=SINGAPORE)
    assert [(row["gaming-day"], row["rounds"]) for row in by_day] == [("2026-03-02", 1), ("2026-03-03", 2)]
    by_shift = rows("turnover", play, by="shift", days=SINGAPORE)
    assert [(row["shift"], row["rounds"]) for row in by_shift] == [
        ("2026-03-02 2", 1), ("2026-03-03 1", 1), ("2026-03-03 2", 1),
    ]  # fmt: skip
    assert sum(row["win"] for row in by_shift) == total("turnover", play)["win"]


@pytest.mark.parametrize("name", ["result", "turnover", "theory"])
def test_each_report_of_money_is_made_by_both_and_its_totals_stay(play, name):
    assert {"gaming-day", "shift"} <= set(REPORTS[name].groups)
    plain = report(name, play, by="table").totals
    for by in ("gaming-day", "shift"):
        assert [row[1:] for row in report(name, play, by=by, days=SINGAPORE).totals] == [row[1:] for row in plain]


async def test_a_house_answers_by_its_own_settings(tmp_path):

    async def go():
        given = {"time_zone": "Asia/Singapore", "shifts": ("06:00", "18:00")}
        async with house(tmp_path, HAND, **given) as server:
            await server.open("H", 1)
            await server.enter("H", (2, 2, 5))
            await server.settle("H")
            path = "/api/reports/turnover?by=shift&format=json"
            answer = await server.get(path, server.sign_in("aud.auditor"))
            assert answer.status == 200
            at = next(one for one in server.table("H").desk.store.read() if b"round-settled" in one.body).body
            return answer.body.decode(), at.decode()

    text, entry = await go()
    at = entry.partition('"at":"')[2].partition('"')[0]
    assert SINGAPORE.shift(at) in text
