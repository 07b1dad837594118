"""The files of a backup, and how they are packed: a folder, a tar, or an encrypted tar that one secret key opens."""

import os
import shutil
import tarfile
import tomllib
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import IO, Final

import pyrage

from taisai.house.key_files import PERSON_KEYS
from taisai.house.rotations import FILE as ROTATIONS
from taisai.house.settings import FILE
from taisai.house.signers import LABEL_FILE
from taisai.journal.batch_key import FILE as BATCH_FILE
from taisai.journal.keys import PRIVATE_FILE, PUBLIC_FILE
from taisai.rules.refusals import Refused

Progress = Callable[[str, int, int], None]
"""What is being done, how much of it, of how much."""

AGE: Final = b"age-encryption.org/v1"  # every encrypted file begins with this
MANIFEST: Final = "manifest.json"
JOURNAL: Final = "journal.sqlite"
PUBLIC: Final = ("keys/" + PUBLIC_FILE, f"keys/{ROTATIONS}", f"keys/{LABEL_FILE}", FILE)
NEEDED: Final = ("keys/" + PRIVATE_FILE, "keys/voucher.key")
PEOPLE: Final = f"keys/{PERSON_KEYS}"
BATCH_KEY: Final = f"keys/{BATCH_FILE}"
SECRET: Final = (*NEEDED, BATCH_KEY, "keys/pepper.key", PEOPLE)
KNOWN: Final = (JOURNAL, *PUBLIC, *SECRET)


class BackupRefusal(Enum):
    """In order of precedence. A code never gets a second meaning."""

    MISSING = "backup-missing"
    EXISTS = "backup-exists"
    FOLDER_TAKEN = "restore-folder-taken"
    INVALID = "backup-invalid"
    TOO_NEW = "backup-too-new"
    DAMAGED = "backup-damaged"
    DIFFERS = "backup-differs"
    FAILED = "backup-failed"
    KEY_WANTED = "backup-key-wanted"
    KEY_WRONG = "backup-key-wrong"
    KEYS_IN_THE_CLEAR = "backup-keys-in-the-clear"


def check_keys(out: Path, *, with_keys: bool, plain: bool) -> None:
    if with_keys and plain:
        words = "private keys are never backed up unencrypted; leave out --with-keys or --plain"
        raise Refused(BackupRefusal.KEYS_IN_THE_CLEAR, words, str(out))


def is_needed(house: Path, name: str) -> bool:
    """Return whether a house needs this file. The signing key may be in a token, which cannot be copied."""
    if name != "keys/" + PRIVATE_FILE:
        return name in NEEDED
    settings = house / FILE
    said = tomllib.loads(settings.read_text(encoding="utf-8")) if settings.exists() else {}
    return not said.get("token", {}).get("library")


def make_folders(root: Path) -> None:
    for folder in (root, root / "keys"):
        folder.mkdir(mode=0o700)


def put(given: IO[bytes], folder: Path, name: str) -> None:
    with os.fdopen(os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as taken:
        shutil.copyfileobj(given, taken)


def is_encrypted(source: Path) -> bool:
    if not source.is_file():
        return False
    with source.open("rb") as file:
        return file.read(len(AGE)) == AGE


def packed(copied: Path, tar: Path) -> Path:
    """Pack the copy with the manifest first, so that a file that is cut off can be named."""
    with tarfile.open(tar, "x") as pack:
        _pack(pack, copied)
    tar.chmod(0o600)
    with tar.open("rb") as file:
        os.fsync(file.fileno())
    return tar


def encrypted(tar: Path, new: Path, public: str) -> Path:
    """Encrypt a tar. Only the secret key of `public` opens it."""
    with tar.open("rb") as plain, os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        pyrage.encrypt_io(plain, file, [pyrage.x25519.Recipient.from_str(public)])
        file.flush()
        os.fsync(file.fileno())
    return new


def _pack(pack: tarfile.TarFile, copied: Path) -> None:
    for name in (MANIFEST, *KNOWN):
        if (copied / name).exists():
            pack.add(copied / name, name)


def take_over(source: Path, new: Path, secret: str) -> None:
    """Take only files that a backup has, under our own names: nothing in a backup decides where it goes."""
    make_folders(new)
    if source.is_dir():
        for path in source.rglob("*"):
            name = path.relative_to(source).as_posix()
            if path.is_symlink() or not path.is_dir():
                _check_name(source, new, name, plain=path.is_file() and not path.is_symlink())
                with path.open("rb") as given:
                    put(given, new, name)
        return
    try:
        tar = _decrypted(source, new.with_suffix(".tar"), secret) if is_encrypted(source) else source
        with tarfile.open(tar, "r:") as pack:
            _unpack(source, pack, new)
    except tarfile.TarError as error:
        words = f"{source} is cut short or is not a backup ({error}); use another backup"
        raise Refused(BackupRefusal.INVALID, words, str(source)) from error


def _unpack(source: Path, pack: tarfile.TarFile, new: Path) -> None:
    for member in pack:
        _check_name(source, new, member.name, plain=member.isreg())
        content = pack.extractfile(member)
        assert content is not None, "a regular file has content"
        put(content, new, member.name)


def _decrypted(source: Path, tar: Path, secret: str) -> Path:
    """Decrypt the whole file, because only its end shows that nothing was cut off."""
    if not secret:
        words = f"{source} is encrypted; use --key with the file of the secret backup key"
        raise Refused(BackupRefusal.KEY_WANTED, words, str(source))
    with source.open("rb") as file, os.fdopen(os.open(tar, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as plain:
        try:
            pyrage.decrypt_io(file, plain, [pyrage.x25519.Identity.from_str(secret)])
        except pyrage.DecryptError as error:
            words = (
                f"{source}: {error}; find the key that the house had when the backup was made, or use another backup"
            )
            raise Refused(BackupRefusal.KEY_WRONG, words, str(source)) from error
        except OSError as error:
            words = f"{source} is damaged or cut short, or the disk is full ({error}); use another backup"
            raise Refused(BackupRefusal.DAMAGED, words, str(source)) from error
    return tar


def _check_name(source: Path, new: Path, name: str, *, plain: bool) -> None:
    if name not in {MANIFEST, *KNOWN} or not plain or (new / name).exists():
        words = f"{source} contains {name}, which no backup contains; do not trust it, use another backup"
        raise Refused(BackupRefusal.INVALID, words, name)
