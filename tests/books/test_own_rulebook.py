"""A house writes its own rulebook: what it takes over, what is refused, and what is said of it."""

from typing import NamedTuple

import pytest
from books.house import BIG, RULES, House, wager

from taisai import Refusal, Refused, paytable, rulebook
from taisai.books.check import check
from taisai.books.load import layout
from taisai.books.readiness import missing
from taisai.cli.main import main
from taisai.rules.currencies import CURRENCIES, suggestion
from taisai.rules.vocabulary import Act, Role


def problems(house: House) -> list[str]:
    return [f"{one.words}: {one.value} ({one.fix})" for one in check(house.folder) if one.kind == "problem"]


class Done(NamedTuple):
    exit_code: int
    output: str


@pytest.fixture
def ran(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "200")

    def ran(*words: str) -> Done:
        monkeypatch.setattr("sys.argv", ["taisai", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        return Done(ended.value.code or 0, "".join(capsys.readouterr()))

    return ran


USUAL = RULES.replace('currency = "EUR"', 'currency = "EUR"\npreset = "usual"')


def test_without_a_preset_a_rulebook_is_for_figures_only_and_says_what_is_missing(house, ran):
    plain = ran("check", str(house.folder))
    assert plain.exit_code == 0
    assert "figures only, it cannot run a table yet; use --to-run to list what is missing" in plain.output
    to_run = ran("check", "--to-run", str(house.folder))
    assert to_run.exit_code == 1
    assert 'missing no role may open a table: add [[may]] with act = "open-table"' in to_run.output
    assert "missing there are no remedies: add remedies.toml" in to_run.output


def test_the_usual_preset_makes_it_ready_to_run(house, ran):
    house.write("rules.toml", USUAL + BIG)
    assert missing(house.folder) == ()
    done = ran("check", "--to-run", str(house.folder))
    assert (done.exit_code, "ready to run a table" in done.output) == (0, True)


def test_each_line_of_a_preset_can_be_replaced(house):
    own = '\n[[may]]\nact = "open-table"\nby = ["shift-manager"]\n'
    text = USUAL.replace('void = "No roll"\n', "").replace('open_bets = "Place your bets"', 'open_bets = "Go"')
    house.write("rules.toml", text + own + BIG)
    book = rulebook(str(house.folder))
    assert book.permission(Act.OPEN_TABLE).by == (Role.SHIFT_MANAGER,)
    assert [one.act for one in book.may].count(Act.OPEN_TABLE) == 1
    assert (book.phrases.open_bets, book.phrases.void) == ("Go", "No roll")
    assert book.remedies.remedy


def test_a_preset_that_there_is_not_is_refused(house):
    house.write("rules.toml", USUAL.replace('"usual"', '"unusual"') + BIG)
    assert any("unknown value: unusual" in one for one in problems(house))


@pytest.mark.parametrize(
    ("written", "meant"),
    [("Hong Kong dollars", "HKD"), ("hkd", "HKD"), ("RMB2", "CNY"), ("Euros", "EUR"), ("EURO", "EUR"), ("eur ", "EUR")],
)
def test_a_currency_that_is_none_is_refused_with_the_one_that_was_meant(house, written, meant):
    house.spoil("rules.toml", 'currency = "EUR"', f'currency = "{written}"')
    assert f"not a currency: {written} (did you mean {meant}?)" in problems(house)
    for load in (rulebook, paytable):
        with pytest.raises(Refused, match="not a currency") as refused:
            load(house.ref)
        assert refused.value.code is Refusal.BOOK_INVALID


def test_nonsense_is_no_currency_and_nothing_is_made_up(house):
    house.spoil("rules.toml", 'currency = "EUR"', 'currency = "££"')
    assert suggestion("££") == ""
    assert any("use an ISO 4217 code" in one for one in problems(house))


def test_every_currency_is_three_capital_letters():
    assert all(len(code) == 3 and code.isalpha() and code.isupper() and name for code, name in CURRENCIES.items())
    assert {"EUR", "HKD", "MOP", "NZD", "SGD", "USD", "VND"} <= CURRENCIES.keys()


def test_the_id_of_a_shipped_rulebook_is_taken(house):
    house.spoil("rules.toml", 'id = "house"', 'id = "rws-6"')
    assert any("a rulebook shipped with taisai already has this id: rws-6" in one for one in problems(house))
    with pytest.raises(Refused, match="has this id"):
        paytable(house.ref)


@pytest.mark.parametrize("key", ["label", "short"])
def test_a_label_with_a_word_in_braces_is_refused(house, key):
    house.spoil("rules.toml", "odds = 1", f'odds = 1\n{key} = "Big {{face}}"')
    told = [one for one in check(house.folder) if one.words == "not a part of a selection"]
    assert [one.value for one in told] == ["{face}"]
    with pytest.raises(Refused, match="not a part of a selection"):
        paytable(house.ref)


def test_warnings_about_one_family_are_one_line(house):
    house.add(wager("single", "show", "selections = [1, 2, 3, 4, 5, 6]", "odds = { 1 = 2, 2 = 3, 3 = 9 }"))
    edges = [one.words for one in check(house.folder) if "edge" in one.words]
    assert len(edges) == 1
    assert "single-1 and 5 more like it" in edges[0]


def test_a_table_like_another_is_its_difference_from_it(house):
    mine = RULES.replace('name = "Table"', 'name = "Table"\nlike = "rws-6/1"\nwithout = ["any-triple"]')
    own = '\n[[wager]]\nname = "big"\ntables = [1]\npattern = "totals"\nselection = [12, 13]\nodds = 2\n'
    house.write("rules.toml", mine + own)
    (house.folder / "layout-1.toml").unlink()
    made, other = paytable(house.ref), paytable("rws-6/1")
    assert {spot.id for spot in made.spots} == {spot.id for spot in other.spots} - {"any-triple"}
    same = [spot for spot in other.spots if spot.id not in {"big", "any-triple"}]
    assert all(made[spot.id].wins == spot.wins and not made[spot.id].clause for spot in same)
    assert made["big"].wins != other["big"].wins
    assert any("the inherited layout does not fit" in one.words for one in check(house.folder))


def test_a_table_that_is_like_another_in_all_its_spots_is_drawn_like_it(house):
    house.write("rules.toml", RULES.replace('name = "Table"', 'name = "Table"\nlike = "rws-6/1"') + "\n")
    (house.folder / "layout-1.toml").unlink()
    assert check(house.folder) == ()
    assert layout(house.ref, paytable(house.ref)) == layout("rws-6/1", paytable("rws-6/1"))


def test_a_table_like_a_neighbour_follows_it_and_one_like_itself_is_refused(house, tmp_path):
    other = House(tmp_path / "other")
    other.write("rules.toml", RULES.replace('name = "Table"', 'name = "Table"\nlike = "../house/1"') + "\n")
    assert paytable(other.ref)["big"].wins == paytable(house.ref)["big"].wins
    house.spoil("rules.toml", "odds = 1", "odds = 2")
    assert paytable(other.ref)["big"].odds_words == "2"
    other.write("rules.toml", RULES.replace('name = "Table"', 'name = "Table"\nlike = "../other/1"') + "\n")
    assert any("a pay table cannot be like itself: ../other/1" in one for one in problems(other))


@pytest.mark.parametrize("like", ["rws-6", "rws-7/1", "rws-6/9", "../nowhere/1", "/1"])
def test_a_table_cannot_be_like_one_that_there_is_not(house, like):
    house.write("rules.toml", RULES.replace('name = "Table"', f'name = "Table"\nlike = "{like}"') + BIG)
    assert any(f"no such pay table to be like: {like}" in one for one in problems(house))
    with pytest.raises(Refused, match="no such pay table to be like"):
        paytable(house.ref)


def test_what_is_left_out_must_be_there(house):
    text = 'name = "Table"\nlike = "rws-6/1"\nwithout = ["any-tripel"]'
    house.write("rules.toml", RULES.replace('name = "Table"', text) + "\n")
    assert any("no such wager to leave out: any-tripel" in one and "any-triple" in one for one in problems(house))


EXPECT = '\n[[expect]]\nspot = "big"\n'


@pytest.mark.parametrize(
    "said", ['edge = "1/36"', 'edge = "0.0278"', "edge = 0.0278", 'hit = "35/72"\nways = 105', 'edge = "0.027778"']
)
def test_figures_that_the_mathematician_expects_are_found(house, said):
    house.write("rules.toml", RULES + BIG + EXPECT + said + "\n")
    assert problems(house) == []


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ('edge = "1/35"', "the edge is wrong: 1/35 (it is 1/36"),
        ('edge = "0.0279"', "the edge is wrong: 0.0279"),
        ("ways = 106", "the number of ways is wrong: 106 (it is 105)"),
        ('hit = "half"', "not a figure: half"),
        ('hit = "1/0"', "not a figure: 1/0"),
        ('variance = "2"', "the variance is wrong: 2"),
    ],
)
def test_figures_that_are_not_so_are_told(house, said, told):
    house.write("rules.toml", RULES + BIG + EXPECT + said + "\n")
    assert any(told in one for one in problems(house)), problems(house)


