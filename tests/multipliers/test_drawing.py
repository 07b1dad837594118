"""Multipliers follow from the same secrets as the throw, as the page about throws says, by whomever they are worked
out; and every draw is as likely as its weight."""

import json
import re
from collections import Counter
from fractions import Fraction
from hashlib import sha256

import pytest
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from multipliers.playing import SPOTS, naive_draws
from table.test_throws import PAGE

from taisai.journal import verify_taisai
from taisai.rules.multipliers import Multipliers
from taisai.table.throws import struck_by

VECTORS = json.loads(re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)[1])
RULE = Multipliers(SPOTS, ((0, 1), (1, 3), (2, 2)), ((2, 5), (10, 1)))
SEED, ONE = (sha256(word).hexdigest() for word in (b"seed", b"one"))


def by_a_library(rule, table, number, seed, contributions, beacon):
    """Step by step as the page has it, on bytes of a library that we did not write."""
    told = f"taisai multipliers 1\n{table}\n{number}\n{len(contributions)}\n{int(bool(beacon))}\n".encode()
    secrets = bytes.fromhex("".join((seed, *sorted(contributions), beacon)))
    stream = HKDF(SHA256(), 8160, b"taisai throw 1", told).derive(secrets)
    at = 0

    def below(many):
        nonlocal at
        while True:
            word = int.from_bytes(stream[at : at + 4], "big")
            at += 4
            if word // many < 2**32 // many:
                return word % many

    def pick(weights):
        return [number for number, weight in weights for _ in range(weight)][below(sum(w for _, w in weights))]

    left = list(rule["spots"])
    chosen = [left.pop(below(len(left))) for _ in range(pick(rule["struck"]))]
    return {spot: pick(rule["times"]) for spot in chosen}


@pytest.mark.parametrize("vector", VECTORS, ids=lambda one: f"{one['table']} {one['round']}")
def test_a_vector_of_the_page_is_drawn_by_everybody(vector):
    rule, place = vector["multipliers"], (vector["table"], vector["round"])
    secrets = (vector["seed"], vector["contributions"], vector["beacon"])
    assert by_a_library(rule, *place, *secrets) == vector["struck"]
    typed = Multipliers(tuple(rule["spots"]), tuple(map(tuple, rule["struck"])), tuple(map(tuple, rule["times"])))
    assert struck_by(typed, *place, (secrets[0], tuple(secrets[1]), secrets[2])) == vector["struck"]
    told = [secrets[0], *sorted(secrets[1]), secrets[2]]
    assert verify_taisai.struck_by(rule, *place, told) == vector["struck"]


def test_draws_come_as_often_as_their_weights_say():
    rounds = 20_000
    seen = Counter(frozenset(struck_by(RULE, "T1", number, (SEED, (), "")).items()) for number in range(rounds))
    wanted = {
        frozenset(drawn.items()): chance for drawn, chance in naive_draws(SPOTS, dict(RULE.struck), dict(RULE.times))
    }
    assert set(seen) <= set(wanted)
    away = sum((seen[drawn] - rounds * chance) ** 2 / (rounds * chance) for drawn, chance in wanted.items())
    assert away < Fraction(80), f"chi-square, {len(wanted) - 1} degrees: less than one in ten thousand"


def test_every_part_counts_and_the_throw_says_nothing_of_them():
    def differing(other):
        return sum(other(number) != struck_by(RULE, "T1", number, (SEED, (ONE,), "")) for number in range(200))

    for other in (
        lambda number: struck_by(RULE, "T2", number, (SEED, (ONE,), "")),
        lambda number: struck_by(RULE, "T1", number + 1_000, (SEED, (ONE,), "")),
        lambda number: struck_by(RULE, "T1", number, (ONE, (ONE,), "")),
        lambda number: struck_by(RULE, "T1", number, (SEED, (), "")),
        lambda number: struck_by(RULE, "T1", number, (SEED, (ONE,), ONE)),
    ):
        assert differing(other) > 100
