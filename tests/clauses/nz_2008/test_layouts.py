import pytest
from clauses.proving import check_layout_odds, check_layout_spots

from taisai import Refusal, Refused, paytable, paytables


@pytest.mark.clause("nz-2008:3.2")
@pytest.mark.parametrize("name", ["nz-2008/1", "nz-2008/2"])
def test_the_layout_of_either_appendix_is_marked_with_every_wager_and_its_odds(name):
    check_layout_spots(paytable(name))
    check_layout_odds(paytable(name))


@pytest.mark.clause("nz-2008:3.2")
def test_there_is_no_layout_beside_those_of_the_two_appendices():
    assert [table.id for table in paytables("nz-2008")] == ["nz-2008/1", "nz-2008/2"]
    with pytest.raises(Refused) as refused:
        paytable("nz-2008/3")
    assert refused.value.code is Refusal.TABLE_UNKNOWN
