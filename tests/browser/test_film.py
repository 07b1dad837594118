"""The film of a round, which the README begins with: from the last wagers to the net, as a player sees it."""

import os
from hashlib import sha256
from itertools import count
from pathlib import Path

import pytest
from browser.film import ANIMATED, Film, animated, chunks
from browser.game import CHIPS, table
from browser.measures import settles
from browser.people import Player
from browser.pictures import FOLDER
from playwright.sync_api import expect

from taisai.house import tumbler
from taisai.house.seeds import SeedChain
from taisai.rules.vocabulary import Step
from taisai.table import commands as c
from taisai.table.throws import throw_of

ROOT = Path(__file__).parents[2]
PICTURE = ROOT / "docs" / "pictures" / "round.webp"
MOST_BYTES = 2_000_000
THROW = "1-3-6"
GIVEN = "07" * 32
"""What the terminal gives to the throw, so that it is known which seed throws this."""
GIVES = "crypto.getRandomValues = (bytes) => bytes.fill(7)"
BY_ITSELF = ("tumble", "reveal", "enter", "collect", "pay")
OTHERS = ((2, "big", 60_000), (3, "small", 25_000), (3, "domino-1-6", 2_500), (4, "total-9", 5_000))
PAID = "() => document.querySelector('.payout .net') && !document.querySelector('[data-dome]')"
OVER = "() => !document.querySelector('.payout .net')"


def test_a_film_is_whole_frames_one_after_the_other_each_for_its_time():
    still = animated(4, 2, [])[:12] + b"VP8L\3\0\0\0abc\0"
    still = b"RIFF" + (len(still) - 8).to_bytes(4, "little") + still[8:]
    made = dict(chunks(animated(640, 444, [(still, 200), (still, 1_000)])))
    assert made[b"VP8X"] == bytes([ANIMATED, 0, 0, 0]) + (639).to_bytes(3, "little") + (443).to_bytes(3, "little")
    frames = [data for name, data in chunks(animated(640, 444, [(still, 200), (still, 1_000)])) if name == b"ANMF"]
    assert [int.from_bytes(data[12:15], "little") for data in frames] == [200, 1_000]
    assert all(data.endswith(b"VP8L\3\0\0\0abc\0") for data in frames)


def test_a_picture_that_is_cut_off_is_no_frame():
    with pytest.raises(AssertionError, match="no WebP"):
        animated(4, 2, [(b"RIFF\x40\0\0\0WEBPVP8L", 200)])


def test_the_readme_begins_with_the_film_of_a_round():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert readme.index("docs/pictures/round.webp") < readme.index("make run")
    data = PICTURE.read_bytes()
    assert len(data) < MOST_BYTES
    frames = [one for name, one in chunks(data) if name == b"ANMF"]
    assert len(frames) > 20
    assert 5_000 < sum(int.from_bytes(one[12:15], "little") for one in frames) < 30_000


@pytest.mark.skipif("TAISAI_PICTURES" not in os.environ, reason="`make screens` films a round")
def test_a_round_is_filmed(screens, monkeypatch):
    tried = (sha256(f"film {place}".encode()).hexdigest() for place in count())
    seed = next(one for one in tried if throw_of("E", 1, one, (GIVEN,)) == THROW)
    monkeypatch.setattr(tumbler.Tumbler, "chain", lambda _: SeedChain(seed, 1))
    house = screens.house(table("E", "rws-6/2", title="Harbour 1", automation=BY_ITSELF, pause_s=1))
    house.open("E", 1, 2, 3, 4)
    anna = Player(screens, house, "E", 1, still=False, size="tablet")
    anna.page.add_init_script(GIVES)
    anna.page.reload()
    anna.page.wait_for_function("() => performance.getEntriesByName('dome').length")
    house.step("E", until=Step.CLOSE_BETS)
    for seat, spot, stake in OTHERS:
        house.do("E", c.PlaceWager(seat, spot, stake), seat=seat)
    settles(anna.page, lambda: house.table("E").round in house.table("E").commitments, True)
    film = Film(anna.page)
    for spot in ("small", "total-10", "domino-1-6", "triple-4"):
        film.shoot()
        anna.places(CHIPS[2], spot)
    film.shoot()
    house.do("E", c.CloseBets())
    film.roll(PAID)
    film.roll(OVER)
    FOLDER.mkdir(exist_ok=True)
    for place, frame in enumerate(film.frames):
        (FOLDER / f"film-{place:03}.webp").write_bytes(frame.picture)
    (FOLDER / "round.webp").write_bytes(film.animated())
    anna.sees(notice="1, 3, 6, total 10")
    expect(anna.page.locator("[data-gain]").first).to_be_attached()
