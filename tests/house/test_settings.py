"""Settings: where each value comes from, and every problem at once."""

import os
import string
import subprocess
import sys
from itertools import accumulate
from operator import mul
from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st
from shipped import TABLES

from taisai.house.games import game
from taisai.house.setting_rows import Setter, below, rows
from taisai.house.settings import FILE, Settings
from taisai.house.settings_problems import SettingsRefusal, SettingsRefused
from taisai.house.settings_reader import load, read
from taisai.house.settings_tables import Events
from taisai.house.settings_writer import written
from taisai.house.tables import HOUSE, TableSettings, automatic_steps, check_tables
from taisai.house.witness_settings import WitnessSettings
from taisai.log.notes import COSIGNATURE, Key
from taisai.rules.refusals import Refused
from taisai.table.limits import LimitRule

TABLE = '[[table]]\nid = "A1"\npaytable = "etg/1"\n'


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """The house's folder, below the current one."""
    monkeypatch.chdir(tmp_path)
    made = tmp_path / "taisai-house"
    made.mkdir()
    return made


def problems(folder, text, environment=None, **flags):
    (folder / FILE).write_text(text, encoding="utf-8")
    return [str(problem) for problem in read(flags, environment or {})[1]]


def test_without_a_file_there_is_a_demo_floor_of_two_tables(folder):
    found = load({}, {})
    assert (found.demo, found.port, found.folder) == (True, 8080, str(folder))
    one, two = found.tables
    assert len(automatic_steps(one, game(one.paytable))) == 7
    assert automatic_steps(two, game(two.paytable)) == ()
    assert {table.money for table in found.tables} == {"credits"}
    assert not any(rule.exposure for table in found.tables for rule in table.limits), "a house sets that itself"
    assert [found.journal, found.keys_folder, found.voucher_key] == [
        folder / "journal.sqlite",
        folder / "keys",
        folder / "keys" / "voucher.key",
    ]


def test_the_demo_floor_has_no_problems():
    noted = []
    check_tables(enumerate(load({}, {}).tables), lambda *problem: noted.append(problem))
    assert noted == []


def test_a_house_with_a_file_is_no_demo(folder):
    (folder / FILE).write_text(TABLE)
    found = load({}, {})
    assert found.demo is False
    assert [table.id for table in found.tables] == ["A1"]


def test_flags_go_before_the_environment_and_that_before_the_file(folder):
    (folder / FILE).write_text("port = 1\nhost = 'a'\nname = 'b'\nproxies = []\n" + TABLE)
    environment = {"TAISAI_PORT": "2", "TAISAI_HOST": "c", "TAISAI_PROXIES": "127.0.0.1,::1", "HOME": "/x"}
    found = load({"port": 3, "site": None}, environment)
    assert (found.port, found.host, found.name, found.proxies, found.site) == (3, "c", "b", ("127.0.0.1", "::1"), "")


def test_the_environment_can_name_the_folder_and_lists(tmp_path):
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / FILE).write_text(f"port = 7\n{TABLE}")
    found = load({}, {"TAISAI_FOLDER": "other", "TAISAI_ORIGINS": "https://a.example, http://b.example:81"})
    assert (found.port, found.folder) == (7, str(tmp_path / "other"))
    assert found.origins == ("https://a.example", "http://b.example:81")
    assert load({"folder": tmp_path / "third"}, {"TAISAI_FOLDER": "other"}).demo


def test_paths_are_looked_for_where_they_were_said(folder, tmp_path):
    for name in ("cert.pem", "key.pem"):
        (folder / name).touch()
    (folder / FILE).write_text(f'tls.cert = "cert.pem"\ntls.key = "key.pem"\nbackup_folder = "/b"\n{TABLE}')
    found = load({"checkpoints_folder": "outside"}, {})
    assert (found.tls.cert, found.tls.key) == (str(folder / "cert.pem"), str(folder / "key.pem"))
    assert (found.backup_folder, found.checkpoints_folder) == ("/b", str(tmp_path / "outside"))


