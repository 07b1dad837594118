"""Reads what a wager is placed on (totals, faces or rolls) into a pattern."""

from typing import Final, assert_never

from taisai.rules.fault import Faults, Path
from taisai.rules.pattern import Alike, Among, Count, Listed, Pattern, Show, Totals
from taisai.rules.refusals import Refused
from taisai.rules.roll import FACES, ROLLS, TOTALS, Roll
from taisai.rules.wager import Pays, Picks, Wager

TRIPLE: Final = "triple"


def read_pattern(wager: Wager, picks: Picks, at: Path, faults: Faults) -> Pattern | None:
    """Return the pattern of one selection, or None with the faults recorded."""
    before = len(faults.found)
    pattern = _pattern(wager, picks, at, faults)
    return pattern if len(faults.found) == before else None


def _pattern(wager: Wager, picks: Picks, at: Path, faults: Faults) -> Pattern:
    match wager.pattern:
        case "totals":
            totals = _numbers(picks, TOTALS, "total", at, faults)
            return Totals(tuple(sorted(totals)), wager.triples != "lose")
        case "show":
            return Show(_faces(picks, range(1, 4), at, faults))
        case "among":
            return Among(_different(picks, at, faults))
        case "count":
            return Count(_different(picks, at, faults))
        case "alike":
            if picks:
                faults.add(at, "this pattern has no selection", _text(picks), "remove it, or change the pattern")
            return Alike()
        case "listed":
            return Listed(tuple(sorted(_rolls(picks, at, faults))))
        case _:
            assert_never(wager.pattern)


def split(pick: int | str) -> Picks:
    """Split one selection of a family: 4, or "1-4"."""
    return tuple(int(part) if part.isdecimal() else part for part in str(pick).split("-"))


def _faces(picks: Picks, sizes: range, at: Path, faults: Faults) -> tuple[int, ...]:
    faces = _numbers(picks, FACES, "face", at, faults)
    if picks and len(picks) not in sizes:
        wanted = f"{sizes[0]} to {sizes[-1]} faces"
        faults.add(at, f"this pattern needs {wanted}", _text(picks), f"name {wanted}")
    return tuple(sorted(faces, key=lambda face: (-faces.count(face), face)))


def _different(picks: Picks, at: Path, faults: Faults) -> tuple[int, ...]:
    faces = _faces(picks, range(1, 7), at, faults)
    if len(set(faces)) < len(faces):
        faults.add(at, "a face is named twice", _text(picks), "name each face once")
    return faces


def read_when(row: Pays, at: Path, faults: Faults) -> frozenset[Roll]:
    """Return the rolls of a row with `when`: those of a total, one roll, or every triple."""
    found: set[Roll] = set()
    for place, pick in enumerate(row.when):
        named = "-".join(sorted(str(pick).split("-")))
        rolls = [
            roll for roll in ROLLS if pick == roll.total or named == str(roll) or (named == TRIPLE and roll.alike == 3)
        ]
        if not rolls:
            fix = f'name totals from 3 to 18, rolls such as "1-1-3", or "{TRIPLE}"'
            faults.add((*at, "when", place), "this matches no roll", pick, fix)
        found.update(rolls)
    return frozenset(found)


def _numbers(picks: Picks, allowed: tuple[int, ...], word: str, at: Path, faults: Faults) -> list[int]:
    wrong = [pick for pick in picks if pick not in allowed]
    for pick in wrong:
        faults.add(at, f"impossible {word}", pick, f"a {word} is a number from {allowed[0]} to {allowed[-1]}")
    if not picks:
        faults.add(at, "no selection", "selection", f"name the {word}s it wins on")
    return [int(pick) for pick in picks if pick not in wrong]


def _rolls(picks: Picks, at: Path, faults: Faults) -> list[Roll]:
    rolls = []
    for pick in picks:
        try:
            rolls.append(Roll.parse(str(pick)))
        except Refused:
            faults.add(at, "impossible roll", pick, 'a roll is three faces from 1 to 6, such as "1-1-3"')
    if not picks:
        faults.add(at, "no selection", "selection", "list the rolls it wins on")
    return rolls


def _text(picks: Picks) -> str:
    return "-".join(map(str, picks))
