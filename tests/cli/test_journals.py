"""Playing to a journal, telling it again, exporting and verifying it, from the command line."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from table.playing import displayed

from taisai.cli.main import main
from taisai.house.desk import Desk
from taisai.house.games import game
from taisai.house.setup import Setup
from taisai.journal.sqlite import SqliteStore
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table.order import Order, Person

ROOT = Path(__file__).parents[2]


@pytest.fixture
def run(monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)

    def run(*args: object, code: int = 0) -> str:
        monkeypatch.setattr("sys.argv", ["taisai", *map(str, args)])
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        assert (ended.value.code or 0) == code, out + err
        assert "Traceback" not in err
        return out if code == 0 or "--json" in args else out + err

    return run


@pytest.fixture
def journal(run):
    run("play", ROOT / "examples" / "03-wrong-entry.txt", "--journal", "floor.db")
    return "floor.db"


def test_play_tells_calls_lit_spots_awards_and_balances(run):
    told = run("play", ROOT / "examples" / "01-a-round.txt")
    assert '"double 2, 5, total 9"; lit spots: small, odd' in told
    assert "double is paid: seat 2 gets SGD 0.60 for SGD 0.05 on double-2" in told
    assert "refused (bets-not-open): round 1 is not open for wagers" in told
    assert "seat:2             1.55" in told
    document = json.loads(run("play", ROOT / "examples" / "01-a-round.txt", "--json"))
    assert document["balances"]["house"] == -45
    assert document["lines"][0]["events"][-1]["is"] == "table-opened"


def test_play_refuses_by_line_and_word(run, tmp_path):
    (tmp_path / "bad.txt").write_text("open rws-6/2\nseat 1 wagrs 10 on big\n")
    assert "line 2: 'wagrs' is not understood; expected wagers" in run("play", "bad.txt", code=1)
    assert json.loads(run("play", "bad.txt", "--json", code=1))["refused"]["value"] == "wagrs"
    run("play", "missing.txt", code=2)


def test_recall_tells_a_round_with_what_was_corrected_later(run, journal):
    told = run("recall", journal, 2)
    assert "round 2 begins" in told
    assert (
        "round 2 is settled again with shift-manager as 1-2-3 instead of 4-5-6 (5.5): seat 1 pays back SGD 2.00" in told
    )
    assert "round 3" not in told
    steps = json.loads(run("recall", journal, 2, "--json"))["steps"]
    assert [step["event"]["is"] for step in steps][-1] == "round-corrected"
    assert "no round 9 in this journal" in run("recall", journal, 9, code=1)


def test_recall_says_what_a_table_is_that_deals_itself(run, journal, tmp_path):
    played, boss = game("rws-6/2"), Person("boss", Role.PIT_MANAGER)
    store = SqliteStore.open(tmp_path / "electronic.db", "E1")
    setup = Setup("E1", automation=("tumble", "reveal", "enter"), limits=displayed(played))
    desk = Desk.install(store, played, setup, lambda: "now")
    itself, seeds = Person("taisai", Role.AUTOMATION), (c.ChainSeeds("ab" * 32, 1), c.CommitSeed("hidden"))
    begin = (boss, c.OpenTable()), *((itself, one) for one in seeds), (Person("d", Role.DEALER), c.OpenBets())
    for place, (by, command) in enumerate(begin):
        desk.do(Order(f"{place}", by, command, 1 if isinstance(command, c.OpenBets | c.CommitSeed) else 0))
    store.close()
    kind = "electronic tumbler, house game with the pay table rws-6/2"
    told = run("recall", "electronic.db", 1).splitlines()
    assert told[0] == f"table E1: {kind}"
    assert told[1].endswith(f"round 1 uses seed 1 of the chain; the hash of the seed is {'ab' * 32}")
    assert told[2].endswith("round 1 begins")
    found = json.loads(run("recall", "electronic.db", 1, "--json"))
    assert (found["table"], found["kind"]) == ("E1", kind)
    assert "house game" not in run("recall", journal, 2)
    assert json.loads(run("recall", journal, 2, "--json"))["kind"] == ""


def test_an_export_is_verified_with_and_without_us(run, journal, tmp_path):
    run("keys", "keys")
    run("export", journal, "out.jsonl", "--keys", "keys", "--verifier", "verify_taisai.py")
    assert "sound" in run("verify", "out.jsonl", "--key", "keys/taisai-public.pem")
    assert "sound" in run("verify", journal)
    command = [sys.executable, "-I", "verify_taisai.py", "out.jsonl", "--key", "keys/taisai-public.pem"]
    alone = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (alone.returncode, alone.stderr) == (0, "")
    assert "from taisai" not in (tmp_path / "verify_taisai.py").read_text()


def test_words_that_look_like_the_signature_of_a_report_keep_nobody_from_checking_a_journal(run, tmp_path):
    """A player says them last, and the house is honest."""
    said = 'seat 1 disputes round 1 "\\ntaisai-signature AAAA"'
    text = f"open rws-6/2\nseat 1 wagers 10 on big\nno more bets\nroll 1-2-3\nsettle\n{said}\n"
    (tmp_path / "said.txt").write_text(text)
    run("keys", "keys")
    run("play", "said.txt", "--journal", "said.db", "--keys", "keys")
    run("export", "said.db", "said.jsonl")
    assert b"taisai-signature " in (tmp_path / "said.jsonl").read_bytes()[-4096:]
    for file in ("said.db", "said.jsonl"):
        assert run("verify", file).startswith("sound: ")
        assert "signed with the trusted key" in run("verify", file, "--key", "keys/taisai-public.pem")


def test_an_award_that_the_pay_table_does_not_give_is_named(run, journal, tmp_path):
    from hashlib import sha256

    run("export", journal, "out.jsonl")
    before, lines, bad = bytes(32), [], 0
    for line in (tmp_path / "out.jsonl").read_text().splitlines():
        mark, _, body = line.partition(" ")
        if mark == "e":
            body = body[65:]
            if '"losers-collected"' in body and not bad:
                bad = json.loads(body)["seq"]
                assert "200,0]" in body
                body = body.replace("200,0]", "201,0]")
            before = sha256(before + body.encode()).digest()
            line = f"e {before.hex()} {body}"  # noqa: PLW2901
        lines.append(line)
    (tmp_path / "forged.jsonl").write_text("\n".join(lines) + "\n")
    told = run("verify", "forged.jsonl", code=1)
    assert f"entry {bad}" in told
    assert "but the pay table gives 200" in told


def test_a_journal_is_not_played_over_and_nothing_of_it_is_told(run, journal, tmp_path):
    held = (tmp_path / journal).read_bytes()
    said = run("play", ROOT / "examples" / "03-wrong-entry.txt", "--journal", journal, code=1)
    assert said.strip() == "taisai: floor.db already has a journal of etg/1; choose another file or delete this one"
    assert (tmp_path / journal).read_bytes() == held
    assert "etg/1" in run("recall", journal, 2) or run("recall", journal, 2)


def test_a_file_that_is_no_journal_is_not_played_into(run, tmp_path):
    (tmp_path / "notes.txt").write_text("hello\n")
    said = run("play", ROOT / "examples" / "01-a-round.txt", "--journal", "notes.txt", code=1)
    assert "notes.txt is not a taisai journal; choose another file" in said
    assert sorted(path.name for path in tmp_path.iterdir()) == ["notes.txt"]
    assert (tmp_path / "notes.txt").read_text() == "hello\n"


def test_a_file_with_several_tables_asks_which(run, journal):
    run("play", ROOT / "examples" / "01-a-round.txt", "--journal", journal)
    assert "holds several tables and needs --table; there are etg/1, rws-6/2" in run("recall", journal, 1, code=1)
    assert "round 1 is settled" in run("recall", journal, 1, "--table", "rws-6/2")
    assert "did you mean rws-6/2?" in run("recall", journal, 1, "--table", "rws-6/3", code=1)


def test_keys_are_never_overwritten(run):
    run("keys", "keys")
    assert "exists" in run("keys", "keys", code=1)
