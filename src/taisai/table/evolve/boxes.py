"""How events about drop boxes change the table: which box is on it, what went in, and the state of each count."""

from msgspec.structs import replace

from taisai.table import events as e
from taisai.table.boxes import Box
from taisai.table.state import Table


def box_placed(table: Table, event: e.BoxPlaced) -> None:
    table.tray.box = event.box
    table.tray.boxes[event.box] = Box(event.box)


def filled(table: Table, name: str, amount: int) -> None:
    _change(table, name, amount=table.tray.boxes[name].amount + amount)


def box_removed(table: Table, event: e.BoxRemoved) -> None:
    table.tray.box = ""
    _change(table, event.box, step="removed")


def soft_count_entered(table: Table, event: e.SoftCountEntered) -> None:
    box = table.tray.boxes[event.box]
    _change(table, event.box, entries=(*box.entries, event.digest), people=(*box.people, event.by), nonce=event.nonce)


def soft_count_made(table: Table, event: e.SoftCountMade) -> None:
    _change(table, event.box, step="made", counted=event.amount)


def soft_count_set_aside(table: Table, event: e.SoftCountSetAside) -> None:
    _change(table, event.box, step="removed", entries=(), people=(), counted=0, nonce="")


def soft_count_confirmed(table: Table, event: e.SoftCountConfirmed) -> None:
    if event.variance:
        _change(table, event.box, step="confirmed", people=(*table.tray.boxes[event.box].people, event.by))
    else:
        del table.tray.boxes[event.box]


def soft_count_approved(table: Table, event: e.SoftCountApproved) -> None:
    del table.tray.boxes[event.box]


def _change(table: Table, name: str, **values: object) -> None:
    table.tray.boxes[name] = replace(table.tray.boxes[name], **values)


def tips_stated(table: Table, event: e.TipsStated) -> None:
    table.tips = event.allowed


def tip_given(table: Table, event: e.TipGiven) -> None:
    seat = table.seats[event.seat]
    seat.credit -= event.amount
    seat.meter_out += event.amount
