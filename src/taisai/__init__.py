"""Tai Sai: published rules as data, pay tables, exact figures."""

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

__all__ = [
    "ROLLS",
    "Apportionment",
    "Book",
    "Box",
    "Figures",
    "Odds",
    "PayTable",
    "Plan",
    "Refusal",
    "Refused",
    "Roll",
    "Spot",
    "apportion",
    "apportion_pair",
    "call",
    "clauses",
    "covariance",
    "figures",
    "layout",
    "paytable",
    "paytables",
    "plan",
    "rulebook",
    "shipped_paytables",
]
