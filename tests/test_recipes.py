"""The recipes of the architecture page are whole: what they name is there, and what is added as they say is served."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import msgspec
import pytest
from reports.evenings import sources
from server.making import HAND, OF_ROLE, house

from taisai import Refusal
from taisai.house.setting_rows import row, rows
from taisai.reports.registry import REPORTS, ReportKind
from taisai.reports.report import Body, Column, Kind
from taisai.rules.vocabulary import Role

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
RECIPES = dict(re.findall(r"^### An? (.+)\n\n((?:[- ] .*\n)+)", PAGE.partition("## How to add")[2], re.MULTILINE))
LANGUAGES = ("en", "ms", "zh-Hans", "zh-Hant")
MESSAGES = ROOT / "web" / "src" / "i18n" / "messages"
FILES_MOST = 10

ORDER = """
import json
from msgspec import convert, to_builtins

import taisai.table.trades.every
from taisai.rules.personal import TypedText
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Role
from taisai.table.accounts import HOUSE, Transfer, owed_account
from taisai.table.gates import CREDITS, MONEY, TWO
from taisai.table.handlers import applies, decides
from taisai.table.parts import Command, Event


class WaiveDebt(Command, frozen=True, tag="waive-debt"):
    seat: int
    player: str


@decides(MONEY, TWO, CREDITS)
def waive_debt(game, table, order, command: WaiveDebt) -> list[Event]:
    return [DebtWaived(command.seat, 5, command.player)]


class DebtWaived(Event, frozen=True, tag="debt-waived"):
    seat: int
    amount: int
    player: TypedText

    def sentence(self, money):
        return f"{self.player} keeps {money(self.amount)}"

    def transfers(self, bank):
        return (Transfer(bank, owed_account(self.seat), self.amount),)


@applies
def debt_waived(table, event: DebtWaived) -> None:
    table.seats[event.seat].owed -= event.amount


from taisai.house.games import game
from taisai.house.narration import tell
from taisai.ledger.balances import Ledger
from taisai.privacy.fields import personal_fields
from taisai.server import felts, openapi
from taisai.server.routes import ROUTES
from taisai.table import commands, events
from taisai.table.decide import decide
from taisai.table.evolve import evolve
from taisai.table.order import Order, Person
from taisai.table.state import Idle, Seat, Table

table = Table("T", "nz-2008/1", "", "credits", (), (), (), {1: Seat(owed=7)})
command = convert({"do": "waive-debt", "seat": 1, "player": "Ann"}, commands.Command)
giver, second = Person("one", Role.PIT_MANAGER), Person("two", Role.SHIFT_MANAGER)
try:
    decide(game("nz-2008/1"), table, Order("1", giver, command))
    alone = ""
except Refused as refused:
    alone = refused.code.value
(event,) = decide(game("nz-2008/1"), table, Order("1", giver, command, second=second))
evolve(table, convert(to_builtins(event), events.Event))
ledger = Ledger(HOUSE)
ledger.post(event)
gates = felts.play("nz-2008/1", "credits").gates["waive-debt"]
print(json.dumps({
    "alone": alone, "owed": table.seats[1].owed, "balances": dict(ledger.balances), "told": tell(event),
    "personal": [*personal_fields(DebtWaived)], "two": gates.two, "by": gates.by,
    "api": sorted({"WaiveDebt", "DebtWaived"} & {*openapi.page(ROUTES)["components"]["schemas"]}),
}))
"""  # the modules that gather come after it, as they do in the package


@pytest.mark.parametrize("recipe", RECIPES)
def test_whatever_a_recipe_names_is_there(recipe):
    named = re.findall(r"`((?:src|tests|web)/[^`]+)`", RECIPES[recipe])
    assert named
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_the_recipes_are_these_and_an_order_takes_ten_files_at_most():
    assert [*RECIPES] == ["order", "report", "setting", "screen text", "refusal"]
    assert len(re.findall(r"^- ", RECIPES["order"], re.MULTILINE)) <= FILES_MOST


def test_an_order_is_enforced_served_told_paid_and_veiled_from_the_file_of_its_trade():
    made = subprocess.run([sys.executable, "-c", ORDER], capture_output=True, text=True, check=False, cwd=ROOT)
    assert made.returncode == 0, made.stderr
    told = json.loads(made.stdout)
    assert told.pop("by")[0] == "dealer"
    assert told == {
        "alone": "dual-control", "owed": 2, "balances": {"house": -5, "owed:1": 5}, "told": "Ann keeps 5",
        "personal": ["player"], "two": True, "api": ["DebtWaived", "WaiveDebt"],
    }  # fmt: skip


async def test_a_report_is_listed_and_made_by_its_row(tmp_path, monkeypatch):
    body = Body((Column("table", Kind.TEXT),), (("T1",),))
    monkeypatch.setitem(REPORTS, "toy", ReportKind("A toy", lambda _: body, ("table",)))
    assert REPORTS["toy"].make(sources()).rows == (("T1",),)
    async with house(tmp_path, HAND) as server:
        listed = (await server.get("/api/reports", server.sign_in(OF_ROLE[Role.AUDITOR]))).json["reports"]
    assert listed[-1] == {"name": "toy", "title": "A toy", "groups": ["table"]}


def test_a_setting_is_its_row():
    class Toys(msgspec.Struct, frozen=True):
        many: Annotated[int, row("How many toys there are.", shown=True)] = 3

    class File(msgspec.Struct, frozen=True):
        toys: Toys = Toys()

    (found,) = rows(File).values()
    assert (found.name, found.flat, found.default, found.meaning) == (
        "toys.many", "toys_many", 3, "How many toys there are."
    )  # fmt: skip


def keys_in(part, language):
    return {*json.loads((MESSAGES / part / f"{language}.json").read_text(encoding="utf-8"))}


@pytest.mark.parametrize("part", sorted(folder.name for folder in MESSAGES.iterdir()))
def test_a_screen_text_is_there_in_four_languages(part):
    assert {path.stem for path in (MESSAGES / part).glob("*.json")} == {*LANGUAGES}
    assert [language for language in LANGUAGES if keys_in(part, language) != keys_in(part, "en")] == []


def test_every_refusal_of_a_table_has_words_on_the_screens():
    assert {code.value for code in Refusal} <= keys_in("refusals", "en")
