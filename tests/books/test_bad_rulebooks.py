"""Some hundred rulebooks with something wrong, each with all that is said of it, word for word."""

import tomllib
from pathlib import Path

from taisai import Refused, paytables
from taisai.books.check import check

ROWS = tomllib.loads(Path(__file__).with_name("bad_rulebooks.toml").read_text(encoding="utf-8"))
FIGURES_ALL_THE_SAME = {  # what is paid is known; what was expected is wrong
    "expect-another-edge", "expect-in-per-cent", "expect-in-words", "expect-nothing", "expect-of-no-spot",
    "expect-of-no-table", "expect-other-ways",
}  # fmt: skip


def text_of(row):
    text = text_of(ROWS[row["of"]]) if "of" in row else ""
    for old, new in row.get("change", ()):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return f"{text}{row['end']}\n" if "end" in row else text


def refusal_of_figures(folder):
    try:
        paytables(str(folder))
    except Refused as refused:
        return refused.code.value
    return ""


def test_all_that_is_wrong_is_told_word_for_word(tmp_path):
    bad = {name: row for name, row in ROWS.items() if "says" in row}
    assert len(bad) >= 98
    wrong = {}
    for name, row in bad.items():
        folder = tmp_path / name / "house"
        folder.mkdir(parents=True)
        (folder / "rules.toml").write_text(text_of(row), encoding="utf-8")
        told = [str(problem) for problem in check(folder) if problem.kind == "problem"]
        refusal = refusal_of_figures(folder)
        if told != [f"rules.toml:{words}" for words in row["says"]] or not told:
            wrong[name] = told
        if refusal != ("" if name in FIGURES_ALL_THE_SAME else "book-invalid"):
            wrong[f"figures of {name}"] = refusal
    assert not wrong
