"""Two registers of one house that share what lives for minutes: what begins at one is known at the other, and ends."""

import pytest
from server.making import CHEAP

from taisai.journal.memory import MemoryFile
from taisai.journal.shared import MemoryShared
from taisai.people.refusals import PeopleRefusal
from taisai.people.register import Register
from taisai.privacy.keys import PersonKeys
from taisai.rules.refusals import Refused

WORD = "correct horse battery"


@pytest.fixture
def pair():
    file, shared = MemoryFile(), MemoryShared()
    made = [Register.open(file.store("house"), clock, hasher=CHEAP, shared=shared) for _ in range(2)]
    one, two = made
    code = one.found("ann", "Ann")
    one.set_password(one.renewal("ann").password(code, WORD), "making")
    two.follow()
    return one, two


def clock():
    return "2026-11-16T12:00:00.000Z"


def sign_in(register, at_s=0.0):
    register.follow()
    register.hear_others()
    challenge = register.challenge("ann")
    return register.signed_in(challenge, challenge.verify(WORD), "here", at_s)


def known(register, signed, at_s=1.0):
    register.follow()
    register.hear_others()
    try:
        return register.session(signed.token, at_s).name
    except Refused as refused:
        assert refused.code is PeopleRefusal.SESSION_UNKNOWN
        return ""


def test_the_session_before_ends_everywhere_and_the_new_one_is_not_ended_by_the_entry_that_says_so(pair):
    one, two = pair
    first = sign_in(one)
    assert known(two, first) == "ann"
    second = sign_in(two)
    for register in (one, two, one):
        assert (known(register, first), known(register, second)) == ("", "ann")


def test_whichever_is_heard_first_the_entry_or_the_session_the_end_is_the_same(pair):
    one, two = pair
    first = sign_in(one)
    two.hear_others()
    second = sign_in(one)
    two.hear_others()  # the new session, before the entry that ended the old one
    two.follow()
    assert (known(two, first), known(two, second)) == ("", "ann")


def test_a_session_that_ended_elsewhere_is_not_brought_back_by_being_used(pair):
    one, two = pair
    signed = sign_in(one)
    assert known(two, signed) == "ann"
    one.sign_out(signed.token, 2.0)
    two.session(signed.token, 100.0)  # it has not heard yet, and tells others that somebody is at work
    assert (known(two, signed, 101.0), known(one, signed, 101.0)) == ("", "")


def test_a_key_of_a_person_is_one_for_all_and_destroyed_for_all(tmp_path):
    shared = MemoryShared()
    keys = [PersonKeys(tmp_path / name) for name in ("one", "two")]
    for one in keys:
        one.share(shared)
    one, two = keys
    assert one.person("ann") == two.person("ann")
    sealed = two.seal(two.person("bob"), "a secret")
    assert one.open(two.person("bob"), sealed) == "a secret", "it asks for a key that it does not know"
    one.erase([one.person("ann")], clock())
    two.hear_others()
    assert one.person("ann") not in PersonKeys(tmp_path / "two").erased
    assert set(PersonKeys(tmp_path / "two").erased) == set(PersonKeys(tmp_path / "one").erased) != set()


def test_a_copy_of_the_file_with_the_key_of_somebody_erased_since_does_not_bring_it_back(tmp_path):
    shared = MemoryShared()
    one = PersonKeys(tmp_path / "one")
    one.share(shared)
    key = one.person("ann")
    (tmp_path / "copy").write_bytes((tmp_path / "one").read_bytes())
    one.erase([key], clock())
    copy = PersonKeys(tmp_path / "copy")
    assert key in copy
    copy.share(shared)
    assert key not in copy
    one.hear_others()
    assert key not in one
