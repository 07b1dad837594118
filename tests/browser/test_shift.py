"""A shift at the pit: who is where, what the game is played with, its report, and alerts that nobody took."""

import json

import pytest
from browser.game import table
from browser.making import axe
from browser.staff import Supervisor
from cryptography.hazmat.primitives.serialization import load_pem_public_key
from playwright.sync_api import expect
from server.making import until
from server.test_records import played
from telling.receiver import receiving

from taisai.house.floor_plan import LimitTemplate, OpeningHours
from taisai.house.receiver_settings import ReceiverSettings
from taisai.people.events import AlertGivenUp
from taisai.people.significant_events import Happening
from taisai.reports.signatures import check
from taisai.rules.vocabulary import Role
from taisai.server import alert_sender as running_telling
from taisai.table.limits import LimitRule
from taisai.telling import outbox


@pytest.fixture
def house(screens):
    made = screens.house(table("H", "nz-2008/1"), table("R", "rws-6/2"))
    made.open("H", 1, 2)
    return made


@pytest.fixture
def pit(screens, house):
    return Supervisor(screens, house, "H", "gus.supervisor")


def go(pit, place, heading):
    pit.page.evaluate("place => (location.hash = place)", f"#/{place}")
    expect(pit.page.get_by_role("heading", name=heading).first).to_be_visible()


def assign(page, duty, name, where=""):
    form = page.get_by_role("form", name="Assign")
    form.get_by_label("Duty").select_option(duty)
    if where:
        form.get_by_label("Table").select_option(where)
    form.get_by_label("Person").select_option(name)
    form.get_by_role("button", name="Assign").click()


def test_dealers_are_assigned_relieved_and_rotate(pit, house):
    house.call(house.server.employ, "dan.dealer", Role.DEALER)
    house.call(house.server.employ, "eve.dealer", Role.DEALER)
    go(pit, "shift/duties", "Shift")
    row = pit.page.get_by_role("row").filter(has_text="H")
    assign(pit.page, "deal", "dee.dealer", "H")
    expect(row.first).to_contain_text("dee.dealer")
    assign(pit.page, "deal", "dan.dealer", "R")
    assign(pit.page, "supervise", "gus.supervisor", "H")
    expect(row.first).to_contain_text("gus.supervisor")
    rotation = pit.page.get_by_role("form", name="Rotation")
    rotation.get_by_label("Relief").select_option("eve.dealer")
    expect(rotation).to_contain_text("eve.dealer → H, dee.dealer → R, dan.dealer → Break")
    assert axe(pit.page) == []
    rotation.get_by_role("button", name="Rotate").click()
    expect(row.first).to_contain_text("eve.dealer")
    found = {(one.name, str(one.duty), one.table) for one in house.call(house.server.register.duties)}
    assert found == {
        ("eve.dealer", "deal", "H"), ("dee.dealer", "deal", "R"), ("dan.dealer", "break", ""),
        ("gus.supervisor", "supervise", "H"),
    }  # fmt: skip


def record(page, act, words="", where=""):
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("What was done").select_option(act)
    if where:
        sheet.get_by_role("combobox").last.select_option(where)
    if words:
        sheet.get_by_role("textbox").fill(words)
    sheet.get_by_role("button", name="Record").click()
    return sheet


def recorded(page, act, words="", where=""):
    """Once the form is empty again, for what was begun before that would be lost."""
    sheet = record(page, act, words, where)
    expect(sheet.get_by_label("What was done")).to_have_value("")
    return sheet


