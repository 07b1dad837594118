"""Decide about chips that arrive and leave, and about counts of the float."""

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Act, Role
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.decide import allow
from taisai.table.decide.chip_moves import expected, worth_of
from taisai.table.decide.moving import values_of
from taisai.table.game import Game
from taisai.table.order import ALONE, Order
from taisai.table.piles import FLOAT, Pile, rack, worth
from taisai.table.state import Closed, Seat, Table
from taisai.table.tray import Count


def bring_chips(game: Game, table: Table, order: Order, command: c.BringChips) -> list[e.Event]:
    allow.act(game, order, Act.HANDLE_MONEY)
    allow.open_table(table)
    chips_only(table)
    check_not_left(game, command.seat, allow.seat(table, order, command.seat))
    chips = counted(game, table, command.chips)
    return [e.ChipsBrought(command.seat, chips, worth_of(table, chips))]


def check_not_left(game: Game, number: int, seat: Seat) -> None:
    """Refuse a new player while the previous player's chips are still there."""
    if seat.away and seat.credit:
        words = (
            f"{game.money(seat.credit)} at seat {number} belongs to a player who left; first record that it was taken"
        )
        raise Refused(Refusal.SEAT_NOT_EMPTY, words, number)


def taken(game: Game, table: Table, order: Order, command: c.LeaveSeat) -> list[e.Event]:
    """Record what a player takes away: the value on record, in the chips that staff see."""
    allow.act(game, order, Act.HANDLE_MONEY)
    seat, held = table.seats[command.seat], table.tray.pile(rack(command.seat))
    check_colour_back(game, table, command.seat)
    chips = counted(game, table, command.chips) if command.chips else held
    amount = worth_of(table, chips) if chips else 0
    if amount != seat.credit:
        has, says = game.money(seat.credit), game.money(amount)
        words = f"seat {command.seat} has {has} on record but would leave with {says}; count again or open a dispute"
        raise Refused(Refusal.COUNT_DIFFERS, words, amount)
    return [e.ChipsTaken(command.seat, dict(chips), seat.credit)]


def check_colour_back(game: Game, table: Table, number: int) -> None:
    """Check that no chips of the seat's colour are missing. They have value only at this table and seat."""
    colour = table.seats[number].colour
    out = -table.tray.pile(FLOAT).get(colour, 0) if colour else 0
    if out:
        value = game.money(out * table.seats[number].colour_value)
        words = (
            f"{out} {colour} chips of seat {number}, worth {value}, were not returned; change them or write them off"
        )
        raise Refused(Refusal.COLOUR_OUT, words, out)


def check_colour(game: Game, table: Table, command: c.AssignColour) -> None:
    """Check that the colour's value and the smallest chip divide evenly, and that its name is not a number."""
    value, smallest = command.value, table.chips[0]
    if value % smallest and smallest % value:
        words = (
            f"a colour of {game.money(value)} cannot be exchanged evenly for the smallest chip, {game.money(smallest)}"
        )
        raise Refused(Refusal.CHIP_UNKNOWN, words, value)
    if command.colour.isdecimal():
        raise Refused(Refusal.COLOUR_TAKEN, f"{command.colour!r} is not a colour name", command.colour)


def write_off_colour(game: Game, table: Table, order: Order, command: c.WriteOffColour) -> list[e.Event]:
    allow.act(game, order, Act.HANDLE_MONEY)
    second = allow.two(order)
    allow.open_table(table)
    chips_only(table)
    seat = allow.seat(table, order, command.seat)
    held = table.tray.pile(rack(command.seat)).get(seat.colour, 0) if seat.colour else 0
    if not 1 <= command.count <= held:
        words = f"seat {command.seat} has {held} chips of its colour on record, not {command.count}"
        raise Refused(Refusal.CREDIT_SHORT, words, command.count)
    if not command.why.strip():
        raise Refused(Refusal.REASON_MISSING, "enter what happened to the chips", command.count)
    amount = command.count * seat.colour_value
    return [e.ColourWrittenOff(command.seat, seat.colour, command.count, amount, command.why, second)]


