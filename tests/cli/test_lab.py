"""The lab from the command line: risk, simulate, hold and dice."""

import json
import xml.etree.ElementTree as ET
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from taisai import Refusal, Refused, paytable, plan
from taisai.cli.main import app
from taisai.maths.chance.evening import evening
from taisai.maths.refusals import LabRefusal
from taisai.maths.systems.ladder import SYSTEMS
from taisai.reports.refusals import ReportRefusal

BIG = ("rws-6/2", "--wager", "big=100")


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")

    def run(*args, code=0):
        result = CliRunner().invoke(app, [str(arg) for arg in args])
        if isinstance(result.exception, Refused):
            raise result.exception
        assert result.exit_code == code, result.output
        return result.output

    return run


@pytest.fixture
def ask(run):
    return lambda *args, code=0: json.loads(run(*args, "--json", code=code))


def test_the_expected_cost_comes_first_and_the_rest_is_exact(run, ask):
    shown = run("risk", *BIG, "--rounds", 200)
    assert shown.splitlines()[1].startswith("expected cost 555.56 of 20,000 staked")
    told, night = ask("risk", *BIG, "--rounds", 200), evening(plan(paytable("rws-6/2"), [("big", 100)]), 200)
    assert told["cost"] == "5000/9"
    assert told["ahead"] == {"value": night.ahead.value, "error": night.ahead.error}
    assert {row["chance"]: Fraction(row["net"]) for row in told["quantiles"]}[0.5] == night.quantile(0.5)


def test_bankroll_and_goal_are_answered_for_these_rounds_and_for_ever(run, ask):
    told = ask("risk", *BIG, "--bankroll", 1000, "--goal", 2000, "--risk", 0.05)
    assert told["ever"]["goal_reached"]["value"] == pytest.approx(0.364543324132)
    assert told["within"]["goal_reached"]["value"] < told["ever"]["goal_reached"]["value"]
    assert int(told["bankroll_for_risk"]["bankroll"]) % 100 == 0
    shown = run("risk", *BIG, "--bankroll", 1000, "--goal", 2000, "--risk", 0.05)
    assert "without a limit of rounds: goal 0.364543324132" in shown


def test_a_million_million_rounds_are_answered_without_a_drawing(run):
    assert "█" not in run("risk", *BIG, "--rounds", 10**12)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_costs_its_edge_of_what_it_stakes(run, ask, system):
    args = ("risk", *BIG, "--bankroll", 2000, "--system", system, "--rounds", 60, "--maximum", 1600)
    told = ask(*args)
    assert told["cost"]["value"] == pytest.approx(told["staked"]["value"] / 36, rel=1e-10)
    assert "expected cost" in run(*args).splitlines()[1]


def test_a_plan_is_saved_and_read_again(run, ask):
    one = ask("risk", *BIG, "--wager", "double-2=10", "--save", "plan.json")
    assert ask("risk", "plan.json") == one
    with pytest.raises(Refused) as refused:
        run("risk", *BIG, "--save", "plan.json")
    assert refused.value.code is ReportRefusal.OUT_FAILED


def test_simulated_evenings_are_near_and_the_seed_gives_the_same(run, ask):
    args = ("simulate", *BIG, "--evenings", 3000, "--seed", 5)
    told = ask(*args)
    assert abs(told["mean"]["value"] - float(Fraction(told["exact_mean"]))) < 1.5 * told["mean"]["error_99"]
    assert ask(*args) == told
    assert ask("simulate", *BIG, "--evenings", 3000, "--seed", 6) != told
    assert "mean net" in run(*args)


def test_a_simulated_system_states_its_error(run, ask):
    args = ("simulate", *BIG, "--system", "labouchere", "--bankroll", 5000, "--goal", 7000, "--evenings", 300)
    told = ask(*args)
    assert told["goal_reached"]["error_99"] > 0
    assert told["system"] == "labouchere"
    assert told["cost"]["error_99"] < told["mean"]["error_99"] / 5
    assert "expected cost" in run(*args)


