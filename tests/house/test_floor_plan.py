"""A plan by the clock on the wall: past midnight, on days of the week, and only with limits that a table could have."""

import pytest
from server.making import APART, HAND, LIMITS, SELF, house

from taisai.house.floor_plan import FloorPlan, LimitTemplate, OpeningHours
from taisai.house.settings_problems import SettingsRefused
from taisai.house.settings_reader import load
from taisai.house.settings_writer import written
from taisai.table.limits import LimitRule

NIGHT = OpeningHours("18:00", "02:00", ("fri", "sat"))
HIGH = (LimitRule(minimum=1_000, maximum=1_000_000),)
PLAN = FloorPlan("Asia/Singapore", (NIGHT,), (
    LimitTemplate("night", HIGH, "22:00", "02:00", ("fri",), ("T1",)),
    LimitTemplate("usual", LIMITS),
))  # fmt: skip

# Friday the 6th of March 2026 in Singapore is from Thursday 16:00 UTC on
MOMENTS = {
    "2026-03-06T09:59:59.000+00:00": (False, "usual"),  # Friday 17:59
    "2026-03-06T10:00:00.000+00:00": (True, "usual"),  # Friday 18:00
    "2026-03-06T14:00:00.000+00:00": (True, "night"),  # Friday 22:00
    "2026-03-06T17:59:00.000+00:00": (True, "night"),  # Saturday 01:59
    "2026-03-06T18:00:00.000+00:00": (False, "usual"),  # Saturday 02:00
    "2026-03-07T17:30:00.000+00:00": (True, "usual"),  # Sunday 01:30, which is still Saturday's night
    "2026-03-08T17:30:00.000+00:00": (False, "usual"),  # Monday 01:30
}


@pytest.mark.parametrize("at", MOMENTS)
def test_a_night_belongs_to_the_day_on_which_it_begins(at):
    due = PLAN.template("T1", at)
    assert (PLAN.is_to_be_open("T1", at), due.name) == MOMENTS[at]


def test_a_template_is_for_its_tables_and_hours_are_for_theirs():
    at = "2026-03-06T14:00:00.000+00:00"
    assert PLAN.template("T2", at).name == "usual"
    plan = FloorPlan("UTC", (OpeningHours("00:00", "00:00", tables=("T1",)),))
    assert (plan.is_to_be_open("T1", at), plan.is_to_be_open("T2", at), plan.hours("T2")) == (True, False, ())
    assert plan.template("T1", at) is None


WRONG = {
    'opening_hours = [{ begins = "18:00" }]': "need begins and ends",
    'opening_hours = [{ begins = "18:00", ends = "25:00" }]': "opening_hours.ends",
    'opening_hours = [{ begins = "18:00", ends = "20:00", days = ["someday"] }]': "opening_hours.days",
    'opening_hours = [{ begins = "18:00", ends = "20:00", tables = ["T9"] }]': "no such table",
    'limit_template = [{ name = "night" }]': "a name and limits",
    'limit_template = [{ name = "night", limits = [{ area = "nowhere" }] }]': "does not fit T1",
    'limit_template = [{ name = "night", limits = [{ minimum = 100 }] }]': "does not fit T1",
    'limit_template = [{ name = "a", limits = [] }]': "a name and limits",
}


def loaded(tmp_path, text):
    tables = '[[table]]\nid = "T1"\npaytable = "rws-6/2"\n'
    (tmp_path / "taisai.toml").write_text(f"{text}\n{tables}", encoding="utf-8")
    return load({"folder": tmp_path}, {})


@pytest.mark.parametrize("text", WRONG)
def test_a_plan_that_could_not_be_carried_out_is_refused_at_the_start(tmp_path, text):
    with pytest.raises(SettingsRefused) as refused:
        loaded(tmp_path, text)
    assert WRONG[text] in refused.value.words


def test_two_templates_of_one_name_are_refused(tmp_path):
    one = '{ name = "a", limits = [{ minimum = 100, maximum = 500, differential = 500 }] }'
    with pytest.raises(SettingsRefused) as refused:
        loaded(tmp_path, f"limit_template = [{one}, {one}]")
    assert "two templates have this name" in refused.value.words


def test_what_is_written_down_is_read_as_it_was(tmp_path):
    limits = "{ minimum = 100, maximum = 500, differential = 500 }"
    text = f"""opening_hours = [{{ begins = "18:00", ends = "02:00", days = ["fri"], tables = ["T1"] }}]
limit_template = [{{ name = "night", limits = [{limits}], begins = "22:00" }}]"""
    settings = loaded(tmp_path, text)
    (tmp_path / "taisai.toml").write_text(written(settings), encoding="utf-8")
    assert load({"folder": tmp_path}, {}) == settings


async def test_a_house_tells_its_plan(tmp_path):
    given = {
        "opening_hours": (OpeningHours("00:00", "00:00", tables=("H",)),),
        "limit_template": (LimitTemplate("all-day", APART, tables=("E",)),),
    }
    async with house(tmp_path, HAND, SELF, **given) as server:
        told = (await server.get("/api/plan", server.sign_in("gus.supervisor"))).json
        assert [(one["table"], one["to_be_open"], one["template"]) for one in told["tables"]] == [
            ("H", True, ""), ("E", False, "all-day"),
        ]  # fmt: skip
        assert told["templates"][0]["limits"][0]["maximum"] == APART[0].maximum
