"""PAR sheets: the same figures as everywhere else, in words, on paper and for machines."""

import json
import re
import zlib
from fractions import Fraction
from io import BytesIO
from itertools import product
from math import sqrt

import pytest
from pypdf import PdfReader
from shipped import TABLES

from taisai import figures, paytable, rulebook
from taisai.books.shelf import shelf
from taisai.cli.main import main
from taisai.maths.par import ROUNDS, par_lines, root
from taisai.reports.par_sheet import par_page, par_text
from taisai.reports.pdf import COLUMNS, LINES, pdf


@pytest.mark.parametrize("table", [*TABLES, paytable("yee-hah-hi/1")], ids=lambda table: table.id)
def test_every_spot_is_on_one_line_and_has_its_figures(table):
    lines = par_lines(table)
    assert sorted(spot.id for line in lines for spot in line.spots) == sorted(table.by_id)
    for line in lines:
        for spot in line.spots:
            assert figures(spot) == line.figures
        assert line.returns == 1 - line.figures.edge
        assert abs(float(line.volatility) - 1.644854 * sqrt(line.figures.variance)) < 1e-5


def test_a_return_is_what_all_throws_give_back_on_average():
    (big,) = (line for line in par_lines(paytable("rws-6/1")) if line.spots[0].id == "big")
    back = [2 * (11 <= sum(faces) <= 17 and len({*faces}) > 1) for faces in product(range(1, 7), repeat=3)]
    assert big.returns == Fraction(sum(back), 216)


def test_bands_close_in_on_the_return_and_are_never_under_nothing():
    for line in par_lines(paytable("rws-6/2")):
        assert [band.rounds for band in line.bands] == list(ROUNDS)
        wide = [band.high - band.low for band in line.bands]
        assert wide == sorted(wide, reverse=True)
        assert all(0 <= band.low <= line.returns <= band.high for band in line.bands)
        last = line.bands[-1]
        assert abs((last.high - line.returns) * root(Fraction(10**7)) - line.volatility) < Fraction(1, 1000)


def test_a_root_is_rounded_down():
    assert root(Fraction(2)) ** 2 < 2 < (root(Fraction(2)) + Fraction(1, 10**8)) ** 2


def ran(monkeypatch, capsys, *words):
    monkeypatch.setattr("sys.argv", ["taisai", "par", *map(str, words)])
    with pytest.raises(SystemExit) as ended:
        main()
    return ended.value.code or 0, capsys.readouterr().out


def test_the_command_prints_writes_and_never_over_another_file(monkeypatch, capsys, tmp_path):
    code, shown = ran(monkeypatch, capsys, "rws-6/2")
    assert code == 0
    assert "PAR sheet of rws-6/2" in shown
    assert "2.7778" in shown
    paper, page = tmp_path / "par.pdf", tmp_path / "par.html"
    assert ran(monkeypatch, capsys, "etg/2", "--pdf", paper, "--html", page)[0] == 0
    assert paper.read_bytes().startswith(b"%PDF-1.4\n")
    assert "inferred" in paper.read_bytes().decode("cp1252")
    assert "<script" not in page.read_text()
    assert ran(monkeypatch, capsys, "etg/2", "--pdf", paper)[0] == 1
    code, told = ran(monkeypatch, capsys, "rws-6/2", "--json")
    lines = json.loads(told)["lines"]
    assert lines[0]["return"] == "35/36"
    assert [band["rounds"] for band in lines[0]["bands_90"]] == list(ROUNDS)


def test_a_pdf_that_nobody_named_is_named_after_the_pay_table(monkeypatch, capsys, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert ran(monkeypatch, capsys, "rws-6/2", "--pdf") == (0, "par-rws-6-2.pdf written\n")
    assert (tmp_path / "par-rws-6-2.pdf").read_bytes().startswith(b"%PDF-1.4\n")
    assert ran(monkeypatch, capsys, "rws-6/2", "--pdf")[0] == 1, "it was there already"


def test_a_page_says_which_figures_are_inferred():
    assert "four-1-2-3-4: inferred" in par_page(rulebook("etg"), paytable("etg/2"))


def test_every_row_fits_on_the_paper():
    for one in shelf().values():
        text = par_text(one.book, one.table)
        rule = next(place for place, line in enumerate(text) if line.startswith("---"))
        assert all(len(line) <= COLUMNS for line in text[rule - 1 : text.index("", rule)])


def test_a_pdf_is_whole_however_many_lines_and_whatever_letters():
    for many in (0, 1, LINES, LINES + 1, 3 * LINES):
        made = pdf([f"({n}) \\ Bầu Cua 圍" for n in range(many)])
        start = int(re.search(rb"startxref\n(\d+)\n", made)[1])
        places = [int(place) for place in re.findall(rb"(\d{10}) 00000 n ", made[start:])]
        for number, place in enumerate(places, 1):
            assert made[place:].startswith(b"%d 0 obj\n" % number)
        for length, stream in re.findall(rb"/Length (\d+) >>\nstream\n(.*?)\nendstream", made, re.DOTALL):
            assert len(stream) == int(length)
        assert made.count(b"/Type /Page ") == max(1, -(-many // LINES))
        assert zlib.crc32(made) == zlib.crc32(pdf([f"({n}) \\ Bầu Cua 圍" for n in range(many)]))


def test_a_pdf_says_chinese_names_and_keeps_letters_without_their_accents():
    said = ["陳大文 deals | 100.00", "简体 围骰", "Bầu Cua (dice) \\ é €", "圍" * (COLUMNS // 2 + 3)]
    text = PdfReader(BytesIO(pdf(said))).pages[0].extract_text().splitlines()
    assert text == [*said[:2], "Bau Cua (dice) \\ é €", "圍" * (COLUMNS // 2), "圍圍圍"]


def test_a_letter_that_no_font_has_is_a_question_mark():
    assert "?" in PdfReader(BytesIO(pdf(["\U0001f3b2 rolls"]))).pages[0].extract_text()


def test_markup_in_a_rulebook_is_text_on_the_page():
    from msgspec.structs import replace

    table, book = replace(paytable("rws-6/2"), name="<b>bold</b>"), rulebook("rws-6")
    assert "<b>bold" not in par_page(book, table)
    assert any("<b>bold</b>" in line for line in par_text(book, table))
