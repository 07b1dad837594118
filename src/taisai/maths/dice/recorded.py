"""Throws from a file: one per line, as 2-2-5 or in three columns."""

import re
from collections.abc import Iterable

import numpy as np

from taisai.maths.randomness import Throws
from taisai.maths.refusals import LabRefusal
from taisai.rules.refusals import Refused, shown

THROWS_MAX = 10**7
_THROW = re.compile(r"([1-6])[-,; \t]+([1-6])[-,; \t]+([1-6])")


def recorded(lines: Iterable[str]) -> Throws:
    """Return the throws, with faces in the given order. A first line with letters is a header."""
    found: list[list[int]] = []
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if not text or (number == 1 and re.search(r"[A-Za-z]", text)):
            continue
        throw = _THROW.fullmatch(text)
        if not throw:
            words = f"line {number}: {shown(text)!r} is not a throw; write three faces from 1 to 6, as 2-2-5 or 2,2,5"
            raise Refused(LabRefusal.THROWS_INVALID, words, shown(text))
        found.append([int(face) for face in throw.groups()])
        if len(found) > THROWS_MAX:
            raise Refused(LabRefusal.THROWS_INVALID, f"the file has more than {THROWS_MAX:,} throws; split it", number)
    if not found:
        raise Refused(LabRefusal.THROWS_INVALID, "the file contains no throws", 0)
    return np.array(found, dtype=np.int64)
