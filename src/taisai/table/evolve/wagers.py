"""How events about wagers change the table."""

from msgspec import UNSET

from taisai.table import events as e
from taisai.table.events import Stake
from taisai.table.state import BetsShut, Betting, Round, Table


def current_round(table: Table) -> Round:
    current = table.phase.round
    assert current is not None
    return current


def add(current: Round, seat: int, spot: str, stake: int) -> None:
    """Add money to the layout, or remove it if the stake is below 0."""
    seats = current.stakes.get(spot)
    if seats is None:
        seats = current.stakes[spot] = {}
    held = seats.get(seat, 0) + stake
    if held:
        seats[seat] = held
    else:
        del seats[seat]
    current.boxes[spot] = current.boxes.get(spot, 0) + stake
    risk = current.risk
    if risk is not None:
        risk.change_later(spot, stake)


def wager_placed(table: Table, event: e.WagerPlaced) -> None:
    current = table.phase.round
    assert current is not None
    seat, spot, stake = event.seat, event.spot, event.stake
    add(current, seat, spot, stake)
    table.seats[seat].credit -= stake
    if event.chips is not UNSET:
        table.tray.stake(seat, spot, event.chips)
    current.placed.append(Stake(seat, spot, stake))
    if event.excess:
        current.excess.append(Stake(seat, spot, event.excess))
    if event.asked_by:
        current.called.append((seat, spot))


def wager_moved(table: Table, event: e.WagerMoved | e.WagerShifted) -> None:
    current = current_round(table)
    add(current, event.seat, event.spot, -event.stake)
    add(current, event.seat, event.to, event.stake)
    current.placed.append(Stake(event.seat, event.to, event.stake))
    if (event.seat, event.spot) in current.called:
        current.called.append((event.seat, event.to))


def wager_shifted(table: Table, event: e.WagerShifted) -> None:
    if event.counts:
        wager_moved(table, event)


def line_judged(table: Table, event: e.LineJudged) -> None:
    if not event.counts:
        give_back(table, event)


def give_back(table: Table, event: e.WagerWithdrawn | e.LineJudged) -> None:
    add(current_round(table), event.seat, event.spot, -event.stake)
    table.seats[event.seat].credit += event.stake


def excess_rejected(table: Table, event: e.ExcessRejected) -> None:
    for rejected in event.rejected:
        add(current_round(table), rejected.seat, rejected.spot, -rejected.stake)
        table.seats[rejected.seat].credit += rejected.stake
    current_round(table).excess.extend(event.rejected)


def unnoticed_recorded(table: Table, event: e.UnnoticedRecorded) -> None:
    add(current_round(table), event.seat, event.spot, event.stake)
    table.seats[event.seat].credit -= event.stake
    current_round(table).placed.append(Stake(event.seat, event.spot, event.stake))
    current_round(table).unnoticed = True


def bets_opened(table: Table, _: e.BetsOpened) -> None:
    table.phase = Betting(current_round(table))


def bets_closed(table: Table, _: e.BetsClosed) -> None:
    table.phase = BetsShut(current_round(table))
