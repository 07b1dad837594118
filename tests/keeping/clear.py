"""Backups with private keys that are not encrypted, as whoever has the key can make of one that is."""

import io
import tarfile

import pyrage
from pyrage import x25519

from taisai.keeping.backup import backup
from taisai.keeping.backup_key import make_backup_keys, secret_here


def backup_in_the_clear(house, out, at, progress, *, database=""):
    """As `backup` with keys and for nobody's key would, which is refused: a folder, or a file that ends with .tar."""
    keys = house / "keys"
    public = make_backup_keys(keys)
    hidden = out.with_name(f"{out.name}-in-the-clear.age")
    made = backup(house, hidden, at, progress, with_keys=True, public=public, database=database)
    tar = pyrage.decrypt(hidden.read_bytes(), [x25519.Identity.from_str(secret_here(keys))])
    hidden.unlink()
    if out.suffix == ".tar":
        out.touch(0o600)
        out.write_bytes(tar)
    else:
        out.mkdir(0o700)
        with tarfile.open(fileobj=io.BytesIO(tar)) as archive:
            archive.extractall(out, filter="data")
        for path in out.rglob("*"):
            path.chmod(0o700 if path.is_dir() else 0o600)
    return made
