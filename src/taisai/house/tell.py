"""An event as a person would tell it."""

from collections.abc import Callable
from typing import Any

from taisai.house.electronic import table_kind
from taisai.table import events as e
from taisai.table.order import ALONE


def tell(event: e.Event) -> str:
    return _TOLD[type(event)](event)


def _stakes(stakes: tuple[e.Stake, ...]) -> str:
    told = [f"{one.stake} on {one.spot} to seat {one.seat}" for one in stakes]
    return ", ".join(told) or "no stakes"


def _awards(awards: tuple[e.Award, ...]) -> str:
    told = [f"seat {one.seat} gets {one.returned} for {one.stake} on {one.spot}" for one in awards]
    return ", ".join(told) or "nobody"


def _corrections(corrections: tuple[e.Correction, ...]) -> str:
    told = []
    for one in corrections:
        parts = [f"gets {one.credited}" if one.credited else "", f"gives {one.debited}" if one.debited else ""]
        parts.append(f"owes {one.owed}" if one.owed else "")
        told.append(f"seat {one.seat} {' and '.join(part for part in parts if part)}")
    return ", ".join(told) or "no money moves"


def _installed(event: e.TableInstalled) -> str:
    told = f"table {event.table} is installed with {event.paytable}, {event.seats} seats, playing {event.money}"
    kind = table_kind(event.paytable, event.automation)
    return f"{told}; {kind}" if kind else told


def _collected(event: e.LosersCollected) -> str:
    lost = ", ".join(f"{one.stake} of seat {one.seat} on {one.spot}" for one in event.lost) or "nothing"
    every = (*event.lost, *(award for awards in event.winners.values() for award in awards))
    back = ", ".join(f"{one.refused} on {one.spot} to seat {one.seat}" for one in every if one.refused)
    told = f"losers are collected: {lost}"
    told += f"; pro rata returns {back}" if back else ""
    return told + (f"; overflow {event.overflow} for the Shift Manager" if event.overflow else "")


def _placed(event: e.WagerPlaced) -> str:
    asked = f" on the word of {event.asked_by}" if event.asked_by else ""
    by = "" if event.placed_by == "player" else f", placed by the {event.placed_by}{asked}"
    excess = f"; {event.excess} is rejected" if event.excess else ""
    return f"seat {event.seat} wagers {event.stake} on {event.spot}{by}{excess}"


def _voided(event: e.RoundVoided) -> str:
    called = f'"{event.call}" is called' if event.announced else "nobody calls it"
    back = f"; {_corrections(event.corrections)}" if event.corrections else ""
    told = f"round {event.round} is void for {event.trouble}{_of(event.clause)}, {called}"
    return f"{told}: {_stakes(event.returned)}{back}"


def _line(event: e.LineJudged) -> str:
    outcome = "counts" if event.counts else "goes back"
    told = f"seat {event.seat}'s {event.stake} touches the line of {event.spot}{_of(event.clause)} and {outcome}"
    return f"{told}{_second(event)}: {event.reason}"


def _why(event: e.WagerMoved | e.WagerWithdrawn) -> str:
    return f": {event.reason}{_second(event)}" if event.reason else ""


def _reported(event: e.TroubleReported) -> str:
    told = f"{event.trouble} is reported{_of(event.clause)}{': ' + event.note if event.note else ''}"
    told += f"; lit were {', '.join(event.lit)}" if event.lit else ""
    told += f"; the dice show {event.dice}" if event.dice else ""
    return told + ("; the table stops" if event.stops else "")


def _second(event: Any) -> str:
    """Whoever agreed, or that nobody could."""
    if event.second == ALONE.name:
        return f" ({event.second})"
    return f" with {event.second}" if event.second else ""


def _closed(event: e.TableClosed) -> str:
    result = f"drop {event.drop}, fills {event.fills}, credits {event.credits}, float {event.closing_float}"
    return f"the table closes: {result}, win {event.win}"


def _of(clause: str) -> str:
    return f" ({clause})" if clause else ""


