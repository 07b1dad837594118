"""Decide about fills and credits. Nobody handles the same chips twice; the float changes only on receipt."""

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Act
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.decide import allow
from taisai.table.decide.chip_moves import worth_of
from taisai.table.decide.chips import chips_only, counted
from taisai.table.decide.moving import Moving
from taisai.table.game import Game
from taisai.table.order import ALONE, Order
from taisai.table.piles import values_in
from taisai.table.state import Table
from taisai.table.tray import Slip


def request_slip(game: Game, table: Table, order: Order, command: c.RequestSlip) -> list[e.Event]:
    _handled(game, table, order)
    chips = counted(game, table, command.chips)
    if command.kind == "credit":
        check_there(game, table, chips)
    number = table.tray.slips_made + 1
    return [e.SlipRequested(number, command.kind, chips, worth_of(table, chips), order.by.name)]


def prepare_slip(game: Game, table: Table, order: Order, command: c.PrepareSlip) -> list[e.Event]:
    _handled(game, table, order)
    slip = _under_way(table, command.slip, "requested")
    _another(order, slip.people[:1])
    return [e.SlipPrepared(slip.number, order.by.name)]


def carry_slip(game: Game, table: Table, order: Order, command: c.CarrySlip) -> list[e.Event]:
    _handled(game, table, order)
    slip = _under_way(table, command.slip, "prepared")
    _another(order, slip.people[1:])
    return [e.SlipCarried(slip.number, order.by.name)]


def receive_slip(game: Game, table: Table, order: Order, command: c.ReceiveSlip) -> list[e.Event]:
    """Receive the chips. Neither the person who prepared them nor the one who carried them may do this."""
    allow.act(game, order, Act.HANDLE_MONEY)
    second = allow.two(order)
    _open(table)
    slip = _under_way(table, command.slip, "carried")
    _another(order, slip.people[1:])
    received, values = e.SlipReceived(slip.number, order.by.name, second), values_in(slip.chips)
    if slip.kind == "fill":
        return [received, e.FloatFilled(values, slip.amount)]
    check_there(game, table, slip.chips)
    return [received, e.FloatCredited(values, slip.amount)]


def void_slip(game: Game, table: Table, order: Order, command: c.VoidSlip) -> list[e.Event]:
    allow.act(game, order, Act.HANDLE_MONEY)
    second = allow.two(order)
    _open(table)
    slip = _under_way(table, command.slip, "")
    if not command.why.strip():
        raise Refused(Refusal.REASON_MISSING, f"enter why slip {slip.number} is void", slip.number)
    return [e.SlipVoided(slip.number, command.why, order.by.name, second)]


def check_there(game: Game, table: Table, chips: dict[str, int]) -> None:
    """Check that the float has these chips."""
    Moving(game, table).check_float(chips)


def check_all_done(table: Table) -> None:
    """Check that no slip is open before the table closes."""
    for slip in table.tray.slips.values():
        words = f"slip {slip.number} is in progress ({slip.step}); receive or void it first"
        raise Refused(Refusal.SLIP_STEP, words, slip.number)


def _handled(game: Game, table: Table, order: Order) -> None:
    allow.act(game, order, Act.HANDLE_MONEY)
    _open(table)


def _open(table: Table) -> None:
    allow.open_table(table)
    chips_only(table)


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
