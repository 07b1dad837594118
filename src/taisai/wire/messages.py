"""All messages on a socket, typed once: from clients and from the server."""

from typing import Annotated, Any, Final

import msgspec

from taisai.house.views import SeatView, StaffView, TableView
from taisai.house.vouchers import Voucher
from taisai.table.commands import Command
from taisai.table.events import Event
from taisai.table.parts import Number, Word

APPROVALS_MOST: Final = 4
OrderId = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class _Message(msgspec.Struct, frozen=True, tag_field="is"):
    pass


class _Said(msgspec.Struct, frozen=True, tag_field="is", forbid_unknown_fields=True):
    pass


class Join(_Said, frozen=True, tag="join"):
    """The first message on every connection. `epoch` and `after` name the last message seen, so that only the gap is
    sent."""

    table: str
    epoch: str = ""
    after: Number = 0


class Give(_Said, frozen=True, tag="give"):
    """An order. `id` is chosen by the device, so that sending it again is safe; `round` is the round that the sender
    sees; `approvals` are those of the other people, if two are needed."""

    id: OrderId
    command: Command
    round: Number = 0
    approvals: Annotated[tuple[Word, ...], msgspec.Meta(max_length=APPROVALS_MOST)] = ()


class Ping(_Said, frozen=True, tag="ping"):
    """`at` comes back, so that a client can measure its delay."""

    at: int


Said = Join | Give | Ping


class View(_Message, frozen=True, tag="view"):
    """Everything that this client may see. `seat` is its own, `staff` is for staff."""

    n: int
    at: int
    epoch: str
    table: TableView
    seat: SeatView | None
    staff: StaffView | None


class Resumed(_Message, frozen=True, tag="resumed"):
    """Ends the gap: all changes after the last one seen were sent before. The client's own seat is sent completely."""

    n: int
    at: int
    seat: SeatView | None
    staff: StaffView | None


class Change(_Message, frozen=True, tag="change"):
    """The changed fields of the table view; of `boxes` only the changed totals, 0 if nothing is left."""

    n: int
    at: int
    table: dict[str, Any]


class SeatChange(_Message, frozen=True, tag="seat"):
    n: int
    at: int
    seat: SeatView


class StaffChange(_Message, frozen=True, tag="staff"):
    """The changed fields of the staff view; of `seats` only the changed ones."""

    n: int
    at: int
    staff: dict[str, Any]


class Taken(_Message, frozen=True, tag="taken"):
    """The order is in the journal: `first` to `last` are its entries, the receipt. `credit` and `stakes` are those of
    its seat, on its spots."""

    n: int
    id: str
    first: int
    last: int
    events: tuple[Event, ...]
    credit: int
    stakes: dict[str, int]
    voucher: Voucher | None = None


class Declined(_Message, frozen=True, tag="declined"):
    """A refusal: nothing has changed. `id` is empty if the message could not be read."""

    n: int
    id: str
    code: str
    words: str
    value: str


class Pong(_Message, frozen=True, tag="pong"):
    n: int
    at: int
    sent: int


class Moving(_Message, frozen=True, tag="moving"):
    """The table moves from one node of the house to another; a view follows on the same connection. Then send
    unanswered orders again."""

    at: int


Told = View | Resumed | Change | SeatChange | StaffChange | Taken | Declined | Pong | Moving