def count_float(game: Game, table: Table, order: Order, command: c.CountFloat) -> list[e.Event]:
    """Record a count by two people. They see the expected amount only afterwards; the first has none."""
    allow.act(game, order, Act.HANDLE_MONEY)
    second = allow.two(order)
    if (command.purpose == "opening") is not isinstance(table.phase, Closed):
        allow.open_table(table)
        raise Refused(Refusal.TABLE_OPEN, f"table {table.table} is already open", table.table)
    chips_only(table)
    allow.between_rounds(table)
    for number in table.seats if command.purpose == "closing" else ():
        check_colour_back(game, table, number)
    chips = counted(game, table, command.chips, least=0)
    amount, is_known = worth_of(table, chips), table.tray.counted
    wanted = expected(table) if is_known else {}
    variance = amount - worth_of(table, wanted) if is_known else 0
    differs = is_known and chips != wanted
    return [e.FloatCounted(command.purpose, chips, wanted, amount, variance, differs, order.by.name, second)]


def note_duty(game: Game, table: Table, order: Order, command: c.NoteDuty) -> list[e.Event]:
    """Record a new dealer or supervisor.

    No count is due for the first one at an open table, or at a closed table, which is counted at the opening."""
    del game
    if order.by.role is not Role.AUTOMATION:
        words = f"the house records automatically who deals and supervises; a {order.by.role} assigns the post"
        raise Refused(Refusal.ROLE_NOT_ALLOWED, words, order.by.role.value)
    chips_only(table)
    before = table.tray.duties.get(command.duty, "")
    if not command.name or before == command.name:
        words = f"this changes nothing: {before or 'no one'} is already {command.duty} here"
        raise Refused(Refusal.POST_INVALID, words, command.name)
    due = bool(before) and not isinstance(table.phase, Closed)
    return [e.DutyNoted(command.duty, command.name, due)]


def approve_count(game: Game, table: Table, order: Order, command: c.ApproveCount) -> list[e.Event]:
    allow.act(game, order, Act.OPEN_TABLE)
    chips_only(table)
    count = table.tray.count
    if not count.waits:
        raise Refused(Refusal.COUNT_MISSING, "there is no count to approve", table.table)
    if order.by.name in count.by and ALONE.name not in count.by:
        words = f"{order.by.name} took part in the count of the float; a third person must approve it"
        raise Refused(Refusal.DUAL_CONTROL, words, order.by.name)
    if not command.why.strip():
        raise Refused(Refusal.REASON_MISSING, "enter why the count differs", count.amount)
    variance = count.amount - worth_of(table, expected(table))
    return [e.CountApproved(count.purpose, count.chips, count.amount, variance, command.why)]


def finished(game: Game, table: Table, purpose: str) -> Count:
    """Return the count for opening or closing. A calculated amount never replaces it."""
    count = table.tray.count
    if count.purpose != purpose:
        words = f"the float was not counted for the {purpose}; two people must count it by denomination first"
        raise Refused(Refusal.COUNT_MISSING, words, purpose)
    if count.waits:
        found = game.money(count.amount)
        words = f"{found} was counted, which differs from the expected amount; have it explained and approved first"
        raise Refused(Refusal.COUNT_DIFFERS, words, count.amount)
    return count


def all_taken(table: Table) -> list[e.Event]:
    """Return the events of a closing table: players leave with their chips."""
    return [
        e.ChipsTaken(number, dict(table.tray.pile(rack(number))), seat.credit)
        for number, seat in table.seats.items()
        if seat.credit
    ]


def chips_only(table: Table) -> None:
    if table.money != "chips":
        raise Refused(Refusal.CHIPS_NOT_HERE, f"table {table.table} plays with credits, not with chips", table.table)


def counted(game: Game, table: Table, chips: Pile, least: int = 1) -> Pile:
    """Return the chips without zero counts. All must be value chips of this table."""
    known = {str(value) for value in table.chips}
    for kind in chips:
        if kind not in known:
            there = ", ".join(map(game.money, table.chips))
            named = game.money(int(kind)) if kind.isdecimal() else repr(kind)
            raise Refused(
                Refusal.CHIP_UNKNOWN,
                f"there is no chip of {named}; the chips are {there}",
                int(kind) if kind.isdecimal() else kind,
            )
    found = {kind: count for kind, count in chips.items() if count}
    if worth(found, values_of(table)) < least:
        raise Refused(Refusal.CHIP_UNKNOWN, "name at least one chip", "")
    return found
