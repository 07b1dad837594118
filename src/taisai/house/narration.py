"""Describes an event in a sentence."""

from collections.abc import Callable
from functools import partial
from typing import Any

from taisai.house.electronic import table_kind
from taisai.rules.currency import figures
from taisai.table import events as e
from taisai.table.order import ALONE
from taisai.table.own_limits import NO_LIMIT, OwnLimit

Money = Callable[[int], str]


def tell(event: e.Event, currency: str = "") -> str:
    """Describe an event. Amounts are in units of the currency, or in minor units if none is named."""
    money = partial(figures, currency=currency) if currency else str
    return _TOLD[type(event)](event, money)


def _stakes(stakes: tuple[e.Stake, ...], m: Money) -> str:
    told = [f"{m(one.stake)} on {one.spot} to seat {one.seat}" for one in stakes]
    return ", ".join(told) or "no stakes"


def _awards(awards: tuple[e.Award, ...], m: Money) -> str:
    told = [f"seat {one.seat} gets {m(one.returned)} for {m(one.stake)} on {one.spot}" for one in awards]
    return ", ".join(told) or "no winners"


def _corrections(corrections: tuple[e.Correction, ...], m: Money) -> str:
    told = []
    for one in corrections:
        moved = (("gets", one.credited), ("pays back", one.debited), ("owes", one.owed))
        told.append(f"seat {one.seat} {' and '.join(f'{does} {m(amount)}' for does, amount in moved if amount)}")
    return ", ".join(told) or "no money is moved"


def _installed(event: e.TableInstalled, _: Money) -> str:
    told = f"table {event.table} is installed with {event.paytable}, {event.seats} seats, played with {event.money}"
    kind = table_kind(event.paytable, event.automation)
    return f"{told}; {kind}" if kind else told


def _collected(event: e.LosersCollected, m: Money) -> str:
    lost = ", ".join(f"{m(one.stake)} of seat {one.seat} on {one.spot}" for one in event.lost) or "nothing"
    every = (*event.lost, *(award for awards in event.winners.values() for award in awards))
    back = ", ".join(f"{m(one.refused)} on {one.spot} to seat {one.seat}" for one in every if one.refused)
    told = f"losing wagers are collected: {lost}"
    told += f"; pro rata returns {back}" if back else ""
    told += f"; the float gets {_pile(event.chips, m)}" if event.chips else ""
    return told + (f"; overflow of {m(event.overflow)} for the Shift Manager" if event.overflow else "")


def _paid(event: e.AreaPaid, m: Money) -> str:
    told = f"{event.area} is paid: {_awards(event.awards, m)}"
    each = zip(event.awards, event.chips or (), strict=False)
    chips = ", ".join(f"seat {award.seat} in {_pile(paid, m)}" for award, paid in each if paid)
    return told + (f"; the float pays {chips}" if chips else "")


def _revealed(event: e.SeedRevealed, _: Money) -> str:
    told, given = f"the seed of round {event.round} is revealed: {event.seed}", len(event.contributions)
    source = (
        f"the seed and the contributions of {given} terminals" if given else "the seed alone, without contributions"
    )
    source += f", and round {event.beacon} of the beacon: {event.signature}" if event.beacon else ""
    return f"{told}; the dice fall {event.throw}, computed from {source}" if event.throw else told


def _placed(event: e.WagerPlaced, m: Money) -> str:
    asked = f" at the request of {event.asked_by}" if event.asked_by else ""
    by = "" if event.placed_by == "player" else f", placed by the {event.placed_by}{asked}"
    excess = f"; {m(event.excess)} is rejected" if event.excess else ""
    return f"seat {event.seat} wagers {m(event.stake)} on {event.spot}{by}{excess}"


def _voided(event: e.RoundVoided, m: Money) -> str:
    called = f'"{event.call}" is called' if event.announced else "without a call"
    back = f"; {_corrections(event.corrections, m)}" if event.corrections else ""
    told = f"round {event.round} is void because of {event.trouble}{_of(event.clause)}, {called}"
    return f"{told}; returned: {_stakes(event.returned, m)}{back}"


