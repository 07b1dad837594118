"""What an event does to money: transfers, each with two accounts and one amount."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, NewType

import msgspec

from taisai.table import events as e

Account = NewType("Account", str)

LAYOUT = Account("layout")
HOUSE = Account("house")
CASH = Account("cash")
VOUCHERS = Account("vouchers")
FLOAT = Account("float")
CAGE = Account("cage")
ELSEWHERE = Account("elsewhere")  # chips of the house that are in play or in pockets, but not at this table
VARIANCE = Account("variance")
TIPS = Account("tips")


@cache
def seat_account(seat: int) -> Account:
    return Account(f"seat:{seat}")


def owed_account(seat: int) -> Account:
    """Return the account of what a seat owes the house; negative while anything is owed."""
    return Account(f"owed:{seat}")


def box_account(box: str) -> Account:
    """Return the account of a drop box that is not counted yet."""
    return Account(f"box:{box}")


class Transfer(msgspec.Struct, frozen=True, gc=False):
    source: Account
    target: Account
    amount: int


def transfers(event: e.Event, bank: Account) -> list[Transfer]:
    """Return the transfers of an event.

    `bank` pays and collects at this table: the house for credits, the float for chips."""
    return [transfer for transfer in meaning(event, bank) if transfer.amount]


def meaning(event: e.Event, bank: Account) -> "Transfers":
    """Return the same, including transfers of zero."""
    found = _MEANINGS.get(type(event))
    return found(event, bank) if found else ()


Transfers = Iterable[Transfer]


def _opened(event: e.TableOpened, _: Account) -> Transfers:
    return (Transfer(CAGE, FLOAT, event.opening_float),)


def _closed(event: e.TableClosed, _: Account) -> Transfers:
    return (Transfer(FLOAT, CAGE, event.closing_float),)


def _bought(event: e.CreditBought, _: Account) -> Transfers:
    return (Transfer(VOUCHERS if event.voucher else CASH, seat_account(event.seat), event.amount),)


def _cashed_out(event: e.VoucherIssued, _: Account) -> Transfers:
    return (Transfer(seat_account(event.seat), VOUCHERS, event.amount),)


def _cancelled(event: e.VoucherCancelled, _: Account) -> Transfers:
    return (Transfer(VOUCHERS, seat_account(event.seat), event.amount),)


def _released(event: e.SeatReleased, _: Account) -> Transfers:
    return (Transfer(seat_account(event.seat), CASH, event.paid),)


def _paid_owed(event: e.OwedPaid, _: Account) -> Transfers:
    return (Transfer(CASH, owed_account(event.seat), event.amount),)


def _changed(event: e.CashChanged, _: Account) -> Transfers:
    given = Transfer(FLOAT, seat_account(event.seat), event.amount)
    return Transfer(CASH, box_account(event.box), event.amount), given


def _confirmed(event: e.SoftCountConfirmed, _: Account) -> Transfers:
    return () if event.variance else (Transfer(box_account(event.box), CAGE, event.amount),)


def _box_approved(event: e.SoftCountApproved, _: Account) -> Transfers:
    """Yield the transfers of an approved count.

    The variance covers what was missing from the box, or was in it unrecorded."""
    box = box_account(event.box)
    yield Transfer(VARIANCE, box, max(event.variance, 0))
    yield Transfer(box, VARIANCE, max(-event.variance, 0))
    yield Transfer(box, CAGE, event.amount)


def _tipped(event: e.TipGiven, _: Account) -> Transfers:
    return (Transfer(seat_account(event.seat), TIPS, event.amount),)


def _tips_taken(event: e.TipsTaken, _: Account) -> Transfers:
    return (Transfer(TIPS, CAGE, event.amount),)


def _brought(event: e.ChipsBrought, _: Account) -> Transfers:
    return (Transfer(ELSEWHERE, seat_account(event.seat), event.amount),)


def _taken(event: e.ChipsTaken, _: Account) -> Transfers:
    return (Transfer(seat_account(event.seat), ELSEWHERE, event.amount),)


def _written_off(event: e.ColourWrittenOff, _: Account) -> Transfers:
    return (Transfer(seat_account(event.seat), FLOAT, event.amount),)


def _approved(event: e.CountApproved, _: Account) -> Transfers:
    """Return the transfers of an approved count. A variance before an opening came from the cage with the rest."""
    found = 0 if event.purpose == "opening" else event.variance
    return Transfer(VARIANCE, FLOAT, max(found, 0)), Transfer(FLOAT, VARIANCE, max(-found, 0))


def _filled(event: e.FloatFilled, _: Account) -> Transfers:
    return (Transfer(CAGE, FLOAT, event.amount),)


def _credited(event: e.FloatCredited, _: Account) -> Transfers:
    return (Transfer(FLOAT, CAGE, event.amount),)


def _staked(event: e.WagerPlaced | e.UnnoticedRecorded, _: Account) -> Transfers:
    return (Transfer(seat_account(event.seat), LAYOUT, event.stake),)


def _withdrawn(event: e.WagerWithdrawn, _: Account) -> Transfers:
    return (Transfer(LAYOUT, seat_account(event.seat), event.stake),)


def _rejected(event: e.ExcessRejected, _: Account) -> Transfers:
    return _given_back(event.rejected)


def _voided(event: e.RoundVoided, bank: Account) -> Transfers:
    yield from _given_back(event.returned)
    yield from _corrected(event, bank)


def _judged(event: e.LineJudged, _: Account) -> Transfers:
    return () if event.counts else (Transfer(LAYOUT, seat_account(event.seat), event.stake),)


def _undone(event: e.SettlementUndone, bank: Account) -> Transfers:
    yield Transfer(bank, LAYOUT, event.restored)
    yield from _corrected(event, bank)


def _given_back(stakes: Iterable[e.Stake]) -> Transfers:
    return (Transfer(LAYOUT, seat_account(one.seat), one.stake) for one in stakes)


def _collected(event: e.LosersCollected, bank: Account) -> Transfers:
    for award in event.lost:
        yield Transfer(LAYOUT, bank, award.stake)
    for award in (*event.lost, *(award for awards in event.winners.values() for award in awards)):
        yield Transfer(LAYOUT, seat_account(award.seat), award.refused)


def _paid(event: e.AreaPaid, bank: Account) -> Transfers:
    for award in event.awards:
        back = min(award.stake, award.returned)
        yield Transfer(LAYOUT, seat_account(award.seat), back)
        yield Transfer(LAYOUT, bank, award.stake - back)  # the lost part of a stake that is partly returned
        yield Transfer(bank, seat_account(award.seat), award.returned - back)


Correcting = e.RoundVoided | e.SettlementUndone | e.RoundReversed | e.RoundCorrected | e.DisputeDecided


def _corrected(event: Correcting, bank: Account) -> Transfers:
    for correction in event.corrections:
        yield Transfer(bank, seat_account(correction.seat), correction.credited)
        yield Transfer(seat_account(correction.seat), bank, correction.debited)
        yield Transfer(owed_account(correction.seat), HOUSE, correction.owed)  # the chips have not come back


_MEANINGS: dict[type, Callable[[Any, Account], Transfers]] = {
    e.TableOpened: _opened,
    e.TableClosed: _closed,
    e.CreditBought: _bought,
    e.VoucherIssued: _cashed_out,
    e.VoucherCancelled: _cancelled,
    e.ChipsBrought: _brought,
    e.ChipsTaken: _taken,
    e.ColourWrittenOff: _written_off,
    e.CountApproved: _approved,
    e.SoftCountConfirmed: _confirmed,
    e.SoftCountApproved: _box_approved,
    e.TipGiven: _tipped,
    e.TipsTaken: _tips_taken,
    e.CashChanged: _changed,
    e.SeatReleased: _released,
    e.OwedPaid: _paid_owed,
    e.FloatFilled: _filled,
    e.FloatCredited: _credited,
    e.WagerPlaced: _staked,
    e.UnnoticedRecorded: _staked,
    e.LineJudged: _judged,
    e.WagerWithdrawn: _withdrawn,
    e.ExcessRejected: _rejected,
    e.RoundVoided: _voided,
    e.SettlementUndone: _undone,
    e.LosersCollected: _collected,
    e.AreaPaid: _paid,
    e.RoundReversed: _corrected,
    e.RoundCorrected: _corrected,
    e.DisputeDecided: _corrected,
}
