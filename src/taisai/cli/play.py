"""`taisai play`: plays scenarios, rounds written in the game's own words."""

import glob
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import TextIO

import click

from taisai.cli.journals import keys_beside
from taisai.cli.output import console, json_option, print_json
from taisai.house.clock import now
from taisai.house.desks import Signing
from taisai.house.journal_checkpoints import JournalCheckpoints
from taisai.house.narration import tell
from taisai.journal.keys import key_name, load_private
from taisai.journal.memory import MemoryFile
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_reading
from taisai.journal.store import Store
from taisai.rules.currency import units
from taisai.rules.refusals import Refusal, Refused
from taisai.scenario.grammar import read
from taisai.scenario.play import Line, Scenario

Played = tuple[Scenario, list[Line]]


@click.command()
@click.argument("file", type=click.File(encoding="utf-8"))
@click.option("--journal", type=click.Path(path_type=Path), help="Write the journal to this file.")
@click.option("--keys", type=click.Path(path_type=Path), help="Sign checkpoints with the key in this folder.")
@json_option
def command(file: TextIO, journal: Path | None, keys: Path | None, as_json: bool) -> None:
    """Play a scenario and show what happens.

    FILE is a scenario, - for standard input: one sentence per line, such as: seat 1 wagers 10 on big.
    docs/guides/scenarios.md explains the sentences, and examples/ has one scenario for each kind of irregularity.

    Example: taisai play examples/01-a-round.txt
    """
    text = file.read()
    if journal and journal.exists():
        _check_free(journal, text)
    scenario, lines = _played(text, MemoryFile().store, keys, tell=not as_json)
    if journal and lines:
        scenario, lines = _written(text, journal, keys)
    if as_json:
        print_json(_document(lines, scenario))
    elif lines:
        _balances(scenario)


def _check_free(journal: Path, text: str) -> None:
    """Check first that an existing file is a journal without these tables."""
    file = open_for_reading(journal)
    held = frozenset(file.tables())
    file.close()
    for said in read(text):
        if said.kind in {"open", "install"} and said.values[0] in held:
            words = f"{journal} already has a journal of {said.values[0]}; choose another file or delete this one"
            raise Refused(Refusal.TABLE_INSTALLED, words, str(journal))


def _played(text: str, stores: Callable[[str], Store], keys: Path | None, *, tell: bool) -> Played:
    stores = cache(stores)
    scenario, lines = Scenario(stores, now, _signing(keys, stores) if keys else None), list[Line]()
    for line in scenario.play(text):
        lines.append(line)
        if tell:
            _tell(line, scenario.desk.game.book.rulebook.currency)
    if lines:
        scenario.desk.sign_rest()
    return scenario, lines


def _written(text: str, journal: Path, keys: Path | None) -> Played:
    """Play again, now to the file. If this fails, remove all files that it created."""
    opened: list[SqliteStore] = []

    def store(table: str) -> Store:
        opened.append(SqliteStore.open(journal, table, keys_beside(journal)))
        return opened[-1]

    before = _beside(journal)
    try:
        played = _played(text, store, keys, tell=False)
        before = _beside(journal)
    finally:
        for one in opened:
            one.close()
        for path in _beside(journal) - before:
            path.unlink()
    return played


def _beside(journal: Path) -> set[Path]:
    """Return the journal and the other files of its database."""
    return {*journal.parent.glob(f"{glob.escape(journal.name)}*")}


def _signing(keys: Path, stores: Callable[[str], Store]) -> Signing:
    key = load_private(keys)
    checkpoints = JournalCheckpoints(f"taisai/{key_name(key.public_key())[:16]}", key, stores)
    return lambda table: partial(checkpoints.sign, table)


def _tell(line: Line, currency: str) -> None:
    out = console()
    out.print(f"[bold]{line.said.text}[/]", markup=True, soft_wrap=True)
    if line.refused:
        out.print(f"    refused ({line.said.refused}): {line.refused}", style="yellow", markup=False, soft_wrap=True)
    for reply in line.replies:
        for event in reply.events:
            out.print(f"    {tell(event, currency)}", markup=False, soft_wrap=True)


def _balances(scenario: Scenario) -> None:
    out, currency = console(), scenario.desk.game.book.rulebook.currency
    out.print(f"[bold]balances[/] in {currency}")
    for account, balance in sorted(scenario.desk.ledger.balances.items()):
        if balance:
            out.print(f"    {account:<10} {units(balance, currency):>12,}")
    out.print(f"    {'total':<10} {units(scenario.desk.ledger.trial, currency):>12,}")


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
