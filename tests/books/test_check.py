"""Every problem of a rulebook is told at once, with file, line, value and what to do."""

import pytest
from books.house import BIG, RULES, House, wager

from taisai import Refusal, Refused, paytable
from taisai.books.check import check
from taisai.books.files import SHIPPED, book_ids


def told(house: House, kind: str = "problem") -> list[tuple[str, int, str, str]]:
    found = check(house.folder)
    assert all(p.fix for p in found), "each says what to do"
    return [(p.file, p.line, p.words, p.value) for p in found if p.kind == kind]


@pytest.mark.parametrize("book", book_ids())
def test_our_own_rulebooks_are_clean(book):
    assert check(SHIPPED / book) == ()


def test_a_clean_house_is_clean(house):
    assert check(house.folder) == ()
    assert len(paytable(house.ref).spots) == 1


EXAMPLES = 'odds are a number, such as 62 or 8.5, or a ratio such as "3/2"'
SPOILT = [
    # old text, new text, what is said, the offending value
    ('edition = "1"', 'edition = "1"\ncolour = "red"', "unknown key", "colour"),
    ('edition = "1"', "edition = 1", "expected text in quotes, got a whole number", "1"),
    ('id = "house"', 'id = "My House"', "not a name", "My House"),
    ('title = "Sic Bo"', 'title = "Sic Bo"\nelectronic = "yes"', "unknown value", "yes"),
    ('title = "Sic Bo"', 'title = "Sic Bo"\nelectronic = true', "unknown value", "True"),
    ('{ step = "pay", by = ["dealer"] }', '{ step = "pay", by = ["dealr"] }', "unknown value", "dealr"),
    ('{ step = "tumble", by = ["dealer"] }', '{ step = "tumbel", by = [] }', "unknown value", "tumbel"),
    ("tables = [1]", "tables = [1, 2]", "no such pay table", "2"),
    ("tables = [1]", "tables = [] # 1", "a wager on no pay table", "big"),
    ("selection = [11,", "selection = [19, 11,", "impossible total", "19"),
    ("selection = [11,", 'selection = ["eleven", 11,', "impossible total", "eleven"),
    ('triples = "lose"', 'triples = "draw"', "unknown value", "draw"),
    ('pattern = "totals"', 'pattern = "total"', "unknown value", "total"),
    ("odds = 1", "odds = 0", "0 is not odds: odds must be above 0", "0"),
    ("odds = 1", "odds = -1.5", "-1.5 is not odds: odds must be above 0", "-1.5"),
    ("odds = 1", "odds = 0.001", "0.001 is not odds: odds cannot be finer than hundredths of a unit", "0.001"),
    ("odds = 1", "odds = nan", f"NaN is not odds: {EXAMPLES}", "NaN"),
    ("odds = 1", "odds = 1e9", "1E+9 is not odds: odds can be at most 1000000", "1E+9"),
    ("odds = 1", 'odds = "one"', f"one is not odds: {EXAMPLES}", "one"),
    ("odds = 1", "for_one = 1", "1 is not odds: odds must leave a winner with a gain", "1"),
    ("odds = 1", "odds = { 4 = 1 }", "odds by count need a count from 1 to 3", "4"),
    ("odds = 1", "odds = { 0 = 1 }", "odds by count need a count from 1 to 3", "0"),
    ("odds = 1", 'odds = 1\nlabel = "Big {9}"', "no such part in the selection of big", "{9}"),
    ('name = "Table"', 'name = "Table"\nclause = "4.1"', "no such clause", "4.1"),
    ("number = 1", "number = 0", "pay tables are numbered 1, 2, 3, each once", "0"),
]


@pytest.mark.parametrize(("old", "new", "words", "value"), SPOILT)
def test_a_problem_is_told_with_its_line_and_value(house, old, new, words, value):
    line = house.spoil("rules.toml", old, new)
    lines = range(line, line + 2)
    assert [told for told in told(house) if told[0] == "rules.toml" and told[1] in lines and told[2:] == (words, value)]


def test_a_missing_key_is_told_where_it_belongs(house):
    line = house.spoil("rules.toml", 'name = "big"\n', "")
    assert ("rules.toml", line - 1, "missing name", "name") in told(house)


WAGERS = [
    (wager("x", "show", "selections = [1, 2, 1]", "odds = 1"), "selection listed twice", "x-1"),
    (wager("x", "show", 'selections = ["1-4", "4-1"]', "odds = 5"), "selection listed twice", "x-1-4"),
    (BIG, "selection listed twice", "big"),
    (wager("x", "totals", "selections = [4]"), "missing odds", "x"),
    (wager("x", "totals", "pays = [{ selections = [4] }]"), "missing odds", "4"),
    (wager("x", "totals", "selections = [4]", "odds = 9", "for_one = 10"), "both odds and for_one", "x"),
    (wager("x", "totals", "selections = [4]", "selection = [5]", "odds = 9"), "both selection and selections", "x"),
    (wager("x", "totals", "odds = 9"), "no selection", "selection"),
    (wager("x", "listed", "odds = 9"), "no selection", "selection"),
    (wager("x", "listed", 'selection = ["1-1-7"]', "odds = 9"), "impossible roll", "1-1-7"),
    (wager("x", "show", "selections = [7]", "odds = 1"), "impossible face", "7"),
    (wager("x", "show", 'selections = ["1-2-3-4"]', "odds = 1"), "this pattern needs 1 to 3 faces", "1-2-3-4"),
    (wager("x", "among", 'selections = ["1-1-3"]', "odds = 1"), "a face is named twice", "1-1-3"),
    (wager("x", "alike", "selection = [1]", "odds = { 3 = 9 }"), "this pattern has no selection", "1"),
    (wager("x", "totals", "selections = [3]", 'triples = "lose"', "odds = 9"), "wins on no roll", "3"),
    (wager("x", "show", 'selections = ["1-2"]', "odds = { 1 = 9, 2 = 1 }"), "odds for a count that no roll has", "1"),
    (wager("x", "show", "selections = [1]", 'triples = "lose"', "odds = 1"), "triples is only for totals", "show"),
    (wager("x", "totals", "odds = 9", "pays = [{ selections = [4], odds = 9 }]"), "odds together with pays", "9"),
    (wager("x", "totals", "pays = [{ odds = 9 }]"), "a row without selections", "x"),
]


