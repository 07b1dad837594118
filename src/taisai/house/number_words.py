"""Numbers in English words, as on a cheque."""

from typing import Final

_SMALL: Final = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_SCALES: Final = (
    (10**15, "quadrillion"), (10**12, "trillion"), (10**9, "billion"), (10**6, "million"), (10**3, "thousand"),
)  # fmt: skip


def number_words(number: int) -> str:
    for scale, name in _SCALES:
        if number >= scale:
            many, rest = divmod(number, scale)
            return f"{number_words(many)} {name}{_joined(rest)}"
    return _below_thousand(number)


def _joined(rest: int) -> str:
    """Return the part after a thousand or more: "and" before less than a hundred, a comma before more."""
    if not rest:
        return ""
    return f" and {_below_thousand(rest)}" if rest < 100 else f", {number_words(rest)}"


def _below_thousand(number: int) -> str:
    if number < len(_SMALL):
        return _SMALL[number]
    hundreds, rest = divmod(number, 100)
    if hundreds:
        return f"{_SMALL[hundreds]} hundred" + (f" and {_below_thousand(rest)}" if rest else "")
    tens, ones = divmod(number, 10)
    return _TENS[tens - 2] + (f"-{_SMALL[ones]}" if ones else "")
