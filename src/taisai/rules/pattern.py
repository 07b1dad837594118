"""Which rolls a spot wins on: a closed set of patterns, general enough for any house.

Every pattern gives a roll a count: 0 if it loses, else a number on which the odds may depend."""

import msgspec

from taisai.rules.roll import Roll


class Totals(msgspec.Struct, frozen=True, tag="totals"):
    """The dice add up to one of the totals. Every win counts 1."""

    totals: tuple[int, ...]
    triples: bool

    def count(self, roll: Roll) -> int:
        return int(roll.total in self.totals and (self.triples or roll.alike < 3))


class Show(msgspec.Struct, frozen=True, tag="show"):
    """All its faces show; a face named twice, on two dice. The count: dice that show any of them."""

    faces: tuple[int, ...]

    def count(self, roll: Roll) -> int:
        named, shown = self.faces, roll.faces
        for face in named:
            if face not in shown or shown.count(face) < named.count(face):
                return 0
        return sum(map(shown.count, set(named)))


class Among(msgspec.Struct, frozen=True, tag="among"):
    """Every die shows one of its faces. The count: how many different faces show."""

    faces: tuple[int, ...]

    def count(self, roll: Roll) -> int:
        return roll.different if set(roll.faces) <= set(self.faces) else 0


class Alike(msgspec.Struct, frozen=True, tag="alike"):
    """Every roll counts. The count: how many dice show the most common face."""

    def count(self, roll: Roll) -> int:
        return roll.alike


class Count(msgspec.Struct, frozen=True, tag="count"):
    """At least one die shows one of its faces. The count: how many dice do."""

    faces: tuple[int, ...]

    def count(self, roll: Roll) -> int:
        return sum(face in self.faces for face in roll.faces)


class Listed(msgspec.Struct, frozen=True, tag="listed"):
    """Exactly the listed rolls. Every win counts 1."""

    rolls: tuple[Roll, ...]

    def count(self, roll: Roll) -> int:
        return int(roll in self.rolls)


Pattern = Totals | Show | Among | Count | Alike | Listed
