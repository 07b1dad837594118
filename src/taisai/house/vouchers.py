"""A voucher as it is printed: once, for whoever cashed out."""

from decimal import Decimal

import msgspec
import segno

from taisai.house.number_words import number_words


class Voucher(msgspec.Struct, frozen=True):
    """`sequence` is its entry in the table's journal; `code` is the picture of the number, as SVG; `electronic` and
    `paytable` say what the table is where it deals itself."""

    site: str
    table: str
    device: str
    seat: int
    issued_at: str
    amount: int
    currency: str
    figures: str
    words: str
    sequence: int
    number: str
    kind: str
    expires: str
    code: str
    electronic: bool
    paytable: str


def figures(amount: int, currency: str) -> str:
    return f"{currency} {Decimal(amount).scaleb(-2):,.2f}"


def in_words(amount: int, currency: str) -> str:
    """Of whole units and hundredths, the way a cheque says it."""
    whole, rest = divmod(amount, 100)
    return f"{number_words(whole)} and {rest:02}/100 {currency}"


def picture(number: str) -> str:
    """A QR code that a reader at any terminal understands."""
    return segno.make(number, error="m", micro=False).svg_inline(scale=4, border=2)