def test_the_house_sees_shift_and_year(run, ask):
    args = ("hold", *BIG, "--wager", "small=50", "--risk", 0.01, "--tell", 0.01, "--other", "etg/2", "--cap", 50)
    told = ask(*args)
    assert told["year"]["rounds"] == told["shift"]["rounds"] * 3 * 365
    shift, year = ([band["hold"] for band in told[name]["bands"]] for name in ("shift", "year"))
    assert all(
        wide[0] < narrow[0] < float(Fraction(told["hold"])) < narrow[1] < wide[1]
        for wide, narrow in zip(shift, year, strict=True)
    )
    assert told["change"]["gain_a_year"] == "0"
    assert 0 < told["caps"][0]["turned_away"]["value"] < 1
    shown = run(*args)
    assert "a year: 350,400 rounds" in shown
    assert "rounds reveal a hold lower by 0.01" in shown


def write_throws(path, throws, joint="-"):
    path.write_text("".join(joint.join(map(str, throw)) + "\n" for throw in throws.tolist()))


def test_fair_dice_pass_and_loaded_ones_end_with_1(run, ask, tmp_path):
    rng = np.random.default_rng(3)
    fair = rng.integers(1, 7, (2_000, 3))
    write_throws(tmp_path / "fair.csv", fair, ",")
    write_throws(tmp_path / "loaded.txt", np.where(rng.random((2_000, 3)) < 0.1, 6, fair))
    told = ask("dice", "fair.csv")
    assert (told["passed"], told["dice_known"], sum(told["faces"])) == (True, True, 6_000)
    assert "quiet" in run("dice", "fair.csv")
    loaded = ask("dice", "loaded.txt", code=1)
    assert loaded["e"]["alarmed_after"] > 0
    assert "alarm" in run("dice", "loaded.txt", code=1)


def test_a_few_throws_say_nothing_yet(run, tmp_path):
    (tmp_path / "few.txt").write_text("1-2-3\n2-2-2\n")
    assert "too few throws to test" in run("dice", "few.txt")


def test_the_power_of_a_record(run, ask):
    assert ask("dice", "--power", 0.01)["throws_pooled"] == 13_931
    assert "13,931 throws" in run("dice", "--power", 0.01)


PLOTTED = [
    ("risk", *BIG, "--rounds", 40),
    ("risk", *BIG, "--bankroll", 1000, "--system", "paroli", "--rounds", 20),
    ("simulate", *BIG, "--evenings", 50),
    ("simulate", *BIG, "--evenings", 20, "--bankroll", 1000, "--system", "flat"),
    ("hold", *BIG),
]


@pytest.mark.parametrize("args", PLOTTED, ids=lambda args: " ".join(map(str, args[:1])))
def test_pictures_are_whole_and_never_written_over(run, tmp_path, args):
    run(*args, "--plot", "a.svg")
    picture = ET.fromstring((tmp_path / "a.svg").read_text(encoding="utf-8"))
    assert picture.tag.endswith("svg")
    assert picture.find("{http://www.w3.org/2000/svg}title").text
    with pytest.raises(Refused) as refused:
        run(*args, "--plot", "a.svg")
    assert refused.value.code is ReportRefusal.OUT_FAILED


def test_dice_are_drawn_too(run, tmp_path):
    write_throws(tmp_path / "fair.txt", np.random.default_rng(1).integers(1, 7, (50, 3)))
    run("dice", "fair.txt", "--plot", "dice.svg")
    assert "alarm 1000" in (tmp_path / "dice.svg").read_text()


