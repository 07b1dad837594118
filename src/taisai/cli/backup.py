"""`taisai backup`: a copy of a running house."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from taisai.cli.output import console, json_option, print_json
from taisai.house.clock import now
from taisai.keeping.backup import Manifest, backup
from taisai.keeping.backup_files import Progress, check_keys
from taisai.keeping.backup_key import read_public
from taisai.keeping.slips import Slip, leave

ENDING = ".age"


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("out", type=click.Path(path_type=Path))
@click.option(
    "--with-keys", is_flag=True, help="Also copy the private keys: anyone who reads the backup can then sign."
)
@click.option("--plain", is_flag=True, help="Do not encrypt: a folder, or one file if OUT ends with .tar.")
@json_option
def command(folder: Path, out: Path, with_keys: bool, plain: bool, as_json: bool) -> None:
    """Back up a house while it runs.

    FOLDER is the house's. OUT becomes one file whose name ends with .age; it is never overwritten. It holds the
    journals of all tables, the settings, the public key and a manifest of SHA-256 hashes. Only the key that taisai keys
    backup moved off the machine opens it. Every seal of the copy is checked before the command reports success. Keep
    the private keys elsewhere, or include them with --with-keys. The house records the backup within a second, or when
    it next starts.

    Example: taisai backup taisai-house /mnt/copies/monday.tar.age
    """
    check_keys(out, with_keys=with_keys, plain=plain)
    out = out if plain or out.suffix == ENDING else out.with_name(out.name + ENDING)
    public = "" if plain else read_public(folder / "keys")
    with shown_progress(silent=as_json) as progress:
        made = backup(folder, out, now(), progress, with_keys=with_keys, public=public, database=_database(folder))
    _report(folder, Slip(made.at, f"user {os.getuid()} of this machine", out.name))
    tell(made, str(out), "backed up to", as_json=as_json)


def _database(folder: Path) -> str:
    """Return the database of the settings. Other errors in them do not stop a backup."""
    from taisai.house.settings_reader import read  # noqa: PLC0415 - keeps --help fast

    return read({"folder": folder}, os.environ)[0].nodes.database


def _report(house: Path, slip: Slip) -> None:
    """Tell the house about the backup. The backup is valid even if this fails."""
    try:
        leave(house, slip)
    except OSError as error:
        click.echo(f"the house could not be notified of this backup ({error}); record it by hand", err=True)


@contextmanager
def shown_progress(*, silent: bool) -> Iterator[Progress]:
    if silent or not console(stderr=True).is_terminal:
        yield lambda _what, _done, _of: None
        return
    from rich.progress import Progress as Bar  # noqa: PLC0415

    with Bar(console=console(stderr=True), transient=True) as bar:
        task = bar.add_task("")
        yield lambda what, done, of: bar.update(task, description=what, completed=done, total=of)


def tell(made: Manifest, place: str, done: str, *, as_json: bool) -> None:
    """Print each journal's head, so that a person can compare two houses."""
    if as_json:
        print_json({"place": place, "manifest": made})
        return
    out = console()
    for name, journal in made.journals.items():
        out.print(f"{name}: entry {journal.seq}, seal {journal.seal}", markup=False, soft_wrap=True)
    names = ", ".join(made.files)
    out.print(f"{done} {place}: {names}; every seal is valid", markup=False, soft_wrap=True)
