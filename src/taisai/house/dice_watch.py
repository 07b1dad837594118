"""Watches the dice of a table round by round. If the throws are strong evidence against fair dice, it reports that
once."""

from collections.abc import Iterable, Iterator
from math import exp, log
from typing import Any, Final

import msgspec

from taisai.maths.dice.watch import ALARM, WARN, Watch
from taisai.people.event_log import Note
from taisai.people.significant_events import Happening
from taisai.rules.roll import Roll
from taisai.table import events as e

SUBSIDED: Final = 10  # a level can be reached again once the e-value has fallen to a tenth of it
CROSSINGS_KEPT: Final = 8
WATCHED: Final = frozenset((e.SeedRevealed, e.RoundSettled, e.RoundCorrected))
_TAGS: Final = tuple(str(one.__struct_config__.tag).encode() for one in WATCHED)
_KINDS: Final = {WARN: Happening.DICE_SUSPECT, ALARM: Happening.DICE_ALARM}

Faces = tuple[int, int, int]


class Crossing(msgspec.Struct, frozen=True, array_like=True):
    """The entry with which the e-value reached a level, after how many throws, and the e-value's logarithm."""

    seq: int
    level: int
    throws: int
    log_e: float


class DiceWatch(msgspec.Struct, frozen=True):
    """A throw counts when its round is settled, and as it was corrected where that happened later. A round that was
    void before has none. One that was reversed later keeps its throw: the dice fell so, whatever became of the money.

    `level` is what was reached and not left since; `told` is the throw that a tumbler told of a round, in the order of
    its dice. All of it follows from the journal.
    """

    watch: Watch = Watch()
    level: int = 0
    crossings: tuple[Crossing, ...] = ()
    told: tuple[int, str] = (0, "")

    def after(self, seq: int, event: e.Event) -> "DiceWatch":
        """Return the state after an event, which must be one of the `WATCHED` kinds."""
        match event:
            case e.SeedRevealed(round=number, throw=throw):
                return msgspec.structs.replace(self, told=(number, throw))
            case e.RoundSettled(round=number, roll=roll):
                return self._seen(seq, self._thrown(number, roll))
            case e.RoundCorrected(old=old, roll=roll):
                return self._seen(seq, self.watch.amended(_faces(old), _faces(roll)))
        raise AssertionError(event)

    def _thrown(self, number: int, roll: str) -> Watch:
        told, throw = self.told
        known = told == number and bool(throw) and _shows(throw, roll)
        return self.watch.after(_faces(throw if known else roll), in_order=known)

    def _seen(self, seq: int, watch: Watch) -> "DiceWatch":
        log_e = watch.log_e
        reached = max((level for level in _KINDS if log_e >= log(level)), default=0)
        if reached > self.level:
            crossed = (Crossing(seq, one, watch.throws, log_e) for one in _KINDS if self.level < one <= reached)
            return DiceWatch(watch, reached, (*self.crossings, *crossed)[-CROSSINGS_KEPT:])
        left = self.level and log_e < log(self.level / SUBSIDED)
        return DiceWatch(watch, 0 if left else self.level, self.crossings)

    @property
    def counted(self) -> tuple[Any, ...]:
        """The part that is identical on every machine: everything except logarithms."""
        watch, crossings = self.watch, [(one.seq, one.level, one.throws) for one in self.crossings]
        return watch.throws, watch.pooled, watch.dice, self.level, crossings

    @property
    def state(self) -> str:
        return {0: "quiet", WARN: "warn", ALARM: "alarm"}[self.level]


def dice_of(entries: Iterable[tuple[int, e.Event]]) -> DiceWatch:
    """Return the state after a whole history, from its first entry."""
    found = DiceWatch()
    for seq, event in entries:
        if type(event) in WATCHED:
            found = found.after(seq, event)
    return found


def may_be_watched(body: bytes) -> bool:
    """Return whether an entry is worth decoding. Scanning its bytes costs less."""
    return any(tag in body for tag in _TAGS)


def thrown(events: Iterable[e.Event]) -> list[str]:
    """Return the throws that count, one per round, in the order of the dice if a tumbler reported it."""
    rolls: dict[int, str] = {}
    told: dict[int, str] = {}
    for event in events:
        match event:
            case e.RoundSettled(round=number, roll=roll):
                rolls[number] = roll
            case e.RoundCorrected(round=number, roll=roll) if number in rolls:
                rolls[number] = roll
            case e.SeedRevealed(round=number, throw=throw) if throw:
                told[number] = throw
    known = {number: throw for number, throw in told.items() if number in rolls and _shows(throw, rolls[number])}
    return list((rolls | known).values())


def dice_notes(table: str, first: int, last: int, dice: DiceWatch) -> Iterator[Note]:
    """Yield a note for each level that was reached in a range of entries."""
    for one in dice.crossings:
        if first <= one.seq <= last:
            e_value = f"{exp(min(one.log_e, 700)):.3g}"
            words = (
                f"the throws of {table} are evidence against fair dice: e-value {e_value} after {one.throws:,} throws;"
                f" fair dice reach {one.level:,} with a chance of 1 in {one.level:,}"
            )
            yield Note(_KINDS[one.level], words, table, value=e_value, seq=one.seq)


def _shows(throw: str, roll: str) -> bool:
    return str(Roll.parse(throw)) == roll


def _faces(roll: str) -> Faces:
    one, two, three = map(int, roll.split("-"))
    return one, two, three