REFUSED = [
    (("risk",), Refusal.TABLE_UNSAID, "such as rws-6/2"),
    (("risk", "rws-6/2"), Refusal.TABLE_UNSAID, "needs a pay table and wagers"),
    (("risk", "none.json"), Refusal.WAGER_INVALID, "cannot be read"),
    (("risk", "rws-6/2", "-w", "bgi=5"), Refusal.SPOT_UNKNOWN, "did you mean big"),
    (("risk", "rws-6/2", "-w", "big=x"), Refusal.WAGER_INVALID, "is not a wager"),
    (("risk", *BIG, "--rounds", 0), LabRefusal.ROUNDS_INVALID, "0 is not a number of rounds"),
    (("risk", *BIG, "--bankroll", 50), LabRefusal.BANKROLL_INVALID, "does not cover"),
    (("risk", *BIG, "--goal", 50), Refusal.WAGER_INVALID, "needs a starting bankroll"),
    (("risk", *BIG, "--system", "flat"), Refusal.WAGER_INVALID, "needs a bankroll"),
    (("risk", *BIG, "--system", "martngale", "--bankroll", 1000), LabRefusal.SYSTEM_UNKNOWN, "did you mean martingale"),
    (("risk", *BIG, "--plot", "a.png"), ReportRefusal.OUT_FAILED, "is not an SVG picture"),
    (("simulate", *BIG, "--system", "flat"), LabRefusal.BANKROLL_INVALID, "needs a bankroll"),
    (("hold", *BIG, "--risk", 2.0), LabRefusal.CHANCE_INVALID, "is not a chance"),
    (("dice", "--power", 0.5), LabRefusal.CHANCE_INVALID, "is not a bias"),
    (("risk", "--journal", "none.journal"), Refusal.SEAT_UNKNOWN, "--seat"),
]


@pytest.mark.parametrize(
    ("args", "code", "words"), REFUSED, ids=lambda one: " ".join(map(str, one)) if isinstance(one, tuple) else ""
)
def test_what_cannot_be_answered_is_refused_with_code_and_words(run, args, code, words):
    with pytest.raises(Refused, match=words) as refused:
        run(*args)
    assert refused.value.code is code


def test_a_file_that_is_no_plan_is_refused(run, tmp_path):
    (tmp_path / "bad.json").write_text('{"table": 5}')
    with pytest.raises(Refused, match="is not a saved plan"):
        run("risk", "bad.json")


def test_a_file_that_is_no_record_is_refused_and_none_is_a_usage_error(run, tmp_path):
    (tmp_path / "bad.txt").write_text("1-2-9\n")
    with pytest.raises(Refused) as refused:
        run("dice", "bad.txt")
    assert refused.value.code is LabRefusal.THROWS_INVALID
    assert "name a file of throws" in run("dice", code=2)


@pytest.mark.parametrize("name", ["risk", "simulate", "hold", "dice"])
def test_help_teaches_with_an_example(run, name):
    assert f"taisai {name}" in run(name, "--help")


EXAMPLES = Path(__file__).parents[2] / "examples"


def test_a_seats_last_round_is_a_plan(run, ask):
    run("play", EXAMPLES / "14-electronic.txt", "--journal", "floor.db")
    told = ask("risk", "--journal", "floor.db", "--seat", 1, "--rounds", 10)
    assert (told["id"], told["wagers"]) == ("rws-6/2", {"big": 100})
    with pytest.raises(Refused, match="seat 7 has no wagers in this journal") as refused:
        run("risk", "--journal", "floor.db", "--seat", 7)
    assert refused.value.code is Refusal.SEAT_UNKNOWN


def test_the_throws_of_a_journal_are_judged_as_they_stand_at_last(run, ask):
    run("play", EXAMPLES / "14-electronic.txt", "--journal", "floor.db")
    assert ask("dice", "--journal", "floor.db")["faces"] == [0, 0, 0, 1, 1, 1]
    run("play", EXAMPLES / "03-wrong-entry.txt", "--journal", "wrong.db")
    told = ask("dice", "--journal", "wrong.db")
    assert sum(told["faces"]) == 3 * told["throws"]
