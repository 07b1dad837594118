import pytest
from table.playing import opened


@pytest.fixture(params=["nz-1998/1", "nz-2008/1", "nz-2008/2"])
def play(request):
    """Open, with four seats that have chips of 1000 each."""
    return opened(request.param, money="chips")
