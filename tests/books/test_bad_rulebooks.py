"""Some hundred rulebooks with something wrong, each with all that is said of it, word for word."""

from pathlib import Path

import pytest

from taisai import Refused, paytables
from taisai.books.check import check

BAD = Path(__file__).parent / "bad"
NAMES = sorted(path.stem for path in BAD.glob("*.toml"))
FIGURES_ALL_THE_SAME = {  # what is paid is known; what was expected is wrong
    "expect-another-edge", "expect-in-per-cent", "expect-in-words", "expect-nothing", "expect-of-no-spot",
    "expect-of-no-table", "expect-other-ways",
}  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_all_that_is_wrong_is_told_word_for_word(name, tmp_path):
    folder = tmp_path / "house"
    folder.mkdir()
    (folder / "rules.toml").write_bytes((BAD / f"{name}.toml").read_bytes())
    told = [str(problem) for problem in check(folder) if problem.kind == "problem"]
    assert told == (BAD / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    assert told
    if name not in FIGURES_ALL_THE_SAME:
        with pytest.raises(Refused) as refused:
            paytables(str(folder))
        assert refused.value.code.value == "book-invalid"


def test_there_are_forty_and_each_has_its_words():
    assert len(NAMES) >= 40
    assert {path.stem for path in BAD.glob("*.txt")} == {*NAMES}