@pytest.mark.parametrize(("text", "words", "value"), WAGERS)
def test_a_wager_that_means_nothing_is_a_problem(house, text, words, value):
    before = house.read("rules.toml").count("\n")
    house.add(text)
    found = [line for _, line, said, offending in told(house) if (said, offending) == (words, value)]
    assert len(found) == 1
    assert found[0] > before
    with pytest.raises(Refused) as refused:
        paytable(house.ref)
    assert refused.value.code is Refusal.BOOK_INVALID


def test_all_problems_of_all_files_come_at_once(house):
    lines = [
        house.spoil("rules.toml", 'house = "House"', 'hous = "House"'),
        house.spoil("rules.toml", "selection = [11,", "selection = [2, 11,"),
    ]
    house.write("rules.toml", house.read("rules.toml") + wager("x", "show", "selections = [1]"))
    house.write("layout-1.toml", house.read("layout-1.toml").replace('"big"', '"bgi"'))
    house.write("clauses.toml", '["1"]\nkind = "software"\n["2"]\nkind = "procedural"\nsays = "x"\n')
    said = {words for _, _, words, _ in told(house)}
    assert said == {
        "unknown key", "missing house", "impossible total", "missing odds", "no such spot on house/1",
        "missing says", "procedural without a reason",
    }  # fmt: skip
    assert {line for _, line, words, _ in told(house) if words in {"unknown key", "impossible total"}} == set(lines)


def test_odds_that_favour_the_player_are_a_warning_with_the_figure(house):
    line = house.spoil("rules.toml", "odds = 1", "odds = 1.1")
    (warning,) = check(house.folder)
    assert (warning.kind, warning.value) == ("warning", "1.1")
    assert "player an edge of 2.0833%" in warning.words
    assert warning.line == line - 6, "the line of its [[wager]]"


def test_what_only_running_a_table_needs_is_a_warning(house):
    text = house.read("rules.toml")
    house.write("rules.toml", text[: text.index("[play]")] + text[text.index("[[table]]") :])
    (house.folder / "layout-1.toml").unlink()
    assert [words for _, _, words, _ in told(house, "warning")] == ["no order of play", "no layout file"]
    assert told(house) == []


def test_the_order_of_play_must_be_possible(house):
    house.spoil("rules.toml", '{ step = "collect", by = ["dealer"] },\n    ', "")
    line = house.spoil("rules.toml", '{ step = "open-bets", by = ["dealer"] },\n    ', "")
    house.spoil("rules.toml", '{ step = "pay"', '{ step = "open-bets", by = [] },\n    { step = "pay"')
    assert told(house) == [
        ("rules.toml", line - 1, "a step must be listed exactly once", "collect"),
        ("rules.toml", line - 1, "close-bets before open-bets", "close-bets"),
    ]


def test_a_differential_is_between_spots_of_the_rulebook(house):
    limits = '\n[limits]\nkinds = ["minimum"]\nexcess_unnoticed = "pro-rata"\ndifferential = [["big", "smal"]]\n'
    house.write("rules.toml", RULES + limits + BIG)
    assert told(house) == [("rules.toml", (RULES + limits).count("\n"), "no such spot", "smal")]


def test_what_does_not_fit_is_data_for_every_scope_of_the_rulebook(house):
    limits = '\n[limits]\nkinds = ["minimum", "maximum"]\nexcess_unnoticed = "cannot-happen"\n'
    limits += 'scopes = ["player", "box"]\nexcess_noticed = { box = "reject" }\n'
    house.write("rules.toml", RULES + limits + BIG)
    words = "what does not fit is neither rejected nor refused"
    assert told(house) == [("rules.toml", (RULES + limits).count("\n"), words, "player")]
    house.spoil("rules.toml", '{ box = "reject" }', '{ box = "reject", player = "refuse-whole" }')
    assert told(house) == []


def test_files_that_cannot_be_read_are_problems_too(house):
    house.write("rules.toml", "[rulebook\n")
    (house.folder / "clauses.toml").write_bytes(b"\xff\xfe")
    assert [(file, line, words) for file, line, words, _ in told(house)] == [
        ("rules.toml", 1, "not TOML"),
        ("clauses.toml", 1, "not UTF-8"),
    ]


def test_a_table_without_wagers_and_a_book_without_tables(house):
    house.spoil("rules.toml", 'name = "Table"', 'name = "Table"\n[[table]]\nnumber = 2\nname = "Empty"')
    assert [(words, value) for _, _, words, value in told(house)] == [("a pay table without a wager", "house/2")]
    house.write("rules.toml", "table = []\nwager = []\n" + RULES.partition("[[table]]")[0])
    assert [(words, value) for _, _, words, value in told(house)] == [("no pay table", "table")]
