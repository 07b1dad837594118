"""Keys as people write them down (BIP 173): a mistake of up to four letters is noticed."""

from collections.abc import Iterable
from typing import Final

LETTERS: Final = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
SUM_LENGTH: Final = 6
_GENERATOR: Final = (0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)


def encode(kind: str, data: bytes) -> str:
    numbers = _regrouped(data, 8, 5, pad=True)
    check = _polymod([*_expanded(kind), *numbers, *[0] * SUM_LENGTH]) ^ 1
    total = [check >> 5 * (SUM_LENGTH - 1 - place) & 31 for place in range(SUM_LENGTH)]
    return f"{kind}1{''.join(LETTERS[number] for number in (*numbers, *total))}"


def decode(kind: str, text: str) -> bytes:
    """ValueError where it is no such key, or was written down wrongly."""
    text = text.strip()
    if text not in {text.lower(), text.upper()}:
        raise ValueError("large and small letters are mixed")
    found, _, rest = text.lower().rpartition("1")
    numbers = [LETTERS.find(letter) for letter in rest]
    if found != kind or -1 in numbers or _polymod([*_expanded(kind), *numbers]) != 1:
        raise ValueError("a letter is wrong, missing or too many")
    return bytes(_regrouped(numbers[:-SUM_LENGTH], 5, 8, pad=False))


def _expanded(kind: str) -> list[int]:
    return [*(ord(letter) >> 5 for letter in kind), 0, *(ord(letter) & 31 for letter in kind)]


def _polymod(numbers: Iterable[int]) -> int:
    check = 1
    for number in numbers:
        top = check >> 25
        check = (check & 0x1FFFFFF) << 5 ^ number
        for place, factor in enumerate(_GENERATOR):
            check ^= factor if top >> place & 1 else 0
    return check


def _regrouped(numbers: Iterable[int], bits: int, into: int, *, pad: bool) -> list[int]:
    found: list[int] = []
    held = held_bits = 0
    for number in numbers:
        held, held_bits = held << bits | number, held_bits + bits
        while held_bits >= into:
            held_bits -= into
            found.append(held >> held_bits & (1 << into) - 1)
    rest = held & (1 << held_bits) - 1
    if pad and held_bits:
        found.append(rest << into - held_bits)
    elif not pad and (held_bits >= bits or rest):
        raise ValueError("it is too long or too short")
    return found
