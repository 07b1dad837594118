"""The rules of a table: a rulebook and one of its pay tables, with the winning rolls of its spots."""

from functools import cached_property
from typing import Final

import msgspec

from taisai.rules.currency import figures
from taisai.rules.drawn_risk import risk_of
from taisai.rules.paytable import PayTable
from taisai.rules.risk import Risk
from taisai.rules.rulebook import PlayStep, Rulebook, Scope
from taisai.rules.spot import Spot
from taisai.rules.vocabulary import Step
from taisai.table.limits import NO_LIMIT, LimitRule, Limits, SpotLimits, house_cap, rule_for
from taisai.table.state import BetsShut, Betting, Entered, Idle, Phase, Revealed, Round, Settling, Tumbled

SILENT: Final = (Step.CALL, Step.LIGHT)  # done with the entry: the dealer calls, the equipment lights
KEPT_MOST: Final = 256  # sets of limits; the tables of a house have fewer


class Game(msgspec.Struct, frozen=True, dict=True):
    book: Rulebook
    paytable: PayTable

    @cached_property
    def steps(self) -> tuple[PlayStep, ...]:
        assert self.book.play is not None, f"{self.book.id} has no order of play"
        return tuple(step for step in self.book.play.steps if step.step not in SILENT)

    def next_step(self, phase: Phase) -> PlayStep | None:
        """Return the next step; None if the table is closed."""
        done = _DONE.get(type(phase))
        if done is None:
            return self.steps[0] if isinstance(phase, Idle) else None
        return self.steps[[one.step for one in self.steps].index(done) + 1]

    def money(self, minor: int) -> str:
        """Return an amount in the table's currency."""
        return figures(minor, self.book.rulebook.currency)

    def scope(self, rule: LimitRule) -> Scope:
        """Return whether a maximum is for the box over all players, or for each player."""
        if rule.scope:
            return rule.scope
        return self.book.limits.scopes[0] if self.book.limits else "box"

    @cached_property
    def tumbles_first(self) -> bool:
        """Whether the dice are tumbled before wagers are placed."""
        return self.steps[0].step is Step.TUMBLE

    def has_happened(self, step: Step, phase: Phase) -> bool:
        """Return whether the step was already done in this phase's round."""
        order = [one.step for one in self.steps]
        following = self.next_step(phase)
        assert following is not None
        return order.index(step) < order.index(following.step)

    @cached_property
    def opposite(self) -> dict[str, str]:
        """The opposite spots for the Differential, in both directions."""
        pairs = self.book.limits.differential if self.book.limits else ()
        known = self.paytable.by_id
        return {one: two for pair in pairs if set(pair) <= set(known) for one, two in (pair, pair[::-1])}

    def limits_of(self, limits: Limits, spot: str) -> SpotLimits:
        """Return the limits of a spot; refuse one that the pay table does not have. They are worked out once, because
        every wager needs them, and kept with the table's limits, so that no other limits can have their `id`."""
        try:
            return self._kept_limits[id(limits)][1][spot]
        except KeyError:
            found = self.paytable[spot].id
            kept = self._kept_limits.get(id(limits))
            return kept[1][found] if kept else self._keep_limits(limits)[found]

    @cached_property
    def _kept_limits(self) -> dict[int, tuple[Limits, dict[str, SpotLimits]]]:
        return {}

    def _keep_limits(self, limits: Limits) -> dict[str, SpotLimits]:
        if len(self._kept_limits) >= KEPT_MOST:
            self._kept_limits.clear()
        spots: dict[str, SpotLimits] = {spot.id: self._spot_limits(limits, spot) for spot in self.paytable.spots}
        self._kept_limits[id(limits)] = limits, spots
        return spots

    def _spot_limits(self, limits: Limits, spot: Spot) -> SpotLimits:
        rule = rule_for(limits, spot.area)
        scope = self.scope(rule)
        return SpotLimits(
            spot,
            spot.stake_step,
            rule.minimum,
            rule.maximum or NO_LIMIT,
            scope == "box",
            self.book.limits is None or self.book.limits.excess_noticed[scope] == "reject",
            self.opposite.get(spot.id, "") if rule.differential else "",
            rule.differential,
            house_cap(limits),
        )

    def risk(self, current: Round) -> Risk:
        """Return the risk of the round. It is kept with the round, and every change of a box updates it."""
        kept = current.risk
        if kept is None:
            kept = risk_of(self.paytable, current.boxes)
            current.keep(kept)
        return kept


_DONE: Final = {
    Tumbled: Step.TUMBLE,
    Betting: Step.OPEN_BETS,
    BetsShut: Step.CLOSE_BETS,
    Revealed: Step.REVEAL,
    Entered: Step.ENTER,
    Settling: Step.COLLECT,
}
