"""Finding rulebooks by id or path, and pay tables that are what their files say."""

import hashlib
import json
import tomllib
from datetime import date
from decimal import Decimal

import msgspec
import pytest
from books.test_any_rulebook import document_toml
from hypothesis import given, settings
from hypothesis import strategies as st
from shipped import TABLES

from taisai import Refusal, Refused, clauses, layout, paytable, paytables, rulebook, rulebooks
from taisai.books.files import SHIPPED, book_ids
from taisai.rules.rulebook import Rulebook
from taisai.rules.vocabulary import Role, Step


def test_nine_pay_tables_in_four_rulebooks():
    assert [table.id for book in book_ids() for table in paytables(book)] == [
        "etg/1", "etg/2", "etg/3", "nz-1998/1", "nz-2008/1", "nz-2008/2", "rws-6/1", "rws-6/2", "rws-6/3",
    ]  # fmt: skip


def test_the_library_lists_nineteen_pay_tables_in_twelve_rulebooks():
    assert [len(rulebooks()), len(paytables())] == [12, 19]
    assert [table for book in rulebooks() for table in paytables(book.id)] == list(paytables())
    assert [len(paytables(book.id)) for book in rulebooks()] == list(map(len, rulebooks()))


def test_a_path_serves_wherever_an_id_does(house, monkeypatch):
    assert paytable(str(SHIPPED / "rws-6" / "2")) == paytable("rws-6/2")
    monkeypatch.chdir(house.folder.parent)
    for ref in ("./house/1", "house/1", "house", "./house/", str(house.folder)):
        assert paytable(ref).id == "house/1"


REFUSED = [
    ("rws-7/2", Refusal.BOOK_UNKNOWN, "did you mean rws-6?"),
    ("rws-6/4", Refusal.TABLE_UNKNOWN, "it has rws-6/1, rws-6/2, rws-6/3"),
    ("rws-6/two", Refusal.TABLE_UNKNOWN, "a pay table is a number"),
    ("rws-6", Refusal.TABLE_UNSAID, "choose one: rws-6/1, rws-6/2, rws-6/3"),
    ("./nowhere/1", Refusal.BOOK_UNKNOWN, "rules.toml"),
    ("", Refusal.BOOK_UNKNOWN, "no rulebook ''"),
    ("/", Refusal.BOOK_UNKNOWN, "no rulebook"),
]


@pytest.mark.parametrize(("ref", "code", "words"), REFUSED)
def test_a_reference_to_nothing_is_refused(ref, code, words):
    with pytest.raises(Refused) as refused:
        paytable(ref)
    assert refused.value.code is code
    assert words in refused.value.words
    assert str(refused.value.value) in ref


def test_a_faulty_rulebook_is_refused_with_its_first_problem(house):
    line = house.spoil("rules.toml", "odds = 1", "odds = 0")
    with pytest.raises(Refused, match=rf"^rules.toml:{line}: 0 is not odds.*taisai check ") as refused:
        paytable(house.ref)
    assert refused.value.code is Refusal.BOOK_INVALID
    house.write("rules.toml", "nonsense")
    with pytest.raises(Refused, match="not TOML"):
        rulebook(str(house.folder))


def test_faulty_layouts_and_clauses_are_refused_only_when_asked_for(house):
    house.spoil("layout-1.toml", '"big"', '"bug"')
    house.write("clauses.toml", '["1"]\nkind = "unheard"\nsays = "x"\n')
    table = paytable(house.ref)
    for ask in (lambda: layout(house.ref, table), lambda: clauses(house.ref)):
        with pytest.raises(Refused) as refused:
            ask()
        assert refused.value.code is Refusal.BOOK_INVALID
    house.write("layout-1.toml", "arrangement = 1")
    with pytest.raises(Refused, match="layout-1.toml"):
        layout(house.ref, table)
    (house.folder / "layout-1.toml").unlink()
    with pytest.raises(Refused) as refused:
        layout(house.ref, table)
    assert refused.value.code is Refusal.LAYOUT_MISSING


def test_a_rulebook_without_clauses_has_none(house):
    assert clauses(house.ref) == {}


def test_orders_of_play_are_those_of_the_documents():
    def steps(book: str) -> list[Step]:
        return [step.step for step in rulebook(book).play.steps]

    for book in ("nz-1998", "nz-2008"):
        assert steps(book)[:3] == [Step.TUMBLE, Step.OPEN_BETS, Step.CLOSE_BETS]
        assert rulebook(book).play.wagers_fixed_at is Step.REVEAL
    for book in ("rws-6", "etg"):
        assert steps(book)[:3] == [Step.OPEN_BETS, Step.CLOSE_BETS, Step.TUMBLE]
        assert rulebook(book).play.wagers_fixed_at is Step.CLOSE_BETS
    for book, by in (("nz-1998", (Role.DEALER,)), ("nz-2008", (Role.DEALER, Role.GAME_SUPERVISOR))):
        assert {s.by for s in rulebook(book).play.steps if s.step in {Step.TUMBLE, Step.REVEAL, Step.ENTER}} == {by}


