"""Pro-rata settlement of wagers on a box that exceeded its limits unnoticed; exact, in whole units."""

from collections.abc import Sequence

import msgspec

from taisai.rules.refusals import Refusal, Refused


class Box(msgspec.Struct, frozen=True):
    """The stakes on one spot in the order they were placed, with the box's limits.

    >>> Box((500, 300, 20), minimum=50, maximum=600)
    Box(stakes=(500, 300, 20), minimum=50, maximum=600)
    """

    stakes: tuple[int, ...]
    minimum: int
    maximum: int


class Apportionment(msgspec.Struct, frozen=True):
    """What is settled of each stake, and what goes back.

    `overflow`: how much the protected minimums exceed the cap. The Shift Manager decides about it.

    >>> apportion(Box((40, 30), minimum=25, maximum=40))
    Apportionment(settled=(25, 25), returned=(15, 5), overflow=10)
    """

    settled: tuple[int, ...]
    returned: tuple[int, ...]
    overflow: int

    @property
    def total(self) -> int:
        """What is settled in all.

        >>> apportion(Box((500, 300, 20), minimum=50, maximum=600)).total
        600
        """
        return sum(self.settled)


def apportion(box: Box, unit: int = 1) -> Apportionment:
    """Settle every stake at max(min(stake, minimum), share). One factor for the whole box fills its maximum.

    >>> apportion(Box((500, 300, 20), minimum=50, maximum=600)).settled
    (363, 217, 20)
    """
    _check(box, unit)
    return _within(box, box.maximum, unit)


def apportion_pair(one: Box, other: Box, differential: int, unit: int = 1) -> tuple[Apportionment, Apportionment]:
    """Apportion each side to its own maximum, then the heavier side again, from its original stakes, to the
    Differential.

    >>> heavy, light = apportion_pair(Box((900,), 10, 1000), Box((200,), 10, 1000), differential=500)
    >>> heavy.settled, light.settled
    ((700,), (200,))
    """
    for box in (one, other):
        _check(box, unit)
    if differential < 0:
        raise Refused(Refusal.LIMITS_INVALID, f"{differential} is not a Differential; use 0 or more", differential)
    _check_units((differential,), unit)
    sides = [_within(one, one.maximum, unit), _within(other, other.maximum, unit)]
    heavy = 0 if sides[0].total >= sides[1].total else 1
    box = (one, other)[heavy]
    sides[heavy] = _within(box, min(box.maximum, sides[1 - heavy].total + differential), unit)
    return sides[0], sides[1]


def _within(box: Box, cap: int, unit: int) -> Apportionment:
    floors = [min(stake, box.minimum) for stake in box.stakes]
    overflow = max(sum(floors) - cap, 0)
    if sum(box.stakes) <= cap:
        settled = list(box.stakes)
    elif overflow:
        settled = floors
    else:
        settled = _shared(box, floors, cap, unit)
    returned = tuple(stake - taken for stake, taken in zip(box.stakes, settled, strict=True))
    return Apportionment(tuple(settled), returned, overflow)


def _shared(box: Box, floors: list[int], cap: int, unit: int) -> list[int]:
    sharing = {place for place, stake in enumerate(box.stakes) if stake > box.minimum}
    while True:
        room = cap - sum(floor for place, floor in enumerate(floors) if place not in sharing)
        pool = sum(box.stakes[place] for place in sharing)
        fallen = {place for place in sharing if box.stakes[place] * room < box.minimum * pool}
        if not fallen:
            return _largest_remainders(box.stakes, floors, sharing, room // unit, pool // unit, unit)
        sharing -= fallen


def _largest_remainders(
    stakes: Sequence[int], floors: list[int], sharing: set[int], room: int, pool: int, unit: int
) -> list[int]:
    """Return each stake's share of the room, rounded down.

    Spare units go to the largest remainder, then to the larger stake, then to the earlier one."""
    settled = list(floors)
    for place in sharing:
        settled[place] = stakes[place] // unit * room // pool * unit
    spare = room - sum(settled[place] for place in sharing) // unit
    remainder = {place: stakes[place] // unit * room % pool for place in sharing}
    order = sorted(sharing, key=lambda place: (-remainder[place], -stakes[place], place))
    for place in order[:spare]:
        settled[place] += unit
    return settled


def _check(box: Box, unit: int) -> None:
    for stake in box.stakes:
        if stake < 1:
            raise Refused(Refusal.STAKE_INVALID, f"{stake} is not a stake; use a whole number from 1", stake)
    if not 0 <= box.minimum <= box.maximum:
        words = (
            f"a minimum of {box.minimum} with a maximum of {box.maximum} is not possible; use 0 <= minimum <= maximum"
        )
        raise Refused(Refusal.LIMITS_INVALID, words, box.maximum if box.maximum < 0 <= box.minimum else box.minimum)
    _check_units((*box.stakes, box.minimum, box.maximum), unit)


def _check_units(amounts: tuple[int, ...], unit: int) -> None:
    if unit < 1:
        raise Refused(Refusal.UNIT_MISFIT, f"{unit} is not a unit; use a whole number from 1", unit)
    for amount in amounts:
        if amount % unit:
            raise Refused(Refusal.UNIT_MISFIT, f"{amount} is not a whole number of units of {unit}", amount)
