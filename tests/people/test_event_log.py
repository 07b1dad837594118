"""Significant events can be found again, and the critical ones wait for somebody."""

import pytest
from people.making import BOSS, refused

from taisai.people import event_log, evolve, register_entry
from taisai.people import events as e
from taisai.people.event_log import Note
from taisai.people.refusals import PeopleRefusal as No
from taisai.people.significant_events import Happening, Severity
from taisai.rules.vocabulary import Role


@pytest.fixture
def noted(house):
    """Found at 06:10; then a void at 07:10, a large win at 08:10, a malfunction at 09:10."""
    house.wait(3600)
    house.register.note(Happening.ROUND_VOID, "round 7 is void", table="T1", value="7", seq=41)
    house.wait(3600)
    house.register.note(Happening.LARGE_WIN, "seat 3 won 9000", table="T2", device="terminal-3", value="9000", seq=12)
    house.wait(3600)
    house.register.note(Happening.MALFUNCTION_REPORTED, "The dome jammed", table="T1", seq=44, by=BOSS)
    return house


def codes(page):
    return [found.code for found in page.happenings]


def test_what_is_noted_is_found_with_all_that_was_said(noted):
    win = noted.register.search(code="large-win").happenings[0]
    assert (win.at, win.by, win.code, win.severity) == (
        "2026-11-15T08:10:00.000+00:00", "taisai", "large-win", Severity.WARNING,
    )  # fmt: skip
    assert (win.words, win.table, win.device, win.value, win.table_seq) == (
        "seat 3 won 9000", "T2", "terminal-3", "9000", 12,
    )  # fmt: skip
    assert not win.waiting
    assert noted.register.search(code="malfunction-reported").happenings[0].by == BOSS


def test_a_page_that_reaches_the_beginning_leads_nowhere(noted):
    assert noted.register.search().before_seq == noted.register.attempts().before_seq == 0


def test_the_newest_come_first(noted):
    assert codes(noted.register.search()) == ["malfunction-reported", "large-win", "round-void", "person-added"]


@pytest.mark.parametrize(
    ("sought", "found"),
    [
        ({"table": "T1"}, ["malfunction-reported", "round-void"]),
        ({"code": "round-void"}, ["round-void"]),
        ({"text": "DOME"}, ["malfunction-reported"]),
        ({"text": "terminal-3"}, ["large-win"]),
        ({"text": BOSS}, ["malfunction-reported", "person-added"]),
        ({"since": "2026-11-15T08"}, ["malfunction-reported", "large-win"]),
        ({"since": "2026-11-15T08:10:00Z"}, ["malfunction-reported", "large-win"]),
        ({"since": "2026-11-15T08:10:00.001+00:00"}, ["malfunction-reported"]),
        ({"until": "2026-11-15T07:10"}, ["round-void", "person-added"]),
        ({"until": "2026-11-15T07:09"}, ["person-added"]),
        ({"since": "2026-11-15", "until": "2026-11-15", "limit": 1}, ["malfunction-reported"]),
        ({"since": "2026-11-16"}, []),
        ({"until": "2026-11-14"}, []),
    ],
)
def test_search(noted, sought, found):
    assert codes(noted.register.search(**sought)) == found


@pytest.mark.parametrize(
    "sought",
    [
        {"limit": 0}, {"limit": 1001}, {"before_seq": -1}, {"code": "round-voided"}, {"since": "yesterday"},
        {"until": "2026-11-15T07:10:00+08:00"}, {"since": "Z"}, {"since": "٢٠٢٦"},
    ],
)  # fmt: skip
def test_what_cannot_be_sought_is_refused(noted, sought):
    assert refused(noted.register.search, **sought).code is No.SEARCH_INVALID


def test_a_code_nearly_right_is_suggested(noted):
    assert refused(noted.register.search, code="round-voided").words.endswith("did you mean round-void?")


