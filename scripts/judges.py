"""Lets programs of others judge a temporary house, its API and screens, the packages and the examples."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from contextlib import suppress
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final, NamedTuple

import click
from judging import getting
from judging.evidence import Evidence, evidence
from judging.judges import JUDGES, NOT_HERE, Judge
from judging.verdicts import Output, Verdict
from rich.console import Console
from rich.progress import track
from rich.table import Table

ALLOWED: Final = Path(__file__).parent / "judging" / "allowed.toml"
ALL_WITHIN_S: Final = 600
ENDS_WITHIN_S: Final = 5
WIDTH: Final = 120


class Heard(NamedTuple):
    """One judge: its new findings, how many are allowed, and the lines that allow them. `why`: it did not run."""

    judge: Judge
    cases: int = 0
    new: tuple[str, ...] = ()
    allowed: int = 0
    needed: frozenset[str] = frozenset()
    seconds: float = 0
    why: str = ""


@click.command()
@click.option("--only", default="", help="Hear only judges whose names contain this.")
@click.option(
    "--keep", type=click.Path(path_type=Path), help="Keep what is judged, and every output, in this new folder."
)
@click.option("--patience", default=1.0, show_default=True, help="Multiply every limit, on a busy machine.")
def main(only: str, keep: Path | None, patience: float) -> None:
    """Print what each judge looked at and found; end with 1 if something was found that is not allowed."""
    missing = getting.get()
    allowed: dict[str, dict[str, str]] = tomllib.loads(ALLOWED.read_text(encoding="utf-8"))
    asked = [judge for judge in JUDGES if only in judge.name]
    with tempfile.TemporaryDirectory(prefix="taisai-judges-") as name:
        folder = keep or Path(name)
        folder.mkdir(parents=True, exist_ok=True)
        with evidence(folder) as judged:
            end_s = time.monotonic() + ALL_WITHIN_S * patience
            heard = [
                Heard(judge, why=missing[judge.source])
                if judge.source in missing
                else _hear(
                    judge, judged, min(judge.limit_s * patience, end_s - time.monotonic()), allowed.get(judge.name, {})
                )
                for judge in track(asked, "judging", console=Console(stderr=True))
            ]
    sys.exit(_tell(heard, allowed, Console(width=WIDTH)))


def _hear(judge: Judge, judged: Evidence, limit_s: float, allowed: dict[str, str]) -> Heard:
    kept = judged.folder / "reports" / judge.name.replace(" ", "-")
    kept.mkdir(parents=True)
    words = _words(judge, judged, kept)
    for program in filter(None, (words[0], judge.needs)):
        if not shutil.which(program, path=getting.path()):
            return Heard(judge, why=f"there is no {Path(program).name}")
    if limit_s < 1:
        return Heard(judge, new=("time: its turn did not come",))
    start_s = time.monotonic()
    try:
        verdict = judge.read(_ran(judge, judged, words, kept, limit_s))
    except subprocess.TimeoutExpired:
        verdict = Verdict(0, [f"time: it had not ended after {limit_s:.0f} s"])
    except (ValueError, KeyError, OSError) as error:
        verdict = Verdict(0, [f"unreadable: {error!r}; --keep keeps what it said"])
    known = {one: next((line for line in allowed if fnmatchcase(one, line)), "") for one in verdict.findings}
    new = tuple(one for one, line in known.items() if not line)
    needed = frozenset(known.values())
    return Heard(judge, verdict.cases, new, len(known) - len(new), needed, time.monotonic() - start_s)


def _words(judge: Judge, judged: Evidence, kept: Path) -> list[str]:
    """The command, with the names of files in the place of patterns."""
    given = judged._asdict() | {"kept": kept, "node": getting.KEPT / "node", "scripts": shlex.join(_scripts())}
    words = shlex.split(judge.command.format(**given))
    return [found for word in words for found in (_files(Path(word)) if "*" in word else [word])]


def _files(pattern: Path) -> list[str]:
    return sorted(map(str, pattern.parent.glob(pattern.name)))


def _scripts() -> list[str]:
    """Every file under version control that a shell runs."""
    words = ["git", "grep", "-l", "-E", "^#!.*(ba)?sh$"]
    found = subprocess.run(words, cwd=getting.ROOT, check=True, capture_output=True, text=True).stdout
    return [str(getting.ROOT / name) for name in found.split()]


def _ran(judge: Judge, judged: Evidence, words: list[str], kept: Path, limit_s: float) -> Output:
    packages = next((getting.KEPT / "python").glob("lib/*/site-packages"), kept)
    own = {"PATH": getting.path(), "HOME": str(kept), "XDG_DATA_HOME": str(kept), "HOUSE_HOST": "tables.example.com"}
    with_packages = {"PYTHONPATH": str(packages)} if words[0] == judged.python else {}
    out, err = kept / "out.txt", kept / "err.txt"
    given = judged.folder / judge.stdin if judge.stdin else Path(os.devnull)
    with given.open("rb") as stdin, out.open("wb") as stdout, err.open("wb") as stderr:
        process = subprocess.Popen(
            words, cwd=kept, env=os.environ | judged.environment() | own | with_packages, stdin=stdin,
            stdout=stdout, stderr=stderr, start_new_session=True,
        )  # fmt: skip
        try:
            process.wait(max(limit_s, 1))
        finally:
            _end(process)
    return Output(process.returncode, out.read_text(encoding="utf-8"), err.read_text(encoding="utf-8"), kept)


def _end(process: subprocess.Popen[bytes]) -> None:
    """With what it started: asked first, because a browser leaves the group and only its own program knows it."""
    for how in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, how)
        with suppress(subprocess.TimeoutExpired):
            process.wait(ENDS_WITHIN_S)


def _tell(heard: list[Heard], allowed: dict[str, dict[str, str]], out: Console) -> int:
    shown = Table("judge", "from", "cases", "findings", "allowed", "seconds", title="judged by programs of others")
    for one in heard:
        figures = (f"{one.cases:,}", str(len(one.new)), str(one.allowed), f"{one.seconds:.0f}")
        shown.add_row(one.judge.name, one.judge.source, *(("not run",) if one.why else figures))
    out.print(shown)
    for name, why in (*NOT_HERE.items(), *((one.judge.name, one.why) for one in heard if one.why)):
        out.print(f"not run: {name}: {why}", markup=False, highlight=False)
    for one in heard:
        for line in allowed.get(one.judge.name, {}).keys() - one.needed if not one.why else ():
            out.print(f"allowed, but not seen this time: {one.judge.name}: {line}", markup=False, highlight=False)
        for finding in one.new:
            out.print(f"{one.judge.name}: {finding}", markup=False, highlight=False, soft_wrap=True)
    return 1 if any(one.new for one in heard) else 0


if __name__ == "__main__":
    main()
