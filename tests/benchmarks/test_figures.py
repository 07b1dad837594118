"""What the benchmarks make of the figures that they measured: medians, ratios, promises and curves."""

import re
from xml.etree import ElementTree as ET

import msgspec
import pytest
from loading import ROOT, module

NAMES = ("measure", "chart", "load", "variants", "curves")
measure, chart, load, variants, curves = (module("benchmarks", name) for name in NAMES)
Spread, Slice = measure.Spread, load.Slice
POINTS = [(10, Spread(90, 100, 120)), (100, Spread(180, 200, 210)), (1000, Spread(300, 400, 900))]
DRAWN = ROOT / "docs" / "curves"


def test_a_spread_is_the_median_and_the_middle_half():
    assert Spread.of([1, 2, 3, 4, 100]) == (2, 3, 4), "one disturbed slice moves nothing"
    assert f"{Spread.of([1, 2, 3, 4, 100]):.1f} ms" == "3.0 (2.0 to 4.0) ms"


def a_slice(cpu_us, per_s=10_000, p99_ms=5.0):
    return Slice(1.0, per_s, per_s, 1.0, p99_ms, 9.0, 0.01, cpu_us * per_s / 1e6)


def test_what_a_wager_costs_is_counted_over_all_wagers_and_the_rate_over_those_in_time():
    one = Slice(seconds=2.0, within=100, answered=110, p50_ms=1, p99_ms=2, longest_ms=3, own_cpu_s=0.0011, cpu_s=0.0055)
    assert (one.per_s, one.cpu_us, one.client_us) == pytest.approx((50, 50, 10))


class Noting:
    def __init__(self, name, order):
        self.name, self.order = name, order

    def wager(self, seconds):
        self.order.append(self.name)
        return seconds


def test_variants_take_turns_there_and_back():
    order = []
    slices = variants.in_turns({name: Noting(name, order) for name in "abc"}, 2, 0.5)
    assert "".join(order) == "abccba"
    assert slices == {"a": [0.5, 0.5], "b": [0.5, 0.5], "c": [0.5, 0.5]}


PAIR = variants.Pair("this", "this", "that", 0.65)


@pytest.mark.parametrize(("that_us", "holds"), [(32, False), (33, True)])
def test_a_promise_is_judged_by_the_servers_time_and_not_by_how_many_wagers_got_through(that_us, holds):
    slices = {"this": [a_slice(50, per_s=900)] * 3, "that": [a_slice(that_us, per_s=9_000)] * 3}
    claim = variants._claim(PAIR, slices)
    assert claim.ratio == pytest.approx(that_us / 50)
    assert claim.holds is holds


@pytest.mark.parametrize(("this_per_s", "holds"), [(4_900, False), (5_100, True)])
def test_where_variants_wait_for_different_things_wagers_a_second_decide(this_per_s, holds):
    slices = {"this": [a_slice(10, per_s=this_per_s)] * 3, "that": [a_slice(90, per_s=10_000)] * 3}
    claim = variants._claim(variants.Pair("this", "this", "that", 0.5, by_rate=True), slices)
    assert claim.ratio == pytest.approx(this_per_s / 10_000)
    assert claim.holds is holds


def test_slices_are_compared_with_those_of_the_same_turn():
    """The machine becomes three times slower on the way; the ratio of each turn stays."""
    slices = {"this": [a_slice(50), a_slice(100), a_slice(150)], "that": [a_slice(40), a_slice(80), a_slice(120)]}
    assert variants._claim(PAIR, slices).ratio == pytest.approx(0.8)


def test_a_mirror_that_makes_wagers_cheaper_is_no_figure_to_print_as_good():
    pair = variants.Pair("mirror", "this", "that", 0)
    dear, cheap = [a_slice(50)] * 3, [a_slice(40)] * 3
    assert variants._claim(pair, {"this": dear, "that": cheap}).holds
    assert not variants._claim(pair, {"this": cheap, "that": dear}).holds


def test_without_a_compiler_the_load_is_left_out_with_a_note(monkeypatch):
    monkeypatch.setattr(load.shutil, "which", lambda _: None)
    (claim,) = variants.claims()
    assert (claim.figure, claim.limit, claim.holds) == ("not measured", load.NO_COMPILER, None)


def drawn(by_factors=False, **named):
    return chart.svg(chart.Chart("a title", "x", "y", [chart.Curve("one", POINTS)], by_factors)._replace(**named))


def places(svg):
    root = ET.fromstring(svg)
    circles = root.iter("{http://www.w3.org/2000/svg}circle")
    return [(float(one.get("cx")), float(one.get("cy"))) for one in circles]


def test_the_same_figures_give_the_same_file_and_others_another():
    assert drawn() == drawn()
    assert drawn() != drawn(curves=[chart.Curve("one", POINTS[:2])])


def test_more_is_higher_and_later_is_further_right():
    (x1, y1), (x2, y2), (x3, y3) = places(drawn())
    assert x1 < x2 < x3
    assert y1 > y2 > y3
    assert x2 - x1 == pytest.approx(x3 - x2, abs=0.2), "ten times as much is as far each time"


def test_from_nothing_upwards_twice_as_much_is_twice_as_high():
    (_, y1), (_, y2), (_, y3) = places(drawn())
    assert y1 - y2 == pytest.approx((y2 - y3) / 2, abs=0.2)


def test_by_factors_twice_as_much_is_as_far_each_time():
    (_, y1), (_, y2), (_, y3) = places(drawn(by_factors=True))
    assert y1 - y2 == pytest.approx(y2 - y3, abs=0.2)


def test_all_of_a_band_is_on_the_page_and_its_line_within_it():
    svg = drawn()
    corners = re.search(r'<polygon points="([^"]+)"', svg)[1].split()
    ups = [float(corner.partition(",")[2]) for corner in corners]
    assert min(ups) >= chart.TOP
    assert max(ups) <= chart.HEIGHT - chart.BOTTOM
    highs, lows = ups[:3], ups[:2:-1]
    assert all(high < middle < low for high, (_, middle), low in zip(highs, places(svg), lows, strict=True))


def test_words_are_words_whatever_is_in_them():
    svg = drawn(title="<script> & more")
    assert ET.fromstring(svg)[0].text == "<script> & more"


def test_the_curves_in_the_documents_are_drawn_from_the_figures_beside_them():
    kept = sorted(DRAWN.glob("*.json"))
    assert [path.stem for path in kept] == ["entries", "tables", "terminals"]
    expected = {}
    for path in kept:
        figures = msgspec.json.decode(path.read_bytes(), type=curves.Figures)
        assert figures.date
        assert figures.machine
        expected |= {file: chart.svg(one) for file, one in curves.charts(path.stem, figures.points).items()}
    assert {path.stem: path.read_text(encoding="utf-8") for path in DRAWN.glob("*.svg")} == expected, "run make curves"
    page = (DRAWN.parent / "performance.md").read_text(encoding="utf-8")
    assert set(re.findall(r"curves/([\w-]+)\.svg", page)) == set(expected), "every curve is shown and explained"
