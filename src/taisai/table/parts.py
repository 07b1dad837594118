"""What orders and events are made of: field types with their limits, and the values that several events tell."""

from collections.abc import Callable
from typing import Annotated, ClassVar, Final

import msgspec

from taisai.rules.vocabulary import Trouble
from taisai.table.accounts import Account, Transfers
from taisai.table.piles import Pile

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
Chips = Annotated[
    dict[Word, Annotated[int, msgspec.Meta(ge=0, le=CHIPS_MOST)]], msgspec.Meta(max_length=KINDS_MOST)
]  # number of chips of each kind
Numbers = Annotated[tuple[Number, ...], msgspec.Meta(max_length=ITEMS_MOST)]

Money = Callable[[int], str]


class Command(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """Whatever people, terminals and the house itself may ask of a table."""

    @property
    def trouble_named(self) -> Trouble | None:
        """The trouble that it is for, if it names one."""
        return None

    @property
    def rounds_named(self) -> tuple[int, ...]:
        """The finished rounds that it is for, if it names any."""
        return ()


def tag_of(command: Command) -> str:
    return str(command.__struct_config__.tag)


class Event(msgspec.Struct, frozen=True, tag_field="is"):
    """A fact of a table. It can be replayed without today's rules; its tag never changes. `noted` is the
    significant event that it always is, if any. Of `quiet` ones many come, and screens hear of them together."""

    noted: ClassVar[str] = ""
    quiet: ClassVar[bool] = False

    def sentence(self, money: Money) -> str:
        """Describe it. `money` writes an amount."""
        raise NotImplementedError

    def transfers(self, bank: Account) -> Transfers:
        """Who pays whom, which may be nothing. `bank` pays and collects at this table: the house for credits, the float
        for chips."""
        return ()

    def add_to(self, balances: dict[Account, int], bank: Account) -> None:
        """Add its transfers to balances, which have every account."""
        for transfer in self.transfers(bank):
            amount = transfer.amount
            assert amount >= 0, self
            if amount:
                balances[transfer.source] -= amount
                balances[transfer.target] += amount


class Stake(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """Money of a seat on a spot."""

    seat: int
    spot: str
    stake: int


class Award(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """What one wager gets back: `returned` is stake and winnings. `refused` goes back whatever the dice show."""

    seat: int
    spot: str
    stake: int
    returned: int
    refused: int


class Correction(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """What a seat gets or pays; `owed` is the part that its balance could not cover."""

    seat: int
    credited: int
    debited: int
    owed: int


class Move(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """`chips` by kind, from one holder to another."""

    source: str
    target: str
    chips: Pile


class PastRound(msgspec.Struct, frozen=True):
    """How a round was settled. The house looks it up if the table no longer keeps it."""

    number: Number
    roll: Word
    awards: tuple[Award, ...]
    void: bool = False
