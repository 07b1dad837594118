"""Parts that the guide to rulebooks shows by themselves are accepted in the rulebook that it builds."""

import re

import pytest
from guides.shown import guide, inline, run
from test_docs import my_house as my_house  # noqa: PLC0414 - a fixture

ALONE = re.findall(r"(?<!-->\n)```toml\n(.*?)```", guide("rulebook"), re.DOTALL)


@pytest.fixture
def check(my_house):
    """What `taisai check` says of the rulebook of the guide with one of the parts, and with more in [rulebook]."""

    def check(part, more=""):
        path = my_house / "my-house" / "rules.toml"
        rules = path.read_text(encoding="utf-8").replace("[rulebook]\n", f"[rulebook]\n{more}\n", 1)
        path.write_text(f"{rules}\n{part}", encoding="utf-8")
        return run("check", "./my-house")

    return check


def test_dice_with_pictures(check):
    dice, _ = ALONE
    assert "./my-house: no problems, no warnings" in check(dice)


def test_multipliers_of_a_table_that_deals_itself(check):
    _, multipliers = ALONE
    electronic, *_ = inline("rulebook", "electronic = ")
    told = check(multipliers, electronic)
    assert "./my-house: no problems" in told
    assert "give the player an edge" in told
