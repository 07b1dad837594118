"""Random rulebooks with every key at once, against a second evaluator that looks at the dice and lists every draw."""

from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import product

import pytest
from books.house import RULES
from books.test_all_keys import GAINS, SHARES, WHENS, document_toml, exact
from hypothesis import given, settings
from hypothesis import strategies as st
from multipliers.playing import naive_draws

from taisai import ROLLS, figures, paytable
from taisai.books.check import check
from taisai.rules.returns import returned_on

THROWS = list(product(range(1, 7), repeat=3))
RUN = RULES.replace('currency = "EUR"', 'currency = "EUR"\npreset = "usual"\nelectronic = "house-game"')
DIRECTIONS = {"up": ROUND_CEILING, "down": ROUND_FLOOR, "nearest": ROUND_HALF_UP}
NAMES = ("Stag", "Gourd", "Rooster", "Fish", "Crab", "Prawn")
WEIGHTS = st.integers(1, 9)


@st.composite
def written(draw):
    """Tables, wagers, dice and multipliers as a file writes them."""
    likes, named = draw(st.booleans()), draw(st.booleans())
    table = {"number": 1, "name": "Table"} | ({"like": "rws-6/1", "without": ["single", "total"]} if likes else {})
    first, second, *rest = draw(st.permutations(range(1, 7)))
    face = {
        "name": "face",
        "tables": [1],
        "pattern": "show",
        "label": "Face {0}",
        "pays": [
            {"selections": [first], "odds": {"1": draw(GAINS), "2": draw(GAINS), "3": draw(GAINS)}},
            {"selections": [second], "odds": {"2": draw(GAINS)}, "returns": {"1": draw(SHARES)}},
            {"when": draw(WHENS), "returns": draw(SHARES)},
        ],
    }
    printed = {
        "name": "printed",
        "tables": [1],
        "pattern": "alike",
        "for_one": {str(count): draw(st.integers(2, 40)) for count in draw(st.sampled_from([[3], [2, 3]]))},
    }
    kept = {
        "name": "kept",
        "tables": [1],
        "pattern": "count",
        "selection": sorted(rest[:2]),
        "odds": {str(count): draw(st.integers(1, 9)) for count in (1, 2, 3)},
        "commission": draw(st.sampled_from([5, Decimal("2.5"), 33])),
        "rounding": {"unit": draw(st.sampled_from([1, 5, 25])), "direction": draw(st.sampled_from([*DIRECTIONS]))},
    }
    top = {
        "name": "top",
        "tables": [1],
        "pattern": "totals",
        "selection": draw(st.lists(st.integers(4, 17), min_size=1, unique=True)),
        "triples": draw(st.sampled_from(["lose", "push"])),
        "odds": draw(GAINS),
        "commission": draw(st.sampled_from([0, 5])),
    }
    top = {key: value for key, value in top.items() if value != 0}
    drawn = {
        "tables": [1],
        "wagers": ["face"],
        "struck": {str(many): draw(WEIGHTS) for many in (0, 1, 2)},
        "times": {str(draw(st.integers(2, 20))): draw(WEIGHTS), "50": draw(WEIGHTS)},
    }
    dice = {"dice": {"faces": [{"name": name} for name in NAMES]}} if named else {}
    return {"table": [table], **dice, "multipliers": drawn, "wager": [face, printed, kept, top]}


def naive_nets(wager, row, faces, times, stake):
    """What a stake gets back, by looking at the dice: `row` is that of the spot."""
    triple, roll = len({*faces}) == 1, "-".join(map(str, sorted(faces)))
    for other in wager.get("pays", ()):
        if any(one in (sum(faces), roll) or (one == "triple" and triple) for one in other.get("when", ())):
            return stake * exact(other["returns"])
    chosen = row.get("selections", row.get("selection", []))
    count = {
        "show": sum(face in chosen for face in faces),
        "count": sum(face in chosen for face in faces),
        "alike": max(map(faces.count, faces)),
        "totals": int(sum(faces) in chosen),
    }[wager["pattern"]]
    if not count or (triple and wager.get("triples") == "lose"):
        return Fraction(0)
    if triple and wager.get("triples") == "push":
        return Fraction(stake)
    printed = row.get("for_one", {}).get(str(count))
    odds = row.get("odds", {})
    won = printed - 1 if printed else odds.get(str(count)) if isinstance(odds, dict) else odds
    if won is None:
        return stake * exact(row.get("returns", {}).get(str(count), 0))
    gain = stake * exact(won) * times
    return stake + gain - naive_kept(wager, gain)


