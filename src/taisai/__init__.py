"""Tai Sai: published rules as data, pay tables, exact figures, and the lab.

The lab's names bring NumPy and SciPy with them, so they are imported when they are first asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from taisai.books.load import clauses, layout, paytable, paytables, rulebook, shipped_paytables
from taisai.maths.exact import Figures, covariance, figures
from taisai.maths.exposure import Book
from taisai.maths.plan import Plan, plan
from taisai.rules.call import call
from taisai.rules.odds import Odds
from taisai.rules.paytable import PayTable
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.roll import ROLLS, Roll
from taisai.rules.spot import Spot
from taisai.table.apportion import Apportionment, Box, apportion, apportion_pair

if TYPE_CHECKING:
    from taisai.maths.chance.bounded import Bounded
    from taisai.maths.chance.evening import Evening, evening
    from taisai.maths.dice.power import throws_to_see
    from taisai.maths.dice.watch import Watch
    from taisai.maths.hold.reserve import reserve
    from taisai.maths.hold.takings import takings
    from taisai.maths.hold.telling import rounds_to_tell
    from taisai.maths.ruin.ending import Ending, ending
    from taisai.maths.ruin.horizon import bankroll_for, horizon
    from taisai.maths.simulation.estimate import Estimate
    from taisai.maths.simulation.evenings import simulated
    from taisai.maths.systems.course import Stand, course, course_to_end

_LAB: Final = {
    "Bounded": "taisai.maths.chance.bounded",
    "Ending": "taisai.maths.ruin.ending",
    "Estimate": "taisai.maths.simulation.estimate",
    "Evening": "taisai.maths.chance.evening",
    "Stand": "taisai.maths.systems.course",
    "Watch": "taisai.maths.dice.watch",
    "bankroll_for": "taisai.maths.ruin.horizon",
    "course": "taisai.maths.systems.course",
    "course_to_end": "taisai.maths.systems.course",
    "ending": "taisai.maths.ruin.ending",
    "evening": "taisai.maths.chance.evening",
    "horizon": "taisai.maths.ruin.horizon",
    "reserve": "taisai.maths.hold.reserve",
    "rounds_to_tell": "taisai.maths.hold.telling",
    "simulated": "taisai.maths.simulation.evenings",
    "takings": "taisai.maths.hold.takings",
    "throws_to_see": "taisai.maths.dice.power",
}

__all__ = [
    "ROLLS",
    "Apportionment",
    "Book",
    "Bounded",
    "Box",
    "Ending",
    "Estimate",
    "Evening",
    "Figures",
    "Odds",
    "PayTable",
    "Plan",
    "Refusal",
    "Refused",
    "Roll",
    "Spot",
    "Stand",
    "Watch",
    "apportion",
    "apportion_pair",
    "bankroll_for",
    "call",
    "clauses",
    "course",
    "course_to_end",
    "covariance",
    "ending",
    "evening",
    "figures",
    "horizon",
    "layout",
    "paytable",
    "paytables",
    "plan",
    "reserve",
    "rounds_to_tell",
    "rulebook",
    "shipped_paytables",
    "simulated",
    "takings",
    "throws_to_see",
]


def __getattr__(name: str) -> Any:
    if name not in _LAB:
        raise AttributeError(f"module 'taisai' has no attribute {name!r}")
    return getattr(import_module(_LAB[name]), name)
