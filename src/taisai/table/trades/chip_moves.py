"""The chips that move with the money of events, at tables with counted chips."""

from taisai.rules.refusals import Refusal, Refused
from taisai.table.accounts import FLOAT, VARIANCE
from taisai.table.game import Game
from taisai.table.handlers import CHIP_MOVES, applies
from taisai.table.moving import Moving
from taisai.table.parts import Event, Money, Move
from taisai.table.sentences import pile_in
from taisai.table.state import Table
from taisai.table.tray import NOT_COUNTED


class ChipsMoved(Event, frozen=True, tag="chips-moved"):
    """The chips that moved with the money of the preceding events."""

    moves: tuple[Move, ...]

    def sentence(self, money: Money) -> str:
        return "; ".join(
            f"{pile_in(one.chips, money)} from {_holder(one.source)} to {_holder(one.target)}" for one in self.moves
        )


@applies
def chips_moved(table: Table, event: ChipsMoved) -> None:
    """Move chips. A count is valid until chips of the float move, except for the moves that the count itself caused."""
    for one in event.moves:
        table.tray.move(one.source, one.target, one.chips)
    if any(_changes_float(one) for one in event.moves):
        table.tray.count = NOT_COUNTED


def _holder(holder: str) -> str:
    """Return `seat:3` and `layout:3:big` in words."""
    what, _, rest = holder.partition(":")
    seat, _, spot = rest.partition(":")
    return f"seat {seat}'s {spot}" if spot else f"{what} {seat}".strip()


def _changes_float(move: Move) -> bool:
    """Return whether chips of the float move, other than by what a count itself found."""
    ends = {move.source, move.target}
    return FLOAT in ends and VARIANCE not in ends


def with_chips(game: Game, table: Table, events: list[Event]) -> list[Event]:
    """Return the events, followed by the chips that they moved."""
    moved = [(CHIP_MOVES[type(event)], event) for event in events if type(event) in CHIP_MOVES]
    if not moved:
        return events
    moving = Moving(game, table)
    for move, event in moved:
        move(moving, event)
    if not moving.moves:
        return events
    if any(_changes_float(one) for one in moving.moves):
        check_no_count_waits(table)
    return [*events, ChipsMoved(tuple(moving.moves))]


def check_no_count_waits(table: Table) -> None:
    if table.tray.count.waits:
        words = "the count of the float differs; count again, or have it explained and approved first"
        raise Refused(Refusal.COUNT_DIFFERS, words, table.tray.count.amount)