_TOLD: dict[type, Callable[[Any], str]] = {
    e.TableInstalled: _installed,
    e.RulesStated: lambda v: f"rolls are entered by {' or '.join(v.enter)} after {v.tumbles_min} tumbles or more",
    e.CheckRecorded: lambda v: f"check {v.check} is passed" if v.passed else f"check {v.check} fails: {v.why}",
    e.TestRollEntered: lambda v: f"test roll {v.roll} is entered; lit are {', '.join(v.lit)}",
    e.TestRollJudged: lambda v: f"test roll {v.roll} was lit {'rightly' if v.right else f'wrongly: {v.why}'}",
    e.TestRun: lambda v: f"a test run lights all {v.rolls} rolls as the pay table says{_of(v.check)}",
    e.TableOpened: lambda v: "the table opens" + (f" with a float of {v.opening_float}" if v.opening_float else ""),
    e.TableClosed: _closed,
    e.LimitsChanged: lambda v: f"limits change from {_limits(v.old)} to {_limits(v.new)}{_second(v)}",
    e.CreditBought: lambda v: f"seat {v.seat} buys in {v.amount} {'with a voucher' if v.voucher else 'in cash'}",
    e.VoucherIssued: lambda v: f"seat {v.seat} cashes out {v.amount} to the voucher ending in {v.ending}{_second(v)}",
    e.VoucherCollected: lambda v: f"the voucher of seat {v.seat} ending in {v.ending}, worth {v.amount}, is collected",
    e.VoucherCancelled: lambda v: (
        f"the voucher of seat {v.seat} ending in {v.ending} is cancelled{_second(v)}: {v.procedure}; "
        f"{v.amount} is credit again"
    ),
    e.VoucherRedeemed: lambda v: (
        f"the voucher of seat {v.seat} ending in {v.ending}, worth {v.amount}, is redeemed at another table"
    ),
    e.CashChanged: lambda v: f"seat {v.seat} changes {v.amount} in cash for chips {list(v.chips)}; the cash is dropped",
    e.ColourAssigned: lambda v: f"seat {v.seat} plays {v.colour} chips worth {v.value} each, marked on the rack",
    e.ChipsExchanged: lambda v: f"seat {v.seat} colours up {list(v.given)} to {list(v.received)}",
    e.FloatFilled: lambda v: f"the float is filled by {v.amount}",
    e.FloatCredited: lambda v: f"{v.amount} leaves the float for the cage",
    e.RoundBegun: lambda v: f"round {v.round} begins",
    e.DiceTumbled: lambda v: f"the dice are tumbled {v.times} times",
    e.BetsOpened: lambda v: f'"{v.call}"',
    e.WagerPlaced: _placed,
    e.WagerMoved: lambda v: f"seat {v.seat}'s {v.stake} goes from {v.spot} to {v.to} ({v.cause}){_why(v)}",
    e.WagerShifted: lambda v: (
        f"seat {v.seat}'s {v.stake} lies on {v.to}, no longer on {v.spot} ({v.cause}); "
        f"it counts on {v.to if v.counts else v.spot}{_of(v.clause)}{_second(v)}"
    ),
    e.LineJudged: _line,
    e.WagerWithdrawn: lambda v: f"seat {v.seat} withdraws {v.stake} from {v.spot}{_why(v)}",
    e.ExcessRejected: lambda v: f"excess is rejected{_of(v.clause)}: {_stakes(v.rejected)}",
    e.RollCommitted: lambda v: f"the tumbler commits itself to a throw: {v.commitment}",
    e.CommitmentOpened: lambda v: f"the commitment is opened: the dice fell {v.throw}, with the secret {v.nonce}",
    e.BetsClosed: lambda v: f'"{v.call}"' + (", and the bell" if v.bell else ""),
    e.UnnoticedRecorded: lambda v: f"seat {v.seat} had {v.stake} on {v.spot} that nobody noticed{_second(v)}",
    e.DiceRevealed: lambda _: "the dome is lifted",
    e.ButtonPressed: lambda v: f"button {v.face}",
    e.RollEntered: lambda v: f'entered {v.roll}: "{v.call}"; lit are {", ".join(v.lit)}',
    e.EntryAmended: lambda v: (
        f'the entry {v.old} is amended to {v.roll}{_of(v.clause)}: "{v.call}"; lit are {", ".join(v.lit)}'
    ),
    e.SettlementUndone: lambda v: (
        f"the settlement of round {v.round} is undone: {v.restored} lies on the layout again; "
        f"{_corrections(v.corrections)}"
    ),
    e.LosersCollected: _collected,
    e.AreaPaid: lambda v: f"{v.area} is paid: {_awards(v.awards)}",
    e.RoundSettled: lambda v: f"round {v.round} is settled",
    e.RoundVoided: _voided,
    e.RoundReversed: lambda v: (
        f"round {v.round} is reversed{_second(v)} for {v.trouble}{_of(v.clause)}: {_corrections(v.corrections)}"
    ),
    e.RoundPassedOver: lambda v: f"round {v.round} is void already and is passed over",
    e.RoundCorrected: lambda v: (
        f"round {v.round} is settled again{_second(v)} by {v.roll}, not {v.old}{_of(v.clause)}: "
        f"{_corrections(v.corrections)}"
    ),
    e.TroubleReported: _reported,
    e.TroubleCleared: lambda v: f"the table may go on: {v.procedure}",
    e.TerminalFailed: lambda v: (
        f"the terminal of seat {v.seat} fails{_of(v.clause)}; registered wagers stay, "
        f"unregistered {dict(v.unregistered) or 'none'}, which stays the player's"
    ),
    e.TerminalMended: lambda v: f"the terminal of seat {v.seat} is put right: {v.procedure}",
    e.PostAssigned: lambda v: f"{v.name} acts as {v.post}" if v.post else f"{v.name} no longer acts in a post",
    e.SeatLeft: lambda v: f"seat {v.seat} leaves; its wagers stand and its credit is kept",
    e.SeatLocked: lambda v: f"seat {v.seat} is locked for {v.cause}{f', {v.amount} by hand' if v.amount else ''}",
    e.SeatReleased: lambda v: (
        f"seat {v.seat} is released{f', {v.paid} paid by hand' if v.paid else ''}{_second(v)}: {v.procedure}"
    ),
    e.LossLimited: lambda v: f"seat {v.seat} will lose no more than {v.amount}: its credit stays at {v.floor} or more",
    e.OwedPaid: lambda v: f"seat {v.seat} pays {v.amount} of what it owed{_second(v)}",
    e.DisputeOpened: lambda v: f"dispute {v.dispute} about round {v.about}: {v.claim}",
    e.DisputeDecided: lambda v: (
        f"dispute {v.dispute} is decided{_second(v)}: {v.reason}; {_corrections(v.corrections)}"
    ),
}


def _limits(limits: tuple[Any, ...]) -> str:
    told = []
    for rule in limits:
        parts = [f"{name} {value}" for name, value in (("minimum", rule.minimum), ("maximum", rule.maximum),
                 ("Differential", rule.differential), ("exposure", rule.exposure)) if value]  # fmt: skip
        told.append(f"{rule.area or 'all'}: {', '.join(parts)}")
    return "; ".join(told) or "none"