def test_a_file_that_is_missing_is_told_where_it_was_said_last(folder):
    (folder / "pair.pem").touch()
    found = problems(folder, f"tls.cert = 'pair.pem'\ntls.key = 'pair.pem'\n{TABLE}", tls_cert="none.pem")
    assert [line.partition(" (")[0] for line in found] == [f"--tls-cert: no such file: {folder.parent / 'none.pem'}"]


def test_a_rulebook_of_the_house_lies_in_its_folder(folder):
    from taisai.books.files import SHIPPED

    (folder / "mine").symlink_to(SHIPPED / "etg")
    (folder / FILE).write_text('[[table]]\nid = "A"\npaytable = "./mine/1"\n')
    (table,) = load({}, {}).tables
    assert table.paytable == str(folder / "mine" / "1")


def test_every_problem_comes_at_once_with_place_value_and_what_is_allowed(folder):
    text = "port = 99999\nnmae = 'x'\n\n" + TABLE + "seats = 0\n"
    (folder / FILE).write_text(text)
    with pytest.raises(Refused) as refused:
        load({"tls_cert": "none.pem"}, {"TAISAI_DEMO": "yes", "TAISAI_PROT": "1"})
    assert refused.value.code is SettingsRefusal.INVALID
    assert [str(one) for one in refused.value.problems] == refused.value.words.split("\n  ")[1:]
    words = refused.value.words
    assert words.startswith("7 problems")
    assert f"taisai-house/{FILE}:1: port: not valid: 99999 ({rows(Settings)['port',].meaning})" in words
    assert f"taisai-house/{FILE}:2: nmae: unknown name: nmae (did you mean name?)" in words
    assert f"taisai-house/{FILE}:7: table.seats: not valid: 0 (How many seats: 1 to 10000.)" in words
    assert "TAISAI_DEMO: not valid: yes (true or false" in words
    assert "TAISAI_PROT: unknown name: prot (did you mean port?)" in words
    assert "--tls-cert: set without tls.key" in words
    assert "--tls-cert: no such file" in words


WRONG = {
    "name = ''": "name: not valid: nothing",
    'name = "a\\nb"': "name: not valid",
    "site = 5": "site: not valid: 5",
    "host = 'a b'": "host: not valid: a b",
    "port = true": "port: not valid: True",
    "port = -1": "port: not valid: -1",
    "port = 1.5": "port: not valid: 1.5",
    "origins = ['https://a/b']": "origins: not valid",
    "origins = ['*']": "origins: not valid",
    "idle_minutes = 0": "idle_minutes: not valid: 0",
    "voucher_days = 4000": "voucher_days: not valid: 4000",
    "hand_pay = -1": "hand_pay: not valid: -1",
    f"events.win = {10**40}": "events.win: not valid: a number of more than 38 digits",
    "folder = 'x'": "folder: not allowed in the file: x",
    "tls.key = 'none'": "tls.key: set without tls.cert",
    "zzz = 1": "known names: name, site",
    "table = 5": "table: not valid: 5",
    "table = []": "wrong number of tables: 0",
    "table = [5]": "table: not valid: 5",
}


@pytest.mark.parametrize("line", WRONG)
def test_a_wrong_value_is_told(folder, line):
    found = problems(folder, line + "\n" + ("" if line.startswith("table") else TABLE))
    assert WRONG[line] in found[0]
    assert found[0].startswith(f"taisai-house/{FILE}:1: ")


