"""How fast the package and its command start, compared with importing NumPy; and how long importing the package takes,
compared with msgspec, without the start of Python itself. All are compiled already, as pip leaves them."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from measure import Claim, best_each, command

COMPILE = "from taisai import figures, shipped_paytables\nfor t in shipped_paytables():\n for s in t.spots: figures(s)"
TRIES = 9
IMPORT = "from time import perf_counter\nt = perf_counter()\nimport {0}\nprint(perf_counter() - t)"
TAISAI = str(Path(sys.executable).parent / "taisai")


def claims() -> Iterator[Claim]:
    with _compiled():
        yield from _claims()


@contextmanager
def _compiled() -> Iterator[None]:
    """Let the first try compile what it imports and the others find it, also on a machine that writes no bytecode."""
    before = dict(os.environ)
    with TemporaryDirectory() as folder:
        os.environ["PYTHONPYCACHEPREFIX"] = folder
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        try:
            yield
        finally:
            os.environ.clear()
            os.environ.update(before)


def _claims() -> Iterator[Claim]:
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
    yield _importing()


def _importing() -> Claim:
    """Import each in a new process, in turn; return the fastest of each."""
    tries = [(_import_s("msgspec"), _import_s("taisai")) for _ in range(TRIES)]
    msgspec_s, taisai_s = map(min, zip(*tries, strict=True))
    ratio = taisai_s / msgspec_s
    limit = f"import msgspec: {msgspec_s * 1000:.1f} ms"
    return Claim("import taisai", f"{taisai_s * 1000:.1f} ms", limit, ratio, "under 1.5", ratio < 1.5)


def _import_s(name: str) -> float:
    words = [sys.executable, "-c", IMPORT.format(name)]
    return float(subprocess.run(words, check=True, capture_output=True, text=True).stdout)
