import pytest
from table.playing import opened


@pytest.fixture(params=["rws-6/2", "etg/2"])
def play(request):
    """Open, with four seats of 1000 each."""
    return opened(request.param)
