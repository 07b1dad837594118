"""Table limits: which ones the rulebook has, and which must be on display before opening."""

from collections.abc import Iterable
from typing import Annotated

import msgspec

from taisai.rules.personal import Name
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Act
from taisai.table import allow
from taisai.table.game import Game
from taisai.table.gates import BETWEEN, TWO, By
from taisai.table.handlers import applies, decides
from taisai.table.limits import LimitRule, rule_for
from taisai.table.order import Order
from taisai.table.parts import LIMITS_MOST, Command, Event, Money
from taisai.table.sentences import with_second
from taisai.table.state import Closed, Table


class ChangeLimits(Command, frozen=True, tag="change-limits"):
    limits: Annotated[tuple[LimitRule, ...], msgspec.Meta(max_length=LIMITS_MOST)]


@decides(By(Act.CHANGE_LIMITS), TWO, BETWEEN)
def change_limits(game: Game, table: Table, order: Order, command: ChangeLimits) -> list[Event]:
    """Change the limits. Two people: limits decide how much can be won or lost."""
    check_limits(game, command.limits)
    if not isinstance(table.phase, Closed):
        check_displayed(game, command.limits)
    return [LimitsChanged(table.limits, command.limits, order.agreed)]


def check_limits(game: Game, limits: tuple[LimitRule, ...]) -> None:
    """Check that the rulebook has these limits, the pay table has their areas, and none is set twice."""
    areas = {spot.area for spot in game.paytable.spots} | {""}
    kinds = game.book.limits.kinds if game.book.limits else ()
    scopes = game.book.limits.scopes if game.book.limits else ()
    named = [rule.area for rule in limits]
    for rule in limits:
        if rule.area not in areas or named.count(rule.area) > 1:
            raise Refused(
                Refusal.LIMITS_INVALID,
                f"there is no area {rule.area!r}, or it has two limits; limit each area once",
                rule.area,
            )
        if rule.differential and "differential" not in kinds:
            words = f"{game.book.id} has no Differential; remove the value {game.money(rule.differential)}"
            raise Refused(Refusal.LIMITS_INVALID, words, rule.differential)
        if rule.scope and rule.scope not in scopes:
            words = f"{game.book.id} has no maximum for the {rule.scope}; it has one for the {' or '.join(scopes)}"
            raise Refused(Refusal.LIMITS_INVALID, words, rule.scope)


def check_displayed(game: Game, limits: tuple[LimitRule, ...]) -> None:
    """Check that every limit that players must see is set for every spot."""
    asked = game.book.limits
    if asked is None or not asked.displayed_clause:
        return
    for spot in game.paytable.spots:
        rule = rule_for(limits, spot.area)
        wanted = {"maximum": rule.maximum}
        if "differential" in asked.kinds and str(spot.id) in game.opposite:
            wanted["differential"] = rule.differential
        for name, value in wanted.items():
            if not value:
                words = f"{spot.id!r} has no {name} to display to players; set the limits first"
                raise Refused(Refusal.LIMITS_MISSING, words + allow.cite(game, asked.displayed_clause), str(spot.id))


class LimitsChanged(Event, frozen=True, tag="limits-changed"):
    noted = "limits-changed"
    old: tuple[LimitRule, ...]
    new: tuple[LimitRule, ...]
    second: Name = ""

    def sentence(self, money: Money) -> str:
        return f"limits change from {_limits(self.old, money)} to {_limits(self.new, money)}{with_second(self.second)}"


@applies
def limits_changed(table: Table, event: LimitsChanged) -> None:
    table.limits = event.new


def _limits(limits: Iterable[LimitRule], money: Money) -> str:
    named = []
    for rule in limits:
        parts = [f"{name} {money(value)}" for name, value in (("minimum", rule.minimum), ("maximum", rule.maximum),
                 ("Differential", rule.differential), ("exposure", rule.exposure)) if value]  # fmt: skip
        named.append(f"{rule.area or 'all'}: {', '.join(parts)}")
    return "; ".join(named) or "none"
