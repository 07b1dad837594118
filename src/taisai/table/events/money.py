"""Events about seats: money, chips and terminals. `second` is the other person, if two were needed."""

from taisai.table.events.parts import Tagged
from taisai.table.own_limits import Carried


class CreditBought(Tagged, frozen=True, tag="credit-bought"):
    """`voucher` is the digest of the redeemed voucher's number, empty for cash. `carried` are the player's own limits,
    if another table issued it."""

    seat: int
    amount: int
    voucher: str
    carried: Carried | None = None


class VoucherIssued(Tagged, frozen=True, tag="voucher-issued"):
    """The meter moves with `voucher-collected`. `carried` are the player's own limits, for the table that
    redeems it."""

    seat: int
    amount: int
    voucher: str
    ending: str
    expires: str = ""
    second: str = ""
    carried: Carried | None = None


class VoucherCollected(Tagged, frozen=True, tag="voucher-collected"):
    seat: int
    amount: int
    voucher: str
    ending: str


class VoucherCancelled(Tagged, frozen=True, tag="voucher-cancelled"):
    seat: int
    amount: int
    voucher: str
    ending: str
    procedure: str
    second: str = ""


class VoucherRedeemed(Tagged, frozen=True, tag="voucher-redeemed"):
    """Another table redeemed this table's voucher. That table's `credit-bought` moves the money."""

    seat: int
    amount: int
    voucher: str
    ending: str


class CashChanged(Tagged, frozen=True, tag="cash-changed"):
    """`box` is the drop box that the cash went into."""

    seat: int
    chips: tuple[int, ...]
    amount: int
    box: str


class ColourAssigned(Tagged, frozen=True, tag="colour-assigned"):
    seat: int
    colour: str
    value: int


class ChipsExchanged(Tagged, frozen=True, tag="chips-exchanged"):
    """Exchanged at the float for the same value; chips of the seat's own colour by number."""

    seat: int
    given: tuple[int, ...]
    received: tuple[int, ...]
    colour_given: int = 0
    colour_received: int = 0


class FloatFilled(Tagged, frozen=True, tag="float-filled"):
    chips: tuple[int, ...]
    amount: int


class FloatCredited(Tagged, frozen=True, tag="float-credited"):
    chips: tuple[int, ...]
    amount: int


class SeatLeft(Tagged, frozen=True, tag="seat-left"):
    seat: int


class SeatLocked(Tagged, frozen=True, tag="seat-locked"):
    seat: int
    cause: str
    amount: int


class SeatReleased(Tagged, frozen=True, tag="seat-released"):
    """`paid` was paid by hand and deducted from the credit."""

    seat: int
    procedure: str
    paid: int = 0
    second: str = ""


class OwedPaid(Tagged, frozen=True, tag="owed-paid"):
    """Paid in cash, which no seat held before."""

    seat: int
    amount: int
    second: str = ""


class TerminalFailed(Tagged, frozen=True, tag="terminal-failed"):
    seat: int
    clause: str
    unregistered: dict[str, int]


class TerminalMended(Tagged, frozen=True, tag="terminal-mended"):
    seat: int
    procedure: str
