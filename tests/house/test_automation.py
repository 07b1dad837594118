"""A table takes the steps that its setup names, and waits for people at every other."""

from collections import Counter

import pytest

from taisai import ROLLS, Roll
from taisai.house.automation import Automation
from taisai.house.desk import Desk, Setup
from taisai.house.start import game
from taisai.house.tumbler import tumble
from taisai.journal.memory import MemoryStore
from taisai.rules.vocabulary import Act, Role, Step, Trouble
from taisai.table import commands as c
from taisai.table.events import RoundSettled
from taisai.table.order import Order, Person
from taisai.table.state import BetsShut, Betting, Idle, Settling

ALL = tuple(step.value for step in Step)


def desk_of(ref: str, automation: tuple[str, ...]) -> Desk:
    played = game(ref)
    desk = Desk.install(MemoryStore(), played, Setup("t", automation=automation), lambda: "now")
    permission = played.book.permission(Act.OPEN_TABLE)
    boss = Person("boss", permission.by[0])
    for check in set(permission.checks) - {permission.test_run}:
        desk.do(Order(f"check {check}", boss, c.RecordCheck(check)))
    lit = {str(roll): tuple(str(spot.id) for spot in played.paytable.lit(roll)) for roll in ROLLS}
    desk.do(Order("test", boss, c.RunTest(lit)))
    desk.do(Order("open", boss, c.OpenTable()))
    desk.do(Order("buy", Person("p", Role.PLAYER, 1), c.BuyIn(1, 1000)))
    return desk


@pytest.mark.parametrize("ref", ["rws-6/2", "etg/2", "nz-1998/1", "nz-2008/2"])
def test_a_fully_electronic_table_plays_whole_rounds_alone(ref):
    desk = desk_of(ref, ALL)
    automation = Automation(desk, lambda: Roll.parse("4-5-6"), window_s=30)
    automation.tick(0)
    assert isinstance(desk.table.phase, Betting)
    desk.do(Order("w", Person("p", Role.PLAYER, 1), c.PlaceWager(1, "big", 100), 1))
    assert automation.tick(29) == []
    events = [event for reply in automation.tick(30) for event in reply.events]
    assert any(isinstance(event, RoundSettled) for event in events)
    assert (desk.table.round, desk.table.seats[1].credit) == (2, 1100)
    assert isinstance(desk.table.phase, Betting), "the next round is open"


def test_any_mix_waits_for_people_at_the_other_steps():
    desk = desk_of("rws-6/2", ("close-bets", "collect"))
    automation = Automation(desk, tumble, window_s=10)
    dealer = Person("d", Role.DEALER)
    assert automation.tick(0) == []
    desk.do(Order("1", dealer, c.OpenBets(), 1))
    desk.do(Order("w", Person("p", Role.PLAYER, 1), c.PlaceWager(1, "big", 100), 1))
    automation.tick(5)
    automation.tick(15)
    assert isinstance(desk.table.phase, BetsShut)
    for number, command in enumerate([c.TumbleDice(3), c.RevealDice(), *map(c.PressButton, (4, 5, 6)), c.EnterRoll()]):
        assert automation.tick(99) == []
        desk.do(Order(f"d{number}", dealer, command, 1))
    automation.tick(99)
    assert isinstance(desk.table.phase, Settling)
    desk.do(Order("pay", dealer, c.PayArea(), 1))
    assert isinstance(desk.table.phase, Idle)


def test_a_stopped_table_begins_nothing_by_itself():
    desk = desk_of("rws-6/2", ALL)
    desk.do(Order("x", Person("d", Role.DEALER), c.ReportTrouble(Trouble.MALFUNCTION)))
    assert Automation(desk, tumble, window_s=1).tick(0) == []


def test_the_tumbler_shows_every_face_about_as_often_as_another():
    faces = Counter(face for _ in range(4000) for face in tumble().faces)
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert sum((count - 2000) ** 2 for count in faces.values()) / 2000 < 30, "chi-square, 5 degrees: one in 70,000"
