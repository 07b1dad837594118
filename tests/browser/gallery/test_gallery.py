"""Every recorded state of every screen: axe finds nothing, every word and number can be read, nothing is cut off or
overlaps, nothing is too small to touch, nothing moves; at four sizes, in four languages."""

import pytest
from browser.gallery.states import TOURS


@pytest.mark.long
@pytest.mark.parametrize("tour", TOURS, ids=lambda tour: tour.__name__)
def test_every_state(gallery, tour):
    faults = [f"{state.name}: {fault}" for house, state in tour(gallery) for fault in gallery.judge(house, state)]
    assert not faults, "\n".join(faults)
