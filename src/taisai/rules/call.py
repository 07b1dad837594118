"""The dealer's call: faces from lowest to highest, then the total."""

from taisai.rules.roll import Roll
from taisai.rules.rulebook import Dice, Phrases


def call(roll: Roll, phrases: Phrases, dice: Dice | None = None) -> str:
    """Return the call. Dice with pictures have no total.

    >>> call(Roll(1, 1, 3), rulebook("rws-6").phrases)
    'double 1, 3, total 5'
    """
    words = [_face(face, roll.faces.count(face), phrases, dice) for face in sorted(set(roll.faces))]
    return ", ".join(words if dice else [*words, f"{phrases.total} {roll.total}"])


def _face(face: int, times: int, phrases: Phrases, dice: Dice | None) -> str:
    prefix = ("", f"{phrases.double} ", f"{phrases.triple} ")[times - 1]
    return f"{prefix}{dice.name(face) if dice else face}"
