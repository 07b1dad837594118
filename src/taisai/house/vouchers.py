"""A voucher as it is printed: once, for whoever cashed out."""

from datetime import datetime
from decimal import Decimal

import msgspec
import segno
from num2words import num2words

DIGITS_A_GROUP = 4


class Voucher(msgspec.Struct, frozen=True):
    """`sequence` is its entry in the table's journal; `code` is the picture of the number, as SVG."""

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


def figures(amount: int, currency: str) -> str:
    return f"{currency} {Decimal(amount).scaleb(-2):,.2f}"


def in_words(amount: int, currency: str) -> str:
    """Of whole units and hundredths, the way a cheque says it."""
    whole, rest = divmod(amount, 100)
    return f"{num2words(whole)} and {rest:02}/100 {currency}"


def picture(number: str) -> str:
    """A QR code that a reader at any terminal understands."""
    return segno.make(number, error="m", micro=False).svg_inline(scale=4, border=2)


def grouped(number: str) -> str:
    """As a person reads it out."""
    return " ".join(number[place : place + DIGITS_A_GROUP] for place in range(0, len(number), DIGITS_A_GROUP))


def day(at: str) -> str:
    return datetime.fromisoformat(at).date().isoformat() if at else ""
