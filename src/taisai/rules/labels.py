"""Labels of spots: the wager's text with the parts of its selection filled in."""

import re
from typing import Final

from taisai.rules.fault import Faults, Path
from taisai.rules.wager import Wager

PICTURE_MOST: Final = 16  # two symbols, each of which may consist of several characters
PICTURE_FIX: Final = "use one or two symbols, such as 🦌"


def filled(template: str, picks: tuple[str, ...]) -> str:
    """Fill in a template. `{0}` is the first part of the selection; a number without a part stays as it is."""
    if "{" not in template:
        return template
    parts = {f"{{{place}}}": part for place, part in enumerate(picks)}
    return re.sub(r"\{\d\}", lambda found: parts.get(found[0], found[0]), template)


def check_labels(wager: Wager, spot: str, label: str, short: str, at: Path, faults: Faults) -> None:
    if len(wager.picture) > PICTURE_MOST:
        faults.add((*at, "picture"), "too long for a picture", wager.picture, PICTURE_FIX)
    for key, text in (("label", label), ("short", short if wager.short else "")):
        if "{" not in text:
            continue
        if left := re.search(r"\{\d\}", text):
            words = f"no such part in the selection of {spot}"
            faults.add((*at, key), words, left[0], "the first part is {0}, the second {1}")
        elif left := re.search(r"\{[^{}]*\}", text):
            faults.add(
                (*at, key), "not a part of a selection", left[0], "write {0} for the first part, {1} for the second"
            )
