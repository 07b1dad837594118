"""Fills and credits: chips between a table and the cage. Nobody handles the same chips twice."""

from typing import Literal

from msgspec.structs import replace

from taisai.rules.personal import Name, TypedText
from taisai.rules.refusals import Refusal, Refused
from taisai.table.accounts import CAGE, FLOAT, Account, Transfer, Transfers
from taisai.table.game import Game
from taisai.table.gates import CHIPS, MONEY, OPEN, TWO
from taisai.table.handlers import applies, decides, moves_chips
from taisai.table.moving import Moving, worth_of
from taisai.table.order import ALONE, Order
from taisai.table.parts import Chips, Command, Event, Money, Number, Text
from taisai.table.piles import Pile, pile_of, values_in
from taisai.table.sentences import pile_in, with_second
from taisai.table.state import Table
from taisai.table.trades.chips import counted
from taisai.table.tray import Slip

SlipKind = Literal["fill", "credit"]


class RequestSlip(Command, frozen=True, tag="request-slip"):
    """A fill brings chips to the table; a credit takes them to the cage."""

    kind: SlipKind
    chips: Chips


@decides(MONEY, OPEN, CHIPS)
def request_slip(game: Game, table: Table, order: Order, command: RequestSlip) -> list[Event]:
    chips = counted(game, table, command.chips)
    if command.kind == "credit":
        check_there(game, table, chips)
    number = table.tray.slips_made + 1
    return [SlipRequested(number, command.kind, chips, worth_of(table, chips), order.by.name)]


class PrepareSlip(Command, frozen=True, tag="prepare-slip"):
    """The chips are counted at their origin."""

    slip: Number


@decides(MONEY, OPEN, CHIPS)
def prepare_slip(game: Game, table: Table, order: Order, command: PrepareSlip) -> list[Event]:
    slip = _under_way(table, command.slip, "requested")
    _another(order, slip.people[:1])
    return [SlipPrepared(slip.number, order.by.name)]


class CarrySlip(Command, frozen=True, tag="carry-slip"):
    slip: Number


@decides(MONEY, OPEN, CHIPS)
def carry_slip(game: Game, table: Table, order: Order, command: CarrySlip) -> list[Event]:
    slip = _under_way(table, command.slip, "prepared")
    _another(order, slip.people[1:])
    return [SlipCarried(slip.number, order.by.name)]


class ReceiveSlip(Command, frozen=True, tag="receive-slip"):
    """Two people count and sign on arrival."""

    slip: Number


@decides(MONEY, TWO, OPEN, CHIPS)
def receive_slip(game: Game, table: Table, order: Order, command: ReceiveSlip) -> list[Event]:
    """Receive the chips. Neither the person who prepared them nor the one who carried them may do this."""
    slip = _under_way(table, command.slip, "carried")
    _another(order, slip.people[1:])
    received, values = SlipReceived(slip.number, order.by.name, order.agreed), values_in(slip.chips)
    if slip.kind == "fill":
        return [received, FloatFilled(values, slip.amount)]
    check_there(game, table, slip.chips)
    return [received, FloatCredited(values, slip.amount)]


class VoidSlip(Command, frozen=True, tag="void-slip"):
    """The number is not reused."""

    slip: Number
    why: Text


@decides(MONEY, TWO, OPEN, CHIPS)
def void_slip(game: Game, table: Table, order: Order, command: VoidSlip) -> list[Event]:
    slip = _under_way(table, command.slip, "")
    if not command.why.strip():
        raise Refused(Refusal.REASON_MISSING, f"enter why slip {slip.number} is void", slip.number)
    return [SlipVoided(slip.number, command.why, order.by.name, order.agreed)]


def check_there(game: Game, table: Table, chips: dict[str, int]) -> None:
    """Check that the float has these chips."""
    Moving(game, table).check_float(chips)


def check_all_done(table: Table) -> None:
    """Check that no slip is open before the table closes."""
    for slip in table.tray.slips.values():
        words = f"slip {slip.number} is in progress ({slip.step}); receive or void it first"
        raise Refused(Refusal.SLIP_STEP, words, slip.number)


