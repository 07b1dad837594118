"""Whatever stands in a rulebook's files, it loads, or it is refused and the check says why."""

import json
import tomllib
from decimal import Decimal
from fractions import Fraction

import pytest
from books.house import LAYOUT, RULES
from hypothesis import given, settings
from hypothesis import strategies as st

from taisai import ROLLS, Refusal, Refused, clauses, layout, paytable, paytables, rulebook
from taisai.books.check import check
from taisai.books.files import SHIPPED


def toml(value) -> str:
    """TOML in inline form, the keys in whatever order the dict has."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value) if isinstance(value, bool | int | str) else str(value)


def document_toml(document: dict) -> str:
    return "\n".join(f"{json.dumps(key)} = {toml(item)}" for key, item in document.items()) + "\n"


def places(value, at=()):
    """Every path in a document."""
    yield at
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from places(item, (*at, key))


def put(document, at, value):
    *way, last = at
    for key in way:
        document = document[key]
    document[last] = value


JUNK = st.one_of(
    st.integers(-1, 20), st.booleans(), st.sampled_from(["", "x", "1-2", "big", "7-7-7", "{9}", "lose", "dealer"]),
    st.sampled_from([Decimal("0.5"), Decimal(-1), Decimal("1e30"), Decimal("nan"), Decimal("inf")]),
    st.just([]), st.just({}), st.just([[]]), st.just({"1": 1}), st.just({"zzz": 0}), st.just([{"selections": [1]}]),
)  # fmt: skip
FILES = {name: tomllib.loads((SHIPPED / "nz-1998" / name).read_text(), parse_float=Decimal) for name in
         ("rules.toml", "layout-1.toml", "clauses.toml")}  # fmt: skip
FILES["rules.toml"]["rulebook"]["id"] = "any"
PLACES = {name: [at for at in places(document) if at] for name, document in FILES.items()}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("any") / "any"
    made.mkdir()
    return made


@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_a_spoilt_rulebook_is_refused_by_name_or_still_works(folder, data):
    for name, document in FILES.items():
        (folder / name).write_text(document_toml(document))
    name = data.draw(st.sampled_from(sorted(FILES)))
    spoilt = tomllib.loads(document_toml(FILES[name]), parse_float=Decimal)
    put(spoilt, data.draw(st.sampled_from(PLACES[name])), data.draw(JUNK))
    (folder / name).write_text(document_toml(spoilt))
    problems = [problem for problem in check(folder) if problem.kind == "problem"]
    asks = [lambda: rulebook(str(folder)), lambda: paytables(str(folder)), lambda: clauses(str(folder))]
    asks.append(lambda: layout(f"{folder}/1", paytable(f"{folder}/1")))
    for ask in asks:
        try:
            ask()
        except Refused as refused:
            assert refused.code in {Refusal.BOOK_INVALID, Refusal.TABLE_UNKNOWN}
            assert problems


FACE = st.integers(1, 6)
ODDS = st.integers(1, 20000).map(lambda hundredths: Decimal(hundredths) / 100)


@st.composite
def wagers(draw):
    """A wager on some faces or totals, with odds that may go by count."""
    pattern = draw(st.sampled_from(["totals", "show", "among"]))
    if pattern == "totals":
        selection = draw(st.lists(st.integers(3, 18), min_size=1, max_size=16, unique=True))
    else:
        selection = draw(st.lists(FACE, min_size=1, max_size=3, unique=True))
    possible = {"totals": [1], "show": range(len(selection), 4), "among": range(1, len(selection) + 1)}[pattern]
    odds = draw(st.one_of(ODDS, st.fixed_dictionaries({str(count): ODDS for count in possible})))
    return {"name": "x", "tables": [1], "pattern": pattern, "selection": selection, "odds": odds}


def expected(wager: dict, faces: tuple[int, ...]) -> Decimal | None:
    chosen = wager["selection"]
    count = {
        "totals": int(sum(faces) in chosen),
        "show": sum(face in chosen for face in faces) * (set(chosen) <= set(faces)),
        "among": len(set(faces)) * (set(faces) <= set(chosen)),
    }[wager["pattern"]]
    odds = wager["odds"]
    return (odds.get(str(count)) if isinstance(odds, dict) else odds) if count else None


@settings(deadline=None)
@given(wager=wagers())
def test_any_wager_comes_back_from_its_file_as_it_was_written(folder, wager):
    (folder / "rules.toml").write_text(RULES + "\n[[wager]]\n" + document_toml(wager))
    (folder / "layout-1.toml").write_text(LAYOUT.replace("big", "x"))
    (folder / "clauses.toml").unlink(missing_ok=True)
    (read,) = rulebook(str(folder)).wager
    assert (list(read.selection), read.odds, read.pattern) == (wager["selection"], wager["odds"], wager["pattern"])
    spot = paytable(str(folder))["x"]
    for roll in ROLLS:
        paid = expected(wager, roll.faces)
        assert (spot.odds(roll) and spot.odds(roll).to_one) == (paid and Fraction(paid))
