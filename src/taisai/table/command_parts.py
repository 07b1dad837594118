"""Field types of commands, with limits on numbers and texts, so that nobody can fill the memory."""

from typing import Annotated, Final

import msgspec

NUMBER_MOST: Final = 10**15  # exact in every browser; no real amount is larger
Number = Annotated[int, msgspec.Meta(ge=-NUMBER_MOST, le=NUMBER_MOST)]
TEXT_LONGEST: Final = 500  # free text
WORD_LONGEST: Final = 100  # names
ITEMS_MOST: Final = 1_000
LIMITS_MOST: Final = 100
Text = Annotated[str, msgspec.Meta(max_length=TEXT_LONGEST)]
Word = Annotated[str, msgspec.Meta(max_length=WORD_LONGEST)]
Secret = Annotated[str, msgspec.Meta(max_length=64)]  # 32 bytes in hexadecimal
PublicKey = Annotated[str, msgspec.Meta(max_length=192)]  # 96 bytes, of a beacon
CHIPS_MOST: Final = 100_000  # per kind
KINDS_MOST: Final = 50
Pile = Annotated[
    dict[Word, Annotated[int, msgspec.Meta(ge=0, le=CHIPS_MOST)]], msgspec.Meta(max_length=KINDS_MOST)
]  # number of chips of each kind
Numbers = Annotated[tuple[Number, ...], msgspec.Meta(max_length=ITEMS_MOST)]


class Command(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    pass
