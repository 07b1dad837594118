"""A rulebook folder for a test to write, spoil and check."""

from pathlib import Path

RULES = """\
[rulebook]
id = "house"
title = "Sic Bo"
house = "House"
source = "none"
edition = "1"
currency = "EUR"

[phrases]
open_bets = "Place your bets"
close_bets = "No more bets"
void = "No roll"

[play]
tumbles_min = 3
wagers_fixed_at = "close-bets"
steps = [
    { step = "open-bets", by = ["dealer"] },
    { step = "close-bets", by = ["dealer"] },
    { step = "tumble", by = ["dealer"] },
    { step = "reveal", by = ["dealer"] },
    { step = "enter", by = ["dealer"] },
    { step = "collect", by = ["dealer"] },
    { step = "pay", by = ["dealer"] },
]

[[table]]
number = 1
name = "Table"
"""
BIG = """
[[wager]]
name = "big"
tables = [1]
pattern = "totals"
selection = [11, 12, 13, 14, 15, 16, 17]
triples = "lose"
odds = 1
"""
LAYOUT = """\
[[arrangement]]
name = "landscape"
size = [10, 4]

[[arrangement.block]]
at = [0, 0, 10, 4]
rows = [["big"]]
"""


def wager(name: str, pattern: str, *lines: str) -> str:
    return "\n".join(["", "[[wager]]", f'name = "{name}"', "tables = [1]", f'pattern = "{pattern}"', *lines, ""])


_WAYS_TO_PAY = (
    wager("big", "totals", "selection = [11, 12, 13]", "odds = 1", 'triples = "push"'),
    wager("field", "totals", "selection = [3, 4, 17, 18]", "odds = 3", "pays = [{ when = [3, 18], odds = 9 }]"),
    wager("printed", "alike", "for_one = { 3 = 32 }"),
    wager("four", "totals", "selections = [4, 17]", "for_one = 60"),
    wager("kept", "totals", "selection = [9, 10]", "odds = 3", "commission = 5"),
    wager("half", "show", "selections = [1, 2]", "odds = { 2 = 3, 3 = 10 }", 'returns = { 1 = "1/2" }'),
    wager("ratio", "totals", "selections = [9, 12]", 'odds = "7/6"'),
    wager("rounded", "totals", "selection = [9, 10]", "odds = 5", "commission = 5",
          'rounding = { unit = 5, direction = "up" }'),
    wager("struck", "show", "selections = [1, 2]", "odds = { 1 = 1, 2 = 2, 3 = 3 }"),
)  # fmt: skip
EVERY_WAY_TO_PAY = (
    RULES.replace('currency = "EUR"', 'currency = "EUR"\npreset = "usual"\nelectronic = "house-game"')
    + "".join(_WAYS_TO_PAY)
    + """
[multipliers]
tables = [1]
wagers = ["struck"]
struck = { 0 = 9, 1 = 1 }
times = { 2 = 5, 3 = 1 }
"""
)


class House:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        self.write("rules.toml", RULES + BIG)
        self.write("layout-1.toml", LAYOUT)

    @property
    def ref(self) -> str:
        return f"{self.folder}/1"

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, encoding="utf-8")

    def read(self, name: str) -> str:
        return (self.folder / name).read_text(encoding="utf-8")

    def spoil(self, name: str, old: str, new: str) -> int:
        """Replaces text in a file and gives back the line where it stood."""
        text = self.read(name)
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {name}"
        self.write(name, text.replace(old, new))
        return text[: text.index(old)].count("\n") + 1

    def add(self, text: str) -> None:
        """Adds wagers that the layout does not show."""
        self.write("rules.toml", self.read("rules.toml") + text)
        (self.folder / "layout-1.toml").unlink(missing_ok=True)
