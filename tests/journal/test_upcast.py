import json
from itertools import pairwise

import msgspec
import pytest

from taisai.journal.upcast import UPCASTS, upcast


def renamed(content):
    """From the first version to the second: `amount` became `stake`."""
    return {"is": "StakeRaised.2", "seat": content["seat"], "stake": content["amount"]}


def with_currency(content):
    return {**content, "is": "StakeRaised.3", "currency": "NZD"}


REGISTRY = {"StakeRaised": renamed, "StakeRaised.2": with_currency}


def raw(**content):
    return msgspec.Raw(json.dumps(content).encode())


def test_an_old_event_is_brought_up_step_by_step():
    newest = {"is": "StakeRaised.3", "seat": 2, "stake": 50, "currency": "NZD"}
    assert json.loads(bytes(upcast(raw(**{"is": "StakeRaised", "seat": 2, "amount": 50}), REGISTRY))) == newest
    assert json.loads(bytes(upcast(raw(**{"is": "StakeRaised.2", "seat": 2, "stake": 50}), REGISTRY))) == newest


def test_what_is_of_today_stays_as_it_is_to_the_byte():
    event = raw(**{"is": "StakeRaised.3", "odd": "spacing kept"})
    assert upcast(event, REGISTRY) is event
    assert upcast(event) is event


def test_a_circle_is_our_own_mistake():
    circle = {one: (lambda _, other=other: {"is": other}) for one, other in pairwise("aba")}
    with pytest.raises(AssertionError, match="leads back to itself"):
        upcast(raw(**{"is": "a"}), circle)


def test_no_event_has_an_old_version_yet():
    assert not UPCASTS
