"""Every command, for people and for machines."""

import json
from fractions import Fraction
from importlib.metadata import version

import pytest
from shipped import REFS

from taisai import ROLLS, figures, paytable
from taisai.books.files import SHIPPED, book_ids
from taisai.books.shelf import shelf
from taisai.cli.main import COMMANDS, app, main
from taisai.keeping.software import digest, manifest

OWN_RULES = (SHIPPED / "nz-1998" / "rules.toml").read_text().replace('id = "nz-1998"', 'id = "mine"')


@pytest.fixture
def run(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "80")

    def run(*args: object, code: int = 0) -> str:
        monkeypatch.setattr("sys.argv", ["taisai", *map(str, args)])
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        assert (ended.value.code or 0) == code, err
        assert "Traceback" not in err
        return out if code == 0 or "--json" in args else out + err

    return run


@pytest.fixture
def ask(run):
    return lambda *args, code=0: json.loads(run(*args, "--json", code=code))


def test_books_names_every_table_with_source_and_fingerprint(run, ask):
    shown = run("books")
    listed = ask("books")["books"]
    assert [table["id"] for book in listed for table in book["tables"]] == list(shelf())
    assert list(shelf())[: len(REFS)] == REFS
    for book in listed:
        assert book["id"] in shown
        for table in book["tables"]:
            assert table["fingerprint"] == paytable(table["id"]).fingerprint
            assert table["fingerprint"][:16] in shown
    listed = [book for book in listed if book["id"] in book_ids()]
    assert {book["id"]: book["in_force_from"] for book in listed} == {
        "etg": None, "nz-1998": "1998-02-01", "nz-2008": None, "rws-6": "2023-10-06",
    }  # fmt: skip
    assert {book["electronic"] for book in listed} == {"house-game"}
    assert shown.count("electronic tumbler: house game") == len(listed)
    assert [t["inferred"] != [] for book in listed for t in book["tables"] if t["id"] == "etg/2"] == [True]


@pytest.mark.parametrize("ref", REFS)
def test_paytable_lists_every_winning_roll(ask, ref):
    table, shown = paytable(ref), ask("paytable", ref)
    assert (shown["id"], shown["fingerprint"]) == (ref, table.fingerprint)
    assert {spot["id"]: spot["wins"] for spot in shown["spots"]} == {
        spot.id: {str(roll): str(spot.odds(roll)) for roll in ROLLS if spot.odds(roll)} for spot in table.spots
    }
    assert all(spot["label"] and spot["clause"] for spot in shown["spots"])
    assert {spot["id"] for spot in shown["spots"] if spot["inferred"]} == set(shown["inferred"])


def test_an_inferred_figure_is_marked_wherever_it_is_printed(run, ask):
    marked = {
        ("paytable", "etg/2"): "7.5*",
        ("edge", "etg/2"): "7.5*",
        ("edge", "etg/2", "--wager", "four-1-2-3-4=5"): "four-1-2-3-4=5*",
        ("lit", "etg/2", "2-3-4"): "7.5 to 1*",
        ("compare", "rws-6/2", "etg/2"): "7.5*",
    }
    for args, mark in marked.items():
        shown = run(*args)
        assert mark in shown
        assert "* inferred on etg/2" in shown
    assert "the four pay 7.5*" in run("lit", "etg/2", "1-1-1"), "the drawing's title"
    assert ask("lit", "etg/2", "2-3-4")["inferred"] == ["four-2-3-4-5", "four-1-2-3-4"]
    assert "inferred" not in run("edge", "etg/1")


@pytest.mark.parametrize("ref", REFS)
def test_edge_gives_exact_figures_of_every_spot(ask, ref):
    table, shown = paytable(ref), ask("edge", ref)
    assert [spot["id"] for spot in shown["spots"]] == [spot.id for spot in table.spots]
    for spot in shown["spots"]:
        exact = figures(table[spot["id"]])
        assert (spot["ways"], Fraction(spot["edge"]), Fraction(spot["variance"])) == (
            exact.ways,
            exact.edge,
            exact.variance,
        )
        assert spot["edge_percent"] == round(float(exact.edge * 100), 4)