WRONG_TABLE = {
    "chips = [25, 100]": ":4: table.chips: would not settle to whole units: 25 (use a multiple of 2",
    "chips = [100, 50]": ":4: table.chips: not a valid list of chips: [100, 50]",
    "chips = [50, 50]": ":4: table.chips: not a valid list of chips",
    "chips = []": ":4: table.chips: not a valid list of chips",
    "chips = [0]": ":4: table.chips: not valid: [0]",
    "money = 'gold'": ":4: table.money: not valid: gold (credits or chips.)",
    "window_s = 0": ":4: table.window_s: not valid: 0",
    "pause_s = 9999": ":4: table.pause_s: not valid: 9999",
    "automation = 'electrnic'": ":4: table.automation: unknown value: electrnic",
    "automation = ['tumbel']": "did you mean tumble?",
    "automation = ['reveal', 'light']": "happens with the entry, so it is not listed: light",
    "automation = ['reveal', 'reveal']": "table.automation: listed twice: reveal",
    "automation = 'electronic'\nmoney = 'chips'": "a table cannot move chips: collect",
    "automation = ['pay']\nmoney = 'chips'": "a table cannot move chips: pay",
    "limits = [{ minimum = 0 }]": ":4: table.limits: not valid: 0 (",
    "limits = [{ minimum = 5, maximum = 4 }]": "the maximum (4) is lower than the minimum (5)",
    "limits = [{ area = 'bigg' }]": ":4: table.limits: not a valid limit: bigg",
    "limits = [{ differential = 5 }]": "etg has no Differential",
    "limits = [{}, {}]": ":4: table.limits: limited twice: all areas",
    "limits = [{ area = 'big', exposure = 5 }]": "table.limits.exposure: applies to the whole table, not to an area: 5",
    f"limits = [{{ maximum = {10**16} }}]": "not valid",
    "limits = [{ mini = 5 }]": "table.limits.mini: unknown name: mini (did you mean minimum?)",
    "limits = [5]": ":4: table.limits: not valid: 5",
    "limits = [{ minimum = 5 }]": ":4: table.limits: the table could not open: small ('small' has no maximum",
    "limits = [{ maximum = 500, scope = 'box' }]": "etg has no maximum for the box; it has one for the player",
    "chips = [20, 50]\nmoney = 'chips'": ":4: table.chips: chips that cannot be exchanged: [20, 50]",
}


@pytest.mark.parametrize("lines", WRONG_TABLE)
def test_a_table_that_its_rulebook_cannot_run_is_told(folder, lines):
    assert any(WRONG_TABLE[lines] in found for found in problems(folder, TABLE + lines + "\n"))


def test_a_table_needs_an_id_of_its_own_and_a_pay_table(folder):
    for name in ("", "a b", "x" * 21, HOUSE, HOUSE.upper(), "ä"):
        (found,) = problems(folder, f'[[table]]\nid = "{name}"\npaytable = "etg/1"\n')
        assert "not a valid table id" in found
    (twice,) = problems(folder, TABLE + TABLE)
    assert ":5: table.id: two tables have this id: A1" in twice
    missing = problems(folder, "[[table]]\nseats = 3\n")
    assert [line.partition(" (")[0] for line in missing] == [
        f"taisai-house/{FILE}:1: table.id: not a valid table id: nothing",
        f"taisai-house/{FILE}:1: table.paytable: no table can use it: nothing",
    ]
    (unknown,) = problems(folder, '[[table]]\nid = "A"\npaytable = "etgg/1"\n')
    assert "did you mean etg?" in unknown


@pytest.mark.parametrize(
    ("content", "line"),
    [(b"port = \n", 1), (b"port = 1\nport = 2\n", 2), (b"\xff", 1), (b"a = " + b"[" * 9000, 1)],
)
def test_a_file_that_is_no_toml_is_told_with_its_line(folder, content, line):
    (folder / FILE).write_bytes(content)
    (found,) = read({}, {})[1]
    assert found.where == f"taisai-house/{FILE}:{line}"
    assert found.words == "cannot be read"


def test_a_file_that_is_a_folder_is_told(folder):
    (folder / FILE).mkdir()
    assert [problem.words for problem in read({}, {})[1]] == ["cannot be read"]


def test_a_name_that_no_file_can_hold_is_told():
    environment = {"PATH": os.environ["PATH"], b"TAISAI_NAME": b"caf\xe9", "PYTHONUTF8": "1"}
    code = "import os; from taisai.house.settings_reader import load; load({}, os.environ)"
    ended = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=False)
    assert ended.returncode == 1
    assert b"SettingsRefused" in ended.stderr
    assert b"TAISAI_NAME" in ended.stderr


