"""What the dealer calls: faces from the lowest to the highest, then the total."""

from taisai.rules.roll import Roll
from taisai.rules.rulebook import Phrases


def call(roll: Roll, phrases: Phrases) -> str:
    words = [_face(face, roll.faces.count(face), phrases) for face in sorted(set(roll.faces))]
    return ", ".join([*words, f"{phrases.total} {roll.total}"])


def _face(face: int, dice: int, phrases: Phrases) -> str:
    prefix = ("", f"{phrases.double} ", f"{phrases.triple} ")[dice - 1]
    return f"{prefix}{face}"