def test_edge_is_sorted_for_people_and_has_bars(run, ask):
    lines = [line for line in run("edge", "rws-6/2").splitlines() if "█" in line]
    percents = [float(line.split("█")[0].split()[-1]) for line in lines]
    assert percents == sorted(percents)
    assert percents[0] == 2.7778
    assert len(lines[-1].split()[-1]) > len(lines[0].split()[-1])
    assert [shown["id"] for shown in ask("edge")["tables"]] == list(shelf())
    assert all(f"{ref}: " in run("edge") for ref in REFS[:2])


def test_a_plan_has_its_own_figures(run, ask):
    plan = ask("edge", "rws-6/2", "--wager", "big=100", "--wager", "double-2=10")
    assert (plan["staked"], plan["edge"], plan["expected"]) == (110, "7/198", "-35/9")
    assert sum(row["ways"] for row in plan["distribution"]) == 216
    assert [(row["net"], row["ways"]) for row in plan["distribution"]] == [("-110", 95), ("10", 16), ("90", 105)]
    assert plan["worst"]["net"] == "-110"
    assert plan["best"] == {"net": "90", "rolls": [str(r) for r in ROLLS if r.total > 10 and r.alike < 3]}
    shown = run("edge", "rws-6/2", "-w", "big=100", "-w", "double-2=10")
    assert "edge 3.5354 % (7/198)" in shown
    assert "worst -110 on 1-1-1" in shown


@pytest.mark.parametrize("ref", REFS)
def test_lit_is_exactly_what_wins_on_each_roll(ask, ref):
    table = paytable(ref)
    for roll in (ROLLS[0], ROLLS[17], ROLLS[55]):
        shown = ask("lit", ref, roll)
        assert (shown["roll"], shown["total"]) == (str(roll), roll.total)
        assert shown["spots"] == [spot.id for spot in table.spots if spot.odds(roll)]


def test_lit_says_the_call(ask):
    assert ask("lit", "rws-6/2", "3-1-1")["call"] == "double 1, 3, total 5"


def test_the_layout_is_drawn_with_winners_in_heavy_frames(run, monkeypatch):
    drawn = run("lit", "nz-1998/1", "1-1-3").splitlines()
    assert drawn[0].startswith("┏━━━━━━━━━━┓")
    assert "┃ 11 ┃" in drawn[4]
    assert "│ 33 │" in drawn[4]
    assert all(len(line) <= 80 for line in drawn)
    monkeypatch.setenv("COLUMNS", "130")
    wide = run("lit", "rws-6/2", "1-1-3").splitlines()
    assert max(map(len, wide)) > 80
    assert "┃  113  ┃" in "".join(wide)


@pytest.mark.parametrize("ref", REFS)
@pytest.mark.parametrize("width", [62, 80, 125])
def test_no_name_is_cut_off_in_any_drawing(run, monkeypatch, ref, width):
    monkeypatch.setenv("COLUMNS", str(width))
    drawn = run("lit", ref, "2-4-5").split(", total")[0]
    for spot in paytable(ref).spots:
        assert f" {spot.short} " in drawn.replace("│", " ").replace("┃", " "), spot.id


def test_compare_tells_what_differs_and_what_it_is_worth(run, ask):
    found = ask("compare", "rws-6/2", "etg/2")
    rows = {row["spot"]: row for row in found["differences"]}
    assert len(rows) + found["alike"] == 104
    assert rows["total-10"]["gain"] == "1/16"
    assert rows["total-10"]["one"] == {"odds": "6", "edge": "1/8", "inferred": False}
    assert "big" not in rows
    assert "+6.2500" in run("compare", "rws-6/2", "etg/2")
    assert ask("compare", "rws-6/1", "rws-6/3")["differences"][0]["other"] is None
    assert "not offered" in run("compare", "rws-6/1", "rws-6/3")
    assert "have the same 50 spots" in run("compare", "rws-6/1", "nz-1998/1")


