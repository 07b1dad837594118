"""Money for people to read, in units of its currency. Everywhere else it is in whole minor units."""

from decimal import Decimal
from typing import Final

USUAL: Final = 2
_NONE: Final = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"
_THREE: Final = "BHD IQD JOD KWD LYD OMR TND"
_DIGITS: Final = dict.fromkeys(_NONE.split(), 0) | dict.fromkeys(_THREE.split(), 3)


def digits_of(currency: str) -> int:
    """Return the number of decimal places."""
    return _DIGITS.get(currency, USUAL)


def units(minor: int, currency: str) -> Decimal:
    return Decimal(minor).scaleb(-digits_of(currency))


def figures(minor: int, currency: str) -> str:
    """Return the amount with the currency's code, grouped by thousands."""
    return f"{currency} {units(minor, currency):,}".strip()
