"""The stand-alone verifier redoes every throw: whoever forges a seed, its chain or what terminals gave is found, even
if all is sealed again."""

import pytest
from journal.forging import Told, edited, export_of, fed, inserted, kept, lit, place_of

from taisai.journal.verify_taisai import Bad, throw_of, verify, words
from taisai.table.throws import seed_before

SEEDS = "table-25-seeds"
ENTRIES = kept(SEEDS)
OTHER = "5" * 64


def nth(kind, number=0):
    return ENTRIES[place_of(ENTRIES, kind, number)].event


CHAIN, FIRST, SECOND, THIRD = nth("seeds-chained"), *(nth("seed-revealed", number) for number in range(3))
GIVEN = nth("contribution-given")


def another_roll(number, throw):
    """Settled as if the dice had fallen so, with all that follows from it left as it was."""
    roll = "-".join(sorted(throw.split("-")))
    return [
        ("seed-revealed", number, {"throw": throw}),
        ("roll-entered", number, {"roll": roll, "lit": lit(ENTRIES, roll)}),
    ]


def given(seat, role="player", **fields):
    return Told(GIVEN | {"seat": seat, "contribution": OTHER} | fields, role)


FORGERIES = {
    "a swapped seed": (edited(SEEDS, ("seed-revealed", 0, {"seed": OTHER})), "not the seed that round 1"),
    "a swapped seed and its throw": (
        edited(
            SEEDS,
            ("seed-revealed", 1, {"seed": OTHER}),
            *another_roll(1, throw_of("T1", 2, OTHER, [])),
        ),
        "not the seed that round 2",
    ),
    "a swapped seed and its commitment": (
        edited(SEEDS, ("seed-committed", 1, {"commitment": seed_before(OTHER)}), ("seed-revealed", 1, {"seed": OTHER})),
        "not the next seed of the chain",
    ),
    "a seed used again": (
        edited(SEEDS, ("seed-committed", 1, {"commitment": CHAIN["end"]}), ("seed-revealed", 1, FIRST | {"round": 2})),
        "not the next seed of the chain",
    ),
    "a chain used again": (
        edited(SEEDS, ("seeds-chained", 1, {"end": CHAIN["end"]})),
        "is not a seed, or was already known",
    ),
    "a chain that goes on with known seeds": (
        edited(SEEDS, ("seeds-chained", 1, {"end": FIRST["seed"]})),
        "is not a seed, or was already known",
    ),
    "a reordered chain": (
        edited(
            SEEDS,
            ("seed-committed", 0, {"link": 2}),
            ("seed-committed", 1, {"link": 1}),
        ),
        "not the next seed of the chain",
    ),
    "two seeds exchanged": (
        edited(SEEDS, ("seed-revealed", 0, {"seed": SECOND["seed"]}), ("seed-revealed", 1, {"seed": FIRST["seed"]})),
        "not the seed that round 1",
    ),
    "more seeds than the chain has": (edited(SEEDS, ("seeds-chained", 0, {"length": 1})), "not the next seed"),
    "no chain": (edited(SEEDS, ("seeds-chained", 0, 0)), "not the next seed of the chain"),
    "a chain in the middle of a round": (
        edited(SEEDS, ("seeds-chained", 1, ("wager-placed", 1))),
        "chain of seeds was started during a round",
    ),
    "a seed committed to when wagers are open": (
        edited(SEEDS, ("seed-committed", 1, ("wager-placed", 3))),
        "before the tumbler committed to a seed",
    ),
    "a round without a seed": (edited(SEEDS, ("seed-committed", 2, 0)), "before the tumbler committed"),
    "a seed told while wagers are open": (
        edited(SEEDS, ("seed-revealed", 0, ("bets-closed", 0))),
        "revealed before wagers closed",
    ),
    "a seed told twice": (edited(SEEDS, ("seed-revealed", 2, 2)), "was already known"),
    "a void round's seed kept back": (edited(SEEDS, ("seed-revealed", 2, 0)), "not the next seed of the chain"),
    "a throw of a void round": (edited(SEEDS, ("seed-revealed", 2, {"throw": "6-6-6"})), "is over, but a throw"),
    "another throw": (edited(SEEDS, *another_roll(0, "6-6-6")), "contributions give the throw .*, not 6-6-6"),
    "another order of the dice": (
        edited(SEEDS, ("seed-revealed", 0, {"throw": "-".join(reversed(FIRST["throw"].split("-")))})),
        "the seed and the contributions give the throw",
    ),
    "another roll than was thrown": (
        edited(SEEDS, ("roll-entered", 0, {"roll": "6-6-6", "lit": lit(ENTRIES, "6-6-6")})),
        "6-6-6 is not the throw",
    ),
    "a contribution changed": (
        edited(SEEDS, ("contribution-given", 0, {"contribution": OTHER})),
        "with the wrong contributions",
    ),
    "a contribution changed in both places": (
        edited(
            SEEDS,
            ("contribution-given", 0, {"contribution": OTHER}),
            ("seed-revealed", 0, {"contributions": sorted((OTHER, nth("contribution-given", 1)["contribution"]))}),
        ),
        "the seed and the contributions give the throw",
    ),
    "a contribution dropped": (
        edited(SEEDS, ("contribution-given", 0, 0)),
        "with the wrong contributions",
    ),
    "a contribution dropped in both places": (
        edited(
            SEEDS,
            ("contribution-given", 0, 0),
            ("seed-revealed", 0, {"contributions": [nth("contribution-given", 1)["contribution"]]}),
        ),
        "the seed and the contributions give the throw",
    ),
    "a contribution after closing": (inserted(SEEDS, "dice-tumbled", 0, given(3)), "once per round, while wagers are"),
    "a contribution between rounds": (
        inserted(SEEDS, "seed-committed", 1, given(3)),
        "once per round, while wagers are open",
    ),
    "a contribution added while wagers are open": (
        inserted(SEEDS, "bets-closed", 0, given(3)),
        "with the wrong contributions",
    ),
    "two contributions of one terminal": (inserted(SEEDS, "bets-closed", 0, given(1)), "once per round"),
    "a contribution by the house": (inserted(SEEDS, "bets-closed", 0, given(3, "automation")), "once per round"),
    "a contribution that is none": (
        edited(SEEDS, ("contribution-given", 0, {"contribution": "x"})),
        "'x' is not a contribution",
    ),
    "a contribution to another round": (
        edited(SEEDS, ("contribution-given", 0, {"round": 2})),
        "it names round 2, but the current round is 1",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_is_named(name):
    entries, why = FORGERIES[name]
    with pytest.raises(Bad, match=why):
        fed(entries)
    report = verify(export_of(entries))
    assert not report.sound
    assert report.bad_seq > 1


def test_a_seed_that_was_never_told_is_counted():
    """Round 4 was void when the house started again without its key; what would have been thrown nobody can say."""
    report = verify(export_of(ENTRIES))
    assert (report.sound, report.throws["untold"]) == (True, [4])
    assert "whose throw or seed was never revealed: 1" in words(report)


def test_a_round_under_way_and_one_that_has_not_begun_are_not_counted():
    for kind, number in (("bets-opened", 0), ("round-begun", 1), ("table-closed", 0)):
        entries = ENTRIES[: place_of(ENTRIES, kind, number) + 1]
        assert bool(verify(export_of(entries)).throws["untold"]) is (kind == "table-closed")
