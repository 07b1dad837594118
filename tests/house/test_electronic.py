"""A table that deals itself is a house game: its rulebook must permit it, and whoever names it says so."""

from pathlib import Path

import pytest
from books.house import House
from msgspec.structs import replace
from reports.evenings import REPORTS, evening, report, sources
from server.making import HAND, SELF, house

from taisai import Refusal, Refused
from taisai.books.files import book_ids
from taisai.books.load import rulebook
from taisai.house.desk import Desk
from taisai.house.games import game
from taisai.house.narration import tell
from taisai.house.recall import recorded_kind
from taisai.house.settings import FILE
from taisai.house.settings_problems import SettingsRefused
from taisai.house.settings_reader import load
from taisai.house.setup import Setup
from taisai.house.tables import kind_of
from taisai.journal.memory import MemoryStore
from taisai.reports.formats import FORMATS
from taisai.rules.vocabulary import Step
from taisai.table import commands as c
from taisai.table.electronic import table_kind
from taisai.table.events import TableInstalled

ENTERS = ("tumble", "reveal", "enter")
KIND = "electronic tumbler, house game with the pay table rws-6/2"


@pytest.fixture
def own(tmp_path):
    """A rulebook of a house's own, beside the settings; it says nothing of electronic tumblers."""
    made = House(tmp_path / "my-house")
    made.spoil("rules.toml", 'edition = "1"', 'edition = "1"\npreset = "usual"')
    return made


def refusals(folder: Path, paytable: str, automation: str) -> list[str]:
    (folder / FILE).write_text(f'[[table]]\nid = "T1"\npaytable = "{paytable}"\nautomation = {automation}\n')
    with pytest.raises(SettingsRefused) as refused:
        load({"folder": folder}, {})
    return [str(problem) for problem in refused.value.problems]


def permitted(own: House, word: str) -> None:
    own.spoil("rules.toml", 'currency = "EUR"', f'currency = "EUR"\nelectronic = "{word}"')


@pytest.mark.parametrize("book", book_ids())
def test_our_rulebooks_permit_it_as_a_house_game(book):
    assert rulebook(book).rulebook.electronic == "house-game"


@pytest.mark.parametrize("word", ["", "no"])
@pytest.mark.parametrize(("automation", "value"), [('"electronic"', "electronic"), (f"{list(ENTERS)}", "enter")])
def test_a_rulebook_that_does_not_permit_it_runs_no_table_that_deals_itself(tmp_path, own, word, automation, value):
    if word:
        permitted(own, word)
    (told,) = refusals(tmp_path, "./my-house/1", automation)
    wrong, fix = told.removesuffix(")").split(" (")
    assert wrong == f"{tmp_path / FILE}:4: table.automation: house does not permit an electronic tumbler: {value}"
    assert fix == 'deal by hand, or set electronic = "house-game" in the rulebook'


def test_a_rulebook_that_permits_it_runs_one_and_any_rulebook_a_table_dealt_by_hand(tmp_path, own):
    by_hand = '[[table]]\nid = "T2"\npaytable = "./my-house/1"\nautomation = ["tumble", "reveal", "pay"]\n'
    (tmp_path / FILE).write_text(by_hand)
    assert [kind_of(table) for table in load({"folder": tmp_path}, {}).tables] == [""]
    permitted(own, "house-game")
    itself = '[[table]]\nid = "T1"\npaytable = "./my-house/1"\nautomation = "electronic"\n'
    (tmp_path / FILE).write_text(by_hand + itself)
    kinds = [kind_of(table) for table in load({"folder": tmp_path}, {}).tables]
    assert kinds == ["", "electronic tumbler, house game with the pay table house/1"]


@pytest.mark.parametrize(
    ("steps", "missing"),
    [(["enter"], "tumble and reveal"), (["tumble", "enter"], "reveal"), (["reveal", "enter", "pay"], "tumble")],
)
@pytest.mark.parametrize("paytable", ["rws-6/2", "nz-2008/1"])
def test_where_the_table_enters_no_person_tumbles_or_uncovers(tmp_path, paytable, steps, missing):
    (told,) = refusals(tmp_path, paytable, str(steps))
    wrong, fix = told.removesuffix(")").split(" (")
    words = "an electronic tumbler must take all steps before the entry itself"
    assert wrong == f"{tmp_path / FILE}:4: table.automation: {words}: enter"
    assert fix == f"add {missing}, or remove enter"


