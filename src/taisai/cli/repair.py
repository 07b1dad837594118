"""`taisai repair`: repairs damaged journals."""

from pathlib import Path

import click

from taisai.cli.backup import shown_progress
from taisai.cli.output import console, json_option, print_json
from taisai.house.clock import now
from taisai.keeping.repair import repair


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("source", metavar="COPY", type=click.Path(path_type=Path))
@click.option("--give-up-rest", "give_up", is_flag=True, help="Give up what cannot be read, or was appended by others.")
@json_option
def command(folder: Path, source: Path, give_up: bool, as_json: bool) -> None:
    """Repair the damaged journals of a house from a copy.

    FOLDER is the house's, which must not be running. COPY is the folder of a mirror or of a backup. The repair takes
    everything that the copy has, and newer entries from the damaged file if every seal from there on fits. If one does
    not fit, nothing is changed: use a newer copy. The damaged file is renamed, never deleted, and the house records the
    repair when it next starts.

    Example: taisai repair taisai-house /mnt/mirror
    """
    with shown_progress(silent=as_json) as progress:
        made = repair(folder, source, now(), progress, give_up=give_up)
    if as_json:
        print_json(made)
        return
    out = console()
    for name, one in made.journals.items():
        words = f"{name}: {one.copied} entries from the copy, {one.kept} kept from the old file"
        out.print(words, markup=False, soft_wrap=True)
    lost = "; the old file could not be read, so entries written after the copy are lost" if made.unreadable else ""
    aside = f"; the old file was renamed to {made.aside}" if made.aside else ""
    out.print(f"repaired from {made.source}: every seal is valid{aside}{lost}", markup=False, soft_wrap=True)
