"""Somebody has a copy of the database, or of a backup, and time."""

import asyncio
import shutil

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError
from click.testing import CliRunner
from journal.files import all_bytes
from people.making import BOSS as BO
from people.making import House, refused
from server.making import BOSS, CHEAP, HAND, PIN, WORD, house

from taisai.cli.backup import command as backup
from taisai.cli.journals import keys_beside
from taisai.cli.rescue import command as rescue
from taisai.cli.restore import command as restore
from taisai.journal.sqlite import SqliteStore
from taisai.people import events as e
from taisai.people.refusals import PeopleRefusal as No
from taisai.people.register_entry import recorded
from taisai.people.secret_hashes import Hasher
from taisai.people.significant_events import Happening

PEPPER, OTHER = b"p" * 32, b"q" * 32
BARE = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def stolen(journal):
    """Every hash of a PIN that a copied journal has."""
    store = SqliteStore.open_for_reading(journal, "house", keys_beside(journal))
    try:
        events = [recorded(entry.body).event for entry in store.read()]
    finally:
        store.close()
    return [event.pin for event in events if isinstance(event, e.PinSet)]


def cracked(hashed):
    """What trying PINs finds; the attacker knows how it was hashed, and is lucky where to begin."""
    for guess in range(482_900, 482_930):
        try:
            PasswordHasher().verify(hashed[hashed.index("$argon2id") :], f"{guess:06}".encode())
        except VerifyMismatchError:
            continue
        return f"{guess:06}"
    return ""


async def live(folder, *acts, **settings):
    async with house(folder, HAND, **settings) as server:
        for act in acts:
            await act(server) if asyncio.iscoroutinefunction(act) else act(server)


async def test_a_stolen_database_does_not_yield_a_pin(tmp_path):
    await live(tmp_path / "house")
    hashes = stolen(tmp_path / "house" / "journal.sqlite")
    assert hashes
    assert cracked(BARE.hash(PIN)) == PIN, "without a pepper it would"
    assert [cracked(hashed) for hashed in hashes] == [""] * len(hashes)


async def test_the_pepper_is_a_secret_file_of_its_own_and_not_in_a_plain_backup(tmp_path):
    await live(tmp_path / "house")
    pepper = tmp_path / "house" / "keys" / "pepper.key"
    assert pepper.stat().st_mode & 0o777 == 0o600
    secret = pepper.read_text().strip()
    assert len(bytes.fromhex(secret)) == 32
    told = CliRunner().invoke(backup, [str(tmp_path / "house"), str(tmp_path / "plain"), "--plain"])
    assert told.exit_code == 0, told.output
    told = CliRunner().invoke(backup, [str(tmp_path / "house"), str(tmp_path / "full"), "--plain", "--with-keys"])
    assert told.exit_code, "not even where somebody asks for it"
    kept = [path for path in (tmp_path / "plain").rglob("*") if path.is_file()]
    assert not [path for path in kept if secret.encode() in all_bytes(path)]
    assert not (tmp_path / "full").exists()


def test_a_hash_that_was_planted_without_the_pepper_lets_nobody_in():
    """Whoever can write the database knows no pepper."""
    house = House(hasher=CHEAP.with_pepper(PEPPER)).founded()
    house.employ("ann")
    bare = BARE.hash(WORD)
    mark = house.register.state.people["ann"].secret.hashed.partition("$")[0]
    for planted in (bare, mark + bare):
        assert not house.register.hasher.matches(planted, WORD)


def test_with_another_pepper_nothing_fits_and_nothing_breaks():
    older = House(hasher=CHEAP.with_pepper(PEPPER)).founded()
    older.employ("ann")
    newer = House(older.store, hasher=CHEAP.with_pepper(OTHER))
    assert refused(newer.sign_in, "ann", WORD).code is No.SIGN_IN_FAILED
    assert newer.register.locked_by_pepper() == (BO, "ann")
    newer.renew(BO, newer.register.rescue(BO), "violets grow behind the mill", pin="")
    newer.renew("ann", newer.register.reset(BO, "ann"), WORD)
    assert newer.sign_in("ann", WORD)
    assert newer.register.locked_by_pepper() == ()


def test_the_pepper_makes_no_hash_cheaper_to_tell_apart():
    peppered = Hasher(PEPPER, time_cost=1, memory_kib=8)
    known, decoy = peppered.hash(WORD), peppered.decoy
    assert known.split("$")[:4] == decoy.split("$")[:4]
    assert peppered.hash(WORD) != known


async def test_a_house_restored_without_its_pepper_starts_and_says_what_to_do(tmp_path):
    await live(tmp_path / "house")
    runner = CliRunner()
    runner.invoke(backup, [str(tmp_path / "house"), str(tmp_path / "copy"), "--plain"])
    runner.invoke(restore, [str(tmp_path / "copy"), str(tmp_path / "again")])
    # brought back by hand; the pepper is lost
    for name in ("taisai-private.pem", "voucher.key", "people.keys", "batch.key"):
        shutil.copy(tmp_path / "house" / "keys" / name, tmp_path / "again" / "keys" / name)

    told_again = []

    async def locked_out(server):
        answer = await server.post("/api/sign-in", body={"name": BOSS, "password": WORD})
        assert (answer.status, answer.json["code"]) == (401, "sign-in-failed")
        told = [one.words for one in server.register.waiting() if one.code == Happening.DATA_RESTORED]
        assert any("taisai rescue" in words for words in told)

    await live(tmp_path / "again", locked_out)
    await live(tmp_path / "again", lambda server: told_again.append(server.house.passwords_lost))
    assert "8 people cannot sign in" in told_again[0][0], "as taisai serve prints it"
    told = runner.invoke(rescue, [str(tmp_path / "again"), BOSS, "--json"])
    code = told.stdout.split('"code": "')[1].split('"')[0]

    async def let_in(server):
        server.set_password(BOSS, code, "violets grow behind the mill")
        answer = await server.post("/api/sign-in", body={"name": BOSS, "password": "violets grow behind the mill"})
        assert answer.status == 200

    await live(tmp_path / "again", let_in)
