import pytest

from taisai.people.times import near, recent, until

NOON = "2026-11-15T12:00:00.000+00:00"


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        (NOON, True),
        ("2026-11-15T11:59:00.001+00:00", True),
        ("2026-11-15T11:59:00.000+00:00", False),
        ("2026-11-15T12:00:59.999+00:00", True),
        ("2026-11-15T12:01:00.000+00:00", False),
    ],
)
def test_a_minute_is_a_minute_whichever_comes_first(at, expected):
    assert near(at, NOON, 60) is expected


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        (NOON, True),
        ("2026-11-15T11:59:00.001+00:00", True),
        ("2026-11-15T11:59:00.000+00:00", False),
        ("2036-11-15T12:00:00.000+00:00", True),
    ],
)
def test_what_is_yet_to_come_is_never_long_ago(at, expected):
    assert recent(at, NOON, 60) is expected


def test_an_end_is_told_in_universal_time():
    assert until("2026-11-15T13:00:01.999+01:00", 24 * 3600) == "2026-11-16 12:00:01 UTC"
