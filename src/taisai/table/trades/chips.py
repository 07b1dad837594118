"""Players' chips: brought, changed, exchanged, coloured, written off and taken away."""

from taisai.rules.personal import Name, TypedText
from taisai.rules.refusals import Refusal, Refused
from taisai.table import allow
from taisai.table.accounts import CASH, ELSEWHERE, FLOAT, Account, Transfer, Transfers, box_account, seat_account
from taisai.table.corrections import in_float
from taisai.table.game import Game
from taisai.table.gates import CHIPS, MONEY, OPEN, TWO
from taisai.table.handlers import applies, decides, moves_chips, unchanged
from taisai.table.moving import Moving, values_of, worth_of
from taisai.table.order import Order
from taisai.table.own_limits import Own
from taisai.table.parts import Chips, Command, Event, Money, Number, Numbers, Text, Word
from taisai.table.piles import Pile, pile_of, rack, worth
from taisai.table.sentences import chips_in, pile_in, with_second
from taisai.table.state import Seat, Table
from taisai.table.trades.boxes import box_there, filled


class BringChips(Command, frozen=True, tag="bring-chips"):
    """A player puts value chips of the house on the table."""

    seat: Number
    chips: Chips


@decides(MONEY, OPEN, CHIPS)
def bring_chips(game: Game, table: Table, order: Order, command: BringChips) -> list[Event]:
    check_not_left(game, command.seat, allow.seat(table, order, command.seat))
    chips = counted(game, table, command.chips)
    return [ChipsBrought(command.seat, chips, worth_of(table, chips))]


def check_not_left(game: Game, number: int, seat: Seat) -> None:
    """Refuse a new player while the previous player's chips are still there."""
    if seat.away and seat.credit:
        words = (
            f"{game.money(seat.credit)} at seat {number} belongs to a player who left; first record that it was taken"
        )
        raise Refused(Refusal.SEAT_NOT_EMPTY, words, number)


class ChangeCash(Command, frozen=True, tag="change-cash"):
    seat: Number
    chips: Numbers


@decides(MONEY, OPEN, CHIPS)
def change_cash(game: Game, table: Table, order: Order, command: ChangeCash) -> list[Event]:
    seat = allow.seat(table, order, command.seat)
    amount = _chips(game, table, command.chips)
    check_not_left(game, command.seat, seat)
    in_float(game, table, amount)
    return [CashChanged(command.seat, command.chips, amount, box_there(table))]


class AssignColour(Command, frozen=True, tag="assign-colour"):
    seat: Number
    colour: Word
    value: Number


@decides(MONEY, CHIPS)
def assign_colour(game: Game, table: Table, order: Order, command: AssignColour) -> list[Event]:
    """Assign a colour to one seat. Its value is marked on the rack."""
    allow.seat(table, order, command.seat)
    if command.value < 1:
        words = f"{game.money(command.value)} is not a value for a chip; values start at {game.money(1)}"
        raise Refused(Refusal.CHIP_UNKNOWN, words, command.value)
    holder = next((n for n, seat in table.seats.items() if seat.colour == command.colour and n != command.seat), 0)
    if not command.colour or holder:
        words = f"seat {holder} has the colour {command.colour}; choose another" if command.colour else "name a colour"
        raise Refused(Refusal.COLOUR_TAKEN, words, command.colour)
    on_layout = table.current is not None and any(stake.seat == command.seat for stake in table.current.all_stakes())
    if on_layout:
        words = f"seat {command.seat} has wagers on the layout; change its colour between rounds"
        raise Refused(Refusal.ROUND_RUNNING, words, command.seat)
    check_colour_back(game, table, command.seat)
    check_colour(game, table, command)
    return [ColourAssigned(command.seat, command.colour, command.value)]


def check_colour(game: Game, table: Table, command: AssignColour) -> None:
    """Check that the colour's value and the smallest chip divide evenly, and that its name is not a number."""
    value, smallest = command.value, table.chips[0]
    if value % smallest and smallest % value:
        words = (
            f"a colour of {game.money(value)} cannot be exchanged evenly for the smallest chip, {game.money(smallest)}"
        )
        raise Refused(Refusal.CHIP_UNKNOWN, words, value)
    if command.colour.isdecimal():
        raise Refused(Refusal.COLOUR_TAKEN, f"{command.colour!r} is not a colour name", command.colour)


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


class ColourUp(Command, frozen=True, tag="colour-up"):
    """Value chips one by one, and the number of chips of the seat's own colour."""

    seat: Number
    given: Numbers
    received: Numbers
    colour_given: Number = 0
    colour_received: Number = 0


