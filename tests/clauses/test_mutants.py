"""Every clause that software keeps is broken on purpose by a mutant, and a test of the clause takes notice."""

import json

import pytest
from click.testing import CliRunner
from loading import script

PROGRAM = script("clauses")["main"]
QUICK = ("nz-1998:4.1(e)(i)", "nz-2008:6.3", "rws-6:4.1.3", "etg:3.9.3")


def ask(*options, **environment):
    done = CliRunner().invoke(PROGRAM, ["--json", *options], env=environment)
    assert done.stdout, done.stderr
    return done.exit_code, json.loads(done.stdout)


@pytest.fixture(scope="module")
def checked():
    return ask("--check")


def test_every_mutant_fits_the_source_of_today_and_names_a_test_of_its_clause(checked):
    code, found = checked
    assert (code, found["misfits"]) == (0, [])


def test_every_clause_that_software_keeps_has_a_mutant(checked):
    assert checked[1]["without"] == []


@pytest.mark.long
def test_some_mutants_are_caught_as_the_matrix_says():
    code, found = ask(*(f"--clause={clause}" for clause in QUICK))
    assert {one["clause"]: one["outcome"] for one in found["verdicts"]} == dict.fromkeys(QUICK, "caught")
    assert code == 0


def test_a_test_that_fails_without_any_mutant_catches_none():
    code, found = ask(f"--clause={QUICK[0]}", PYTHONOPTIMIZE="1")
    assert (code, found["verdicts"]) == (1, [])
    assert "assert statements are not executed" in found["failing"][0]


def test_options_of_ones_own_for_tests_change_nothing():
    code, found = ask(f"--clause={QUICK[0]}", PYTEST_ADDOPTS="-p no_such_plugin", PYTEST_PLUGINS="no_such_plugin")
    assert (code, [one["outcome"] for one in found["verdicts"]]) == (0, ["caught"])


def described(clause, test, file, old, new):
    """As a file describes a mutant; JSON strings are TOML strings."""
    mutant = {"breaks": "on purpose", "caught_by": f"tests/clauses/{test}", "file": file, "old": old, "new": new}
    lines = [f"clauses = {json.dumps([clause])}", *(f"{key} = {json.dumps(value)}" for key, value in mutant.items())]
    return "\n".join(["[[mutant]]", *lines, ""])


RULES = "rulebooks/{book}/rules.toml"
KINDS = "nz_common/test_wagers.py::test_a_kind_of_wager_has_a_spot_for_each_of_its_selections"
TOTAL = "nz_common/test_dice.py::test_the_total_is_the_sum_of_the_three_uppermost_faces"
SPUN = "nz_common/test_round.py::test_the_dice_are_spun_three_times_or_more"
SPOILT = {
    "a label that no test of the clause reads":
        (("nz-1998:4.1(a)", KINDS, RULES, 'label = "Small"', 'label = "Low"'), "survived"),
    "another clause that the same test proves":
        (("nz-1998:4.1(b)", KINDS, RULES, 'name = "small"\ntables = [1', 'name = "small"\ntables = [9'), "survived"),
    "what is not Python":
        (("nz-1998:1.0", TOTAL, "rules/roll.py", "return sum(self.faces)", "return sum("), "unfit"),
    "what cannot be imported":
        (("nz-2008:1.0", TOTAL, "rules/roll.py", "WAYS: Final = 216", "WAYS: Final = 6 // 0"), "unfit"),
    "what crashes":
        (("rws-6:1.8", "rws_6/test_dice.py::test_the_total_sum_is_the_points_on_the_three_uppermost_surfaces",
          "rules/roll.py", "return sum(self.faces)", "return self.sum"), "unfit"),
    "what the program itself asserts":
        (("etg:1.9", "etg/test_dice.py::test_the_total_sum_is_the_points_on_the_three_uppermost_surfaces",
          "rules/roll.py", "return sum(self.faces)", "assert not self.faces\n        return sum(self.faces)"), "unfit"),
    "a rulebook that does not load":
        (("nz-2008:4.1(a)", KINDS, RULES, 'label = "Small"', 'lable = "Small"'), "unfit"),
    "a table at which no test can begin":
        (("nz-1998:6.1", SPUN, "rules/paytable.py", "return {str(roll): tuple(", "return {} and {str(roll): tuple("),
         "unfit"),
}  # fmt: skip


@pytest.mark.long
def test_a_mutant_is_caught_only_where_a_test_of_its_clause_asserts_something_else(tmp_path):
    (tmp_path / "spoilt.toml").write_text("\n".join(described(*mutant) for mutant, _ in SPOILT.values()))
    code, found = ask(f"--mutants={tmp_path}")
    outcomes = {one["clause"]: one["outcome"] for one in found["verdicts"]}
    assert {what: outcomes[mutant[0]] for what, (mutant, _) in SPOILT.items()} == {
        what: outcome for what, (_, outcome) in SPOILT.items()
    }
    assert all(one["words"] for one in found["verdicts"])
    assert code == 1


MISFITS = {
    "text that is there twice": (("nz-1998:6.1", SPUN, RULES, 'triples = "lose"', ""), "2 times"),
    "text that is not there": (("nz-1998:6.1", SPUN, RULES, "tumbles_min = 7", ""), "0 times"),
    "a change that changes nothing": (("nz-1998:6.1", SPUN, RULES, "tumbles_min = 3", "tumbles_min = 3"), "1 times"),
    "a file that is not there": (("nz-1998:6.1", SPUN, "rules/rolls.py", "x", "y"), "no file rules/rolls.py"),
    "a test of another clause": (("nz-1998:6.2", SPUN, RULES, "tumbles_min = 3", "tumbles_min = 2"), "not a test with"),
    "a clause for people": (("nz-1998:6.0", SPUN, RULES, "tumbles_min = 3", "tumbles_min = 2"), "for software to keep"),
}


@pytest.mark.parametrize(("mutant", "words"), MISFITS.values(), ids=MISFITS)
def test_a_mutant_that_does_not_fit_is_refused_before_any_test_runs(tmp_path, mutant, words):
    (tmp_path / "spoilt.toml").write_text(described(*mutant))
    code, found = ask(f"--mutants={tmp_path}")
    assert (code, found["verdicts"]) == (1, [])
    assert words in found["misfits"][0]


def test_a_clause_has_one_mutant_and_a_file_says_nothing_unknown(tmp_path):
    mutant = described("nz-1998:6.1", SPUN, RULES, "tumbles_min = 3", "tumbles_min = 2")
    (tmp_path / "spoilt.toml").write_text(mutant * 2)
    assert ask(f"--mutants={tmp_path}")[1]["misfits"] == ["nz-1998:6.1: it has a mutant already"]
    (tmp_path / "spoilt.toml").write_text(f"{mutant}why = 'not'\n")
    code, found = ask(f"--mutants={tmp_path}")
    assert (code, "why" in found["misfits"][0]) == (1, True)
