"""No secret is written down, neither in the journal nor in a snapshot."""

from people.making import BOSS, PIN, WORD

from taisai.people.events import DeviceKind
from taisai.people.state import Password
from taisai.rules.vocabulary import Role


def test_nothing_that_is_kept_holds_a_secret(house):
    register = house.register
    codes = [register.add_staff(BOSS, "ann", "Ann", Role.PIT_MANAGER)]
    house.set_password("ann", codes[0], "the password of ann")
    register.set_pin(register.renewal("ann").pin("the password of ann", PIN), "console-1")
    signed = house.sign_in("ann", "the password of ann")
    approval = house.approve("ann")
    house.use(approval)
    codes += [register.invite_device(BOSS, DeviceKind.CONSOLE, table="T1"), register.reset(BOSS, "ann")]
    key = register.enrol(codes[1]).key
    register.save_snapshot()
    kept = b"".join(entry.body for entry in house.store.read()) + house.store.snapshot().state
    for secret in (WORD, "the password of ann", PIN, signed.token, approval, key, *codes):
        assert secret.encode() not in kept
    assert b"argon2id" in kept


def test_an_account_holds_argon2id_hashes(house):
    house.employ("ann")
    person = house.register.state.people["ann"]
    assert isinstance(person.secret, Password)
    assert all("$argon2id$" in kept for kept in (person.secret.hashed, person.pin, *person.passwords))
