"""The keys that sign a journal's anchors."""

from pathlib import Path

import click

from taisai.cli.output import console, json_option, print_json
from taisai.journal.keys import key_name, load_public, make_keys


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@json_option
def command(folder: Path, as_json: bool) -> None:
    """Make the key pair that signs a journal's anchors.

    FOLDER gets a private key that only its owner can read and a public one to give to auditors. Existing keys are
    never overwritten.

    Example: taisai keys ./keys
    """
    public = make_keys(folder)
    name = key_name(load_public(public))
    if as_json:
        print_json({"public": str(public), "key": name})
    else:
        console().print(f"public key {name} in {public}; keep the private one beside it secret", soft_wrap=True)
