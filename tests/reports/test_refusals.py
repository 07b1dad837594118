"""Every refusal of reports is provoked, with words and the value."""

from collections.abc import Callable
from pathlib import Path

import pytest
from reports.evenings import evening, report, sources

from taisai.maths.dice.recorded import recorded
from taisai.reports.files import write_new
from taisai.reports.refusals import ReportRefusal
from taisai.reports.registry import REPORTS, report_kind
from taisai.reports.signatures import check
from taisai.reports.throws import check_enough
from taisai.rules.refusals import Refused

PROVOKED: dict[ReportRefusal, tuple[Callable[[Path], object], str, object]] = {
    ReportRefusal.REPORT_UNKNOWN: (lambda _: report_kind("turnovr"), "did you mean turnover?", "turnovr"),
    ReportRefusal.PERIOD_INVALID: (lambda _: report("turnover", since="soon"), "'soon' is not a date", "soon"),
    ReportRefusal.GROUPING_UNFIT: (lambda _: report("result", by="area"), "choose one of session, table", "area"),
    ReportRefusal.SOURCE_MISSING: (lambda _: report("events"), "house's own journal", "noted"),
    ReportRefusal.THROWS_FEW: (lambda _: check_enough(recorded(["1-2-3"])), "1 throws are too few; record 1080", 1),
    ReportRefusal.SIGNATURE_WRONG: (lambda _: check(b"a report", bytes(32)), "never signed", ""),
    ReportRefusal.OUT_FAILED: (lambda path: write_new(path, "x"), "was not written completely", None),
}


def test_every_refusal_is_here():
    assert set(PROVOKED) == set(ReportRefusal)


@pytest.mark.parametrize("code", ReportRefusal)
def test_a_refusal_has_code_words_and_value(code, tmp_path):
    provoke, words, value = PROVOKED[code]
    with pytest.raises(Refused) as refused:
        provoke(tmp_path)
    assert refused.value.code is code
    assert words in refused.value.words
    assert refused.value.value == (str(tmp_path) if value is None else value)


def test_a_file_is_never_written_over(tmp_path):
    path = tmp_path / "report.csv"
    write_new(path, "a\r\n")
    assert path.read_bytes() == b"a\r\n"
    with pytest.raises(Refused):
        write_new(path, "b")
    assert path.read_bytes() == b"a\r\n"


def test_a_report_made_one_way_only_says_so():
    with pytest.raises(Refused) as refused:
        REPORTS["shift"].make(sources(evening(), by="day"))
    assert "leave the grouping out" in refused.value.words
