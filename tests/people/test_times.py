import pytest

from taisai.people.times import near

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
