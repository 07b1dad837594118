import pytest
from people.making import CHEAP

from taisai.people.secret_hashes import ALPHABET, Hasher, digest, one_time_code, plain, read_code, token


def test_a_hash_is_argon2id_and_never_the_same_twice():
    one, two = CHEAP.hash("a secret of mine"), CHEAP.hash("a secret of mine")
    assert one.partition("$")[2].startswith("argon2id$")
    assert one != two
    assert CHEAP.matches(one, "a secret of mine")
    assert not CHEAP.matches(one, "a secret of mind")


def test_the_usual_cost_is_what_owasp_recommends():
    assert "$m=19456,t=2,p=1$" in Hasher(b"").decoy


def test_the_same_letters_from_another_keyboard_are_the_same_secret():
    assert CHEAP.matches(CHEAP.hash("caf\u00e9 au lait, deux"), "cafe\u0301 au lait, deux")


def test_a_secret_that_is_too_long_matches_nothing_that_could_be_set():
    assert not CHEAP.matches(CHEAP.hash("x" * 128), "x" * 10_000)
    assert not CHEAP.matches(CHEAP.hash("x" * 128), "x" * 129)


def test_halves_of_letters_do_no_harm():
    assert not CHEAP.matches(CHEAP.decoy, "\ud800")
    assert digest("\ud800") == digest("?")
    assert plain("a\ud800b", 9) == "a?b"


def test_text_is_cut():
    assert plain("abcdef", 3) == "abc"


def test_codes_use_no_letter_that_could_be_misread():
    assert set("".join(one_time_code(10) for _ in range(200))) == set(ALPHABET)
    assert not set("ILOU") & set(ALPHABET)
    assert len(one_time_code(10)) == 10


@pytest.mark.parametrize("typed", ["01AB-9Z", "oiab 9z", "OLAB9Z"])
def test_a_code_is_read_as_it_was_meant(typed):
    assert read_code(typed) == "01AB9Z"


def test_tokens_are_long_and_differ():
    assert len({token() for _ in range(100)}) == 100
    assert len(token()) >= 43
