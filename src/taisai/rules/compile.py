"""From a rulebook's wagers to a pay table; everything wrong on the way is noted, nothing is guessed."""

import re
from collections.abc import Iterable, Iterator

from taisai.rules.fault import Faults, Path
from taisai.rules.odds import Odds
from taisai.rules.pattern import Alike, Among, Listed, Pattern, Show, Totals
from taisai.rules.paytable import PayTable
from taisai.rules.refusals import Refused
from taisai.rules.roll import ROLLS
from taisai.rules.rulebook import Table
from taisai.rules.select import read_pattern, split
from taisai.rules.spot import Spot, SpotId, Wins
from taisai.rules.wager import Pays, Picks, Wager

OddsByCount = dict[int, Odds]
FLAT = 0  # the key of odds that do not go by count


def compile_table(book_id: str, table: Table, wagers: Iterable[tuple[int, Wager]], faults: Faults) -> PayTable:
    """From those of the numbered wagers that are on the table."""
    spots = tuple(spot for _, spot in table_spots(table, wagers, faults))
    return PayTable(f"{book_id}/{table.number}", table.name, spots)


def table_spots(table: Table, wagers: Iterable[tuple[int, Wager]], faults: Faults) -> Iterator[tuple[Path, Spot]]:
    """Each spot of the table, once, with the place of its wager."""
    seen: set[str] = set()
    for place, wager in wagers:
        at = ("wager", place)
        for pick_at, spot in _spots(wager, at, table.clause, faults) if table.number in wager.tables else ():
            if spot.id in seen:
                faults.add(pick_at, "selection listed twice", spot.id, "list it once; it has its spot already")
            else:
                seen.add(spot.id)
                yield at, spot


def _spots(wager: Wager, at: Path, table_clause: str, faults: Faults) -> Iterator[tuple[Path, Spot]]:
    for row_at, row in _rows(wager, at, faults):
        odds = read_odds(row, row_at, faults)
        for pick_at, picks in _selections(wager, row, row_at):
            pattern = read_pattern(wager, picks, pick_at, faults)
            if pattern is not None and odds:
                wins = _wins(pattern, odds, pick_at, faults)
                spot = _spot(wager, row, _canonical(pattern), wins, wager.clause or table_clause)
                _check_labels(spot, at, faults)
                yield pick_at, spot


def _rows(wager: Wager, at: Path, faults: Faults) -> Iterator[tuple[Path, Pays]]:
    if wager.triples == "lose" and wager.pattern != "totals":
        faults.add((*at, "triples"), "triples is only for totals", wager.pattern, "remove it; use odds by count")
    if not wager.pays:
        if wager.selection and wager.selections:
            faults.add(at, "both selection and selections", wager.name, "keep one: one spot, or a family")
        yield at, wager
        return
    for key in ("odds", "for_one", "selection", "selections"):
        if getattr(wager, key):
            faults.add((*at, key), f"{key} beside pays", getattr(wager, key), "move it into the rows of pays")
    for place, row in enumerate(wager.pays):
        if not row.selections:
            faults.add((*at, "pays", place), "a row without selections", wager.name, "list its selections")
        yield (*at, "pays", place), row


def _selections(wager: Wager, row: Pays, at: Path) -> Iterator[tuple[Path, Picks]]:
    if not wager.is_family:
        yield ((*at, "selection") if wager.selection else at), wager.selection
    for place, pick in enumerate(row.selections):
        picks = (pick,) if wager.pattern == "listed" else split(pick)
        yield (*at, "selections", place), picks


def read_odds(row: Pays, at: Path, faults: Faults) -> OddsByCount:
    """By count, or under FLAT; empty with a fault noted where there are none."""
    given = {key: getattr(row, key) for key in ("odds", "for_one") if getattr(row, key) is not None}
    if len(given) != 1:
        words, fix = (
            ("both odds and for_one", "keep the one that the house prints")
            if given
            else ("missing odds", "add odds = N (to one) or for_one = N (the stake counted in)")
        )
        faults.add(at, words, getattr(row, "name", ", ".join(map(str, row.selections))), fix)
        return {}
    ((key, value),) = given.items()
    return _odds_by_count(value, key == "for_one", (*at, key), faults)


def _odds_by_count(value: object, for_one: bool, at: Path, faults: Faults) -> OddsByCount:
    odds = {}
    for key, number in value.items() if isinstance(value, dict) else [(FLAT, value)]:
        place = (*at, key) if key else at
        if key not in {FLAT, "1", "2", "3"}:
            faults.add(place, "odds go by a count from 1 to 3", key, "write the count as 1, 2 or 3")
            continue
        try:
            odds[int(key)] = Odds.of(number, for_one=for_one)
        except Refused as refused:
            faults.add(place, refused.words, number, "write the odds as the house prints them")
    return odds


def _wins(pattern: Pattern, odds: OddsByCount, at: Path, faults: Faults) -> Wins:
    counts = [(roll, pattern.count(roll)) for roll in ROLLS]
    possible = sorted({count for _, count in counts if count})
    for count in sorted(odds.keys() - {FLAT, *possible}):
        known = ", ".join(map(str, possible))
        faults.add(at, "odds for a count that no roll gives", count, f"possible here: {known or 'none'}")
    wins = [(roll, odds.get(FLAT) or odds.get(count)) for roll, count in counts if count]
    paid = tuple((roll, odds) for roll, odds in wins if odds)
    if not paid:
        faults.add(at, "wins on no roll", "-".join(_canonical(pattern)), "mend the selection or the odds by count")
    return paid


def _canonical(pattern: Pattern) -> tuple[str, ...]:
    match pattern:
        case Totals(totals=picks) | Show(faces=picks):
            return tuple(map(str, picks))
        case Among(faces=faces):
            return tuple(map(str, faces))
        case Listed(rolls=rolls):
            return tuple(map(str, rolls))
        case Alike():
            return ()


def _spot(wager: Wager, row: Pays, picks: tuple[str, ...], wins: Wins, clause: str) -> Spot:
    spot_id = "-".join([wager.name, *picks]) if wager.is_family else wager.name
    label = _fill(wager.label or spot_id, picks)
    short = _fill(wager.short, picks) or label
    return Spot(SpotId(spot_id), wager.name, label, short, clause, row.inferred or wager.inferred, wins)


def _check_labels(spot: Spot, at: Path, faults: Faults) -> None:
    for key, text in (("label", spot.label), ("short", spot.short)):
        if left := re.search(r"\{\d\}", text):
            words = f"no such part in the selection of {spot.id}"
            faults.add((*at, key), words, left[0], "the first part is {0}, the second {1}")


def _fill(template: str, picks: tuple[str, ...]) -> str:
    """`{0}` is the first part of the selection; a number that no part has is left as it stands."""
    parts = {f"{{{place}}}": part for place, part in enumerate(picks)}
    return re.sub(r"\{\d\}", lambda found: parts.get(found[0], found[0]), template)
