"""Houses of which we know the pay table from public sources: each figure says where it is from."""

import re

import pytest

from taisai import figures, layout, paytable, paytables, rulebook
from taisai.books.check import check
from taisai.books.files import PUBLIC, book_ids, public_ids
from taisai.books.readiness import missing
from taisai.books.shelf import shelf


@pytest.mark.parametrize("book", public_ids())
def test_each_is_clean_marked_as_what_it_is_and_ready_to_run(book):
    assert check(PUBLIC / book) == ()
    assert missing(PUBLIC / book) == ()
    identity = rulebook(book).rulebook
    assert (identity.edition, identity.preset) == ("public pay table, rules of play usual", "usual")
    assert book not in book_ids()


@pytest.mark.parametrize("book", public_ids())
def test_each_wager_has_its_source_and_year_above_it(book):
    text = (PUBLIC / book / "rules.toml").read_text(encoding="utf-8")
    wagers = re.findall(r"^(.*)\n\[\[wager\]\]", text, re.MULTILINE)
    assert len(wagers) == len(rulebook(book).wager)
    assert all(re.match(r"# .*\b20\d\d\b", line) for line in wagers), wagers


@pytest.mark.parametrize("book", public_ids())
def test_each_is_drawn_wide_compact_and_tall(book):
    for table in paytables(book):
        names = [one.name for one in layout(table.id, table).arrangement]
        assert names == ["landscape", "compact", "portrait"]


def test_they_are_on_every_shelf_beside_the_documents():
    known = shelf()
    assert {f"{book}/1" for book in (*book_ids(), *public_ids())} <= known.keys()
    assert all(one.ref == name for name, one in known.items())


PUBLISHED = [
    # spot, edge in per cent as its source prints it
    ("atlantic-city/1", "small", "2.78"),
    ("atlantic-city/1", "double-3", "18.52"),
    ("atlantic-city/1", "triple-3", "16.20"),
    ("atlantic-city/1", "total-4", "15.28"),
    ("atlantic-city/1", "single-1", "7.87"),
    ("macau/1", "total-4", "29.17"),
    ("macau/1", "total-5", "47.22"),
    ("macau/1", "total-6", "30.56"),
    ("macau/1", "double-1", "33.33"),
    ("macau/1", "triple-6", "30.09"),
    ("australia/1", "total-17", "12.50"),
    ("australia/1", "total-16", "11.11"),
    ("chuck-a-luck/2", "single-4", "3.70"),
    ("yee-hah-hi/1", "two-blue", "11.11"),
]


@pytest.mark.parametrize(("ref", "spot", "edge"), PUBLISHED)
def test_edges_are_those_that_the_sources_print(ref, spot, edge):
    assert f"{float(figures(paytable(ref)[spot]).edge):.2%}" == f"{edge}%"
