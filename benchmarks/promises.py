"""The dozen promises: what each compares, how it is measured, and how long that may take."""

from typing import Final, NamedTuple

from promise import Promise


class Step(NamedTuple):
    """`module` measures its promises once a process, in `processes` processes one after the other, which share a
    folder. `limit_s` is for all of them."""

    module: str
    promises: tuple[Promise, ...]
    processes: int
    limit_s: float
    is_quick: bool = False


STEPS: Final = (
    Step("starting", (
        Promise("start", "start of a house with 200 tables", "s of a processor", "the limit", most=1),
    ), 3, 120, is_quick=True),
    Step("lab", (
        Promise("evening", "a million rounds of six wagers, exactly", "s of a processor", "powers by convolution",
                most=0.25),
        Promise("simulation", "10,000 simulated evenings", "ms of a processor", "NumPy's own counts", most=1.7),
    ), 3, 120, is_quick=True),
    Step("checking", (
        Promise("verify", "check an export alone, 200,000 entries", "s of a processor", "hashing the same bytes",
                most=14),
    ), 2, 120, is_quick=True),
    Step("long_history", (
        Promise("recall", "recall a round among 1,000,000 entries", "ms", "among 100,000", most=1.5),
        Promise("report", "half a day's turnover among 1,000,000 entries", "ms", "among 100,000", most=1.5),
        Promise("disk", "an entry on the disk, with its index", "bytes", "plain", most=0.5),
    ), 3, 240),
    Step("wagers", (
        Promise("busy", "a wager at one busy table", "µs of a processor", "a bare loop", most=2.2),
        Promise("busy-p99", "the slowest of a hundred wagers at one busy table", "ms", "a bare loop", most=3),
        Promise("small", "wagers at 64 tables of 3 terminals", "a second", "one table of 192", least=0.45),
    ), 3, 150),
    Step("readers", (
        Promise("read-p99", "the slowest of a hundred wagers while eight people read long histories", "ms",
                "nobody reads", most=3),
        Promise("read-rate", "wagers while eight people read long histories", "a second", "nobody reads", least=0.8),
    ), 2, 150),
    Step("floor", (
        Promise("floor-p99", "the slowest of a hundred wagers in a whole minute beside 100 dealing tables", "ms",
                "the limit", most=1),
    ), 2, 240),
    Step("takeover", (
        Promise("takeover", "a table answers again after its node was killed", "s", "lease and a start", most=1),
    ), 2, 180),
    Step("screens", (
        Promise("tap", "a chip tap to the next frame, 6 times slower", "ms", "the limit", most=1),
        Promise("lit", "a lit terminal, 6 times slower", "% of its thread", "the limit", most=1),
    ), 2, 150),
)  # fmt: skip
