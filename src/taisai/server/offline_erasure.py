"""Erases personal data, on the house's own machine while the house is stopped."""

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager

from taisai.house.clock import now
from taisai.house.desk import Desk
from taisai.house.games import game
from taisai.house.key_files import keyed, readable
from taisai.house.settings import Settings
from taisai.house.signers import signer_of
from taisai.house.tables import TableSettings
from taisai.journal.place import OpenPlace
from taisai.journal.refusals import JournalRefusal
from taisai.keeping.marks import MarkKeeper
from taisai.people.register import Register
from taisai.privacy.veil import dispute, player_record
from taisai.rules.refusals import Refused
from taisai.server.offline_people import resting_register

Passwords = Mapping[str, str]
"""The passwords of both people, by name: the one who erases, then the second."""


def erase_person(settings: Settings, name: str, passwords: Passwords) -> None:
    with _proved(settings, passwords) as (register, by, second):
        register.erase(name, by, second, _posts(settings, name))


def erase_dispute(settings: Settings, table: str, number: int, passwords: Passwords) -> None:
    """Erase what the player claimed and the reason for the decision; the decided amounts stay."""
    with _proved(settings, passwords) as (register, by, second):
        register.erase_record(dispute(table, number), by, second)


def erase_player(settings: Settings, player: str, passwords: Passwords) -> None:
    """Erase card number and name; the ratings stay, without a person."""
    with _proved(settings, passwords) as (register, by, second):
        register.erase_record(player_record(player), by, second)


@contextmanager
def _proved(settings: Settings, passwords: Passwords) -> Iterator[tuple[Register, str, str]]:
    if not settings.place.exists():
        words = f"there is no house in {settings.folder}; choose the folder of a house"
        raise Refused(JournalRefusal.MISSING, words, settings.folder)
    with resting_register(settings) as register:
        register.carry_out()
        for name, password in passwords.items():
            challenge = register.challenge(name)
            register.signed_in(challenge, challenge.verify(password), "the machine itself", 0)
        yield register, *_both(passwords)
        marks = MarkKeeper(settings, signer_of(settings))
        marks.erased = tuple({*marks.erased, *register.keys.erased})
        marks.begin(now())


def _both(passwords: Passwords) -> tuple[str, str]:
    by, *others = passwords
    return by, others[0] if others else by


def _posts(settings: Settings, name: str) -> list[str]:
    """Return the tables where someone holds a post."""
    with closing(settings.place.open_for_reading()) as journals:
        played = [table for table in settings.tables if table.id in journals.tables()]
        return [table.id for table in played if name in _acting(settings, journals, table)]


def _acting(settings: Settings, journals: OpenPlace, table: TableSettings) -> Mapping[str, str]:
    store = readable(keyed(journals.store(table.id), table.id, settings.snapshot_key), table.id, settings.keys_folder)
    return Desk.resume(store, game(table.paytable), now).table.posts if store.head().seq else {}
