"""A voucher as printed, once, for the player who cashed out."""

import msgspec


class Voucher(msgspec.Struct, frozen=True):
    """`sequence` is its entry in the table's journal. `electronic` and `paytable` describe a table that deals itself.
    `help` is the problem-gambling helpline. The page adds the amount in words and the number as a QR code."""

    site: str
    table: str
    device: str
    seat: int
    issued_at: str
    amount: int
    currency: str
    figures: str
    sequence: int
    number: str
    kind: str
    expires: str
    electronic: bool
    paytable: str
    help: str = ""
