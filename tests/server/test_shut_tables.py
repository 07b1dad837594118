"""One rulebook that cannot be read closes its own table, with the reason where people look; all others run."""

import pytest
from books.house import BIG, LAYOUT, RULES, House
from server.making import house

from taisai.house.settings_problems import SettingsRefused
from taisai.house.settings_reader import load
from taisai.house.settings_writer import written

RUN = RULES.replace('currency = "EUR"', 'currency = "EUR"\npreset = "usual"')
FLOOR = """
demo = true

[[table]]
id = "H"
paytable = "nz-2008/1"

[[table]]
id = "M"
paytable = "../mine/1"
title = "The kitchen table"
"""


@pytest.fixture
def mine(tmp_path):
    made = House(tmp_path / "mine")
    made.write("rules.toml", RUN + BIG)
    made.write("layout-1.toml", LAYOUT)
    (tmp_path / "house").mkdir()
    (tmp_path / "house" / "taisai.toml").write_text(FLOOR, encoding="utf-8")
    return made


def settings(tmp_path):
    return load({"folder": tmp_path / "house"}, {})


SPOILT = {
    "not TOML": ("rules.toml", "not a rulebook", "rules.toml:1: not TOML"),
    "an impossible total": ("rules.toml", RUN + BIG.replace("[11,", "[19,"), "impossible total: 19"),
    "not UTF-8": ("rules.toml", "\ufffe", ""),
}


@pytest.mark.parametrize("name", SPOILT)
def test_the_table_is_shut_and_the_others_stay(tmp_path, mine, name):
    file, text, why = SPOILT[name]
    assert [table.id for table in settings(tmp_path).tables] == ["H", "M"]
    mine.write(file, text)
    found = settings(tmp_path)
    assert [table.id for table in found.tables] == ["H"]
    (shut,) = found.shut
    assert (shut.id, shut.title, shut.paytable) == ("M", "The kitchen table", "mine/1")
    assert why in shut.why
    assert str(tmp_path) not in shut.why


def test_a_folder_that_is_gone_shuts_its_table_too(tmp_path, mine):
    (mine.folder / "rules.toml").unlink()
    (shut,) = settings(tmp_path).shut
    assert shut.why.startswith("no rulebook 'mine'")
    assert str(tmp_path) not in shut.why


def test_where_no_other_table_is_left_the_house_does_not_start(tmp_path, mine):
    (tmp_path / "house" / "taisai.toml").write_text('[[table]]\nid = "M"\npaytable = "../mine/1"\n', encoding="utf-8")
    mine.write("rules.toml", "not a rulebook")
    with pytest.raises(SettingsRefused, match="no table can use it"):
        settings(tmp_path)


def test_a_slip_of_the_pen_in_the_settings_is_still_refused(tmp_path, mine):
    (tmp_path / "house" / "taisai.toml").write_text(FLOOR.replace("nz-2008/1", "nz-2009/1"), encoding="utf-8")
    with pytest.raises(SettingsRefused, match="no rulebook 'nz-2009'"):
        settings(tmp_path)


def test_nobody_can_say_in_the_settings_that_a_table_is_shut(tmp_path, mine):
    text = FLOOR + '\n[[shut]]\nid = "X"\ntitle = "X"\npaytable = "x/1"\nwhy = "because"\n'
    (tmp_path / "house" / "taisai.toml").write_text(text, encoding="utf-8")
    with pytest.raises(SettingsRefused, match="unknown name: shut"):
        settings(tmp_path)
    mine.write("rules.toml", "not a rulebook")
    (tmp_path / "house" / "taisai.toml").write_text(FLOOR, encoding="utf-8")
    assert "shut" not in written(settings(tmp_path))


async def test_a_table_that_has_played_rests_while_its_rulebook_cannot_be_read_and_goes_on_afterwards(tmp_path, mine):
    sound = mine.read("rules.toml")

    async def start(*, spoilt):
        mine.write("rules.toml", "not a rulebook" if spoilt else sound)
        found = settings(tmp_path)
        async with house(tmp_path / "house", *found.tables, demo=True, shut=found.shut) as server:
            if "M" in server.house.floor.tables and not server.table("M").desk.table.seats[1].credit:
                await server.open("M", 1)
            return {name: one.desk.table.seats[1].credit for name, one in server.house.floor.tables.items()}

    first, without, again = [await start(spoilt=spoilt) for spoilt in (False, True, False)]
    assert (first["M"], again["M"]) == (100_000, 100_000)
    assert set(without) == {"H"}


async def test_the_house_runs_and_tells_everybody_why(tmp_path, mine):
    mine.write("rules.toml", RUN + BIG.replace("[11,", "[19,"))
    found = settings(tmp_path)

    async with house(tmp_path / "house", *found.tables, demo=True, shut=found.shut) as server:
        await server.open("H", 1)
        tables, felt, gone = [await server.get(path) for path in ("/api/tables", "/api/tables/H/felt", "/api/tables/M")]
    assert [one["table"] for one in tables.json["tables"]] == ["H"]
    (shut,) = tables.json["shut"]
    assert shut["id"] == "M"
    assert "impossible total: 19" in shut["why"]
    assert felt.status == 200
    assert gone.status == 404
