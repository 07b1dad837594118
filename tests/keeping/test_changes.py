"""Settings that changed since the start before: told with what was, and some refused while players have credits."""

import pytest
from house.script import installed
from msgspec.structs import replace

from taisai.house.settings import Settings
from taisai.house.settings_problems import SettingsRefusal
from taisai.house.settings_tables import Care, Events
from taisai.house.tables import TableSettings
from taisai.journal.memory import MemoryStore
from taisai.keeping.changes import changes, check_allowed, flat, in_words
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table.order import Order, Person

ONE = TableSettings("T1", "rws-6/2")
BEFORE = Settings(tables=(ONE, TableSettings("T2", "nz-2008/1")))


def table(*, credit=0, betting=False, voucher=""):
    desk = installed(MemoryStore())
    dealer, manager = Person("dee", Role.DEALER), Person("pit", Role.PIT_MANAGER)
    desk.do(Order("open", manager, c.OpenTable()))
    if credit:
        desk.do(Order("buy", dealer, c.BuyIn(2, credit)))
    if voucher:
        desk.do(Order("out", dealer, c.CashOut(2, voucher), 0, manager))
    if betting:
        desk.do(Order("bets", dealer, c.OpenBets(), 1))
    return desk.table


def check(after, **tables):
    old = flat(BEFORE)
    check_allowed(changes(old, flat(after)), old, lambda name, paytable: tables.get(name))


def test_a_change_is_told_with_what_was_and_what_is():
    after = Settings(name="Other", folder="/elsewhere", tables=(replace(ONE, window_s=30),))
    told = in_words(changes(flat(BEFORE), flat(after)))
    assert 'name was "Tai Sai House", is "Other"' in told
    assert "table.T1.window_s was 20, is 30" in told
    assert 'table.T2.id was "T2", is nothing' in told
    assert "folder" not in told
    assert changes(flat(BEFORE), flat(BEFORE)) == {}


MONEY = [
    replace(BEFORE, hand_pay=500),
    replace(BEFORE, voucher_days=1),
    replace(BEFORE, tables=(replace(ONE, window_s=30), BEFORE.tables[1])),
    replace(BEFORE, tables=(replace(ONE, pause_s=1), BEFORE.tables[1])),
    replace(BEFORE, tables=BEFORE.tables[1:]),
]


@pytest.mark.parametrize("after", MONEY)
@pytest.mark.parametrize(
    ("state", "why"),
    [
        ({"credit": 1}, "seat 2 has credit"),
        ({"credit": 1, "voucher": "123456789012"}, "seat 2 has an uncollected voucher"),
        ({"betting": True}, "round 1 is"),
    ],
)
def test_what_decides_about_credits_stays_while_there_are_any_or_a_round_is_under_way(after, state, why):
    with pytest.raises(Refused) as caught:
        check(after, T1=table(**state))
    assert caught.value.code is SettingsRefusal.WITH_CREDITS
    assert why in caught.value.words
    assert "at T1" in caught.value.words


@pytest.mark.parametrize("after", MONEY)
def test_with_no_credit_anywhere_everything_can_be_changed(after):
    check(after, T1=table())
    check(after)


def test_what_is_only_shown_or_noted_can_be_changed_at_any_time():
    added = (*BEFORE.tables, TableSettings("T3", "etg/1"))
    after = replace(
        BEFORE, name="Other", events=Events(win=5), care=Care(helpline="call"), idle_minutes=3, tables=added
    )
    check(after, T1=table(credit=1, betting=True))


def test_credit_at_another_table_does_not_hold_a_tables_own_settings():
    check(MONEY[2], T2=table(credit=1))


def test_what_was_never_known_was_never_changed():
    check_allowed(changes({}, flat(BEFORE)), {}, lambda *_: table(credit=1))
