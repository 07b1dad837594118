"""The key of batches of a stopped house: its successor, and a new beginning where it is lost."""

import secrets
from collections.abc import Mapping
from contextlib import closing

from taisai.house.at_rest import at_rest
from taisai.house.clock import now
from taisai.house.key_files import KEY_BYTES, PERSON_KEYS, made_key, write_secret
from taisai.house.settings import Settings
from taisai.house.tables import HOUSE
from taisai.journal.batch_key import FILE, UNCHECKED, BatchKeys, Retired, read_batch_keys, written
from taisai.journal.entry import Head
from taisai.journal.memory import MemoryStore
from taisai.journal.refusals import JournalRefusal
from taisai.journal.seal import START
from taisai.journal.sqlite_open import open_for_writing
from taisai.journal.sqlite_place import SqliteJournals
from taisai.keeping.cut_anew import cut_anew
from taisai.keeping.marks import check_marks
from taisai.people.register import Register
from taisai.people.rights import Right
from taisai.people.secret_hashes import Hasher
from taisai.people.significant_events import Happening
from taisai.privacy.keys import PersonKeys
from taisai.privacy.store import VeiledStore
from taisai.rules.refusals import Refused
from taisai.server.house_setup import make_keys, prepare
from taisai.server.offline_people import register_of, resting_register

Passwords = Mapping[str, str]
"""Of the one who accepts, then of the second person."""


def replace_batch_key(settings: Settings, by: str) -> dict[str, int]:
    """Replace the key of a house that is not running. The house's last entry under the old key says where it ends in
    every journal; beyond that the old key counts no more."""
    with closing(prepare(settings)) as journals, at_rest(settings, journals):
        keys = read_batch_keys(settings.keys_folder)
        ends = {name: journals.store(name).head().seq for name in journals.tables()}
        register = register_of(settings, journals)
        ends[HOUSE] = register.head.seq + 1
        told = ", ".join(f"{name} {seq}" for name, seq in sorted(ends.items()))
        words = f"key {len(keys.retired) + 1} of batches is replaced; its last entries are: {told}"
        register.note(Happening.KEY_REPLACED, words[:1000], value=by)
        ends[HOUSE] = register.head.seq
        new = BatchKeys(secrets.token_bytes(KEY_BYTES), (*keys.retired, Retired(keys.secret, ends)))
        write_secret(settings.keys_folder / FILE, written(new))
    return ends


def accept_without_key(settings: Settings, passwords: Passwords) -> dict[str, int]:
    """Begin a new key where the old one is lost. Seals, marks and two people vouch for what is there: every batch gets
    a new MAC, and the first entry under the new key says who accepted them. If this is interrupted, it can be run
    again."""
    _check_lost(settings)
    by, second = passwords
    with closing(SqliteJournals(open_for_writing(settings.journal, UNCHECKED))) as journals:
        check_marks(settings, journals)
        heads = {name: journals.store(name).verify() for name in journals.tables()}
        _check_passwords(settings, journals, passwords)
        keys = BatchKeys(secrets.token_bytes(KEY_BYTES))
        with journals.file.mutex, journals.file.transaction():
            for name in heads:
                cut_anew(journals.file, name, keys)
    write_secret(settings.keys_folder / FILE, written(keys))
    make_keys(settings)
    with resting_register(settings) as register:
        register.agree(by, second, _accepted(heads))
    return {name: head.seq for name, head in heads.items()}


def _check_lost(settings: Settings) -> None:
    key = settings.keys_folder / FILE
    if key.exists():
        words = f"{key} is there, so nothing needs to be accepted without it; replace it with taisai keys rotate"
        raise Refused(JournalRefusal.KEY_EXISTS, words, str(key))
    if settings.nodes.database or not settings.journal.exists():
        words = (
            f"there is no {settings.journal}: copy the key of batches from another node or from a backup, or restore"
            " the newest backup into a folder"
        )
        raise Refused(JournalRefusal.KEY_MISSING, words, str(key))


def _check_passwords(settings: Settings, journals: SqliteJournals, passwords: Passwords) -> None:
    """Ask the house's own records, in memory: nothing can be written to them yet."""
    copy, people = MemoryStore(), PersonKeys(settings.keys_folder / PERSON_KEYS)
    copy.append(START, list(journals.store(HOUSE).read()))
    hasher = Hasher(made_key(settings.pepper_key))
    register = Register.open(VeiledStore(copy, people, HOUSE), now, hasher=hasher, keys=people)
    for name, password in passwords.items():
        challenge = register.challenge(name)
        register.signed_in(challenge, challenge.verify(password), "the machine itself", 0)
    by, second = passwords
    register.check_may(by, Right.ACCEPT_SOFTWARE)
    register.agree(by, second, "a trial")


def _accepted(heads: Mapping[str, Head]) -> str:
    ends = ", ".join(f"{name} {head.seq}" for name, head in sorted(heads.items()))
    words = f"accept the journals without their key of batches, by their seals alone; a new key begins after {ends}"
    return words[:1000]
