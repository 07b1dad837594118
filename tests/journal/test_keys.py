import stat

import pytest
from cryptography.hazmat.primitives.asymmetric.ed448 import Ed448PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from taisai.journal.keys import PRIVATE_FILE, PUBLIC_FILE, load_private, load_public, make_keys
from taisai.journal.refusals import JournalRefusal
from taisai.rules.refusals import Refused


@pytest.fixture
def folder(tmp_path):
    make_keys(tmp_path / "keys")
    return tmp_path / "keys"


def refused(action, *given):
    with pytest.raises(Refused) as caught:
        action(*given)
    assert "; " in caught.value.words, "what to do next"
    return caught.value.code


def test_a_pair_is_made_once_and_only_its_owner_reads_the_private_key(folder):
    assert stat.S_IMODE((folder / PRIVATE_FILE).stat().st_mode) == 0o600
    assert load_private(folder).public_key() == load_public(folder / PUBLIC_FILE)
    before = (folder / PRIVATE_FILE).read_bytes()
    assert refused(make_keys, folder) is JournalRefusal.KEY_EXISTS
    (folder / PUBLIC_FILE).unlink()
    assert refused(make_keys, folder) is JournalRefusal.KEY_EXISTS
    assert (folder / PRIVATE_FILE).read_bytes() == before


def test_a_pair_made_at_the_same_time_is_not_overwritten(tmp_path, monkeypatch):
    make_keys(tmp_path)
    monkeypatch.setattr("pathlib.Path.exists", lambda path: False)
    assert refused(make_keys, tmp_path) is JournalRefusal.KEY_EXISTS


def test_a_folder_that_cannot_be_made_is_refused(tmp_path):
    (tmp_path / "file").touch()
    assert refused(make_keys, tmp_path / "file" / "keys") is JournalRefusal.KEY_FAILED


def test_missing_keys_are_refused(tmp_path):
    assert refused(load_private, tmp_path) is JournalRefusal.KEY_MISSING
    assert refused(load_public, tmp_path / PUBLIC_FILE) is JournalRefusal.KEY_MISSING


@pytest.mark.parametrize("text", [b"", b"no key", b"-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n"])
def test_what_is_no_key_is_refused(tmp_path, text):
    for name in (PRIVATE_FILE, PUBLIC_FILE):
        (tmp_path / name).write_bytes(text)
    assert refused(load_private, tmp_path) is JournalRefusal.KEY_INVALID
    assert refused(load_public, tmp_path / PUBLIC_FILE) is JournalRefusal.KEY_INVALID


def test_keys_of_another_kind_are_refused(tmp_path):
    key = Ed448PrivateKey.generate()
    (tmp_path / PRIVATE_FILE).write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    public = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    (tmp_path / PUBLIC_FILE).write_bytes(public)
    assert refused(load_private, tmp_path) is JournalRefusal.KEY_INVALID
    assert refused(load_public, tmp_path / PUBLIC_FILE) is JournalRefusal.KEY_INVALID
