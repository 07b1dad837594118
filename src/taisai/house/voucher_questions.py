"""What tables ask and tell each other about vouchers, in one process or over the bus."""

from typing import Final, Literal

import msgspec

from taisai.house.live import LiveRefusal
from taisai.house.table_entry import recorded
from taisai.journal.entry import Head
from taisai.journal.seal import START, checked_lines, head_of
from taisai.journal.store import Store
from taisai.rules.refusals import Refusal, Refused
from taisai.table import events as e


class Message(msgspec.Struct, frozen=True, tag_field="asks"):
    """A question, an answer, or news."""


class Asked(Message, frozen=True, tag="promise"):
    """Do you promise this voucher to this seat? See `PromiseVoucher`."""

    voucher: str
    amount: int
    promise: str
    table: str
    seat: int
    after: int


class Credited(Message, frozen=True, tag="credited"):
    """Did the table redeem the voucher by this promise, in an entry beyond `after`?"""

    voucher: str
    promise: str
    table: str
    after: int


class Promised(Message, frozen=True, tag="promised"):
    event: e.VoucherPromised


class Declined(Message, frozen=True, tag="declined"):
    why: Literal["unknown", "expired", "later"]
    words: str = ""
    value: str = ""


class NotHere(Message, frozen=True, tag="not-here"):
    """None of these tables has such a voucher outstanding."""

    tables: tuple[str, ...]


class Credit(Message, frozen=True, tag="credit"):
    made: Literal["yes", "no", "unknown"]


class Spent(Message, frozen=True, tag="spent"):
    """The table redeemed the voucher, and has written it."""

    voucher: str
    table: str


class Doubted(Message, frozen=True, tag="doubted"):
    """A promise of the voucher may have no use: find out."""

    voucher: str


Question = Asked | Credited
Said = Promised | Declined | NotHere | Credit
News = Spent | Doubted

encode: Final = msgspec.json.Encoder().encode
questions: Final = msgspec.json.Decoder(Question)
answers: Final = msgspec.json.Decoder(Said)
news: Final = msgspec.json.Decoder(News)


def declined(refused: Refused) -> Declined:
    match refused.code:
        case Refusal.VOUCHER_UNKNOWN:
            return Declined("unknown")
        case Refusal.VOUCHER_EXPIRED:
            return Declined("expired", refused.words, str(refused.value))
    return Declined("later", "the table that issued the voucher cannot be asked at the moment; try again")


def refused_of(one: Declined) -> Refused:
    code = Refusal.VOUCHER_EXPIRED if one.why == "expired" else LiveRefusal.TABLE_BUSY
    return Refused(code, one.words, one.value)


def is_credited(store: Store, asked: Credited, head: Head) -> bool:
    """Return whether a table redeemed a voucher after an entry. The entries lead to the head that the table knows, so
    none of them was changed."""
    before = next(store.read(asked.after - 1), None) if asked.after else None
    named, found, last = f'"voucher":"{asked.voucher}"'.encode(), False, asked.after
    for lines in checked_lines(store.lines(asked.after), head_of(before) if before else START):
        for seq, body in enumerate(lines.clear, lines.first):
            if seq > head.seq:
                break
            found = found or (named in body and isinstance(recorded(body).event, e.CreditBought))
            last = seq
            assert seq < head.seq or lines.head(seq - lines.first) == head, "the table knows this very history"
    assert last == head.seq, "all entries were read"
    return found
