"""Decide about drop boxes: two people exchange them, three count them without knowing the expected amount."""

from msgspec.structs import replace

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Act
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.boxes import Box, Notes, digest_of
from taisai.table.command_parts import NUMBER_MOST
from taisai.table.decide import allow
from taisai.table.decide.chips import chips_only
from taisai.table.game import Game
from taisai.table.order import ALONE, Order
from taisai.table.state import Table


def exchange_box(game: Game, table: Table, order: Order, command: c.ExchangeBox) -> list[e.Event]:
    allow.act(game, order, Act.HANDLE_MONEY)
    second = allow.two(order)
    chips_only(table)
    there, brought = table.tray.box, command.box
    if brought == there:
        words = f"drop box {there} is already on the table" if there else "there is no drop box on the table to remove"
        raise Refused(Refusal.BOX_UNKNOWN, words, brought)
    if brought in table.tray.boxes:
        raise Refused(Refusal.BOX_UNKNOWN, f"drop box {brought} was removed and has not been counted yet", brought)
    if brought != brought.strip() or not brought.isprintable():
        raise Refused(Refusal.BOX_UNKNOWN, f"{brought!r} is not a drop box name", brought)
    removed = [e.BoxRemoved(there, order.by.name, second)] if there else []
    placed = [e.BoxPlaced(brought, order.by.name, second)] if brought else []
    return [*removed, *placed]


def box_there(table: Table) -> str:
    """Return the drop box on the table."""
    if not table.tray.box:
        words = "there is no drop box on the table, so cash cannot be accepted; have one brought first"
        raise Refused(Refusal.BOX_MISSING, words, table.table)
    return table.tray.box


def enter_soft_count(game: Game, table: Table, order: Order, command: c.EnterSoftCount) -> list[e.Event]:
    """Record an entry. The second one shows whether both agree; only then is the expected amount shown."""
    box = _taken_away(game, table, order, command.box, "removed")
    notes, alone = _checked(command.notes), _another(order, box)
    digest = digest_of(table.table, box.name, notes, command.key)
    entered = e.SoftCountEntered(box.name, digest, order.by.name, command.nonce, alone)
    if not box.entries:
        return [entered]
    if digest not in box.entries:
        return [entered, e.SoftCountSetAside(box.name, "", order.by.name)]
    made = replace(box, counted=sum(int(kind) * count for kind, count in notes.items()))
    figures = made.counted, made.amount, made.variance
    return [entered, e.SoftCountMade(box.name, notes, *figures, box.people[0], alone or order.by.name, command.key)]


def confirm_soft_count(game: Game, table: Table, order: Order, command: c.ConfirmSoftCount) -> list[e.Event]:
    box = _taken_away(game, table, order, command.box, "made")
    alone = _another(order, box)
    if command.agrees:
        return [e.SoftCountConfirmed(box.name, box.counted, box.variance, order.by.name, alone)]
    if not command.why.strip():
        raise Refused(Refusal.REASON_MISSING, f"enter what is wrong with the count of drop box {box.name}", box.name)
    return [e.SoftCountSetAside(box.name, command.why, order.by.name)]


def approve_soft_count(game: Game, table: Table, order: Order, command: c.ApproveSoftCount) -> list[e.Event]:
    allow.act(game, order, Act.OPEN_TABLE)
    box = _taken_away(game, table, order, command.box, "confirmed")
    alone = _another(order, box)
    if not command.why.strip():
        raise Refused(Refusal.REASON_MISSING, f"enter why the count of drop box {box.name} differs", box.name)
    return [e.SoftCountApproved(box.name, box.counted, box.variance, command.why, order.by.name, alone)]


def _taken_away(game: Game, table: Table, order: Order, name: str, step: str) -> Box:
    allow.act(game, order, Act.HANDLE_MONEY)
    chips_only(table)
    box = table.tray.boxes.get(name)
    if box is None:
        raise Refused(Refusal.BOX_UNKNOWN, f"there is no drop box {name!r} to count", name)
    if box.step != step:
        raise Refused(Refusal.BOX_STEP, f"drop box {name} is {box.step}, not {step}", name)
    return box


def _checked(notes: Notes) -> Notes:
    """Return the notes without zero counts. A box may be empty."""
    for kind in notes:
        if not (kind.isascii() and kind.isdecimal() and 1 <= int(kind) <= NUMBER_MOST and str(int(kind)) == kind):
            raise Refused(Refusal.CHIP_UNKNOWN, f"{kind!r} is not a note denomination", kind)
    return {kind: count for kind, count in notes.items() if count}


def _another(order: Order, box: Box) -> str:
    """Refuse a second part in the same count. The first manager of a new house acts alone, and the record says so."""
    if order.second == ALONE:
        return ALONE.name
    if order.by.name in box.people:
        words = f"{order.by.name} already took part in the count of drop box {box.name}; another person must do this"
        raise Refused(Refusal.DUAL_CONTROL, words, order.by.name)
    return ""