def naive_kept(wager, gain):
    share = exact(wager.get("commission", 0)) / 100
    if not (rule := wager.get("rounding")):
        return gain * share
    units = gain * share / rule["unit"]
    whole = (Decimal(units.numerator) / units.denominator).quantize(Decimal(1), DIRECTIONS[rule["direction"]])
    return min(gain, int(whole) * rule["unit"])


def rows_of(document):
    """Every spot that the file itself writes, with its wager and its row."""
    for wager in document["wager"]:
        if wager["name"] != "face":
            yield wager["name"], wager, wager
            continue
        yield from ((f"face-{row['selections'][0]}", wager, row) for row in wager["pays"] if "selections" in row)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("whole") / "whole"
    made.mkdir()
    return made


@settings(max_examples=60, deadline=None)
@given(document=written())
def test_every_cell_of_a_rulebook_with_every_key_is_what_the_naive_evaluator_says(folder, document):
    text = RUN.partition("[[table]]")[0]
    for key, value in document.items():
        for part in value if isinstance(value, list) else [value]:
            text += f"\n{f'[[{key}]]' if isinstance(value, list) else f'[{key}]'}\n{document_toml(part)}"
    (folder / "rules.toml").write_text(text, encoding="utf-8")
    found = [one for one in check(folder) if one.kind == "problem"]
    if found:
        assert all("wins on no roll" in one.words or "multiples of more than" in one.words for one in found), found
        return
    table, drawn, expects = paytable(str(folder)), document["multipliers"], ""
    struck = [spot for spot, wager, _ in rows_of(document) if wager["name"] == "face"]
    weights = [{int(many): by for many, by in drawn[key].items()} for key in ("struck", "times")]
    draws = list(naive_draws(sorted(struck), *weights))
    for spot, wager, row in rows_of(document):
        one, chances = table[spot], {}
        for factors, chance in draws:
            times = factors.get(spot, 1)
            chances[times] = chances.get(times, 0) + chance
        stake = 7 * one.stake_step
        nets = []
        for roll, (times, chance) in product(ROLLS, chances.items()):
            due = naive_nets(wager, row, list(roll.faces), times, stake)
            assert returned_on(one, stake, roll, times) == due, (spot, roll, times)
            nets.append((Fraction(due, stake) - 1, chance * roll.ways / 216))
        mean = sum(net * chance for net, chance in nets)
        known = figures(one, stake)
        assert (known.edge, known.variance) == (-mean, sum((net - mean) ** 2 * chance for net, chance in nets)), spot
        if "rounding" not in wager:
            expects += f'\n[[expect]]\nspot = "{spot}"\nedge = "{-mean}"\nvariance = "{known.variance}"\n'
    (folder / "rules.toml").write_text(text + expects, encoding="utf-8")
    assert [one for one in check(folder) if one.kind == "problem"] == []
    same_as_the_other(table, document)


def same_as_the_other(table, document):
    """What stands in no wager of the file is the other table's, and sides have the names that were given."""
    other = paytable("rws-6/1").by_id
    likes = {spot: one.wins for spot, one in other.items() if one.area not in {"single", "total"}}
    own = {spot for spot, _, _ in rows_of(document)}
    taken = {spot: one.wins for spot, one in table.by_id.items() if spot not in own}
    assert taken == (likes if "like" in document["table"][0] else {})
    for spot in (one for one in own if one.startswith("face-")):
        number = int(spot[-1])
        assert table[spot].label == f"Face {NAMES[number - 1] if 'dice' in document else number}"
