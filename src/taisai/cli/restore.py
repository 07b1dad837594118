"""`taisai restore`: a house from a backup."""

from pathlib import Path
from typing import Final

import click

from taisai.cli.backup import shown_progress, tell
from taisai.cli.output import console, json_option
from taisai.keeping.backup import restore
from taisai.keeping.backup_files import BATCH_KEY, is_encrypted
from taisai.keeping.backup_key import read_secret

WITHOUT_KEY: Final = (
    "the backup has no key of batches: seals, balances and the manifest were checked, but not who wrote the entries."
    " Copy keys/batch.key of the house here, or let two people accept them with taisai keys accept"
)


@click.command()
@click.argument("source", metavar="BACKUP", type=click.Path(path_type=Path))
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--key", type=click.Path(path_type=Path), help="The file of the key that opens it; asked for otherwise.")
@json_option
def command(source: Path, folder: Path, key: Path | None, as_json: bool) -> None:
    """Restore a house from a backup, and check that it is the same.

    BACKUP was made by taisai backup: a file that the key of taisai keys backup opens, or an unencrypted folder or .tar.
    FOLDER must be empty or absent. Every file is compared with the manifest, every seal is checked, and every journal
    is replayed: heads and balances must be those in the backup. If anything is wrong, nothing is restored. If the
    backup has no private keys, copy them to the folder keys by hand.

    Example: taisai restore /mnt/copies/monday.tar.age taisai-house --key usb/backup.key
    """
    secret = _secret(source, key)
    with shown_progress(silent=as_json) as progress:
        made = restore(source, folder, progress, secret=secret)
    tell(made, str(folder), "restored to", as_json=as_json)
    if not as_json and not (folder / BATCH_KEY).exists():
        console().print(WITHOUT_KEY, soft_wrap=True)


def _secret(source: Path, key: Path | None) -> str:
    """Return the key without spaces, which it may have when typed from paper."""
    if not is_encrypted(source):
        return ""
    typed = "" if key else click.prompt("the key that opens this backup (AGE-SECRET-KEY-1...)", hide_input=True)
    return read_secret(key) if key else "".join(str(typed).split())
