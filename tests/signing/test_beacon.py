"""What drand published is its own, and nothing else is: by its published values, and by a second library."""

from hashlib import sha256

import pyblst
import pytest
from drand import PUBLISHED, QUICKNET, OwnBeacon

from taisai.signing.beacon import is_of_beacon
from taisai.table.beacons import chain_of, value_of

KEY, INFINITY_1, INFINITY_2 = QUICKNET.public_key, "c0" + "00" * 47, "c0" + "00" * 95


@pytest.mark.parametrize("number", PUBLISHED)
def test_what_drand_published_is_its_own(number):
    signature, randomness = PUBLISHED[number]
    assert is_of_beacon(KEY, number, signature)
    assert randomness in {"", value_of(signature)}


def test_the_hash_of_the_chain_is_that_of_drand():
    assert chain_of(QUICKNET) == QUICKNET.chain


def test_a_round_that_was_published_is_none_other():
    signature, _ = PUBLISHED[1_000]
    for number in (999, 1_001, 0, -1, 2**64, 657_413):
        assert not is_of_beacon(KEY, number, signature)


@pytest.mark.parametrize("place", [0, 1, 40, 95])
def test_a_changed_signature_is_nobodys(place):
    signature, _ = PUBLISHED[1_000]
    for digit in "0123456789abcdef":
        forged = signature[:place] + digit + signature[place + 1 :]
        assert is_of_beacon(KEY, 1_000, forged) is (forged == signature)


@pytest.mark.parametrize("signature", ["", "00" * 48, INFINITY_1, "ff" * 48, "b4" * 47, "x" * 96, "b4" * 480, "é" * 96])
def test_what_is_no_signature_is_refused(signature):
    assert not is_of_beacon(KEY, 1_000, signature)


def test_the_point_at_infinity_is_no_key_that_signs_everything():
    assert not is_of_beacon(INFINITY_2, 1_000, INFINITY_1)
    assert not is_of_beacon(INFINITY_2, 1_000, PUBLISHED[1_000][0])


def test_another_key_signed_something_else():
    own, other = OwnBeacon(), OwnBeacon(secret=7)
    assert is_of_beacon(own.beacon.public_key, 5, own.signature(5))
    assert not is_of_beacon(own.beacon.public_key, 5, other.signature(5))
    assert not is_of_beacon(KEY, 5, own.signature(5))


def test_another_library_finds_the_same():
    for number, (signature, _) in PUBLISHED.items():
        message = sha256(number.to_bytes(8, "big")).digest()
        told = pyblst.BlstP1Element().hash_to_group(message, b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_")
        key = pyblst.BlstP2Element().uncompress(bytes.fromhex(KEY))
        signed = pyblst.BlstP1Element().uncompress(bytes.fromhex(signature))
        base = (
            "93e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e"
            "024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8"
        )
        two = pyblst.BlstP2Element().uncompress(bytes.fromhex(base))
        assert pyblst.final_verify(pyblst.miller_loop(signed, two), pyblst.miller_loop(told, key))
