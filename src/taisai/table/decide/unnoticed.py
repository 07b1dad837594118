"""Decide about excess that lay on the layout at closing and was noticed later."""

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Trouble
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.decide import allow
from taisai.table.decide.compensate import undone
from taisai.table.decide.remedy import provided
from taisai.table.game import Game
from taisai.table.limits import rule_for
from taisai.table.order import Order
from taisai.table.stacks import check_makeable, check_payable, check_whole
from taisai.table.state import Settling, Table


def record_unnoticed(game: Game, table: Table, order: Order, command: c.RecordUnnoticed) -> list[e.Event]:
    """Record unnoticed excess, at chip tables only; it is never assumed.

    It can be recorded until its area is paid. Then all players are settled again."""
    allow.staff(order)
    if table.money != "chips":
        words = f"table {table.table} cannot have unnoticed excess: its terminals refuse it"
        raise Refused(Refusal.CHIPS_NOT_HERE, words, command.stake)
    current = allow.last_round(table, order)
    found = provided(game, table, order, Trouble.MAXIMUM_EXCEEDED, current)
    second = allow.two(order) if found.outcome.two else allow.agreed(order)
    seat = allow.seat(table, order, command.seat)
    spot = game.paytable[command.spot]
    check_whole(game, spot, command.stake)
    check_makeable(game, table, seat, command.stake)
    check_payable(game, table, seat, spot, command.stake)
    if isinstance(table.phase, Settling) and any(game.paytable[one.spot].area == spot.area for one in table.phase.paid):
        raise Refused(Refusal.REMEDY_REFUSED, f"area {spot.area!r} is already paid; open a dispute", command.spot)
    if found.outcome.two and not _is_excess(game, table, command):
        more = game.money(command.stake)
        words = f"{more} more on {spot.id!r} is within the limits: it is a late wager, not an excess"
        raise Refused(Refusal.REMEDY_REFUSED, words, command.stake)
    before = undone(game, table)
    held = seat.credit - sum(one.debited for event in before for one in event.corrections if one.seat == command.seat)
    if command.stake > held:
        raise Refused(Refusal.CREDIT_SHORT, f"seat {command.seat} holds only {game.money(held)}", command.stake)
    return [*before, e.UnnoticedRecorded(current, command.seat, spot.id, command.stake, second)]


def _is_excess(game: Game, table: Table, command: c.RecordUnnoticed) -> bool:
    """Return whether the wager exceeds a limit. Once the dice were seen, wagers within the limits are not recorded."""
    assert table.current is not None
    boxes, spot = table.current.boxes, command.spot
    rule, total = rule_for(table.limits, game.paytable[spot].area), boxes.get(spot, 0) + command.stake
    ahead = total - boxes.get(game.opposite.get(spot, ""), 0)
    over_pair = rule.differential and spot in game.opposite and ahead > rule.differential
    return bool(over_pair or (rule.maximum and total > rule.maximum))
