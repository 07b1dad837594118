"""Compiles a rulebook's wagers into a pay table. Every fault is recorded; nothing is guessed."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import lcm
from typing import Final

import msgspec

from taisai.rules.fault import Faults, Path
from taisai.rules.labels import check_labels, filled
from taisai.rules.multiplier_reader import multiplied, read_multipliers
from taisai.rules.odds import Odds
from taisai.rules.odds_reader import FLAT, OddsByCount, read_commission, read_odds, rounded_commission
from taisai.rules.pattern import Alike, Among, Count, Listed, Pattern, Show, Totals
from taisai.rules.paytable import PayTable
from taisai.rules.roll import ROLLS, Roll
from taisai.rules.rulebook import Dice, Rulebook, Table
from taisai.rules.selection_reader import read_pattern, read_when, split
from taisai.rules.spot import Art, Draw, Spot, SpotId, Wins
from taisai.rules.wager import Pays, Picks, Wager

Exceptions = dict[Roll, Odds]
UNIT_FINEST: Final = 100_000  # a chip must be a multiple of the unit, so a larger one is useless
PUSH: Final = Odds(0)


def compile_table(book: Rulebook, table: Table, faults: Faults) -> PayTable:
    """Compile the wagers of the rulebook that are on the table."""
    spots = tuple(spot for _, spot in table_spots(table, enumerate(book.wager), faults, book.dice))
    drawn = read_multipliers(book.multipliers, table, spots, faults)
    return PayTable(f"{book.id}/{table.number}", table.name, tuple(multiplied(spot, drawn) for spot in spots), drawn)


def table_spots(
    table: Table, wagers: Iterable[tuple[int, Wager]], faults: Faults, dice: Dice | None = None
) -> Iterator[tuple[Path, Spot]]:
    """Yield each spot of the table once, with the location of its wager."""
    seen: set[str] = set()
    unit = 1
    for place, wager in wagers:
        at = ("wager", place)
        for pick_at, spot in _spots(wager, at, table.clause, faults, dice) if table.number in wager.tables else ():
            if spot.id in seen:
                faults.add(pick_at, "selection listed twice", spot.id, "list it once; it already has a spot")
                continue
            seen.add(spot.id)
            unit, before = lcm(unit, spot.stake_step), unit
            if unit > UNIT_FINEST >= before:
                fix = "use odds with small numbers, or few different ratios"
                faults.add(pick_at, f"stakes would have to be multiples of more than {UNIT_FINEST}", spot.id, fix)
            yield at, spot


def _spots(wager: Wager, at: Path, table_clause: str, faults: Faults, dice: Dice | None) -> Iterator[tuple[Path, Spot]]:
    share = read_commission(wager, at, faults)
    rounded = rounded_commission(wager, share, at, faults)
    commission = Fraction(0) if rounded.of else share
    special: Exceptions = {}
    for place, row in enumerate(wager.pays):
        if row.when:
            _add_exceptions(
                special, row, (*at, "pays", place), faults, read_odds(row, (*at, "pays", place), faults, commission)
            )
    for row_at, row in _rows(wager, at, faults):
        odds = read_odds(row, row_at, faults, commission)
        for pick_at, picks in _selections(wager, row, row_at):
            pattern = read_pattern(wager, picks, pick_at, faults)
            if pattern is not None and odds:
                wins = _wins(wager, pattern, odds, special, pick_at, faults)
                spot = _spot(wager, row, pattern, wins, wager.clause or table_clause, dice)
                spot = msgspec.structs.replace(spot, commission=rounded) if rounded.of else spot
                check_labels(wager, spot.id, spot.label, spot.short, at, faults)
                yield pick_at, spot


def _add_exceptions(special: Exceptions, row: Pays, at: Path, faults: Faults, odds: OddsByCount) -> None:
    if row.selections:
        faults.add(
            (*at, "selections"), "selections together with when", list(row.selections), "keep one of them in this row"
        )
    if odds and FLAT not in odds:
        faults.add(
            at, "a row with when must pay the same on all its rolls", list(row.when), "write one number, not by count"
        )
        return
    for roll in sorted(read_when(row, at, faults)):
        if roll in special:
            faults.add((*at, "when"), "two rows name this roll", str(roll), "name it in one of them")
        elif odds:
            special[roll] = odds[FLAT]


def _rows(wager: Wager, at: Path, faults: Faults) -> Iterator[tuple[Path, Pays]]:
    if wager.triples != "win" and wager.pattern != "totals":
        faults.add((*at, "triples"), "triples is only for totals", wager.pattern, "remove it; use odds by count")
    if wager.when:
        faults.add((*at, "when"), "when outside a row of pays", list(wager.when), "move it into the rows of pays")
    if not wager.families:
        if wager.selection and wager.selections:
            faults.add(at, "both selection and selections", wager.name, "keep one: one spot, or a family")
        yield at, wager
        return
    for key in ("odds", "for_one", "returns", "selection", "selections"):
        if getattr(wager, key):
            faults.add((*at, key), f"{key} together with pays", getattr(wager, key), "move it into the rows of pays")
    for place, row in enumerate(wager.pays):
        if not row.selections and not row.when:
            faults.add((*at, "pays", place), "a row without selections", wager.name, "list its selections")
        if not row.when:
            yield (*at, "pays", place), row


def _selections(wager: Wager, row: Pays, at: Path) -> Iterator[tuple[Path, Picks]]:
    if not wager.is_family:
        yield ((*at, "selection") if wager.selection else at), wager.selection
    for place, pick in enumerate(row.selections):
        picks = (pick,) if wager.pattern == "listed" else split(pick)
        yield (*at, "selections", place), picks


def _wins(wager: Wager, pattern: Pattern, odds: OddsByCount, special: Exceptions, at: Path, faults: Faults) -> Wins:
    counts = {roll: count for roll in ROLLS if (count := pattern.count(roll))}
    possible = sorted(set(counts.values()))
    for count in sorted(odds.keys() - {FLAT, *possible}):
        known = ", ".join(map(str, possible))
        faults.add(at, "odds for a count that no roll has", count, f"possible here: {known or 'none'}")
    pushes = wager.triples == "push"
    by_count = {roll: odds.get(FLAT) or odds.get(count) for roll, count in counts.items()}
    given = {roll: PUSH if pushes and roll.alike == 3 else paid for roll, paid in by_count.items() if paid} | special
    paid = tuple((roll, given[roll]) for roll in ROLLS if roll in given)
    if not any(odds.wins for _, odds in paid):
        faults.add(at, "wins on no roll", "-".join(_canonical(pattern)), "fix the selection or the odds by count")
    return paid


def _canonical(pattern: Pattern) -> tuple[str, ...]:
    match pattern:
        case Totals(totals=picks) | Show(faces=picks):
            return tuple(map(str, picks))
        case Among(faces=faces) | Count(faces=faces):
            return tuple(map(str, faces))
        case Listed(rolls=rolls):
            return tuple(map(str, rolls))
        case Alike():
            return ()


def _spot(wager: Wager, row: Pays, pattern: Pattern, wins: Wins, clause: str, dice: Dice | None) -> Spot:
    picks = _canonical(pattern)
    spot_id = "-".join([wager.name, *picks]) if wager.is_family else wager.name
    named = (
        picks if dice is None or isinstance(pattern, Totals | Listed) else tuple(dice.name(int(one)) for one in picks)
    )
    label = filled(wager.label or spot_id, named)
    short = filled(wager.short, named) or label
    inferred = row.inferred or wager.inferred
    return Spot(
        SpotId(spot_id), wager.name, label, short, clause, inferred, wins, _art(wager, row, pattern, wins, dice)
    )


def _art(wager: Wager, row: Pays, pattern: Pattern, wins: Wins, dice: Dice | None) -> Art:
    """Return the art as declared, or by default: faces as dice, totals as numbers.

    A face that must show on several dice is drawn as often: for `show` with one face, the fewest dice that win."""
    faces: tuple[int, ...] = ()
    match pattern:
        case Show(faces=(face,)):
            faces = (face,) * min((roll.faces.count(face) for roll, odds in wins if odds.wins), default=1)
        case Show(faces=named) | Among(faces=named) | Count(faces=named):
            faces = named
        case Listed(rolls=(roll,)):
            faces = roll.faces
        case _:
            pass
    picture = wager.picture or (dice.picture(faces[0]) if dice and len(set(faces)) == 1 else "")
    usual: Draw = "dice" if faces else "number" if wager.is_family else "text"
    counted = isinstance(row.odds or row.for_one, dict) and not wager.exceptions
    return Art(wager.draw or usual, wager.glyph, picture, faces, counted)
