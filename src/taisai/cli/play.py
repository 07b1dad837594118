"""Scenarios: rounds written down in the game's own words."""

from pathlib import Path
from typing import TextIO

import click

from taisai.cli.output import console, json_option, print_json
from taisai.house.clock import now
from taisai.house.desk import Signer
from taisai.house.tell import tell
from taisai.journal.anchor import sign
from taisai.journal.keys import load_private
from taisai.journal.memory import MemoryFile
from taisai.journal.sqlite import SqliteStore
from taisai.journal.store import Store
from taisai.scenario.play import Line, Scenario


@click.command()
@click.argument("file", type=click.File(encoding="utf-8"))
@click.option("--journal", type=click.Path(path_type=Path), help="Write the journal to this file.")
@click.option("--keys", type=click.Path(path_type=Path), help="Sign anchors with the key in this folder.")
@json_option
def command(file: TextIO, journal: Path | None, keys: Path | None, as_json: bool) -> None:
    """Play a scenario and tell what happens.

    FILE is a scenario, - for standard input: one sentence a line, such as: seat 1 wagers 10 on big. The sentences
    are in docs/guides/scenarios.md, and examples/ has one for each kind of irregularity.

    Example: taisai play examples/01-a-round.txt
    """
    memory = MemoryFile()
    scenario = Scenario(lambda table: _store(journal, memory, table), now, _signer(keys) if keys else None)
    lines: list[Line] = []
    try:
        for line in scenario.play(file.read()):
            lines.append(line)
            if not as_json:
                _tell(line)
    finally:
        if journal and lines:
            scenario.desk.store.close()
    if as_json:
        print_json(_document(lines, scenario))
    elif lines:
        _balances(scenario)


def _store(journal: Path | None, memory: MemoryFile, table: str) -> Store:
    return SqliteStore.open(journal, table) if journal else memory.store(table)


def _signer(keys: Path) -> Signer:
    key = load_private(keys)
    return lambda head, at: sign(head, at, key)


def _tell(line: Line) -> None:
    out = console()
    out.print(f"[bold]{line.said.text}[/]", markup=True, soft_wrap=True)
    if line.refused:
        out.print(f"    refused ({line.said.refused}): {line.refused}", style="yellow", markup=False, soft_wrap=True)
    for reply in line.replies:
        for event in reply.events:
            out.print(f"    {tell(event)}", markup=False, soft_wrap=True)


def _balances(scenario: Scenario) -> None:
    out = console()
    out.print("[bold]balances[/]")
    for account, balance in sorted(scenario.desk.ledger.balances.items()):
        if balance:
            out.print(f"    {account:<10} {balance:>12,}")
    out.print(f"    {'all':<10} {scenario.desk.ledger.trial:>12,}")


def _document(lines: list[Line], scenario: Scenario) -> dict[str, object]:
    if not lines:
        return {"lines": [], "balances": {}}
    return {
        "lines": [
            {
                "line": line.said.line,
                "text": line.said.text,
                "refused": line.said.refused,
                "events": [event for reply in line.replies for event in reply.events],
            }
            for line in lines
        ],
        "balances": dict(scenario.desk.ledger.balances),
        "head": {"seq": scenario.desk.head.seq, "seal": scenario.desk.head.seal.hex()},
    }
