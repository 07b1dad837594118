"""How fast the package and its command start, against importing NumPy alone."""

import sys
from collections.abc import Iterator
from pathlib import Path

from measure import Claim, best_each, command

COMPILE = "from taisai import figures, shipped_paytables\nfor t in shipped_paytables():\n for s in t.spots: figures(s)"
TRIES = 9
TAISAI = str(Path(sys.executable).parent / "taisai")


def claims() -> Iterator[Claim]:
    times = best_each(
        {
            "numpy": command(sys.executable, "-c", "import numpy"),
            "compile": command(sys.executable, "-c", COMPILE),
            "edge": command(TAISAI, "edge", "rws-6/2"),
        },
        TRIES,
    )
    limit = f"import numpy: {times['numpy'] * 1000:.0f} ms"
    for name, what in (("compile", "import, compile nine tables, all figures"), ("edge", "taisai edge rws-6/2")):
        ratio = times[name] / times["numpy"]
        yield Claim(what, f"{times[name] * 1000:.0f} ms", limit, ratio, "at most 2", ratio <= 2)