def _line(event: e.LineJudged, m: Money) -> str:
    outcome = "counts" if event.counts else "is returned"
    told = f"seat {event.seat}'s {m(event.stake)} touches the line of {event.spot}{_of(event.clause)} and {outcome}"
    return f"{told}{_second(event)}: {event.reason}"


def _why(event: e.WagerMoved | e.WagerWithdrawn) -> str:
    return f": {event.reason}{_second(event)}" if event.reason else ""


def _reported(event: e.TroubleReported, _: Money) -> str:
    told = f"{event.trouble} is reported{_of(event.clause)}{': ' + event.note if event.note else ''}"
    told += f"; lit spots: {', '.join(event.lit)}" if event.lit else ""
    told += f"; the dice show {event.dice}" if event.dice else ""
    return told + ("; the table stops" if event.stops else "")


def _second(event: Any) -> str:
    """Return who agreed, or that nobody could."""
    if event.second == ALONE.name:
        return f" ({event.second})"
    return f" with {event.second}" if event.second else ""


def _counted(event: e.FloatCounted, m: Money) -> str:
    told = f"{event.by}{_second(event)} count {m(event.amount)} for the {event.purpose}: {_pile(event.chips, m)}"
    if not event.differs:
        return told
    return f"{told}; expected: {_pile(event.expected, m)}; variance: {m(event.variance)}"


def _soft_counted(event: e.SoftCountMade, m: Money) -> str:
    both = f"{event.by} and {event.second}" if event.second != ALONE.name else f"{event.by} ({event.second})"
    told = f"{both} found {m(event.amount)} in drop box {event.box}: {_pile(event.notes, m)}"
    return f"{told}; expected: {m(event.expected)}; variance: {m(event.variance)}" if event.variance else told


def _closed(event: e.TableClosed, m: Money) -> str:
    names = {"drop": event.drop, "fills": event.fills, "credits": event.credits, "float": event.closing_float}
    return "the table closes: " + ", ".join(
        f"{name} {m(value)}" for name, value in (names | {"win": event.win}).items()
    )


def _of(clause: str) -> str:
    return f" ({clause})" if clause else ""