def test_damaged_dice_name_their_rounds_and_a_set_at_its_table_fills_them_in(pit, house, screens):
    house.run(played(house.server, (4, 5, 6)))
    go(pit, "shift/equipment", "Shift")
    pit.page.get_by_role("button", name="Add equipment").click()
    sheet = pit.page.get_by_role("dialog", name="Add equipment")
    sheet.get_by_label("Number", exact=True).fill("D-7")
    sheet.get_by_label("Serial numbers").fill("A1, A2, A3")
    sheet.get_by_label("Seal").fill("S1")
    sheet.get_by_role("button", name="Add equipment").click()
    expect(sheet).to_have_count(0)
    pit.page.get_by_role("button", name="D-7").click()
    screens.expect_error("409")
    expect(record(pit.page, "open", "S9")).to_contain_text("The number on the seal is not the one in the register")
    for act, words, where in (("open", "S1", ""), ("test-passed", "", ""), ("place", "", "H")):
        expect(recorded(pit.page, act, words, where)).to_contain_text("recorded.")
    expect(pit.page.get_by_role("dialog")).to_contain_text("In use · H")
    assert axe(pit.page) == []
    for _ in range(2):
        house.run(played(house.server, (4, 5, 6)))
    expect(recorded(pit.page, "fault", "a corner is chipped")).to_contain_text("H: 2-3")
    expect(recorded(pit.page, "remove")).to_contain_text("Stored")
    go(pit, "table/R", "Corrections")
    panel = pit.puts_right("Damaged dice")
    expect(panel.get_by_role("textbox")).to_be_visible()
    expect(panel).not_to_contain_text("D-7")
    fills_in_its_rounds(pit, house)


def fills_in_its_rounds(pit, house):
    """A set that is at the table whose dice are damaged."""
    register = house.server.register

    def used():
        register.add_item("gus.supervisor", "D1", "dice", serials=("a", "b", "c"), seal="S1")
        register.open_item("gus.supervisor", "D1", "S1")
        register.test_item("gus.supervisor", "D1", "", passed=True)
        register.place_item("gus.supervisor", "D1", "R", 0)

    house.call(used)
    house.open("R", 1)
    for _ in range(2):
        house.run(played(house.server, (4, 5, 6), table="R"))
    go(pit, "floor", "Floor")
    go(pit, "table/R", "Corrections")
    panel = pit.puts_right("Damaged dice")
    panel.get_by_role("button", name="Dice D1: rounds 1-2").click()
    expect(panel.get_by_role("textbox")).to_have_value("1-2")
    expect(panel).to_contain_text("2 rounds")


def test_the_report_of_the_shift_is_on_screen_and_signed_to_take_along(pit, house):
    house.run(played(house.server, (4, 5, 6), (1, "big", 500)))
    go(pit, "reports/shift", "Shift report")
    for title in ("Turnover and win by dealer", "Theory and actual by table", "Voids, corrections and disputes"):
        expect(pit.page.get_by_role("region", name=title)).to_be_visible()
    expect(pit.page.get_by_role("region", name="Turnover and win by dealer")).to_contain_text("(dealer)")
    expect(pit.page.get_by_text("Gaming day", exact=False).last).to_be_visible()
    assert axe(pit.page) == []
    public = load_pem_public_key((house.server.house.settings.keys_folder / "taisai-public.pem").read_bytes())
    for kind in ("PDF", "CSV", "JSON"):
        with pit.page.expect_download() as taken:
            pit.page.get_by_role("link", name=kind, exact=True).click()
        content = taken.value.path().read_bytes()
        assert check(content, public.public_bytes_raw())
    assert len(json.loads(content)["sections"]) == 10