def test_each_setting_says_what_it_means():
    named = dict(below(Settings))
    assert {"name", "mail.host", "table.id", "table.limits.scope", "limit_template.limits.area"} <= named.keys()
    assert [name for name, row in named.items() if not row.meaning.endswith((".", "?"))] == []


def test_each_setting_has_somebody_who_sets_it():
    setters = set(get_args(Setter))
    assert {name: row.by for name, row in below(Settings) if row.by not in setters} == {}


def test_flat_names_of_settings_are_clear():
    """Flags and the environment have no dots: two settings must not share one name there."""
    flat = [row.flat for row in rows(Settings).values()]
    assert len(flat) == len(set(flat))


def test_no_name_repeats_the_table_it_stands_in():
    repeated = [row.name for at, row in rows(Settings).items() if len(at) > 1 and str(at[1]).startswith(str(at[0]))]
    assert repeated == []


def test_a_table_of_the_file_that_is_no_table_is_told(folder):
    (found,) = problems(folder, "mail = 5\n" + TABLE)
    assert "mail: not a table: 5 (write its settings under a line [mail])" in found


def test_sources_fill_a_table_of_the_file_together(folder):
    (folder / FILE).write_text(f"{TABLE}[mirror]\nmust = true\n")
    found = load({"mirror_folder": "/flag"}, {"TAISAI_EVENTS_WIN": "7"})
    assert (found.mirror.folder, found.mirror.must, found.events.win) == ("/flag", True, 7)


GAMES = {table.id: game(table.id) for table in TABLES}
LETTERS = st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"])
money = st.integers(0, 10**15)


@st.composite
def limit_rules(draw, played):
    areas = draw(st.lists(st.sampled_from(sorted({spot.area for spot in played.paytable.spots})), unique=True))
    return tuple(draw(limit_rule(played, area)) for area in draw(st.permutations(["", *areas])))


@st.composite
def limit_rule(draw, played, area):
    """What players must see is never 0."""
    asked = played.book.limits
    least = 1 if asked.displayed_clause else 0
    minimum = draw(st.integers(1, 10**6))
    maximum = draw(st.integers(minimum, 10**15) if least else st.just(0) | st.integers(minimum, 10**15))
    differential = draw(st.integers(least, 10**15)) if "differential" in asked.kinds else 0
    scope = draw(st.sampled_from(["", *asked.scopes]))
    return LimitRule(area, minimum, maximum, differential, 0 if area else draw(money), scope)


def fits(steps):
    return "enter" not in steps or {"tumble", "reveal"} <= set(steps)


@st.composite
def tables(draw, name):
    ref = draw(st.sampled_from(sorted(GAMES)))
    played, coin = GAMES[ref], draw(st.sampled_from(["credits", "chips"]))
    can = [step.step.value for step in played.steps if coin == "credits" or step.step.value not in {"collect", "pay"}]
    steps = st.lists(st.sampled_from(can), unique=True).map(tuple).filter(fits)
    chips = list(accumulate(draw(st.lists(st.integers(2, 12), min_size=1, max_size=6)), mul))
    return TableSettings(
        name,
        ref,
        draw(st.text(LETTERS, max_size=80)),
        coin,
        draw(st.integers(1, 10_000)),
        draw(steps | st.just("by-hand") | st.just("electronic" if coin == "credits" else "by-hand")),
        draw(st.integers(1, 3600)),
        draw(st.integers(0, 3600)),
        tuple(chip * played.paytable.per for chip in chips),
        draw(limit_rules(played)),
    )


