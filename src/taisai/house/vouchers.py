"""A voucher as printed, once, for the player who cashed out."""

import msgspec
import segno

from taisai.house.number_words import number_words
from taisai.rules.currency import digits_of


class Voucher(msgspec.Struct, frozen=True):
    """`sequence` is its entry in the table's journal; `code` is the number as an SVG image. `electronic` and `paytable`
    describe a table that deals itself. `help` is the problem-gambling helpline."""

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
    help: str = ""


def in_words(amount: int, currency: str) -> str:
    """Return an amount in words, as on a cheque: whole units and the fraction."""
    digits = digits_of(currency)
    whole, rest = divmod(amount, 10**digits)
    part = f" and {rest:0{digits}}/{10**digits}" if digits else ""
    return f"{number_words(whole)}{part} {currency}"


def picture(number: str) -> str:
    """Return a QR code that a reader at any terminal understands."""
    return segno.make(number, error="m", micro=False).svg_inline(scale=4, border=2)
