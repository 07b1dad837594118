"""A house as a process of its own says why it did not start."""

import pytest

from taisai.client.child import ChildError, ChildHouse
from taisai.house.settings import Settings

REFUSAL = """print('{"refused": {"code": "journal-locked", "words": "another house has it"}}')"""


@pytest.mark.parametrize("says", [REFUSAL, "print('nothing of use')", "raise SystemExit('no disk')"])
def test_a_house_that_does_not_start_is_told_with_its_own_words(tmp_path, says):
    house = ChildHouse(tmp_path, Settings(port=0), ("-c", says))
    with pytest.raises(ChildError) as caught:
        house.start()
    assert {REFUSAL: "another house has it", "raise SystemExit('no disk')": "no disk"}.get(says, "") in str(
        caught.value
    )
    house.kill()