def test_figures_of_a_spot_that_there_is_not_are_told(house):
    house.write("rules.toml", RULES + BIG + EXPECT.replace("big", "bug"))
    assert any("expected figures for an unknown spot: bug" in one for one in problems(house))


def test_a_scenario_that_fails_leaves_no_journal_behind(house, tmp_path, ran):
    house.write("rules.toml", USUAL + BIG)
    scenario, journal = tmp_path / "s.txt", tmp_path / "j.journal"
    scenario.write_text(f"open {house.ref}\nseat 1 wagers 10 on bgi\n", encoding="utf-8")
    assert ran("play", str(scenario), "--journal", str(journal)).exit_code != 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["house", "s.txt"]
    scenario.write_text(f"open {house.ref}\nseat 1 wagers 10 on big\nno more bets\nroll 6-6-5\nsettle\n")
    assert ran("play", str(scenario), "--journal", str(journal)).exit_code == 0
    held = journal.read_bytes()
    assert ran("play", str(scenario), "--journal", str(journal)).exit_code != 0, "the table is in it already"
    assert journal.read_bytes() == held


def test_a_scenario_at_a_rulebook_by_which_nobody_may_open_a_table_is_refused(house, tmp_path, ran):
    scenario = tmp_path / "s.txt"
    scenario.write_text(f"open {house.ref}\n", encoding="utf-8")
    done = ran("play", str(scenario))
    assert done.exit_code != 0
    assert "permits no role to open a table" in done.output
