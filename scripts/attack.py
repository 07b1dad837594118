"""Attacks a temporary house for an hour: hostile messages during play, kills, clock changes, forged files."""

import json
import secrets
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

sys.path[0] = str(Path(__file__).parents[1] / "tests")  # not this folder: the kit's folder has this file's name

from attack.kit.assaults import Assault  # noqa: E402

MINUTE_S = 60
MOST_COMMON = 20
BY_OTHERS = ("role-not-allowed", "right-missing", "seat-not-yours", "session-unknown")
"""The expected refusals of orders by people without the right."""


@click.command()
@click.option("--minutes", default=60.0, show_default=True, help="For how long; a wave that has begun is ended.")
@click.option("--seed", type=int, help="Throw the same dice again; without it they are new and told.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def main(minutes: float, seed: int | None, as_json: bool) -> None:
    """Stop at the end, or after the first wave with an error, and print what was tried and seen."""
    seed = secrets.randbelow(10**9) if seed is None else seed
    Console(stderr=True).print(f"the seed is {seed}")
    with tempfile.TemporaryDirectory(prefix="taisai-attack-") as name:
        assault = Assault(Path(name), seed)
        try:
            _attack(assault, minutes * MINUTE_S)
        finally:
            assault.close()
    figures = _figures(assault, seed)
    if as_json:
        sys.stdout.write(json.dumps(figures, indent=2) + "\n")
    else:
        _show(figures)
    sys.exit(1 if assault.wrong else 0)


def _attack(assault: Assault, seconds: float) -> None:
    start_s = time.monotonic()
    with Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task("waves", total=seconds)
        while not assault.wrong and time.monotonic() - start_s < seconds:
            assault.wave()
            told = f"{assault.done['kills']} kills, {sum(assault.siege.tried.values()):,} messages"
            progress.update(task, completed=time.monotonic() - start_s, description=told)
    assault.end()


def _figures(assault: Assault, seed: int) -> dict[str, Any]:
    tried, answered = assault.siege.tried, assault.siege.answered
    by_kind = Counter[str]()
    for (kind, _), times in tried.items():
        by_kind[kind] += times
    others = sum(times for (kind, code), times in answered.items() if kind == "socket" and code in BY_OTHERS)
    return {
        "seed": seed,
        "done": dict(assault.done),
        "tried": dict(by_kind),
        "orders by others": others,
        "ways": {" ".join(map(str, key)): times for key, times in tried.most_common()},
        "answers": {" ".join(map(str, key)): times for key, times in answered.most_common()},
        "forged": {name: _seen(assault, name) for name in sorted({name for name, _ in assault.seen})},
        "wrong": assault.wrong,
    }


def _seen(assault: Assault, forgery: str) -> dict[str, int]:
    return {where: times for (name, where), times in assault.seen.items() if name == forgery}


def _show(figures: dict[str, Any]) -> None:
    out = Console()
    shown = Table("what", "times", title=f"tried, with the seed {figures['seed']}")
    for what, times in (*figures["done"].items(), *figures["tried"].items()):
        shown.add_row(what, f"{times:,}")
    shown.add_row("orders by the wrong people, refused", f"{figures['orders by others']:,}")
    shown.add_row("files forged", f"{sum(sum(seen.values()) for seen in figures['forged'].values()):,}")
    forged = Table("forged", "seen", title="files forged while the house was down")
    for name, seen in figures["forged"].items():
        forged.add_row(name, ", ".join(f"{where} ({times})" for where, times in seen.items()))
    answers = Table("answer", "times", title="the most common answers")
    for answer, times in list(figures["answers"].items())[:MOST_COMMON]:
        answers.add_row(answer, f"{times:,}")
    for part in (shown, forged, answers):
        out.print(part)
    for told in figures["wrong"]:
        out.print(f"wrong: {told}", markup=False)
    out.print("nothing was wrong" if not figures["wrong"] else "to see it again, give the same seed")


if __name__ == "__main__":
    main()
