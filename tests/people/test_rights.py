"""The one table of rights."""

import json
from pathlib import Path

import pytest

from taisai.people.rights import RIGHTS, STAFF, Right, listing, may, rights_of
from taisai.rules.vocabulary import Role

MESSAGES = Path(__file__).parents[2] / "web/src/i18n/messages/pit"

READING = frozenset(right for right in Right if right.startswith(("read-", "recall-")))


def test_every_right_stands_in_the_table():
    assert list(RIGHTS) == list(Right)
    assert all(RIGHTS.values())


def test_an_auditor_reads_everything_and_changes_nothing():
    assert rights_of(Role.AUDITOR) == READING


def test_a_technician_has_nothing_to_do_with_money_or_orders():
    assert rights_of(Role.TECHNICIAN) == {
        Right.READ_TABLES, Right.READ_EVENTS, Right.READ_DEVICES, Right.READ_METRICS,
        Right.MANAGE_DEVICES, Right.MANAGE_EQUIPMENT, Right.RUN_SELF_TEST, Right.ACCEPT_SOFTWARE,
    }  # fmt: skip


def test_a_shift_manager_may_all_that_staff_may():
    assert rights_of(Role.SHIFT_MANAGER) == frozenset(Right)


def test_nobody_else_manages_staff():
    assert RIGHTS[Right.MANAGE_STAFF] == {Role.SHIFT_MANAGER}


@pytest.mark.parametrize(
    ("lower", "higher"),
    [
        (Role.DEALER, Role.GAME_SUPERVISOR),
        (Role.GAME_SUPERVISOR, Role.CASINO_SUPERVISOR),
        (Role.CASINO_SUPERVISOR, Role.PIT_MANAGER),
        (Role.PIT_MANAGER, Role.SHIFT_MANAGER),
    ],
)
def test_whoever_stands_higher_may_no_less(lower, higher):
    assert rights_of(lower) <= rights_of(higher)


def test_players_and_the_house_itself_are_no_staff():
    assert set(Role) - STAFF == {Role.PLAYER, Role.AUTOMATION}
    assert rights_of(Role.PLAYER) == {Right.READ_TABLES, Right.ORDER}
    assert rights_of(Role.AUTOMATION) == {Right.ORDER, Right.MANAGE_DEVICES, Right.ACCEPT_SOFTWARE}


def test_the_listing_says_the_same_as_the_table():
    listed = listing()
    assert {(right, role) for right, roles in listed.items() for role in roles} == {
        (right, role) for right in Right for role in Role if may(role, right)
    }
    assert listed[Right.READ_JOURNAL] == (Role.SHIFT_MANAGER, Role.AUDITOR)


@pytest.mark.parametrize("language", ["en", "ms", "zh-Hans", "zh-Hant"])
def test_every_right_has_words_in_every_language(language):
    """The pit lists them to whoever has them."""
    words = json.loads((MESSAGES / f"{language}.json").read_text(encoding="utf-8"))
    assert {one for one in words if one.startswith("right.")} == {f"right.{right.value}" for right in Right}