@pytest.mark.parametrize("window", [1, 2, 3, 256])
@pytest.mark.parametrize("scanned", [1, 3, 5000])
def test_pages_lead_through_everything_once(house, monkeypatch, window, scanned):
    monkeypatch.setattr(register_entry, "WINDOW", window)
    monkeypatch.setattr(event_log, "SCANNED", scanned)
    for number in range(7):
        house.register.note(Happening.ROUND_VOID, f"round {number} is void")
    found, page = [], house.register.search(code="round-void", limit=2)
    while page.before_seq:
        found += page.happenings
        page = house.register.search(code="round-void", limit=2, before_seq=page.before_seq)
    assert [one.words for one in [*found, *page.happenings]] == [f"round {n} is void" for n in range(6, -1, -1)]


def test_a_search_in_an_empty_register_finds_nothing(house):
    assert house.register.search(before_seq=1).happenings == ()
    assert house.register.search(before_seq=1).before_seq == 0


def test_a_page_looks_at_no_more_than_it_should(house, monkeypatch):
    monkeypatch.setattr(event_log, "SCANNED", 3)
    page = house.register.search(code="large-win")
    assert page.happenings == ()
    assert page.before_seq == house.register.head.seq - 2


def test_what_is_critical_waits_until_it_is_acknowledged(noted):
    noted.employ("sue", Role.GAME_SUPERVISOR)
    (waiting,) = noted.register.waiting()
    assert waiting.code == "malfunction-reported"
    noted.wait(30)
    noted.register.acknowledge("sue", waiting.seq)
    assert noted.register.waiting() == ()
    found = noted.register.search(code="malfunction-reported").happenings[0]
    assert (found.waiting, found.acknowledged_by, found.acknowledged_at) == (False, "sue", noted.clock())


def test_what_does_not_wait_is_not_acknowledged(noted):
    win = noted.register.search(code="large-win").happenings[0]
    (waiting,) = noted.register.waiting()
    noted.register.acknowledge(BOSS, waiting.seq)
    for seq in (win.seq, waiting.seq, 9999):
        assert refused(noted.register.acknowledge, BOSS, seq).code is No.NOT_WAITING


def test_an_auditor_acknowledges_nothing(noted):
    noted.employ("oda", Role.AUDITOR)
    assert refused(noted.register.acknowledge, "oda", noted.register.waiting()[0].seq).code is No.RIGHT_MISSING


def test_of_old_ones_it_stays_known_that_they_were_acknowledged(house, monkeypatch):
    monkeypatch.setattr(evolve, "ACKNOWLEDGED_KEPT", 1)
    for _ in range(2):
        house.register.acknowledge(BOSS, house.register.note(Happening.DISK_LOW, "1 GB is left"))
    new, old = house.register.search(code="disk-low").happenings
    assert (new.waiting, new.acknowledged_by) == (False, BOSS)
    assert (old.waiting, old.acknowledged_by) == (False, "")


def test_how_far_a_table_was_noted(noted):
    assert [noted.register.noted_seq(table) for table in ("T1", "T2", "T3")] == [44, 12, 0]
    noted.register.note(Happening.DISPUTE_OPENED, "late", table="T1", seq=43)
    noted.register.note(Happening.DEVICE_LOST, "lost", table="T1", device="terminal-3")
    assert noted.register.noted_seq("T1") == 44


def test_where_the_newest_of_a_kind_stands_is_known_without_a_search(noted, monkeypatch):
    monkeypatch.setattr(event_log, "SCANNED", 0)
    assert noted.register.newest_seq(Happening.STARTED) == 0
    first = noted.register.note(Happening.STARTED, "started")
    assert noted.register.newest_seq(Happening.STARTED) == first
    assert noted.open().newest_seq(Happening.STARTED) == first
    assert noted.register.note(Happening.STARTED, "started") == noted.register.newest_seq(Happening.STARTED) > first


def test_notes_are_written_together(house):
    before = house.register.head.seq
    last = house.register.note_all(
        [Note(Happening.ROUND_VOID, "void", "T1", seq=5), Note(Happening.OVERRIDE, "by hand", "T1", seq=5, by="dee")]
    )
    assert last == before + 2
    assert codes(house.register.search(limit=2)) == ["override", "round-void"]
    assert house.recorded()[-1].by.name == "dee"


def test_long_words_are_cut(house):
    house.register.note(Happening.OVERRIDE, "w" * 9000, value="v" * 9000, table="t" * 9000)
    (event,) = house.events(e.HappeningNoted)[-1:]
    assert (len(event.words), len(event.value), len(event.table)) == (500, 500, 64)
