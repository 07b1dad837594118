"""A throw follows from its secrets as the page about it says, by whomever it is worked out."""

import json
import re
from collections import Counter
from hashlib import sha256
from itertools import permutations
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from taisai.journal import verify_taisai
from taisai.table.throws import seed_before, throw_of

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "throws.md").read_text(encoding="utf-8")
VECTORS = json.loads(re.search(r"```json\n(.*?)```", PAGE, re.DOTALL)[1])
SEED, ONE, TWO = (sha256(word).hexdigest() for word in (b"seed", b"one", b"two"))


def drawn(table, number, seed, contributions, beacon):
    """By a library that we did not write."""
    told = f"taisai throw 1\n{table}\n{number}\n{len(contributions)}\n{int(bool(beacon))}\n".encode()
    secrets = bytes.fromhex("".join((seed, *sorted(contributions), beacon)))
    return HKDF(SHA256(), 8160, b"taisai throw 1", told).derive(secrets)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda one: f"{one['table']} {one['round']} {one['throw']}")
def test_a_vector_of_the_page_is_thrown_by_everybody(vector):
    given = [vector[name] for name in ("table", "round", "seed", "contributions", "beacon")]
    way = next(byte for byte in drawn(*given) if byte < 216)
    assert f"{1 + way // 36}-{1 + way // 6 % 6}-{1 + way % 6}" == vector["throw"]
    assert throw_of(*given) == verify_taisai.throw_of(*given) == vector["throw"]
    assert seed_before(vector["seed"]) == verify_taisai.seed_before(vector["seed"]) == vector["before"]
    assert sha256(b"taisai seed 1" + bytes.fromhex(vector["seed"])).hexdigest() == vector["before"]


def test_the_page_has_a_vector_of_each_kind():
    assert {len(one["contributions"]) for one in VECTORS} >= {0, 1, 2, 5}
    assert any(one["beacon"] for one in VECTORS)
    seventh = VECTORS[6]
    assert min(drawn(*(seventh[name] for name in ("table", "round", "seed", "contributions", "beacon")))[:3]) >= 216


def test_in_which_order_terminals_gave_theirs_makes_no_difference():
    assert throw_of("T1", 1, SEED, [ONE, TWO]) == throw_of("T1", 1, SEED, [TWO, ONE])


def test_every_part_counts():
    """Each change alone gives other throws in most of 200 rounds; by chance one in 216 would be the same."""
    changed = [
        lambda number: throw_of("T2", number, SEED, [ONE]),
        lambda number: throw_of("T1", number + 1000, SEED, [ONE]),
        lambda number: throw_of("T1", number, TWO, [ONE]),
        lambda number: throw_of("T1", number, SEED, [TWO]),
        lambda number: throw_of("T1", number, SEED),
        lambda number: throw_of("T1", number, SEED, [ONE, ONE]),
        lambda number: throw_of("T1", number, SEED, [ONE], TWO),
        lambda number: throw_of("T1", number, SEED, [], ONE),
    ]
    for other in changed:
        assert sum(other(number) == throw_of("T1", number, SEED, [ONE]) for number in range(200)) < 10


def test_every_way_is_about_as_likely_as_another():
    thrown = Counter(throw_of("T1", number, SEED) for number in range(21_600))
    assert set(thrown) <= {"-".join(faces) for faces in permutations("123456" * 3, 3)}
    assert len(thrown) == 216
    assert sum((count - 100) ** 2 for count in thrown.values()) / 100 < 330, "chi-square, 215 degrees: one in a million"
