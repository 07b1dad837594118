"""What the benchmarks make of the figures that they measured: medians, ratios, promises and curves."""

import re
import subprocess
import time
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec
import pytest
from loading import ROOT, module
from patience import PATIENCE_S

NAMES = ("promise", "promises", "run", "chart", "load", "wagers", "curves")
promise, promises, run, chart, load, wagers, curves = (module("benchmarks", name) for name in NAMES)
Spread, Slice, Pair = chart.Spread, load.Slice, promise.Pair
POINTS = [(10, Spread(90, 100, 120)), (100, Spread(180, 200, 210)), (1000, Spread(300, 400, 900))]
DRAWN = ROOT / "docs" / "curves"


def test_a_spread_is_the_median_and_the_middle_half():
    assert Spread.of([1, 2, 3, 4, 100]) == (2, 3, 4), "one disturbed slice moves nothing"


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
    slices = wagers.in_turns({name: Noting(name, order) for name in "abc"}, 2, 0.5)
    assert "".join(order) == "abccba"
    assert slices == {"a": [0.5, 0.5], "b": [0.5, 0.5], "c": [0.5, 0.5]}


AT_MOST = promise.Promise("a", "what we do", "ms", "the peer", most=2)
AT_LEAST = promise.Promise("a", "what we do", "a second", "the peer", least=0.5)


def measured_as(*processes):
    return [[Pair("a", ratio * 10, 10) for ratio in some] for some in processes]


def test_an_interval_holds_the_median_and_is_wider_where_figures_differ():
    alike = promise.interval([[1.0, 1.01, 0.99]] * 3)
    apart = promise.interval([[0.5, 1.0, 1.5]] * 3)
    assert alike.low <= alike.middle == 1 <= alike.high
    assert apart.high - apart.low > 10 * (alike.high - alike.low)


def test_processes_that_differ_widen_an_interval_even_if_each_repeats_itself():
    """The same program takes more or less in another process: a thousand figures of one process are one opinion."""
    low, _, high = promise.interval([[1.0] * 1000, [1.1] * 1000, [1.2] * 1000])
    assert (low, high) == (1.0, 1.2)


@pytest.mark.parametrize(
    ("asked", "processes", "holds"),
    [
        (AT_MOST, ([1.9, 1.9], [1.9, 1.9]), True),
        (AT_MOST, ([1.9, 2.3], [2.3, 2.3]), True),
        (AT_MOST, ([2.1, 2.3], [2.3, 2.3]), False),
        (AT_LEAST, ([0.6, 0.6], [0.6, 0.6]), True),
        (AT_LEAST, ([0.4, 0.4], [0.4, 0.6]), True),
        (AT_LEAST, ([0.4, 0.4], [0.4, 0.49]), False),
    ],
)
def test_a_promise_fails_only_if_its_whole_interval_lies_on_the_wrong_side(asked, processes, holds):
    assert promise.judged(asked, measured_as(*processes)).holds is holds


def test_a_promise_that_nothing_was_measured_for_does_not_hold():
    assert not promise.judged(AT_MOST, [[], [Pair("another", 1, 1)]]).holds


def a_step(tmp_path, words, limit_s=60.0, processes=2):
    program = tmp_path / "program.py"
    program.write_text(f"import os, sys, time, pathlib\nfolder = pathlib.Path(sys.argv[3])\n{words}\n")
    step = promises.Step("any", (AT_MOST,), processes, limit_s)
    (verdict,) = run.measured(step, program)
    return verdict


TOLD = 'print(\'{"name":"a","ours":10,"peer":10}\', flush=True)'


def test_each_process_of_a_step_is_a_process_of_its_own_with_the_folder_of_all(tmp_path):
    words = f"{TOLD}\n(folder / str(os.getpid())).touch()\nassert len(list(folder.iterdir())) < 3"
    assert a_step(tmp_path, words).holds
    assert a_step(tmp_path, words, processes=3).why == "ended with 1 in process 3 of 3"


def test_a_step_that_hangs_is_ended_with_what_it_started_and_its_promise_does_not_hold(tmp_path, monkeypatch):
    """It told a good figure before, and what it started tries to outlive it. Its limit is over once it hangs."""
    child = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(flush=True); time.sleep(600)"
    told = tmp_path / "pid"
    words = f"""{TOLD}
import subprocess
child = subprocess.Popen([sys.executable, "-c", {child!r}], stdout=subprocess.PIPE)
child.stdout.readline()
pathlib.Path({str(told)!r}).write_text(str(child.pid))
time.sleep(600)"""

    class Step(subprocess.Popen):
        def wait(self, timeout=None):
            until(told.exists)
            return super().wait(timeout and min(timeout, 0.1))

    monkeypatch.setattr(run.subprocess, "Popen", Step)
    verdict = a_step(tmp_path, words)
    assert (verdict.holds, verdict.why) == (False, "took too long in process 1 of 2")
    until(lambda: ended(int(told.read_text())))


def until(is_so):
    end_s = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end_s, "it did not come about"
        time.sleep(0.01)


def ended(pid):
    """Gone, or seen out by nobody yet."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] == "Z"
    except OSError:
        return True


def test_there_are_a_dozen_steps_or_fewer_each_with_a_limit_and_all_names_differ():
    names = [one.name for step in promises.STEPS for one in step.promises]
    assert len(set(names)) == len(names)
    assert all((one.least > 0) != (one.most > 0) for step in promises.STEPS for one in step.promises)
    assert all(0 < step.limit_s <= 240 and step.processes > 1 for step in promises.STEPS)


def test_without_a_compiler_the_load_says_what_it_needs(monkeypatch):
    monkeypatch.setattr(load.shutil, "which", lambda _: None)
    with pytest.raises(SystemExit, match="needs a C compiler"), load.compiled():
        pass


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


def test_the_page_for_operators_has_every_promise_as_it_is_judged():
    page = (DRAWN.parent / "performance.md").read_text(encoding="utf-8")
    rows = {row.split(" | ")[0].strip("| "): row for row in page.splitlines() if row.startswith("| ")}
    promised = [one for step in promises.STEPS for one in step.promises]
    assert {one.what for one in promised} <= set(rows)
    for one in promised:
        assert rows[one.what].endswith(f"| {one.wanted} |")
        assert one.peer in rows[one.what] or " a limit of " in rows[one.what]
    assert len(page.splitlines()) <= 80, "a page, not a diary"
