"""Random rulebooks with every key, against a second evaluator that knows nothing of the first, in every cell."""

import json
from decimal import Decimal
from fractions import Fraction
from itertools import product

import pytest
from books.house import RULES
from books.test_any_rulebook import document_toml
from hypothesis import given, settings
from hypothesis import strategies as st
from journal.forging import fed, told
from reports.evenings import Evening

from taisai import ROLLS, figures, paytable
from taisai.books.check import check
from taisai.house.games import game
from taisai.house.setup import Setup, installed
from taisai.journal.export import export
from taisai.maths.exposure import Book
from taisai.reports.games import _spot
from taisai.rules.returns import returned_on

THROWS = list(product(range(1, 7), repeat=3))
RUN = RULES.replace('currency = "EUR"', 'currency = "EUR"\npreset = "usual"')
FACE = st.integers(1, 6)
GAINS = st.one_of(
    st.integers(1, 60),
    st.sampled_from([Decimal("0.5"), Decimal("8.5"), Decimal("0.95"), "3/2", "7/6", "1/3"]),
)
SHARES = st.sampled_from([1, Decimal("0.5"), "1/3"])
WHENS = st.lists(
    st.one_of(st.integers(3, 18), st.sampled_from([str(roll) for roll in ROLLS]), st.just("triple")),
    min_size=1, max_size=3, unique=True,
)  # fmt: skip


def exact(value) -> Fraction:
    return Fraction(str(value))


@st.composite
def wagers(draw, name="x"):
    pattern = draw(st.sampled_from(["totals", "show", "among", "count", "alike", "listed"]))
    made = {"name": name, "tables": [1], "pattern": pattern}
    if pattern == "totals":
        made["selection"] = draw(st.lists(st.integers(4, 17), min_size=1, max_size=14, unique=True))
        made["triples"] = draw(st.sampled_from(["win", "lose", "push"]))
    elif pattern == "listed":
        picks = st.sampled_from([str(roll) for roll in ROLLS if roll.alike < 3])
        made["selection"] = draw(st.lists(picks, min_size=1, max_size=5, unique=True))
    elif pattern != "alike":
        made["selection"] = draw(st.lists(FACE, min_size=1, max_size=3, unique=True))
    counts = sorted({naive_count(made, faces) for faces in THROWS} - {0})
    if draw(st.booleans()):
        made["odds"] = draw(GAINS)
    else:
        paid = draw(st.lists(st.sampled_from(counts), min_size=1, unique=True))
        made["odds"] = {str(count): draw(GAINS) for count in paid}
        if back := [count for count in counts if count not in paid and draw(st.booleans())]:
            made["returns"] = {str(count): draw(SHARES) for count in back}
    if draw(st.booleans()):
        made["commission"] = draw(st.sampled_from([5, 10, Decimal("2.5")]))
    if draw(st.booleans()):
        row = {"when": draw(WHENS)}
        row |= {"odds": draw(GAINS)} if draw(st.booleans()) else {"returns": draw(SHARES)}
        made["pays"] = [row]
    return made


def naive_count(wager, faces) -> int:
    """By looking at the dice, one throw at a time."""
    chosen = wager.get("selection", [])
    match wager["pattern"]:
        case "totals":
            return int(sum(faces) in chosen and not (wager["triples"] == "lose" and len({*faces}) == 1))
        case "show":
            return sum(face in chosen for face in faces) if all(face in faces for face in chosen) else 0
        case "among":
            return len({*faces}) if all(face in chosen for face in faces) else 0
        case "count":
            return sum(face in chosen for face in faces)
        case "alike":
            return max(faces.count(face) for face in faces)
        case "listed":
            return int("-".join(map(str, sorted(faces))) in chosen)


