"""The signer of a house: the key in its folder, or the key in the token that its settings name."""

from pathlib import Path
from typing import Final

from taisai.house.settings import Settings
from taisai.journal.keys import PRIVATE_FILE, PUBLIC_FILE, load_private, make_keys, write_public
from taisai.journal.refusals import JournalRefusal
from taisai.rules.refusals import Refused
from taisai.signing.signer import Signer
from taisai.signing.token import TokenPlace, make_token_key, token_signer

LABEL_FILE: Final = "token.label"  # label of the current key, once it has replaced the one in the settings


def signer_of(settings: Settings) -> Signer:
    return token_signer(token_place(settings)) if settings.token.library else load_private(settings.keys_folder)


def token_place(settings: Settings) -> TokenPlace:
    pin = settings.token.pin_file or str(settings.keys_folder / "token.pin")
    present = settings.keys_folder / LABEL_FILE
    key = present.read_text(encoding="utf-8").strip() if present.exists() else settings.token.key
    return TokenPlace(settings.token.library, settings.token.label, key, pin)


def secret_file(settings: Settings) -> Path:
    """Return the file that nobody else may read: the private key, or the PIN of the token that has it."""
    return Path(token_place(settings).pin) if settings.token.library else settings.keys_folder / PRIVATE_FILE


def make_signer(settings: Settings) -> None:
    """Make the key of a new house. A key in a token is made by hand, so only its public half is written."""
    if settings.token.library:
        if not (settings.keys_folder / PUBLIC_FILE).exists():
            write_public(settings.keys_folder, signer_of(settings).public_key())
    elif not (settings.keys_folder / PRIVATE_FILE).exists():
        make_keys(settings.keys_folder)


def make_in_token(settings: Settings) -> Path:
    """Make a key in the token and return the path of the public key. A house that already has a key keeps it: its
    signatures must stay valid."""
    if (settings.keys_folder / PUBLIC_FILE).exists():
        words = "has a signing key already, which must stay; only a new house can have its key in a token"
        raise Refused(JournalRefusal.KEY_EXISTS, f"{settings.keys_folder} {words}", str(settings.keys_folder))
    return write_public(settings.keys_folder, make_token_key(token_place(settings)))
