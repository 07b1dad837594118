"""Every key of a rulebook that is not about a single wager, written and read again: like, dice, expect, multipliers and
rounding, through check, compile, fingerprint, journal, export and the file that anybody runs."""

import json
from fractions import Fraction

import msgspec
import pytest
from books.house import RULES
from hypothesis import given, settings
from hypothesis import strategies as st
from journal.forging import fed, told
from scenario.playing import played

from taisai import figures, paytable, rulebook
from taisai.books.check import check
from taisai.books.design import design
from taisai.house.table_entry import recorded
from taisai.journal.export import export
from taisai.rules.call import call
from taisai.rules.roll import ROLLS

RUN = RULES.replace('currency = "EUR"', 'currency = "EUR"\npreset = "usual"\nelectronic = "house-game"').replace(
    '[[table]]\nnumber = 1\nname = "Table"\n', ""
)  # fmt: skip
NAMES = ("Stag", "Gourd", "Rooster", "Fish", "Crab", "Prawn")


@st.composite
def rulebooks(draw):
    """The text, and what must be true of it."""
    likes = draw(st.booleans())
    named = draw(st.booleans())
    odds = draw(st.integers(2, 9))
    rounding = draw(st.none() | st.tuples(st.sampled_from([1, 5, 25]), st.sampled_from(["up", "down", "nearest"])))
    struck = draw(st.dictionaries(st.integers(1, 6), st.integers(1, 9), min_size=1, max_size=2))
    times = draw(st.dictionaries(st.integers(2, 99), st.integers(1, 9), min_size=1, max_size=3))
    like = 'like = "rws-6/1"\nwithout = ["single", "domino"]\n' if likes else ""
    faces = ", ".join(f'{{ name = "{name}" }}' for name in NAMES)
    kept = f'commission = 5\nrounding = {{ unit = {rounding[0]}, direction = "{rounding[1]}" }}\n' if rounding else ""
    text = (
        f'{RUN}\n[[table]]\nnumber = 1\nname = "Table"\n{like}'
        + (f"\n[dice]\nfaces = [{faces}]\n" if named else "")
        + f'\n[multipliers]\ntables = [1]\nwagers = ["face"]\nstruck = {_toml(struck)}\ntimes = {_toml(times)}\n'
        + '\n[[wager]]\nname = "face"\ntables = [1]\nlabel = "Face {0}"\npattern = "show"\n'
        + "selections = [1, 2, 3, 4, 5, 6]\nodds = { 1 = 1, 2 = 2, 3 = 3 }\n"
        + f'\n[[wager]]\nname = "middle"\ntables = [1]\npattern = "totals"\nselection = [10, 11]\nodds = {odds}\n{kept}'
    )  # fmt: skip
    return text, {"likes": likes, "named": named, "rounding": rounding, "struck": struck, "times": times}


def _toml(weights):
    return "{ " + ", ".join(f"{number} = {weight}" for number, weight in weights.items()) + " }"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("trips") / "house"
    made.mkdir()
    return made


@settings(max_examples=25, deadline=None)
@given(made=rulebooks())
def test_what_is_written_is_what_is_read_and_designed_and_expected(folder, made):
    text, wanted = made
    (folder / "rules.toml").write_text(text, encoding="utf-8")
    table, book = paytable(str(folder)), rulebook(str(folder))
    assert ("big" in table.by_id, "single-1" in table.by_id) == (wanted["likes"], False)
    assert table["face-1"].label == f"Face {NAMES[0] if wanted['named'] else 1}"
    assert table.multipliers.struck == tuple(sorted(wanted["struck"].items()))
    assert table.multipliers.times == tuple(sorted(wanted["times"].items()))
    middle = table["middle"].commission
    assert (middle.of and (middle.unit, middle.direction)) == (wanted["rounding"] or 0)
    said = {call(roll, book.phrases, book.dice) for roll in ROLLS}
    assert all(("total" in one) != wanted["named"] for one in said)
    again = design(book, table, {}, ())
    expects = "".join(_expected(table, spot) for spot in ("face-1", "middle"))
    (folder / "rules.toml").write_text(again.text + expects, encoding="utf-8")
    assert [str(one) for one in check(folder) if one.kind == "problem"] == []
    assert paytable(str(folder)).fingerprint == again.table.fingerprint
    for spot in table.spots:
        assert (again.table[spot.id].wins, again.table[spot.id].label) == (spot.wins, spot.label)
        assert figures(again.table[spot.id]) == figures(spot)
    wrong = figures(table["middle"]).edge + Fraction(1, 7)
    (folder / "rules.toml").write_text(again.text + f'\n[[expect]]\nspot = "middle"\nedge = "{wrong}"\n')
    assert any("the edge is wrong" in one.words for one in check(folder))


def _expected(table, spot):
    exact = figures(table[spot])
    return f'\n[[expect]]\nspot = "{spot}"\nedge = "{exact.edge}"\nvariance = "{exact.variance}"\nways = {exact.ways}\n'


STORY = """
open {folder}/1 electronic
limits minimum 1 maximum 1000
the tumbler commits to 3-3-4
seat 1 wagers 30 on middle
seat 1 wagers 10 on face-3
no more bets
the tumbler throws
settle
"""


@settings(max_examples=6, deadline=None)
@given(made=rulebooks())
def test_what_a_journal_says_of_it_is_the_pay_table_and_anybody_can_check_it(made, tmp_path_factory):
    folder = tmp_path_factory.mktemp("played")
    (folder / "rules.toml").write_text(made[0], encoding="utf-8")
    desk = played(STORY.format(folder=folder)).desk
    table = paytable(str(folder))
    first = recorded(next(desk.store.read()).clear).event
    assert (first.fingerprint, first.multipliers) == (table.fingerprint, table.multipliers)
    assert first.commissions == {spot.id: spot.commission for spot in table.spots if spot.commission.of}
    assert msgspec.json.decode(msgspec.json.encode(first), type=type(first)) == first
    export(desk.store, desk.table.table, folder / "out.jsonl")
    assert json.loads((folder / "out.jsonl").read_text().splitlines()[0].removeprefix("h "))["entries"] == desk.head.seq
    assert fed(told(folder / "out.jsonl")).balances["seat:1"] == desk.table.seats[1].credit
