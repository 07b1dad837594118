"""Continuous monitoring of dice: after every throw, how strongly all throws so far speak against fair dice.

An e-value is what a gambler would have made of one unit by betting against fair dice, at fair odds. Whatever the
gambler does, fair dice let it reach 100 in at most one case of a hundred, and 1000 in one of a thousand, however
long one looks and whenever one stops. This gambler holds a mixture of beliefs about the faces, from strongly to
hardly biased. Each belief bets on faces as often as they came, so only counts are needed."""

from math import exp, inf, lgamma, log
from typing import Any, Final, Self

import msgspec

from taisai.maths.chance.html import rows_html
from taisai.rules.amounts import whole
from taisai.rules.html import LINE
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.refusals import shown as in_words

WARN, ALARM = 100, 1000
FACES: Final = 6
LARGEST: Final = 709.0  # e to this power is nearly the largest number of a computer
DICE: Final = 3
CONCENTRATIONS: Final = (1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0, 3000.0)
_STARTS: Final = tuple((one, lgamma(FACES * one) - FACES * lgamma(one)) for one in CONCENTRATIONS)

Counts = tuple[int, ...]
NONE: Final[Counts] = (0,) * FACES


class Watch(msgspec.Struct, frozen=True):
    """`pooled` counts all faces; `dice` counts those of each die, for throws of which the order is known, if it was
    known of the first.

    `log_e` is the logarithm of the e-value, `peak` the highest that it has had; `warned` and `alarmed` are the throws
    after which it first reached 100 and 1000, 0 while it has not. All plain values, so that it can be kept and taken up
    again.

    >>> Watch().after((6, 6, 6), in_order=False).throws
    1
    """

    throws: int = 0
    pooled: Counts = NONE
    dice: tuple[Counts, Counts, Counts] = (NONE, NONE, NONE)
    peak: float = 0.0
    warned: int = 0
    alarmed: int = 0
    log_e: float = 0.0

    def after(self, faces: tuple[int, int, int], *, in_order: bool) -> "Watch":
        """Return the watch after one more throw. `in_order`: it is known which die showed which face.

        >>> watch = Watch()
        >>> for _ in range(20):
        ...     watch = watch.after((6, 6, 6), in_order=False)
        >>> watch.state, watch.warned, watch.alarmed
        ('alarm', 3, 4)
        """
        if len(faces) != DICE or not all(whole(face) and 1 <= face <= FACES for face in faces):
            given = ", ".join(map(in_words, faces))
            words = f"({given}) is not a throw; enter three faces from 1 to 6"
            raise Refused(Refusal.ROLL_INVALID, words, f"({given})")
        pooled = self.pooled
        for face in faces:
            pooled = _more(pooled, face)
        one, two, three = dice = self.dice
        if in_order and (not self.throws or any(one)):  # what is bet on each die by itself is laid aside at the start
            dice = (_more(one, faces[0]), _more(two, faces[1]), _more(three, faces[2]))
        throws, grown = self.throws + 1, log_e(pooled, dice)
        return Watch(
            throws, pooled, dice, max(self.peak, grown),
            self.warned or throws * (grown >= log(WARN)),
            self.alarmed or throws * (grown >= log(ALARM)), grown,
        )  # fmt: skip

    def amended(self, old: tuple[int, int, int], new: tuple[int, int, int]) -> "Watch":
        """Return the watch with a wrongly entered throw of unknown order corrected.

        Warnings that it caused stay on record.

        >>> Watch().after((6, 6, 6), in_order=False).amended((6, 6, 6), (1, 2, 3)).pooled
        (1, 1, 1, 0, 0, 0)
        """
        pooled = self.pooled
        for face in old:
            pooled = _more(pooled, face, -1)
        assert min(pooled) >= 0, (old, self.pooled)
        before = Watch(self.throws - 1, pooled, self.dice, self.peak, self.warned, self.alarmed)
        return before.after(new, in_order=False)

    @property
    def e(self) -> float:
        """The e-value; infinite if it is beyond all numbers of a computer. Its logarithm never is.

        >>> print(f"{Watch().after((6, 6, 6), in_order=False).e:.2f}")
        1.52
        """
        return exp(self.log_e) if self.log_e < LARGEST else inf

    @property
    def state(self) -> str:
        """Whether it is quiet, has warned or has raised the alarm.

        >>> Watch().state
        'quiet'
        """
        return "alarm" if self.alarmed else "warn" if self.warned else "quiet"

    def plain(self) -> dict[str, Any]:
        """Return the form that is stored.

        >>> Watch().plain()["throws"]
        0
        """
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found

    @classmethod
    def of(cls, kept: dict[str, Any]) -> Self:
        """Take up again what was stored.

        >>> Watch.of(Watch().plain()) == Watch()
        True
        """
        return msgspec.convert(kept, cls)

    def __repr__(self) -> str:
        told = (
            f"{name}={value!r}" for name, value in msgspec.structs.asdict(self).items() if value != getattr(NEW, name)
        )
        made = f"Watch({', '.join(told)})"
        return (
            made
            if len(made) <= LINE
            else f"<Watch of {self.throws:,} throws: e-value {shown(self.log_e)}, {self.state}>"
        )

    def _repr_html_(self) -> str:
        rows = {"state": self.state, "e-value": shown(self.log_e), "faces": self.pooled, "warned after": self.warned}
        return rows_html(f"{self.throws:,} throws", rows | {"alarmed after": self.alarmed})


NEW: Final = Watch()


def shown(logarithm: float) -> str:
    """Return e to this power in digits; a number beyond those of a computer as a power of ten."""
    return f"{exp(logarithm):.4g}" if logarithm < LARGEST else f"10^{logarithm / log(10):,.1f}"


def log_e(pooled: Counts, dice: tuple[Counts, Counts, Counts]) -> float:
    """Bet half of the unit on the faces of all dice together, and half on each die by itself if that is known."""
    together = _mixture(pooled)
    if not any(map(any, dice)):
        return together
    apart = sum(map(_mixture, dice))
    most = max(together, apart)
    return most + log((exp(together - most) + exp(apart - most)) / 2)


def _mixture(counts: Counts) -> float:
    """Return the mixture of Dirichlet-multinomial beliefs of different concentrations, in equal parts."""
    total = sum(counts)
    one, two, three, four, five, six = counts
    logs = [
        lgamma(part + one) + lgamma(part + two) + lgamma(part + three) + lgamma(part + four) + lgamma(part + five)
        + lgamma(part + six) - lgamma(FACES * part + total) + start
        for part, start in _STARTS
    ]  # fmt: skip
    most = max(logs)
    return most + total * log(FACES) + log(sum([exp(each - most) for each in logs]) / len(logs))


def _more(counts: Counts, face: int, more: int = 1) -> Counts:
    return (*counts[: face - 1], counts[face - 1] + more, *counts[face:])
