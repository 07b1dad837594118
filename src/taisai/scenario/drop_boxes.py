"""The meaning of sentences about drop boxes, soft counts and tips."""

from collections.abc import Iterator
from typing import Final

from taisai.house.desk import Desk
from taisai.rules.vocabulary import Act, Role
from taisai.scenario.grammar import Said
from taisai.scenario.requests import DEALER, Sentence, Wish, by_two, dealer, may, one, pile, staff
from taisai.table import commands as c

COUNTERS: Final = (staff(Role.DEALER), staff(Role.GAME_SUPERVISOR), staff(Role.CASINO_SUPERVISOR))
"""Defaults: who enters first, who enters second, and who confirms."""


def _exchange(desk: Desk, said: Said, box: str) -> Iterator[Wish]:
    """Exchange the box. A sentence that names the leaving box must name the one on the table."""
    leaves = "leaves" in said.form
    by = may(desk, Act.OPEN_TABLE)
    yield Wish(DEALER, c.ExchangeBox("" if leaves and desk.table.tray.box == box else box), by)


def _entered(desk: Desk, _: Said, box: str, notes: str = "") -> Iterator[Wish]:
    known = desk.table.tray.boxes.get(box)
    by = COUNTERS[len(known.entries) % 2 if known else 0]
    yield Wish(by, c.EnterSoftCount(box, pile(notes) if notes else {}))


def _confirmed(_: Desk, __: Said, box: str, why: str = "") -> Iterator[Wish]:
    yield Wish(COUNTERS[2], c.ConfirmSoftCount(box, not why, why))


def _approved(desk: Desk, _: Said, box: str, why: str) -> Iterator[Wish]:
    permission = desk.game.book.permission(Act.OPEN_TABLE)
    others = [role for role in (permission.by if permission else ()) if staff(role) not in COUNTERS]
    yield Wish(staff(Role(others[0])) if others else DEALER, c.ApproveSoftCount(box, why))


DROP_BOXES: Final[dict[str, Sentence]] = {
    "drop": _exchange,
    "soft-count": _entered,
    "confirm-soft-count": _confirmed,
    "approve-soft-count": _approved,
    "tip": one(lambda seat, chips: c.GiveTip(int(seat), pile(chips)), dealer),
    "take-tips": by_two(lambda chips: c.TakeTips(pile(chips)), Act.HANDLE_MONEY),
}
