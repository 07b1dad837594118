"""Odds for an edge: what a spot may pay so that the house keeps a wanted share."""

from fractions import Fraction

from taisai.maths.exact import figures
from taisai.rules.odds import FINEST, Odds
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.roll import WAYS
from taisai.rules.spot import Spot


def odds_for_edge(spot: Spot, edge: Fraction) -> Odds:
    """What its best-paid rolls may pay, in whole hundredths, so that the edge is the wanted one or just above it; all
    its other odds stay."""
    best = max((odds for _, odds in spot.wins), key=lambda odds: odds.to_one)
    ways = sum(roll.ways for roll, odds in spot.wins if odds == best)
    more = (figures(spot).edge - edge) * WAYS / ways / (1 - spot.commission.share) / spot.drawn.mean
    hundredths = (best.to_one + more) * FINEST // 1
    if hundredths < 1:
        words = f"no odds above 0 give {spot.id!r} an edge of {edge}"
        raise Refused(Refusal.ODDS_INVALID, words, str(edge))
    exact = Fraction(hundredths, FINEST)
    return Odds(exact.numerator, exact.denominator)
