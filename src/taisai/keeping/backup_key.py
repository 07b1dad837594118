"""The key pair for backups: the house keeps the public key, and its owner takes the secret key away."""

import re
from pathlib import Path
from typing import Final

import pyrage

from taisai.house.key_files import write_secret
from taisai.journal.refusals import JournalRefusal
from taisai.rules.refusals import Refused

PUBLIC_FILE: Final = "backup.pub"
SECRET_FILE: Final = "backup.key"  # noqa: S105 - the name of a file
GROUP: Final = 4


def make_backup_keys(keys: Path, *, anew: bool = False) -> str:
    """Return the public key; make the pair if there is none. Use `anew` if the secret key was lost; the new one opens
    no older backup."""
    public, secret = keys / PUBLIC_FILE, keys / SECRET_FILE
    if anew or not public.exists():
        if anew or not secret.exists():
            write_secret(secret, f"{pyrage.x25519.Identity.generate()}\n".encode())
        write_secret(public, f"{public_of(read_secret(secret))}\n".encode())
    return read_public(keys)


def public_of(secret: str) -> str:
    return str(pyrage.x25519.Identity.from_str(secret).to_public())


def read_public(keys: Path) -> str:
    path = keys / PUBLIC_FILE
    if not path.exists():
        words = f"there is no {path}, which is needed to encrypt backups; start the house once, or use --plain"
        raise Refused(JournalRefusal.KEY_MISSING, words, str(path))
    text = path.read_text(encoding="ascii", errors="replace").strip()
    try:
        return str(pyrage.x25519.Recipient.from_str(text))
    except pyrage.RecipientError as error:
        words = f"{path} is not a public key (age1...) ({error}); make one with taisai keys backup --new"
        raise Refused(JournalRefusal.KEY_INVALID, words, text) from error


def read_secret(path: Path) -> str:
    """Read the secret key from a file. Whitespace does not matter, so that it can be typed from paper."""
    try:
        text = re.sub(r"\s|#.*", "", path.read_text(encoding="ascii", errors="replace"))
        public_of(text)
    except OSError as error:
        raise Refused(JournalRefusal.KEY_MISSING, f"{path} cannot be read ({error.strerror})", str(path)) from error
    except pyrage.IdentityError as error:
        words = f"{path} is not a secret key (AGE-SECRET-KEY-1...) ({error})"
        raise Refused(JournalRefusal.KEY_INVALID, words, str(path)) from error
    return text


def secret_here(keys: Path) -> str:
    """Return the secret key; empty if its owner has taken it away."""
    path = keys / SECRET_FILE
    return read_secret(path) if path.exists() else ""


def forget_secret(keys: Path) -> None:
    (keys / SECRET_FILE).unlink()


def in_groups(secret: str) -> str:
    """Return the key for paper, in small groups on four lines."""
    head, _, rest = secret.rpartition("-")
    groups = [f"{head}-", *(rest[place : place + GROUP] for place in range(0, len(rest), GROUP))]
    return "\n".join(" ".join(groups[place : place + 5]) for place in range(0, len(groups), 5))
