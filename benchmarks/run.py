"""Measures the dozen promises; exits with 1 if one does not hold.

Each is a ratio to a peer or a limit, from several processes in turn. It is judged by the interval that holds 95 % of
the ratios of resampled figures: a promise fails only if all of that lies on the wrong side."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Final, TextIO

import msgspec
from promise import Pair, Verdict, judged
from promises import STEPS, Step
from rich.console import Console
from rich.table import Table

WIDTH: Final = 140
HERE: Final = Path(__file__)
ENDS_WITHIN_S: Final = 20


def asked() -> Namespace:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the promises for machines")
    parser.add_argument("--log", type=Path, default=Path(tempfile.gettempdir()) / "taisai-bench.log",
                        help="where it is noted which step began when")  # fmt: skip
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--quick", action="store_true", help="only those that take less than a minute in all")
    names = [step.module for step in STEPS]
    which.add_argument("--only", nargs="+", choices=names, metavar="STEP", help=f"some of: {', '.join(names)}")
    parser.add_argument("--once", nargs=2, metavar=("STEP", "FOLDER"), help="measure one step, in this process")
    return parser.parse_args()


def main() -> None:
    given = asked()
    if given.once:
        once(*given.once)
        return
    verdicts: list[Verdict] = []
    began_s = time.monotonic()
    with given.log.open("a", encoding="utf-8") as log:
        for step in STEPS:
            if step.module in (given.only or [step.module]) and (step.is_quick or not given.quick):
                note(f"{step.module} begins; it ends within {step.limit_s:.0f} s", log)
                verdicts += measured(step)
        note("all is measured", log)
    if given.json:
        print(msgspec.json.encode(verdicts).decode())
    else:
        show(verdicts, time.monotonic() - began_s, given.log)
    sys.exit(not all(one.holds for one in verdicts))


def once(name: str, folder: str) -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    for pair in import_module(name).measured(Path(folder)):
        print(msgspec.json.encode(pair).decode(), flush=True)


def note(words: str, log: TextIO) -> None:
    told = f"{time.strftime('%H:%M:%S')} {words}"
    print(told, file=log, flush=True)
    print(told, file=sys.stderr, flush=True)


def measured(step: Step, program: Path = HERE) -> Iterator[Verdict]:
    """Measure a step in its processes, until the limit of all of them."""
    processes: list[list[Pair]] = []
    why, ends_s = "", time.monotonic() + step.limit_s
    with tempfile.TemporaryDirectory(prefix="taisai-bench-") as folder:
        while not why and len(processes) < step.processes:
            pairs, why = _heard(step.module, folder, ends_s - time.monotonic(), program)
            processes.append(pairs)
    if why:
        why = f"{why} in process {len(processes)} of {step.processes}"
    yield from (judged(promise, processes, why) for promise in step.promises)


def _heard(module: str, folder: str, within_s: float, program: Path) -> tuple[list[Pair], str]:
    """Return what one process measured, and why it did not end well."""
    words, why = [sys.executable, str(program), "--once", module, folder], ""
    with tempfile.TemporaryFile() as told:
        process = subprocess.Popen(words, stdout=told, start_new_session=True)
        try:
            if process.wait(max(within_s, 0.1)):
                why = f"ended with {process.returncode}"
        except subprocess.TimeoutExpired:
            why = "took too long"
        finally:
            _end(process)
        told.seek(0)
        return [msgspec.json.decode(line, type=Pair) for line in told if line.endswith(b"}\n")], why


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End it and what it started: first so that it can stop its servers, then for certain."""
    with suppress(subprocess.TimeoutExpired):
        process.terminate()
        process.wait(ENDS_WITHIN_S)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def show(verdicts: list[Verdict], seconds: float, log: Path) -> None:
    loads = " ".join(f"{load:.1f}" for load in os.getloadavg())
    grid = Table(title=f"load average {loads}; trust the ratios, not the seconds",
                 caption=f"{seconds:.0f} seconds; the steps are noted in {log}")  # fmt: skip
    for heading in ("what", "ours", "peer or limit", "ratio, 95 % of it", "wanted"):
        grid.add_column(heading, justify="right" if heading.startswith("ratio") else "left")
    for one in verdicts:
        ratio = f"{one.ratio.middle:.3g} ({one.ratio.low:.3g} to {one.ratio.high:.3g})" if one.ratio else "-"
        holds = "[green]holds[/]" if one.holds else "[red]does not hold[/]"
        why = f": {one.why}" if one.why else ""
        grid.add_row(one.what, one.ours, one.peer, ratio, f"{one.wanted} {holds}{why}")
    Console(width=None if sys.stdout.isatty() else WIDTH).print(grid)


if __name__ == "__main__":
    main()
