"""The stand-alone file follows what a table did: whoever changes a number is found, even if all is sealed again."""

import copy

import pytest
from journal.forging import KEPT, Told, edited, fed, inserted, told

from taisai.journal.verify_taisai import Bad

TOLD_ONCE = {
    # kind of event: fields of which no other entry says anything, so that the seal alone vouches for them
    "beacon-named": {"beacon"},  # for a round that was void
    "break-ended": {"seat"},
    "break-taken": {"seat", "minutes"},
    "contribution-given": {"seat"},
    "credit-bought": {"seat", "amount"},
    "dice-tumbled": {"times"},
    "dispute-decided": {"dispute", "corrections"},
    "dispute-opened": {"dispute", "seat", "about"},
    "limit-lifted": {"seat"},
    "limits-changed": {"old", "new"},
    "line-judged": {"stake"},
    "looser-asked": {"seat", "amount"},
    "losers-collected": {"overflow"},
    "loss-limited": {"seat", "amount", "floor"},
    "owed-paid": {"amount"},
    "play-ended": {"seat"},
    "rules-stated": {"tumbles_min"},
    "seat-left": {"seat"},
    "seat-locked": {"seat", "amount"},
    "seat-released": {"seat"},
    "seeds-chained": {"length"},
    "stake-limited": {"seat", "amount"},
    "table-installed": {"chips", "limits", "multipliers", "seats"},
    "table-opened": {"opening_float"},
    "terminal-failed": {"seat", "unregistered"},
    "terminal-mended": {"seat"},
    "time-limited": {"seat", "minutes"},
    "wager-placed": {"excess"},
    "wager-shifted": {"seat", "stake"},
    "voucher-promised": {"after", "by_seat"},
}


def numbers(value, path=()):
    """Where whole numbers stand in an event."""
    if isinstance(value, dict | list):
        for key, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield from numbers(one, (*path, key))
    elif type(value) is int:
        yield path


def with_another(event, path, by):
    changed = inner = copy.deepcopy(event)
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] += by
    return changed


def is_found(entries):
    try:
        fed(entries)
    except Bad:
        return True
    return False


def test_every_number_that_anything_hangs_on_is_followed():
    missed = {}
    for entries in map(told, KEPT):
        for place, one in enumerate(entries):
            for path in numbers(one.event):
                for by in (1, -1):
                    other = one._replace(event=with_another(one.event, path, by))
                    if not is_found([*entries[:place], other, *entries[place + 1 :]]):
                        missed.setdefault(one.event["is"], set()).add(path[0])
    assert missed == TOLD_ONCE


VOUCHER, CHIPS = "table-15-voucher", "table-28-chips-by-kind"
NOTHING = {}


def redeemed_elsewhere(before, number, promise=NOTHING, **changes):
    """The second voucher of the kept journal is said to have been redeemed at another table, by a promise."""
    (issued,) = (one for one in edited(VOUCHER) if one.event.get("amount") == 400 and "expires" in one.event)
    event = {key: issued.event[key] for key in ("seat", "amount", "voucher", "ending")}
    promised = Told(event | {"is": "voucher-promised", "promise": "p", **(promise or {})}, "automation", "promised")
    redeemed = Told(event | {"is": "voucher-redeemed", **changes}, "automation", "redeemed")
    return inserted(VOUCHER, before, number, *([promised] if promise is not None else []), redeemed)


MISFITS = {
    "redeemed twice": (edited(VOUCHER, ("credit-bought", 1, 2)), "already redeemed or cancelled, or has"),
    "cancelled twice": (edited(VOUCHER, ("voucher-cancelled", 0, 2)), "seat 1 has no such voucher waiting"),
    "collected twice": (edited(VOUCHER, ("voucher-collected", 0, 2)), "seat 1 has no such voucher waiting"),
    "issued twice": (
        edited(VOUCHER, ("voucher-issued", 0, 2), ("credit-bought", 0, {"amount": 900})),
        "already issued",
    ),
    "redeemed at another table and here": (redeemed_elsewhere("credit-bought", 1), "already redeemed or cancelled"),
    "redeemed at another table, never issued": (
        redeemed_elsewhere("credit-bought", 1, voucher="0"),
        "not issued at seat 1",
    ),
    "redeemed at another table, not promised": (redeemed_elsewhere("credit-bought", 1, None), "was not promised"),
    "promised for more": (redeemed_elsewhere("credit-bought", 1, {"amount": 401}), "no such voucher of seat 1 can be"),
    "redeemed at another table, uncollected": (redeemed_elsewhere("voucher-collected", 0), "was not collected yet"),
    "lit wrongly": (
        edited(CHIPS, ("roll-entered", 0, {"lit": ["big"]})),
        "the lit spots are not those that win on 4-5-6",
    ),
    "pressed otherwise": (
        edited(CHIPS, ("button-pressed", 0, {"face": 2})),
        "4-5-6 was entered, but 2-5-6 was pressed",
    ),
    "settled otherwise": (edited(CHIPS, ("round-settled", 0, {"roll": "2-6-6"})), "it settles 2-6-6, but 4-5-6 was"),
    "begun twice": (edited(CHIPS, ("round-begun", 0, 2)), "it names round 1, but the current round is 2"),
    "no such seat": (edited(CHIPS, ("cash-changed", 0, {"seat": 99})), "there is no seat 99"),
    "chips of another worth": (edited(CHIPS, ("cash-changed", 0, {"chips": [500]})), "chips worth 500 are not 100"),
    "a bad exchange": (edited(CHIPS, ("chips-exchanged", 0, {"received": [500]})), "chips of another value"),
    "a fill is left out": (edited(CHIPS, ("float-filled", 0, 0)), "from cage to float without a reason"),
    "another result": (
        edited("table-17-amended-while-paying", ("table-closed", 0, {"win": 0})),
        "the result does not match what was moved",
    ),
    "owed and paid twice": (edited("table-14-owed", ("owed-paid", 0, 2)), "paid more than is owed"),
}


@pytest.mark.parametrize("name", MISFITS)
def test_what_does_not_fit_is_named(name):
    entries, why = MISFITS[name]
    with pytest.raises(Bad) as bad:
        fed(entries)
    assert why in bad.value.why


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_nothing_is_wrong_with_what_was_kept(path):
    assert sum(fed(told(path)).balances.values()) == 0
