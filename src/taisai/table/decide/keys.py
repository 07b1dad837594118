"""The six numbered buttons of the entry terminal."""

from collections.abc import Sequence

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.roll import FACES, Roll
from taisai.table import events as e


def pressed(number: int, keys: Sequence[int]) -> list[e.Event]:
    """Return one event per key. Round 0 is a test on a closed table."""
    for face in keys:
        if face not in FACES:
            raise Refused(Refusal.ROLL_INVALID, f"there is no button {face}; the buttons are 1 to 6", face)
    return [e.ButtonPressed(number, face) for face in keys]


def keyed(keys: Sequence[int]) -> Roll:
    """Return the roll on the display."""
    if len(keys) != 3:
        words = f"the display has {len(keys)} numbers, but a roll has three; press the rest, then enter"
        raise Refused(Refusal.ENTRY_SHORT, words, len(keys))
    pressed(0, keys)
    return Roll.of(*keys)
