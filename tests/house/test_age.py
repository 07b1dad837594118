"""Files in the format of age: what others write is read here, and nothing that was changed or cut is."""

import io
import json
import zlib
from base64 import b64decode
from hashlib import sha256
from pathlib import Path

import pytest

from taisai.house import bech32
from taisai.house.age import CHUNK, AgeError, Closing, NoMatchError, Opening, make_secret, public_of

VECTORS = json.loads(Path(__file__).with_name("age_vectors.json").read_text())["vectors"]
SIZES = (0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 3 * CHUNK + 7)


def opened(content, secret):
    return Opening(io.BytesIO(content), secret).read()


@pytest.mark.parametrize("name", VECTORS)
def test_a_published_example_is_read_or_refused_as_it_says(name):
    vector = VECTORS[name]
    content = b64decode(vector["file"])
    content = zlib.decompress(content) if "compressed" in vector else content
    secret = vector.get("identity") or make_secret()
    if vector["expect"] == "success":
        assert sha256(opened(content, secret)).hexdigest() == vector["payload"]
    else:
        with pytest.raises(AgeError) as caught:
            opened(content, secret)
        assert isinstance(caught.value, NoMatchError) is (vector["expect"] == "no match")


def closed(plain, public, step=10_000):
    file = io.BytesIO()
    closing = Closing(file, public)
    for place in range(0, len(plain), step):
        closing.write(plain[place : place + step])
    closing.close()
    return file.getvalue()


@pytest.fixture(scope="module")
def secret():
    return make_secret()


@pytest.mark.parametrize("size", SIZES)
def test_what_is_written_is_read_again_by_the_secret_key_alone(secret, size):
    plain = bytes(range(251)) * (size // 251 + 1)
    plain = plain[:size]
    content = closed(plain, public_of(secret))
    assert opened(content, secret) == plain
    assert size < 16 or plain[:16] not in content
    with pytest.raises(NoMatchError):
        opened(content, make_secret())


def test_it_can_be_read_in_pieces_of_any_size(secret):
    plain = bytes(range(256)) * 700
    opening = Opening(io.BytesIO(closed(plain, public_of(secret))), secret)
    parts = [opening.read(999) for _ in range(len(plain) // 999 + 1)]
    assert b"".join(parts) == plain
    assert opening.read(5) == b""


def test_every_changed_byte_and_every_cut_is_found(secret):
    content = closed(b"x" * 40, public_of(secret))
    for place in range(len(content)):
        for changed in (content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :], content[:place]):
            with pytest.raises(AgeError):
                opened(changed, secret)
    with pytest.raises(AgeError):
        opened(content + b"x", secret)


def test_parts_cannot_be_moved_or_left_out(secret):
    content = closed(b"a" * CHUNK + b"b" * CHUNK + b"c", public_of(secret))
    size = CHUNK + 16
    start = len(content) - 17 - 2 * size
    head, first, second, rest = content[:start], *(content[start + n * size : start + (n + 1) * size] for n in range(3))
    assert opened(head + first + second + rest, secret)
    for changed in (second + first + rest, first + rest, first + second, first):
        with pytest.raises(AgeError):
            opened(head + changed, secret)


def test_a_key_with_a_wrong_letter_is_noticed(secret):
    for place in range(len(secret)):
        for letter in "Q7":
            wrong = secret[:place] + letter + secret[place + 1 :]
            if wrong != secret:
                with pytest.raises(AgeError):
                    public_of(wrong)
    with pytest.raises(AgeError):
        public_of(secret[:-1])
    with pytest.raises(AgeError):
        closed(b"", secret)
    assert public_of(secret.lower()) == public_of(secret)
    with pytest.raises(AgeError):
        public_of(secret[:20] + secret[20:].lower())


def test_keys_as_they_are_written_down_elsewhere():
    """The first valid and some invalid examples of BIP 173."""
    assert bech32.decode("a", "A12UEL5L") == b""
    assert bech32.encode("a", b"") == "a12uel5l"
    for wrong in ("A1G7SGD8", "10a06t8", "1qzzfhee", "de1lg7wt", "x1b4n0q5v", "li1dgmt3"):
        with pytest.raises(ValueError, match="wrong|long"):
            bech32.decode("a", wrong)
