"""What an entry is about, for searches: its round, seats, voucher, dispute and kind."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, Final, NamedTuple, get_args

from xxhash import xxh3_64_intdigest

from taisai.table import events as e

ROUND: Final = "round"
SEAT: Final = "seat"
VOUCHER: Final = "voucher"
DISPUTE: Final = "dispute"

# These lie between the beginning of their round and the next, so the beginning is enough to find them.
WITHIN_ROUND: Final = frozenset((
    e.AreaPaid, e.BetsClosed, e.BetsOpened, e.ContributionGiven, e.DiceRevealed, e.DiceTumbled, e.EntryAmended,
    e.ExcessRejected, e.LineJudged, e.LosersCollected, e.RollEntered, e.RoundSettled, e.RoundVoided,
    e.SettlementUndone, e.UnnoticedRecorded, e.WagerMoved, e.WagerPlaced, e.WagerShifted, e.WagerWithdrawn,
))  # fmt: skip
# Every round has these: to get all of a kind, read on from the beginning of the round.
COMMON: Final = frozenset((
    e.AreaPaid, e.BeaconNamed, e.BetsClosed, e.BetsOpened, e.ButtonPressed, e.ChipsMoved,
    e.ContributionGiven,
    e.DiceRevealed, e.DiceTumbled, e.LosersCollected, e.RollEntered, e.RoundBegun, e.RoundSettled,
    e.SeedCommitted, e.SeedRevealed, e.WagerPlaced, e.WagerWithdrawn,
))  # fmt: skip
_FIELDS: Final = {"round": ROUND, "about": ROUND, "seat": SEAT, "dispute": DISPUTE}


class Topic(NamedTuple):
    """A topic of an entry. `number` is 0 for a kind of event."""

    what: str
    number: int


def kind(of: type[e.Event]) -> str:
    return str(of.__struct_config__.tag)


def voucher_number(digest: str) -> int:
    """Return a number shorter than the digest. If two vouchers share it, a search reads one entry too many."""
    return xxh3_64_intdigest(digest.encode()) >> 1


def topics(event: e.Event) -> Iterable[Topic]:
    """Return the topics of an event, each once."""
    return dict.fromkeys(_topics(event))


def _topics(event: e.Event) -> Iterator[Topic]:
    of = type(event)
    for field in _named(of):
        yield Topic(_FIELDS[field], getattr(event, field))
    for seat in _seats(event):
        yield Topic(SEAT, seat)
    if voucher := getattr(event, "voucher", ""):
        yield Topic(VOUCHER, voucher_number(voucher))
    if of not in COMMON:
        yield Topic(kind(of), 0)


def _named(of: type[e.Event]) -> Iterator[str]:
    """Yield the fields that name a topic, except those that are found with the round."""
    for field in of.__struct_fields__:
        if field in _FIELDS and not (field == "round" and of in WITHIN_ROUND) and of not in SILENT:
            yield field


def _seats(event: e.Event) -> Iterator[int]:
    some: Iterable[Any] = getattr(event, "corrections", ())
    match event:
        case e.LosersCollected(lost=lost, winners=winners):
            some = chain(lost, *winners.values())
        case e.RoundVoided(returned=returned):
            some = chain(returned, some)
        case e.RoundCorrected(awards=awards):
            some = chain(awards, some)
    return (one.seat for one in some)


SILENT: Final = frozenset(get_args(e.Event)) & WITHIN_ROUND & COMMON - {e.LosersCollected}
"""Kinds that are about nothing by themselves, among them nearly all entries."""
