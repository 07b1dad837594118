"""Tai Sai: published rules as data, pay tables, exact figures, and the lab.

A name is imported when it is first used, so that `import taisai` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from taisai.books.load import clauses, layout, paytable, paytables, rulebook, rulebooks
    from taisai.maths.chance.bounded import Bounded
    from taisai.maths.chance.evening import Evening, evening
    from taisai.maths.dice.power import throws_to_see
    from taisai.maths.dice.watch import Watch
    from taisai.maths.exact import Edges, Figures, covariance, edges, figures
    from taisai.maths.exposure import Book
    from taisai.maths.hold.reserve import reserve
    from taisai.maths.hold.takings import takings
    from taisai.maths.hold.telling import rounds_to_tell
    from taisai.maths.plan import Plan, plan
    from taisai.maths.ruin.ending import Ending, ending
    from taisai.maths.ruin.horizon import bankroll_for, horizon
    from taisai.maths.simulation.estimate import Estimate
    from taisai.maths.simulation.evenings import simulated
    from taisai.maths.systems.course import Stand, course, course_to_end
    from taisai.rules.call import call
    from taisai.rules.odds import Odds
    from taisai.rules.paytable import PayTable
    from taisai.rules.refusals import Refusal, Refused
    from taisai.rules.roll import ROLLS, Roll
    from taisai.rules.spot import Spot
    from taisai.table.apportion import Apportionment, Box, apportion, apportion_pair

_MODULES: Final = {
    "books.load": ("clauses", "layout", "paytable", "paytables", "rulebook", "rulebooks"),
    "maths.chance.bounded": ("Bounded",),
    "maths.chance.evening": ("Evening", "evening"),
    "maths.dice.power": ("throws_to_see",),
    "maths.dice.watch": ("Watch",),
    "maths.exact": ("Edges", "Figures", "covariance", "edges", "figures"),
    "maths.exposure": ("Book",),
    "maths.hold.reserve": ("reserve",),
    "maths.hold.takings": ("takings",),
    "maths.hold.telling": ("rounds_to_tell",),
    "maths.plan": ("Plan", "plan"),
    "maths.ruin.ending": ("Ending", "ending"),
    "maths.ruin.horizon": ("bankroll_for", "horizon"),
    "maths.simulation.estimate": ("Estimate",),
    "maths.simulation.evenings": ("simulated",),
    "maths.systems.course": ("Stand", "course", "course_to_end"),
    "rules.call": ("call",),
    "rules.odds": ("Odds",),
    "rules.paytable": ("PayTable",),
    "rules.refusals": ("Refusal", "Refused"),
    "rules.roll": ("ROLLS", "Roll"),
    "rules.spot": ("Spot",),
    "table.apportion": ("Apportionment", "Box", "apportion", "apportion_pair"),
}
_HOMES: Final = {name: module for module, names in _MODULES.items() for name in names}

__all__ = [
    "ROLLS",
    "Apportionment",
    "Book",
    "Bounded",
    "Box",
    "Edges",
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
    "edges",
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
    "rulebooks",
    "simulated",
    "takings",
    "throws_to_see",
]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version  # noqa: PLC0415 - takes longer than all the rest of the import

        return version("taisai")
    if name not in _HOMES:
        raise AttributeError(f"module 'taisai' has no attribute {name!r}")
    try:
        value = getattr(import_module(f"taisai.{_HOMES[name]}"), name)
    except ModuleNotFoundError as error:
        from taisai.extras import words_for  # noqa: PLC0415 - only where a package is missing

        if (words := words_for(error)) is None:
            raise
        raise ModuleNotFoundError(f"taisai.{name}: {words}", name=error.name) from error
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
