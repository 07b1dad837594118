"""A house whose signing key is in a token, here SoftHSM: it signs there, and no file of the house holds the key."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from server.killing import rotate_killed
from server.making import HAND, house, settings_of
from server.test_logs import play, signed
from server.test_receipts import verified
from server.test_receipts_at_once import key_of, round_over, written

from taisai.house.rotations import terms_of
from taisai.house.settings_reader import with_values
from taisai.house.signers import make_in_token, signer_of, token_place
from taisai.journal.keys import PRIVATE_FILE, PUBLIC_FILE, load_public, make_keys
from taisai.journal.refusals import JournalRefusal
from taisai.keeping.rotate import rotate
from taisai.rules.refusals import Refused
from taisai.signing.refusals import SigningRefusal
from taisai.signing.token import TokenPlace, TokenSigner, _session, make_token_key

LIBRARY = next(
    (path for path in ("/usr/lib/softhsm/libsofthsm2.so", "/usr/lib64/pkcs11/libsofthsm2.so") if Path(path).exists()),
    "",
)
pytestmark = pytest.mark.skipif(not (LIBRARY and shutil.which("softhsm2-util")), reason="there is no softhsm2 here")
PIN = "48291357"


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """One token for all tests: a process opens its library once."""
    folder = tmp_path_factory.mktemp("token")
    (folder / "tokens").mkdir()
    (folder / "softhsm2.conf").write_text(f"directories.tokendir = {folder}/tokens\nlog.level = ERROR\n")
    os.environ["SOFTHSM2_CONF"] = str(folder / "softhsm2.conf")
    made = ("softhsm2-util", "--init-token", "--free", "--label", "taisai test", "--pin", PIN, "--so-pin", PIN)
    subprocess.run(made, check=True, capture_output=True)
    (folder / "pin").write_text(PIN + "\n")
    (folder / "pin").chmod(0o600)
    yield TokenPlace(LIBRARY, "taisai test", "made", str(folder / "pin"))
    del os.environ["SOFTHSM2_CONF"]


def code_of(call, *given):
    with pytest.raises(Refused) as caught:
        call(*given)
    return caught.value.code


def test_what_the_token_signs_is_checked_by_its_public_key(place):
    public = make_token_key(place)
    signer = TokenSigner(place)
    public.verify(signer.sign(b"a checkpoint"), b"a checkpoint")
    assert signer.public_key().public_bytes_raw() == public.public_bytes_raw()
    assert code_of(make_token_key, place) is SigningRefusal.KEY_EXISTS


def test_a_private_key_cannot_be_read_from_the_token(place):
    pkcs11 = pytest.importorskip("pkcs11")
    hidden = place._replace(key="hidden")
    make_token_key(hidden)
    private = TokenSigner(hidden)._private
    assert private[pkcs11.Attribute.SENSITIVE]
    assert not private[pkcs11.Attribute.EXTRACTABLE]
    with pytest.raises(pkcs11.PKCS11Error):
        private[pkcs11.Attribute.VALUE]


@pytest.mark.parametrize(
    ("change", "code"),
    [({"key": "nobody's"}, SigningRefusal.KEY_MISSING), ({"label": "another"}, SigningRefusal.TOKEN_REFUSED),
     ({"library": "/no/library.so"}, SigningRefusal.TOKEN_REFUSED), ({"pin": "/no/pin"}, SigningRefusal.PIN_MISSING)],
)  # fmt: skip
def test_what_is_not_there_is_refused_with_what_to_do(place, change, code):
    assert code_of(TokenSigner, place._replace(**change)) is code


def test_a_wrong_pin_is_refused_in_a_process_that_was_not_let_in_before(place, tmp_path):
    (tmp_path / "pin").write_text("00000000")
    given = place._replace(pin=str(tmp_path / "pin"))
    script = (
        "from taisai.signing.token import TokenPlace, TokenSigner; from taisai.rules.refusals import Refused\n"
        f"try: TokenSigner(TokenPlace(*{tuple(given)!r}))\n"
        "except Refused as refused: print(refused.code.value)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "token-refused"


def test_a_signer_that_was_logged_out_opens_the_token_again(place):
    again = place._replace(key="again")
    public = make_token_key(again)
    signer = TokenSigner(again)
    signer._session.close()
    public.verify(signer.sign(b"after a restart"), b"after a restart")


def in_token(place, key):
    return {"token_library": place.library, "token_label": place.label, "token_key": key, "token_pin_file": place.pin}


async def test_a_house_plays_and_starts_again_with_its_key_in_the_token(place, tmp_path):
    folder = tmp_path / "house"
    changes = founded(folder, place, "house")

    async def evening():
        async with house(folder, HAND, **changes) as server:
            await server.open("H", 1)
            placed = (await round_over(server, (1, "small")))[0]
            await signed(server)
            terminal = server.terminal("H", 1)
            told = await server.get(f"/api/tables/H/receipt?entry={placed.first}", terminal)
            head = await server.get(f"/api/tables/H/signed-head?entry={placed.first}", terminal)
            return await key_of(server), told.body, head.body

    async def morning():
        async with house(folder, HAND, **changes) as server:
            export = await server.get("/api/tables/H/export", server.sign_in("aud.auditor"))
            return export.body

    key, proof, head = await evening()
    export = await morning()
    assert not (folder / "keys" / PRIVATE_FILE).exists()
    assert verified(written(tmp_path / "proof", proof), "--log", key)[0] == 0
    assert verified(written(tmp_path / "head", head), "--log", key)[0] == 0
    code, words = verified(written(tmp_path / "export", export), "--key", folder / "keys" / PUBLIC_FILE)
    assert code == 0, words


def founded(folder, place, key):
    changes = in_token(place, key)
    (folder / "keys").mkdir(parents=True, mode=0o700)
    folder.chmod(0o700)
    make_in_token(with_values(folder=str(folder), **changes))
    return changes


def labels(place):
    pkcs11 = pytest.importorskip("pkcs11")
    session = _session(place)
    return {one[pkcs11.Attribute.LABEL] for one in session.get_objects() if one[pkcs11.Attribute.LABEL]}


async def plays(folder, changes):
    async with house(folder, HAND, **changes) as server:
        if server.table("H").desk.table.round == 0:
            await server.open("H", 1)
        await play(server)
        await signed(server)


async def test_a_key_in_a_token_is_replaced_there_and_the_old_one_destroyed(place, tmp_path):
    changes = founded(tmp_path / "house", place, "first")
    settings = settings_of(tmp_path / "house", HAND, **changes)
    await plays(tmp_path / "house", changes)
    old = signer_of(settings).public_key()
    rotate(settings, revoked=False)
    new = signer_of(settings).public_key()
    assert old != new == load_public(settings.keys_folder / PUBLIC_FILE)
    assert {label for label in labels(place) if label.startswith("first")} == {token_place(settings).key} != {"first"}
    await plays(tmp_path / "house", changes)
    assert {term.key.public for term in terms_of(settings, "H")} == {old.public_bytes_raw(), new.public_bytes_raw()}
    assert not (settings.keys_folder / PRIVATE_FILE).exists()


@pytest.mark.parametrize("at", range(8))
async def test_a_rotation_in_a_token_that_is_killed_leaves_one_key_there(place, tmp_path, monkeypatch, at):
    changes = founded(tmp_path / "house", place, f"killed {at}")
    settings = settings_of(tmp_path / "house", HAND, **changes)
    await plays(tmp_path / "house", changes)
    rotate_killed(settings, monkeypatch, at)
    await plays(tmp_path / "house", changes)
    assert {label for label in labels(place) if label.startswith(f"killed {at}")} == {token_place(settings).key}
    assert signer_of(settings).public_key() == load_public(settings.keys_folder / PUBLIC_FILE)
    assert not list(settings.keys_folder.glob("*.next"))


def test_a_house_that_has_signed_keeps_its_key(place, tmp_path):
    make_keys(tmp_path / "keys")
    settings = with_values(folder=str(tmp_path), **in_token(place, "late"))
    assert code_of(make_in_token, settings) is JournalRefusal.KEY_EXISTS
    assert code_of(signer_of, settings) is SigningRefusal.KEY_MISSING
    assert load_public(tmp_path / "keys" / PUBLIC_FILE)