def naive_back(wager, faces) -> Fraction:
    """What a unit staked gets back: nothing, a share, or the stake and its winnings."""
    kept = 1 - Fraction(str(wager.get("commission", 0))) / 100
    triple, roll = len({*faces}) == 1, "-".join(map(str, sorted(faces)))
    for row in wager.get("pays", ()):
        if any(one in (sum(faces), roll) or (one == "triple" and triple) for one in row["when"]):
            return 1 + exact(row["odds"]) * kept if "odds" in row else exact(row["returns"])
    count = naive_count(wager, faces)
    if not count:
        return Fraction(0)
    if wager.get("triples") == "push" and triple:
        return Fraction(1)
    odds = wager["odds"]
    won = (odds.get(str(count)) if isinstance(odds, dict) else odds) if count else None
    if won is not None:
        return 1 + exact(won) * kept
    share = wager.get("returns", {}).get(str(count))
    return exact(share) if share is not None else Fraction(0)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("keys") / "keys"
    made.mkdir()
    return made


def write(folder, *written) -> bool:
    """Whether it is a rulebook: some that are drawn win on no roll, which is told."""
    text = "".join("\n[[wager]]\n" + document_toml(one) for one in written)
    (folder / "rules.toml").write_text(RUN + text, encoding="utf-8")
    found = [one for one in check(folder) if one.kind == "problem"]
    assert all("wins on no roll" in one.words or "multiples of more than" in one.words for one in found), found
    wins = all(any(naive_back(one, faces) > 1 for faces in THROWS) for one in written)
    assert wins or found
    return not found


@settings(max_examples=150, deadline=None)
@given(wager=wagers())
def test_every_cell_is_what_the_naive_evaluator_says(folder, wager):
    if not write(folder, wager):
        return
    spot = paytable(str(folder))["x"]
    net = []
    for faces in THROWS:
        back = naive_back(wager, faces)
        odds = next(spot.odds(roll) for roll in ROLLS if list(roll.faces) == sorted(faces))
        assert (1 + odds.to_one if odds else Fraction(0)) == back, faces
        net.append(back - 1)
    known = figures(spot)
    mean = sum(net, Fraction(0)) / 216
    assert known.edge == -mean
    assert known.variance == sum((one - mean) ** 2 for one in net) / 216
    assert known.ways == sum(one > 0 for one in net)


@settings(max_examples=40, deadline=None)
@given(first=wagers("x"), second=wagers("y"), stakes=st.tuples(st.integers(1, 9), st.integers(1, 9)))
def test_exposure_settlement_and_the_journal_agree_in_every_cell(folder, first, second, stakes):
    if not write(folder, first, second):
        return
    played = game(f"{folder}/1")
    table, book = played.paytable, Book(played.paytable)
    staked = {name: many * table[name].stake_step for name, many in zip(("x", "y"), stakes, strict=True)}
    for name, stake in staked.items():
        book.add(name, stake)
    wins = installed(played, Setup("T1")).wins
    read = {name: _spot(name, name, json.loads(json.dumps(cells))) for name, cells in wins.items()}
    for roll in ROLLS:
        given = zip(staked.items(), (first, second), strict=True)
        due = {name: stake * naive_back(one, roll.faces) for (name, stake), one in given}
        assert {name: returned_on(table[name], stake, roll) for name, stake in staked.items()} == due
        assert {name: returned_on(read[name], stake, roll) for name, stake in staked.items()} == due
        assert book.loss(roll) == sum(due.values()) - sum(staked.values())
    assert book.exposure == max(0, *(book.loss(roll) for roll in ROLLS))


@settings(max_examples=8, deadline=None)
@given(wager=wagers(), roll=st.sampled_from(ROLLS))
def test_a_round_is_played_exported_and_verified(wager, roll, tmp_path_factory):
    folder = tmp_path_factory.mktemp("played")
    if not write(folder, wager):
        return
    play = Evening(f"{folder}/1", seats=1).open()
    stake = play.game.paytable["x"].stake_step
    play.buy(1, 10 * stake)
    play.round(str(roll), (1, "x", stake))
    assert play.table.seats[1].credit == 9 * stake + stake * naive_back(wager, roll.faces)
    path = tmp_path_factory.mktemp("export") / "out.jsonl"
    export(play.store, play.table.table, path)
    assert fed(told(path)).balances["seat:1"] == play.table.seats[1].credit