_TOLD: dict[type, Callable[[Any, Money], str]] = {
    e.TableInstalled: _installed,
    e.RulesStated: lambda v, _: f"rolls are entered by {' or '.join(v.enter)} after at least {v.tumbles_min} tumbles",
    e.CheckRecorded: lambda v, _: f"check {v.check} is passed" if v.passed else f"check {v.check} fails: {v.why}",
    e.TestRollEntered: lambda v, _: f"test roll {v.roll} is entered; lit spots: {', '.join(v.lit)}",
    e.TestRollJudged: lambda v, _: (
        f"test roll {v.roll} lit the {'right spots' if v.right else f'wrong spots: {v.why}'}"
    ),
    e.TableOpened: lambda v, m: (
        "the table opens" + (f" with a float of {m(v.opening_float)}" if v.opening_float else "")
    ),
    e.TableClosed: _closed,
    e.LimitsChanged: lambda v, m: f"limits change from {_limits(v.old, m)} to {_limits(v.new, m)}{_second(v)}",
    e.CreditBought: lambda v, m: f"seat {v.seat} buys in {m(v.amount)} {'with a voucher' if v.voucher else 'in cash'}",
    e.VoucherIssued: lambda v, m: (
        f"seat {v.seat} cashes out {m(v.amount)} to the voucher ending in {v.ending}{_second(v)}"
    ),
    e.VoucherCollected: lambda v, m: (
        f"the voucher of seat {v.seat} ending in {v.ending}, worth {m(v.amount)}, is collected"
    ),
    e.VoucherCancelled: lambda v, m: (
        f"the voucher of seat {v.seat} ending in {v.ending} is cancelled{_second(v)}: {v.procedure}; "
        f"{m(v.amount)} goes back to the credit"
    ),
    e.VoucherRedeemed: lambda v, m: (
        f"the voucher of seat {v.seat} ending in {v.ending}, worth {m(v.amount)}, is redeemed at another table"
    ),
    e.CashChanged: lambda v, m: (
        f"seat {v.seat} changes {m(v.amount)} in cash for chips {_chips(v.chips, m)}; the cash is dropped"
        f" into box {v.box}"
    ),
    e.ColourAssigned: lambda v, m: f"seat {v.seat} plays {v.colour} chips worth {m(v.value)} each, marked on the rack",
    e.ChipsExchanged: lambda v, m: f"seat {v.seat} changes {_side(v, 'given', m)} for {_side(v, 'received', m)}",
    e.ChipsBrought: lambda v, m: f"seat {v.seat} arrives with {m(v.amount)}: {_pile(v.chips, m)}",
    e.ChipsTaken: lambda v, m: f"seat {v.seat} leaves with {m(v.amount)}{': ' + _pile(v.chips, m) if v.chips else ''}",
    e.ChipsMoved: lambda v, m: "; ".join(
        f"{_pile(one.chips, m)} from {_holder(one.source)} to {_holder(one.target)}" for one in v.moves
    ),
    e.ColourWrittenOff: lambda v, m: (
        f"{v.count} {v.colour} chips of seat {v.seat}, worth {m(v.amount)}, are written off{_second(v)}: {v.why}"
    ),
    e.FloatCounted: _counted,
    e.CountApproved: lambda v, m: (
        f"the count of {m(v.amount)} for the {v.purpose} is approved with a variance of {m(v.variance)}: {v.why}"
    ),
    e.BoxPlaced: lambda v, _: f"drop box {v.box} is placed at the table by {v.by}{_second(v)}",
    e.BoxRemoved: lambda v, _: f"drop box {v.box} is removed by {v.by}{_second(v)}",
    e.SoftCountEntered: lambda v, _: f"{v.by} enters a soft count of drop box {v.box}{_second(v)}",
    e.SoftCountMade: _soft_counted,
    e.SoftCountSetAside: lambda v, _: (
        f"the soft count of drop box {v.box} is set aside: {v.why or 'the two entries differ'}"
    ),
    e.SoftCountConfirmed: lambda v, m: f"{v.by} confirms the soft count of drop box {v.box}, {m(v.amount)}{_second(v)}",
    e.SoftCountApproved: lambda v, m: (
        f"the variance of {m(v.variance)} in drop box {v.box} is approved by {v.by}{_second(v)}: {v.why}"
    ),
    e.TipsStated: lambda v, _: f"tips are {'' if v.allowed else 'not '}allowed here",
    e.TipGiven: lambda v, m: f"seat {v.seat} tips {m(v.amount)}: {_pile(v.chips, m)}",
    e.TipsTaken: lambda v, m: f"{m(v.amount)} of tips goes to the cage, counted by {v.by}{_second(v)}",
    e.DutyNoted: lambda v, _: (
        f"{v.name} is now {v.duty}{'; no round begins until the float is counted' if v.count_due else ''}"
    ),
    e.SlipRequested: lambda v, m: f"slip {v.slip}: a {v.kind} of {m(v.amount)} is requested: {_pile(v.chips, m)}",
    e.SlipPrepared: lambda v, _: f"slip {v.slip} is prepared",
    e.SlipCarried: lambda v, _: f"slip {v.slip} is carried",
    e.SlipReceived: lambda v, _: f"slip {v.slip} is received{_second(v)}",
    e.SlipVoided: lambda v, _: f"slip {v.slip} is void{_second(v)}: {v.why}",
    e.FloatFilled: lambda v, m: f"the float is filled by {m(v.amount)}",
    e.FloatCredited: lambda v, m: f"{m(v.amount)} leaves the float for the cage",
    e.RoundBegun: lambda v, _: f"round {v.round} begins",
    e.DiceTumbled: lambda v, _: f"the dice are tumbled {v.times} times",
    e.BetsOpened: lambda v, _: f'"{v.call}"',
    e.WagerPlaced: _placed,
    e.WagerMoved: lambda v, m: f"seat {v.seat}'s {m(v.stake)} is moved from {v.spot} to {v.to} ({v.cause}){_why(v)}",
    e.WagerShifted: lambda v, m: (
        f"seat {v.seat}'s {m(v.stake)} is now on {v.to}, not on {v.spot} ({v.cause}); "
        f"it counts on {v.to if v.counts else v.spot}{_of(v.clause)}{_second(v)}"
    ),
    e.LineJudged: _line,
    e.WagerWithdrawn: lambda v, m: f"seat {v.seat} withdraws {m(v.stake)} from {v.spot}{_why(v)}",
    e.ExcessRejected: lambda v, m: f"excess is rejected{_of(v.clause)}: {_stakes(v.rejected, m)}",
    e.SeedsChained: lambda v, _: f"the tumbler commits to a chain of {v.length} seeds, which ends in {v.end}",
    e.SeedCommitted: lambda v, _: (
        f"round {v.round} uses seed {v.link} of the chain; the hash of the seed is {v.commitment}"
    ),
    e.BeaconChosen: lambda v, _: (
        f"throws use the public beacon {v.name} {v.chain} from now on" if v.chain else "throws use no beacon"
    ),
    e.BeaconNamed: lambda v, _: f"round {v.round} will use round {v.beacon} of the beacon",
    e.ContributionGiven: lambda v, _: f"seat {v.seat} contributes {v.contribution} to the throw",
    e.SeedRevealed: _revealed,
    e.MultipliersDrawn: lambda v, _: (
        "winnings are multiplied on " + ", ".join(f"{spot} by {times}" for spot, times in v.struck.items())
        if v.struck
        else "no spot gets a multiplier"
    ),
    e.BetsClosed: lambda v, _: f'"{v.call}"' + (", and the bell" if v.bell else ""),
    e.UnnoticedRecorded: lambda v, m: f"seat {v.seat} had an unnoticed wager of {m(v.stake)} on {v.spot}{_second(v)}",
    e.DiceRevealed: lambda _v, _m: "the dome is lifted",
    e.ButtonPressed: lambda v, _: f"button {v.face}",
    e.RollEntered: lambda v, _: f'roll {v.roll} is entered: "{v.call}"; lit spots: {", ".join(v.lit)}',
    e.EntryAmended: lambda v, _: (
        f'the entry {v.old} is amended to {v.roll}{_of(v.clause)}: "{v.call}"; lit spots: {", ".join(v.lit)}'
    ),
    e.SettlementUndone: lambda v, m: (
        f"the settlement of round {v.round} is undone: {m(v.restored)} is back on the layout; "
        f"{_corrections(v.corrections, m)}"
    ),
    e.LosersCollected: _collected,
    e.AreaPaid: _paid,
    e.RoundSettled: lambda v, _: f"round {v.round} is settled",
    e.RoundVoided: _voided,
    e.RoundReversed: lambda v, m: (
        f"round {v.round} is reversed{_second(v)} because of {v.trouble}{_of(v.clause)}: "
        f"{_corrections(v.corrections, m)}"
    ),
    e.RoundPassedOver: lambda v, _: f"round {v.round} is already void and is skipped",
    e.RoundCorrected: lambda v, m: (
        f"round {v.round} is settled again{_second(v)} as {v.roll} instead of {v.old}{_of(v.clause)}: "
        f"{_corrections(v.corrections, m)}"
    ),
    e.TroubleReported: _reported,
    e.TroubleCleared: lambda v, _: f"the table may continue: {v.procedure}",
    e.TerminalFailed: lambda v, m: (
        f"the terminal of seat {v.seat} fails{_of(v.clause)}; registered wagers stay; "
        f"the player keeps unregistered wagers: {_placed_on(v.unregistered, m) or 'none'}"
    ),
    e.TerminalMended: lambda v, _: f"the terminal of seat {v.seat} is repaired: {v.procedure}",
    e.PostAssigned: lambda v, _: f"{v.name} acts as {v.post}" if v.post else f"{v.name} no longer holds a post",
    e.SeatLeft: lambda v, _: f"seat {v.seat} leaves; its wagers stay and its credit is kept",
    e.SeatLocked: lambda v, m: (
        f"seat {v.seat} is locked: {v.cause}{f', pay {m(v.amount)} by hand' if v.amount else ''}"
    ),
    e.SeatReleased: lambda v, m: (
        f"seat {v.seat} is released{f', {m(v.paid)} paid by hand' if v.paid else ''}{_second(v)}: {v.procedure}"
    ),
    e.LossLimited: lambda v, m: (
        f"seat {v.seat} limits its loss to {m(v.amount)}: its credit cannot fall below {m(v.floor)}"
    ),
    e.StakeLimited: lambda v, m: f"seat {v.seat} limits its stakes to {m(v.amount)} per round",
    e.TimeLimited: lambda v, _: f"seat {v.seat} limits its play to {v.minutes} minutes, until {v.until}",
    e.LooserAsked: lambda v, m: f"seat {v.seat} requests {_looser(v, m)}, from {v.due} on",
    e.LimitLifted: lambda v, _: f"seat {v.seat} no longer has a {v.limit} limit",
    e.PlayEnded: lambda v, _: f"the play time of seat {v.seat} is over",
    e.BreakTaken: lambda v, _: f"seat {v.seat} takes a break of {v.minutes} minutes, until {v.until}",
    e.BreakEnded: lambda v, _: f"the break of seat {v.seat} is over",
    e.OwedPaid: lambda v, m: f"seat {v.seat} pays {m(v.amount)} of what it owes{_second(v)}",
    e.DisputeOpened: lambda v, _: f"dispute {v.dispute} about round {v.about}: {v.claim}",
    e.DisputeDecided: lambda v, m: (
        f"dispute {v.dispute} is decided{_second(v)}: {v.reason}; {_corrections(v.corrections, m)}"
    ),
}


