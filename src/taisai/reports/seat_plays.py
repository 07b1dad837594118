"""Data from a journal for the lab: a seat's wagers as a plan, and the throws of a table."""

import numpy as np

from taisai.house.dice_watch import may_be_watched, thrown
from taisai.house.recall import history, told_of
from taisai.journal.store import Store
from taisai.maths.randomness import Throws
from taisai.reports.money import awards_of
from taisai.rules.refusals import Refusal, Refused
from taisai.table import events as e


def plan_of_seat(store: Store, seat: int) -> tuple[str, dict[str, int]]:
    """Return the pay table, and the seat's stakes in its last round."""
    paytable = ""
    stakes: dict[str, int] = {}
    for told in history(store):
        match told.event:
            case e.TableInstalled():
                paytable = told.event.paytable
            case e.LosersCollected() as collected:
                found = {award.spot: award.stake for award in awards_of(collected) if award.seat == seat}
                stakes = found or stakes
    if not stakes:
        raise Refused(Refusal.SEAT_UNKNOWN, f"seat {seat} has no wagers in this journal; choose another seat", seat)
    return paytable, stakes


def throws_of(store: Store) -> Throws:
    """Return one throw per settled round, with later corrections, just as a table watches its own dice.

    The order of the dice is kept if a tumbler recorded it."""
    found = thrown(told.event for told in told_of(store, may_be_watched))
    return np.array([[int(face) for face in roll.split("-")] for roll in found], dtype=np.int64).reshape(-1, 3)
