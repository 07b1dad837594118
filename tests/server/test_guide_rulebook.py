"""The rulebook of the guide, word for word: its house is opened, its round is played, its report is made."""

import re
from fractions import Fraction

from server.making import house
from test_docs import GUIDE

from taisai import figures, paytable
from taisai.house.settings_reader import load
from taisai.rules.vocabulary import Step
from taisai.table import commands as c


def written(folder):
    for name, text in re.findall(r"<!-- file: (\S+) -->\n```(?:toml|text)\n(.*?)```", GUIDE, re.DOTALL):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


async def test_it_is_opened_played_and_reported(tmp_path):
    written(tmp_path)
    table = f"{tmp_path}/my-house/1"
    settings = load({"folder": tmp_path / "taisai-house"}, {})
    assert [one.id for one in settings.tables] == ["K1"]
    scenario = (tmp_path / "first-round.txt").read_text(encoding="utf-8")
    wagers = [tuple(one) for one in re.findall(r"seat (\d) wagers (\d+) on (\S+)", scenario)]
    ends = {int(seat): int(credit) for seat, credit in re.findall(r"expect seat (\d) has (\d+)", scenario)}
    assert wagers
    assert ends

    async def evening():
        async with house(tmp_path / "taisai-house", *settings.tables, demo=True) as server:
            await server.open("K1", 1, 2)
            await server.step("K1", until=Step.CLOSE_BETS)
            for seat, stake, spot in wagers:
                await server.do("K1", c.PlaceWager(int(seat), spot, 100 * int(stake)), seat=int(seat))
            await server.enter("K1", (6, 6, 5))
            await server.settle("K1")
            auditor = server.sign_in("aud.auditor")
            report = await server.get("/api/reports/theory?table=K1&format=json", auditor)
            felt = await server.get("/api/tables/K1/felt")
            return {seat: server.table("K1").desk.table.seats[seat].credit for seat in ends}, report, felt

    credit, report, felt = await evening()
    assert credit == {seat: 100_000 + 100 * (end - 1000) for seat, end in ends.items()}
    assert felt.json["paytable"] == "my-house/1"
    assert report.status == 200
    expected = sum(100 * int(stake) * figures(paytable(table)[spot]).edge for _, stake, spot in wagers)
    columns = [column["name"] for column in report.json["columns"]]
    (total,) = report.json["totals"]
    assert Fraction(str(dict(zip(columns, total, strict=True))["theoretical win"])) == expected
    assert "is not available" not in str(report.json)
