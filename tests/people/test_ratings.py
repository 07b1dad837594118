"""Ratings: a pseudonym in the journal, the name only for the register, and gone for good when it is erased."""

import pytest
from people.making import BOSS, House, refused
from people.test_refusals import rate

from taisai.journal.memory import MemoryStore
from taisai.people.refusals import PeopleRefusal as No
from taisai.people.register import Register
from taisai.privacy.keys import PersonKeys
from taisai.privacy.store import VeiledStore
from taisai.rules.vocabulary import Role


@pytest.fixture
def house():
    made = House().founded()
    made.employ("sue", Role.GAME_SUPERVISOR)
    made.employ("dee", Role.DEALER)
    return made


def test_a_card_is_one_player_however_often_they_come(house):
    first = rate(house, "C-100")
    house.register.end_rating("sue", first, 9)
    second = rate(house, "C-100", seat=2)
    ((rating, player),) = house.register.ratings()
    assert (rating.rating, rating.player, rating.seat, rating.first) == (second, "P1", 2, 1)
    assert (player.card, player.name) == ("C-100", "Pat Player")
    rate(house, "C-200", seat=3)
    assert {one.player for one, _ in house.register.ratings()} == {"P1", "P2"}
    assert house.open().ratings() == house.register.ratings()


def test_a_player_is_at_one_seat_and_a_seat_has_one_player(house):
    rate(house, "C1", seat=1)
    assert refused(rate, house, "C1", 2).code is No.RATING_RUNNING, "the player elsewhere"
    assert refused(rate, house, "C2", 1).code is No.RATING_RUNNING, "the seat for another"
    rate(house, "C2", seat=2)


def test_a_rating_ends_once(house):
    number = rate(house, "C1")
    house.register.end_rating("sue", number, 4)
    assert refused(house.register.end_rating, "sue", number, 5).code is No.RATING_UNKNOWN


def test_a_dealer_neither_begins_nor_ends_a_rating(house):
    begin = house.register.begin_rating
    assert refused(begin, "dee", "C1", table="T1", seat=1, after=0).code is No.RIGHT_MISSING
    assert refused(house.register.end_rating, "dee", rate(house, "C1"), 1).code is No.RIGHT_MISSING


class Veiled(House):
    """A house whose journal has pseudonyms."""

    def __init__(self, path):
        self.keys = PersonKeys(path)
        self.bare = MemoryStore()
        super().__init__(VeiledStore(self.bare, self.keys, "house"))

    def open(self):
        given = {"hasher": self.hasher, "keys": self.keys, "ticks": lambda: self.at_s}
        self.register = Register.open(self.store, self.clock, **given)
        return self.register

    def stored(self):
        return b"".join(one.body for one in self.bare.read())


def test_the_journal_has_neither_card_nor_name_and_erasing_breaks_no_seal(tmp_path):
    house = Veiled(tmp_path / "people.keys").founded()
    house.employ("bea", Role.SHIFT_MANAGER)
    house.employ("sue", Role.GAME_SUPERVISOR)
    rate(house, "C-4711")
    rate(house, "C-4712", seat=2)
    assert b"C-4711" not in house.stored()
    assert b"Pat Player" not in house.stored()
    assert b'"player":"P1"' in house.stored()
    before, head = house.stored(), house.register.head
    house.register.erase_record("player P1", "bea", "sue")
    assert house.stored().startswith(before), "nothing that was written is another"
    assert house.register.head.seq > head.seq
    ((rating, player),) = house.register.ratings()
    assert (rating.player, player.card) == ("P2", "C-4712"), "the other is known as before"
    again = house.open()
    assert "P1" not in again.state.players
    assert b"C-4711" not in b"".join(one.clear for one in house.store.read())
    assert rate(house, "C-4711", seat=3), "whoever comes back is somebody new"
    assert again.state.players["P3"].card == "C-4711"
    assert refused(house.register.erase_record, "player P1", "bea", "sue").code is No.RECORD_UNKNOWN


def test_erasing_takes_two_people(tmp_path):
    house = Veiled(tmp_path / "people.keys").founded()
    house.employ("sue", Role.GAME_SUPERVISOR)
    rate(house, "C-1")
    assert refused(house.register.erase_record, "player P1", BOSS, BOSS).code in (
        No.APPROVAL_SAME_PERSON, No.SECOND_NOT_INDEPENDENT, No.PERSON_SELF,
    )  # fmt: skip
    assert house.register.state.players["P1"].card == "C-1"
