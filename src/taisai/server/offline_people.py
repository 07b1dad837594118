"""Staff accounts of a stopped house, changed on its own machine."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Final

from taisai.house.at_rest import at_rest
from taisai.house.clock import now
from taisai.house.key_files import PERSON_KEYS, keyed, made_key, read_key
from taisai.house.settings import Settings
from taisai.house.tables import HOUSE as HOUSE_JOURNAL
from taisai.journal.place import OpenPlace
from taisai.journal.refusals import JournalRefusal
from taisai.journal.shared import SealedShared, Shared
from taisai.people.refusals import PeopleRefusal
from taisai.people.register import Register
from taisai.people.secret_hashes import Hasher
from taisai.privacy.keys import PersonKeys
from taisai.privacy.store import VeiledStore
from taisai.rules.refusals import Refused
from taisai.server.house_setup import prepare

TRIES: Final = 10


def proved(settings: Settings, name: str, password: str) -> None:
    """Check a password. The attempt is recorded like any other. Nodes may serve meanwhile, so that one with new
    software can be accepted beside them."""
    with closing(prepare(settings)) as journals:
        shared = journals.shared()
        sealed = SealedShared(shared, read_key(settings.voucher_key)) if shared else None
        register = register_of(settings, journals, sealed)
        for tries_left in reversed(range(TRIES)):
            challenge = register.challenge(name)
            try:
                register.signed_in(challenge, challenge.verify(password), "the machine itself", 0)
            except Refused as refused:
                if refused.code is not JournalRefusal.MOVED or not tries_left:
                    raise
                register.follow()
            else:
                return


def rescued(settings: Settings, name: str, who: str) -> tuple[str, str]:
    """Reset a manager's account; return the name and the one-time code.

    The house must be stopped, so that nothing else writes."""
    if not settings.place.exists():
        words = f"there is no house in {settings.folder}; choose the folder of a house"
        raise Refused(JournalRefusal.MISSING, words, settings.folder)
    with resting_register(settings) as register:
        known = register.managers()
        if not name and len(known) != 1:
            raise Refused(PeopleRefusal.PERSON_UNKNOWN, f"choose the person to rescue: {', '.join(known)}", "")
        name = name or known[0]
        return name, register.rescue(name, who)


@contextmanager
def resting_register(settings: Settings) -> Iterator[Register]:
    """Yield the register of a stopped house."""
    journals = prepare(settings)
    try:
        with at_rest(settings, journals):
            yield register_of(settings, journals)
    finally:
        journals.close()


def register_of(settings: Settings, journals: OpenPlace, shared: Shared | None = None) -> Register:
    keys = PersonKeys(settings.keys_folder / PERSON_KEYS)
    if shared:
        keys.share(shared)
    store = keyed(journals.store(HOUSE_JOURNAL), HOUSE_JOURNAL, settings.snapshot_key)
    veiled = VeiledStore(store, keys, HOUSE_JOURNAL)
    return Register.open(veiled, now, hasher=Hasher(made_key(settings.pepper_key)), keys=keys, shared=shared)