def test_a_dead_letter_is_shown_and_told_again_when_the_receiver_is_back(screens, monkeypatch):
    monkeypatch.setattr(outbox, "DELAY_FIRST_S", 0.01)
    monkeypatch.setattr(running_telling, "TURN_S", 0.01)
    with receiving() as receiver:
        receiver.answer = lambda _: 503
        made = screens.house(table("H", "nz-2008/1"), receiver=(ReceiverSettings("pager", url=receiver.url),))
        register = made.server.register

        def give_up():
            seq = register.note(Happening.DISK_LOW, "12 MB are left")
            register.letters_given_up([AlertGivenUp("pager", seq, seq, 9, "it answers 503")])
            return seq

        seq = made.call(give_up)
        pit = Supervisor(screens, made, "H", "gus.supervisor")
        go(pit, "events", "All significant events")
        panel = pit.page.get_by_role("region", name="Undelivered alerts")
        expect(panel).to_contain_text("12 MB are left")
        expect(panel).to_contain_text("it answers 503")
        assert axe(pit.page) == []
        receiver.answer = lambda _: 204
        panel.get_by_role("button", name=f"{seq} pager").click()
        expect(panel.get_by_role("button")).to_have_count(0)
        made.run(_told(register, receiver, seq))
        auditor = screens.page(made, "/pit#/events", made.sign_in("aud.auditor"), still=True)
        expect(auditor.get_by_role("heading", name="All significant events")).to_be_visible()
        expect(auditor.get_by_role("region", name="Undelivered alerts")).to_have_count(0)


async def _told(register, receiver, seq):
    await until(lambda: any(one.data["number"] == seq for one in receiver.taken))
    assert seq not in register.told("pager").dead


def notes_footage(pit, house):
    """An event gets a camera and a time code."""
    house.call(house.server.register.note, Happening.LARGE_WIN, "seat 1 wins", table="H")
    go(pit, "events", "All significant events")
    row = pit.page.get_by_role("row").filter(has_text="Large win")
    row.get_by_role("button", name="Note footage").click()
    sheet = pit.page.get_by_role("dialog")
    sheet.get_by_label("Camera").fill("cam 12")
    sheet.get_by_label("Time code from").fill("21:04:10:12")
    sheet.get_by_role("button", name="Note footage").click()
    expect(sheet).to_have_count(0)
    expect(row).to_contain_text("Camera cam 12, 21:04:10:12")


def test_a_player_is_rated_and_an_event_gets_its_footage(pit, house):
    go(pit, "shift/ratings", "Shift")
    form = pit.page.get_by_role("form", name="Start rating")
    form.get_by_label("Card number").fill("C-4711")
    form.get_by_label("Name").fill("Pat Player")
    form.get_by_label("Seat").fill("1")
    form.get_by_role("button", name="Start rating").click()
    row = pit.page.get_by_role("row").filter(has_text="Pat Player")
    expect(row).to_contain_text("round 1")
    assert axe(pit.page) == []
    for stake in (500, 1_500):
        house.run(played(house.server, (4, 5, 6), (1, "big", stake)))
    row.get_by_role("button", name="End").click()
    expect(row).to_have_count(0)
    house.run(played(house.server, (4, 5, 6), (1, "big", 9_900)))
    go(pit, "reports/ratings", "Ratings of players")
    table = pit.page.get_by_role("region", name="Ratings of players")
    expect(table).to_contain_text("P1")
    expect(table).to_contain_text("20")
    expect(table).not_to_contain_text("Pat Player")
    notes_footage(pit, house)


def test_limits_that_are_due_are_put_in_force_by_two(screens):
    due = (LimitRule(minimum=500, maximum=100_000),)
    given = {
        "opening_hours": (OpeningHours("00:00", "00:00", tables=("R",)),),
        "limit_template": (LimitTemplate("all-day", due, tables=("H",)),),
    }
    made = screens.house(table("H", "nz-2008/1"), table("R", "rws-6/2"), **given)
    made.open("H", 1)
    pit = Supervisor(screens, made, "H", "gus.supervisor")
    go(pit, "shift/plan", "Plan")
    expect(pit.page.get_by_role("row").filter(has_text="R Table R")).to_contain_text("to be opened")
    row = pit.page.get_by_role("row").filter(has_text="all-day")
    assert axe(pit.page) == []
    row.get_by_role("button", name="Put in force").click()
    pit.agrees("pit.manager", "Limits all-day at H")
    expect(row).to_contain_text("in force")
    expect(row.get_by_role("button")).to_have_count(0)
    assert made.table("H").limits == due
