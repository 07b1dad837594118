"""A number that is not exact, with a bound on its error."""

from math import inf, log10

import msgspec

EPSILON = 2.0**-52
LEAST = 1e-307  # smaller numbers lose their digits, so that no error is less


class Bounded(msgspec.Struct, frozen=True):
    """The true number lies within `error` of `value`.

    >>> Bounded(0.4860, 1e-13)
    Bounded(0.486, 1e-13)
    >>> print(Bounded(0.4860, 1e-13))
    0.486 ± 1e-13
    """

    value: float
    error: float

    def __repr__(self) -> str:
        return f"Bounded({self.value!r}, {self.error!r})"

    def __str__(self) -> str:
        return f"{self.value:.12g} ± {self.error:.1g}"

    def __float__(self) -> float:
        return self.value

    @property
    def magnitude(self) -> float:
        """The logarithm to base ten.

        >>> Bounded(1e-12, 1e-24).magnitude
        -12.0
        """
        return log10(self.value) if self.value else -inf

    @property
    def rest(self) -> "Bounded":
        """One minus this: the chance of the opposite.

        >>> print(Bounded(0.25, 1e-13).rest)
        0.75 ± 1e-13
        """
        return Bounded(1 - self.value, self.error + EPSILON)

    def holds(self, exact: float) -> bool:
        """Whether a number lies within the error.

        >>> Bounded(0.5, 1e-13).holds(0.5), Bounded(0.5, 1e-13).holds(0.6)
        (True, False)
        """
        return abs(self.value - exact) <= self.error
