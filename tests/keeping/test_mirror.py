"""The mirror: what is acknowledged is on both disks, and what one of them loses is told."""

from contextlib import closing

import pytest
from house.script import NUMBER, installed, orders, resumed
from journal.making import entry, grow
from machines.watch import same

from taisai.house.cage import Cage
from taisai.house.claims import issued
from taisai.journal.refusals import JournalRefusal
from taisai.journal.seal import START, sealed
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_reading, open_for_writing
from taisai.keeping.mirror import RETRY_S, Mirror, MirrorRefusal
from taisai.rules.refusals import Refused

SCRIPT = tuple(orders())


class Place:
    """Two folders, and a clock that stands until it is set."""

    def __init__(self, folder, *, must=False):
        self.other = folder / "other"
        self.other.mkdir()
        self.file = open_for_writing(folder / "journal.sqlite")
        self.now_s = 0.0
        self.mirror = Mirror(self.other / "journal.sqlite", must=must, clock=lambda: self.now_s)

    def store(self, name="T1"):
        return self.mirror.over(name, SqliteStore(self.file, name))

    def first(self, name="T1"):
        return SqliteStore(self.file, name)

    def lose(self):
        """As when a disk is pulled out."""
        self.mirror.close()
        self.other.rename(self.other.with_name("away"))

    def bring_back(self):
        self.other.with_name("away").rename(self.other)

    def kept(self, name="T1"):
        with closing(open_for_reading(self.other / "journal.sqlite")) as file:
            return list(SqliteStore(file, name).read()), list(SqliteStore(file, name).checkpoints())

    def close(self):
        self.mirror.close()
        self.file.close()


@pytest.fixture
def place(tmp_path):
    made = Place(tmp_path)
    yield made
    made.close()


@pytest.fixture
def strict(tmp_path):
    made = Place(tmp_path, must=True)
    yield made
    made.close()


def test_the_mirror_has_all_entries_claims_and_checkpoints_and_can_stand_in(place):
    desk = installed(place.store())
    for order in SCRIPT:
        desk.do(order)
    desk.store.add_checkpoint(b"checkpoint")
    entries, checkpoints = place.kept()
    assert entries == list(place.first().read())
    assert checkpoints == [b"checkpoint"]
    assert (place.other / "journal.sqlite").stat().st_mode & 0o777 == 0o600
    with closing(open_for_reading(place.other / "journal.sqlite")) as file:
        other = SqliteStore(file, "T1")
        assert same(desk, resumed(other))
        assert other.claimed(issued(Cage().digest(NUMBER)))


def test_a_house_that_had_none_gets_one_with_all_of_history(place):
    desk = installed(place.first())
    for order in SCRIPT:
        desk.do(order)
    grow(place.first("house"), 3, 4)
    place.first("house").add_checkpoint(b"checkpoint")
    place.mirror.begin({name: place.first(name) for name in ("house", "T1")})
    assert place.kept()[0] == list(place.first().read())
    assert place.kept("house") == (list(place.first("house").read()), [b"checkpoint"])
    with closing(open_for_reading(place.other / "journal.sqlite")) as file:
        assert SqliteStore(file, "T1").claimed(issued(Cage().digest(NUMBER))), "claims are made from events"


def test_without_the_mirror_play_goes_on_and_it_gets_what_it_missed(place):
    desk, quiet = installed(place.store()), installed(place.store("T2"), "T2")
    place.lose()
    desk.do(SCRIPT[0])
    assert "no folder" in place.mirror.lost
    desk.do(SCRIPT[1])
    quiet.do(SCRIPT[0])
    quiet.store.add_checkpoint(b"checkpoint")
    place.bring_back()
    desk.do(SCRIPT[2])
    assert place.mirror.lost, "it is tried again only now and then"
    place.now_s += RETRY_S
    desk.do(SCRIPT[3])
    assert not place.mirror.lost
    assert place.kept()[0] == list(place.first().read())
    assert place.kept("T2") == (list(place.first("T2").read()), [b"checkpoint"]), "what is quiet catches up as well"


def test_where_the_mirror_must_be_there_nothing_is_acknowledged_without_it(strict):
    desk = installed(strict.store())
    strict.lose()
    with pytest.raises(Refused) as caught:
        desk.do(SCRIPT[0])
    assert caught.value.code is JournalRefusal.MISSING
    with pytest.raises(Refused):
        desk.save_snapshot()
    strict.bring_back()
    desk.save_snapshot()
    assert not strict.mirror.lost
    assert desk.do(SCRIPT[0]).first == 3, "sent again, it is answered from what was written"
    assert strict.kept()[0] == list(strict.first().read())


@pytest.mark.parametrize("must", [False, True])
def test_a_mirror_that_knows_more_than_the_journal_is_never_written_over(tmp_path, must):
    place = Place(tmp_path, must=must)
    grow(place.store(), 5)
    place.close()
    (tmp_path / "journal.sqlite").unlink()
    with closing(open_for_writing(tmp_path / "journal.sqlite")) as file:
        with pytest.raises(Refused) as caught:
            Mirror(place.other / "journal.sqlite", must=must).begin({"T1": SqliteStore(file, "T1")})
        assert caught.value.code is MirrorRefusal.AHEAD
        assert "taisai repair" in caught.value.words
        assert len(place.kept()[0]) == 5


def test_a_mirror_of_another_history_is_refused(place):
    grow(place.store("house"), 3)
    place.mirror.close()
    with closing(open_for_writing(place.other / "another.sqlite")) as file:
        another = SqliteStore(file, "house")
        another.append(START, sealed(START, [entry(seq, {"is": "other"}) for seq in range(1, 5)]))
        mirror = Mirror(place.other / "journal.sqlite", must=False)
        with pytest.raises(Refused) as caught:
            mirror.begin({"house": another})
        assert caught.value.code is MirrorRefusal.DIFFERS
        assert len(place.kept("house")[0]) == 3
