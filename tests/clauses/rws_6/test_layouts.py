import pytest
from clauses.proving import check_layout_spots

from taisai import Refusal, Refused, paytable, rulebook


@pytest.mark.clause("rws-6:2.1.1")
@pytest.mark.parametrize(("name", "appendix"), [("rws-6/1", "A"), ("rws-6/2", "C"), ("rws-6/3", "E")])
def test_the_game_is_played_on_the_layouts_of_appendices_a_c_and_e(name, appendix):
    table = paytable(name)
    assert table.name.endswith(f"appendix {appendix}")
    check_layout_spots(table)


@pytest.mark.clause("rws-6:2.1.1")
def test_the_game_is_played_on_no_other_layout():
    assert [table.number for table in rulebook("rws-6").table] == [1, 2, 3]
    with pytest.raises(Refused) as refused:
        paytable("rws-6/4")
    assert refused.value.code is Refusal.TABLE_UNKNOWN