def test_apportion_answers_as_the_examples_have_it(run, ask):
    assert ask("apportion", "--min", 50, "--max", 500, "60,1000") == {
        "settled": [[50, 450]], "returned": [[10, 550]], "overflow": [0],
    }  # fmt: skip
    pair = ("apportion", "--min", 25, "--max", 5000, "--differential", 1000, "2500,1500,100", "800,200")
    assert ask(*pair)["settled"] == [[1219, 732, 49], [800, 200]]
    assert ask("apportion", "--min", 50, "--max", 500, "--unit", 5, "60,1000")["settled"] == [[50, 450]]
    assert ask("apportion", "--min", 5, "--max", 50, "--differential", 10, "", "40")["settled"] == [[], [10]]
    assert "overflow 100" in run("apportion", "--min", 50, "--max", 500, ",".join(["50"] * 12))
    assert "1060" in run("apportion", "--min", 50, "--max", 500, "60, 1000")


def test_clauses_shows_every_clause_with_what_proves_it(run, ask):
    rows = ask("clauses")["clauses"]
    assert {row["book"] for row in rows} == {"etg", "nz-1998", "nz-2008", "rws-6"}
    by_id = {f"{row['book']}:{row['clause']}": row for row in rows}
    assert by_id["rws-6:5.1.1"]["tests"]
    assert by_id["rws-6:5.1.1"]["status"] == "proven"
    assert {"proven", "procedural"} <= {row["status"] for row in rows} <= {"proven", "open", "procedural"}
    assert all(row["why"] for row in rows if row["kind"] == "procedural")
    shown = run("clauses", "rws-6")
    assert "rws-6:5.14(b)" in shown
    assert "procedural" in shown.splitlines()[-1]
    assert len(ask("clauses", "etg")["clauses"]) == sum(row["book"] == "etg" for row in rows)


def test_clauses_says_what_was_broken_on_purpose_and_which_test_catches_it(run, ask):
    rows = ask("clauses")["clauses"]
    caught = [row for row in rows if row["mutant"]]
    assert len(caught) > 150
    assert all(row["caught_by"] in row["tests"] for row in caught)
    assert not any(row["caught_by"] for row in rows if not row["mutant"])
    shown = " ".join(word for word in run("clauses", "etg").split() if word != "│")
    assert "mutant: The total leaves out" in shown
    assert "caught by: the total sum is" in shown
    assert shown.endswith(f"{sum(row['book'] == 'etg' for row in caught)} with a mutant")


def test_check_ends_with_0_when_clean_and_1_on_problems(run, ask, tmp_path):
    assert "no problems, no warnings" in run("check", SHIPPED / "rws-6")
    assert ask("check", "etg")["found"] == []
    (tmp_path / "rules.toml").write_text("[rulebook]\n")
    assert "problem rules.toml:1: missing title: title" in run("check", tmp_path, code=1)
    found = ask("check", tmp_path, code=1)
    assert found["problems"] == len([row for row in found["found"] if row["kind"] == "problem"]) > 5


def test_check_says_in_one_line_whether_a_table_may_deal_itself(run, ask, tmp_path):
    (tmp_path / "layout-1.toml").write_text((SHIPPED / "nz-1998" / "layout-1.toml").read_text())
    (tmp_path / "clauses.toml").write_text((SHIPPED / "nz-1998" / "clauses.toml").read_text())
    text = OWN_RULES
    line, key = next((n, line) for n, line in enumerate(text.splitlines(), 1) if line.startswith("electronic"))
    for said, code, value, words in (
        (key, 0, "house-game", "permitted, as a house game"),
        ('electronic = "no"', 0, "no", 'not permitted; set electronic = "house-game" to permit it'),
        ("", 0, "no", 'not permitted; set electronic = "house-game" to permit it'),
        ('electronic = "yes"', 1, "", "unknown; fix [rulebook] first"),
    ):
        (tmp_path / "rules.toml").write_text(text.replace(key, said))
        shown = run("check", tmp_path, code=code)
        assert shown.splitlines()[-1] == f"{tmp_path}: electronic tumbler {words}"
        assert ask("check", tmp_path, code=code)["electronic"] == value
    problem = f"problem rules.toml:{line}: unknown value: yes (use one of: house-game, no)"
    assert shown.splitlines()[0] == problem


def test_a_house_without_a_layout_is_lit_without_a_drawing(run, tmp_path):
    (tmp_path / "rules.toml").write_text(OWN_RULES)
    assert "has no layout" in run("lit", f"{tmp_path}/1", "1-1-3")


