"""Who asks what of a table in a scenario, and helpers to build sentences."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from taisai.house.desk import Desk
from taisai.rules.refusals import Refusal, Refused, did_you_mean
from taisai.rules.roll import Roll
from taisai.rules.vocabulary import Act, Role, Step, Trouble
from taisai.scenario.grammar import Said
from taisai.table import commands as c
from taisai.table.order import Person
from taisai.table.piles import pile_of


class Wish(NamedTuple):
    by: Person
    command: c.Command
    second: Person | None = None


Sentence = Callable[..., Iterator[Wish]]
"""Takes the desk, the line and its values."""


def staff(role: Role) -> Person:
    return Person(role.value, role)


def player(seat: int) -> Person:
    return Person(f"player {seat}", Role.PLAYER, seat)


DEALER = staff(Role.DEALER)
PIT_MANAGER = staff(Role.PIT_MANAGER)
SHIFT_MANAGER = staff(Role.SHIFT_MANAGER)


def may(desk: Desk, act: Act) -> Person:
    """Return someone whom the rulebook allows the act. If it allows nobody, the dealer tries and is refused."""
    permission = desk.game.book.permission(act)
    return staff(permission.by[0]) if permission else DEALER


def beside(person: Person) -> Person:
    """Return another person, as the second."""
    return PIT_MANAGER if person.role is Role.SHIFT_MANAGER else SHIFT_MANAGER


def one(make: Callable[..., c.Command], by: Callable[..., Person]) -> Sentence:
    """Return a sentence that is one command."""

    def sentence(desk: Desk, _: Said, *values: str) -> Iterator[Wish]:
        yield Wish(by(desk, *values), make(*values))

    return sentence


def by_two(make: Callable[..., c.Command], act: Act) -> Sentence:
    """Return a sentence with a second person, because settled money moves."""

    def sentence(desk: Desk, _: Said, *values: str) -> Iterator[Wish]:
        by = may(desk, act)
        yield Wish(by, make(*values), beside(by))

    return sentence


def dealer(*_: object) -> Person:
    return DEALER


def own(_: Desk, seat: str, *__: str) -> Person:
    return player(int(seat))


def allowed(act: Act) -> Callable[..., Person]:
    return lambda desk, *_: may(desk, act)


def due(desk: Desk, step: Step) -> bool:
    following = desk.game.next_step(desk.table.phase)
    return following is not None and following.step is step


def numbers(text: str) -> tuple[int, ...]:
    """Read `100,25,25`, or `100,2x25`."""
    parts = [part.rpartition("x") for part in text.split(",")]
    return tuple(int(value) for times, _, value in parts for _ in range(int(times or 1)))


def pile(text: str) -> dict[str, int]:
    """Read the same as chips by value."""
    return pile_of(numbers(text))


def keys(text: str) -> tuple[int, ...]:
    return Roll.parse(text).faces


def trouble(word: str) -> Trouble:
    known = [trouble.value for trouble in Trouble]
    if word not in known:
        raise Refused(Refusal.TROUBLE_UNKNOWN, f"no irregularity {word!r}{did_you_mean(word, known)}", word)
    return Trouble(word)
