"""The six numbered buttons of the entry terminal."""

from collections.abc import Sequence

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.roll import FACES, Roll
from taisai.table.handlers import applies
from taisai.table.parts import Event, Money
from taisai.table.state import Closed, Round, Table


class ButtonPressed(Event, frozen=True, tag="button-pressed"):
    quiet = True
    round: int
    face: int

    def sentence(self, money: Money) -> str:
        return f"button {self.face}"


@applies
def button_pressed(table: Table, event: ButtonPressed) -> None:
    """Keep the last three presses. Presses of a correction belong to a finished round and are not shown."""
    place = table.phase if isinstance(table.phase, Closed) else table.phase.round
    if place is not None and event.round == (place.number if isinstance(place, Round) else 0):
        place.pressed.append(event.face)
        del place.pressed[:-3]


def pressed(number: int, keys: Sequence[int]) -> list[Event]:
    """Return one event per key. Round 0 is a test on a closed table."""
    for face in keys:
        if face not in FACES:
            raise Refused(Refusal.ROLL_INVALID, f"there is no button {face}; the buttons are 1 to 6", face)
    return [ButtonPressed(number, face) for face in keys]


def keyed(keys: Sequence[int]) -> Roll:
    """Return the roll on the display."""
    if len(keys) != 3:
        words = f"the display has {len(keys)} numbers, but a roll has three; press the rest, then enter"
        raise Refused(Refusal.ENTRY_SHORT, words, len(keys))
    pressed(0, keys)
    return Roll.of(*keys)