def installed(paytable: str, automation: tuple[str, ...]) -> Desk:
    return Desk.install(MemoryStore(), game(paytable), Setup("T1", automation=automation), lambda: "now")


def test_whoever_installs_a_table_without_settings_is_refused_the_same(own):
    for paytable, automation, words in (
        (own.ref, ENTERS, "house does not permit an electronic tumbler"),
        ("rws-6/2", ("enter",), "add tumble and reveal, or remove enter"),
        ("rws-6/2", ("enter", "tumble", "pay"), "add reveal"),
    ):
        with pytest.raises(Refused, match=words) as refused:
            installed(paytable, automation)
        assert (refused.value.code, refused.value.value) == (Refusal.SETUP_INVALID, automation)
    assert installed("rws-6/2", ENTERS).table.automation == ENTERS
    assert installed(own.ref, ("tumble", "reveal")).table.automation == ("tumble", "reveal")


@pytest.mark.parametrize("automation", [(), tuple(step for step in Step if step is not Step.ENTER)])
def test_a_table_at_which_a_person_enters_is_the_documents_own_game(automation):
    assert table_kind("rws-6/2", automation) == ""


def test_a_journal_says_it_where_its_table_is_installed():
    for automation, kind in ((ENTERS, KIND), ((), "")):
        store = installed("rws-6/2", automation).store
        assert recorded_kind(store) == kind
        event = TableInstalled("T1", "rws-6", "rws-6/2", "", {}, "SGD", "credits", 8, automation, (), ())
        told = "table T1 is installed with rws-6/2, 8 seats, played with credits"
        assert tell(event) == (f"{told}; {kind}" if kind else told)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("name", REPORTS)
def test_every_report_names_its_electronic_tables_so_and_no_other(name, form):
    by_hand, electronic = evening("rws-6/2"), evening("rws-6/2", automation=ENTERS)
    text = FORMATS[form].content(REPORTS[name].make(sources(by_hand, electronic, noted=()))).decode()
    assert f"T1 again: {KIND}" in text
    assert b"house game" not in FORMATS[form].content(REPORTS[name].make(sources(by_hand, noted=())))


def test_a_report_names_tables_of_one_kind_together():
    floor = [evening(ref, automation=ENTERS) for ref in ("rws-6/2", "nz-1998/1", "rws-6/2")]
    for number, play in enumerate(floor, start=1):
        play.table.table = f"E{number}"
    assert report("meters", *floor).house_games == (
        f"E1, E3: {KIND}",
        "E2: electronic tumbler, house game with the pay table nz-1998/1",
    )


@pytest.mark.parametrize(("table", "electronic"), [(replace(SELF, window_s=3600), True), (HAND, False)])
async def test_the_lobby_and_a_voucher_carry_what_a_screen_says_in_its_own_language(tmp_path, table, electronic):
    async with house(tmp_path, table) as server:
        await server.open(table.id, 1)
        lobby = (await server.get("/api/tables")).json["tables"][0]
        assert (lobby["electronic"], lobby["paytable"]) == (electronic, table.paytable)
        give = {"round": 0, "id": "out", "command": c.CashOut(1)}
        answer = await server.post(f"/api/tables/{table.id}/orders", server.terminal(table.id, 1), give)
        voucher = answer.json["voucher"]
        assert (voucher["electronic"], voucher["paytable"]) == (electronic, table.paytable)


def test_a_rulebook_by_which_nobody_may_open_a_table_is_no_settings_table_in_one_line(tmp_path):
    House(tmp_path / "bare")
    (told,) = refusals(tmp_path, "./bare/1", '"by-hand"')
    assert "no role may open a table" in told
    assert "more; see: taisai check --to-run" in told