def _under_way(table: Table, number: int, step: str) -> Slip:
    slip = table.tray.slips.get(number)
    if slip is None:
        raise Refused(Refusal.SLIP_UNKNOWN, f"there is no open slip {number}", number)
    if step and slip.step != step:
        raise Refused(Refusal.SLIP_STEP, f"slip {number} is {slip.step}, not {step}", number)
    return slip


def _another(order: Order, names: tuple[str, ...]) -> None:
    """Refuse a person who already did another step. The first manager of a new house acts alone, and the record says
    so."""
    found = next((one.name for one in (order.by, order.second) if one and one.name in names), "")
    if found and order.second != ALONE:
        words = f"{found} already handled these chips; another person must do this"
        raise Refused(Refusal.DUAL_CONTROL, words, found)


class SlipRequested(Event, frozen=True, tag="slip-requested"):
    """`kind` is fill, from the cage to the table, or credit, from the table to the cage. Numbers are never reused."""

    slip: int
    kind: str
    chips: Pile
    amount: int
    by: Name

    def sentence(self, money: Money) -> str:
        return f"slip {self.slip}: a {self.kind} of {money(self.amount)} is requested: {pile_in(self.chips, money)}"


@applies
def slip_requested(table: Table, event: SlipRequested) -> None:
    slip = Slip(event.slip, event.kind, event.chips, event.amount, "requested", (event.by,))
    table.tray.slips[event.slip], table.tray.slips_made = slip, event.slip


class SlipPrepared(Event, frozen=True, tag="slip-prepared"):
    slip: int
    by: Name

    def sentence(self, money: Money) -> str:
        return f"slip {self.slip} is prepared"


@applies
def slip_prepared(table: Table, event: SlipPrepared) -> None:
    _on_its_way(table, event, "prepared")


class SlipCarried(Event, frozen=True, tag="slip-carried"):
    slip: int
    by: Name

    def sentence(self, money: Money) -> str:
        return f"slip {self.slip} is carried"


@applies
def slip_carried(table: Table, event: SlipCarried) -> None:
    _on_its_way(table, event, "carried")


def _on_its_way(table: Table, event: SlipPrepared | SlipCarried, step: str) -> None:
    slip = table.tray.slips[event.slip]
    table.tray.slips[event.slip] = replace(slip, step=step, people=(*slip.people, event.by))


class SlipReceived(Event, frozen=True, tag="slip-received"):
    """Both people have counted and signed. Only now the float changes."""

    slip: int
    by: Name
    second: Name

    def sentence(self, money: Money) -> str:
        return f"slip {self.slip} is received{with_second(self.second)}"


class SlipVoided(Event, frozen=True, tag="slip-voided"):
    noted = "slip-voided"
    slip: int
    why: TypedText
    by: Name
    second: Name

    def sentence(self, money: Money) -> str:
        return f"slip {self.slip} is void{with_second(self.second)}: {self.why}"


@applies
def slip_done(table: Table, event: SlipReceived | SlipVoided) -> None:
    del table.tray.slips[event.slip]


class FloatFilled(Event, frozen=True, tag="float-filled"):
    chips: tuple[int, ...]
    amount: int

    def transfers(self, bank: Account) -> Transfers:
        return (Transfer(CAGE, FLOAT, self.amount),)

    def sentence(self, money: Money) -> str:
        return f"the float is filled by {money(self.amount)}"


@applies
def float_filled(table: Table, event: FloatFilled) -> None:
    table.bank.now += event.amount
    table.bank.fills += event.amount


@moves_chips
def _filled_chips(moving: Moving, event: FloatFilled) -> None:
    moving.move(CAGE, FLOAT, pile_of(event.chips))


class FloatCredited(Event, frozen=True, tag="float-credited"):
    chips: tuple[int, ...]
    amount: int

    def transfers(self, bank: Account) -> Transfers:
        return (Transfer(FLOAT, CAGE, self.amount),)

    def sentence(self, money: Money) -> str:
        return f"{money(self.amount)} leaves the float for the cage"


@applies
def float_credited(table: Table, event: FloatCredited) -> None:
    table.bank.now -= event.amount
    table.bank.credits += event.amount


@moves_chips
def _credited_chips(moving: Moving, event: FloatCredited) -> None:
    moving.give(CAGE, pile_of(event.chips))
