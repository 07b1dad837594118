"""A commission that is rounded: to which unit and in which direction is stated, and everybody gets the same."""

import json
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import product

import pytest
from books.house import RULES, wager
from hypothesis import given, settings
from hypothesis import strategies as st
from journal.forging import fed, place_of, told
from reports.evenings import evening, total

from taisai import ROLLS, figures, paytable, plan
from taisai.books.check import check
from taisai.house.games import game
from taisai.journal.export import export
from taisai.journal.verify_taisai import Bad, told_receipts, verify
from taisai.maths.exposure import Book
from taisai.rules.returns import returned_on

RUN = RULES.replace('currency = "EUR"', 'currency = "EUR"\npreset = "usual"')
DIRECTIONS = {"up": ROUND_CEILING, "down": ROUND_FLOOR, "nearest": ROUND_HALF_UP}
THROWS = list(product(range(1, 7), repeat=3))


def write(folder, percent, unit, direction, odds="{ 1 = 1, 2 = 2, 3 = 12 }"):
    folder.mkdir(exist_ok=True)
    lines = (f"odds = {odds}", f"commission = {percent}", f'rounding = {{ unit = {unit}, direction = "{direction}" }}')
    (folder / "rules.toml").write_text(
        RUN + wager("six", "show", "selection = [6]", *lines) + wager("big", "totals", "selection = [11]", "odds = 6"),
        encoding="utf-8",
    )
    return f"{folder}/1"


def naive_back(faces, stake, percent, unit, direction):
    """By the decimal module, which rounds by itself."""
    count = faces.count(6)
    if not count:
        return 0
    won = stake * {1: 1, 2: 2, 3: 12}[count]
    units = (Decimal(won) * Decimal(percent) / 100 / unit).quantize(Decimal(1), DIRECTIONS[direction])
    return stake + won - min(won, int(units) * unit)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("rounding") / "house"


@settings(max_examples=30, deadline=None)
@given(
    percent=st.sampled_from(["5", "2.5", "10", "33"]),
    unit=st.sampled_from([1, 5, 10, 25, 100]),
    direction=st.sampled_from(list(DIRECTIONS)),
    stake=st.integers(1, 5_000),
)
def test_every_cell_is_what_the_naive_evaluator_says(folder, percent, unit, direction, stake):
    table = paytable(write(folder, percent, unit, direction))
    spot = table["six"]
    backs = {faces: naive_back(faces, stake, percent, unit, direction) for faces in THROWS}
    for roll in ROLLS:
        assert returned_on(spot, stake, roll) == backs[roll.faces]
    mean = Fraction(sum(backs.values()), 216)
    assert figures(spot, stake).edge == 1 - mean / stake
    made = plan(table, [("six", stake)])
    assert made.expected == mean - stake
    assert made.variance == Fraction(sum(back * back for back in backs.values()), 216) - mean**2
    book = Book(table)
    book.add("six", stake)
    assert book.exposure >= max(0, max(backs.values()) - stake)


def test_without_a_stake_the_edge_is_that_of_large_ones(folder):
    spot = paytable(write(folder, 5, 5, "up"))["six"]
    assert figures(spot).edge == figures(paytable(write(folder, 5, 5, "down"))["six"]).edge
    assert abs(figures(spot).edge - figures(spot, 10**12).edge) < Fraction(1, 10**9)
    assert figures(spot, 7).edge > figures(spot).edge


@pytest.fixture
def play(tmp_path):
    ref = write(tmp_path / "house", 5, 5, "up")
    played = evening(ref, seats=2)
    for roll in ("1-6-6", "2-3-4"):
        played.round(roll, (1, "six", 130), (2, "six", 7))
    return played


def test_winners_are_paid_less_what_is_kept(play):
    # 260 less 13, rounded up to 15; 14 less 0.7, rounded up to 5
    assert play.table.seats[1].credit == 1000 + 245 - 130
    assert play.table.seats[2].credit == 1000 + 9 - 7


@pytest.fixture
def entries(play, tmp_path):
    export(play.store, play.table.table, tmp_path / "out.jsonl")
    return told(tmp_path / "out.jsonl")


def test_the_export_says_how_it_is_rounded_and_anybody_finds_the_same(play, entries, tmp_path):
    assert entries[0].event["commissions"] == {"six": {"of": 1, "per": 20, "unit": 5, "direction": "up"}}
    assert verify((tmp_path / "out.jsonl").read_bytes().splitlines(keepends=True)).sound
    assert fed(entries).balances["seat:1"] == play.table.seats[1].credit
    receipts = [{"seq": seq, "at": one.at, "event": one.event} for seq, one in enumerate(entries, 1)]
    assert "130 on six in round 1; 1-6-6 was rolled: 375 is due" in "\n".join(told_receipts(receipts))


@pytest.mark.parametrize("change", [{"direction": "down"}, {"unit": 10}, {"of": 0}, {"per": 10}])
def test_another_rounding_is_found(entries, change):
    changed = entries[0].event["commissions"]["six"] | change
    forged = [entries[0]._replace(event=entries[0].event | {"commissions": {"six": changed}}), *entries[1:]]
    with pytest.raises(Bad, match="but the pay table gives"):
        fed(forged)
    assert place_of(forged, "losers-collected") > 0


def test_reports_expect_it_wager_by_wager(play):
    backs = {stake: [naive_back(faces, stake, "5", 5, "up") for faces in THROWS] for stake in (130, 7)}
    nets = [sum(backs[stake][place] - stake for stake in backs) for place in range(216)]
    assert total("theory", play)["theoretical win"] == -2 * Fraction(sum(nets), 216)


def test_the_fingerprint_covers_it_and_a_journal_without_one_says_so(tmp_path):
    kinds = ((5, 5, "up"), (5, 5, "down"), (5, 10, "up"), (6, 5, "up"))
    prints = {game(write(tmp_path / str(place), *kind)).paytable.fingerprint for place, kind in enumerate(kinds)}
    assert len(prints) == len(kinds)
    played = evening("rws-6/2", seats=1)
    assert json.loads(next(played.store.read()).body)["event"]["commissions"] == {}


BAD = {
    "commission = 5\n": ("", "rounding without a commission"),
    'direction = "up"': ('direction = "even"', "unknown value"),
    ', direction = "up"': ("", "missing direction"),
    "unit = 5, ": ("", "missing unit"),
    "unit = 5": ("unit = 0", "not a rounding unit"),
}


@pytest.mark.parametrize("old", BAD)
def test_a_rounding_that_is_not_stated_is_refused(tmp_path, old):
    write(tmp_path / "house", 5, 5, "up")
    file = tmp_path / "house" / "rules.toml"
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    new, words = BAD[old]
    file.write_text(text.replace(old, new), encoding="utf-8")
    found = [one for one in check(tmp_path / "house") if one.kind == "problem"]
    assert any(words in one.words and one.line > 1 for one in found), found