def test_only_rws_has_a_differential_and_pro_rata():
    limits = {book: rulebook(book).limits for book in book_ids()}
    assert {book for book, limit in limits.items() if limit.excess_unnoticed == "pro-rata"} == {"rws-6"}
    assert limits["rws-6"].differential == (("big", "small"), ("odd", "even"))


def test_what_does_not_fit_is_refused_whole_where_limits_are_the_players_own():
    """Reading 44."""
    noticed = {
        book: {scope: limits.excess_noticed[scope] for scope in limits.scopes}
        for book, limits in ((book, rulebook(book).limits) for book in book_ids())
    }
    own, box = {"player": "refuse-whole"}, {"box": "reject"}
    assert noticed == {"etg": own, "rws-6": box, "nz-1998": own | box, "nz-2008": own | box}


# In every journal: a table whose fingerprint is another does not resume. A mended rulebook is installed anew.
FINGERPRINTS = {
    "etg/1": "879f8f6c4eb12a342f36efac4e9ed03a05ac8467d21e14b61a328b1ed2d1571c",
    "etg/2": "96a699be0e7eb5c5dda4f4203116587ad49457cc465a294aeb41f1274ac61093",
    "etg/3": "8c06e7c6b6da090ab9d8821ba2511fd37792d0a8b3e8a082729bd5ab52abc5fb",
    "nz-1998/1": "a5d5c246f7c3593dc2916c2f0f33186bd71180d93565eb7f5c2558732882f9e6",
    "nz-2008/1": "f814cd05b764ec5ed0090a8baa489c41ad493326d118a85ffda26b85490c5097",
    "nz-2008/2": "31aa6d6c0e7e9eebb5bda877f00ae6032ef0b14eddeac92c7a2ad2f543d7cfbf",
    "rws-6/1": "06907523002d7ebc33d0bf7413f237c06309344d863e34c164a7a9415cf77b05",
    "rws-6/2": "b1102aa7ff1f554b6ab1fda6483f581002fafd147bded161b4d17c6f1306bbc7",
    "rws-6/3": "9ce6364c331f29aa852975688fb12d91f1f513709554abab5eabf851aecf1c06",
}


def test_the_fingerprints_of_the_nine_pay_tables_stay():
    assert {table.id: table.fingerprint for table in TABLES} == FINGERPRINTS


def _shuffled(value, draw):
    if isinstance(value, dict):
        keys = draw(st.permutations(sorted(value)))
        return {key: _shuffled(value[key], draw) for key in keys}
    return [_shuffled(item, draw) for item in value] if isinstance(value, list) else value


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    folder = tmp_path_factory.mktemp("copies") / "copy"
    folder.mkdir()
    return folder


@settings(max_examples=10, deadline=None)
@given(data=st.data(), book=st.sampled_from(book_ids()))
def test_neither_formatting_nor_key_order_changes_a_fingerprint(copy, data, book):
    text = (SHIPPED / book / "rules.toml").read_text().replace(f'id = "{book}"', 'id = "copy"')
    (copy / "rules.toml").write_text(text)
    before = [table.fingerprint for table in paytables(str(copy))]
    document = _shuffled(tomllib.loads(text), data.draw)
    document["wager"] = data.draw(st.permutations(document["wager"]))
    (copy / "rules.toml").write_text(document_toml(document))
    assert [table.fingerprint for table in paytables(str(copy))] == before


@pytest.mark.parametrize("book", book_ids())
def test_our_rulebooks_survive_a_round_trip(book):
    loaded = rulebook(book)
    assert msgspec.convert(msgspec.to_builtins(loaded, builtin_types=(Decimal, date)), Rulebook) == loaded


def test_any_change_of_content_changes_the_fingerprint(house):
    seen = {paytable(house.ref).fingerprint}
    changes = [("odds = 1", "odds = 2"), ("[11,", "[10, 11,"), ("odds = 2", 'odds = 2\ninferred = "guess"')]
    for old, new in changes:
        house.spoil("rules.toml", old, new)
        seen.add(paytable(house.ref).fingerprint)
    house.spoil("rules.toml", 'inferred = "guess"', 'inferred = "guess"\nlabel = "Large"')
    seen.add(paytable(house.ref).fingerprint)
    assert len(seen) == 5


def test_the_fingerprint_can_be_worked_out_from_what_is_printed():
    from taisai.rules.paytable import plain

    table = paytable("etg/2")
    content = {"id": table.id, "spots": sorted(map(plain, table.spots), key=lambda spot: spot["id"])}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert hashlib.sha256(text.encode()).hexdigest() == table.fingerprint