def _limits(limits: tuple[Any, ...], m: Money) -> str:
    told = []
    for rule in limits:
        parts = [f"{name} {m(value)}" for name, value in (("minimum", rule.minimum), ("maximum", rule.maximum),
                 ("Differential", rule.differential), ("exposure", rule.exposure)) if value]  # fmt: skip
        told.append(f"{rule.area or 'all'}: {', '.join(parts)}")
    return "; ".join(told) or "none"


def _chips(chips: tuple[int, ...], m: Money) -> str:
    return f"[{', '.join(map(m, chips))}]"


def _side(event: e.ChipsExchanged, side: str, m: Money) -> str:
    """Describe one side of an exchange."""
    values, colour = getattr(event, side), getattr(event, f"colour_{side}")
    own = f"{colour} chips of its colour" if colour else ""
    return " and ".join(filter(None, (_chips(values, m) if values else "", own)))


def _pile(pile: dict[str, int], m: Money) -> str:
    return ", ".join(f"{count} x {m(int(kind)) if kind.isdecimal() else kind}" for kind, count in pile.items())


def _holder(holder: str) -> str:
    """Return `seat:3` and `layout:3:big` in words."""
    what, _, rest = holder.partition(":")
    seat, _, spot = rest.partition(":")
    return f"seat {seat}'s {spot}" if spot else f"{what} {seat}".strip()


def _placed_on(stakes: dict[str, int], m: Money) -> str:
    return ", ".join(f"{m(stake)} on {spot}" for spot, stake in stakes.items())


def _looser(event: e.LooserAsked, m: Money) -> str:
    if event.amount == NO_LIMIT:
        return f"no {event.limit} limit"
    much = f"{event.amount} minutes" if event.limit is OwnLimit.TIME else m(event.amount)
    return f"a looser {event.limit} limit of {much}"