@decides(MONEY, CHIPS)
def colour_up(game: Game, table: Table, order: Order, command: ColourUp) -> list[Event]:
    seat = allow.seat(table, order, command.seat)
    given = _exchanged(game, table, seat, command.given, command.colour_given)
    received = _exchanged(game, table, seat, command.received, command.colour_received)
    if given != received:
        words = (
            f"{game.money(given)} in chips is not worth {game.money(received)}; both sides of an exchange must be equal"
        )
        raise Refused(Refusal.CHIP_UNKNOWN, words, received)
    if given > seat.credit:
        words = f"seat {command.seat} holds {game.money(seat.credit)}, not {game.money(given)}"
        raise Refused(Refusal.CREDIT_SHORT, words, given)
    colours = (command.colour_given, command.colour_received)
    return [ChipsExchanged(command.seat, command.given, command.received, *colours)]


def _exchanged(game: Game, table: Table, seat: Seat, chips: tuple[int, ...], colour: int) -> int:
    """Return the value of one side of an exchange."""
    if not colour:
        return _chips(game, table, chips)
    if colour < 0 or not seat.colour:
        raise Refused(Refusal.CHIP_UNKNOWN, "this seat has no colour", colour)
    return (_chips(game, table, chips) if chips else 0) + colour * seat.colour_value


def _chips(game: Game, table: Table, chips: tuple[int, ...]) -> int:
    """Return their value. All must be chips of this table."""
    for chip in chips:
        if chip not in table.chips:
            known = ", ".join(map(game.money, table.chips))
            raise Refused(Refusal.CHIP_UNKNOWN, f"there is no chip of {game.money(chip)}; the chips are {known}", chip)
    if not chips:
        raise Refused(Refusal.CHIP_UNKNOWN, "name at least one chip", "")
    return sum(chips)


class WriteOffColour(Command, frozen=True, tag="write-off-colour"):
    """Chips of the seat's colour that will not come back."""

    seat: Number
    count: Number
    why: Text


@decides(MONEY, TWO, OPEN, CHIPS)
def write_off_colour(game: Game, table: Table, order: Order, command: WriteOffColour) -> list[Event]:
    seat = allow.seat(table, order, command.seat)
    held = table.tray.pile(rack(command.seat)).get(seat.colour, 0) if seat.colour else 0
    if not 1 <= command.count <= held:
        words = f"seat {command.seat} has {held} chips of its colour on record, not {command.count}"
        raise Refused(Refusal.CREDIT_SHORT, words, command.count)
    if not command.why.strip():
        raise Refused(Refusal.REASON_MISSING, "enter what happened to the chips", command.count)
    amount = command.count * seat.colour_value
    return [ColourWrittenOff(command.seat, seat.colour, command.count, amount, command.why, order.agreed)]


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


class ChipsBrought(Event, frozen=True, tag="chips-brought"):
    """A player brought chips to the table."""

    seat: int
    chips: Pile
    amount: int

    def transfers(self, bank: Account) -> Transfers:
        return (Transfer(ELSEWHERE, seat_account(self.seat), self.amount),)

    def sentence(self, money: Money) -> str:
        return f"seat {self.seat} arrives with {money(self.amount)}: {pile_in(self.chips, money)}"


@applies
def chips_brought(table: Table, event: ChipsBrought) -> None:
    seat = table.seats[event.seat]
    seat.credit += event.amount
    seat.meter_in += event.amount
    seat.away = False


@moves_chips
def _brought_chips(moving: Moving, event: ChipsBrought) -> None:
    moving.move(ELSEWHERE, rack(event.seat), event.chips)


class ChipsTaken(Event, frozen=True, tag="chips-taken"):
    """A player left with chips, and the seat is empty. `chips` is empty if they were never counted."""

    seat: int
    chips: Pile
    amount: int

    def transfers(self, bank: Account) -> Transfers:
        return (Transfer(seat_account(self.seat), ELSEWHERE, self.amount),)

    def sentence(self, money: Money) -> str:
        return (
            f"seat {self.seat} leaves with "
            f"{money(self.amount)}{': ' + pile_in(self.chips, money) if self.chips else ''}"
        )


@applies
def chips_taken(table: Table, event: ChipsTaken) -> None:
    """Remove the chips. The next player at the seat starts without a colour and without limits."""
    seat = table.seats[event.seat]
    seat.credit -= event.amount
    seat.meter_out += event.amount
    seat.colour, seat.colour_value, seat.away = "", 0, False
    seat.loss_floor, seat.own = 0, Own(break_until=seat.own.break_until)


