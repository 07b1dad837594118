"""What commands are made of: how large a number and how long a text may be, so that nobody fills the memory."""

from typing import Annotated, Final

import msgspec

NUMBER_MOST: Final = 10**15  # whole in every number that a browser counts with; what is beyond it cannot be meant
Number = Annotated[int, msgspec.Meta(ge=-NUMBER_MOST, le=NUMBER_MOST)]
TEXT_LONGEST: Final = 500  # of what people say in their own words
WORD_LONGEST: Final = 100  # of what names something
ITEMS_MOST: Final = 1_000
LIMITS_MOST: Final = 100
Text = Annotated[str, msgspec.Meta(max_length=TEXT_LONGEST)]
Word = Annotated[str, msgspec.Meta(max_length=WORD_LONGEST)]
Secret = Annotated[str, msgspec.Meta(max_length=64)]  # 32 bytes in hexadecimal
PublicKey = Annotated[str, msgspec.Meta(max_length=192)]  # 96 bytes, of a beacon
CHIPS_MOST: Final = 100_000  # of one kind
KINDS_MOST: Final = 50
Pile = Annotated[
    dict[Word, Annotated[int, msgspec.Meta(ge=0, le=CHIPS_MOST)]], msgspec.Meta(max_length=KINDS_MOST)
]  # how many chips of each kind
Numbers = Annotated[tuple[Number, ...], msgspec.Meta(max_length=ITEMS_MOST)]


class Command(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    pass