def test_a_house_with_a_faulty_layout_is_refused_when_it_is_to_be_drawn(run, tmp_path):
    (tmp_path / "rules.toml").write_text(OWN_RULES)
    (tmp_path / "clauses.toml").write_text((SHIPPED / "nz-1998" / "clauses.toml").read_text())
    (tmp_path / "layout-1.toml").write_text("")
    assert "layout-1.toml:1: missing arrangement" in run("lit", f"{tmp_path}/1", "1-1-3", code=1)


def test_the_list_of_commands_has_the_first_sentence_of_each():
    for name, words in COMMANDS.items():
        assert app.get_command(None, name).get_short_help_str(limit=200) == words


def test_help_teaches_and_version_is_told(run):
    shown = run("--help")
    for command in COMMANDS:
        assert f"\n  {command} " in shown
        assert "Example" in run(command, "--help")
    assert "..." not in shown.partition("Commands:")[2]
    assert run("--version") == f"taisai {version('taisai')}+{digest(manifest())[:12]}\n"


REFUSED = [
    (("edge", "rws-6/2", "--wager", "dubble-2=5"), "no spot 'dubble-2' on rws-6/2; did you mean double-2?"),
    (("edge", "rws-6/2", "--wager", "big"), "'big' is not a wager; enter a spot and a whole number, such as big=100"),
    (("edge", "rws-6/2", "--wager", "big=1.5"), "'big=1.5' is not a wager"),
    (("edge", "rws-6/2", "--wager", f"big={10**60}"), "a number of more than 38 digits on 'big' is too large"),
    (("edge", "rws-6/2", "--wager", f"big={'9' * 5000}"), "is not a wager; enter a spot and a whole number"),
    (("edge", "rws-6/2", "--wager", "big=٣"), "'big=٣' is not a wager"),
    (("edge", "rws-6/2", "--wager", "big=0"), "0 on 'big' is not a stake"),
    (("edge", "rws-6/2", "--wager", "big=-5"), "-5 on 'big' is not a stake"),
    (("edge", "--wager", "big=5"), "a plan needs its pay table"),
    (("edge", "rws-66/2"), "did you mean rws-6?"),
    (("lit", "rws-6/2", "1-1-9"), "'1-1-9' is not a roll"),
    (("paytable", "etg/7"), "etg has no pay table 7; it has etg/1, etg/2, etg/3"),
    (("compare", "rws-6/2", "etg"), "etg has several pay tables; choose one: etg/1, etg/2, etg/3"),
    (("apportion", "--min", 50, "--max", 500, "60,x"), "'x' is not a stake"),
    (("apportion", "--min", 50, "--max", 500, "0"), "0 is not a stake"),
    (("apportion", "--min", 50, "--max", 5, "60"), "a minimum of 50 with a maximum of 5"),
    (("apportion", "--min", 50, "--max", 500, "--unit", 7, "70"), "50 is not a whole number of units of 7"),
    (("apportion", "--min", 50, "--max", 500, "60", "70"), "add their --differential"),
    (("apportion", "--min", 50, "--max", 500, "--differential", 10, "60"), "enter the stakes of the other side too"),
    (("apportion", "--min", 50, "--max", 500, "1", "2", "3"), "3 lists of stakes"),
    (("clauses", "rws-5"), "did you mean rws-6?"),
    (("check", "/nowhere"), "no rulebook '/nowhere'"),
]


@pytest.mark.parametrize(("args", "words"), REFUSED)
def test_bad_input_gets_one_sentence_and_exit_code_1(run, ask, args, words):
    said = run(*args, code=1)
    assert words in said
    assert len(said.splitlines()) == 1
    refused = ask(*args, code=1)["refused"]
    assert words in refused["words"]
    assert refused["code"]


@pytest.mark.parametrize(
    "args", [("nonsense",), ("edge", "--nope"), ("lit", "rws-6/2"), ("apportion", "--min", "x", "60")]
)
def test_a_command_line_that_makes_no_sense_ends_with_2(run, args):
    assert "Try 'taisai" in run(*args, code=2)