@moves_chips
def _taken_chips(moving: Moving, event: ChipsTaken) -> None:
    moving.swap(rack(event.seat), event.chips, event.seat)
    moving.move(rack(event.seat), ELSEWHERE, event.chips)


def all_taken(table: Table) -> list[Event]:
    """Return the events of a closing table: players leave with their chips."""
    return [
        ChipsTaken(number, dict(table.tray.pile(rack(number))), seat.credit)
        for number, seat in table.seats.items()
        if seat.credit
    ]


class CashChanged(Event, frozen=True, tag="cash-changed"):
    """`box` is the drop box that the cash went into."""

    seat: int
    chips: tuple[int, ...]
    amount: int
    box: str

    def transfers(self, bank: Account) -> Transfers:
        given = Transfer(FLOAT, seat_account(self.seat), self.amount)
        return Transfer(CASH, box_account(self.box), self.amount), given

    def sentence(self, money: Money) -> str:
        return (
            f"seat {self.seat} changes {money(self.amount)} in cash for chips {chips_in(self.chips, money)}; "
            f"the cash is dropped into box {self.box}"
        )


@applies
def cash_changed(table: Table, event: CashChanged) -> None:
    seat = table.seats[event.seat]
    seat.credit += event.amount
    seat.meter_in += event.amount
    seat.away = False
    table.bank.now -= event.amount
    table.bank.drop += event.amount
    filled(table, event.box, event.amount)


@moves_chips
def _changed_chips(moving: Moving, event: CashChanged) -> None:
    moving.give(rack(event.seat), pile_of(event.chips))


class ColourAssigned(Event, frozen=True, tag="colour-assigned"):
    seat: int
    colour: str
    value: int

    def sentence(self, money: Money) -> str:
        return f"seat {self.seat} plays {self.colour} chips worth {money(self.value)} each, marked on the rack"


@applies
def colour_assigned(table: Table, event: ColourAssigned) -> None:
    seat = table.seats[event.seat]
    seat.colour, seat.colour_value = event.colour, event.value


@unchanged
class ChipsExchanged(Event, frozen=True, tag="chips-exchanged"):
    """Exchanged at the float for the same value; chips of the seat's own colour by number."""

    seat: int
    given: tuple[int, ...]
    received: tuple[int, ...]
    colour_given: int = 0
    colour_received: int = 0

    def sentence(self, money: Money) -> str:
        given = _side(self.given, self.colour_given, money)
        return f"seat {self.seat} changes {given} for {_side(self.received, self.colour_received, money)}"


@moves_chips
def _exchanged_chips(moving: Moving, event: ChipsExchanged) -> None:
    """Exchange chips. If the record shows other chips in the rack, those are changed first."""
    colour, holder = moving.table.seats[event.seat].colour, rack(event.seat)
    given, received = pile_of(event.given), pile_of(event.received)
    given |= {colour: event.colour_given} if event.colour_given else {}
    received |= {colour: event.colour_received} if event.colour_received else {}
    moving.swap(holder, given, event.seat)
    moving.move(holder, FLOAT, given)
    moving.give(holder, received)


class ColourWrittenOff(Event, frozen=True, tag="colour-written-off"):
    """Chips of a colour that will not come back. They have no value any more."""

    seat: int
    colour: str
    count: int
    amount: int
    why: TypedText
    second: Name

    def transfers(self, bank: Account) -> Transfers:
        return (Transfer(seat_account(self.seat), FLOAT, self.amount),)

    def sentence(self, money: Money) -> str:
        return (
            f"{self.count} {self.colour} chips of seat {self.seat}, worth {money(self.amount)}, are written "
            f"off{with_second(self.second)}: {self.why}"
        )


@applies
def colour_written_off(table: Table, event: ColourWrittenOff) -> None:
    table.seats[event.seat].credit -= event.amount
    table.bank.now += event.amount


@moves_chips
def _written_off_chips(moving: Moving, event: ColourWrittenOff) -> None:
    """Record them as missing. Nobody can redeem them any more."""
    moving.move(rack(event.seat), FLOAT, {event.colour: event.count})


def _side(values: tuple[int, ...], colour: int, money: Money) -> str:
    """Describe one side of an exchange."""
    own = f"{colour} chips of its colour" if colour else ""
    return " and ".join(filter(None, (chips_in(values, money) if values else "", own)))