@st.composite
def houses(draw):
    names = st.text(string.ascii_letters + string.digits + "-", min_size=1, max_size=20)
    ids = draw(st.lists(names.filter(lambda name: name.lower() != HOUSE), min_size=1, max_size=3, unique=True))
    return Settings(
        name=draw(st.text(LETTERS, min_size=1, max_size=80)),
        site=draw(st.text(LETTERS, max_size=80)),
        host=draw(st.sampled_from(["127.0.0.1", "::1", "localhost"])),
        port=draw(st.integers(0, 65535)),
        origins=tuple(draw(st.lists(st.sampled_from(["https://a.example", "http://[::1]:80"]), unique=True))),
        proxies=tuple(draw(st.lists(st.sampled_from(["127.0.0.1", "::1", "10.0.0.0/8"]), unique=True))),
        demo=draw(st.booleans()),
        idle_minutes=draw(st.integers(1, 1440)),
        voucher_days=draw(st.integers(1, 3650)),
        hand_pay=draw(money),
        events=Events(wager=draw(money), win=draw(money)),
        backup_folder=draw(st.sampled_from(["", "/b/c d", '/q"uo\\te'])),
        checkpoints_folder=draw(st.sampled_from(["", "/somewhere/ä"])),
        tables=tuple(draw(tables(name)) for name in ids),
    )


@pytest.mark.parametrize(
    ("more", "fits"),
    [("", False), ('proxies = ["127.0.0.1"]\n', True), ("demo = true\n", True)],
)
def test_a_network_wants_https_a_proxy_or_a_house_for_trying_out(folder, more, fits):
    table = '[[table]]\nid = "T1"\npaytable = "rws-6/1"\n'
    (folder / FILE).write_text(f'host = "0.0.0.0"\n{more}{table}')
    if fits:
        assert load({}, {}).host == "0.0.0.0"
    else:
        with pytest.raises(SettingsRefused, match="open to the network without HTTPS: 0.0.0.0"):
            load({}, {})


@effort(max_examples=25)
@given(houses())
def test_what_is_written_is_read_again(tmp_path_factory, house):
    folder = tmp_path_factory.mktemp("house")
    (folder / FILE).write_text(written(house), encoding="utf-8")
    assert load({"folder": folder}, {}) == msgspec.structs.replace(house, folder=str(folder))


def test_the_written_demo_says_what_everything_means(folder):
    found = load({}, {})
    text = written(found)
    (folder / FILE).write_text(text)
    assert load({}, {}) == found
    for row in rows(Settings).values():
        assert (f"# {row.meaning[:60]}" in text) is (row.name != "folder")


LOG_KEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
WITNESS_KEY = str(Key("w", COSIGNATURE, bytes(32)))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (f'witness = [{{ key = "{LOG_KEY}", url = "https://w.example" }}]', "the key of a log, not of a witness"),
        ('witness = [{ key = "nonsense", url = "https://w.example" }]', "is not a key of a log or a witness"),
        (f'witness = [{{ key = "{WITNESS_KEY}", url = "ftp://w.example" }}]', "witness.url"),
        (f'witness = [{{ key = "{WITNESS_KEY}", url = "https://w.example/" }}]', "witness.url"),
        ('witnesses.log_name = "two words"', "witnesses.log_name"),
        ('witnesses.log_name = "a+b"', "witnesses.log_name"),
        ("witnesses.least = -1", "witnesses.least"),
    ],
)
def test_what_is_no_witness_or_log_name_is_told_with_its_place(tmp_path, line, words):
    (tmp_path / "taisai.toml").write_text(f'{line}\n[[table]]\nid = "T1"\npaytable = "rws-6/2"\n')
    with pytest.raises(SettingsRefused) as caught:
        load({"folder": tmp_path}, {})
    assert words in str(caught.value.words)


def test_a_witness_that_is_one_is_read_and_written_again(tmp_path):
    line = f'witness = [{{ key = "{WITNESS_KEY}", url = "https://w.example" }}]'
    (tmp_path / "taisai.toml").write_text(f'{line}\n[[table]]\nid = "T1"\npaytable = "rws-6/2"\n')
    settings = load({"folder": tmp_path}, {})
    assert settings.witness == (WitnessSettings(WITNESS_KEY, "https://w.example"),)
    (tmp_path / "taisai.toml").write_text(written(settings))
    assert load({"folder": tmp_path}, {}) == settings
