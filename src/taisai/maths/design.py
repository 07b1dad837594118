"""Odds for an edge: what a spot may pay so that the house keeps a given share."""

from fractions import Fraction

from taisai.rules.odds import FINEST, Odds
from taisai.rules.refusals import Refusal, Refused


def odds_for_edge(spot: str, odds: Fraction, edge: Fraction, edge_more: Fraction, wanted: Fraction) -> Odds:
    """In whole hundredths, so that the edge is the wanted one or just above it. A spot that pays `odds` has `edge`;
    with one more to one it has `edge_more`."""
    if edge == edge_more:
        raise Refused(Refusal.ODDS_INVALID, f"the odds of {spot!r} do not change its edge", str(wanted))
    hundredths = (odds + (edge - wanted) / (edge - edge_more)) * FINEST // 1
    if hundredths < 1:
        raise Refused(Refusal.ODDS_INVALID, f"no odds above 0 give {spot!r} an edge of {wanted}", str(wanted))
    exact = Fraction(hundredths, FINEST)
    return Odds(exact.numerator, exact.denominator)
