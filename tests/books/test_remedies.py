"""A table of remedies that does not hold together is told of, with file, line and what to do, and never played by."""

import pytest
from books.house import BIG, RULES, House

from taisai import Refusal, Refused
from taisai.books.check import check
from taisai.books.load import rulebook

MAY = """
[[may]]
act = "void-seen"
by = ["pit-manager"]

[[may]]
act = "correct-round"
by = ["shift-manager"]

[[irregularity]]
trouble = "dice-not-flat"
effect = "void-round"

[[irregularity]]
trouble = "entry-wrong"
effect = "settle-by-dice"
"""
MOMENTS = (
    "before-closing", "closed", "tumbled", "revealed", "entered", "collected", "paying", "settled", "next-round",
    "table-closed",
)  # fmt: skip
REMEDIES = """\
[[outcome]]
name = "void"
does = "void"
act = "void-seen"

[[outcome]]
name = "correct"
does = "correct"
act = "correct-round"
two = true

[[outcome]]
name = "stands"
does = "refuse"
why = "it stands; open a dispute"

[[remedy]]
order = "void-round"
troubles = ["dice-not-flat"]
[remedy.at]
""" + "".join(f'{moment} = "void"\n' for moment in MOMENTS)


@pytest.fixture
def house(tmp_path):
    house = House(tmp_path / "house")
    house.write("rules.toml", RULES + MAY + BIG)
    house.write("remedies.toml", REMEDIES)
    return house


def test_a_table_of_remedies_that_holds_together_is_read_with_the_rulebook(house):
    assert check(house.folder) == ()
    (row,) = rulebook(house.ref).remedies.remedy
    assert row.order == "void-round"


def test_a_rulebook_need_not_have_one(house):
    (house.folder / "remedies.toml").unlink()
    assert check(house.folder) == ()
    assert rulebook(house.ref).remedies.remedy == ()


SPOILT = [
    # old text, new text, what is said, the offending value
    ('why = "it stands; open a dispute"', "", "a refusal without a reason", "stands"),
    ('act = "void-seen"', 'act = "resume"', "no role may do this", "resume"),
    ('act = "void-seen"', "", "no role may do this", "void"),
    ("two = true", "two = false", "one person alone could move settled money", "correct"),
    ('name = "stands"', 'name = "void"', "two outcomes have this name", "void"),
    ('order = "void-round"', 'order = "void-rounds"', "this order is not a remedy", "void-rounds"),
    ('["dice-not-flat"]', '["dice-damaged"]', "the rulebook does not provide for it", "dice-damaged"),
    ('paying = "void"\n', "", "no outcome for the moment paying", "void-round"),
    ('paying = "void"', 'paying = "viod"', "no such outcome", "viod"),
    ('paying = "void"', 'payin = "void"', "unknown value", "payin"),
    ('does = "correct"', 'does = "corect"', "unknown value", "corect"),
]


@pytest.mark.parametrize(("old", "new", "words", "value"), SPOILT)
def test_a_fault_is_told_with_its_value_and_the_rulebook_is_refused(house, old, new, words, value):
    house.spoil("remedies.toml", old, new)
    found = [problem for problem in check(house.folder) if problem.file == "remedies.toml"]
    assert (words, value) in [(problem.words, problem.value) for problem in found]
    assert all(problem.fix and problem.line for problem in found)
    with pytest.raises(Refused) as refused:
        rulebook(house.ref)
    assert refused.value.code is Refusal.BOOK_INVALID
    assert "remedies.toml" in refused.value.words


def test_where_dice_are_tumbled_before_wagers_there_is_no_moment_between_closing_and_the_tumble(house):
    tumble = '    { step = "tumble", by = ["dealer"] },\n'
    house.spoil("rules.toml", tumble, "")
    house.spoil("rules.toml", "steps = [\n", f"steps = [\n{tumble}")
    house.spoil("remedies.toml", 'closed = "void"\ntumbled', "tumbled")
    assert check(house.folder) == ()
